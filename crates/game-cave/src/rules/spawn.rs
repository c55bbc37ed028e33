//! Where a hero appears: the nearest free cell of the endless cave, in the order of the spiral of §2.4.4.

use super::land::{FLOOR, Land, ROCK, Source};
use super::{Cave, Spot};
use crate::content::{SIGHT_MOST, WINDOW_HALF};
use crate::generate::{self, Region};
use crate::spiral::spiral;
use alloc::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    vec::Vec,
};

/// Search radius in region sides; it covers more than the region itself.
const RINGS: i64 = 1;

impl Cave {
    /// Places the hero on the nearest suitable cell to `centre`: floor of the endless cave, no chest, not
    /// watched by a living monster. If settings leave no such cell, any cell of the endless cave is used.
    pub(super) fn spawn(&mut self, centre: Spot) {
        self.survey_around(centre);
        // A small radius is searched on the loaded land; a larger land is built only if that fails.
        let near = WINDOW_HALF.1 - SIGHT_MOST;
        let far = self.settings.size() * RINGS;
        let mut connectivity = Connectivity::around(self.source(), &self.land, centre, far);
        let found = self.free_cell(&self.land, &mut connectivity, centre, near, true).or_else(|| {
            let mut land = Land::with_regions_of(&self.land);
            land.survey(&self.source(), centre, (far + SIGHT_MOST, far + SIGHT_MOST));
            self.free_cell(&land, &mut connectivity, centre, far, true)
                .or_else(|| self.free_cell(&land, &mut connectivity, centre, far, false))
        });
        (self.hero.x, self.hero.y) = found.unwrap_or(centre);
        self.arrive();
    }

    /// The first suitable cell of the spiral, up to a ring.
    fn free_cell(
        &self,
        land: &Land,
        connectivity: &mut Connectivity<'_>,
        centre: Spot,
        rings: i64,
        choosy: bool,
    ) -> Option<Spot> {
        let last = (2 * rings + 1) * (2 * rings + 1);
        (1..=last as u32).map(spiral).map(|(dx, dy)| (centre.0 + dx, centre.1 + dy)).find(|&(x, y)| {
            let ground = land.at(x, y);
            if ground == ROCK || choosy && (ground != FLOOR || land.watched(x, y) || self.was_chest((x, y))) {
                return false;
            }
            connectivity.holds((x, y))
        })
    }

    /// True for an emptied chest: it looks like floor, but nothing appears on it.
    fn was_chest(&self, at: Spot) -> bool {
        self.marks.claimed.contains(&at)
    }
}

/// Distinguishes the endless cave from sealed pockets.
///
/// The main areas of all regions are connected; they form the endless cave. A cell of another area belongs to
/// it if there is a path to the main area of any region. The path is searched in the regions of the search
/// and one more on each side, never in one region alone.
struct Connectivity<'s> {
    source: Source<'s>,
    /// A land with cached regions, so that most are not generated again.
    land: Land,
    low: Spot,
    high: Spot,
    /// The regions examined so far; at most a block of five by five.
    regions: BTreeMap<Spot, Known>,
    /// Cells without a path to a main area, so that each is searched only once.
    pockets: BTreeSet<Spot>,
}

/// A region that was examined.
struct Known {
    region: Arc<Region>,
    /// A part of its main area, which answers nearly all questions.
    sure: Vec<u128>,
    /// All of its main area, once that was needed.
    main: Option<Vec<u128>>,
}

impl Known {
    fn is_main(&mut self, x: u32, y: u32) -> bool {
        let has = |area: &[u128]| area[y as usize] >> x & 1 == 1;
        has(&self.sure) || has(self.main.get_or_insert_with(|| generate::main_floor(&self.region)))
    }
}

impl<'s> Connectivity<'s> {
    fn around(source: Source<'s>, land: &Land, centre: Spot, rings: i64) -> Self {
        let land = Land::with_regions_of(land);
        let size = source.settings.size();
        let low = ((centre.0 - rings).div_euclid(size) - 1, (centre.1 - rings).div_euclid(size) - 1);
        let high = ((centre.0 + rings).div_euclid(size) + 1, (centre.1 + rings).div_euclid(size) + 1);
        Self { source, land, low, high, regions: BTreeMap::new(), pockets: BTreeSet::new() }
    }

    /// True when a floor cell belongs to the endless cave.
    fn holds(&mut self, at: Spot) -> bool {
        if self.is_main(at) {
            return true;
        }
        if self.pockets.contains(&at) {
            return false;
        }
        let mut reached = BTreeSet::from([at]);
        let mut todo = Vec::from([at]);
        while let Some((x, y)) = todo.pop() {
            for to in [(x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y)] {
                if !self.is_floor(to) || !reached.insert(to) {
                    continue;
                }
                if self.is_main(to) {
                    return true;
                }
                todo.push(to);
            }
        }
        self.pockets.append(&mut reached);
        false
    }

    fn is_floor(&mut self, at: Spot) -> bool {
        self.look(at, |known, x, y| known.region.is_floor(x, y))
    }

    fn is_main(&mut self, at: Spot) -> bool {
        self.look(at, Known::is_main)
    }

    /// Evaluates `ask` for a cell; false outside the block.
    fn look(&mut self, at: Spot, ask: impl FnOnce(&mut Known, u32, u32) -> bool) -> bool {
        let (spot, (x, y)) = Cave::locate(self.source.settings, at);
        let inside =
            (self.low.0..=self.high.0).contains(&spot.0) && (self.low.1..=self.high.1).contains(&spot.1);
        inside && {
            let known = self.regions.entry(spot).or_insert_with(|| {
                let region = self.land.region(&self.source, spot);
                Known { sure: generate::sure_floor(&region), main: None, region }
            });
            ask(known, x, y)
        }
    }
}

#[cfg(test)]
#[path = "spawn_tests.rs"]
mod tests;
