//! Scrollable text: moved by keys and the wheel, left with Esc.

use crate::canvas::Canvas;
use crate::menu::as_arrow;
use crate::screen::Go;
use console::{Input, Key};
use ratatui_core::layout::Rect;

/// A scroll position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scroll {
    top: usize,
    shown: usize,
    count: usize,
    /// Whether to show the end.
    at_end: bool,
}

impl Scroll {
    /// Starts at the last lines.
    pub(crate) const fn from_end() -> Self {
        Self { top: 0, shown: 0, count: 0, at_end: true }
    }

    pub(crate) fn input(&mut self, input: &Input) -> Go {
        match input {
            Input::Key(Key::Esc | Key::Char('q' | 'Q')) => return Go::Back,
            Input::Key(key) => self.key(*key),
            Input::Wheel(by) => self.by(*by),
            _ => {}
        }
        Go::Stay
    }

    fn key(&mut self, key: Key) {
        let page = self.shown.max(2) as i32 - 1;
        let key = match key {
            Key::Char(letter) => as_arrow(letter).unwrap_or(key),
            other => other,
        };
        match key {
            Key::Up => self.by(-1),
            Key::Down | Key::Enter => self.by(1),
            Key::PageUp | Key::Left => self.by(-page),
            Key::PageDown | Key::Right | Key::Char(' ') => self.by(page),
            Key::Home => self.by(-(self.count as i32)),
            Key::End => self.by(self.count as i32),
            _ => {}
        }
    }

    fn by(&mut self, rows: i32) {
        self.at_end = false;
        let last = self.count.saturating_sub(self.shown) as i64;
        self.top = (self.top as i64 + i64::from(rows)).clamp(0, last) as usize;
    }

    /// Draws the visible lines.
    pub(crate) fn draw(
        &mut self,
        canvas: &mut Canvas<'_>,
        rect: Rect,
        count: usize,
        mut draw: impl FnMut(&mut Canvas<'_>, Rect, usize),
    ) {
        (self.shown, self.count) = (usize::from(rect.height), count);
        let last = count.saturating_sub(self.shown);
        self.top = if self.at_end { last } else { self.top.min(last) };
        for (line, index) in (self.top..count.min(self.top + self.shown)).enumerate() {
            draw(canvas, Rect { y: rect.y + line as u16, height: 1, ..rect }, index);
        }
        canvas.more_marks(rect, self.top > 0, self.top < last);
    }
}
