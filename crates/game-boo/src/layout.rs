//! The ground of one floor: the part that does not change while the cat is on it.

use crate::draw;
use crate::ground::{Flood, Rows, Spot};
use alloc::{boxed::Box, vec::Vec};
use kernel::Cell;
use once_cell::race::OnceBox;
use serde::{Deserialize, Serialize};

/// The ground of one floor. Only floor and stairs are saved; walls and picture are derived from them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub(crate) struct Layout {
    /// Every tile the cat may enter, the stairs included.
    pub(crate) floor: Rows,
    /// Every tile a ghost may enter: the floor without the stairs.
    pub(crate) haunt: Rows,
    /// Every wall: the tiles around the floor, corners included.
    pub(crate) wall: Rows,
    /// The staircase up.
    pub(crate) stairs: Spot,
    picture: Picture,
}

/// Floor, walls and stairs as cells, made when first drawn: programs that play batches never need them.
#[derive(Debug, Default)]
struct Picture(OnceBox<Vec<Cell>>);

impl Clone for Picture {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Serialize, Deserialize)]
struct Kept {
    floor: Rows,
    stairs: Spot,
}

impl From<Kept> for Layout {
    fn from(kept: Kept) -> Self {
        Self::new(kept.floor, kept.stairs)
    }
}

impl From<Layout> for Kept {
    fn from(layout: Layout) -> Self {
        Self { floor: layout.floor, stairs: layout.stairs }
    }
}

impl Layout {
    pub(crate) fn new(floor: Rows, stairs: Spot) -> Self {
        let mut haunt = floor.clone();
        haunt.remove(stairs);
        let wall = floor.rim();
        Self { floor, haunt, wall, stairs, picture: Picture::default() }
    }

    /// Floor, walls and stairs as cells.
    pub(crate) fn picture(&self) -> &[Cell] {
        self.picture.0.get_or_init(|| Box::new(draw::picture(self)))
    }
}

/// True when the floor stays connected without this tile.
pub(crate) fn is_connected_without(floor: &Rows, tile: Spot) -> bool {
    let mut rest = floor.clone();
    rest.remove(tile);
    if joined_around(&rest, tile) {
        return true;
    }
    let Some(start) = rest.spots().next() else { return true };
    let mut flood = Flood::new(rest, start);
    flood.run_dry();
    flood.dry().count() == 0
}

/// True when the open neighbours of a tile are connected through the eight tiles around it. That is the usual
/// case inside a room, and proves that the tile can be removed without a search.
fn joined_around(open: &Rows, tile: Spot) -> bool {
    if tile.x == 0 || tile.y == 0 || usize::from(tile.y) + 1 >= open.0.len() {
        return false;
    }
    let three = |y: u8| open.0[usize::from(y)] >> (tile.x - 1) & 0b111;
    let (below, here, above) = (three(tile.y - 1), three(tile.y), three(tile.y + 1));
    // The ring as eight bits: below left, below, below right, right, above right, …, left.
    let mut ring = below | (here >> 2 & 1) << 3 | (here & 1) << 7;
    ring |= (above >> 2 & 1) << 4 | (above >> 1 & 1) << 5 | (above & 1) << 6;
    const SIDES: u64 = 0b1010_1010;
    // A run of open tiles begins where an open tile follows a closed one. An isolated corner connects
    // nothing.
    let before = (ring << 1 | ring >> 7) & 0xFF;
    let after = (ring >> 1 | ring << 7) & 0xFF;
    let ring = ring & (SIDES | before | after);
    let before = (ring << 1 | ring >> 7) & 0xFF;
    (ring & !before).count_ones() <= 1
}
