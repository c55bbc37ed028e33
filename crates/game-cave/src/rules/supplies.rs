//! Supplies, which are used up (`goods`), and the lamp.

use super::{Cave, Spot};
use crate::content::{
    BLINK_CELLS, FIRE_CELLS, FIRE_DAMAGE, Item, MAP_CELLS, OIL_MOST, POTION_TURNS, Power, SMOKE_TURNS, Slot,
};
use crate::event::Event;
use alloc::vec::Vec;
use kernel::Dir;

impl Cave {
    /// Why an item cannot be used now; `None` if it can.
    pub(super) fn use_refusal(&self, number: u32) -> Option<&'static str> {
        let Some(held) = self.numbered(number) else { return Some("! Invalid number !") };
        let row = held.item.kind.row();
        match row.power {
            _ if row.slot != Slot::Supply => Some("That cannot be used."),
            Power::Fuel(_) if !self.extended().light => Some("You do not need light."),
            Power::Fuel(_) if self.delve().is_some_and(|delve| delve.oil >= OIL_MOST) => {
                Some("The lamp is full.")
            }
            Power::Heal(_) if self.health() >= self.health_most() => Some("You are not wounded."),
            _ => None,
        }
    }

    /// Uses up an item. It takes a turn.
    pub(super) fn use_up(&mut self, number: u32, events: &mut Vec<Event>) {
        let Some(index) = number.checked_sub(1).map(|index| index as usize) else { return };
        let item = self.hero.pack.remove(index).item;
        self.turn += 1;
        events.push(Event::Used { item: self.thing(item) });
        self.work(item, events);
        self.pass_turn(events);
    }

    fn work(&mut self, item: Item, events: &mut Vec<Event>) {
        let power = item.kind.row().power;
        if let Some(delve) = &mut self.delve {
            match power {
                Power::Fuel(turns) => {
                    (delve.oil, delve.lit) = ((delve.oil + turns).min(OIL_MOST), true);
                    let turns = delve.oil;
                    events.push(Event::Lamp { lit: true, turns });
                    self.mark_seen();
                    return;
                }
                Power::Might => delve.might = POTION_TURNS,
                Power::Stone => delve.stone = POTION_TURNS,
                Power::Swift => delve.swift = POTION_TURNS,
                Power::Smoke => delve.smoke = SMOKE_TURNS,
                _ => {}
            }
        }
        match power {
            Power::Heal(points) => {
                self.heal(points * 100);
                events.push(Event::Healed { health: self.health() });
            }
            Power::Blink => self.blink(events),
            Power::Fire => self.burn_around(events),
            Power::Map => self.mark_around((MAP_CELLS, MAP_CELLS)),
            _ => {}
        }
    }

    /// Moves the hero to a free cell at some distance, in a random direction.
    fn blink(&mut self, events: &mut Vec<Event>) {
        let (dx, dy) = self.fate.pick(&Dir::ORTHOGONAL, "escape way").delta();
        let centre = (self.hero.x + i64::from(dx) * BLINK_CELLS, self.hero.y + i64::from(dy) * BLINK_CELLS);
        self.spawn(centre);
        self.mark_seen();
        events.push(Event::Moved { x: self.hero.x, y: self.hero.y });
        self.reach_goal(events);
    }

    fn burn_around(&mut self, events: &mut Vec<Event>) {
        let near = |at: Spot| {
            (at.0 - self.hero.x).abs().max((at.1 - self.hero.y).abs()) <= FIRE_CELLS
                && self.land.sees(at, (self.hero.x, self.hero.y))
        };
        let foes = self.land.foes.iter().filter(|foe| near((foe.x, foe.y)));
        let homes: Vec<Spot> = foes.map(|foe| foe.home).collect();
        for home in homes {
            if let Some(index) = self.land.foes.iter().position(|foe| foe.home == home) {
                self.wound(index, FIRE_DAMAGE, events);
            }
        }
    }

    /// Why the lamp cannot be turned on or off; `None` if it can.
    pub(super) fn lamp_refusal(&self) -> Option<&'static str> {
        match self.delve() {
            Some(delve) if delve.extended.light && (delve.lit || delve.oil > 0) => None,
            Some(delve) if delve.extended.light => Some("The lamp is empty."),
            _ => Some("You have no lamp."),
        }
    }

    /// Turns the lamp on or off. It takes no time.
    pub(super) fn turn_lamp(&mut self, events: &mut Vec<Event>) {
        let Some(delve) = &mut self.delve else { return };
        delve.lit = !delve.lit;
        events.push(Event::Lamp { lit: delve.lit, turns: delve.oil });
        self.mark_seen();
    }
}
