//! A text field of one line.

use crate::canvas::Canvas;
use console::{Input, Key, Paint};
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthChar as _;

/// Maximum length; longer pasted text is cut.
const LONGEST: usize = 4096;

/// A text field of one line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    text: Vec<char>,
    cursor: usize,
}

impl Field {
    pub(crate) fn new(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { cursor: text.len(), text }
    }

    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Handles an input; true if it was one for a text field.
    pub(crate) fn input(&mut self, input: &Input) -> bool {
        match input {
            Input::Clear => (self.text, self.cursor) = (self.text.split_off(self.cursor), 0),
            Input::Paste(text) => text.chars().filter(|c| !c.is_control()).for_each(|c| self.insert(c)),
            Input::Key(Key::Char(letter)) => self.insert(*letter),
            Input::Key(Key::Backspace) if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            Input::Key(Key::Delete) if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            Input::Key(Key::Backspace | Key::Delete) => {}
            Input::Key(Key::Left) => self.cursor = self.cursor.saturating_sub(1),
            Input::Key(Key::Right) => self.cursor = (self.cursor + 1).min(self.text.len()),
            Input::Key(Key::Home) => self.cursor = 0,
            Input::Key(Key::End) => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }

    fn insert(&mut self, letter: char) {
        if self.text.len() < LONGEST && !letter.is_control() {
            self.text.insert(self.cursor, letter);
            self.cursor += 1;
        }
    }

    /// Draws the text on one row, scrolled so that the cursor is visible. Without focus, no cursor is shown.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect, focus: bool) {
        canvas.reading.typing |= focus;
        if rect.is_empty() {
            return;
        }
        canvas.fill(Rect { height: 1, ..rect }, Paint::Field);
        let width = |c: &char| c.width().unwrap_or(0) as u16;
        // Go back from the cursor as far as there is room; one column is for the cursor itself.
        let mut from = self.cursor;
        let mut room = rect.width - 1;
        while from > 0 && width(&self.text[from - 1]) <= room {
            from -= 1;
            room -= width(&self.text[from]);
        }
        let mut x = rect.x;
        for (index, letter) in self.text.iter().enumerate().skip(from) {
            if x + width(letter) > rect.right() {
                break;
            }
            let paint = if focus && index == self.cursor { Paint::Cursor } else { Paint::Field };
            x = canvas.text(x, rect.y, width(letter).max(1), &letter.to_string(), paint);
        }
        if focus && self.cursor == self.text.len() && x < rect.right() {
            canvas.put(x, rect.y, ' ', Paint::Cursor);
        }
    }
}
