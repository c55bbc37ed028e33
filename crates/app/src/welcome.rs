//! The first visit to a host: asks the visitor for a name.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::field::Field;
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use kernel::Name;
use ratatui_core::layout::Rect;

const ABOUT: &str = "This is your first visit with this key. The key is your account: there is no password, \
                     and whoever has the key plays as you.";
const QUESTION: &str = "Which name do you want to play under?";
const COLS: u16 = 72;
/// Width of the field; names are shorter.
const FIELD_COLS: u16 = 32;

/// The question for a name.
pub(crate) struct Welcome {
    field: Field,
    /// Why the last name was refused.
    problem: Option<String>,
}

impl Welcome {
    /// Creates the question; proposes the given name if it is valid.
    pub(crate) fn new(proposed: &str) -> Self {
        let proposed = if Name::new(proposed).is_ok() { proposed } else { "" };
        Self { field: Field::new(proposed), problem: None }
    }

    fn answer(&mut self, context: &mut Context) -> Go {
        let Some(visit) = &mut context.visit else { return Go::Title };
        let name = self.field.text();
        let name = name.trim();
        let fits = Name::new(name).map_err(|refused| refused.0.into_owned());
        match fits.and_then(|name| visit.host.take_name(name.as_str())) {
            Ok(()) => {
                visit.name = Some(name.to_owned());
                Go::Title
            }
            Err(what) => {
                self.problem = Some(what);
                Go::Stay
            }
        }
    }
}

impl Screen for Welcome {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let hints = [hint("Enter", "play under this name"), hint("Esc", "leave")];
        let rect = column(canvas.frame("Welcome to Undercroft", "", &hints), COLS);
        let mut y = rect.y + 1;
        let mut say = |canvas: &mut Canvas<'_>, text: &str, paint| {
            for line in wrap(text, usize::from(rect.width.saturating_sub(2)).max(1)) {
                if y < rect.bottom() {
                    canvas.text(rect.x + 1, y, rect.width.saturating_sub(1), &line, paint);
                }
                y += 1;
            }
            y += 1;
            y
        };
        say(canvas, ABOUT, DIM);
        let at = say(canvas, QUESTION, TITLE);
        if at < rect.bottom() {
            let width = FIELD_COLS.min(rect.width.saturating_sub(2));
            self.field.draw(canvas, Rect { x: rect.x + 1, y: at, width, height: 1 }, true);
        }
        if let Some(problem) = &self.problem
            && at + 2 < rect.bottom()
        {
            canvas.text(rect.x + 1, at + 2, rect.width.saturating_sub(1), problem, TEXT);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Key(Key::Enter) => self.answer(context),
            Input::Key(Key::Esc) => Go::Quit,
            other => {
                if self.field.input(other) {
                    self.problem = None;
                }
                Go::Stay
            }
        }
    }
}
