//! Runs the actions of creatures, in the order of the file.

use super::{Dungeon, End, Lying};
use crate::{
    event::Event,
    plan::{Act, Deed, Trigger},
};
use alloc::{sync::Arc, vec::Vec};
use kernel::Pos;

/// The creature whose actions run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Hero,
    /// A monster, by its number in the plan.
    Foe(usize),
}

impl Dungeon {
    /// Runs all actions of a creature for this trigger. They do not trigger further actions.
    pub(super) fn run(&mut self, who: Who, on: Trigger, events: &mut Vec<Event>) {
        let facts = &self.plan.facts;
        let acts = match who {
            Who::Hero => &facts.hero.acts,
            Who::Foe(number) => &facts.foes[number].acts,
        };
        if acts.is_empty() {
            return;
        }
        let plan = Arc::clone(&self.plan);
        let creature = match who {
            Who::Hero => &plan.facts.hero,
            Who::Foe(number) => &plan.facts.foes[number],
        };
        for act in creature.acts.iter().filter(|act| act.on == on) {
            self.carry_out(who, &creature.name, act, events);
        }
    }

    fn carry_out(&mut self, who: Who, name: &Arc<str>, act: &Act, events: &mut Vec<Event>) {
        let name = Arc::clone(name);
        let message = act.message.clone();
        match act.deed {
            Deed::Remove => {
                match who {
                    Who::Hero => self.hero.on_board = false,
                    Who::Foe(number) => self.foes[number].on_board = false,
                }
                events.push(Event::Removed { who: name, message });
            }
            Deed::YouWin { points } => {
                self.hero.score = self.hero.score.saturating_add(i64::from(points));
                events.push(Event::Scored { who: name, points, message });
            }
            Deed::ChangeDisplayedType { glyph } => {
                match who {
                    Who::Hero => self.hero.glyph = glyph,
                    Who::Foe(number) => self.foes[number].glyph = glyph,
                }
                events.push(Event::Reshaped { who: name, glyph, message });
            }
            Deed::UpdateDisplay => events.push(Event::Refreshed { who: name, message }),
            Deed::Teleport => self.teleport(who, name, message, events),
            Deed::Print => {
                // Without a message it prints the creature's name.
                let message = message.unwrap_or_else(|| Arc::clone(&name));
                events.push(Event::Printed { who: name, message });
            }
            Deed::DropPack => self.spill(1, message, events),
            Deed::EmptyPack => self.spill(u32::MAX, message, events),
            Deed::EndGame => {
                if let Who::Foe(number) = who
                    && self.open_stairs(self.foes[number].at, &message, events)
                {
                    return;
                }
                let won = who != Who::Hero;
                self.end = Some(if won { End::Won } else { End::Ended });
                events.push(Event::Ended { who: name, won, message });
            }
        }
    }

    /// Moves a creature to a random free cell, all equally likely.
    fn teleport(&mut self, who: Who, name: Arc<str>, message: Option<Arc<str>>, events: &mut Vec<Event>) {
        if let Who::Foe(number) = who
            && !self.foes[number].on_board
        {
            return;
        }
        let Some(to) = self.free_cell() else {
            events.push(Event::Stranded { who: name });
            return;
        };
        let at = match who {
            Who::Hero => &mut self.hero.at,
            Who::Foe(number) => &mut self.foes[number].at,
        };
        let from = core::mem::replace(at, to);
        events.push(Event::Teleported { who: name, from, to, message });
    }

    /// A random free cell where creatures can stand, all equally likely. It takes one roll on any board.
    fn free_cell(&mut self) -> Option<Pos> {
        let plan = Arc::clone(&self.plan);
        let rank = |at: Pos| {
            let index = plan.facts.index(at)? as u32;
            plan.open.binary_search(&index).ok().map(|rank| rank as u32)
        };
        let mut taken = core::mem::take(&mut self.scratch);
        taken.clear();
        let bodies = self.foes.iter().filter(|foe| foe.on_board).map(|foe| foe.at);
        for rank in bodies.chain([self.hero.at]).filter_map(rank) {
            if let Err(place) = taken.binary_search(&rank) {
                taken.insert(place, rank);
            }
        }
        let free = plan.open.len() - taken.len();
        let chosen = (free > 0).then(|| {
            let mut chosen = self.fate.below(free as u32, "teleport");
            // Skip the occupied cells that come before the chosen free one.
            for &occupied in &taken {
                if occupied <= chosen {
                    chosen += 1;
                }
            }
            plan.facts.pos(plan.open[chosen as usize])
        });
        self.scratch = taken;
        chosen
    }

    /// Drops this many items from the front of the pack where the player stands.
    fn spill(&mut self, count: u32, message: Option<Arc<str>>, events: &mut Vec<Event>) {
        let count = (count as usize).min(self.hero.pack.len());
        if count == 0 {
            events.push(Event::NothingLost);
            return;
        }
        let at = self.hero.at;
        for item in self.hero.pack.drain(..count) {
            self.floor.push(Lying { at, item });
            let name = Arc::clone(&self.plan.facts.items[item as usize].name);
            events.push(Event::Lost { item: name, at });
        }
        self.unequip_missing();
        if let Some(message) = message {
            events.push(Event::PackSpilled { message });
        }
    }
}
