//! A frame in words, for screen readers: title, text, entries and keys of the top screen.
//!
//! Screens provide nothing twice: positions are recorded while a frame is painted, and the text is read from
//! its cells afterwards.

use console::Key;
use kernel::Ink;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The texts of its row, column by column.
    pub columns: Vec<String>,
    /// Whether it is a heading, which cannot be picked.
    pub heading: bool,
    /// Whether Enter picks this one.
    pub chosen: bool,
    /// Column and row; a click there picks it.
    pub at: (u16, u16),
}

/// A board on the screen, for front-ends that draw tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Column and row of its first cell.
    pub at: (u16, u16),
    /// Width and height of a cell on the screen.
    pub scale: (u16, u16),
    /// Number of cells in a row.
    pub across: u16,
    /// The ink of each cell, row by row.
    pub inks: Vec<Ink>,
    /// The glyphs as painted: a cell that shows another glyph now is covered by something.
    glyphs: Vec<String>,
}

impl Board {
    /// Removes the cells that something else covers.
    fn uncover(&mut self, buffer: &Buffer) {
        for (index, (ink, glyph)) in self.inks.iter_mut().zip(&self.glyphs).enumerate() {
            let (column, row) = (index % usize::from(self.across), index / usize::from(self.across));
            let corner = (self.at.0 + column as u16 * self.scale.0, self.at.1 + row as u16 * self.scale.1);
            if glyphs_at(buffer, corner, self.scale) != *glyph {
                *ink = Ink::Void;
            }
        }
    }
}

/// The glyphs in a part of the screen.
fn glyphs_at(buffer: &Buffer, corner: (u16, u16), size: (u16, u16)) -> String {
    let rows = corner.1..corner.1 + size.1;
    let places = rows.flat_map(|y| (corner.0..corner.0 + size.0).map(move |x| (x, y)));
    places.filter_map(|place| buffer.cell(place)).map(|cell| cell.symbol()).collect()
}

/// A frame in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The title of the screen.
    pub title: String,
    /// The lines of a box; empty for other screens.
    pub lines: Vec<String>,
    /// The visible entries of its list.
    pub entries: Vec<Entry>,
    /// The lines beside a list: about the selected entry, or about all.
    pub about: Vec<String>,
    /// For a list that is the only thing to answer: whether there are more entries before and after the
    /// visible ones.
    pub list: Option<(bool, bool)>,
    /// The keys that currently have a meaning, and what they do.
    pub keys: Vec<(Key, String)>,
    /// Whether typed letters go into a text field.
    pub typing: bool,
    /// The board, if it is drawn with tiles.
    pub board: Option<Board>,
    inside: Rect,
    rows: Vec<Row>,
    /// Recorded for the next row.
    next: Row,
    /// The lines beside the list, where they are not what is painted there.
    told: Option<Vec<String>>,
}

/// A painted row of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Row {
    rect: Rect,
    chosen: bool,
    heading: bool,
    /// Its texts, where the painted ones may be cut.
    columns: Vec<String>,
}

impl Reading {
    /// Starts over for a screen that covers the ones painted before.
    pub(crate) fn begin(&mut self, title: &str, inside: Rect) {
        *self = Self { title: title.to_owned(), inside, board: self.board.take(), ..Self::default() };
    }

    /// Records a painted board.
    pub(crate) fn board(
        &mut self,
        at: (u16, u16),
        scale: (u16, u16),
        across: u16,
        inks: Vec<Ink>,
        buffer: &Buffer,
    ) {
        let cell = |index: usize| {
            let (column, row) = (index % usize::from(across), index / usize::from(across));
            glyphs_at(buffer, (at.0 + column as u16 * scale.0, at.1 + row as u16 * scale.1), scale)
        };
        let glyphs = (0..inks.len()).map(cell).collect();
        self.board = Some(Board { at, scale, across, inks, glyphs });
    }

    /// Records a row of a list.
    pub(crate) fn row(&mut self, rect: Rect, chosen: bool) {
        let next = std::mem::take(&mut self.next);
        self.rows.push(Row { rect, chosen, ..next });
    }

    /// The next row is a heading.
    pub(crate) const fn heading(&mut self) {
        self.next.heading = true;
    }

    /// The texts of the next row, which may be cut on the screen.
    pub(crate) fn columns(&mut self, columns: &[&str]) {
        self.next.columns =
            columns.iter().filter(|text| !text.is_empty()).map(|text| (*text).to_owned()).collect();
    }

    /// What is said beside the list, instead of everything that is painted there.
    pub(crate) fn about(&mut self, text: String) {
        self.told = Some(vec![text]);
    }

    /// Marks the recorded rows as a list.
    pub(crate) fn list(&mut self, more: (bool, bool)) {
        self.list = Some(more);
    }

    /// Records the keys on the bottom line; hints that name no single key are left out.
    pub(crate) fn keys<'a>(&mut self, hints: impl Iterator<Item = &'a (String, String)>) {
        self.keys = hints.filter_map(|(key, what)| Some((Key::of_shown(key)?, what.clone()))).collect();
    }

    /// Reads the text from the painted cells.
    pub(crate) fn read(&mut self, buffer: &Buffer) {
        if let Some(board) = &mut self.board {
            board.uncover(buffer);
        }
        let is_row = |y: u16| self.rows.iter().any(|row| row.rect.y == y);
        self.lines = (self.inside.top()..self.inside.bottom())
            .filter(|y| !is_row(*y))
            .map(|y| columns(buffer, Rect { y, height: 1, ..self.inside }).join(" "))
            .filter(|line| !line.is_empty())
            .collect();
        if self.list.is_some() && self.inside.is_empty() {
            self.about = self.told.take().unwrap_or_else(|| self.beside(buffer));
        }
        self.entries = (self.rows.iter())
            .map(|Row { rect, chosen, heading, columns: whole }| Entry {
                columns: if whole.is_empty() { columns(buffer, *rect) } else { whole.clone() },
                heading: *heading,
                chosen: *chosen,
                at: (rect.x + rect.width / 2, rect.y),
            })
            .filter(|entry| !entry.columns.is_empty())
            .collect();
    }
}

impl Reading {
    /// The text between the bars that belongs to no row of the list.
    fn beside(&self, buffer: &Buffer) -> Vec<String> {
        let area = buffer.area;
        let line = |y: u16| {
            let rows = self.rows.iter().map(|row| row.rect).filter(|row| row.y == y);
            let (left, right) = rows.fold((area.right(), area.left()), |(left, right), row| {
                (left.min(row.left()), right.max(row.right()))
            });
            let part = |from: u16, to: u16| Rect { x: from, y, width: to.saturating_sub(from), height: 1 };
            [part(area.left(), left), part(right.max(left), area.right())]
                .map(|part| columns(buffer, part).join(" "))
        };
        let lines = (area.top() + 1..area.bottom().saturating_sub(1)).flat_map(line);
        lines.filter(|line| !line.is_empty()).collect()
    }
}

/// The texts of a row, without lines and pointers. Two blanks or more part columns.
fn columns(buffer: &Buffer, row: Rect) -> Vec<String> {
    let mut text = String::new();
    for x in row.left()..row.right() {
        let symbol = buffer.cell((x, row.y)).map_or(" ", |cell| cell.symbol());
        let is_line = symbol.chars().all(|c| ('\u{2500}'..='\u{25FF}').contains(&c));
        text.push_str(if is_line { " " } else { symbol });
    }
    text.split("  ").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
