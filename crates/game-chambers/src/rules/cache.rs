//! Derived data that the rules need all the time, updated cell by cell: the cells with things on them, and
//! the cells an enemy may step on.

use super::World;
use crate::floor::Item;
use crate::mask::Mask;
use crate::plan::{Plan, Spot};
use crate::setup::EditionOptions;
use kernel::grid::DistanceMap;
use kernel::{Cell, Hue, Ink};

/// Derived from the rest of the state, and never saved.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardCache {
    /// Cells an enemy may step on: empty floor tiles; with the option `pursue` doorways and passages too.
    pub(super) free: Mask,
    /// Cells with a thing on them.
    pub(super) occupied: Mask,
    /// Option `pursue`: steps to the player character.
    pub(super) trail: DistanceMap,
    /// Counts the changes of what lies on the floor, new floors included.
    layouts: u32,
}

pub(crate) const STAIRS: Cell = Cell::new('\\', Ink::Stairs);

/// The cell of an item. All potions look alike, known or not, and so does all gold.
pub(crate) const fn item_cell(item: Item) -> Cell {
    let (ink, hue) = match item {
        Item::Gold(_) => (Ink::Treasure, Hue::Own),
        Item::Potion(_) => (Ink::Potion, Hue::Own),
        Item::Gear(gear) if gear.row().weapon => (Ink::Item, Hue::Orange),
        Item::Gear(_) => (Ink::Item, Hue::Blue),
    };
    Cell::new(item.glyph(), ink).hued(hue)
}

impl World {
    /// The cells enemies may ever enter.
    pub(super) fn roaming<'a>(&self, plan: &'a Plan) -> &'a Mask {
        if self.has(EditionOptions::PURSUE) { &plan.walkable } else { &plan.tiles }
    }

    /// True where an enemy may walk if nothing is in the way.
    pub(crate) fn is_roamed(&self, at: Spot) -> bool {
        self.roaming(&self.floor.plan).has(at)
    }

    /// A number for plan, stairs and things of the floor: another one after any of them has changed.
    pub(crate) fn layout_number(&self) -> u64 {
        self.cache.layouts.into()
    }

    /// Rebuilds the cache, on a new floor and after loading.
    pub(super) fn rebuild_cache(&mut self) {
        self.cache.mark_changed();
        let plan = self.floor.plan.clone();
        self.cache.free = self.roaming(&plan).clone();
        self.cache.occupied = Mask::default();
        if self.is_bare() {
            return;
        }
        let Self { floor, cache, .. } = self;
        for thing in &floor.things {
            cache.lay(thing.at);
        }
        let characters = floor.foes.iter().map(|foe| foe.at).chain([floor.stairs, floor.hero]);
        characters.for_each(|at| cache.free.clear(at));
    }

    /// Updates the cache after a character left a cell.
    #[inline]
    pub(super) fn vacate(&mut self, at: Spot) {
        if !self.cache.occupied.has(at) && self.roaming(&self.floor.plan).has(at) {
            self.cache.free.set(at);
        }
    }

    /// Puts a thing on the floor.
    pub(super) fn put(&mut self, at: Spot, item: Item) {
        self.floor.put(at, item);
        self.cache.mark_changed();
        self.cache.lay(at);
    }

    /// Removes the thing at a cell from the floor.
    pub(super) fn lift(&mut self, at: Spot) {
        self.floor.take(at);
        self.cache.mark_changed();
        self.cache.occupied.clear(at);
        if at != self.floor.hero {
            self.vacate(at);
        }
    }
}

impl BoardCache {
    /// Notes that what lies on the floor has changed.
    fn mark_changed(&mut self) {
        self.layouts = self.layouts.wrapping_add(1);
    }

    fn lay(&mut self, at: Spot) {
        self.occupied.set(at);
        self.free.clear(at);
    }

    /// Updates the cache after an enemy's step; there must be nothing else on the cell it leaves.
    #[inline]
    pub(super) fn step(&mut self, from: Spot, to: Spot) {
        self.free.clear(to);
        self.free.set(from);
    }
}
