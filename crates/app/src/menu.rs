//! A list with one selected row: arrows, vi and WASD keys, the wheel and the mouse move the selection; Enter
//! or a click picks.

use crate::canvas::Canvas;
use console::{Input, Key, Paint};
use ratatui_core::layout::Rect;

/// The effect of an input on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Not an input for a list.
    Nothing,
    /// Another row was selected.
    Moved,
    /// The selected row was picked.
    Picked,
    /// The value of the selected row should change, backwards or forwards.
    Change(i32),
    /// Go back.
    Back,
}

/// A list with one selected row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Menu {
    pub(crate) chosen: usize,
    top: usize,
    rect: Rect,
    shown: usize,
    /// Where the first rows are drawn as boxes; the list begins behind them.
    pub(crate) boxes: Vec<Rect>,
}

impl Menu {
    pub(crate) fn at(chosen: usize) -> Self {
        Self { chosen, ..Self::default() }
    }

    /// Handles an input. `rows` says which rows can be selected; `typing`, that letters belong to a text
    /// field.
    pub(crate) fn input(&mut self, input: &Input, rows: &[bool], typing: bool) -> Act {
        match input {
            Input::Key(key) => self.key(*key, rows, typing),
            Input::Wheel(by) => {
                self.go(by.signum(), rows);
                Act::Moved
            }
            Input::Hover(x, y) => self.at_mouse(*x, *y, rows).map_or(Act::Nothing, |row| {
                self.chosen = row;
                Act::Moved
            }),
            Input::Click(x, y) => self.at_mouse(*x, *y, rows).map_or(Act::Nothing, |row| {
                self.chosen = row;
                Act::Picked
            }),
            Input::Clear | Input::Paste(_) | Input::Tick => Act::Nothing,
        }
    }

    fn key(&mut self, key: Key, rows: &[bool], typing: bool) -> Act {
        let key = match key {
            Key::Char(letter) if !typing => as_arrow(letter).unwrap_or(key),
            other => other,
        };
        match key {
            Key::Up | Key::BackTab => self.go(-1, rows),
            Key::Down | Key::Tab => self.go(1, rows),
            Key::PageUp => self.leap(-(self.shown.max(2) as i32 - 1), rows),
            Key::PageDown => self.leap(self.shown.max(2) as i32 - 1, rows),
            Key::Home if !typing => self.leap(-(rows.len() as i32), rows),
            Key::End if !typing => self.leap(rows.len() as i32, rows),
            Key::Enter => return Act::Picked,
            Key::Char(' ') if !typing => return Act::Picked,
            Key::Left if !typing => return Act::Change(-1),
            Key::Right if !typing => return Act::Change(1),
            Key::Esc => return Act::Back,
            Key::Char('q' | 'Q') if !typing => return Act::Back,
            _ => return Act::Nothing,
        }
        Act::Moved
    }

    /// Moves one row, skipping rows that cannot be selected and wrapping around.
    fn go(&mut self, by: i32, rows: &[bool]) {
        let count = rows.len() as i32;
        for step in 1..=count {
            let row = (self.chosen as i32 + by * step).rem_euclid(count) as usize;
            if rows[row] {
                self.chosen = row;
                return;
            }
        }
    }

    /// Moves many rows, stopping at the ends.
    fn leap(&mut self, by: i32, rows: &[bool]) {
        let last = rows.len().saturating_sub(1) as i32;
        let wanted = (self.chosen as i32 + by).clamp(0, last) as usize;
        let after = (wanted..rows.len()).find(|&row| rows[row]);
        let before =
            (0..=wanted.min(rows.len().saturating_sub(1))).rev().find(|&row| rows.get(row) == Some(&true));
        if let Some(row) = if by < 0 { after.or(before) } else { before.or(after) } {
            self.chosen = row;
        }
    }

    fn at_mouse(&self, x: u16, y: u16, rows: &[bool]) -> Option<usize> {
        if let Some(row) = self.boxes.iter().position(|rect| rect.contains((x, y).into())) {
            return Some(row);
        }
        let inside = self.rect.contains((x, y).into());
        let row = self.top + usize::from(y.saturating_sub(self.rect.y));
        (inside && rows.get(row) == Some(&true)).then_some(row)
    }

    /// Draws the rows that fit, always including the selected one. `draw` paints one row into its rectangle.
    pub(crate) fn draw(
        &mut self,
        canvas: &mut Canvas<'_>,
        rect: Rect,
        count: usize,
        mut draw: impl FnMut(&mut Canvas<'_>, Rect, usize, bool),
    ) {
        self.rect = rect;
        self.shown = usize::from(rect.height);
        self.chosen = self.chosen.min(count.saturating_sub(1));
        if self.shown == 0 || rect.width == 0 {
            return;
        }
        let first = self.boxes.len();
        self.top = self.top.min(count.saturating_sub(self.shown)).max(first);
        if self.chosen < self.top {
            self.top = self.chosen.max(first);
        } else if self.chosen >= self.top + self.shown {
            self.top = self.chosen + 1 - self.shown;
        }
        // The first rows may be headings that nobody can choose: do not hide them behind the first choice.
        if self.chosen < first + self.shown && count > 0 && self.top <= first + 2 {
            self.top = first;
        }
        for (line, row) in (self.top..count.min(self.top + self.shown)).enumerate() {
            let chosen = row == self.chosen;
            let line = Rect { y: rect.y + line as u16, height: 1, ..rect };
            if chosen {
                canvas.fill(line, Paint::Chosen);
            }
            draw(canvas, line, row, chosen);
            canvas.reading.row(line, chosen);
        }
        let more = (self.top > first, self.top + self.shown < count);
        canvas.more_marks(rect, more.0, more.1);
        canvas.reading.list(more);
    }
}

/// The arrow for a movement letter, in menus.
pub(crate) const fn as_arrow(letter: char) -> Option<Key> {
    match letter {
        'k' | 'w' | 'K' | 'W' => Some(Key::Up),
        'j' | 's' | 'J' | 'S' => Some(Key::Down),
        'h' | 'a' | 'H' | 'A' => Some(Key::Left),
        'l' | 'd' | 'L' | 'D' => Some(Key::Right),
        _ => None,
    }
}
