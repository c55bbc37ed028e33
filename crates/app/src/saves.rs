//! Saved games: one row per game with its branches folded, and a preview of the selected one; to continue,
//! watch, rename or delete.

mod glimpse;

use crate::canvas::{Canvas, DIM, KeyHint, TEXT, TITLE, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, Paint, cut};
use glimpse::Glimpses;
use keeper::{Deleted, Save, State, date_and_time, families};
use kernel::Ink;
use ratatui_core::layout::Rect;
use std::path::PathBuf;
use std::time::Duration;
use unicode_width::UnicodeWidthStr as _;

/// Minimum width of the screen for a preview beside the list.
const BESIDE_FROM: u16 = 116;
/// Minimum and maximum width of the list beside a preview.
const LIST_COLS: (u16, u16) = (78, 112);
/// Minimum width at which the list shows where the player is.
const WHERE_FROM: u16 = 96;
/// Rows left to the list above a preview, and minimum rows of a preview.
const LIST_ROWS: u16 = 8;
const PICTURE_ROWS: u16 = 6;

/// The screen of saved games.
pub(crate) struct Saves {
    saves: Vec<Save>,
    rows: Vec<Row>,
    menu: Menu,
    /// The games whose branches are shown, by the path of one of their runs.
    unfolded: Vec<PathBuf>,
    /// The new name being typed.
    naming: Option<Field>,
    /// The search text.
    search: Field,
    /// Whether letters go into the search.
    searching: bool,
    /// The saves deleted last.
    deleted: Vec<Deleted>,
    /// Transient notice, cleared on the next key press.
    toast: Option<String>,
    /// The previews.
    glimpses: Glimpses,
    /// Number of visible rows of the list.
    in_sight: usize,
}

/// A row of the list.
struct Row {
    save: usize,
    /// The other runs of the same game, in the first row of a game.
    others: Vec<usize>,
    /// Whether they are shown.
    unfolded: bool,
    /// Whether this is one of the other runs.
    nested: bool,
}

impl Saves {
    pub(crate) fn new(context: &Context) -> Self {
        let mut screen = Self {
            saves: Vec::new(),
            rows: Vec::new(),
            menu: Menu::default(),
            unfolded: Vec::new(),
            naming: None,
            search: Field::default(),
            searching: false,
            deleted: Vec::new(),
            toast: None,
            glimpses: Glimpses::default(),
            in_sight: 0,
        };
        screen.read(context);
        screen
    }

    /// Reads the list again.
    fn read(&mut self, context: &Context) {
        self.saves = context.home.saves();
        self.lay_out(context);
    }

    /// Lays out a row for each game that matches the search, followed by its other runs if they are shown.
    fn lay_out(&mut self, context: &Context) {
        let wanted = self.search.text().to_lowercase();
        let holds = |&index: &usize| {
            let save = &self.saves[index];
            let text = [title_of(save, context), &save.name, &save.seed, &standing(save).0].join(" ");
            text.to_lowercase().contains(&wanted)
        };
        let mut rows = Vec::new();
        for family in families(&self.saves).into_iter().filter(|family| family.iter().any(holds)) {
            let unfolded = family.iter().any(|&index| self.unfolded.contains(&self.saves[index].path));
            let (first, others) = (family[0], family[1..].to_vec());
            rows.push(Row { save: first, others: others.clone(), unfolded, nested: false });
            let nested = others.into_iter().filter(|_| unfolded);
            rows.extend(nested.map(|save| Row { save, others: Vec::new(), unfolded: false, nested: true }));
        }
        self.rows = rows;
        self.menu.chosen = self.menu.chosen.min(self.rows.len().saturating_sub(1));
    }

    fn chosen(&self) -> Option<&Save> {
        self.rows.get(self.menu.chosen).map(|row| &self.saves[row.save])
    }

    /// The next save to preview: the selected one, then those around it.
    fn unseen(&self) -> Option<&Save> {
        let from = self.menu.chosen.saturating_sub(self.in_sight);
        let around = self.rows.iter().skip(from).take(2 * self.in_sight).map(|row| &self.saves[row.save]);
        self.chosen().into_iter().chain(around).find(|save| self.glimpses.wants(save))
    }

    /// Shows or hides the other runs of the selected game.
    fn unfold(&mut self, on: bool, context: &Context) {
        while !on && self.rows.get(self.menu.chosen).is_some_and(|row| row.nested) {
            self.menu.chosen -= 1;
        }
        let Some(row) = self.rows.get(self.menu.chosen) else { return };
        let family = || row.others.iter().chain([&row.save]).map(|&index| &self.saves[index].path);
        if on && !row.others.is_empty() {
            self.unfolded.extend(family().cloned());
        } else if !on {
            let paths: Vec<PathBuf> = family().cloned().collect();
            self.unfolded.retain(|path| !paths.contains(path));
        }
        self.lay_out(context);
    }

    fn open(&self, context: &Context) -> Go {
        match self.chosen() {
            None => Go::Stay,
            Some(save) if matches!(save.state, State::Ended(_)) => {
                crate::replay::open_file(&save.path, context)
            }
            Some(save) => crate::vacancy::open_save(save, context, false),
        }
    }

    fn name_input(&mut self, input: &Input, context: &Context) -> Go {
        let Some(field) = &mut self.naming else { return Go::Stay };
        match input {
            Input::Key(Key::Esc) => self.naming = None,
            Input::Key(Key::Enter) => {
                let name = field.text();
                self.naming = None;
                let Some(save) = self.chosen().filter(|_| !name.trim().is_empty()) else { return Go::Stay };
                if let Err(problem) = context.home.rename(&save.path, name.trim()) {
                    return Go::notice("Not renamed", problem.to_string());
                }
                self.read(context);
            }
            other => {
                field.input(other);
            }
        }
        Go::Stay
    }

    fn search_input(&mut self, input: &Input, context: &Context) -> Go {
        match input {
            Input::Key(Key::Esc) => {
                self.search = Field::default();
                self.searching = false;
            }
            Input::Key(Key::Enter) => self.searching = false,
            other => {
                self.search.input(other);
            }
        }
        self.lay_out(context);
        Go::Stay
    }

    /// The saves that deleting the selected row removes: a game with everything folded under it, or a single
    /// run.
    fn doomed(&self) -> Vec<&Save> {
        let Some(row) = self.rows.get(self.menu.chosen) else { return Vec::new() };
        let others = row.others.iter().filter(|_| !row.unfolded);
        [&row.save].into_iter().chain(others).map(|&index| &self.saves[index]).collect()
    }

    fn delete(&mut self, context: &Context) -> Go {
        let paths: Vec<PathBuf> = self.doomed().iter().map(|save| save.path.clone()).collect();
        let mut problem = None;
        self.deleted.clear();
        for path in paths {
            match context.home.delete(&path) {
                Ok(deleted) => self.deleted.push(deleted),
                Err(what) => problem = Some(what.to_string()),
            }
        }
        self.read(context);
        if !self.deleted.is_empty() {
            self.toast = Some("Deleted. u brings it back, as long as this list is open.".to_owned());
        }
        problem.map_or(Go::Stay, |what| Go::notice("Not deleted", what))
    }

    fn bring_back(&mut self, context: &Context) -> Go {
        let mut problem = None;
        for deleted in std::mem::take(&mut self.deleted) {
            if let Err(what) = context.home.bring_back(&deleted) {
                problem = Some(what.to_string());
                self.deleted.push(deleted);
            }
        }
        self.read(context);
        problem.map_or(Go::Stay, |what| Go::notice("Not brought back", what))
    }

    fn ask_delete(&self) -> Go {
        let Some(save) = self.chosen() else { return Go::Stay };
        let count = self.doomed().len();
        let mut lines = vec![
            format!("{} ({}), {} commands", save.name, save.game, save.commands),
            save.path.display().to_string(),
        ];
        if count > 1 {
            lines.push(format!("{} folded under it go with it.", runs(count - 1)));
        }
        lines.push("u brings it back, as long as this list is open.".to_owned());
        Go::open(Dialog::ask(
            "Delete this game?",
            &lines,
            &[("Keep it", Answer::No), ("Delete it", Answer::Yes)],
        ))
    }
}

/// `1 run`, `3 runs`.
fn runs(count: usize) -> String {
    format!("{count} run{}", if count == 1 { "" } else { "s" })
}

/// `died, score 9`, `open`, `damaged`.
fn standing(save: &Save) -> (String, Paint) {
    let marked: String = save.marks.iter().map(|mark| format!(", {mark}")).collect();
    match &save.state {
        State::Open => (format!("open{marked}"), Paint::Ink(Ink::Good)),
        State::Ended(ending) => (format!("{}, score {}{marked}", ending.result, ending.score), DIM),
        State::Damaged(_) => (format!("damaged{marked}"), Paint::Ink(Ink::Bad)),
    }
}

impl Screen for Saves {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let hints = self.hints(canvas);
        let games = self.rows.iter().filter(|row| !row.nested).count();
        let plural = if games == 1 { "" } else { "s" };
        let rect = canvas.frame("Saved games", &format!("{games} game{plural}"), &hints);
        if self.saves.is_empty() {
            canvas.centre(rect, rect.y + rect.height / 3, "No game has been kept yet.", DIM);
        } else {
            self.draw_both(canvas, rect, context);
        }
        if let Some(field) = &self.naming {
            canvas.ask("New name:", field);
        } else if self.searching {
            canvas.ask("Search:", &self.search);
        } else if let Some(toast) = &self.toast {
            canvas.say(toast, "", Paint::Bar);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if self.naming.is_some() {
            return self.name_input(input, context);
        }
        if self.searching {
            return self.search_input(input, context);
        }
        if input == &Input::Tick {
            let save = self.unseen().cloned();
            save.into_iter().for_each(|save| self.glimpses.work(&save, context));
            return Go::Stay;
        }
        if let Input::Key(key) = input {
            self.toast = None;
            match key {
                Key::Char('n' | 'N') => {
                    self.naming = self.chosen().map(|save| Field::new(&save.name));
                    return Go::Stay;
                }
                Key::Delete | Key::Char('x' | 'X') => return self.ask_delete(),
                Key::Char('u' | 'U') => return self.bring_back(context),
                Key::Char('/') => {
                    self.searching = true;
                    return Go::Stay;
                }
                Key::Char('r' | 'R') => {
                    return self
                        .chosen()
                        .map_or(Go::Stay, |save| crate::replay::open_file(&save.path, context));
                }
                Key::Char('?') | Key::F(1) => return help(),
                Key::Esc if !self.search.is_empty() => return self.search_input(input, context),
                _ => {}
            }
        }
        match self.menu.input(input, &vec![true; self.rows.len()], false) {
            Act::Picked => self.open(context),
            Act::Back => Go::Back,
            Act::Change(by) => {
                self.unfold(by > 0, context);
                Go::Stay
            }
            Act::Nothing | Act::Moved => Go::Stay,
        }
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        if answer == Answer::Yes { self.delete(context) } else { Go::Stay }
    }

    fn uncovered(&mut self, context: &mut Context) {
        self.read(context);
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        self.unseen().map(|_| Duration::from_millis(1))
    }
}

impl Saves {
    fn hints(&self, canvas: &Canvas<'_>) -> Vec<KeyHint> {
        let mut hints = Vec::new();
        if let Some(row) = self.rows.get(self.menu.chosen) {
            let open = match self.saves[row.save].state {
                State::Ended(_) => "watch",
                State::Damaged(_) => "recover and play on",
                State::Open => "play on",
            };
            hints.push(hint("Enter", open));
            if !row.others.is_empty() {
                let what = if row.unfolded { "fold" } else { "branches" };
                hints.push(hint(canvas.look.left_right(), what));
            }
            hints.extend([hint("r", "watch"), hint("n", "rename"), hint("x", "delete")]);
        }
        if !self.deleted.is_empty() {
            hints.push(hint("u", "bring back"));
        }
        if !self.saves.is_empty() {
            hints.push(hint("/", "search"));
        }
        hints.push(hint("Esc", if self.search.is_empty() { "back" } else { "all games" }));
        hints
    }

    /// Draws the list, with the preview beside or below it.
    fn draw_both(&mut self, canvas: &mut Canvas<'_>, rect: Rect, context: &Context) {
        if rect.width >= BESIDE_FROM {
            let cols = (rect.width / 10 * 6).clamp(LIST_COLS.0, LIST_COLS.1);
            self.draw_list(canvas, Rect { width: cols, ..rect }, context);
            for y in rect.top()..rect.bottom() {
                canvas.put(rect.x + cols, y, canvas.look.lines.vertical, Paint::Frame);
            }
            let x = rect.x + cols + 2;
            return self.draw_picture(canvas, Rect { x, width: rect.right().saturating_sub(x + 1), ..rect });
        }
        let rows = (self.rows.len() as u16).min(LIST_ROWS) + 4;
        let picture = rect.height.saturating_sub(rows);
        let picture = if picture > PICTURE_ROWS { picture } else { 0 };
        self.draw_list(canvas, Rect { height: rect.height - picture, ..rect }, context);
        if picture > 0 {
            let width = rect.width.saturating_sub(2);
            let (x, y) = (rect.x + 1, rect.bottom() - picture + 1);
            self.draw_picture(canvas, Rect { x, y, width, height: picture - 1 });
        }
    }

    fn draw_picture(&mut self, canvas: &mut Canvas<'_>, rect: Rect) {
        if let Some(save) = self.chosen().cloned() {
            self.glimpses.draw(&save, canvas, rect);
        }
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_>, rect: Rect, context: &Context) {
        let wide = rect.width >= 76;
        let told = rect.width >= WHERE_FROM;
        let detail = u16::from(rect.height > 6) * 2;
        let heading = Rect { height: 1, ..rect };
        let titles = self.saves.iter().map(|save| title_of(save, context).width() as u16);
        let game_cols = titles.max().unwrap_or(0).clamp(4, 20);
        let standings = self.saves.iter().map(|save| standing(save).0.width() as u16);
        let stand_cols = standings.max().unwrap_or(0).clamp(6, 24);
        row_of(
            canvas,
            heading,
            (wide, told, game_cols, stand_cols),
            ["game", "name", "stands", if told { "where" } else { "commands" }, "last played"],
            [TITLE; 5],
        );
        let list = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1 + detail), ..rect };
        self.in_sight = list.height.into();
        let (saves, rows, glimpses) = (&self.saves, &self.rows, &self.glimpses);
        self.menu.draw(canvas, list, rows.len(), |canvas, place, index, chosen| {
            let save = &saves[rows[index].save];
            let title = if rows[index].nested { "" } else { title_of(save, context) };
            let (stands, colour) = standing(save);
            let date = date_and_time(save.written);
            let paints =
                [TEXT, TEXT, colour, DIM, DIM].map(|paint| if chosen { Paint::Chosen } else { paint });
            let name = format!("{}{}", marker(&rows[index], canvas.look.is_unicode()), save.name);
            let known = glimpses.about(save, canvas.look.lines.dot).filter(|_| told);
            let far = known.unwrap_or_else(|| save.commands.to_string());
            let texts = [title, &name, &stands, &far, &date[..16.min(date.len())]];
            row_of(canvas, place, (wide, told, game_cols, stand_cols), texts, paints);
        });
        if rows.is_empty() {
            let text = format!("No game holds '{}'.", self.search.text());
            canvas.centre(rect, rect.y + rect.height / 3, &text, DIM);
        }
        if let Some((row, save)) =
            self.rows.get(self.menu.chosen).map(|row| (row, &self.saves[row.save])).filter(|_| detail > 0)
        {
            let mut what = match &save.state {
                State::Damaged(what) => format!("Damaged at {what}. Everything before it can be played on."),
                _ => format!("Seed {} in {}", save.seed, save.path.display()),
            };
            if !row.others.is_empty() && !row.unfolded {
                what = format!("{} under it. {what}", runs(row.others.len()));
            }
            canvas.text(rect.x + 1, rect.bottom() - 1, rect.width.saturating_sub(2), &what, DIM);
        }
    }
}

/// The marker before a name: folded, unfolded or nested.
const fn marker(row: &Row, unicode: bool) -> &'static str {
    match (row.nested, row.others.is_empty(), row.unfolded) {
        (true, ..) if unicode => "  └ ",
        (true, ..) => "  - ",
        (false, true, _) => "",
        (false, false, false) if unicode => "▸ ",
        (false, false, true) if unicode => "▾ ",
        (false, false, false) => "+ ",
        (false, false, true) => "- ",
    }
}

fn help() -> Go {
    crate::help::of_mode(
        "Saved games",
        &[
            ("Up Down", "Choose a game."),
            ("Enter", "Play on, or watch a game that has ended."),
            ("Right Left", "Show or hide what was branched from it or taken back."),
            ("r", "Watch it."),
            ("n", "Give it another name."),
            ("Delete x", "Delete it, with everything folded under it."),
            ("u", "Bring back what was deleted last."),
            ("/", "Search for a game, name, seed or end; Esc shows everything again."),
            ("Esc", "Back."),
        ],
    )
}

fn title_of<'a>(save: &'a Save, context: &Context) -> &'a str {
    context.entry(&save.game).map_or(save.game.as_str(), |entry| entry.title)
}

/// Draws five columns; narrow screens drop the last two, and wide ones show in the fourth where the player
/// is.
fn row_of(
    canvas: &mut Canvas<'_>,
    row: Rect,
    (wide, told, game, stands): (bool, bool, u16, u16),
    texts: [&str; 5],
    paints: [Paint; 5],
) {
    let room = row.width.saturating_sub(2);
    let widths: [u16; 5] = if wide {
        let far = if told { (room * 9 / 20).min(50) } else { 8 };
        let name = room.saturating_sub(game + stands + far + 16 + 4);
        [game, name, stands, far, 16]
    } else {
        let each = room.saturating_sub(2) / 3;
        [each, each, each, 0, 0]
    };
    let mut x = row.x + 1;
    for (index, width) in widths.into_iter().enumerate().filter(|(_, width)| *width > 0) {
        let text = cut(texts[index], usize::from(width), canvas.look.is_unicode());
        canvas.text(x, row.y, width, &text, paints[index]);
        x += width + 1;
    }
}
