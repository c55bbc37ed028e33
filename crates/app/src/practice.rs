//! The values of a practice game: a list, then a number or one of several things. The answer is a line of the
//! game.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, hint};
use crate::context::Context;
use crate::dialog::Answer;
use crate::field::Field;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key};
use kernel::Adjustment;
use ratatui_core::layout::Rect;
use session::PRACTICE;
use unicode_width::UnicodeWidthStr as _;

/// Width of the names.
const NAME_COLS: u16 = 28;
/// Width of the box.
const COLS: u16 = 56;

/// The list of values.
pub(crate) struct Practice {
    all: Vec<Adjustment>,
    menu: Menu,
    /// The number being typed.
    typed: Option<Field>,
    /// The list of things to choose from, while it is open.
    words: Option<Menu>,
    /// What is wrong with the number.
    problem: Option<String>,
}

impl Practice {
    pub(crate) fn new(all: Vec<Adjustment>) -> Self {
        Self { all, menu: Menu::default(), typed: None, words: None, problem: None }
    }

    fn chosen(&self) -> Option<&Adjustment> {
        self.all.get(self.menu.chosen)
    }

    fn set(&self, value: u32) -> Go {
        match self.chosen() {
            Some(one) => Go::Answer(Answer::Line(format!("{PRACTICE} {} {value}", one.name))),
            None => Go::Stay,
        }
    }

    fn pick(&mut self) -> Go {
        let Some(one) = self.chosen() else { return Go::Back };
        if one.is_deed() {
            return self.set(one.first);
        }
        if one.words.is_empty() {
            let now = one.now.map_or_else(String::new, |now| now.to_string());
            self.typed = Some(Field::new(&now));
        } else {
            self.words = Some(Menu::default());
        }
        Go::Stay
    }

    fn number_input(&mut self, mut field: Field, input: &Input) -> Go {
        match input {
            Input::Key(Key::Esc) => return Go::Stay,
            Input::Key(Key::Enter) => match self.chosen().and_then(|one| one.value(&field.text())) {
                Some(value) => return self.set(value),
                None => self.problem = Some("This number cannot be set.".to_owned()),
            },
            other => {
                field.input(other);
            }
        }
        self.typed = Some(field);
        Go::Stay
    }

    fn note(&self) -> String {
        let range = self.chosen().map_or_else(String::new, |one| match () {
            () if one.is_deed() => String::new(),
            () if !one.words.is_empty() => format!("{} to choose from. ", one.words.len()),
            () => format!("From {} to {}. ", one.first, one.last),
        });
        let problem = self.problem.as_ref().map_or_else(String::new, |problem| format!("{problem} "));
        format!("{problem}{range}A practice game is never ranked.")
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool) {
        let one = &self.all[index];
        let paint = canvas.pointer(row, chosen);
        canvas.text(row.x + 3, row.y, NAME_COLS, one.label, paint(TEXT));
        let at = row.x + 4 + NAME_COLS;
        let rest = Rect { x: at, width: row.right().saturating_sub(at + 1), ..row };
        if let (true, Some(field)) = (chosen, &self.typed) {
            return field.draw(canvas, rest, true);
        }
        let now = one.now.map_or_else(String::new, |now| now.to_string());
        canvas.text(rest.x, rest.y, rest.width, &now, paint(DIM));
    }
}

impl Screen for Practice {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let note = self.note();
        let hints = [hint(canvas.look.up_down(), "choose"), hint("Enter", "set"), hint("Esc", "back")];
        if let Some(mut menu) = self.words.take() {
            let (title, words) = self.chosen().map_or(("", &[][..]), |one| (one.label, one.words.as_slice()));
            let widest = words.iter().map(|word| word.width() as u16).max().unwrap_or(0);
            let rect = canvas.boxed((widest + 8).max(30), words.len() as u16, title);
            menu.draw(canvas, rect, words.len(), |canvas, row, index, chosen| {
                let paint = canvas.pointer(row, chosen);
                canvas.text(row.x + 3, row.y, row.width.saturating_sub(4), &words[index], paint(TEXT));
            });
            self.words = Some(menu);
        } else {
            let rows = self.all.len() as u16 + 2;
            let rect = canvas.boxed(COLS, rows, "Practice");
            let mut menu = std::mem::take(&mut self.menu);
            let (count, place) = (self.all.len(), (rect, rect.y));
            // The menu knows the selected row, but the note has to be made before the menu is borrowed.
            self.menu.chosen = menu.chosen;
            canvas.list_with_notes(
                &mut menu,
                place,
                count,
                &[(note, TITLE)],
                |canvas, row, index, chosen| {
                    self.draw_row(canvas, row, index, chosen);
                },
            );
            self.menu = menu;
        }
        canvas.hints(&hints);
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Go {
        self.problem = None;
        if let Some(field) = self.typed.take() {
            return self.number_input(field, input);
        }
        if let Some(mut menu) = self.words.take() {
            let Some(one) = self.chosen() else { return Go::Back };
            let (first, count) = (one.first, one.words.len());
            let act = menu.input(input, &vec![true; count], false);
            match act {
                Act::Picked => return self.set(first + menu.chosen as u32),
                Act::Back => {}
                Act::Nothing | Act::Moved | Act::Change(_) => self.words = Some(menu),
            }
            return Go::Stay;
        }
        if let Input::Key(Key::Char('0'..='9')) = input
            && self.chosen().is_some_and(|one| one.words.is_empty() && !one.is_deed())
        {
            return self.number_input(Field::default(), input);
        }
        match self.menu.input(input, &vec![true; self.all.len()], false) {
            Act::Picked => self.pick(),
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
