//! What a practice game can set: the positions of both sides.

use super::{Pursuit, Side};
use crate::field::CellId;
use alloc::{format, vec::Vec};
use kernel::Adjustment;

impl Pursuit {
    /// The cells a side can be set on: free room cells without potion.
    fn places(&self, side: Side) -> Vec<CellId> {
        let other = self.at(side.other());
        let cells = (0..self.field.count()).map(|cell| cell as CellId);
        let is_free =
            |cell: &CellId| *cell != other && self.field.is_start(*cell) && !self.potions.contains(cell);
        cells.filter(is_free).collect()
    }

    pub(crate) fn adjustments(&self) -> Vec<Adjustment> {
        let names = |side| {
            let places = self.places(side).into_iter().map(|cell| self.field.pos(cell));
            places.map(|at| format!("column {} row {}", at.x + 1, at.y + 1)).collect()
        };
        Vec::from([
            Adjustment::choice("hero", "Put the hero on", names(Side::Hero)),
            Adjustment::choice("monster", "Put the monster on", names(Side::Monster)),
        ])
    }

    pub(crate) fn adjust(&mut self, name: &str, value: u32) {
        let Some(side) = Side::ALL.into_iter().find(|side| side.word() == name) else { return };
        let place = (value as usize).checked_sub(1).and_then(|index| self.places(side).get(index).copied());
        let Some(cell) = place else { return };
        self.at[side as usize] = cell;
        if let Some(past) = &mut self.past {
            past.forget();
        }
        self.remember();
    }
}
