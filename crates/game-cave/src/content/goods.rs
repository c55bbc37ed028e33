//! The items: the document's drop table, and the goods of the option `goods`.

use super::{LEVELS, Nature, Values};
use serde::{Deserialize, Serialize};

/// How an item is carried or worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Weapon,
    Armour,
    /// Gold: carried, not worn.
    Purse,
    /// Worn in addition to weapon and armour.
    Charm,
    /// Used up by using it.
    Supply,
}

/// The special effect of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    None,
    /// Stuns often.
    Stun,
    /// Doubles the damage to monsters of a nature.
    Against(Nature),
    /// Ignores armour.
    Pierce,
    /// Each blow heals the hero.
    Leech,
    /// Halves the distance at which monsters notice the hero.
    Quiet,
    /// Hurts monsters that strike the hero.
    Thorns,
    /// The lamp shines further.
    Bright,
    /// The lamp burns half as fast.
    Thrifty,
    /// More maximum health.
    Hardy,
    /// Adds this many turns of light.
    Fuel(u32),
    /// Restores this many points of health.
    Heal(u32),
    Might,
    Stone,
    /// Monsters act every second turn.
    Swift,
    /// Monsters lose sight of the hero.
    Smoke,
    /// Teleports the hero away.
    Blink,
    /// Burns nearby monsters.
    Fire,
    /// Reveals the ground nearby.
    Map,
}

/// The kinds of items: the document's in the order of its drop table, then the goods.
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
    Club,
    HuntingSpear,
    SilverSword,
    WarHammer,
    BattleAxe,
    LeechingDagger,
    GiantsBane,
    PaddedCoat,
    ScaleArmour,
    ShadowCloak,
    SpikedArmour,
    SunCharm,
    OwlCharm,
    BearCharm,
    CatCharm,
    Torch,
    OilFlask,
    Bread,
    HealingPotion,
    Elixir,
    MightPotion,
    StonePotion,
    SwiftPotion,
    SmokeBomb,
    EscapeScroll,
    FireScroll,
    MapScroll,
}

/// One row of the drop table.
pub(crate) struct ItemRow {
    pub(crate) kind: ItemKind,
    pub(crate) name: &'static str,
    /// Its tier or name in files.
    pub(crate) tier: &'static str,
    pub(crate) slot: Slot,
    /// Damage of a weapon or protection of armour: of the original program, and of the table of §2.4.5.
    pub(crate) values: [u32; 2],
    /// Its weight in the document's drop table; 0 for goods.
    pub(crate) weight: u32,
    /// Its weight in the drop table of `goods`, near the start and far out.
    pub(crate) found: [u32; 2],
    pub(crate) power: Power,
    /// Its effect in a few words.
    pub(crate) told: &'static str,
}

const fn row(
    kind: ItemKind,
    name: &'static str,
    tier: &'static str,
    slot: Slot,
    values: [u32; 2],
    weight: u32,
    found: [u32; 2],
) -> ItemRow {
    ItemRow { kind, name, tier, slot, values, weight, found, power: Power::None, told: "" }
}

const fn good(
    kind: ItemKind,
    name: &'static str,
    slot: Slot,
    value: u32,
    found: [u32; 2],
    power: Power,
    told: &'static str,
) -> ItemRow {
    ItemRow { kind, name, tier: name, slot, values: [value, value], weight: 0, found, power, told }
}

/// Number of kinds in the document; they come first.
pub(crate) const DOCUMENT_ITEMS: usize = 9;

/// All kinds of items.
pub(crate) const ITEMS: [ItemRow; 36] = [
    row(ItemKind::WoodenSword, "Wooden Sword", "Wooden", Slot::Weapon, [1, 3], 100, [20, 0]),
    row(ItemKind::IronSword, "Iron Sword", "Iron", Slot::Weapon, [5, 7], 80, [60, 20]),
    row(ItemKind::SteelSword, "Steel Sword", "Steel", Slot::Weapon, [8, 10], 60, [10, 60]),
    row(ItemKind::InfusedSword, "Infused Sword", "Infused", Slot::Weapon, [15, 14], 10, [0, 20]),
    row(ItemKind::LeatherArmour, "Leather Armour", "Leather", Slot::Armour, [5, 5], 100, [20, 0]),
    row(ItemKind::ChainmailArmour, "Chainmail Armour", "Chainmail", Slot::Armour, [8, 8], 80, [50, 20]),
    row(ItemKind::IronArmour, "Iron Armour", "Iron", Slot::Armour, [10, 10], 60, [20, 50]),
    row(ItemKind::InfusedArmour, "Infused Armour", "Infused", Slot::Armour, [15, 12], 10, [0, 20]),
    row(ItemKind::Gold, "Gold", "Gold", Slot::Purse, [0, 0], 100, [150, 200]),
    good(ItemKind::Club, "Club", Slot::Weapon, 3, [50, 0], Power::Stun, "stuns one blow in four"),
    good(
        ItemKind::HuntingSpear,
        "Hunting Spear",
        Slot::Weapon,
        5,
        [30, 20],
        Power::Against(Nature::Beast),
        "twice against beasts",
    ),
    good(
        ItemKind::SilverSword,
        "Silver Sword",
        Slot::Weapon,
        6,
        [10, 40],
        Power::Against(Nature::Undead),
        "twice against the undead",
    ),
    good(ItemKind::WarHammer, "War Hammer", Slot::Weapon, 7, [10, 30], Power::Pierce, "ignores armour"),
    good(ItemKind::BattleAxe, "Battle Axe", Slot::Weapon, 11, [0, 40], Power::None, ""),
    good(
        ItemKind::LeechingDagger,
        "Leeching Dagger",
        Slot::Weapon,
        5,
        [5, 30],
        Power::Leech,
        "each blow heals 2",
    ),
    good(
        ItemKind::GiantsBane,
        "Giant's Bane",
        Slot::Weapon,
        7,
        [5, 30],
        Power::Against(Nature::Giant),
        "twice against giants",
    ),
    good(ItemKind::PaddedCoat, "Padded Coat", Slot::Armour, 6, [50, 0], Power::None, ""),
    good(ItemKind::ScaleArmour, "Scale Armour", Slot::Armour, 12, [0, 40], Power::None, ""),
    good(
        ItemKind::ShadowCloak,
        "Shadow Cloak",
        Slot::Armour,
        6,
        [15, 30],
        Power::Quiet,
        "monsters notice you from half as far",
    ),
    good(
        ItemKind::SpikedArmour,
        "Spiked Armour",
        Slot::Armour,
        8,
        [10, 30],
        Power::Thorns,
        "attackers lose 4 health",
    ),
    good(
        ItemKind::SunCharm,
        "Sun Charm",
        Slot::Charm,
        0,
        [15, 20],
        Power::Bright,
        "your lamp shines 4 cells further",
    ),
    good(
        ItemKind::OwlCharm,
        "Owl Charm",
        Slot::Charm,
        0,
        [15, 20],
        Power::Thrifty,
        "your lamp burns half as fast",
    ),
    good(ItemKind::BearCharm, "Bear Charm", Slot::Charm, 0, [15, 20], Power::Hardy, "15 more health"),
    good(
        ItemKind::CatCharm,
        "Cat Charm",
        Slot::Charm,
        0,
        [15, 20],
        Power::Quiet,
        "monsters notice you from half as far",
    ),
    good(ItemKind::Torch, "Torch", Slot::Supply, 0, [120, 90], Power::Fuel(110), "110 turns of light"),
    good(ItemKind::OilFlask, "Oil Flask", Slot::Supply, 0, [40, 70], Power::Fuel(250), "250 turns of light"),
    good(ItemKind::Bread, "Bread", Slot::Supply, 0, [100, 60], Power::Heal(12), "heals 12"),
    good(ItemKind::HealingPotion, "Healing Potion", Slot::Supply, 0, [50, 80], Power::Heal(30), "heals 30"),
    good(ItemKind::Elixir, "Elixir", Slot::Supply, 0, [0, 25], Power::Heal(100), "heals everything"),
    good(
        ItemKind::MightPotion,
        "Potion of Might",
        Slot::Supply,
        0,
        [20, 30],
        Power::Might,
        "4 more attack for 40 turns",
    ),
    good(
        ItemKind::StonePotion,
        "Potion of Stone",
        Slot::Supply,
        0,
        [20, 30],
        Power::Stone,
        "6 more armour for 40 turns",
    ),
    good(
        ItemKind::SwiftPotion,
        "Potion of Speed",
        Slot::Supply,
        0,
        [20, 30],
        Power::Swift,
        "monsters act every second turn for 40 turns",
    ),
    good(
        ItemKind::SmokeBomb,
        "Smoke Bomb",
        Slot::Supply,
        0,
        [25, 30],
        Power::Smoke,
        "monsters lose sight of you for 12 turns",
    ),
    good(
        ItemKind::EscapeScroll,
        "Scroll of Escape",
        Slot::Supply,
        0,
        [25, 30],
        Power::Blink,
        "carries you 12 cells away",
    ),
    good(
        ItemKind::FireScroll,
        "Scroll of Fire",
        Slot::Supply,
        0,
        [20, 35],
        Power::Fire,
        "20 damage to every monster within 4 cells",
    ),
    good(
        ItemKind::MapScroll,
        "Scroll of Mapping",
        Slot::Supply,
        0,
        [20, 30],
        Power::Map,
        "shows the ground within 30 cells",
    ),
];

/// The weights of the document's drop table, in its order.
pub(crate) const WEIGHTS: [u32; DOCUMENT_ITEMS] = {
    let mut weights = [0; DOCUMENT_ITEMS];
    let mut i = 0;
    while i < DOCUMENT_ITEMS {
        weights[i] = ITEMS[i].weight;
        i += 1;
    }
    weights
};

/// The weights of all items at each level of distance, for the option `goods`.
pub(crate) const GOODS_WEIGHTS: [[u32; ITEMS.len()]; LEVELS] = {
    let mut weights = [[0; ITEMS.len()]; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        let (far, mut i) = (level as u32, 0);
        while i < ITEMS.len() {
            let steps = LEVELS as u32 - 1;
            weights[level][i] = (ITEMS[i].found[0] * (steps - far) + ITEMS[i].found[1] * far) / steps;
            i += 1;
        }
        level += 1;
    }
    weights
};

impl ItemKind {
    /// Its row in [`ITEMS`].
    pub(crate) const fn row(self) -> &'static ItemRow {
        &ITEMS[self as usize]
    }

    /// Its damage or protection.
    pub(crate) const fn value(self, values: Values) -> u32 {
        self.row().values[values as usize]
    }
}

/// One item; any number of coins is one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// Number of coins; 1 for everything else.
    pub(crate) amount: u32,
}

impl Item {
    pub(crate) const fn one(kind: ItemKind) -> Self {
        Self { kind, amount: 1 }
    }
}
