//! The pack: picking up, dropping, wielding, wearing, taking off, reading.

use super::{Dungeon, Found, Lying};
use crate::{
    content::refusal,
    event::{Event, Held},
    plan::{Aim, Item, Kind, Spell},
};
use alloc::{sync::Arc, vec::Vec};

impl Dungeon {
    /// The pack as the inventory lists it.
    pub(crate) fn held(&self) -> impl Iterator<Item = Held> {
        (1..).zip(&self.0.hero.pack).map(|(number, &item)| {
            let plan = &self.0.plan.facts.items[item as usize];
            let used = match Some(item) {
                wielded if wielded == self.0.hero.wielded => Some('w'),
                worn if worn == self.0.hero.worn => Some('a'),
                _ => None,
            };
            let value = (plan.kind != Kind::Scroll).then(|| self.0.values[item as usize]);
            Held { number, name: Arc::clone(&plan.name), value, used }
        })
    }

    /// The place on the floor of the item that lies on top here.
    pub(super) fn top_item(&self) -> Found<usize> {
        self.0.floor.iter().rposition(|lying| lying.at == self.0.hero.at).ok_or(refusal::NOTHING_HERE)
    }

    pub(super) fn pick_up(&mut self, top: usize, events: &mut Vec<Event>) {
        let item = self.0.floor.remove(top).item;
        self.0.hero.pack.push(item);
        events.push(Event::PickedUp { item: self.name(item) });
    }

    pub(super) fn drop(&mut self, (place, item): (usize, u32), events: &mut Vec<Event>) {
        self.0.hero.pack.remove(place);
        self.let_go_of_what_is_not_carried();
        let at = self.0.hero.at;
        self.0.floor.push(Lying { at, item });
        events.push(Event::Dropped { item: self.name(item), at });
    }

    pub(super) fn take_off(&mut self, events: &mut Vec<Event>) {
        if let Some(item) = self.0.hero.worn.take() {
            events.push(Event::TakenOff { item: self.name(item) });
        }
    }

    /// The sword a number means, unless it is in hand already.
    pub(super) fn sword(&self, number: u32) -> Found<u32> {
        let item = self.of_kind(number, Kind::Sword, refusal::NOT_A_SWORD)?;
        if self.0.hero.wielded == Some(item) { Err(refusal::WIELDED) } else { Ok(item) }
    }

    pub(super) fn wield(&mut self, item: u32, events: &mut Vec<Event>) {
        self.0.hero.wielded = Some(item);
        events.push(Event::Wielded { item: self.name(item), value: self.0.values[item as usize] });
    }

    /// The armor a number means, unless it is worn already.
    pub(super) fn armor(&self, number: u32) -> Found<u32> {
        let item = self.of_kind(number, Kind::Armor, refusal::NOT_ARMOR)?;
        if self.0.hero.worn == Some(item) { Err(refusal::WORN) } else { Ok(item) }
    }

    pub(super) fn wear(&mut self, item: u32, events: &mut Vec<Event>) {
        self.0.hero.worn = Some(item);
        events.push(Event::Worn { item: self.name(item), value: self.0.values[item as usize] });
    }

    /// The scroll a number means.
    pub(super) fn scroll(&self, number: u32) -> Found<u32> {
        self.of_kind(number, Kind::Scroll, refusal::NOT_A_SCROLL)
    }

    /// Reads a scroll: its actions in order, each with its message first. It is gone for good then.
    pub(super) fn read(&mut self, item: u32, events: &mut Vec<Event>) {
        self.0.hero.pack.retain(|&held| held != item);
        events.push(Event::Read { item: self.name(item) });
        let plan = Arc::clone(&self.0.plan);
        let scripts = &plan.facts.items[item as usize].scripts;
        if scripts.is_empty() {
            events.push(Event::Blank);
        }
        for script in scripts {
            if let Some(message) = &script.message {
                events.push(Event::Voiced { message: Arc::clone(message) });
            }
            match script.spell {
                Spell::Bless { aim, by } => self.bless(aim, by, events),
                Spell::Hallucinate { moves } => {
                    self.0.hero.hazy_until = self.0.hero.moves.saturating_add(moves);
                    events.push(Event::Hallucinating { moves });
                }
            }
        }
    }

    fn bless(&mut self, aim: Aim, by: i32, events: &mut Vec<Event>) {
        let (used, target) = match aim {
            Aim::Armor => (self.0.hero.worn, "armor"),
            Aim::Sword => (self.0.hero.wielded, "sword"),
        };
        let Some(item) = used else {
            events.push(Event::Unblessed { target, by });
            return;
        };
        let value = &mut self.0.values[item as usize];
        *value = value.saturating_add(by);
        let value = *value;
        events.push(Event::Blessed { item: self.name(item), by, value });
    }

    /// What left the pack is neither wielded nor worn.
    pub(super) fn let_go_of_what_is_not_carried(&mut self) {
        let pack = &self.0.hero.pack;
        self.0.hero.wielded = self.0.hero.wielded.filter(|item| pack.contains(item));
        self.0.hero.worn = self.0.hero.worn.filter(|item| pack.contains(item));
    }

    /// The place in the pack and the item that a number of the inventory means.
    pub(super) fn numbered(&self, number: u32) -> Found<(usize, u32)> {
        let place = (number as usize).wrapping_sub(1);
        self.0.hero.pack.get(place).map(|&item| (place, item)).ok_or(refusal::NO_SUCH_ITEM)
    }

    fn of_kind(&self, number: u32, kind: Kind, otherwise: &'static str) -> Found<u32> {
        let (_, item) = self.numbered(number)?;
        if self.item(item).kind == kind { Ok(item) } else { Err(otherwise) }
    }

    fn item(&self, item: u32) -> &Item {
        &self.0.plan.facts.items[item as usize]
    }

    fn name(&self, item: u32) -> Arc<str> {
        Arc::clone(&self.item(item).name)
    }
}
