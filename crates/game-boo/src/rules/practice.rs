//! What a practice game can set.

use super::Boo;
use crate::content::HP_MAX;
use alloc::vec::Vec;
use kernel::{Adjustment, Rng};

/// The highest floor that can be set.
const FLOOR_MOST: u32 = 99;
/// Maximum number of fish in the bag.
const FISH_MOST: u32 = 99;

impl Boo {
    pub(crate) fn adjustments(&self) -> Vec<Adjustment> {
        let mut all = Vec::from([
            Adjustment::number("health", "Health", (1, HP_MAX), self.hp),
            Adjustment::number("floor", "Floor", (1, FLOOR_MOST), self.floor),
            Adjustment::number("fish", "Fish", (0, FISH_MOST), self.bag),
        ]);
        if self.setup.fog {
            all.push(Adjustment::deed("reveal", "Reveal the map"));
        }
        all.push(Adjustment::dice());
        all
    }

    pub(crate) fn adjust(&mut self, name: &str, value: u32) {
        match name {
            "health" => self.hp = value,
            "floor" => {
                self.floor = value;
                self.enter_floor();
                self.look_around();
            }
            "fish" => self.bag = value,
            "reveal" => self.seen.add_all(&self.layout.floor),
            "dice" => self.fate = Rng::stream(&self.seed, "practice", &[value.into()]),
            _ => {}
        }
    }
}
