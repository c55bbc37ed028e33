//! Writes the difference between what the terminal shows and what it should show, in as few bytes as
//! possible.
//!
//! The screen library's own writer repeats both colours whenever one changes and positions the cursor after
//! every gap: six times the bytes for a scrolling board. Here the pen keeps its colours between frames and
//! writes only what changes about them, and a gap is jumped or written over, whichever is shorter.

use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::style::{Color, Modifier};
use std::io::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Maximum gap in bytes that is written over instead of jumped; a jump takes as many.
const GAP_BYTES: usize = 4;

/// The terminal's current colours and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const PLAIN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Stands for a symbol too long to be stored. It equals no cell, so such a cell is always written again.
const UNKNOWN: [u8; 8] = [0xff; 8];

/// The contents of a terminal cell, in a third of the memory of a [`Cell`]: a host keeps one of these for
/// every cell of every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    /// Its bytes, padded with zeros.
    symbol: [u8; 8],
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const BLANK: Shown =
    Shown { symbol: *b" \0\0\0\0\0\0\0", fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

impl Shown {
    fn of(cell: &Cell) -> Self {
        let text = cell.symbol().as_bytes();
        let mut symbol = UNKNOWN;
        if text.len() <= symbol.len() {
            symbol = [0; 8];
            symbol[..text.len()].copy_from_slice(text);
        }
        Self { symbol, fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }

    /// Whether the cell looks the same. The foreground colour of a blank is irrelevant.
    fn looks_like(self, cell: &Cell) -> bool {
        let is = Self::of(cell);
        if self.is_blank() && is.is_blank() {
            return self.bg == is.bg && self.modifier == is.modifier;
        }
        self == is && is.symbol != UNKNOWN
    }

    fn is_blank(self) -> bool {
        self.symbol == BLANK.symbol && !self.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
    }

    fn is_wide(self) -> bool {
        let length = self.symbol.iter().position(|byte| *byte == 0).unwrap_or(self.symbol.len());
        std::str::from_utf8(&self.symbol[..length]).map_or(true, |text| cols_of(text) > 1)
    }
}

/// What a terminal shows, and its pen.
#[derive(Debug, Default)]
pub struct Sheet {
    size: (u16, u16),
    shown: Vec<Shown>,
    /// `None` while the state of the terminal is unknown.
    pen: Option<Pen>,
    /// The row to begin the next frame with, if the last frame was cut off.
    first: usize,
}

impl Sheet {
    /// Forces the next frame to be written completely, because something else may have written to the screen.
    pub fn forget(&mut self) {
        self.pen = None;
    }

    /// Appends the output that makes the terminal show this frame. Beyond `limit` bytes no further row is
    /// begun, and the rest is written with the next frame. Returns false if something is missing.
    pub fn paint(&mut self, frame: &Buffer, limit: usize, out: &mut Vec<u8>) -> bool {
        let size = (frame.area.width, frame.area.height);
        if self.size != size {
            (self.size, self.pen) = (size, None);
        }
        let pen = self.pen.unwrap_or_else(|| {
            out.extend_from_slice(b"\x1b[0m\x1b[2J");
            self.shown.clear();
            self.shown.resize(frame.content.len(), BLANK);
            self.first = 0;
            PLAIN
        });
        let (pen, stopped) = self.rows(frame, pen, limit.saturating_add(out.len()), out);
        (self.pen, self.first) = (Some(pen), stopped.unwrap_or(0));
        stopped.is_none()
    }

    /// Writes the rows that differ, up to the limit; returns the final pen and the first row that was left
    /// out.
    fn rows(&mut self, frame: &Buffer, mut pen: Pen, most: usize, out: &mut Vec<u8>) -> (Pen, Option<usize>) {
        let (cols, rows) = (usize::from(self.size.0).max(1), usize::from(self.size.1));
        let (mut cursor, mut written) = (None, false);
        for y in (self.first.min(rows)..rows).chain(0..self.first.min(rows)) {
            let cells = y * cols..(y + 1) * cols;
            let (Some(was), Some(is)) = (self.shown.get_mut(cells.clone()), frame.content.get(cells)) else {
                continue;
            };
            if was.iter().zip(is).all(|(was, is)| was.looks_like(is)) {
                continue;
            }
            if written && out.len() >= most {
                return (pen, Some(y));
            }
            written = true;
            (pen, cursor) = row(was, is, y as u16, pen, cursor, out);
            was.iter_mut().zip(is).for_each(|(was, is)| *was = Shown::of(is));
        }
        (pen, None)
    }
}

/// Writes what differs in a row; returns the final pen and cursor.
fn row(
    was: &[Shown],
    is: &[Cell],
    y: u16,
    mut pen: Pen,
    mut cursor: Option<(u16, u16)>,
    out: &mut Vec<u8>,
) -> (Pen, Option<(u16, u16)>) {
    // Terminals differ in what is left of a half-overwritten wide character, so such rows are written
    // completely.
    let whole = was.iter().any(|was| was.is_wide()) || is.iter().any(|is| cols_of(is.symbol()) > 1);
    let mut x = 0;
    while let Some(cell) = is.get(x) {
        let cols = cols_of(cell.symbol());
        if whole || !was[x].looks_like(cell) {
            let place = (x as u16, y);
            if cursor != Some(place) {
                go(is, cursor, place, pen, out);
            }
            pen = take_colours(pen, cell, out);
            out.extend_from_slice(cell.symbol().as_bytes());
            cursor = Some((place.0 + cols, y));
        }
        x += usize::from(cols);
    }
    (pen, cursor)
}

/// The width of a symbol in columns.
fn cols_of(symbol: &str) -> u16 {
    match symbol.as_bytes() {
        // Fast path: ASCII, dots, lines and blocks are most of a screen.
        [_] | [0xc2, _] | [0xe2, 0x94..=0x96, _] => 1,
        _ => symbol.width().max(1) as u16,
    }
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
}

/// Moves the cursor to a cell: over a short gap by writing what is there, else by a jump.
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

/// The pen after writing a cell. A blank keeps the pen's foreground.
fn colours_after(pen: Pen, cell: &Cell) -> Pen {
    Pen { fg: if is_blank(cell) { pen.fg } else { cell.fg }, bg: cell.bg, modifier: cell.modifier }
}

/// Writes the changes of the pen as one escape sequence.
fn take_colours(pen: Pen, cell: &Cell, out: &mut Vec<u8>) -> Pen {
    let wanted = colours_after(pen, cell);
    if wanted == pen {
        return pen;
    }
    out.extend_from_slice(b"\x1b[");
    let begin = out.len();
    // Written number by number: formatting took a tenth of the time of a scrolling frame.
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
        // One code resets both weights, so the one that stays is set again.
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
