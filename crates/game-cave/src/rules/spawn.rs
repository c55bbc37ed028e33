//! Where a hero appears: the nearest free cell of the main floor, in the order of the spiral of §2.4.4.

use super::land::{FLOOR, Land, ROCK};
use super::{Cave, Spot};
use crate::content::{SIGHT_MOST, WINDOW_HALF};
use crate::generate;
use alloc::vec::Vec;
use toolkit::spiral;

/// The search ends with the ring this many region sides away; the region itself is then searched twice over.
const RINGS: i64 = 1;

impl Cave {
    /// Puts the hero on the nearest cell to `centre` where a hero may appear: floor of the main area, no chest, not
    /// watched by a living monster. Where settings leave no such cell, any cell of the main area will do.
    pub(super) fn spawn(&mut self, centre: Spot) {
        self.survey_around(centre);
        // A near ring is searched on the land at hand; only then a larger piece is made for it.
        let near = WINDOW_HALF.1 - SIGHT_MOST;
        let found = self.free_cell(&self.land, centre, near, true).or_else(|| {
            let far = self.settings.size() * RINGS;
            let mut land = Land::with_regions_of(&self.land);
            land.survey(&self.source(), centre, (far + SIGHT_MOST, far + SIGHT_MOST));
            self.free_cell(&land, centre, far, true).or_else(|| self.free_cell(&land, centre, far, false))
        });
        (self.hero.x, self.hero.y) = found.unwrap_or(centre);
        self.arrive();
    }

    /// The first cell of the spiral that will do, up to a ring.
    fn free_cell(&self, land: &Land, centre: Spot, rings: i64, choosy: bool) -> Option<Spot> {
        let mut mains: Vec<(Spot, Vec<u128>)> = Vec::new();
        let mut regions = Land::with_regions_of(land);
        let last = (2 * rings + 1) * (2 * rings + 1);
        (1..=last as u32).map(spiral).map(|(dx, dy)| (centre.0 + dx, centre.1 + dy)).find(|&(x, y)| {
            let ground = land.at(x, y);
            if ground == ROCK || choosy && (ground != FLOOR || land.watched(x, y) || self.was_chest((x, y))) {
                return false;
            }
            let (region, (cx, cy)) = Self::locate(&self.settings, (x, y));
            let known = mains.iter().position(|(spot, _)| *spot == region).unwrap_or_else(|| {
                mains.push((region, generate::main_floor(&regions.region(&self.source(), region))));
                mains.len() - 1
            });
            mains[known].1[cy as usize] >> cx & 1 == 1
        })
    }

    /// True for a chest that was emptied: it looks like floor, but nothing appears on it.
    fn was_chest(&self, at: Spot) -> bool {
        self.marks.claimed.contains(&at)
    }
}
