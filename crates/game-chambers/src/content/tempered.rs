//! What the balance `tempered` of the Undercroft edition changes: floors, potions, races and classes.

use super::{CLASSES, Class, ClassRow, FLOORS, GEAR_PER_FLOOR, RACES, Race, RaceRow};

/// The numbers a balance has of its own.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Enemies on each floor as hundredths of what the difficulty says.
    pub foes_percent: [u32; FLOORS as usize],
    /// Pieces of gear on each floor.
    pub gear: [u32; FLOORS as usize],
    /// Added to the weight of the best weapon and the best armour for each floor behind the player character.
    pub better_gear: u32,
    /// How many times as much potions heal.
    pub healing: i32,
    /// Hundredths of the full hit points that are regained on entering a floor.
    pub breather_percent: i32,
    /// True when a floor has a merchant at least.
    pub merchant: bool,
    /// The races, in the order of [`RACES`].
    pub races: [RaceRow; RACES.len()],
    /// The classes, in the order of [`CLASSES`].
    pub classes: [ClassRow; CLASSES.len()],
}

impl Tuning {
    /// The numbers of a race.
    #[must_use]
    pub const fn race(&self, race: Race) -> &RaceRow {
        &self.races[race as usize]
    }

    /// The numbers of a class.
    #[must_use]
    pub const fn class(&self, class: Class) -> &ClassRow {
        &self.classes[class as usize]
    }
}

/// The numbers of the document and of the extras by themselves.
pub static PLAIN_TUNING: Tuning = Tuning {
    foes_percent: [100; FLOORS as usize],
    gear: [GEAR_PER_FLOOR; FLOORS as usize],
    better_gear: 0,
    healing: 1,
    breather_percent: 0,
    merchant: false,
    races: RACES,
    classes: CLASSES,
};

/// The numbers of the Undercroft edition, where all extras are on. Measured: see the table on the player's page.
pub static TEMPERED_TUNING: Tuning = Tuning {
    foes_percent: [45, 50, 60, 70, 80],
    gear: [3; FLOORS as usize],
    better_gear: 1,
    healing: 3,
    breather_percent: 30,
    merchant: true,
    races: tempered_races(),
    classes: tempered_classes(),
};

const fn tempered_races() -> [RaceRow; RACES.len()] {
    let mut rows = RACES;
    rows[Race::Drow as usize].hp = 125;
    rows[Race::Vampire as usize].hp = 60;
    rows[Race::Troll as usize].regain = 2;
    rows[Race::Troll as usize].gift = "regains 2 HP each turn";
    rows[Race::Goblin as usize].atk = 20;
    rows[Race::Goblin as usize].hp = 130;
    rows[Race::Kobold as usize].hp = 135;
    rows[Race::Wraith as usize].hp = 90;
    rows
}

const fn tempered_classes() -> [ClassRow; CLASSES.len()] {
    let mut rows = CLASSES;
    rows[Class::Monk as usize].def = 3;
    rows[Class::Monk as usize].gift = "+3 Def; regains 1 HP each turn";
    rows[Class::Wizard as usize].atk = 0;
    rows[Class::Wizard as usize].bolts = 8;
    rows[Class::Wizard as usize].gift =
        "-3 Def; 8 bolts a floor that strike up to 6 cells away with Atk + 3 and ignore Def";
    rows
}
