//! Places, directions and rectangular grids. Rows grow downwards, as on a screen.

use alloc::{vec, vec::Vec};
use serde::{Deserialize, Serialize};

/// A cell of a board: `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pos {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Pos {
    /// The cell at column `x`, row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour one step towards `dir`.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.delta();
        Self { x: self.x + dx, y: self.y + dy }
    }

    /// How many king's moves lie between two cells.
    #[must_use]
    pub const fn king_distance(self, other: Self) -> u32 {
        let dx = self.x.abs_diff(other.x);
        let dy = self.y.abs_diff(other.y);
        if dx > dy { dx } else { dy }
    }

    /// Sum of the distances along both axes.
    #[must_use]
    pub const fn block_distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }
}

impl core::ops::Add for Pos {
    type Output = Self;

    fn add(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }
}

impl core::ops::Sub for Pos {
    type Output = Self;

    fn sub(self, from: Self) -> Self {
        Self::new(self.x - from.x, self.y - from.y)
    }
}

/// The eight compass directions, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Dir {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Dir {
    /// All eight, clockwise from north: the order of listings and tie-breaks.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];
    /// The four that follow the axes, clockwise from north.
    pub const ORTHOGONAL: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    /// The step as (columns, rows); north is one row up, that is -1.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::N => (0, -1),
            Self::NE => (1, -1),
            Self::E => (1, 0),
            Self::SE => (1, 1),
            Self::S => (0, 1),
            Self::SW => (-1, 1),
            Self::W => (-1, 0),
            Self::NW => (-1, -1),
        }
    }

    /// The direction of a step, if it is one.
    #[must_use]
    pub fn from_delta(dx: i32, dy: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|dir| dir.delta() == (dx, dy))
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether it is diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as usize % 2 == 1
    }

    /// `N`, `NE`, … as protocols write it.
    #[must_use]
    pub const fn short(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }

    /// `North`, `Northeast`, … as sentences write it.
    #[must_use]
    pub const fn long(self) -> &'static str {
        ["North", "Northeast", "East", "Southeast", "South", "Southwest", "West", "Northwest"][self as usize]
    }
}

/// A rectangle of values, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid<T> {
    cols: u32,
    rows: u32,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid filled with one value.
    #[must_use]
    pub fn new(cols: u32, rows: u32, value: T) -> Self {
        Self { cols, rows, cells: vec![value; cols as usize * rows as usize] }
    }

    /// Sets every cell to one value.
    pub fn fill(&mut self, value: T) {
        self.cells.fill(value);
    }
}

impl<T> Grid<T> {
    /// Number of columns.
    #[must_use]
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Whether a cell lies on the grid.
    #[must_use]
    pub const fn contains(&self, at: Pos) -> bool {
        at.x >= 0 && at.y >= 0 && at.x.unsigned_abs() < self.cols && at.y.unsigned_abs() < self.rows
    }

    /// The index of a cell in [`Grid::cells`], if it lies on the grid.
    #[must_use]
    pub const fn index(&self, at: Pos) -> Option<usize> {
        if self.contains(at) {
            Some(at.y.unsigned_abs() as usize * self.cols as usize + at.x.unsigned_abs() as usize)
        } else {
            None
        }
    }

    /// The cell that stands at an index.
    #[must_use]
    pub fn pos(&self, index: usize) -> Pos {
        let cols = self.cols.max(1) as usize;
        Pos::new((index % cols) as i32, (index / cols) as i32)
    }

    /// The value of a cell, if it lies on the grid.
    #[must_use]
    pub fn get(&self, at: Pos) -> Option<&T> {
        self.index(at).map(|i| &self.cells[i])
    }

    /// The value of a cell, to be changed.
    pub fn get_mut(&mut self, at: Pos) -> Option<&mut T> {
        self.index(at).map(|i| &mut self.cells[i])
    }

    /// Sets a cell; cells off the grid are ignored.
    pub fn set(&mut self, at: Pos, value: T) {
        if let Some(cell) = self.get_mut(at) {
            *cell = value;
        }
    }

    /// All cells in reading order.
    #[must_use]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells in reading order, to be changed.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Every position in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        let cols = self.cols as i32;
        (0..self.rows as i32).flat_map(move |y| (0..cols).map(move |x| Pos::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_has_a_way_back() {
        for dir in Dir::ALL {
            assert_eq!(Pos::default().step(dir).step(dir.opposite()), Pos::default());
            let (dx, dy) = dir.delta();
            assert_eq!(Dir::from_delta(dx, dy), Some(dir));
            assert_eq!(dir.is_diagonal(), dx != 0 && dy != 0);
        }
        assert_eq!(Dir::from_delta(0, 0), None);
    }

    #[test]
    fn a_grid_answers_only_for_its_own_cells() {
        let mut grid = Grid::new(3, 2, 0u8);
        grid.set(Pos::new(2, 1), 7);
        grid.set(Pos::new(3, 1), 9);
        assert_eq!(grid.get(Pos::new(2, 1)), Some(&7));
        assert_eq!(grid.get(Pos::new(-1, 0)), None);
        assert_eq!(grid.cells(), [0, 0, 0, 0, 0, 7]);
        assert_eq!(grid.pos(5), Pos::new(2, 1));
        assert_eq!(grid.positions().nth(4), Some(Pos::new(1, 1)));
    }
}
