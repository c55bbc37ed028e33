//! Moving and fighting: only the player moves, and stepping into a creature hits it.

use super::{Dungeon, End, Found, deeds::Who};
use crate::{
    content::refusal,
    event::Event,
    plan::{Tile, Trigger},
};
use alloc::{sync::Arc, vec::Vec};
use kernel::Dir;

impl Dungeon {
    /// Checks that a step or a blow is possible there. A creature may stand in a wall, and can be hit there.
    pub(super) fn way_is_free(&self, way: Dir) -> Found<()> {
        let to = self.hero.at.step(way);
        match self.plan.facts.ground(to).real() {
            Tile::Floor | Tile::Passage | Tile::Junction => Ok(()),
            _ if self.foe_at(to).is_some() => Ok(()),
            Tile::Wall => Err(refusal::WALL),
            Tile::Void => Err(refusal::NO_WAY),
        }
    }

    pub(super) fn go(&mut self, way: Dir, events: &mut Vec<Event>) {
        let to = self.hero.at.step(way);
        self.hero.moves = self.hero.moves.saturating_add(1);
        if let Some(foe) = self.foe_at(to) {
            self.strike(foe, events);
        } else {
            self.hero.at = to;
            events.push(Event::Stepped { at: to });
            self.notice(events);
            self.descend(events);
        }
        if self.end.is_none() {
            self.regain(events);
            self.run(Who::Hero, Trigger::Move, events);
        }
    }

    /// Reports the top item of the cell, unless it is invisible or the player hallucinates.
    fn notice(&self, events: &mut Vec<Event>) {
        if self.floor.is_empty() || self.is_hallucinating() {
            return;
        }
        let here = self.hero.at;
        let items = &self.plan.facts.items;
        let mut seen =
            self.floor.iter().rev().filter(|lying| lying.at == here && items[lying.item as usize].visible);
        if let Some(top) = seen.next() {
            let name = Arc::clone(&items[top.item as usize].name);
            events.push(Event::Sees { name, more: seen.count() as u32 });
        }
    }

    /// One exchange of blows: the player's, then, if the monster survives, its answer. Then the actions of
    /// those who were hit run, the monster's before the player's. A killing blow runs the death actions
    /// instead of the hit actions.
    fn strike(&mut self, number: usize, events: &mut Vec<Event>) {
        let plan = Arc::clone(&self.plan);
        let foe = &plan.facts.foes[number];
        let sword = self.strength(self.hero.wielded);
        let dealt = damage(self.fate.below(plan.facts.hero.hit_max + 1, "hit"), sword);
        let left = self.foes[number].hp.saturating_sub(dealt);
        self.foes[number].hp = left;
        if left <= 0 {
            events.push(Event::Blow { foe: Arc::clone(&foe.name), dealt, taken: None });
            self.run(Who::Foe(number), Trigger::Death, events);
            // Whatever its actions do, a dead monster blocks nobody.
            self.foes[number].on_board = false;
            return;
        }
        let armor = self.strength(self.hero.worn);
        let taken = damage(self.fate.below(foe.hit_max + 1, "answer"), -armor);
        self.hero.hp = self.hero.hp.saturating_sub(taken);
        events.push(Event::Blow { foe: Arc::clone(&foe.name), dealt, taken: Some(taken) });
        self.run(Who::Foe(number), Trigger::Hit, events);
        if self.hero.hp <= 0 {
            events.push(Event::Died { by: Arc::clone(&foe.name) });
            self.run(Who::Hero, Trigger::Death, events);
            self.end = Some(End::Died);
        } else {
            self.run(Who::Hero, Trigger::Hit, events);
        }
    }

    /// The current strength of an item in use; 0 for none.
    pub(crate) fn strength(&self, item: Option<u32>) -> i64 {
        item.map_or(0, |item| i64::from(self.values[item as usize]))
    }

    fn regain(&mut self, events: &mut Vec<Event>) {
        let every = self.plan.facts.hp_moves;
        if every > 0 && self.hero.moves.is_multiple_of(every) {
            self.hero.hp = self.hero.hp.saturating_add(1);
            events.push(Event::Regained { hp: self.hero.hp });
        }
    }
}

/// A roll changed by the item in use, and at least 0.
fn damage(roll: u32, change: i64) -> i32 {
    i32::try_from((i64::from(roll) + change).max(0)).unwrap_or(i32::MAX)
}
