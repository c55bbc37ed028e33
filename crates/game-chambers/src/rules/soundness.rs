//! The invariants after every command.

use super::{Stage, World};
use crate::content::{BAG_SIZE, FLOORS, FoeKind};
use crate::plan::Spot;
use crate::setup::EditionOptions;
use alloc::vec::Vec;

impl World {
    /// Checks that each cell holds one thing, all positions are legal, all numbers are in range, and the
    /// cache is up to date.
    pub(crate) fn assert_sound(&self) {
        let hero = &self.hero;
        assert!(hero.hp >= 0 && hero.hp <= hero.hp_max() && hero.atk() >= 0 && hero.def() >= 0);
        assert!(hero.gold >= 0 && (1..=FLOORS).contains(&self.level) && hero.bag.len() <= BAG_SIZE);
        assert_eq!(hero.hp == 0, matches!(self.stage, Stage::Over { won: false, .. }));
        if self.is_bare() {
            assert!(self.floor.foes.is_empty() && self.floor.things.is_empty());
            return;
        }
        let floor = &self.floor;
        let bodies = floor.foes.iter().map(|foe| foe.at);
        let mut taken: Vec<Spot> = bodies.chain(floor.things.iter().map(|thing| thing.at)).collect();
        taken.push(floor.stairs);
        // The document's one exception: the player character may stand on a guarded hoard.
        if floor.thing_at(floor.hero).is_none() {
            taken.push(floor.hero);
        }
        taken.sort_unstable();
        assert!(taken.windows(2).all(|pair| pair[0] != pair[1]), "two things on one cell: {taken:?}");
        assert!(taken.iter().all(|&at| floor.plan.walkable.has(at)), "something stands in a wall");
        assert!(floor.things.is_sorted_by_key(|thing| thing.at));
        for foe in &floor.foes {
            assert!(foe.hp > 0 && foe.hp <= foe.kind.row().hp);
            assert!(self.has(EditionOptions::PURSUE) || foe.is_rooted() || floor.plan.tiles.has(foe.at));
            assert!(foe.hoard().is_none() || foe.kind == FoeKind::Dragon);
        }
        let mut anew = self.clone();
        anew.rebuild_cache();
        assert!(anew.cache.occupied == self.cache.occupied, "things are miscounted");
        assert!(anew.cache.free == self.cache.free, "free cells are miscounted");
    }
}
