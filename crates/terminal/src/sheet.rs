//! What the terminal shows and what it should show: only the difference is written, in as few bytes as it takes.
//!
//! The screen library's own writer says both colours whenever one changes and names the place of every gap: six times the
//! bytes for a board that scrolls. Here the pen keeps its colours from frame to frame, says only what changes about them, and
//! jumps or writes on over what stands already, whichever is shorter.

use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use std::io::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// The longest gap that is written over instead of jumped, in bytes: a jump takes as many.
const GAP_BYTES: usize = 4;

/// Colours and weight as the terminal has them now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const PLAIN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Two screens: the one that is shown and the one to be shown next.
pub(crate) struct Sheet {
    shown: Buffer,
    next: Buffer,
    /// Nothing while it is not known what the terminal shows and how it writes.
    pen: Option<Pen>,
    out: Vec<u8>,
}

impl Sheet {
    pub(crate) fn new() -> Self {
        let nothing = || Buffer::empty(Rect::default());
        Self { shown: nothing(), next: nothing(), pen: None, out: Vec::new() }
    }

    /// The next frame is written whole: something else may have written on the screen.
    pub(crate) fn forget(&mut self) {
        self.pen = None;
    }

    /// Paints a frame and returns what is to be written for it.
    pub(crate) fn paint(&mut self, cols: u16, rows: u16, draw: impl FnOnce(&mut Buffer)) -> &[u8] {
        let area = Rect::new(0, 0, cols, rows);
        self.out.clear();
        if self.shown.area != area {
            self.shown.resize(area);
            self.next.resize(area);
            self.pen = None;
        }
        self.next.reset();
        draw(&mut self.next);
        let pen = self.pen.unwrap_or_else(|| {
            self.out.extend_from_slice(b"\x1b[0m\x1b[2J");
            self.shown.reset();
            PLAIN
        });
        self.pen = Some(write(&self.shown, &self.next, pen, &mut self.out));
        std::mem::swap(&mut self.shown, &mut self.next);
        &self.out
    }
}

/// Writes all that differs; the pen as it is left.
fn write(shown: &Buffer, next: &Buffer, mut pen: Pen, out: &mut Vec<u8>) -> Pen {
    let cols = usize::from(next.area.width).max(1);
    let mut cursor: Option<(u16, u16)> = None;
    for ((was, is), y) in shown.content.chunks(cols).zip(next.content.chunks(cols)).zip(0u16..) {
        if was == is {
            continue;
        }
        // Half a wide letter is written over by none and hidden by every other: such rows are written whole.
        let whole = was.iter().chain(is).any(is_wide);
        let mut x = 0;
        while let Some(cell) = is.get(x) {
            if whole || (was[x] != *cell && !looks_the_same(&was[x], cell)) {
                let place = (x as u16, y);
                if cursor != Some(place) {
                    go(is, cursor, place, pen, out);
                }
                pen = take_colours(pen, cell, out);
                out.extend_from_slice(cell.symbol().as_bytes());
                cursor = Some((place.0 + cols_of(cell), y));
            }
            x += usize::from(cols_of(cell));
        }
    }
    pen
}

/// Columns a cell takes.
fn cols_of(cell: &Cell) -> u16 {
    match cell.symbol().as_bytes() {
        // ASCII, dots, lines and blocks are most of a screen.
        [_] | [0xc2, _] | [0xe2, 0x94..=0x96, _] => 1,
        _ => cell.symbol().width().max(1) as u16,
    }
}

fn is_wide(cell: &Cell) -> bool {
    cols_of(cell) > 1
}

/// True for blanks that differ only in the colour of what is not there.
fn looks_the_same(was: &Cell, is: &Cell) -> bool {
    is_blank(was) && is_blank(is) && was.bg == is.bg && was.modifier == is.modifier
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
}

/// Brings the cursor to a cell: over a short gap by writing what stands there, further on the same row by a jump.
fn go(row: &[Cell], from: Option<(u16, u16)>, (x, y): (u16, u16), pen: Pen, out: &mut Vec<u8>) {
    let Some((at, _)) = from.filter(|&(at, line)| line == y && at <= x) else {
        let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
        return;
    };
    let gap = &row[usize::from(at)..usize::from(x)];
    let fits =
        gap.len() <= GAP_BYTES && gap.iter().map(|cell| cell.symbol().len()).sum::<usize>() <= GAP_BYTES;
    if fits && gap.iter().all(|cell| colours_after(pen, cell) == pen) {
        gap.iter().for_each(|cell| out.extend_from_slice(cell.symbol().as_bytes()));
    } else if x - at == 1 {
        out.extend_from_slice(b"\x1b[C");
    } else {
        let _ = write!(out, "\x1b[{}C", x - at);
    }
}

/// The pen that writes a cell. The colour of what is not there does not matter.
fn colours_after(pen: Pen, cell: &Cell) -> Pen {
    Pen { fg: if is_blank(cell) { pen.fg } else { cell.fg }, bg: cell.bg, modifier: cell.modifier }
}

/// Says what changes about the pen, in one sequence.
fn take_colours(pen: Pen, cell: &Cell, out: &mut Vec<u8>) -> Pen {
    let wanted = colours_after(pen, cell);
    if wanted == pen {
        return pen;
    }
    out.extend_from_slice(b"\x1b[");
    let begin = out.len();
    // Number by number: formatting was a tenth of a frame that scrolls.
    let mut part = |code: u8| {
        if out.len() > begin {
            out.push(b';');
        }
        let digits = [code / 100, code / 10 % 10, code % 10].map(|digit| b'0' + digit);
        out.extend_from_slice(&digits[usize::from(code < 100) + usize::from(code < 10)..]);
    };
    let (gone, come) = (pen.modifier - wanted.modifier, wanted.modifier - pen.modifier);
    let weights = Modifier::BOLD | Modifier::DIM;
    if gone.intersects(weights) {
        // One code takes both weights away; what stays of them is said again.
        part(22);
    }
    let come = if gone.intersects(weights) { come | (wanted.modifier & weights) } else { come };
    for (modifier, on, off) in [
        (Modifier::BOLD, 1, 0),
        (Modifier::DIM, 2, 0),
        (Modifier::UNDERLINED, 4, 24),
        (Modifier::REVERSED, 7, 27),
    ] {
        if come.contains(modifier) {
            part(on);
        } else if gone.contains(modifier) && off > 0 {
            part(off);
        }
    }
    for (was, is, code) in [(pen.fg, wanted.fg, 38), (pen.bg, wanted.bg, 48)] {
        if was != is {
            match is {
                Color::Rgb(r, g, b) => [code, 2, r, g, b].into_iter().for_each(&mut part),
                Color::Indexed(index) => [code, 5, index].into_iter().for_each(&mut part),
                _ => part(code + 1),
            }
        }
    }
    out.push(b'm');
    wanted
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
