//! Painting on a screen of any size. Nothing is ever painted outside it.

use crate::look::{Brush, Look};
use crate::menu::Menu;
use crate::reading::Reading;
use console::{Paint, cut, wrap};
use kernel::{Ink, printable, printable_char};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::Modifier;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// A key and what it does, for the bottom line.
pub(crate) type KeyHint = (String, String);

/// A hint.
pub(crate) fn hint(key: impl Into<String>, what: impl Into<String>) -> KeyHint {
    (key.into(), what.into())
}

/// Maximum number of rows of a sentence at the bottom.
const SAID_ROWS: usize = 4;
/// Minimum width of an answer field, whatever the question.
const ANSWER_COLS: u16 = 14;

/// Plain text.
pub(crate) const TEXT: Paint = Paint::Ink(Ink::Text);
/// Less important text.
pub(crate) const DIM: Paint = Paint::Ink(Ink::Dim);
/// Headings.
pub(crate) const TITLE: Paint = Paint::Ink(Ink::Title);

/// The screen being painted.
pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) look: &'a Look,
    /// The frame in words.
    pub(crate) reading: &'a mut Reading,
}

impl Canvas<'_> {
    /// The whole screen.
    pub(crate) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// A cell of the screen. A frame accesses every cell, some twice.
    fn cell(&mut self, x: u16, y: u16) -> Option<&mut Cell> {
        let area = self.buffer.area;
        let (column, row) = (x.checked_sub(area.x)?, y.checked_sub(area.y)?);
        let is_inside = column < area.width && row < area.height;
        let index = usize::from(row) * usize::from(area.width) + usize::from(column);
        self.buffer.content.get_mut(index).filter(|_| is_inside)
    }

    /// Paints one character with a brush.
    pub(crate) fn dab(&mut self, x: u16, y: u16, glyph: char, brush: Brush) {
        if let Some(cell) = self.cell(x, y) {
            // Most of a board is blank, as the canvas was before.
            if glyph != ' ' || cell.symbol() != " " {
                cell.set_char(printable_char(glyph));
            }
            (cell.fg, cell.bg, cell.modifier) = (brush.fg, brush.bg, brush.modifier);
        }
    }

    /// Paints one character.
    pub(crate) fn put(&mut self, x: u16, y: u16, glyph: char, paint: Paint) {
        self.dab(x, y, glyph, self.look.of(paint));
    }

    /// Changes the paint of a cell but not its character.
    pub(crate) fn tint(&mut self, x: u16, y: u16, paint: Paint) {
        let brush = self.look.of(paint);
        if let Some(cell) = self.cell(x, y) {
            (cell.fg, cell.bg, cell.modifier) = (brush.fg, brush.bg, brush.modifier);
        }
    }

    /// Flashes a cell: its character on the paint's colour.
    pub(crate) fn flash(&mut self, x: u16, y: u16, paint: Paint) {
        let brush = self.look.of(paint);
        if let Some(cell) = self.cell(x, y) {
            (cell.fg, cell.bg) = (brush.bg, brush.fg);
            cell.modifier = if brush.fg == brush.bg { Modifier::REVERSED } else { Modifier::BOLD };
        }
    }

    /// Paints text with a brush. Returns the column after it.
    pub(crate) fn span(&mut self, x: u16, y: u16, cols: u16, text: &str, brush: Brush) -> u16 {
        let area = self.area();
        if y < area.top() || y >= area.bottom() || x >= area.right() || cols == 0 {
            return x;
        }
        let cols = cols.min(area.right() - x);
        let mut text = cut(text, usize::from(cols), self.look.is_unicode());
        if !self.look.is_unicode() && !text.is_ascii() {
            text = text.chars().map(plain).collect();
        }
        let end = self.letters(x, y, x + cols, &text);
        for x in x..end {
            if let Some(cell) = self.cell(x, y) {
                (cell.fg, cell.bg, cell.modifier) = (brush.fg, brush.bg, brush.modifier);
            }
        }
        end
    }

    /// Writes letters with their combining marks up to a column; returns where they end.
    fn letters(&mut self, mut x: u16, y: u16, right: u16, text: &str) -> u16 {
        let width = |letter: char| letter.width().unwrap_or(0) as u16;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let more = rest.char_indices().skip(1).find(|(_, letter)| width(*letter) > 0);
            let (symbol, after) = rest.split_at(more.map_or(rest.len(), |(at, _)| at));
            rest = after;
            let cols = width(first);
            if cols == 0 || first.is_control() {
                continue;
            }
            if cols > right - x {
                break;
            }
            // A wide letter belongs to its first cell.
            for (at, symbol) in (x..x + cols).zip([symbol, " "]) {
                if let Some(cell) = self.cell(at, y) {
                    cell.set_symbol(symbol);
                }
            }
            x += cols;
        }
        x
    }

    /// Fills a rectangle with blanks.
    pub(crate) fn fill(&mut self, rect: Rect, paint: Paint) {
        let rect = rect.intersection(self.area());
        if rect.is_empty() {
            return;
        }
        let brush = self.look.of(paint);
        let mut blank = Cell::EMPTY;
        (blank.fg, blank.bg, blank.modifier) = (brush.fg, brush.bg, brush.modifier);
        for y in rect.top()..rect.bottom() {
            let from = self.buffer.index_of(rect.left(), y);
            self.buffer.content[from..from + usize::from(rect.width)].fill(blank.clone());
        }
    }

    /// Paints text, cut to `cols`. Returns the column after it.
    pub(crate) fn text(&mut self, x: u16, y: u16, cols: u16, text: &str, paint: Paint) -> u16 {
        self.span(x, y, cols, text, self.look.of(paint))
    }

    /// Centres text on a row.
    pub(crate) fn centre(&mut self, rect: Rect, y: u16, text: &str, paint: Paint) {
        let width = (text.width().min(usize::from(u16::MAX)) as u16).min(rect.width);
        self.text(rect.x + (rect.width - width) / 2, y, width, text, paint);
    }

    /// Clears the screen and draws the bars of every screen. Returns the area between them.
    pub(crate) fn frame(&mut self, title: &str, right: &str, hints: &[KeyHint]) -> Rect {
        let area = self.area();
        self.reading.begin(title, Rect::ZERO);
        self.fill(area, TEXT);
        self.top_bar(title, right);
        self.hints(hints);
        inner(area)
    }

    /// Draws the bar at the top.
    pub(crate) fn top_bar(&mut self, title: &str, right: &str) {
        let area = self.area();
        let bar = Rect { height: 1.min(area.height), ..area };
        self.fill(bar, Paint::Bar);
        let used = self.text(area.x + 1, area.y, area.width.saturating_sub(2), title, Paint::BarKey);
        let right = printable(right);
        let width = right.width() as u16;
        let free = area.right().saturating_sub(used + 2);
        if width < free {
            self.text(area.right() - width - 1, area.y, width, &right, Paint::BarDim);
        } else if free > 8 {
            self.text(used + 2, area.y, free - 1, &right, Paint::BarDim);
        }
    }

    /// Draws the bottom line of a game: as many keys as fit, always including the last one.
    pub(crate) fn key_bar(&mut self, hints: &[KeyHint]) {
        let Some((last, rest)) = hints.split_last() else { return self.hints(hints) };
        let width = |(key, what): &KeyHint| key.width() + what.width() + 3;
        let room = usize::from(self.area().width.saturating_sub(1));
        let mut used = width(last);
        let fits = rest.iter().take_while(|hint| {
            used += width(hint);
            used <= room
        });
        let shown: Vec<KeyHint> = fits.chain([last]).cloned().collect();
        self.hints(&shown);
        self.reading.keys(hints.iter());
    }

    /// Draws the bottom line: keys and what they do, as many as fit.
    pub(crate) fn hints(&mut self, hints: &[KeyHint]) {
        self.reading.keys(hints.iter());
        let Some(bar) = self.bottom_bar(1, Paint::Bar) else { return };
        let (mut x, y) = (bar.x + 1, bar.y);
        for (key, what) in hints {
            let width = (key.width() + 1 + what.width()) as u16;
            if x + width > bar.right() {
                break;
            }
            x = self.text(x, y, bar.right() - x, key, Paint::BarKey) + 1;
            x = self.text(x, y, bar.right().saturating_sub(x), what, Paint::Bar) + 2;
        }
    }

    /// Draws a question on the bottom line with its answer field.
    pub(crate) fn ask(&mut self, question: &str, field: &crate::field::Field) {
        self.say(question, "", Paint::BarKey);
        let area = self.area();
        // If there is no room for both, the answer has precedence.
        let taken = (question.width() as u16 + 2).min(area.width.saturating_sub(ANSWER_COLS));
        let rest = Rect {
            x: area.x + taken,
            y: area.bottom().saturating_sub(1),
            width: area.width.saturating_sub(taken + 1),
            height: 1,
        };
        field.draw(self, rest, true);
    }

    /// Draws a sentence at the bottom instead of the hints, on several lines if necessary.
    pub(crate) fn say(&mut self, text: &str, right: &str, paint: Paint) {
        let room = usize::from(self.area().width.saturating_sub(2)).max(1);
        let mut lines = if text.width() <= room { vec![text.to_owned()] } else { wrap(text, room) };
        let fits = |line: &String| line.width() + right.width() + 2 <= room;
        if !right.is_empty() && lines.len() > 1 && !lines.last().is_some_and(fits) && right.width() <= room {
            lines.push(String::new());
        }
        lines.truncate(SAID_ROWS);
        let Some(bar) = self.bottom_bar(lines.len() as u16, paint) else { return };
        for (line, y) in lines.iter().zip(bar.top()..bar.bottom()) {
            self.text(bar.x + 1, y, room as u16, line, paint);
        }
        if !right.is_empty() && lines.last().is_some_and(fits) {
            let paint = if paint == Paint::Bar { Paint::BarDim } else { paint };
            let cols = right.width() as u16;
            self.text(bar.right() - cols - 1, bar.bottom() - 1, cols, right, paint);
        }
    }

    /// Clears this many rows at the bottom.
    fn bottom_bar(&mut self, rows: u16, paint: Paint) -> Option<Rect> {
        let area = self.area();
        let rows = rows.min(area.height / 2);
        let bar = Rect { y: area.bottom() - rows, height: rows, ..area };
        self.fill(bar, paint);
        (rows > 0).then_some(bar)
    }

    /// Draws the pointer of a list row and returns the paints of the row.
    pub(crate) fn pointer(&mut self, row: Rect, chosen: bool) -> impl Fn(Paint) -> Paint + use<> {
        let paint = move |other| if chosen { Paint::Chosen } else { other };
        let pointer = if chosen { self.look.lines.pointer } else { ' ' };
        self.put(row.x + 1, row.y, pointer, paint(TEXT));
        paint
    }

    /// Draws a list from row `top` on, with notes about it below.
    pub(crate) fn list_with_notes(
        &mut self,
        menu: &mut Menu,
        (rect, top): (Rect, u16),
        count: usize,
        notes: &[(String, Paint)],
        draw: impl FnMut(&mut Canvas<'_>, Rect, usize, bool),
    ) {
        let cols = usize::from(rect.width.saturating_sub(4)).max(1);
        let notes: Vec<(String, Paint)> = (notes.iter())
            .flat_map(|(note, paint)| wrap(note, cols).into_iter().map(|line| (line, *paint)))
            .collect();
        let below = (notes.len() as u16 + 1).min(rect.height / 2);
        let rows = count.saturating_sub(menu.boxes.len()) as u16;
        let height = rect.bottom().saturating_sub(top + below).min(rows);
        let list = Rect { y: top, height, ..rect };
        menu.draw(self, list, count, draw);
        for ((line, paint), y) in notes.iter().zip(list.bottom() + 1..rect.bottom()) {
            self.text(rect.x + 3, y, rect.width.saturating_sub(4), line, *paint);
        }
    }

    /// Draws a centred box with a border, cleared inside. Returns the inside.
    pub(crate) fn boxed(&mut self, cols: u16, rows: u16, title: &str) -> Rect {
        let area = inner(self.area());
        let (cols, rows) = ((cols + 4).min(area.width), (rows + 2).min(area.height));
        let x = area.x + (area.width - cols) / 2;
        let y = area.y + (area.height - rows) / 2;
        let outer = Rect { x, y, width: cols, height: rows };
        self.outline(outer, title);
        let inside = Rect {
            x: x + 2.min(cols),
            y: y + 1.min(rows),
            width: cols.saturating_sub(4),
            height: rows.saturating_sub(2),
        };
        self.reading.begin(title, inside);
        inside
    }

    /// Clears a rectangle and draws a border.
    pub(crate) fn outline(&mut self, rect: Rect, title: &str) {
        self.fill(rect, TEXT);
        if rect.width < 2 || rect.height < 2 {
            return;
        }
        let lines = self.look.lines;
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        for x in rect.left()..=right {
            self.put(x, rect.y, lines.horizontal, Paint::Frame);
            self.put(x, bottom, lines.horizontal, Paint::Frame);
        }
        for y in rect.top()..=bottom {
            self.put(rect.x, y, lines.vertical, Paint::Frame);
            self.put(right, y, lines.vertical, Paint::Frame);
        }
        for ((x, y), corner) in [(rect.x, rect.y), (right, rect.y), (rect.x, bottom), (right, bottom)]
            .into_iter()
            .zip(lines.corners)
        {
            self.put(x, y, corner, Paint::Frame);
        }
        if !title.is_empty() && rect.width > 6 {
            let title = cut(title, usize::from(rect.width - 6), self.look.is_unicode());
            self.text(rect.x + 2, rect.y, rect.width - 4, &format!(" {title} "), TITLE);
        }
    }

    /// Marks at the right edge of a list that there is more above or below.
    pub(crate) fn more_marks(&mut self, rect: Rect, above: bool, below: bool) {
        if rect.is_empty() {
            return;
        }
        let lines = self.look.lines;
        if above {
            self.put(rect.right() - 1, rect.y, lines.up, DIM);
        }
        if below {
            self.put(rect.right() - 1, rect.bottom() - 1, lines.down, DIM);
        }
    }
}

/// Replaces a character on ASCII screens.
const fn plain(letter: char) -> char {
    match letter {
        '·' | '–' | '−' | '—' => '-',
        '×' => 'x',
        '’' | '‘' => '\'',
        letter if letter.is_ascii() => letter,
        _ => '?',
    }
}

/// The area between the bars.
pub(crate) fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x,
        y: area.y + 1.min(area.height),
        width: area.width,
        height: area.height.saturating_sub(2),
    }
}

/// A centred rectangle of at most `cols` columns.
pub(crate) fn column(rect: Rect, cols: u16) -> Rect {
    let width = cols.min(rect.width);
    Rect { x: rect.x + (rect.width - width) / 2, width, ..rect }
}
