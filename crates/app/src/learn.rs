//! The list of tutorials, one per game.

use crate::canvas::{Canvas, DIM, TEXT, column, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::play::Play;
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use ratatui_core::layout::Rect;
use session::Entry;

/// What a tutorial is, in two sentences.
pub(crate) const ABOUT: &str = "Three minutes with the real rules and your own keys: a line at the top says what to press. \
                                It can be left at any moment and continued later.";

/// The tutorials.
pub(crate) struct Learn {
    entries: Vec<&'static Entry>,
    menu: Menu,
}

impl Learn {
    pub(crate) fn new(context: &Context) -> Self {
        let entries = context.games.iter().filter(|entry| entry.teaching.tutorial.is_some()).collect();
        Self { entries, menu: Menu::default() }
    }
}

/// Begins a tutorial in place of the current screen. Without a file it is played anyway.
pub(crate) fn begin(entry: &Entry, context: &Context) -> Go {
    let opened = context.start_lesson(entry, true).or_else(|_| context.start_lesson(entry, false));
    match opened {
        Ok(opened) => Go::replace(Play::new(opened, context)),
        Err(problem) => Go::notice("No tutorial", problem.to_string()),
    }
}

impl Screen for Learn {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let hints = [hint(canvas.look.up_down(), "choose"), hint("Enter", "begin"), hint("Esc", "back")];
        let rect = column(canvas.frame("Tutorials", "", &hints), 78);
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let about = wrap(ABOUT, usize::from(rect.width.saturating_sub(6)).max(1));
        for (line, y) in about.iter().zip(rect.y..rect.bottom()) {
            canvas.text(rect.x + 3, y, rect.width.saturating_sub(4), line, DIM);
        }
        let top = rect.y + about.len() as u16 + 1;
        let list = Rect { y: top, height: rect.bottom().saturating_sub(top), ..rect };
        let entries = &self.entries;
        self.menu.draw(canvas, list, entries.len(), |canvas, row, index, chosen| {
            let paint = canvas.pointer(row, chosen);
            canvas.text(row.x + 3, row.y, 1, &(index + 1).to_string(), paint(DIM));
            canvas.text(row.x + 5, row.y, row.width.saturating_sub(6), entries[index].title, paint(TEXT));
        });
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if let Input::Key(Key::Char(digit @ '1'..='9')) = input
            && let Some(entry) = self.entries.get(*digit as usize - '1' as usize)
        {
            return begin(entry, context);
        }
        match self.menu.input(input, &vec![true; self.entries.len()], false) {
            Act::Picked | Act::Change(1) => {
                self.entries.get(self.menu.chosen).map_or(Go::Stay, |entry| begin(entry, context))
            }
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }
}
