//! Steps and their consequences: fights, chests, new land coming into view.

use super::combat::{self, End, Fighter, Odds};
use super::land::{CHEST, Foe};
use super::missed::Change;
use super::{Cave, Fate, Spot};
use crate::content::{BANE_FACTOR, HERO_HEALTH, Item, ItemKind, WINDOW_HALF};
use crate::event::{Event, Thing};
use crate::generate;
use alloc::{sync::Arc, vec::Vec};
use kernel::Dir;

/// Additional size of loaded land beyond the window, so that it lasts for several steps.
const MARGIN: i64 = 13;
/// Minimum extent of loaded land: one cell beyond the window, because monsters at its edge may step out of
/// it.
const NEEDED: Spot = (WINDOW_HALF.0 + 1, WINDOW_HALF.1 + 1);

impl Cave {
    /// The position next to the hero in this direction.
    pub(crate) fn beside(&self, way: Dir) -> Spot {
        let (dx, dy) = way.delta();
        (self.hero.x + i64::from(dx), self.hero.y - i64::from(dy))
    }

    /// Makes one step.
    pub(super) fn step(&mut self, way: Dir, events: &mut Vec<Event>) {
        let (x, y) = self.beside(way);
        if self.extended().turns && self.bump((x, y), events) {
            return;
        }
        (self.hero.x, self.hero.y) = (x, y);
        self.turn += 1;
        events.push(Event::Moved { x, y });
        self.arrive();
        self.note_seen(way);
        if self.delve.is_some() {
            self.reach_goal(events);
        }
        self.pass_turn(events);
        if (self.hero.x, self.hero.y) == (x, y) && self.land.at(x, y) == CHEST {
            self.open_chest((x, y), events);
        }
    }

    /// Loads the land for everything the window shows and everything that can see the hero.
    pub(super) fn arrive(&mut self) {
        if !self.land.reaches(self.hero.x, self.hero.y, NEEDED) {
            self.survey();
        }
    }

    /// Rebuilds the land around the hero.
    pub(super) fn survey(&mut self) {
        self.survey_around((self.hero.x, self.hero.y));
    }

    pub(super) fn survey_around(&mut self, at: Spot) {
        let (source, land) = self.source_and_land();
        land.survey(&source, at, (WINDOW_HALF.0 + MARGIN, WINDOW_HALF.1 + MARGIN));
    }

    /// What happens after any action that takes time.
    pub(super) fn pass_turn(&mut self, events: &mut Vec<Event>) {
        if self.delve.is_some() {
            self.burn(events);
        }
        if self.extended().turns {
            self.foes_act(events);
            self.heal_slowly(events);
            return;
        }
        if self.settings.roaming {
            self.roam();
        }
        if let Some(index) = self.land.watcher(self.hero.x, self.hero.y) {
            self.fight(index, events);
        }
    }

    /// Fights one of the monsters on the loaded land.
    fn fight(&mut self, index: usize, events: &mut Vec<Event>) {
        let foe = self.land.foes[index];
        let row = foe.row();
        if self.settings.kinds {
            events.push(Event::Met { foe: row.name });
        }
        let (hero, enemy) = self.fighters(&foe);
        let odds = Odds::of(&self.settings);
        match combat::fight(hero, enemy, &odds, &mut self.fate, |event| events.push(event)) {
            End::Won => {
                events.push(Event::Slain);
                self.bury(index, events);
            }
            End::Lost => {
                events.push(Event::Killed);
                self.die(events);
            }
            End::Parted => events.push(Event::Parted),
        }
    }

    /// The hero and a monster as they would enter a fight now.
    pub(crate) fn fighters(&self, foe: &Foe) -> (Fighter, Fighter) {
        let (row, weapon) = (foe.row(), self.weapon());
        let bane = if row.bane == Some(weapon.kind) { BANE_FACTOR } else { 1 };
        let (attack, armour) = (self.thing(weapon).value * bane, self.thing(self.armour()).value);
        let enemy = Fighter::new(foe.health, self.foe_attack(foe), row.armour);
        (Fighter::new(HERO_HEALTH, attack, armour), enemy)
    }

    /// Removes a dead monster for good; the hero gets what it leaves.
    pub(super) fn bury(&mut self, index: usize, events: &mut Vec<Event>) {
        let foe = Arc::make_mut(&mut self.land).foes.remove(index);
        self.change(Change::Foe { home: foe.home, from: (foe.x, foe.y) });
        let marks = Arc::make_mut(&mut self.marks);
        marks.dead.insert(foe.home);
        marks.roamed.remove(&foe.home);
        marks.health.remove(&foe.home);
        self.kills += 1;
        let mut items = Vec::new();
        generate::spoils(&self.seed, &self.settings, self.extended(), foe.home, &mut items);
        let items = self.receive(&items);
        events.push(if self.extended().turns { Event::Dropped { items } } else { Event::Spoils { items } });
    }

    /// Brings the hero back near the middle of the region, with one item less unless the option `loss` is
    /// off; with `death=final` ends his game.
    pub(super) fn die(&mut self, events: &mut Vec<Event>) {
        self.deaths += 1;
        if self.extended().mortal {
            if self.is_shared() {
                self.drop_relic();
            }
            self.end(Fate::Dead);
            return;
        }
        let lost = if self.settings.loss { self.lose_something() } else { None };
        let size = self.settings.size();
        let (region, _) = Self::locate(&self.settings, (self.hero.x, self.hero.y));
        self.spawn((region.0 * size + size / 2, region.1 * size + size / 2));
        self.mark_seen();
        events.push(Event::Returned {
            x: self.hero.x,
            y: self.hero.y,
            lost: lost.map(|item| self.thing(item)),
        });
    }

    fn open_chest(&mut self, at: Spot, events: &mut Vec<Event>) {
        let (source, land) = self.source_and_land();
        let items = Self::chest_at(land, &source, at);
        land.set_chest(at.0, at.1, false);
        Arc::make_mut(&mut self.marks).claimed.insert(at);
        self.change(Change::Chest(at));
        events.push(Event::Opened { items: self.receive(&items) });
    }

    /// Adds a reward to the pack.
    fn receive(&mut self, items: &[Item]) -> Vec<Thing> {
        for &item in items {
            self.hero.take(item);
            if item.kind == ItemKind::Gold {
                self.coins = None;
            }
        }
        items.iter().map(|&item| self.thing(item)).collect()
    }
}
