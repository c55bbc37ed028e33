//! Steps and what comes of them: fights, chests, the land that comes into view.

use super::combat::{self, End, Fighter, Odds};
use super::land::{CHEST, FLOOR, Land, Source};
use super::{Cave, Spot};
use crate::content::{BANE_FACTOR, HERO_HEALTH, Item, WINDOW_HALF};
use crate::event::{Event, Thing};
use crate::generate;
use alloc::{sync::Arc, vec::Vec};
use kernel::Dir;

/// How much further than the window the land at hand reaches when it is made, so that it lasts for some steps.
const MARGIN: i64 = 13;
/// How far it must reach: one cell beyond the window, because monsters at its edge may step out of it.
const NEEDED: Spot = (WINDOW_HALF.0 + 1, WINDOW_HALF.1 + 1);

impl Cave {
    /// The place beside the hero in this direction.
    pub(super) fn beside(&self, way: Dir) -> Spot {
        let (dx, dy) = way.delta();
        (self.0.hero.x + i64::from(dx), self.0.hero.y - i64::from(dy))
    }

    /// One step.
    pub(super) fn step(&mut self, way: Dir, events: &mut Vec<Event>) {
        let (x, y) = self.beside(way);
        (self.0.hero.x, self.0.hero.y) = (x, y);
        self.0.turn += 1;
        events.push(Event::Moved { x, y });
        self.arrive();
        self.note_seen(way);
        self.pass_turn(events);
        if (self.0.hero.x, self.0.hero.y) == (x, y) && self.0.land.at(x, y) == CHEST {
            self.open_chest((x, y), events);
        }
    }

    /// Makes sure that all the window shows, and all that can see the hero, is at hand.
    pub(crate) fn arrive(&mut self) {
        if !self.0.land.reaches(self.0.hero.x, self.0.hero.y, NEEDED) {
            self.survey();
        }
    }

    /// Makes the land at hand anew around the hero.
    pub(crate) fn survey(&mut self) {
        self.survey_around((self.0.hero.x, self.0.hero.y));
    }

    pub(super) fn survey_around(&mut self, at: Spot) {
        let source = Source {
            seed: &self.0.seed,
            settings: &self.0.settings,
            marks: &self.0.marks,
            kept: &self.0.kept,
        };
        let half = (WINDOW_HALF.0 + MARGIN, WINDOW_HALF.1 + MARGIN);
        Arc::make_mut(&mut self.0.land).survey(&source, at, half);
    }

    /// What the world does after the hero has done something that takes time.
    pub(super) fn pass_turn(&mut self, events: &mut Vec<Event>) {
        if self.0.settings.roaming {
            self.roam();
        }
        if let Some(index) = self.0.land.watcher(self.0.hero.x, self.0.hero.y) {
            self.fight(index, events);
        }
    }

    /// A fight with one of the monsters at hand.
    fn fight(&mut self, index: usize, events: &mut Vec<Event>) {
        let foe = self.0.land.foes[index];
        let row = foe.row();
        if self.0.settings.kinds {
            events.push(Event::Met { foe: row.name });
        }
        let weapon = self.weapon();
        let bane = if row.bane == Some(weapon.kind) { BANE_FACTOR } else { 1 };
        let (weapon, armour) = (self.thing(weapon).value * bane, self.thing(self.armour()).value);
        let hero = Fighter::new(HERO_HEALTH, weapon, armour);
        let enemy = Fighter::new(foe.health, self.0.settings.foe_attack(foe.kind), row.armour);
        let odds = Odds::of(&self.0.settings);
        match combat::fight(hero, enemy, &odds, &mut self.0.fate, |event| events.push(event)) {
            End::Won => {
                events.push(Event::Slain);
                self.bury(index);
                let mut items = Vec::new();
                generate::spoils(&self.0.seed, &self.0.settings, foe.home, &mut items);
                events.push(Event::Spoils { items: self.receive(&items) });
            }
            End::Lost => {
                events.push(Event::Killed);
                self.die(events);
            }
            End::Parted => events.push(Event::Parted),
        }
    }

    /// A monster is dead for good.
    fn bury(&mut self, index: usize) {
        let foe = Arc::make_mut(&mut self.0.land).foes.remove(index);
        let marks = Arc::make_mut(&mut self.0.marks);
        marks.dead.insert(foe.home);
        marks.roamed.remove(&foe.home);
        marks.health.remove(&foe.home);
        self.0.kills += 1;
    }

    /// Back to life near the middle of the region, one thing poorer unless the option `loss` is off.
    fn die(&mut self, events: &mut Vec<Event>) {
        self.0.deaths += 1;
        let lost = if self.0.settings.loss { self.lose_something() } else { None };
        let size = self.0.settings.size();
        let (region, _) = Self::locate(&self.0.settings, (self.0.hero.x, self.0.hero.y));
        self.spawn((region.0 * size + size / 2, region.1 * size + size / 2));
        self.mark_seen();
        events.push(Event::Returned {
            x: self.0.hero.x,
            y: self.0.hero.y,
            lost: lost.map(|item| self.thing(item)),
        });
    }

    fn open_chest(&mut self, at: Spot, events: &mut Vec<Event>) {
        let source = Source {
            seed: &self.0.seed,
            settings: &self.0.settings,
            marks: &self.0.marks,
            kept: &self.0.kept,
        };
        let land: &mut Land = Arc::make_mut(&mut self.0.land);
        let items = Self::chest_at(land, &source, at);
        land.set(at.0, at.1, FLOOR);
        Arc::make_mut(&mut self.0.marks).claimed.insert(at);
        events.push(Event::Opened { items: self.receive(&items) });
    }

    /// Takes a reward into the pack.
    fn receive(&mut self, items: &[Item]) -> Vec<Thing> {
        for &item in items {
            self.take(item);
        }
        items.iter().map(|&item| self.thing(item)).collect()
    }
}
