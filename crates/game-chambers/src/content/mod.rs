//! All numbers of the game, one row per thing. Help, tests and the player's page are generated from these
//! rows.

use kernel::{Mood, Roll, Throw};

mod people;
mod tempered;
mod things;

pub use people::{
    CLASSES, CLASSIC_FOES, CLASSIC_RACES, Class, ClassRow, FOES, FoeKind, FoeRow, Purse, RACES, Race, RaceRow,
};
pub use tempered::{PLAIN_TUNING, TEMPERED_TUNING, Tuning};
pub use things::{
    DRAGON_HOARD, Effect, GEAR, GOLD, Gear, GearRow, MERCHANT_HOARD, NORMAL, POTIONS, Potion, PotionRow,
    SMALL,
};

/// The result of a roll, as a name from these tables.
pub(crate) fn roll_word(roll: &Roll) -> Option<&'static str> {
    let row = match roll.throw {
        Throw::Row(index, _) => index as usize,
        _ => usize::try_from(roll.value).ok()?,
    };
    match roll.label {
        "enemy" => FOES.get(row).map(|row| row.name),
        "potion" | "potion on offer" => POTIONS.get(row).map(|row| row.name),
        "gear" | "gear on offer" => GEAR.get(row).map(|row| row.name),
        "gold" => GOLD.get(row).map(|row| row.0),
        _ => None,
    }
}

/// Number of floors; the stairs of the last one win the game.
pub const FLOORS: u8 = 5;
/// The colours of each floor: colder from floor to floor, and the last one glows.
pub const MOODS: [Mood; FLOORS as usize] = [
    Mood { floor: 0x23_24_2e, wall: 0x4a_4e_69, light: None, trail: 0 },
    Mood { floor: 0x21_28_2c, wall: 0x45_5a_62, light: None, trail: 0 },
    Mood { floor: 0x22_2a_26, wall: 0x4a_60_52, light: None, trail: 0 },
    Mood { floor: 0x2b_24_30, wall: 0x60_4a_69, light: None, trail: 0 },
    Mood { floor: 0x30_22_22, wall: 0x70_48_42, light: None, trail: 0 },
];
/// Number of potions on a generated floor.
pub const POTIONS_PER_FLOOR: u32 = 10;

/// What a difficulty changes on generated floors.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    /// Its name.
    pub name: &'static str,
    /// Number of gold piles on a floor.
    pub piles: u32,
    /// Number of enemies on a floor, without dragons.
    pub foes: u32,
}

/// The difficulties. The second has the numbers of the document, which suggests having others.
pub const DIFFICULTIES: [Difficulty; 3] = [
    Difficulty { name: "easy", piles: 12, foes: 15 },
    Difficulty { name: "normal", piles: 10, foes: 20 },
    Difficulty { name: "hard", piles: 8, foes: 25 },
];

/// The chance that an enemy's blow lands.
pub const FOE_HITS: (u32, u32) = (1, 2);
/// The chance that a halfling makes the player's blow miss.
pub const HALFLING_DODGES: (u32, u32) = (1, 2);
/// An orc's damage to a goblin, as a multiple of the usual, rounded down.
pub const ORC_GRUDGE: (u32, u32) = (3, 2);
/// Hit points a vampire loses, instead of gaining, when it strikes a dwarf.
pub const DWARF_ALLERGY: i32 = 5;

/// Options `inventory` and `gear`: number of things the bag holds.
pub const BAG_SIZE: usize = 8;
/// Option `gear`: number of pieces on a generated floor.
pub const GEAR_PER_FLOOR: u32 = 2;
/// Option `pursue`: an enemy hunts when its path to the player is at most this many steps.
pub const SCENT_STEPS: u16 = 3;
/// Option `shop`: number of potions on offer on a floor; with `gear` there is one piece of gear too.
pub const POTIONS_ON_OFFER: u32 = 3;
/// Option `shop`: the price a merchant pays for any potion.
pub const POTION_RESALE: i32 = 1;
/// Option `classes`: number of bolts a wizard has on each floor.
pub const BOLTS_PER_FLOOR: u8 = 5;
/// Option `classes`: range of a bolt, in cells.
pub const BOLT_REACH: u32 = 6;
/// Option `foes`: range of an archer, in cells.
pub const ARCHER_REACH: u32 = 2;
/// Option `foes`: gold a robber takes with each blow that lands.
pub const ROBBER_TAKES: i32 = 2;

/// Option `classes`: bonus of a bolt to the wizard's attack.
pub const BOLT_BONUS: u32 = 3;

/// The damage of one blow: attack reduced by defence, rounded up. Integers, because the document's floating
/// point formula is wrong for a few pairs: attack 39 against defence 56 is 25, not 26.
#[must_use]
pub const fn damage(atk: u32, def: u32) -> u32 {
    (100 * atk).div_ceil(100 + def)
}
