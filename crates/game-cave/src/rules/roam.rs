//! Monsters that roam and hunt (`monsters=roaming`), an option the document's author suggests.
//!
//! Only monsters inside the window of 49 by 31 cells act, in the order of their home regions. One that sees
//! the hero within eight cells comes closer every second turn; the others stroll now and then.

use super::land::{FLOOR, Land};
use super::missed::Change;
use super::{Cave, Spot};
use crate::content::STROLL_ONE_IN;
use alloc::sync::Arc;
use kernel::Dir;

impl Cave {
    /// Lets every monster in the window act once.
    pub(super) fn roam(&mut self) {
        for index in 0..self.land.foes.len() {
            let foe = self.land.foes[index];
            if !self.leads((foe.x, foe.y)) {
                continue;
            }
            let to = if self.is_hunted_by(&self.land, (foe.x, foe.y)) {
                if self.turn % 2 == 1 { None } else { self.towards_hero((foe.x, foe.y)) }
            } else {
                self.stroll((foe.x, foe.y))
            };
            if let Some(to) = to {
                let land = Arc::make_mut(&mut self.land);
                (land.foes[index].x, land.foes[index].y) = to;
                Arc::make_mut(&mut self.marks).roamed.insert(foe.home, to);
                self.change(Change::Foe { home: foe.home, from: (foe.x, foe.y) });
            }
        }
    }

    /// True when a monster at this position would hunt the hero.
    pub(crate) fn is_hunted_by(&self, land: &Land, at: Spot) -> bool {
        let cells = self.notice_cells();
        let near = (at.0 - self.hero.x).abs() <= cells && (at.1 - self.hero.y).abs() <= cells;
        near && land.sees(at, (self.hero.x, self.hero.y))
    }

    /// A step along the longer axis, or along the other if that is blocked.
    pub(super) fn towards_hero(&self, (x, y): Spot) -> Option<Spot> {
        let (dx, dy) = (self.hero.x - x, self.hero.y - y);
        let (across, along) = ((x + dx.signum(), y), (x, y + dy.signum()));
        let order = if dx.abs() >= dy.abs() { [across, along] } else { [along, across] };
        order.into_iter().find(|&to| to != (x, y) && self.free_for_foe(&self.land, to))
    }

    pub(super) fn stroll(&mut self, (x, y): Spot) -> Option<Spot> {
        if !self.fate.chance(1, STROLL_ONE_IN, "monster strolls") {
            return None;
        }
        let (dx, dy) = self.fate.pick(&Dir::ORTHOGONAL, "monster way").delta();
        let to = (x + i64::from(dx), y - i64::from(dy));
        self.free_for_foe(&self.land, to).then_some(to)
    }

    /// Monsters walk on floor, never onto chests, each other or a hero.
    fn free_for_foe(&self, land: &Land, at: Spot) -> bool {
        land.at(at.0, at.1) == FLOOR
            && at != (self.hero.x, self.hero.y)
            && !self.is_taken(at)
            && land.foes.iter().all(|foe| (foe.x, foe.y) != at)
    }
}
