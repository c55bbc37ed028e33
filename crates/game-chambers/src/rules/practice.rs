//! What a practice game can set.

use super::{Stage, World};
use crate::content::{BAG_SIZE, FLOORS, GEAR, POTIONS};
use crate::event::item_name;
use crate::floor::Item;
use crate::setup::EditionOptions;
use alloc::vec::Vec;
use kernel::{Adjustment, Rng};

/// Maximum health that can be set; some races have no limit.
const HEALTH_MOST: u32 = 999;
/// Maximum gold that can be set.
const GOLD_MOST: u32 = 999;

impl World {
    /// The items the bag can hold in this game.
    fn goods(&self) -> Vec<Item> {
        let mut goods = Vec::new();
        if self.has(EditionOptions::INVENTORY) {
            goods.extend(POTIONS.iter().map(|row| Item::Potion(row.potion)));
        }
        if self.has(EditionOptions::GEAR) {
            goods.extend(GEAR.iter().map(|row| Item::Gear(row.gear)));
        }
        goods
    }

    pub(crate) fn adjustments(&self) -> Vec<Adjustment> {
        if self.stage != Stage::Play {
            return Vec::new();
        }
        let health_most = HEALTH_MOST.min(self.hero.hp_max().cast_unsigned());
        let mut all = Vec::from([
            Adjustment::number("health", "Health", (1, health_most), self.hero.hp.max(0).cast_unsigned()),
            Adjustment::number("floor", "Floor", (1, FLOORS.into()), self.level.into()),
            Adjustment::number("gold", "Gold", (0, GOLD_MOST), self.hero.gold.max(0).cast_unsigned()),
        ]);
        let goods = self.goods();
        if self.options().has_bag() && self.hero.bag.len() < BAG_SIZE && !goods.is_empty() {
            let names = goods.into_iter().map(|item| item_name(item).into()).collect();
            all.push(Adjustment::choice("item", "Item", names));
        }
        all.push(Adjustment::deed("reveal", "Reveal what potions do"));
        all.push(Adjustment::dice());
        all
    }

    pub(crate) fn adjust(&mut self, name: &str, value: u32) {
        match name {
            "health" => self.hero.hp = value.cast_signed(),
            "floor" => {
                self.level = value as u8;
                self.arrive();
            }
            "gold" => self.hero.gold = value.cast_signed(),
            "item" => {
                let item = value.checked_sub(1).and_then(|index| self.goods().get(index as usize).copied());
                self.hero.bag.extend(item);
            }
            "reveal" => {
                self.hero.known = (1 << POTIONS.len()) - 1;
                self.rebuild_cache();
            }
            "dice" => self.fate = Rng::stream(&self.seed, "practice", &[value.into()]),
            _ => {}
        }
    }
}
