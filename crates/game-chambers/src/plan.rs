//! The ground of a floor: which cells are wall, tile, doorway or passage, and which tiles form a chamber.
//!
//! Chambers are found by flood fill. Tiles that touch, diagonally too, belong together: characters step that
//! way, so an enemy that only steps from tile to tile never leaves its chamber.

use crate::mask::Mask;
use alloc::{string::String, sync::Arc, vec, vec::Vec};
use kernel::{Cell, Dir, Ink, Pos};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Columns of the board.
pub(crate) const COLS: usize = 79;
/// Rows of the board.
pub(crate) const ROWS: usize = 25;
/// Cells of the board.
pub(crate) const CELLS: usize = COLS * ROWS;

/// The empty floor of the document (figure 1).
pub const FIGURE_1: &str = include_str!("floor.txt");

/// A cell of the board: its row in the high byte, its column in the low one. Its order is the reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot(u16);

impl Spot {
    pub(crate) const fn new(x: usize, y: usize) -> Self {
        Self((y as u16) << 8 | x as u16 & 0xFF)
    }

    #[inline]
    pub(crate) const fn x(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(crate) const fn y(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.y() as usize * COLS + self.x() as usize
    }

    /// A number that increases in reading order.
    #[inline]
    pub(crate) const fn key(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_key(key: u16) -> Self {
        Self(key)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self::new(index % COLS, index / COLS)
    }

    /// The neighbour in a direction, if it lies on the board.
    #[inline]
    pub(crate) fn step(self, dir: Dir) -> Option<Self> {
        let (dx, dy) = dir.delta();
        Self::from_pos(Pos::new(i32::from(self.x()) + dx, i32::from(self.y()) + dy))
    }

    pub(crate) fn from_pos(at: Pos) -> Option<Self> {
        let inside = (0..COLS as i32).contains(&at.x) && (0..ROWS as i32).contains(&at.y);
        inside.then_some(Self::new(at.x as usize, at.y as usize))
    }

    pub(crate) fn pos(self) -> Pos {
        Pos::new(i32::from(self.x()), i32::from(self.y()))
    }

    /// True within a distance of one cell, including the cell itself.
    #[inline]
    pub(crate) const fn near(self, other: Self) -> bool {
        self.x().abs_diff(other.x()) <= 1 && self.y().abs_diff(other.y()) <= 1
    }

    /// The offset from the upper left neighbour of `other`, rows in the high byte and columns in the low one:
    /// 0 to 2 in both for neighbours and the cell itself, arbitrary for others.
    #[inline]
    pub(crate) const fn apart(self, other: Self) -> u16 {
        self.0.wrapping_add(0x0101).wrapping_sub(other.0)
    }

    /// True for every cell within a distance of one and false for nearly all others: a quick filter before
    /// the exact test.
    #[inline]
    pub(crate) const fn may_be_near(self, other: Self) -> bool {
        self.apart(other) & 0xFCFC == 0
    }

    /// The direction to a neighbour.
    pub(crate) fn way_to(self, other: Self) -> Option<Dir> {
        Dir::from_delta(
            i32::from(other.x()) - i32::from(self.x()),
            i32::from(other.y()) - i32::from(self.y()),
        )
    }

    /// The neighbours on the board, in reading order.
    pub(crate) fn around(self) -> impl Iterator<Item = Self> {
        [Dir::NW, Dir::N, Dir::NE, Dir::W, Dir::E, Dir::SW, Dir::S, Dir::SE]
            .into_iter()
            .filter_map(move |dir| self.step(dir))
    }

    pub(crate) const fn is_valid(self) -> bool {
        (self.x() as usize) < COLS && (self.y() as usize) < ROWS
    }
}

/// Saved as row and column.
impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.y(), self.x()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (y, x) = <(u8, u8)>::deserialize(deserializer)?;
        Ok(Self::new(x.into(), y.into()))
    }
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Void,
    Upright,
    Level,
    Door,
    Passage,
    Tile,
}

impl Ground {
    pub(crate) const fn glyph(self) -> char {
        match self {
            Self::Void => ' ',
            Self::Upright => '|',
            Self::Level => '-',
            Self::Door => '+',
            Self::Passage => '#',
            Self::Tile => '.',
        }
    }

    pub(crate) const fn from_glyph(glyph: char) -> Option<Self> {
        Some(match glyph {
            ' ' => Self::Void,
            '|' => Self::Upright,
            '-' => Self::Level,
            '+' => Self::Door,
            '#' => Self::Passage,
            '.' => Self::Tile,
            _ => return None,
        })
    }

    const fn cell(self) -> Cell {
        let ink = match self {
            Self::Void => Ink::Void,
            Self::Upright | Self::Level => Ink::Wall,
            Self::Door => Ink::Door,
            Self::Passage => Ink::Passage,
            Self::Tile => Ink::Floor,
        };
        Cell::new(self.glyph(), ink)
    }

    /// True where the player character may stand.
    pub(crate) const fn is_walkable(self) -> bool {
        matches!(self, Self::Door | Self::Passage | Self::Tile)
    }
}

/// A connected set of tiles, and the walkable piece of the floor it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Chamber {
    pub(crate) tiles: Vec<Spot>,
    pub(crate) piece: u16,
}

const NO_CHAMBER: u16 = u16::MAX;

/// The ground of one floor.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    ground: Vec<Ground>,
    /// The cells of the empty floor.
    pub(crate) cells: Arc<[Cell]>,
    chamber: Vec<u16>,
    pub(crate) chambers: Vec<Chamber>,
    /// The walkable piece with the most tiles; things are spawned only there.
    pub(crate) main_piece: u16,
    /// All floor tiles.
    pub(crate) tiles: Mask,
    /// All cells the player character may stand on.
    pub(crate) walkable: Mask,
    /// The same as one word per row, with a rim: cell x of row y is bit x + 1 of word y + 1.
    pub(crate) ways: [u128; ROWS + 2],
    /// True for the floor of the document.
    pub(crate) classic: bool,
}

impl Plan {
    /// The floor of the document.
    pub(crate) fn classic() -> Self {
        Self::from_glyphs(FIGURE_1.lines().flat_map(str::chars)).expect("figure 1 is a floor")
    }

    /// A floor from the glyphs of its cells in reading order.
    pub(crate) fn from_glyphs(glyphs: impl Iterator<Item = char>) -> Option<Self> {
        let ground: Vec<Ground> = glyphs.map(Ground::from_glyph).collect::<Option<_>>()?;
        (ground.len() == CELLS).then(|| Self::new(ground))
    }

    pub(crate) fn new(ground: Vec<Ground>) -> Self {
        assert!(ground.len() == CELLS, "a floor has {CELLS} cells");
        let classic = FIGURE_1.lines().flat_map(str::chars).eq(ground.iter().map(|ground| ground.glyph()));
        let (piece, _) = flood(|at| ground[at.index()].is_walkable());
        let (chamber, count) = flood(|at| ground[at.index()] == Ground::Tile);
        let mut chambers = vec![Chamber { tiles: Vec::new(), piece: 0 }; usize::from(count)];
        let (mut tiles, mut walkable) = (Mask::default(), Mask::default());
        let mut ways = [0; ROWS + 2];
        let mut weight = vec![0u32; CELLS];
        for at in (0..CELLS).map(Spot::from_index) {
            if ground[at.index()].is_walkable() {
                walkable.set(at);
                ways[usize::from(at.y()) + 1] |= 1 << (at.x() + 1);
            }
            if chamber[at.index()] != NO_CHAMBER {
                let home = &mut chambers[usize::from(chamber[at.index()])];
                home.tiles.push(at);
                home.piece = piece[at.index()];
                weight[usize::from(home.piece)] += 1;
                tiles.set(at);
            }
        }
        // The first among equals, so that the result does not depend on the order of the search.
        let heaviest = weight.iter().copied().max().unwrap_or(0);
        let main_piece = weight.iter().position(|&w| w == heaviest).unwrap_or(0) as u16;
        let cells = ground.iter().map(|ground| ground.cell()).collect();
        Self { ground, cells, chamber, chambers, main_piece, tiles, walkable, ways, classic }
    }

    #[inline]
    pub(crate) fn ground(&self, at: Spot) -> Ground {
        self.ground[at.index()]
    }

    /// The index of the chamber of a tile.
    pub(crate) fn chamber_of(&self, at: Spot) -> Option<usize> {
        let chamber = self.chamber[at.index()];
        (chamber != NO_CHAMBER).then_some(usize::from(chamber))
    }

    /// The connected piece of each walkable cell.
    pub(crate) fn pieces(&self) -> Vec<u16> {
        flood(|at| self.ground(at).is_walkable()).0
    }
}

/// Numbers the cells that `open` accepts by connected piece, in reading order of the pieces.
fn flood(open: impl Fn(Spot) -> bool) -> (Vec<u16>, u16) {
    let mut piece = vec![NO_CHAMBER; CELLS];
    let mut count = 0;
    let mut queue = Vec::with_capacity(CELLS);
    for start in (0..CELLS).map(Spot::from_index) {
        if piece[start.index()] != NO_CHAMBER || !open(start) {
            continue;
        }
        piece[start.index()] = count;
        queue.push(start);
        while let Some(at) = queue.pop() {
            for to in at.around() {
                if piece[to.index()] == NO_CHAMBER && open(to) {
                    piece[to.index()] = count;
                    queue.push(to);
                }
            }
        }
        count += 1;
    }
    (piece, count)
}

/// Saved as its glyphs; the floor of the document as `None`.
impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let drawn = (!self.classic).then(|| self.ground.iter().map(|g| g.glyph()).collect::<String>());
        drawn.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::<String>::deserialize(deserializer)? {
            None => Ok(Self::classic()),
            Some(drawn) => Self::from_glyphs(drawn.chars()).ok_or_else(|| D::Error::custom("not a floor")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_of_the_document_has_five_chambers_in_one_piece() {
        let plan = Plan::classic();
        let sizes: Vec<usize> = plan.chambers.iter().map(|chamber| chamber.tiles.len()).collect();
        // In reading order of their first tiles: upper left, upper right, middle, lower left, lower right.
        assert_eq!(sizes, [104, 201, 36, 147, 150]);
        assert!(plan.chambers.iter().all(|chamber| chamber.piece == plan.main_piece));
        let count = |wanted| plan.ground.iter().filter(|&&ground| ground == wanted).count();
        assert_eq!((count(Ground::Tile), count(Ground::Door), count(Ground::Passage)), (638, 13, 105));
        assert!(plan.classic);
    }
}
