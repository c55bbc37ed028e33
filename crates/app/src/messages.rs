//! All messages of a game, with a search.

use crate::canvas::{Canvas, DIM, TEXT, column, hint};
use crate::context::Context;
use crate::field::Field;
use crate::log::{Said, paint_of};
use crate::screen::{Go, Screen};
use crate::scroll::Scroll;
use console::{Input, Key, Paint, wrap};
use ratatui_core::layout::Rect;

/// The screen of messages.
pub(crate) struct Messages {
    said: Vec<Said>,
    scroll: Scroll,
    search: Field,
    searching: bool,
}

impl Messages {
    pub(crate) fn new(said: &[Said]) -> Self {
        Self { said: said.to_vec(), scroll: Scroll::from_end(), search: Field::default(), searching: false }
    }

    /// The lines of messages that contain the search text, ignoring case.
    fn lines(&self, cols: usize) -> Vec<(String, Paint)> {
        let wanted = self.search.text().to_lowercase();
        let mut lines = Vec::new();
        for said in &self.said {
            if !wanted.is_empty() && !said.text.to_lowercase().contains(&wanted) {
                continue;
            }
            for (index, line) in wrap(&said.shown(), cols.saturating_sub(7).max(1)).into_iter().enumerate() {
                let turn = if index == 0 { said.turn.to_string() } else { String::new() };
                lines.push((format!("{turn:>5}  {line}"), paint_of(said)));
            }
        }
        lines
    }
}

impl Screen for Messages {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let hints = if self.searching {
            vec![hint("Enter", "done"), hint("Esc", "show all")]
        } else {
            vec![hint(canvas.look.up_down(), "scroll"), hint("/", "search"), hint("Esc", "back")]
        };
        let rect = column(canvas.frame("Messages", "", &hints), 110);
        let show_search = self.searching || !self.search.is_empty();
        let lines = self.lines(usize::from(rect.width.saturating_sub(2)));
        if lines.is_empty() {
            let text = if show_search { "Nothing like that was said." } else { "Nothing has been said yet." };
            canvas.centre(rect, rect.y + rect.height / 3, text, DIM);
        }
        let rows = rect.height.saturating_sub(u16::from(show_search));
        self.scroll.draw(canvas, Rect { height: rows, ..rect }, lines.len(), |canvas, row, index| {
            let (line, paint) = &lines[index];
            canvas.text(row.x, row.y, row.width.saturating_sub(1), line, *paint);
        });
        if show_search && rect.height > 0 {
            let y = rect.bottom() - 1;
            let x = canvas.text(rect.x, y, rect.width, " Search: ", TEXT);
            let room = Rect { x, y, width: rect.right().saturating_sub(x), height: 1 };
            self.search.draw(canvas, room, self.searching);
        }
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Go {
        if !self.searching {
            if matches!(input, Input::Key(Key::Char('/'))) {
                self.searching = true;
                return Go::Stay;
            }
            return self.scroll.input(input);
        }
        match input {
            Input::Key(Key::Enter) => self.searching = false,
            Input::Key(Key::Esc) => {
                self.searching = false;
                self.search = Field::default();
            }
            Input::Key(Key::Up | Key::Down | Key::PageUp | Key::PageDown) | Input::Wheel(_) => {
                return self.scroll.input(input);
            }
            other => {
                if self.search.input(other) {
                    self.scroll = Scroll::from_end();
                }
            }
        }
        Go::Stay
    }
}
