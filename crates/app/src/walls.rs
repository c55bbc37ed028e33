//! The shape of walls: connected lines, and rock that is darker where no face is visible.

use kernel::{Cell, Ink};

/// The look of a piece of wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wall {
    /// Not a wall.
    None,
    /// A line, connected to its neighbours in the north, east, south and west.
    Line([bool; 4]),
    /// A block next to something open.
    Face,
    /// A block surrounded by others.
    Rock,
}

/// The cells of a board, by position.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) cells: &'a [Cell],
    pub(crate) cols: i32,
    pub(crate) rows: i32,
}

impl Plan<'_> {
    fn at(&self, x: i32, y: i32) -> Cell {
        if x < 0 || y < 0 || x >= self.cols || y >= self.rows {
            return Cell::BLANK;
        }
        self.cells[(y * self.cols + x) as usize]
    }

    /// The look of the cell at a position.
    pub(crate) fn wall(&self, x: i32, y: i32) -> Wall {
        let cell = self.at(x, y);
        match (cell.ink, cell.glyph()) {
            (Ink::Wall | Ink::Memory, '|' | '-') => Wall::Line(self.links(x, y, cell.glyph())),
            (Ink::Wall, _) if self.is_buried(x, y) => Wall::Rock,
            (Ink::Wall, _) | (Ink::Memory, '#' | 'X') => Wall::Face,
            _ => Wall::None,
        }
    }

    /// Two pieces are connected if one of them runs towards the other; doors are part of the wall.
    fn links(&self, x: i32, y: i32, own: char) -> [bool; 4] {
        [(0, -1, '|'), (1, 0, '-'), (0, 1, '|'), (-1, 0, '-')].map(|(dx, dy, along)| {
            let other = self.at(x + dx, y + dy);
            match (other.ink, other.glyph()) {
                (Ink::Wall | Ink::Memory, glyph @ ('|' | '-')) => own == along || glyph == along,
                (Ink::Door, _) | (Ink::Memory, '+') => own == along,
                _ => false,
            }
        })
    }

    /// Whether no neighbour is open.
    fn is_buried(&self, x: i32, y: i32) -> bool {
        let is_open = |cell: Cell| !matches!(cell.ink, Ink::Wall | Ink::Void);
        !(-1..=1).any(|dy| (-1..=1).any(|dx| is_open(self.at(x + dx, y + dy))))
    }
}
