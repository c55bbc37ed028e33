//! Every number of the game, one row per thing. Help, tests and the player's page are made from these rows.

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

/// What a roll came to, in the words of these tables.
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

/// Floors of a game: the stairs of the last one win.
pub const FLOORS: u8 = 5;
/// The colours of each floor: the further, the colder, and the last one glows.
pub const MOODS: [Mood; FLOORS as usize] = [
    Mood { floor: 0x23_24_2e, wall: 0x4a_4e_69, light: None, trail: 0 },
    Mood { floor: 0x21_28_2c, wall: 0x45_5a_62, light: None, trail: 0 },
    Mood { floor: 0x22_2a_26, wall: 0x4a_60_52, light: None, trail: 0 },
    Mood { floor: 0x2b_24_30, wall: 0x60_4a_69, light: None, trail: 0 },
    Mood { floor: 0x30_22_22, wall: 0x70_48_42, light: None, trail: 0 },
];
/// Potions spawned on a generated floor.
pub const POTIONS_PER_FLOOR: u32 = 10;

/// What a difficulty changes on generated floors.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    /// Its name.
    pub name: &'static str,
    /// Gold piles spawned on a floor.
    pub piles: u32,
    /// Enemies spawned on a floor; dragons come on top.
    pub foes: u32,
}

/// The difficulties. The second has the numbers of the document; the document wishes for the others.
pub const DIFFICULTIES: [Difficulty; 3] = [
    Difficulty { name: "easy", piles: 12, foes: 15 },
    Difficulty { name: "normal", piles: 10, foes: 20 },
    Difficulty { name: "hard", piles: 8, foes: 25 },
];

/// An enemy's blow lands so many times in so many.
pub const FOE_HITS: (u32, u32) = (1, 2);
/// A halfling makes the player's blow miss so many times in so many.
pub const HALFLING_DODGES: (u32, u32) = (1, 2);
/// An orc's damage to a goblin, as a fraction of the usual, rounded down.
pub const ORC_GRUDGE: (u32, u32) = (3, 2);
/// What a vampire loses, instead of gaining, when it strikes a dwarf.
pub const DWARF_ALLERGY: i32 = 5;

/// Extra `inventory`, `gear`: things the bag holds.
pub const BAG_SIZE: usize = 8;
/// Extra `gear`: pieces spawned on a generated floor.
pub const GEAR_PER_FLOOR: u32 = 2;
/// Extra `pursue`: an enemy hunts when the way to the player is at most so many steps.
pub const SCENT_STEPS: u16 = 3;
/// Extra `shop`: potions on offer on a floor; with `gear` one piece of gear more.
pub const POTIONS_ON_OFFER: u32 = 3;
/// Extra `shop`: what a merchant pays for any potion.
pub const POTION_RESALE: i32 = 1;
/// Extra `classes`: bolts of a wizard on each floor.
pub const BOLTS_PER_FLOOR: u8 = 5;
/// Extra `classes`: how far a bolt flies.
pub const BOLT_REACH: u32 = 6;
/// Extra `foes`: how far an archer shoots.
pub const ARCHER_REACH: u32 = 2;
/// Extra `foes`: gold a robber takes with every blow that lands.
pub const ROBBER_TAKES: i32 = 2;

/// Extra `classes`: what a bolt adds to the wizard's attack.
pub const BOLT_BONUS: u32 = 3;

/// The damage of one blow: attack weakened by defence, rounded up, in whole numbers. Floating point as the
/// document writes it goes wrong for a few pairs: attack 39 against defence 56 is 25, not 26.
#[must_use]
pub const fn damage(atk: u32, def: u32) -> u32 {
    (100 * atk).div_ceil(100 + def)
}
