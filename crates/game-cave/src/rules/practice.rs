//! What a practice game can set.

use super::Cave;
use crate::content::{ITEMS, Item, ItemKind, ItemRow, OIL_MOST};
use alloc::vec::Vec;
use core::cmp::Ordering;
use kernel::{Adjustment, Rng};

/// Hundredths in a point of health.
const POINT: u32 = 100;
/// Maximum number of coins.
const GOLD_MOST: u32 = 9_999;
/// Maximum distance to jump, in regions.
const REGIONS_OUT: u32 = 20;
/// Radius of the map that is revealed, in cells.
const REVEALED_CELLS: i64 = 150;

impl Cave {
    /// The kinds of items in this game, without gold. The document's come before gold in the table.
    fn kinds(&self) -> impl Iterator<Item = &'static ItemRow> + use<> {
        let goods = self.extended().goods;
        ITEMS.iter().filter(move |row| match (row.kind as usize).cmp(&(ItemKind::Gold as usize)) {
            Ordering::Less => true,
            Ordering::Equal => false,
            Ordering::Greater => goods,
        })
    }

    /// Nothing can be set in a cave with several heroes.
    pub(crate) fn adjustments(&self) -> Vec<Adjustment> {
        let mut all = Vec::new();
        if self.seat_count() > 1 {
            return all;
        }
        if let Some(delve) = self.delve() {
            if delve.extended.turns {
                let most = self.health_most() / POINT;
                all.push(Adjustment::number("health", "Health", (1, most), delve.health / POINT));
            }
            if delve.extended.light {
                all.push(Adjustment::number("light", "Turns of light", (0, OIL_MOST), delve.oil));
            }
        }
        let out = (self.distance_out() / self.settings.size()).clamp(0, REGIONS_OUT.into()) as u32;
        all.push(Adjustment::number("region", "Regions east of the start", (0, REGIONS_OUT), out));
        all.push(Adjustment::number("gold", "Gold", (0, GOLD_MOST), self.gold()));
        let names = self.kinds().map(|row| row.name.into()).collect();
        all.push(Adjustment::choice("item", "Item", names));
        all.push(Adjustment::deed("reveal", "Reveal the map"));
        all.push(Adjustment::dice());
        all
    }

    pub(crate) fn adjust(&mut self, name: &str, value: u32) {
        match name {
            "health" => self.delve.iter_mut().for_each(|delve| delve.health = value * POINT),
            "light" => self.delve.iter_mut().for_each(|delve| delve.oil = value),
            "region" => {
                let size = self.settings.size();
                self.spawn((i64::from(value) * size + size / 2, size / 2));
                self.mark_seen();
            }
            "gold" => {
                self.hero.pack.retain(|held| held.item.kind != ItemKind::Gold);
                if value > 0 {
                    self.hero.take(Item { kind: ItemKind::Gold, amount: value });
                }
                self.coins = None;
            }
            "item" => {
                if let Some(row) = value.checked_sub(1).and_then(|index| self.kinds().nth(index as usize)) {
                    self.hero.take(Item::one(row.kind));
                }
            }
            "reveal" => self.mark_around((REVEALED_CELLS, REVEALED_CELLS)),
            "dice" => self.fate = Rng::stream(&self.seed, "practice", &[value.into()]),
            _ => {}
        }
    }
}
