//! Tiles and sets of tiles. A row of a floor is one machine word, so a set of tiles is forty words, and whole
//! rows are compared, grown and flooded at once.
//!
//! Here y grows upwards, as on the rules page; the screen flips it ([`Spot::on_screen`]).

use crate::command::Way;
use crate::content::{COLS, Frame, ROWS};
use alloc::vec::Vec;
use kernel::{Pos, Rng};
use serde::{Deserialize, Serialize};

const HEIGHT: usize = ROWS as usize;
/// The tiles of a full row.
const ROW_MASK: u64 = (1 << COLS) - 1;
/// Number of random throws before [`Rows::pick`] counts the tiles instead.
const TRIES: u32 = 12;

/// One tile of a floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub(crate) struct Spot {
    pub(crate) x: u8,
    pub(crate) y: u8,
}

impl From<Spot> for (u8, u8) {
    fn from(spot: Spot) -> Self {
        (spot.x, spot.y)
    }
}

impl TryFrom<(u8, u8)> for Spot {
    type Error = &'static str;

    fn try_from((x, y): (u8, u8)) -> Result<Self, Self::Error> {
        if x < COLS && y < ROWS { Ok(Self { x, y }) } else { Err("a tile lies outside the floor") }
    }
}

impl Spot {
    pub(crate) const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The neighbour in one direction, if it lies on the floor plan.
    pub(crate) fn step(self, way: Way) -> Option<Self> {
        let Self { x, y } = self;
        match way {
            Way::Up => (y + 1 < ROWS).then(|| Self::new(x, y + 1)),
            Way::Down => (y > 0).then(|| Self::new(x, y - 1)),
            Way::Left => (x > 0).then(|| Self::new(x - 1, y)),
            Way::Right => (x + 1 < COLS).then(|| Self::new(x + 1, y)),
        }
    }

    /// The cell of the board that shows this tile.
    pub(crate) const fn on_screen(self) -> Pos {
        Pos::new(self.x as i32, (ROWS - 1 - self.y) as i32)
    }

    /// The tile shown at a cell of the board.
    pub(crate) fn at_screen(at: Pos) -> Option<Self> {
        let x = u8::try_from(at.x).ok().filter(|&x| x < COLS)?;
        let y = u8::try_from(at.y).ok().filter(|&y| y < ROWS)?;
        Some(Self::new(x, ROWS - 1 - y))
    }
}

/// The tiles `x0` to `x1` of a row, both included.
pub(crate) const fn span(x0: u8, x1: u8) -> u64 {
    (u64::MAX >> (63 - (x1 - x0))) << x0
}

/// A set of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u64>", into = "Vec<u64>")]
pub(crate) struct Rows(pub(crate) [u64; HEIGHT]);

impl Default for Rows {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl From<Rows> for Vec<u64> {
    fn from(rows: Rows) -> Self {
        rows.0.into()
    }
}

impl TryFrom<Vec<u64>> for Rows {
    type Error = &'static str;

    fn try_from(words: Vec<u64>) -> Result<Self, Self::Error> {
        let rows: [u64; HEIGHT] = words.try_into().map_err(|_| "a floor has forty rows")?;
        if rows.iter().all(|row| row & !ROW_MASK == 0) {
            Ok(Self(rows))
        } else {
            Err("a row is wider than the floor")
        }
    }
}

impl Rows {
    pub(crate) const EMPTY: Self = Self([0; HEIGHT]);
    pub(crate) const FULL: Self = Self([ROW_MASK; HEIGHT]);

    pub(crate) const fn has(&self, spot: Spot) -> bool {
        self.0[spot.y as usize] >> spot.x & 1 != 0
    }

    pub(crate) const fn add(&mut self, spot: Spot) {
        self.0[spot.y as usize] |= 1 << spot.x;
    }

    pub(crate) const fn remove(&mut self, spot: Spot) {
        self.0[spot.y as usize] &= !(1 << spot.x);
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    pub(crate) fn keep(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
    }

    pub(crate) fn drop_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= !theirs;
        }
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Every tile of the set, row by row from the bottom.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        (0..ROWS).zip(self.0).flat_map(|(y, row)| {
            core::iter::successors(Some(row), |left| Some(left & left.wrapping_sub(1)))
                .take_while(|&left| left != 0)
                .map(move |left| Spot::new(left.trailing_zeros() as u8, y))
        })
    }

    /// The tiles that touch the set, diagonally too, without the set itself.
    pub(crate) fn rim(&self) -> Self {
        let wide = |y: usize| {
            let row = self.0.get(y).copied().unwrap_or(0);
            row | row << 1 | row >> 1
        };
        let mut rim = Self::EMPTY;
        let (mut below, mut here) = (0, wide(0));
        for (y, row) in rim.0.iter_mut().enumerate() {
            let above = wide(y + 1);
            *row = (below | here | above) & ROW_MASK & !self.0[y];
            (below, here) = (here, above);
        }
        rim
    }

    /// A random tile of the set inside a frame, all equally likely; `None` if there is none.
    ///
    /// Throwing until a tile of the set is hit, as the rules page describes it, and choosing among the
    /// counted tiles have the same distribution. Throwing is faster while tiles are many; counting ends the
    /// search when they are few.
    pub(crate) fn pick(&self, frame: Frame, dice: &mut Rng, label: &'static str) -> Option<Spot> {
        let (cols, rows) = (u32::from(frame.x1 - frame.x0) + 1, u32::from(frame.y1 - frame.y0) + 1);
        for _ in 0..TRIES {
            let throw = dice.below(cols * rows, label);
            let spot = Spot::new(frame.x0 + (throw % cols) as u8, frame.y0 + (throw / cols) as u8);
            if self.has(spot) {
                return Some(spot);
            }
        }
        let mask = span(frame.x0, frame.x1);
        let within = usize::from(frame.y0)..=usize::from(frame.y1);
        let count: u32 = self.0[within].iter().map(|row| (row & mask).count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut rest = dice.below(count, label);
        for y in frame.y0..=frame.y1 {
            let mut row = self.0[usize::from(y)] & mask;
            if rest >= row.count_ones() {
                rest -= row.count_ones();
                continue;
            }
            for _ in 0..rest {
                row &= row - 1;
            }
            return Some(Spot::new(row.trailing_zeros() as u8, y));
        }
        unreachable!("the draw lies below the number of tiles")
    }
}

/// Breadth-first search that spreads one step at a time, a row of tiles at once.
#[derive(Clone, Debug)]
pub(crate) struct Flood {
    /// Open tiles not reached yet.
    dry: Rows,
    /// The tiles reached by the last step.
    edge: Rows,
    /// The rows that contain edge tiles, one bit each.
    busy: u64,
}

impl Flood {
    /// A flood from `source` over the tiles of `open`. The source itself need not be open.
    pub(crate) fn new(open: Rows, source: Spot) -> Self {
        let mut flood = Self { dry: open, edge: Rows::EMPTY, busy: 0 };
        flood.begin(source);
        flood
    }

    /// A flood from several sources; `None` if there are none.
    pub(crate) fn from_all(open: Rows, sources: impl IntoIterator<Item = Spot>) -> Option<Self> {
        let mut flood = Self { dry: open, edge: Rows::EMPTY, busy: 0 };
        sources.into_iter().for_each(|source| flood.begin(source));
        flood.is_live().then_some(flood)
    }

    fn begin(&mut self, source: Spot) {
        self.dry.remove(source);
        self.edge.add(source);
        self.busy |= 1 << source.y;
    }

    /// The tiles reached by the last step.
    pub(crate) const fn edge(&self) -> &Rows {
        &self.edge
    }

    /// False when the last step reached nothing.
    pub(crate) const fn is_live(&self) -> bool {
        self.busy != 0
    }

    /// The open tiles not reached yet.
    pub(crate) const fn dry(&self) -> &Rows {
        &self.dry
    }

    /// Spreads by one step.
    pub(crate) fn spread(&mut self) {
        let mut todo = (self.busy | self.busy << 1 | self.busy >> 1) & ((1 << ROWS) - 1);
        self.busy = 0;
        // What the row below held before it was overwritten; rows that are not visited are empty.
        let (mut last, mut below) = (usize::MAX - 1, 0);
        while todo != 0 {
            let y = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            if y != last + 1 {
                below = 0;
            }
            let here = self.edge.0[y];
            let above = if y + 1 < HEIGHT { self.edge.0[y + 1] } else { 0 };
            let next = (here << 1 | here >> 1 | below | above) & self.dry.0[y];
            self.edge.0[y] = next;
            self.dry.0[y] &= !next;
            self.busy |= u64::from(next != 0) << y;
            (last, below) = (y, here);
        }
    }

    /// Removes tiles: the flood leaves them and never enters them.
    pub(crate) fn exclude(&mut self, lost: &Rows) {
        for (y, row) in lost.0.iter().enumerate() {
            self.edge.0[y] &= !row;
            self.dry.0[y] &= !row;
            self.busy &= !(u64::from(self.edge.0[y] == 0) << y);
        }
    }

    /// Spreads until a tile is reached or nothing is left; returns the number of steps if it was reached.
    pub(crate) fn steps_to(&mut self, goal: Spot) -> Option<u32> {
        let mut steps = 0;
        while self.is_live() {
            if self.edge.has(goal) {
                return Some(steps);
            }
            self.spread();
            steps += 1;
        }
        None
    }

    /// Spreads until nothing is left.
    pub(crate) fn run_dry(&mut self) {
        while self.is_live() {
            self.spread();
        }
    }
}

/// Up to four tiles in order: the ghosts or fish of a floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Spot>", into = "Vec<Spot>")]
pub(crate) struct SpotList {
    spots: [Spot; 4],
    len: u8,
}

impl From<SpotList> for Vec<Spot> {
    fn from(list: SpotList) -> Self {
        list.all().into()
    }
}

impl TryFrom<Vec<Spot>> for SpotList {
    type Error = &'static str;

    fn try_from(spots: Vec<Spot>) -> Result<Self, Self::Error> {
        let mut list = Self::default();
        if spots.len() > list.spots.len() {
            return Err("a floor has at most four of a kind");
        }
        spots.into_iter().for_each(|spot| list.push(spot));
        Ok(list)
    }
}

impl SpotList {
    pub(crate) fn all(&self) -> &[Spot] {
        &self.spots[..usize::from(self.len)]
    }

    pub(crate) fn has(&self, spot: Spot) -> bool {
        self.all().contains(&spot)
    }

    pub(crate) fn push(&mut self, spot: Spot) {
        self.spots[usize::from(self.len)] = spot;
        self.len += 1;
    }

    pub(crate) fn set(&mut self, index: usize, spot: Spot) {
        self.spots[..usize::from(self.len)][index] = spot;
    }

    /// Removes a tile from the list; false if it was not there.
    pub(crate) fn take(&mut self, spot: Spot) -> bool {
        let Some(index) = self.all().iter().position(|&other| other == spot) else { return false };
        self.spots.copy_within(index + 1..usize::from(self.len), index);
        self.len -= 1;
        // Unused places hold the default, so that equal lists compare equal.
        self.spots[usize::from(self.len)] = Spot::default();
        true
    }
}

#[cfg(test)]
#[path = "ground_tests.rs"]
mod tests;
