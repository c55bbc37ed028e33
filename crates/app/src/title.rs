//! The title screen: continue, the games, and everything else one key away.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::demo::Demo;
use crate::dialog::Dialog;
use crate::host::WebCode;
use crate::menu::{Act, Menu};
use crate::new_game::NewGame;
use crate::screen::{Go, Screen};
use crate::vacancy::open_save;
use console::{Input, Key, Paint, cut};
use keeper::Save;
use ratatui_core::layout::Rect;
use std::time::Duration;

const NAME: [&str; 4] = [
    r" _   _           _                           __  _   ",
    r"| | | | _ _   __| | ___  _ _  __  _ _  ___  / _|| |_ ",
    r"| |_| || ' \ / _` |/ -_)| '_|/ _|| '_|/ _ \|  _||  _|",
    r" \___/ |_||_|\__,_|\___||_|  \__||_|  \___/|_|   \__|",
];

/// Minimum free rows below the menu for showing the demo there.
const BELOW_FROM: u16 = 10;
/// Width of rows that consist of a name only.
const SHORT_COLS: u16 = 20;

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Gap,
    Continue,
    Game(usize),
    Lobby,
    Challenges,
    WebCode,
    Learn,
    Saves,
    Scores,
    Settings,
    Help,
    Leave,
}

/// The title screen.
pub(crate) struct Title {
    menu: Menu,
    rows: Vec<Row>,
    newest: Option<Save>,
    demo: Demo,
}

impl Title {
    pub(crate) fn new(context: &Context) -> Self {
        let mut title = Self { menu: Menu::default(), rows: Vec::new(), newest: None, demo: Demo::default() };
        title.refresh(context);
        title.menu.chosen = title.rows.iter().position(|row| *row != Row::Gap).unwrap_or(0);
        title
    }

    fn refresh(&mut self, context: &Context) {
        let before = self.rows.get(self.menu.chosen).copied();
        self.newest = context.newest_open(None);
        self.rows.clear();
        if self.newest.is_some() {
            self.rows.extend([Row::Continue, Row::Gap]);
        }
        self.rows.extend((0..context.games.len()).map(Row::Game));
        if context.games.iter().any(|entry| entry.teaching.tutorial.is_some()) {
            self.rows.push(Row::Learn);
        }
        if !context.games.is_empty() {
            self.rows.push(Row::Gap);
        }
        if context.visit.is_some() {
            self.rows.push(Row::Lobby);
        }
        self.rows.extend([Row::Challenges, Row::Saves, Row::Scores]);
        if context.visit.is_some() {
            self.rows.push(Row::WebCode);
        }
        self.rows.extend([Row::Settings, Row::Help, Row::Leave]);
        if let Some(row) = before.and_then(|before| self.rows.iter().position(|row| *row == before)) {
            self.menu.chosen = row;
        }
    }

    fn pick(&self, context: &Context) -> Go {
        match self.rows[self.menu.chosen] {
            Row::Gap => Go::Stay,
            Row::Continue => match &self.newest {
                Some(save) => open_save(save, context, false),
                None => Go::Stay,
            },
            Row::Game(index) => Go::open(NewGame::new(&context.games[index], context)),
            Row::Learn => Go::open(crate::learn::Learn::new(context)),
            Row::Lobby => Go::open(crate::lobby::Lobby::new(context)),
            Row::Challenges => Go::open(crate::challenges::Challenges::new(context)),
            Row::Saves => Go::open(crate::saves::Saves::new(context)),
            Row::Scores => Go::open(crate::scores::Scores::new(context)),
            Row::WebCode => web_code(context),
            Row::Settings => Go::open(crate::settings::SettingsScreen::new(context)),
            Row::Help => {
                let path = context.settings_path();
                let page = console::help_of_app(
                    context.games.len(),
                    &path.display().to_string(),
                    context.look.is_unicode(),
                );
                Go::open(crate::help::Help::new("Help", page))
            }
            Row::Leave => Go::Quit,
        }
    }

    /// The game of the selected row, if any.
    fn game_meant(&self, context: &Context) -> Option<&'static session::Entry> {
        match self.rows[self.menu.chosen] {
            Row::Game(index) => context.games.get(index),
            _ => self.newest.as_ref().and_then(|save| context.entry(&save.game)),
        }
    }

    /// N: opens the form for the game of the selected row, or the first game.
    fn new_game(&self, context: &Context) -> Go {
        match self.game_meant(context).or_else(|| context.games.first()) {
            Some(entry) => Go::open(NewGame::new(entry, context)),
            None => Go::Stay,
        }
    }

    /// L: continues the newest unfinished game of the selected row's game.
    fn load(&self, context: &Context) -> Go {
        let meant = self.game_meant(context);
        match context.newest_open(meant.map(|entry| entry.id)) {
            Some(save) => open_save(&save, context, false),
            None => {
                let title = meant.map_or("any game", |entry| entry.title);
                Go::notice("Nothing to load", format!("There is no saved game of {title}."))
            }
        }
    }

    fn draw_name(canvas: &mut Canvas<'_>, rect: Rect, rows: u16) -> u16 {
        // The large name is drawn only if the whole menu fits below it.
        let width = NAME[1].len() as u16;
        if rect.width > width && rect.height >= rows + 7 {
            let at = column(rect, width);
            for (line, y) in NAME.iter().zip(rect.y + 1..) {
                canvas.text(at.x, y, width, line, TITLE);
            }
            return 6;
        }
        if rect.height > rows + 2 {
            canvas.centre(rect, rect.y + 1, "U N D E R C R O F T", TITLE);
            return 3;
        }
        0
    }
}

/// One line about a row, in full.
fn sentence(row: Row, newest: Option<&Save>, context: &Context) -> String {
    match row {
        Row::Gap => String::new(),
        Row::Continue => newest.map_or(String::new(), |save| save.path.display().to_string()),
        Row::Game(index) => context.games[index].pitch.to_owned(),
        Row::Learn => crate::learn::ABOUT.to_owned(),
        Row::Lobby => crate::lobby::ABOUT.to_owned(),
        Row::Challenges => "The games of the day, the pentathlon, and games by their code.".to_owned(),
        Row::Saves => "Play on, watch again, delete.".to_owned(),
        Row::Scores => "The best finished games, your progress, and feats.".to_owned(),
        Row::WebCode => "A code that signs you in to the pages of this host, once.".to_owned(),
        Row::Settings => "Colours, glyphs, speed, keys.".to_owned(),
        Row::Help => "How everything works.".to_owned(),
        Row::Leave => "Nothing is lost: every command is kept already.".to_owned(),
    }
}

/// Shows a sign-in code, or why there is none.
fn web_code(context: &Context) -> Go {
    let Some(visit) = &context.visit else { return Go::Stay };
    match visit.host.web_code() {
        Ok(WebCode { code, about }) => Go::open(Dialog::notice("Sign in on the web", &[code, about])),
        Err(what) => Go::notice("There is no code now", what),
    }
}

/// `413 commands, seed 7`.
fn about(save: &Save) -> String {
    let plural = if save.commands == 1 { "" } else { "s" };
    format!("{} command{plural}, seed {}", save.commands, save.seed)
}

/// The free part of the screen: below the menu, or to the right of its short rows.
fn free_of(rect: Rect, list: Rect, rows: &[Row], long: bool) -> Rect {
    let bottom = rect.bottom().saturating_sub(2);
    let below = Rect { y: list.bottom() + 1, height: bottom.saturating_sub(list.bottom() + 1), ..rect };
    if below.height >= BELOW_FROM {
        return below;
    }
    let short = rows.iter().position(|row| *row == Row::Saves).unwrap_or(0) as u16;
    let (x, y) = (list.x + SHORT_COLS, list.y + short);
    let right = Rect { x, y, width: rect.right().saturating_sub(x + 1), height: bottom.saturating_sub(y) };
    if long || list.height < rows.len() as u16 { Rect::default() } else { right }
}

impl Screen for Title {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let unicode = canvas.look.is_unicode();
        let hints = [
            hint(canvas.look.up_down(), "choose"),
            hint("Enter", "open"),
            hint("n", "new game"),
            hint("l", "load"),
            hint("q", "leave"),
            hint("?", "help"),
        ];
        let name = context.visit.as_ref().and_then(|visit| visit.name.clone());
        let right = name.unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
        let rect = canvas.frame("Undercroft", &right, &hints);
        let rows = self.rows.len() as u16;
        let used = Self::draw_name(canvas, rect, rows);
        let notes = context.notes.len();
        let list = column(rect, 92);
        let spare = rect.height.saturating_sub(used + rows);
        let list = Rect { y: list.y + used + (spare / 3).min(4), height: rect.height - used, ..list };
        let list = Rect { height: list.height.min(rect.bottom().saturating_sub(list.y)).min(rows), ..list };
        let (all, newest) = (&self.rows, &self.newest);
        let longest = context.games.iter().map(|entry| entry.title.chars().count()).max().unwrap_or(0);
        let name_cols = (longest as u16).clamp(12, 28) + 2;
        self.menu.draw(canvas, list, all.len(), |canvas, row, index, chosen| {
            let paint = |other| if chosen { Paint::Chosen } else { other };
            let pointer = if chosen { canvas.look.lines.pointer } else { ' ' };
            if all[index] != Row::Gap {
                canvas.put(row.x + 1, row.y, pointer, paint(TEXT));
            }
            let (name, more) = match all[index] {
                Row::Gap => return,
                Row::Continue => {
                    let title = newest
                        .as_ref()
                        .and_then(|save| context.entry(&save.game))
                        .map_or("", |entry| entry.title);
                    let what = newest.as_ref().map(about).unwrap_or_default();
                    ("Continue", format!("{title}: {what}"))
                }
                Row::Game(index) => {
                    let entry = &context.games[index];
                    let number = if index < 9 { format!("{}", index + 1) } else { String::new() };
                    canvas.text(row.x + 3, row.y, 1, &number, paint(DIM));
                    (entry.title, entry.pitch.to_owned())
                }
                Row::Learn if newest.is_none() => {
                    ("Tutorials", "New here? Three minutes, and you know your way.".to_owned())
                }
                Row::Learn => ("Tutorials", "Three minutes for each game".to_owned()),
                Row::Lobby => ("Lobby", crate::lobby::ABOUT.to_owned()),
                Row::Challenges => ("Challenges", String::new()),
                Row::Saves => ("Saved games", String::new()),
                Row::Scores => ("Scores", String::new()),
                Row::WebCode => ("Sign in on the web", String::new()),
                Row::Settings if notes > 0 => ("Settings", format!("{notes} of their lines cannot be read")),
                Row::Settings => ("Settings", String::new()),
                Row::Help => ("Help", String::new()),
                Row::Leave => ("Leave", String::new()),
            };
            let said = if more.is_empty() { sentence(all[index], None, context) } else { more.clone() };
            canvas.reading.columns(&[name, &said]);
            let at = row.x + 5;
            let end = canvas.text(at, row.y, row.width.saturating_sub(6), name, paint(TEXT));
            let at = if row.width < 60 { end + 2 } else { at + name_cols };
            let cols = row.right().saturating_sub(at + 1);
            canvas.text(at, row.y, cols, fitting(&more, usize::from(cols)), paint(DIM));
        });
        let free = free_of(rect, list, &self.rows, notes > 0);
        self.demo.draw(canvas, free);
        if list.bottom() + 1 < rect.bottom() {
            let row = self.rows[self.menu.chosen.min(self.rows.len() - 1)];
            let what = sentence(row, self.newest.as_ref(), context);
            canvas.centre(rect, rect.bottom() - 1, &cut(&what, usize::from(rect.width), unicode), DIM);
        }
        // The name and the demonstration are for the eye only.
        canvas.reading.about(String::new());
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Tick => {
                self.demo.tick(context);
                return Go::Stay;
            }
            _ => self.demo.is_watched(),
        }
        match input {
            Input::Key(Key::Char('?') | Key::F(1)) => {
                self.menu.chosen = self.rows.iter().position(|row| *row == Row::Help).unwrap_or(0);
                return self.pick(context);
            }
            Input::Key(Key::Char(digit @ '1'..='9')) => {
                let game = Row::Game(*digit as usize - '1' as usize);
                if let Some(row) = self.rows.iter().position(|row| *row == game) {
                    self.menu.chosen = row;
                    return self.pick(context);
                }
                return Go::Stay;
            }
            Input::Key(Key::Char('n' | 'N')) => return self.new_game(context),
            Input::Key(Key::Char('l' | 'L')) => return self.load(context),
            _ => {}
        }
        let open: Vec<bool> = self.rows.iter().map(|row| *row != Row::Gap).collect();
        match self.menu.input(input, &open, false) {
            Act::Picked => self.pick(context),
            Act::Change(1) => self.pick(context),
            Act::Back => Go::Quit,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn pace(&self, context: &Context) -> Option<Duration> {
        self.demo.pace(context)
    }

    fn uncovered(&mut self, context: &mut Context) {
        let before = self.newest.as_ref().map(|save| (save.path.clone(), save.commands));
        self.refresh(context);
        // After a game, its save is selected.
        if self.newest.as_ref().map(|save| (save.path.clone(), save.commands)) != before
            && self.newest.is_some()
        {
            self.menu.chosen = 0;
        }
    }
}

/// The sentence if it fits, else its first clause. The selected row's sentence is shown in full below the
/// list.
fn fitting(text: &str, cols: usize) -> &str {
    if text.chars().count() <= cols {
        return text;
    }
    text.find([':', ';']).or_else(|| text.find(',')).map_or(text, |end| &text[..end])
}
