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
        (1..).zip(&self.hero.pack).map(|(number, &item)| {
            let plan = &self.plan.facts.items[item as usize];
            let used = match Some(item) {
                wielded if wielded == self.hero.wielded => Some('w'),
                worn if worn == self.hero.worn => Some('a'),
                _ => None,
            };
            let value = (plan.kind != Kind::Scroll).then(|| self.values[item as usize]);
            Held { number, name: Arc::clone(&plan.name), value, used }
        })
    }

    /// The index in `floor` of the top item where the player stands.
    pub(super) fn top_item(&self) -> Found<usize> {
        self.floor.iter().rposition(|lying| lying.at == self.hero.at).ok_or(refusal::NOTHING_HERE)
    }

    pub(super) fn pick_up(&mut self, top: usize, events: &mut Vec<Event>) {
        let item = self.floor.remove(top).item;
        self.hero.pack.push(item);
        events.push(Event::PickedUp { item: self.name(item) });
    }

    pub(super) fn drop(&mut self, (place, item): (usize, u32), events: &mut Vec<Event>) {
        self.hero.pack.remove(place);
        self.unequip_missing();
        let at = self.hero.at;
        self.floor.push(Lying { at, item });
        events.push(Event::Dropped { item: self.name(item), at });
    }

    pub(super) fn take_off(&mut self, events: &mut Vec<Event>) {
        if let Some(item) = self.hero.worn.take() {
            events.push(Event::TakenOff { item: self.name(item) });
        }
    }

    /// The sword with a number of the inventory, unless it is already wielded.
    pub(super) fn sword(&self, number: u32) -> Found<u32> {
        let item = self.of_kind(number, Kind::Sword, refusal::NOT_A_SWORD)?;
        if self.hero.wielded == Some(item) { Err(refusal::WIELDED) } else { Ok(item) }
    }

    pub(super) fn wield(&mut self, item: u32, events: &mut Vec<Event>) {
        self.hero.wielded = Some(item);
        events.push(Event::Wielded { item: self.name(item), value: self.values[item as usize] });
    }

    /// The armor with a number of the inventory, unless it is already worn.
    pub(super) fn armor(&self, number: u32) -> Found<u32> {
        let item = self.of_kind(number, Kind::Armor, refusal::NOT_ARMOR)?;
        if self.hero.worn == Some(item) { Err(refusal::WORN) } else { Ok(item) }
    }

    pub(super) fn wear(&mut self, item: u32, events: &mut Vec<Event>) {
        self.hero.worn = Some(item);
        events.push(Event::Worn { item: self.name(item), value: self.values[item as usize] });
    }

    /// The scroll with a number of the inventory.
    pub(super) fn scroll(&self, number: u32) -> Found<u32> {
        self.of_kind(number, Kind::Scroll, refusal::NOT_A_SCROLL)
    }

    /// Reads a scroll, which uses it up: its actions run in order, each preceded by its message.
    pub(super) fn read(&mut self, item: u32, events: &mut Vec<Event>) {
        self.hero.pack.retain(|&held| held != item);
        events.push(Event::Read { item: self.name(item) });
        let plan = Arc::clone(&self.plan);
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
                    self.hero.hallucinating_until = self.hero.moves.saturating_add(moves);
                    events.push(Event::Hallucinating { moves });
                }
            }
        }
    }

    fn bless(&mut self, aim: Aim, by: i32, events: &mut Vec<Event>) {
        let (used, target) = match aim {
            Aim::Armor => (self.hero.worn, "armor"),
            Aim::Sword => (self.hero.wielded, "sword"),
        };
        let Some(item) = used else {
            events.push(Event::Unblessed { target, by });
            return;
        };
        let value = &mut self.values[item as usize];
        *value = value.saturating_add(by);
        let value = *value;
        events.push(Event::Blessed { item: self.name(item), by, value });
    }

    /// Unwields and takes off items that are no longer in the pack.
    pub(super) fn unequip_missing(&mut self) {
        let pack = &self.hero.pack;
        self.hero.wielded = self.hero.wielded.filter(|item| pack.contains(item));
        self.hero.worn = self.hero.worn.filter(|item| pack.contains(item));
    }

    /// The index in the pack and the item of a number of the inventory.
    pub(super) fn numbered(&self, number: u32) -> Found<(usize, u32)> {
        let place = (number as usize).wrapping_sub(1);
        self.hero.pack.get(place).map(|&item| (place, item)).ok_or(refusal::NO_SUCH_ITEM)
    }

    fn of_kind(&self, number: u32, kind: Kind, otherwise: &'static str) -> Found<u32> {
        let (_, item) = self.numbered(number)?;
        if self.item(item).kind == kind { Ok(item) } else { Err(otherwise) }
    }

    fn item(&self, item: u32) -> &Item {
        &self.plan.facts.items[item as usize]
    }

    fn name(&self, item: u32) -> Arc<str> {
        Arc::clone(&self.item(item).name)
    }
}
