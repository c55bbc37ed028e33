//! What a practice game can set.

use super::Dungeon;
use crate::plan::{Ground, Plan};
use alloc::{sync::Arc, vec::Vec};
use kernel::{Adjustment, Rng, printable};

/// Maximum number of hit points.
const HEALTH_MOST: u32 = 9_999;

impl Dungeon {
    pub(crate) fn adjustments(&self) -> Vec<Adjustment> {
        let hp = self.hero.hp.max(0).cast_unsigned();
        let mut all = Vec::from([Adjustment::number("health", "Health", (1, HEALTH_MOST), hp)]);
        if let Some(descent) = &self.descent {
            all.push(Adjustment::number("depth", "Depth", (1, descent.depths), descent.depth));
        }
        let name = |item: u32| printable(&self.plan.facts.items[item as usize].name).into_owned();
        let names: Vec<_> = self.floor.iter().map(|lying| name(lying.item)).collect();
        if !names.is_empty() {
            all.push(Adjustment::choice("item", "Fetch an item", names));
        }
        let facts = &self.plan.facts;
        let is_hidden = facts.foes.iter().any(|foe| !foe.visible)
            || facts.items.iter().any(|item| !item.visible)
            || facts.ground.iter().any(|ground| ground.real() != ground.shown());
        if is_hidden {
            all.push(Adjustment::deed("reveal", "Reveal what is hidden"));
        }
        all.push(Adjustment::dice());
        all
    }

    pub(crate) fn adjust(&mut self, name: &str, value: u32) {
        match name {
            "health" => self.hero.hp = value.cast_signed(),
            "depth" => self.go_to_depth(value),
            "item" => {
                let place = (value as usize).wrapping_sub(1);
                if place < self.floor.len() {
                    let lying = self.floor.remove(place);
                    self.hero.pack.push(lying.item);
                }
            }
            "reveal" => {
                let mut facts = self.plan.facts.clone();
                facts.foes.iter_mut().for_each(|foe| foe.visible = true);
                facts.items.iter_mut().for_each(|item| item.visible = true);
                facts
                    .ground
                    .iter_mut()
                    .for_each(|ground| *ground = Ground::new(ground.real(), ground.real()));
                self.plan = Arc::new(Plan::from(facts));
            }
            "dice" => self.fate = self.other_dice(value),
            _ => {}
        }
    }

    /// Dice chosen by a number. The state does not hold the seed itself, but `hallucination_seed` is derived from it.
    fn other_dice(&self, number: u32) -> Rng {
        let seed = kernel::Seed::from_text(&alloc::format!("{:x}", self.hallucination_seed));
        Rng::stream(&seed, "practice", &[number.into()])
    }
}
