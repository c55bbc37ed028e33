//! The ground that was on screen. Regions are divided into 16 by 16 tiles; a tile counts as seen once it was
//! completely inside the window of 49 by 31 cells, whatever the size of the real screen. So 256 bits per
//! region record where the hero has been, and known ground only ever grows.

use super::{Cave, Spot};
use crate::content::WINDOW_HALF;
use alloc::sync::Arc;
use kernel::Dir;

/// Number of tiles along one side of a region.
pub(crate) const TILES: i64 = 16;

/// The seen tiles of one region: bit `x + 16 y`, the lowest 64 first.
pub(crate) type Tiles = [u64; 4];

/// The side of a tile, in cells.
pub(crate) const fn tile_cells(size: i64) -> i64 {
    (size + TILES - 1) / TILES
}

/// True when a tile is among those seen.
pub(crate) const fn has_tile(tiles: &Tiles, x: u32, y: u32) -> bool {
    tiles[y as usize / 4] >> (16 * (y % 4) + x) & 1 == 1
}

/// The range of tiles along one axis of a region that lie completely between two cells; the end is exclusive.
const fn whole_tiles(low: i64, high: i64, size: i64) -> (i64, i64) {
    let tile = tile_cells(size);
    let first = if low <= 0 { 0 } else { (low + tile - 1) / tile };
    let end = if high >= size - 1 { TILES } else { (high + 1) / tile };
    (first, end)
}

impl Cave {
    /// True when the tile of a position was on screen.
    pub(crate) fn remembers(&self, x: i64, y: i64) -> bool {
        let (region, (cx, cy)) = Self::locate(&self.settings, (x, y));
        let tile = tile_cells(self.settings.size()) as u32;
        self.memory.seen.get(&region).is_some_and(|tiles| has_tile(tiles, cx / tile, cy / tile))
    }

    /// Records new tiles after a step. Only the edge of the window that moved forward can complete tiles, so
    /// only that edge is checked.
    pub(super) fn note_seen(&mut self, way: Dir) {
        if self.extended().light {
            return self.mark_seen();
        }
        let size = self.settings.size();
        let ((x, y), (w, h)) = ((self.hero.x, self.hero.y), WINDOW_HALF);
        let (mut left, mut right, mut bottom, mut top) = (x - w, x + w, y - h, y + h);
        let tile = tile_cells(size);
        // True at the first cell of a tile; the last tile of a region may be smaller.
        let begins = |cell: i64| cell.rem_euclid(size) % tile == 0;
        let complete = match way {
            Dir::E => {
                left = right - tile + 1;
                begins(right + 1)
            }
            Dir::W => {
                right = left + tile - 1;
                begins(left)
            }
            Dir::N => {
                bottom = top - tile + 1;
                begins(top + 1)
            }
            _ => {
                top = bottom + tile - 1;
                begins(bottom)
            }
        };
        if complete {
            self.mark_tiles((left, right), (bottom, top));
        }
    }

    /// Records every tile that is completely in view.
    pub(super) fn mark_seen(&mut self) {
        let cells = self.light_cells();
        self.mark_around(if self.extended().light { (cells, cells) } else { WINDOW_HALF });
    }

    /// Records every tile that is completely within this distance of the hero.
    pub(super) fn mark_around(&mut self, (w, h): Spot) {
        let (x, y) = (self.hero.x, self.hero.y);
        self.mark_tiles((x - w, x + w), (y - h, y + h));
    }

    /// Records every tile that lies completely in a rectangle.
    fn mark_tiles(&mut self, (left, right): Spot, (bottom, top): Spot) {
        let size = self.settings.size();
        for ry in bottom.div_euclid(size)..=top.div_euclid(size) {
            let rows = whole_tiles(bottom - ry * size, top - ry * size, size);
            for rx in left.div_euclid(size)..=right.div_euclid(size) {
                let cols = whole_tiles(left - rx * size, right - rx * size, size);
                self.mark_in((rx, ry), cols, rows);
            }
        }
    }

    fn mark_in(&mut self, region: Spot, cols: (i64, i64), rows: (i64, i64)) {
        let row = (1u64 << cols.1.max(cols.0)) - (1 << cols.0);
        if row == 0 || rows.0 >= rows.1 {
            return;
        }
        let known = self.memory.seen.get(&region).copied().unwrap_or_default();
        let mut tiles = known;
        for line in rows.0..rows.1 {
            tiles[line as usize / 4] |= row << (16 * (line % 4));
        }
        if tiles != known {
            Arc::make_mut(&mut self.memory).seen.insert(region, tiles);
        }
    }
}
