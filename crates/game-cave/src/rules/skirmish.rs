//! Fights turn by turn on the board (`fights=turns`): stepping into a monster strikes it, adjacent monsters
//! strike back, and between two blows there is time to walk away or to use something.

use super::combat::Odds;
use super::land::Foe;
use super::missed::Change;
use super::{Cave, Spot};
use crate::content::{BANE_FACTOR, CLUB_STUN, LEECH, MIGHT_ATTACK, Power, STONE_ARMOUR, THORNS};
use crate::event::Event;
use crate::generate;
use alloc::{sync::Arc, vec::Vec};

/// Maximum number of strikes of a monster in one turn, however often it stuns.
const STRIKES_MOST: u32 = 3;

/// The effects of blows between the hero and one monster, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blows {
    pub(crate) by_hero: u32,
    pub(crate) by_foe: u32,
    /// What the hero regains with each of his blows, and what the monster loses with each of its own.
    pub(crate) leech: u32,
    pub(crate) thorns: u32,
    /// Chances to stun, in millionths.
    pub(crate) hero_stuns: u32,
    pub(crate) foe_stuns: u32,
}

impl Cave {
    /// The hero's current attack and armour.
    pub(crate) fn strength(&self) -> (u32, u32) {
        let delve = self.delve();
        let might = if delve.is_some_and(|delve| delve.might > 0) { MIGHT_ATTACK } else { 0 };
        let stone = if delve.is_some_and(|delve| delve.stone > 0) { STONE_ARMOUR } else { 0 };
        (self.thing(self.weapon()).value + might, self.thing(self.armour()).value + stone)
    }

    /// The attack of a monster; with `growth` it is two higher per level of its home region.
    pub(crate) fn foe_attack(&self, foe: &Foe) -> u32 {
        let level = if self.extended().growth { generate::level(&self.settings, foe.home) } else { 0 };
        self.settings.foe_attack(foe.kind) + level as u32 * 2
    }

    /// The effects of blows between the hero and a monster now.
    pub(crate) fn blows(&self, foe: &Foe) -> Blows {
        let (row, weapon, odds) = (foe.row(), self.weapon(), Odds::of(&self.settings));
        let (attack, armour) = self.strength();
        let power = weapon.kind.row().power;
        let good = row.bane == Some(weapon.kind) || power == Power::Against(row.nature);
        let attack = attack * if good { BANE_FACTOR } else { 1 };
        let shield = if power == Power::Pierce { 0 } else { row.armour };
        let bite = self.foe_attack(foe);
        Blows {
            by_hero: odds.damage(attack, attack.min(shield)),
            by_foe: odds.damage(bite, bite.min(armour)),
            leech: if power == Power::Leech { LEECH } else { 0 },
            thorns: if self.has_power(Power::Thorns) { THORNS } else { 0 },
            hero_stuns: if power == Power::Stun { CLUB_STUN } else { self.settings.stun_chance },
            foe_stuns: self.settings.stun_chance,
        }
    }

    /// Strikes the monster at a position; false if there is none.
    pub(super) fn bump(&mut self, at: Spot, events: &mut Vec<Event>) -> bool {
        let Some(index) = self.land.foes.iter().position(|foe| (foe.x, foe.y) == at) else { return false };
        self.turn += 1;
        let foe = self.land.foes[index];
        let blows = self.blows(&foe);
        self.heal(blows.leech);
        if self.wound(index, blows.by_hero, events)
            && self.fate.chance(blows.hero_stuns, 1_000_000, "stun")
            && let Some(delve) = &mut self.delve
        {
            delve.dazed.insert(foe.home);
            events.push(Event::Dazed { foe: foe.row().name });
        }
        self.pass_turn(events);
        true
    }

    /// Damages a monster; false when that kills it.
    pub(super) fn wound(&mut self, index: usize, damage: u32, events: &mut Vec<Event>) -> bool {
        let foe = self.land.foes[index];
        let left = foe.health.saturating_sub(damage);
        events.push(Event::Struck { foe: foe.row().name, damage, left });
        if left == 0 {
            events.push(Event::Felled { foe: foe.row().name });
            self.bury(index, events);
            if let Some(delve) = &mut self.delve {
                delve.dazed.remove(&foe.home);
            }
            return false;
        }
        Arc::make_mut(&mut self.land).foes[index].health = left;
        Arc::make_mut(&mut self.marks).health.insert(foe.home, left);
        self.change(Change::Foe { home: foe.home, from: (foe.x, foe.y) });
        true
    }

    /// Lets every monster in the window act once: strike, hunt or stroll.
    pub(super) fn foes_act(&mut self, events: &mut Vec<Event>) {
        let swift = self.delve.as_ref().is_some_and(|delve| delve.swift > 0);
        if self.fate_of_hero().is_some() || swift && self.turn % 2 == 1 {
            return;
        }
        let homes: Vec<Spot> = self.land.foes.iter().map(|foe| foe.home).collect();
        for home in homes {
            // Spiked armour may have killed it before its turn.
            let Some(index) = self.land.foes.iter().position(|foe| foe.home == home) else { continue };
            let foe = self.land.foes[index];
            let (dx, dy) = (self.hero.x - foe.x, self.hero.y - foe.y);
            if !self.leads((foe.x, foe.y)) {
                continue;
            }
            if self.delve.as_mut().is_some_and(|delve| delve.dazed.remove(&home)) {
                continue;
            }
            let hunts = self.is_hunted_by(&self.land, (foe.x, foe.y));
            if hunts && dx.abs() + dy.abs() == 1 {
                self.strike_hero(&foe, events);
                if self.fate_of_hero().is_some() {
                    return;
                }
                continue;
            }
            if !self.settings.roaming {
                continue;
            }
            let to = if !hunts {
                self.stroll((foe.x, foe.y))
            } else if self.turn.is_multiple_of(foe.row().pace) {
                self.towards_hero((foe.x, foe.y))
            } else {
                None
            };
            if let Some(to) = to {
                let land = Arc::make_mut(&mut self.land);
                (land.foes[index].x, land.foes[index].y) = to;
                Arc::make_mut(&mut self.marks).roamed.insert(foe.home, to);
                self.change(Change::Foe { home: foe.home, from: (foe.x, foe.y) });
            }
        }
    }

    /// A monster strikes the hero, and again whenever it stuns him.
    fn strike_hero(&mut self, foe: &Foe, events: &mut Vec<Event>) {
        let blows = self.blows(foe);
        for _ in 0..STRIKES_MOST {
            let Some(delve) = &mut self.delve else { return };
            delve.health = delve.health.saturating_sub(blows.by_foe);
            let left = delve.health;
            events.push(Event::Hurt { foe: foe.row().name, damage: blows.by_foe, left });
            if left == 0 {
                events.push(Event::Killed);
                self.die(events);
                self.restore_health();
                return;
            }
            let index = self.land.foes.iter().position(|other| other.home == foe.home);
            if let Some(index) = index.filter(|_| blows.thorns > 0)
                && !self.wound(index, blows.thorns, events)
            {
                return;
            }
            if !self.fate.chance(blows.foe_stuns, 1_000_000, "stun") {
                return;
            }
            events.push(Event::Stunned { side: crate::event::Side::Player });
        }
    }
}
