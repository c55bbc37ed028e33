//! The rules of the bag, gear, trade and the wizard's bolt.

use super::{World, hero::no, off};
use crate::content::{BAG_SIZE, BOLT_BONUS, BOLT_REACH, Class, Effect, FoeKind, Gear, POTION_RESALE};
use crate::event::{Event, Seen, Ware, Wares, item_name};
use crate::floor::Item;
use crate::plan::Spot;
use crate::setup::EditionOptions;
use alloc::{format, vec::Vec};
use kernel::{Dir, Refused};

const NOTHING: [&str; 8] = [
    "Nothing to take to the North.",
    "Nothing to take to the Northeast.",
    "Nothing to take to the East.",
    "Nothing to take to the Southeast.",
    "Nothing to take to the South.",
    "Nothing to take to the Southwest.",
    "Nothing to take to the West.",
    "Nothing to take to the Northwest.",
];

/// The price of an item at a merchant.
pub(crate) const fn price(item: Item) -> i32 {
    match item {
        Item::Gold(worth) => worth as i32,
        Item::Potion(potion) => potion.row().price,
        Item::Gear(gear) => gear.row().price,
    }
}

/// The price a merchant pays for an item. It is the same for all potions, so that selling reveals nothing.
pub(crate) const fn resale(item: Item) -> i32 {
    match item {
        Item::Potion(_) => POTION_RESALE,
        other => price(other) / 2,
    }
}

impl World {
    pub(super) fn item_to_take(&self, dir: Dir) -> Result<(Spot, Item, Seen), Refused> {
        if !self.base.options.has_bag() {
            return Err(off(EditionOptions::INVENTORY));
        }
        let found = self.floor.hero.step(dir).and_then(|at| Some((at, self.floor.thing_at(at)?)));
        let Some((at, item)) = found else { return Err(no(&NOTHING, dir)) };
        let Some(what) = self.hero.sees(item) else { return Err(no(&NOTHING, dir)) };
        if matches!(item, Item::Potion(_)) && !self.has(EditionOptions::INVENTORY) {
            return Err(off(EditionOptions::INVENTORY));
        }
        if self.hero.bag.len() >= BAG_SIZE {
            return Err(Refused::because("The bag is full."));
        }
        Ok((at, item, what))
    }

    pub(super) fn take(&mut self, (at, item, what): (Spot, Item, Seen), events: &mut Vec<Event>) {
        self.lift(at);
        self.hero.bag.push(item);
        events.push(Event::Taken { what });
        self.end_turn(events);
    }

    /// The item with a number, counted from 1, and its index.
    pub(super) fn in_bag(&self, number: u32) -> Result<(usize, Item), Refused> {
        if !self.base.options.has_bag() {
            return Err(off(EditionOptions::INVENTORY));
        }
        let place = number.wrapping_sub(1) as usize;
        match self.hero.bag.get(place) {
            Some(&item) => Ok((place, item)),
            None => Err(Refused::because(format!("The bag has no item {number}."))),
        }
    }

    pub(super) fn use_from_bag(&mut self, (place, item): (usize, Item), events: &mut Vec<Event>) {
        self.hero.bag.remove(place);
        match item {
            Item::Potion(potion) => self.drink(potion, events),
            Item::Gear(gear) => {
                let hand = if gear.row().weapon { &mut self.hero.weapon } else { &mut self.hero.armour };
                if let Some(before) = hand.replace(gear) {
                    self.hero.bag.insert(place, Item::Gear(before));
                }
                events.push(Event::Equipped { gear });
            }
            Item::Gold(_) => {}
        }
        self.end_turn(events);
    }

    /// The item with a number, and a cell where it can be put down.
    pub(super) fn room_to_lay(&self, number: u32) -> Result<(usize, Item, Spot), Refused> {
        let (place, item) = self.in_bag(number)?;
        let free = |at: &Spot| self.cache.free.has(*at) && self.floor.plan.tiles.has(*at);
        let spot = Dir::ALL.iter().filter_map(|&dir| self.floor.hero.step(dir)).find(free);
        let at = spot.ok_or(Refused::because("There is no room to lay it down."))?;
        Ok((place, item, at))
    }

    pub(super) fn lay_down(&mut self, (place, item, at): (usize, Item, Spot), events: &mut Vec<Event>) {
        self.hero.bag.remove(place);
        self.put(at, item);
        if let Some(what) = self.hero.sees(item) {
            events.push(Event::Laid { what });
        }
        self.end_turn(events);
    }

    pub(crate) fn is_beside_merchant(&self) -> bool {
        let hero = self.floor.hero;
        self.floor.foes.iter().any(|foe| foe.kind == FoeKind::Merchant && foe.at.near(hero))
    }

    /// The wares of merchants, with prices.
    pub(crate) fn offers(&self) -> Wares {
        let mut wares = Wares::default();
        for (slot, &item) in wares.0.iter_mut().zip(&self.wares) {
            *slot = Some(Ware { item, price: price(item), effect: self.effect_on_buyer(item) });
        }
        wares
    }

    fn effect_on_buyer(&self, item: Item) -> Option<Effect> {
        match item {
            Item::Potion(potion) => Some(self.hero.effect_of(potion)),
            _ => None,
        }
    }

    pub(super) fn hear_offers(&self, events: &mut Vec<Event>) {
        if !self.wares.is_empty() && !self.angry && self.is_beside_merchant() {
            events.push(Event::Offered { wares: self.offers() });
        }
    }

    pub(super) fn meet_merchant(&self) -> Result<(), Refused> {
        if !self.has(EditionOptions::SHOP) {
            Err(off(EditionOptions::SHOP))
        } else if self.angry {
            Err(Refused::because("Merchants are hostile and do not trade."))
        } else if !self.is_beside_merchant() {
            Err(Refused::because("There is no merchant beside you."))
        } else {
            Ok(())
        }
    }

    /// The ware with a number, if the hero can buy it.
    pub(super) fn ware(&self, number: u32) -> Result<(usize, Item), Refused> {
        self.meet_merchant()?;
        let place = number.wrapping_sub(1) as usize;
        let Some(&item) = self.wares.get(place) else {
            return Err(Refused::because(format!("The merchant offers no item {number}.")));
        };
        if self.hero.gold < price(item) {
            return Err(Refused::because("You do not have enough gold."));
        }
        if self.keeps(item) && self.hero.bag.len() >= BAG_SIZE {
            return Err(Refused::because("The bag is full."));
        }
        Ok((place, item))
    }

    /// False for potions without a bag: a bought one is drunk at once.
    fn keeps(&self, item: Item) -> bool {
        matches!(item, Item::Gear(_)) || self.has(EditionOptions::INVENTORY)
    }

    pub(super) fn buy(&mut self, (place, item): (usize, Item), events: &mut Vec<Event>) {
        self.wares.remove(place);
        self.hero.gold -= price(item);
        let effect = self.effect_on_buyer(item);
        events.push(Event::Bought { what: item_name(item), price: price(item), effect });
        match item {
            Item::Potion(potion) if !self.keeps(item) => self.drink(potion, events),
            Item::Potion(potion) => {
                self.hero.learn(potion);
                self.hero.bag.push(item);
            }
            _ => self.hero.bag.push(item),
        }
        self.end_turn(events);
    }

    pub(super) fn sell(&mut self, (place, item): (usize, Item), events: &mut Vec<Event>) {
        self.hero.bag.remove(place);
        self.hero.gold = self.hero.gold.saturating_add(resale(item));
        if let Some(what) = self.hero.sees(item) {
            events.push(Event::Sold { what, price: resale(item) });
        }
        self.end_turn(events);
    }

    /// The first enemy in the path of a bolt.
    pub(crate) fn bolt_target(&self, dir: Dir) -> Option<usize> {
        let mut at = self.floor.hero;
        for _ in 0..BOLT_REACH {
            at = at.step(dir).filter(|&at| self.floor.plan.walkable.has(at))?;
            if let Some(foe) = self.floor.foe_at(at) {
                return Some(foe);
            }
        }
        None
    }

    /// The enemy a bolt in this direction would hit, if the hero can cast.
    pub(super) fn bolt(&self, dir: Dir) -> Result<usize, Refused> {
        if !self.has(EditionOptions::CLASSES) {
            return Err(off(EditionOptions::CLASSES));
        }
        if self.hero.class != Some(Class::Wizard) {
            return Err(Refused::because("Only a wizard can cast."));
        }
        if self.hero.bolts == 0 {
            return Err(Refused::because("You have no bolts left on this floor."));
        }
        self.bolt_target(dir).ok_or(Refused::because("There is no enemy in that line."))
    }

    pub(super) fn cast(&mut self, foe: usize, events: &mut Vec<Event>) {
        self.hero.bolts -= 1;
        self.hurt(foe, self.hero.atk() as u32 + BOLT_BONUS, events);
        self.end_turn(events);
    }

    /// True when the piece has a higher sum of attack and defence than the one in use.
    pub(crate) fn is_better(&self, gear: Gear) -> bool {
        let worth = |gear: Gear| gear.row().atk + gear.row().def;
        let held = if gear.row().weapon { self.hero.weapon } else { self.hero.armour };
        held.is_none_or(|held| worth(held) < worth(gear))
    }
}
