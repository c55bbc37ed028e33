//! The balance `tempered` of the Undercroft edition: its changes to floors, potions, races and classes.

use super::{CLASSES, Class, ClassRow, FLOORS, GEAR_PER_FLOOR, RACES, Race, RaceRow};

/// The numbers of a balance.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Number of enemies on each floor, in percent of the number the difficulty sets.
    pub foes_percent: [u32; FLOORS as usize],
    /// Number of pieces of gear on each floor.
    pub gear: [u32; FLOORS as usize],
    /// Added to the weight of the best weapon and the best armour for each floor already passed.
    pub better_gear: u32,
    /// Factor for the healing of potions.
    pub healing: i32,
    /// Hit points regained on entering a floor, in percent of full health.
    pub breather_percent: i32,
    /// True when each floor has at least one merchant.
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

/// The numbers of the document, and of each option by itself.
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

/// The numbers of the Undercroft edition, for all options together. They were tuned by measuring: see the
/// table on the player's page.
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
