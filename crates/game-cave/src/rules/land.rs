//! The loaded land: a rectangle of the world around the hero, assembled from regions and ready to be copied
//! to a screen.
//!
//! It is not part of the state: it is rebuilt from seed and marks whenever it is missing or too far away.
//! Recently used regions are cached, up to `iRegionCacheSize` of them, and the oldest is dropped first.

use super::{Cave, Kept, Marks, Spot};
use crate::content::{FOES, FoeRow, in_sight_area};
use crate::generate::{Grounds, Region};
use crate::setup::{ExtendedOptions, Settings};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use kernel::grid::paint_bits;
use kernel::{Cell, Hue, Ink, Pos, Seed};
use once_cell::race::OnceBox;

pub(crate) const FLOOR: Cell = Cell::new(' ', Ink::Floor);
pub(crate) const ROCK: Cell = Cell::new('#', Ink::Wall);
pub(crate) const CHEST: Cell = Cell::new('C', Ink::Treasure).hued(Hue::Gold);
pub(crate) const HERO: Cell = Cell::new('P', Ink::Hero);
/// Another hero.
pub(crate) const FELLOW: Cell = Cell::new('P', Ink::Neutral);

/// The cell for a byte of the land, which is the character that shows it.
pub(crate) const fn ground(byte: u8) -> Cell {
    match byte {
        ROCK_BYTE => ROCK,
        CHEST_BYTE => CHEST,
        _ => FLOOR,
    }
}

const FLOOR_BYTE: u8 = b' ';
const ROCK_BYTE: u8 = b'#';
const CHEST_BYTE: u8 = b'C';

/// The cell of a kind of monster.
pub(crate) fn foe_cell(kind: u8) -> Cell {
    let row = &FOES[usize::from(kind)];
    Cell::new(row.glyph, Ink::Foe).hued(row.hue)
}

/// Everything a world is generated from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) seed: &'a Seed,
    pub(crate) settings: &'a Settings,
    pub(crate) marks: &'a Marks,
    pub(crate) kept: &'a Kept,
    pub(crate) extended: ExtendedOptions,
}

impl Source<'_> {
    /// A region: from an imported world, or generated from the seed.
    fn make(&self, at: Spot, grounds: &mut Grounds) -> Region {
        let made = || grounds.region(self.seed, self.settings, self.extended, at.0, at.1);
        self.kept.get(&at).cloned().unwrap_or_else(made)
    }

    /// The health of the monster born in a region: from the marks, or that of its kind.
    pub(crate) fn health(&self, home: Spot, kind: u8) -> u32 {
        self.marks.health.get(&home).copied().unwrap_or_else(|| self.settings.foe_health(kind))
    }
}

/// A living monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foe {
    /// The region it was born in, which identifies it.
    pub(crate) home: Spot,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) kind: u8,
    /// At the start of a fight, in hundredths.
    pub(crate) health: u32,
}

impl Foe {
    pub(crate) fn row(&self) -> &'static FoeRow {
        &FOES[usize::from(self.kind)]
    }

    /// Its cell on the board; each kind has its own glyph.
    pub(crate) fn cell(&self) -> Cell {
        foe_cell(self.kind)
    }
}

/// Cells that are computed on first use; a clone recomputes its own.
#[derive(Debug, Default)]
struct Shown(OnceBox<Vec<Cell>>);

impl Clone for Shown {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A rectangle of the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Land {
    left: i64,
    top: i64,
    cols: i64,
    rows: i64,
    /// Floor, rock and chests, each as the byte that shows it (see [`ground`]), without monsters and heroes.
    cells: Vec<u8>,
    /// Counts the changes of the cells.
    changes: u32,
    /// The same as board cells, made when first drawn: programs that play batches never need them.
    shown: Shown,
    /// The living monsters whose home or position is in this land, by home region.
    pub(crate) foes: Vec<Foe>,
    regions: Vec<(Spot, Arc<Region>)>,
}

impl Land {
    /// An empty land that shares the cached regions of another.
    pub(crate) fn with_regions_of(other: &Self) -> Self {
        Self { regions: other.regions.clone(), ..Self::default() }
    }

    /// Number of cached regions.
    pub(crate) fn kept_regions(&self) -> usize {
        self.regions.len()
    }

    /// True when the land extends this far around a position.
    pub(crate) fn reaches(&self, x: i64, y: i64, half: Spot) -> bool {
        let (col, row) = (x - self.left, self.top - y);
        col >= half.0 && row >= half.1 && col + half.0 < self.cols && row + half.1 < self.rows
    }

    fn index(&self, x: i64, y: i64) -> Option<usize> {
        let (col, row) = (x - self.left, self.top - y);
        let inside = (0..self.cols).contains(&col) && (0..self.rows).contains(&row);
        inside.then(|| (row * self.cols + col) as usize)
    }

    /// The ground at a position; rock beyond the land.
    pub(crate) fn at(&self, x: i64, y: i64) -> Cell {
        self.index(x, y).map_or(ROCK, |index| ground(self.cells[index]))
    }

    /// Puts a chest at a position, or floor.
    pub(crate) fn set_chest(&mut self, x: i64, y: i64, there: bool) {
        if let Some(index) = self.index(x, y) {
            self.cells[index] = if there { CHEST_BYTE } else { FLOOR_BYTE };
            self.mark_changed();
        }
    }

    /// Notes that cells have changed.
    fn mark_changed(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        self.shown = Shown::default();
    }

    /// A number for the cells starting at a position: another one after the position or a cell has changed.
    pub(crate) fn number_of(&self, x: i64, y: i64) -> u64 {
        u64::from(self.changes) << 32 | self.offset(x, y) as u64
    }

    /// The index of a position, which must lie on the land.
    fn offset(&self, x: i64, y: i64) -> usize {
        ((self.top - y) * self.cols + x - self.left) as usize
    }

    /// The cells starting at a position in row order, and the length of a row. The position must lie on the
    /// land.
    pub(crate) fn rows_from(&self, x: i64, y: i64) -> (&[u8], usize) {
        (&self.cells[self.offset(x, y)..], self.cols as usize)
    }

    /// The same as board cells.
    pub(crate) fn shown_from(&self, x: i64, y: i64) -> (&[Cell], usize) {
        let make = || Box::new(self.cells.iter().map(|byte| ground(*byte)).collect());
        (&self.shown.0.get_or_init(make)[self.offset(x, y)..], self.cols as usize)
    }

    /// True when there is a free line of sight between two positions. The line is drawn with y up, as in
    /// §2.4.3: with y down, steep lines would pass through other cells.
    pub(crate) fn sees(&self, a: Spot, b: Spot) -> bool {
        let bottom = self.top - self.rows + 1;
        let pos = |(x, y): Spot| Pos::new((x - self.left) as i32, (y - bottom) as i32);
        kernel::grid::sees(pos(a), pos(b), |at| {
            self.at(self.left + i64::from(at.x), bottom + i64::from(at.y)) == ROCK
        })
    }

    /// The nearest living monster that sees a position; ties go by home region.
    pub(crate) fn watcher(&self, x: i64, y: i64) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        for (index, foe) in self.foes.iter().enumerate() {
            let (dx, dy) = (foe.x - x, foe.y - y);
            if in_sight_area(dx, dy, foe.row().sight) {
                let distance = dx * dx + dy * dy;
                if best.is_none_or(|(least, _)| distance < least) && self.sees((foe.x, foe.y), (x, y)) {
                    best = Some((distance, index));
                }
            }
        }
        best.map(|(_, index)| index)
    }

    /// True when a position lies in the sight area of a living monster, with or without a line of sight.
    pub(crate) fn watched(&self, x: i64, y: i64) -> bool {
        self.foes.iter().any(|foe| in_sight_area(foe.x - x, foe.y - y, foe.row().sight))
    }

    /// Rebuilds the land around a position.
    pub(crate) fn survey(&mut self, source: &Source<'_>, place: Spot, half: Spot) {
        self.survey_only(source, place, half, |_| true);
    }

    /// The same with only the regions that `asked` accepts; the others stay rock, and monsters still at home
    /// there are left out.
    pub(crate) fn survey_only(
        &mut self,
        source: &Source<'_>,
        (x, y): Spot,
        half: Spot,
        asked: impl Fn(Spot) -> bool,
    ) {
        (self.left, self.top) = (x - half.0, y + half.1);
        (self.cols, self.rows) = (2 * half.0 + 1, 2 * half.1 + 1);
        self.cells.resize((self.cols * self.rows) as usize, ROCK_BYTE);
        self.mark_changed();
        self.foes.clear();
        let size = source.settings.size();
        let low = (self.left.div_euclid(size), (self.top - self.rows + 1).div_euclid(size));
        let high = ((self.left + self.cols - 1).div_euclid(size), self.top.div_euclid(size));
        let mut grounds = Grounds::default();
        for ry in low.1..=high.1 {
            for rx in (low.0..=high.0).filter(|&rx| asked((rx, ry))) {
                let region = self.region_from(source, (rx, ry), &mut grounds);
                self.lay(source, (rx, ry), &region);
            }
        }
        for (&home, &(x, y)) in &source.marks.roamed {
            let inside = (low.0..=high.0).contains(&home.0) && (low.1..=high.1).contains(&home.1);
            if !inside && self.index(x, y).is_some() {
                let kind = self.region(source, home).monster.map_or(0, |monster| monster.kind);
                self.foes.push(Foe { home, x, y, kind, health: source.health(home, kind) });
            }
        }
        kernel::sort_by_key(&mut self.foes, |foe| foe.home);
    }

    /// A region, from the cache or generated now.
    pub(crate) fn region(&mut self, source: &Source<'_>, at: Spot) -> Arc<Region> {
        self.region_from(source, at, &mut Grounds::default())
    }

    /// The same, for callers that need several regions.
    fn region_from(&mut self, source: &Source<'_>, at: Spot, grounds: &mut Grounds) -> Arc<Region> {
        if let Some(index) = self.regions.iter().position(|(spot, _)| *spot == at) {
            let found = self.regions.remove(index);
            self.regions.push(found);
        } else {
            let made = source.make(at, grounds);
            while self.regions.len() >= source.settings.cache_size.max(1) as usize {
                self.regions.remove(0);
            }
            self.regions.push((at, Arc::new(made)));
        }
        self.regions[self.regions.len() - 1].1.clone()
    }

    /// Copies the part of a region that lies on this land.
    fn lay(&mut self, source: &Source<'_>, at: Spot, region: &Region) {
        let size = source.settings.size();
        let (x0, y0) = (at.0 * size, at.1 * size);
        let (from, to) = (self.left.max(x0), (self.left + self.cols).min(x0 + size));
        let (bottom, top) = ((self.top - self.rows + 1).max(y0), self.top.min(y0 + size - 1));
        for y in bottom..=top {
            let mut bits = region.floor[(y - y0) as usize] >> (from - x0);
            let start = ((self.top - y) * self.cols + from - self.left) as usize;
            for chunk in self.cells[start..start + (to - from) as usize].chunks_mut(64) {
                chunk.fill(ROCK_BYTE);
                paint_bits(bits as u64, FLOOR_BYTE, chunk);
                bits >>= 64;
            }
        }
        for chest in &region.chests {
            let (x, y) = (x0 + i64::from(chest.x), y0 + i64::from(chest.y));
            if !source.marks.claimed.contains(&(x, y)) {
                self.set_chest(x, y, true);
            }
        }
        if let Some(monster) = region.monster.filter(|_| !source.marks.dead.contains(&at)) {
            let birth = (x0 + i64::from(monster.x), y0 + i64::from(monster.y));
            let (x, y) = source.marks.roamed.get(&at).copied().unwrap_or(birth);
            let health = source.health(at, monster.kind);
            self.foes.push(Foe { home: at, x, y, kind: monster.kind, health });
        }
    }
}

impl Cave {
    /// The contents of the chest at a position; empty if there is none.
    pub(crate) fn chest_at(land: &mut Land, source: &Source<'_>, at: Spot) -> Vec<crate::content::Item> {
        let (spot, (x, y)) = Self::locate(source.settings, at);
        land.region(source, spot).chest(x, y).map(<[_]>::to_vec).unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "sight_tests.rs"]
mod tests;
