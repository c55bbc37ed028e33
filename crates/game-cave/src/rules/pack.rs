//! The hero's items: carried, wielded and worn.

use super::{Cave, Held};
use crate::content::{Item, ItemKind, Slot};
use crate::event::{Event, Thing};
use alloc::vec::Vec;

impl Cave {
    pub(crate) fn gold(&self) -> u32 {
        self.coins.unwrap_or_else(|| self.hero.coins())
    }

    pub(crate) fn weapon(&self) -> Item {
        self.hero.named(self.hero.weapon).unwrap_or(Item::one(ItemKind::WoodenSword))
    }

    pub(crate) fn armour(&self) -> Item {
        self.hero.named(self.hero.armour).unwrap_or(Item::one(ItemKind::LeatherArmour))
    }

    /// An item with its value in this game.
    pub(crate) fn thing(&self, item: Item) -> Thing {
        Thing { item, value: item.kind.value(self.settings.values) }
    }

    /// The names of the items in use: weapon, armour, charm.
    pub(crate) fn worn(&self) -> [u32; 3] {
        [self.hero.weapon, self.hero.armour, self.delve.as_ref().map_or(0, |delve| delve.charm)]
    }

    /// Reports the contents of the pack.
    pub(super) fn read_out(&self, events: &mut Vec<Event>) {
        events.push(Event::Pack);
        for (number, held) in (1..).zip(&self.hero.pack) {
            let equipped = self.worn().contains(&held.name);
            events.push(Event::PackLine { number, item: self.thing(held.item), equipped });
        }
        events.push(Event::PackEnd);
    }

    /// The item with a number of the inventory.
    pub(super) fn numbered(&self, number: u32) -> Option<Held> {
        number.checked_sub(1).and_then(|index| self.hero.pack.get(index as usize).copied())
    }

    /// Wields or wears the item with a number of the inventory.
    pub(super) fn equip(&mut self, number: u32, events: &mut Vec<Event>) {
        let Some(Held { name, item }) = self.numbered(number) else { return };
        match item.kind.row().slot {
            Slot::Weapon => self.hero.weapon = name,
            Slot::Armour => self.hero.armour = name,
            Slot::Charm => self.wear_charm(name),
            Slot::Purse | Slot::Supply => return,
        }
        events.push(Event::Equipped { item: self.thing(item) });
        self.read_out(events);
        if self.extended().turns {
            self.turn += 1;
            self.pass_turn(events);
        }
    }

    /// Loses a random item that is not in use; `None` if there is none.
    pub(super) fn lose_something(&mut self) -> Option<Item> {
        let worn = self.worn();
        let loose = self.hero.pack.iter().filter(|held| !worn.contains(&held.name)).count() as u32;
        if loose == 0 {
            return None;
        }
        let lot = self.fate.below(loose, "item lost") as usize;
        let index =
            (0..self.hero.pack.len()).filter(|&i| !worn.contains(&self.hero.pack[i].name)).nth(lot)?;
        self.coins = None;
        Some(self.hero.pack.remove(index).item)
    }
}

impl super::Hero {
    /// A cheap fingerprint of a hero and his counts.
    pub(super) fn fingerprint(&self, turn: u64, kills: u32, deaths: u32) -> u64 {
        kernel::pulse_of(&[
            self.x as u64,
            self.y as u64,
            turn,
            u64::from(self.weapon) << 32 | u64::from(self.armour),
            u64::from(self.next) << 32 | u64::from(self.coins()),
            u64::from(kills) << 32 | u64::from(deaths),
        ])
    }

    /// The number of coins in the pack.
    pub(crate) fn coins(&self) -> u32 {
        let gold = self.pack.iter().filter(|held| held.item.kind == ItemKind::Gold);
        gold.map(|held| held.item.amount).sum()
    }

    /// Adds an item; gold joins the gold already there. Returns its name in the pack.
    pub(crate) fn take(&mut self, item: Item) -> u32 {
        if item.kind == ItemKind::Gold
            && let Some(purse) = self.pack.iter_mut().find(|held| held.item.kind == ItemKind::Gold)
        {
            purse.item.amount = purse.item.amount.saturating_add(item.amount);
            return purse.name;
        }
        let name = self.next;
        self.next += 1;
        self.pack.push(Held { name, item });
        name
    }

    /// The item with a name in the pack.
    pub(crate) fn named(&self, name: u32) -> Option<Item> {
        self.pack.iter().find(|held| held.name == name).map(|held| held.item)
    }
}
