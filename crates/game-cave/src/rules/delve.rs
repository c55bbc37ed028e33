//! State and rules of the extended options: lasting wounds, a lamp, a relic to bring home, an end.

use super::{Cave, Spot};
use crate::content::{
    BRIGHT_CELLS, DARK_CELLS, HARDY_HEALTH, HEAL_TURNS, HERO_HEALTH, HUNT_CELLS, HUNT_DARK_CELLS, LAMP_CELLS,
    OIL_LOW, OIL_START, Power, RELIC_NOISE_CELLS, WINDOW_HALF,
};
use crate::event::Event;
use crate::generate;
use crate::setup::ExtendedOptions;
use alloc::{collections::BTreeSet, vec::Vec};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fate {
    Dead,
    /// Back at the camp with the relic.
    Home,
}

/// The state that only the extended options need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Delve {
    pub(crate) extended: ExtendedOptions,
    /// In hundredths. Used with `fights=turns`.
    pub(crate) health: u32,
    /// Turns of light left.
    pub(crate) oil: u32,
    pub(crate) lit: bool,
    /// The charm worn, by its name in the pack; 0 for none.
    pub(crate) charm: u32,
    /// The camp, where the hero started.
    pub(crate) camp: Spot,
    /// The position of the relic, or where it was taken.
    pub(crate) relic: Spot,
    pub(crate) carries_relic: bool,
    pub(crate) fate: Option<Fate>,
    /// Turns left of the potions and of smoke.
    pub(crate) might: u32,
    pub(crate) stone: u32,
    pub(crate) swift: u32,
    pub(crate) smoke: u32,
    /// Monsters that miss their next turn, by home region.
    pub(crate) dazed: BTreeSet<Spot>,
}

impl Delve {
    /// The initial state; `None` without extended options.
    pub(super) fn of(extended: ExtendedOptions) -> Option<Self> {
        (extended != ExtendedOptions::default()).then(|| Self::new(extended))
    }

    /// The initial state, with any options.
    pub(super) fn new(extended: ExtendedOptions) -> Self {
        Self {
            extended,
            health: HERO_HEALTH,
            oil: OIL_START,
            lit: true,
            charm: 0,
            camp: (0, 0),
            relic: (0, 0),
            carries_relic: false,
            fate: None,
            might: 0,
            stone: 0,
            swift: 0,
            smoke: 0,
            dazed: BTreeSet::new(),
        }
    }

    pub(super) fn fingerprint(&self) -> u64 {
        kernel::pulse_of(&[
            u64::from(self.health) << 32 | u64::from(self.oil),
            u64::from(self.charm) << 8
                | u64::from(self.lit)
                | u64::from(self.carries_relic) << 1
                | u64::from(self.fate.is_some()) << 2,
            u64::from(self.might) << 32 | u64::from(self.stone),
            u64::from(self.swift) << 32 | u64::from(self.smoke),
            self.dazed.len() as u64,
        ])
    }
}

impl Cave {
    /// The extended options of this game.
    pub(crate) fn extended(&self) -> ExtendedOptions {
        self.delve.as_ref().map_or_else(ExtendedOptions::default, |delve| delve.extended)
    }

    /// The state of the extended options; `None` in a game without them.
    pub(crate) fn delve(&self) -> Option<&Delve> {
        self.delve.as_deref()
    }

    /// How the hero's game ended; `None` while it goes on.
    pub(crate) fn fate_of_hero(&self) -> Option<Fate> {
        self.delve.as_ref().and_then(|delve| delve.fate)
    }

    pub(super) fn end(&mut self, fate: Fate) {
        if let Some(delve) = &mut self.delve {
            delve.fate = Some(fate);
        }
    }

    /// Sets up camp where the hero is, and places the relic.
    pub(super) fn set_out(&mut self) {
        let Some(mut delve) = self.delve.take() else { return };
        delve.camp = (self.hero.x, self.hero.y);
        if delve.extended.quest {
            let at = generate::relic_region(&self.seed, &self.settings);
            let region = generate::region(&self.seed, &self.settings, delve.extended, at.0, at.1);
            let (x, y) = generate::relic_cell(&region);
            let size = self.settings.size();
            delve.relic = (at.0 * size + i64::from(x), at.1 * size + i64::from(y));
        }
        self.delve = Some(delve);
    }

    /// The target of the compass: the relic, and after it was taken the camp.
    pub(crate) fn goal(&self) -> Option<Spot> {
        let delve = self.delve.as_deref().filter(|delve| delve.extended.quest)?;
        Some(if delve.carries_relic { delve.camp } else { delve.relic })
    }

    /// True when an item in use has this power.
    pub(crate) fn has_power(&self, power: Power) -> bool {
        let charm = self.delve.as_ref().and_then(|delve| self.hero.named(delve.charm));
        [Some(self.weapon()), Some(self.armour()), charm]
            .into_iter()
            .flatten()
            .any(|item| item.kind.row().power == power)
    }

    pub(super) fn wear_charm(&mut self, name: u32) {
        if let Some(delve) = &mut self.delve {
            delve.charm = name;
        }
        let most = self.health_most();
        if let Some(delve) = &mut self.delve {
            delve.health = delve.health.min(most);
        }
    }

    /// The hero's current health, in hundredths; always full without `fights=turns`.
    pub(crate) fn health(&self) -> u32 {
        self.delve.as_ref().filter(|delve| delve.extended.turns).map_or(HERO_HEALTH, |delve| delve.health)
    }

    pub(crate) fn health_most(&self) -> u32 {
        HERO_HEALTH + if self.has_power(Power::Hardy) { HARDY_HEALTH } else { 0 }
    }

    /// Restores health, in hundredths.
    pub(super) fn heal(&mut self, hundredths: u32) {
        let most = self.health_most();
        if let Some(delve) = &mut self.delve {
            delve.health = (delve.health + hundredths).min(most.max(delve.health));
        }
    }

    /// Lamplight slowly restores health; without oil the cold takes it.
    pub(super) fn heal_slowly(&mut self, events: &mut Vec<Event>) {
        let warm = self.delve.as_ref().is_some_and(|delve| !delve.extended.light || delve.lit);
        if warm && self.fate_of_hero().is_none() && self.turn.is_multiple_of(HEAL_TURNS) {
            self.heal(1_00);
        }
        let Some(delve) = &mut self.delve else { return };
        let cold = delve.extended.light && delve.oil == 0 && delve.fate.is_none();
        if cold && self.turn.is_multiple_of(HEAL_TURNS) {
            delve.health = delve.health.saturating_sub(1_00);
            if delve.health == 0 {
                events.push(Event::Frozen);
                self.die(events);
                self.restore_health();
            }
        }
    }

    /// Restores full health after a death that does not end the game.
    pub(super) fn restore_health(&mut self) {
        if let Some(delve) = self.delve.as_mut().filter(|delve| delve.fate.is_none()) {
            delve.health = HERO_HEALTH;
        }
    }

    /// True while the lamp burns, or if no lamp is needed.
    pub(crate) fn is_lit(&self) -> bool {
        self.delve.as_ref().is_none_or(|delve| !delve.extended.light || delve.lit)
    }

    /// How far the hero sees, in cells.
    pub(crate) fn light_cells(&self) -> i64 {
        if !self.extended().light {
            return WINDOW_HALF.0;
        }
        let bright = if self.has_power(Power::Bright) { BRIGHT_CELLS } else { 0 };
        if self.is_lit() { LAMP_CELLS + bright } else { DARK_CELLS }
    }

    /// True when the hero's light reaches a position.
    pub(crate) fn lights(&self, (x, y): Spot) -> bool {
        let ((dx, dy), cells) = ((x - self.hero.x, y - self.hero.y), self.light_cells());
        !self.extended().light
            || dx.abs() <= cells && dy.abs() <= cells && dx * dx + dy * dy <= cells * (cells + 1)
    }

    /// The distance at which monsters notice the hero, in cells.
    pub(crate) fn notice_cells(&self) -> i64 {
        let Some(delve) = self.delve.as_deref() else { return HUNT_CELLS };
        if delve.smoke > 0 {
            return 1;
        }
        let cells = if self.is_lit() { HUNT_CELLS } else { HUNT_DARK_CELLS };
        let noise = if delve.carries_relic { RELIC_NOISE_CELLS } else { 0 };
        (cells + noise) / if self.has_power(Power::Quiet) { 2 } else { 1 }
    }

    /// Counts down the lamp and all temporary effects by one turn.
    pub(super) fn burn(&mut self, events: &mut Vec<Event>) {
        let thrifty = self.has_power(Power::Thrifty) && self.turn % 2 == 1;
        let Some(delve) = &mut self.delve else { return };
        for left in [&mut delve.might, &mut delve.stone, &mut delve.swift, &mut delve.smoke] {
            *left = left.saturating_sub(1);
        }
        if !delve.extended.light || !delve.lit || thrifty {
            return;
        }
        delve.oil = delve.oil.saturating_sub(1);
        if delve.oil == 0 {
            delve.lit = false;
            events.push(Event::LampOut);
        } else if OIL_LOW.contains(&delve.oil) {
            events.push(Event::LampLow { turns: delve.oil });
        }
    }

    /// Drops the relic where its carrier stands.
    pub(super) fn drop_relic(&mut self) {
        let here = (self.hero.x, self.hero.y);
        if let Some(delve) = self.delve.as_deref_mut().filter(|delve| delve.carries_relic) {
            (delve.carries_relic, delve.relic) = (false, here);
        }
    }

    /// Takes the relic, or ends the game at the camp with it.
    pub(super) fn reach_goal(&mut self, events: &mut Vec<Event>) {
        let here = (self.hero.x, self.hero.y);
        let away = self.relic_is_away();
        let Some(delve) = self.delve.as_deref_mut().filter(|delve| delve.extended.quest) else { return };
        if !delve.carries_relic && !away && here == delve.relic {
            delve.carries_relic = true;
            events.push(Event::RelicTaken);
        } else if delve.carries_relic && here == delve.camp {
            delve.fate = Some(Fate::Home);
            events.push(Event::RelicHome);
        }
    }
}
