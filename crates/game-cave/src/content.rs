//! The numbers of the cave: one row per thing. Everything else, help and tests included, reads them here.

use kernel::{Hue, Roll, Throw};
use serde::{Deserialize, Serialize};

/// The highest number of a waypoint; each is one key.
pub(crate) const WAYPOINTS: u32 = 9;

/// Health of the hero at the start of every fight, in hundredths.
pub(crate) const HERO_HEALTH: u32 = 50_00;
/// What a kill is worth in the score; gold counts one each.
pub(crate) const KILL_SCORE: i64 = 10;
/// A fight without a winner ends after this many blows (only extreme options come near).
pub(crate) const FIGHT_LIMIT: u32 = 1_000;
/// With `fights=short` every blow counts so many times.
pub(crate) const SHORT_FIGHT_FACTOR: u32 = 3;
/// A weapon hurts the kind of monster it is good against so many times as much.
pub(crate) const BANE_FACTOR: u32 = 2;
/// The sight area is `dx² + dy² <= 1.8 r²`, written as a fraction (§2.4.2 in words).
pub(crate) const SIGHT_RULE: (i64, i64) = (18, 10);
/// Half the window without a terminal: 24 cells to each side, 15 up and down, the hero in the middle.
pub(crate) const WINDOW_HALF: (i64, i64) = (24, 15);
/// Roaming monsters notice a hero they can see within so many cells.
pub(crate) const HUNT_CELLS: i64 = 8;
/// A roaming monster that hunts nobody takes a step once in so many turns, by chance.
pub(crate) const STROLL_ONE_IN: u32 = 4;
/// Gold lies in heaps of 1 to so many coins.
pub(crate) const GOLD_MOST: u32 = 9;

/// Which values of weapons, armour and the monster's attack count; the document has two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Values {
    /// Those of its program, its example files and its transcript.
    Program,
    /// Those of the table in §2.4.5.
    Table,
}

/// Where an item is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Weapon,
    Armour,
    /// Gold: carried, never worn.
    Purse,
}

/// The kinds of items, in the order of the drop table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ItemKind {
    WoodenSword,
    IronSword,
    SteelSword,
    InfusedSword,
    LeatherArmour,
    ChainmailArmour,
    IronArmour,
    InfusedArmour,
    Gold,
}

/// One row of the drop table.
pub(crate) struct ItemRow {
    pub(crate) kind: ItemKind,
    pub(crate) name: &'static str,
    /// The word files use.
    pub(crate) tier: &'static str,
    pub(crate) slot: Slot,
    /// Damage of a weapon, protection of armour: by the original program and by the table of §2.4.5.
    pub(crate) values: [u32; 2],
    pub(crate) weight: u32,
}

const fn row(
    kind: ItemKind,
    name: &'static str,
    tier: &'static str,
    slot: Slot,
    values: [u32; 2],
    weight: u32,
) -> ItemRow {
    ItemRow { kind, name, tier, slot, values, weight }
}

/// The drop table.
pub(crate) const ITEMS: [ItemRow; 9] = [
    row(ItemKind::WoodenSword, "Wooden Sword", "Wooden", Slot::Weapon, [1, 3], 100),
    row(ItemKind::IronSword, "Iron Sword", "Iron", Slot::Weapon, [5, 7], 80),
    row(ItemKind::SteelSword, "Steel Sword", "Steel", Slot::Weapon, [8, 10], 60),
    row(ItemKind::InfusedSword, "Infused Sword", "Infused", Slot::Weapon, [15, 14], 10),
    row(ItemKind::LeatherArmour, "Leather Armour", "Leather", Slot::Armour, [5, 5], 100),
    row(ItemKind::ChainmailArmour, "Chainmail Armour", "Chainmail", Slot::Armour, [8, 8], 80),
    row(ItemKind::IronArmour, "Iron Armour", "Iron", Slot::Armour, [10, 10], 60),
    row(ItemKind::InfusedArmour, "Infused Armour", "Infused", Slot::Armour, [15, 12], 10),
    row(ItemKind::Gold, "Gold", "Gold", Slot::Purse, [0, 0], 100),
];

/// The weights of the drop table, in its order.
pub(crate) const WEIGHTS: [u32; ITEMS.len()] = {
    let mut weights = [0; ITEMS.len()];
    let mut i = 0;
    while i < ITEMS.len() {
        weights[i] = ITEMS[i].weight;
        i += 1;
    }
    weights
};

impl ItemKind {
    /// Its row of the table.
    pub(crate) const fn row(self) -> &'static ItemRow {
        &ITEMS[self as usize]
    }

    /// Its damage or protection.
    pub(crate) const fn value(self, values: Values) -> u32 {
        self.row().values[values as usize]
    }
}

/// One thing to carry; gold is one thing however many coins it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// How many coins; 1 for everything else.
    pub(crate) amount: u32,
}

impl Item {
    pub(crate) const fn one(kind: ItemKind) -> Self {
        Self { kind, amount: 1 }
    }
}

/// No monster has more health, in points.
pub(crate) const HEALTH_MOST: u32 = 1_000;
/// What the monster of the document does by the table of §2.4.5.
pub(crate) const TABLE_ATTACK: u32 = 7;

/// One kind of monster.
pub(crate) struct FoeRow {
    pub(crate) name: &'static str,
    /// What the board shows.
    pub(crate) glyph: char,
    /// Its colour, which tells kinds apart at a glance.
    pub(crate) hue: Hue,
    /// In hundredths.
    pub(crate) health: u32,
    pub(crate) attack: u32,
    pub(crate) armour: u32,
    /// Radius of its sight, in cells.
    pub(crate) sight: i64,
    pub(crate) weight: u32,
    /// The weapon that is good against it.
    pub(crate) bane: Option<ItemKind>,
}

/// The kinds of monsters. The first is the monster of the document; the others appear with `kinds=on`.
pub(crate) const FOES: [FoeRow; 4] = [
    FoeRow {
        name: "Monster",
        glyph: 'M',
        hue: Hue::Red,
        health: 25_00,
        attack: 3,
        armour: 0,
        sight: 3,
        weight: 40,
        bane: None,
    },
    FoeRow {
        name: "Bat",
        glyph: 'B',
        hue: Hue::Violet,
        health: 10_00,
        attack: 2,
        armour: 0,
        sight: 4,
        weight: 30,
        bane: Some(ItemKind::WoodenSword),
    },
    FoeRow {
        name: "Ogre",
        glyph: 'O',
        hue: Hue::Orange,
        health: 40_00,
        attack: 4,
        armour: 3,
        sight: 2,
        weight: 20,
        bane: Some(ItemKind::IronSword),
    },
    FoeRow {
        name: "Wraith",
        glyph: 'W',
        hue: Hue::Teal,
        health: 30_00,
        attack: 6,
        armour: 0,
        sight: 5,
        weight: 10,
        bane: Some(ItemKind::SteelSword),
    },
];

/// The widest sight of any monster.
pub(crate) const SIGHT_MOST: i64 = 5;

/// The weights of the kinds of monsters.
pub(crate) const FOE_WEIGHTS: [u32; FOES.len()] = {
    let mut weights = [0; FOES.len()];
    let mut i = 0;
    while i < FOES.len() {
        weights[i] = FOES[i].weight;
        i += 1;
    }
    weights
};

/// What a roll came to, in the words of these tables.
pub(crate) fn roll_word(roll: &Roll) -> Option<&'static str> {
    match (roll.label, roll.throw) {
        ("reward item", Throw::Row(index, _)) => ITEMS.get(index as usize).map(|row| row.name),
        ("monster kind", Throw::Row(index, _)) => FOES.get(index as usize).map(|row| row.name),
        ("who goes first", Throw::Chance(num)) => {
            Some(if roll.value < u64::from(num) { "the hero" } else { "the enemy" })
        }
        _ => None,
    }
}

/// True when (dx, dy) lies in a sight area of this radius.
pub(crate) const fn in_sight_area(dx: i64, dy: i64, radius: i64) -> bool {
    dx.abs() <= radius
        && dy.abs() <= radius
        && (dx * dx + dy * dy) * SIGHT_RULE.1 <= SIGHT_RULE.0 * radius * radius
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_values_are_those_of_the_document() {
        let row = |slot: Slot, values: Values| -> alloc::vec::Vec<u32> {
            ITEMS.iter().filter(|row| row.slot == slot).map(|row| row.kind.value(values)).collect()
        };
        assert_eq!(row(Slot::Weapon, Values::Program), [1, 5, 8, 15]);
        assert_eq!(row(Slot::Armour, Values::Program), [5, 8, 10, 15]);
        assert_eq!(row(Slot::Weapon, Values::Table), [3, 7, 10, 14]);
        assert_eq!(row(Slot::Armour, Values::Table), [5, 8, 10, 12]);
    }

    #[test]
    fn the_drop_table_adds_up_and_stands_in_order() {
        assert_eq!(WEIGHTS.iter().sum::<u32>(), 600);
        assert!(ITEMS.iter().enumerate().all(|(i, row)| row.kind as usize == i));
        let glyphs: alloc::collections::BTreeSet<char> = FOES.iter().map(|row| row.glyph).collect();
        assert!(glyphs.len() == FOES.len() && glyphs.is_disjoint(&"P#C .".chars().collect()));
    }

    #[test]
    fn a_sight_area_of_radius_three_has_45_cells() {
        let cells = |r: i64| {
            (-r..=r)
                .flat_map(|y| (-r..=r).map(move |x| (x, y)))
                .filter(|&(x, y)| in_sight_area(x, y, r))
                .count()
        };
        assert_eq!(cells(3), 45);
        assert!(!in_sight_area(3, 3, 3) && in_sight_area(3, 2, 3) && !in_sight_area(4, 0, 3));
        assert_eq!(FOES[0].sight, 3);
        assert_eq!(FOES.iter().map(|foe| foe.sight).max(), Some(SIGHT_MOST));
    }
}
