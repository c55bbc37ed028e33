//! The descent: when the keeper of the stairs dies, the stairs to the next dungeon open. Pack and hit points
//! are kept.

use super::{Dungeon, Foe, Lying};
use crate::{
    deep,
    event::Event,
    plan::{Facts, Plan},
    read,
};
use alloc::{sync::Arc, vec::Vec};
use kernel::{Pos, Seed};
use serde::{Deserialize, Serialize};

/// Progress of a descent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Descent {
    /// The seed of all depths.
    seed: Seed,
    /// The current depth, counted from 1.
    pub(crate) depth: u32,
    /// The number of depths.
    pub(crate) depths: u32,
    /// The stairs down, once they are open.
    pub(crate) stairs: Option<Pos>,
}

impl Descent {
    pub(super) fn new(seed: &Seed, depths: u32) -> Self {
        Self { seed: seed.clone(), depth: 1, depths, stairs: None }
    }

    /// The dungeon of the current depth.
    pub(super) fn facts(&self) -> Facts {
        let text = deep::text(&self.seed, self.depth, self.depths);
        read::read(&text).0.expect("what is generated can be read").0
    }
}

impl Dungeon {
    /// The descent; `None` in a single dungeon.
    pub(crate) const fn descent(&self) -> Option<&Descent> {
        self.descent.as_ref()
    }

    /// Opens the stairs where a keeper died; false at the last depth.
    pub(super) fn open_stairs(
        &mut self,
        at: Pos,
        message: &Option<Arc<str>>,
        events: &mut Vec<Event>,
    ) -> bool {
        let Some(descent) = self.descent.as_mut().filter(|descent| descent.depth < descent.depths) else {
            return false;
        };
        descent.stairs = Some(at);
        events.push(Event::Opened { at, message: message.clone() });
        true
    }

    /// Takes the player down if he stands on the stairs.
    pub(super) fn descend(&mut self, events: &mut Vec<Event>) {
        let Some(descent) = self.descent.as_mut().filter(|descent| descent.stairs == Some(self.hero.at))
        else {
            return;
        };
        let depth = descent.depth + 1;
        self.go_to_depth(depth);
        events.push(Event::Descended { depth, hp: self.hero.hp });
    }

    /// Moves the player to the dungeon of a depth, after a rest.
    pub(super) fn go_to_depth(&mut self, depth: u32) {
        let Some(descent) = self.descent.as_mut() else { return };
        (descent.depth, descent.stairs) = (depth, None);
        let mut facts = descent.facts();
        let found = facts.items.len() as u32;
        for &item in &self.hero.pack {
            let carried = &self.plan.facts.items[item as usize];
            facts.items.push(crate::plan::Item {
                value: self.values[item as usize],
                at: None,
                ..carried.clone()
            });
        }
        let moved = |used: Option<u32>| {
            let place = self.hero.pack.iter().position(|&item| Some(item) == used)?;
            Some(found + place as u32)
        };
        (self.hero.wielded, self.hero.worn) = (moved(self.hero.wielded), moved(self.hero.worn));
        self.hero.pack = (found..facts.items.len() as u32).collect();
        self.hero.at = facts.hero.at;
        self.hero.hp = self.hero.hp.max(self.hero.hp.saturating_add(deep::REST).min(facts.hero.hp));
        self.settle(facts);
    }

    /// Fills the board with the contents of a dungeon, except for the player and the pack.
    pub(super) fn settle(&mut self, facts: Facts) {
        let whole =
            |foe: &crate::plan::Creature| Foe { at: foe.at, glyph: foe.glyph, hp: foe.hp, on_board: true };
        self.foes = facts.foes.iter().map(whole).collect();
        let lying = (0..).zip(&facts.items).filter_map(|(item, plan)| Some(Lying { at: plan.at?, item }));
        self.floor = lying.collect();
        self.values = facts.items.iter().map(|item| item.value).collect();
        self.plan = Arc::new(Plan::from(facts));
    }
}
