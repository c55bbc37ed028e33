//! The board as it is drawn, kept up to date cell by cell, and the cells an enemy may step on.

use super::World;
use crate::content::FoeKind;
use crate::floor::{Foe, Item};
use crate::mask::Mask;
use crate::plan::{Plan, Spot};
use crate::setup::Extras;
use alloc::vec::Vec;
use kernel::{Cell, Ink};
use toolkit::DistanceMap;

/// Made from the rest of the state, and never kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Screen {
    pub(crate) cells: Vec<Cell>,
    /// Cells an enemy may step on: floor tiles with nothing on them; with the extra `pursue` doorways and
    /// passages too.
    pub(crate) free: Mask,
    /// Extra `pursue`: steps to the player character.
    pub(crate) trail: DistanceMap,
}

const HERO: Cell = Cell::new('@', Ink::Hero);
const STAIRS: Cell = Cell::new('\\', Ink::Stairs);

const fn item_cell(item: Item) -> Cell {
    let ink = match item {
        Item::Gold(_) => Ink::Treasure,
        Item::Potion(_) => Ink::Potion,
        Item::Gear(_) => Ink::Item,
    };
    Cell::new(item.glyph(), ink)
}

impl Screen {
    /// An enemy steps from a cell, which has nothing else on it, to another.
    #[inline]
    pub(super) fn step(&mut self, plan: &Plan, from: Spot, to: Spot) {
        self.cells[to.index()] = self.cells[from.index()];
        self.cells[from.index()] = plan.cells[from.index()];
        self.free.clear(to);
        self.free.set(from);
    }
}

impl World {
    /// Where enemies may walk at all.
    pub(super) fn roaming<'a>(&self, plan: &'a Plan) -> &'a Mask {
        if self.has(Extras::PURSUE) { &plan.walkable } else { &plan.tiles }
    }

    /// Makes the screen anew: on a new floor and after loading.
    pub(crate) fn repaint_all(&mut self) {
        let plan = self.floor.plan.clone();
        self.screen.free = self.roaming(&plan).clone();
        self.screen.cells.clone_from(&plan.cells);
        if self.is_bare() {
            return;
        }
        self.cover(self.floor.stairs, STAIRS);
        for index in 0..self.floor.things.len() {
            let thing = self.floor.things[index];
            self.cover(thing.at, item_cell(thing.what));
        }
        for index in 0..self.floor.foes.len() {
            let foe = self.floor.foes[index];
            self.cover(foe.at, self.foe_cell(&foe));
        }
        self.cover(self.floor.hero, HERO);
    }

    fn foe_cell(&self, foe: &Foe) -> Cell {
        let neutral = foe.kind == FoeKind::Merchant && !self.angry;
        Cell::new(foe.kind.row().letter, if neutral { Ink::Neutral } else { Ink::Foe })
    }

    #[inline]
    fn cover(&mut self, at: Spot, cell: Cell) {
        self.screen.cells[at.index()] = cell;
        self.screen.free.clear(at);
    }

    /// Shows what lies at a cell that a character left.
    #[inline]
    pub(super) fn uncover(&mut self, at: Spot) {
        match self.floor.thing_at(at) {
            Some(item) => self.cover(at, item_cell(item)),
            None => {
                self.screen.cells[at.index()] = self.floor.plan.cells[at.index()];
                if self.roaming(&self.floor.plan).has(at) {
                    self.screen.free.set(at);
                }
            }
        }
    }

    #[inline]
    pub(super) fn show_hero(&mut self) {
        self.cover(self.floor.hero, HERO);
    }

    /// Shows a thing that was put on the floor, unless somebody stands on it.
    pub(super) fn show_thing(&mut self, at: Spot, item: Item) {
        if at != self.floor.hero {
            self.cover(at, item_cell(item));
        }
    }

    /// Shows merchants as what they are now.
    pub(super) fn show_anger(&mut self) {
        for index in 0..self.floor.foes.len() {
            let foe = self.floor.foes[index];
            self.cover(foe.at, self.foe_cell(&foe));
        }
    }
}
