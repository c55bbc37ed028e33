//! Saved games: open, ended and damaged ones, to play on, to watch, to delete.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, Paint, cut};
use keeper::{Save, State, date_and_time};
use kernel::Ink;
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

/// Saved games.
pub(crate) struct Saves {
    saves: Vec<Save>,
    menu: Menu,
    /// The new name being typed.
    naming: Option<Field>,
}

impl Saves {
    pub(crate) fn new(context: &Context) -> Self {
        Self { saves: context.home.saves(), menu: Menu::default(), naming: None }
    }

    fn chosen(&self) -> Option<&Save> {
        self.saves.get(self.menu.chosen)
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
                if let Err(trouble) = keeper::rename(&save.path, name.trim()) {
                    return Go::notice("Not renamed", trouble.to_string());
                }
                self.saves = context.home.saves();
            }
            other => {
                field.input(other);
            }
        }
        Go::Stay
    }

    fn ask_delete(&self) -> Go {
        let Some(save) = self.chosen() else { return Go::Stay };
        let lines = [
            format!("{} ({}), {} commands", save.name, save.game, save.commands),
            save.path.display().to_string(),
            "It cannot be brought back.".to_owned(),
        ];
        Go::open(Dialog::ask(
            "Delete this game?",
            &lines,
            &[("Keep it", Answer::No), ("Delete it", Answer::Yes)],
        ))
    }
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
        let open = match self.chosen().map(|save| &save.state) {
            Some(State::Ended(_)) => "watch",
            Some(State::Damaged(_)) => "recover and play on",
            _ => "play on",
        };
        let hints = if self.saves.is_empty() {
            vec![hint("Esc", "back")]
        } else {
            vec![
                hint("Enter", open),
                hint("r", "watch"),
                hint("n", "rename"),
                hint("Delete or x", "delete"),
                hint("Esc", "back"),
            ]
        };
        let count = self.saves.len();
        let rect = canvas.frame("Saved games", &format!("{count} kept"), &hints);
        let rect = column(rect, 110);
        if count == 0 {
            canvas.centre(rect, rect.y + rect.height / 3, "No game has been kept yet.", DIM);
            return;
        }
        let wide = rect.width >= 76;
        let detail = u16::from(rect.height > 6) * 2;
        let heading = Rect { height: 1, ..rect };
        let titles = self.saves.iter().map(|save| title_of(save, context).width() as u16);
        let game_cols = titles.max().unwrap_or(0).clamp(4, 20);
        row_of(
            canvas,
            heading,
            (wide, game_cols),
            ["game", "name", "stands", "commands", "last played"],
            [TITLE; 5],
        );
        let list = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1 + detail), ..rect };
        let saves = &self.saves;
        self.menu.draw(canvas, list, count, |canvas, row, index, chosen| {
            let save = &saves[index];
            let title = title_of(save, context);
            let (stands, colour) = standing(save);
            let date = date_and_time(save.written);
            let paints =
                [TEXT, TEXT, colour, DIM, DIM].map(|paint| if chosen { Paint::Chosen } else { paint });
            let texts = [title, &save.name, &stands, &save.commands.to_string(), &date[..16.min(date.len())]];
            row_of(canvas, row, (wide, game_cols), texts, paints);
        });
        if detail > 0
            && let Some(save) = self.chosen()
        {
            let what = match &save.state {
                State::Damaged(what) => format!("Damaged at {what}. Everything before it can be played on."),
                _ => format!("Seed {} in {}", save.seed, save.path.display()),
            };
            canvas.text(rect.x + 1, rect.bottom() - 1, rect.width.saturating_sub(2), &what, DIM);
        }
        if let Some(field) = &self.naming {
            canvas.ask("New name:", field);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if self.naming.is_some() {
            return self.name_input(input, context);
        }
        match input {
            Input::Key(Key::Char('n' | 'N')) => {
                self.naming = self.chosen().map(|save| Field::new(&save.name));
                return Go::Stay;
            }
            Input::Key(Key::Delete | Key::Char('x' | 'X')) => return self.ask_delete(),
            Input::Key(Key::Char('r' | 'R')) => {
                return self.chosen().map_or(Go::Stay, |save| crate::replay::open_file(&save.path, context));
            }
            _ => {}
        }
        match self.menu.input(input, &vec![true; self.saves.len()], false) {
            Act::Picked => self.open(context),
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        let Some(save) = self.chosen().filter(|_| answer == Answer::Yes) else { return Go::Stay };
        let gone = keeper::delete(&save.path);
        self.saves = context.home.saves();
        match gone {
            Ok(()) => Go::Stay,
            Err(trouble) => Go::notice("Not deleted", trouble.to_string()),
        }
    }

    fn uncovered(&mut self, context: &mut Context) {
        self.saves = context.home.saves();
    }
}

fn title_of<'a>(save: &'a Save, context: &Context) -> &'a str {
    context.entry(&save.game).map_or(save.game.as_str(), |entry| entry.title)
}

/// Five columns; on narrow screens the last two give way.
fn row_of(
    canvas: &mut Canvas<'_>,
    row: Rect,
    (wide, game): (bool, u16),
    texts: [&str; 5],
    paints: [Paint; 5],
) {
    let room = row.width.saturating_sub(2);
    let widths: [u16; 5] = if wide {
        let name = room.saturating_sub(game + 20 + 8 + 16 + 4);
        [game, name, 20, 8, 16]
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
