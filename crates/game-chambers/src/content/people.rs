//! Races, classes and enemies.

use super::{BOLTS_PER_FLOOR, FOE_HITS};
use kernel::Hue;
use serde::{Deserialize, Serialize};

/// The race of the player character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Race {
    #[default]
    Shade,
    Drow,
    Vampire,
    Troll,
    Goblin,
    Kobold,
    Wraith,
    Zombie,
}

/// The numbers of a race.
#[derive(Clone, Copy, Debug)]
pub struct RaceRow {
    /// The race.
    pub race: Race,
    /// The letter that selects it.
    pub letter: char,
    /// Its name in the information rows.
    pub name: &'static str,
    /// Hit points at the start, and their maximum unless `capped` is false.
    pub hp: i32,
    /// Attack.
    pub atk: i32,
    /// Defence.
    pub def: i32,
    /// False when hit points have no maximum.
    pub capped: bool,
    /// Effect of potions in halves: 2 is normal, 3 is half as much again.
    pub potion_halves: i32,
    /// Score per gold, in halves.
    pub score_halves: i32,
    /// Hit points gained by each blow that lands.
    pub drain: i32,
    /// Hit points regained each turn.
    pub regain: i32,
    /// Gold stolen from every slain enemy.
    pub steal: i32,
    /// Extra gold from every pile picked up from the floor.
    pub finds: i32,
    /// True when harmful potions have no effect.
    pub immune: bool,
    /// The chance that an enemy's blow lands.
    pub struck: (u32, u32),
    /// Its special ability, for help pages.
    pub gift: &'static str,
    /// A line of description.
    pub portrait: &'static str,
    /// Its colour.
    pub hue: Hue,
}

const PLAIN: RaceRow = RaceRow {
    race: Race::Shade,
    letter: 's',
    name: "Shade",
    hp: 125,
    atk: 25,
    def: 25,
    capped: true,
    potion_halves: 2,
    score_halves: 2,
    drain: 0,
    regain: 0,
    steal: 0,
    finds: 0,
    immune: false,
    struck: FOE_HITS,
    gift: "",
    portrait: "A shadow with no one to cast it, counting coins.",
    hue: Hue::Grey,
};

/// The races: the document's five, then those of the option `races`.
pub const RACES: [RaceRow; 8] = [
    RaceRow { score_halves: 3, gift: "score half as high again", ..PLAIN },
    RaceRow {
        race: Race::Drow,
        letter: 'd',
        name: "Drow",
        hp: 150,
        def: 15,
        potion_halves: 3,
        gift: "potions are half as strong again",
        portrait: "Dark elf of the deep, with a taste for strong potions.",
        hue: Hue::Violet,
        ..PLAIN
    },
    RaceRow {
        race: Race::Vampire,
        letter: 'v',
        name: "Vampire",
        hp: 50,
        capped: false,
        drain: 5,
        gift: "gains 5 HP with every blow that lands, without limit; loses 5 when it strikes a dwarf",
        portrait: "Pale, thin, and better for every bite.",
        hue: Hue::Red,
        ..PLAIN
    },
    RaceRow {
        race: Race::Troll,
        letter: 't',
        name: "Troll",
        hp: 120,
        def: 15,
        regain: 5,
        gift: "regains 5 HP each turn",
        portrait: "Big, slow to think, quick to mend.",
        hue: Hue::Green,
        ..PLAIN
    },
    RaceRow {
        race: Race::Goblin,
        letter: 'g',
        name: "Goblin",
        hp: 110,
        atk: 15,
        def: 20,
        steal: 5,
        gift: "steals 5 gold from every slain enemy; orcs strike it half as hard again",
        portrait: "Small hands in other people's purses.",
        hue: Hue::Teal,
        ..PLAIN
    },
    RaceRow {
        race: Race::Kobold,
        letter: 'k',
        name: "Kobold",
        hp: 90,
        atk: 20,
        def: 20,
        finds: 1,
        gift: "finds 1 gold more in every pile",
        portrait: "Knows where the last coin of every pile rolled to.",
        hue: Hue::Orange,
        ..PLAIN
    },
    RaceRow {
        race: Race::Wraith,
        letter: 'w',
        name: "Wraith",
        hp: 80,
        def: 15,
        struck: (1, 3),
        gift: "enemies hit it only one time in three",
        portrait: "Half of it is not there when a sword comes down.",
        hue: Hue::White,
        ..PLAIN
    },
    RaceRow {
        race: Race::Zombie,
        letter: 'z',
        name: "Zombie",
        hp: 160,
        atk: 20,
        def: 15,
        immune: true,
        gift: "harmful potions do nothing to it",
        portrait: "Nothing it drinks can make it worse.",
        hue: Hue::Brown,
        ..PLAIN
    },
];

/// Number of [`RACES`] in the document.
pub const CLASSIC_RACES: usize = 5;

impl Race {
    /// Its numbers.
    #[must_use]
    pub const fn row(self) -> &'static RaceRow {
        &RACES[self as usize]
    }

    /// The race with a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        RACES.iter().find(|row| row.letter == letter).map(|row| row.race)
    }

    /// True for the races of the option `races`.
    #[must_use]
    pub const fn needs_option(self) -> bool {
        self as usize >= CLASSIC_RACES
    }
}

/// The kind of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FoeKind {
    Human,
    Dwarf,
    Halfling,
    Elf,
    Orc,
    Merchant,
    Dragon,
    Archer,
    Robber,
    Knight,
}

/// What a slain enemy leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purse {
    /// A small or normal pile, picked up at once.
    AtOnce,
    /// Two normal piles on the floor.
    TwoPiles,
    /// A merchant hoard on the floor.
    Hoard,
    /// Nothing, but the hoard of a dragon is now free.
    Nothing,
}

/// The numbers of an enemy.
#[derive(Clone, Copy, Debug)]
pub struct FoeRow {
    /// The kind.
    pub kind: FoeKind,
    /// Its letter on the map.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// Hit points.
    pub hp: u16,
    /// Attack.
    pub atk: u32,
    /// Defence.
    pub def: u32,
    /// Its share of spawned enemies, out of the sum of all weights.
    pub weight: u32,
    /// What it leaves.
    pub purse: Purse,
    /// Its special ability.
    pub gift: &'static str,
    /// Its colour.
    pub hue: Hue,
}

const fn foe(
    kind: FoeKind,
    letter: char,
    name: &'static str,
    numbers: (u16, u32, u32),
    weight: u32,
    hue: Hue,
) -> FoeRow {
    FoeRow {
        kind,
        letter,
        name,
        hp: numbers.0,
        atk: numbers.1,
        def: numbers.2,
        weight,
        purse: Purse::AtOnce,
        gift: "",
        hue,
    }
}

/// The enemies: the document's seven (weights out of 18), then those of the option `foes` (out of 24).
pub const FOES: [FoeRow; 10] = [
    FoeRow {
        purse: Purse::TwoPiles,
        gift: "leaves two normal piles",
        ..foe(FoeKind::Human, 'H', "human", (140, 20, 20), 4, Hue::White)
    },
    FoeRow {
        gift: "vampires are allergic to it",
        ..foe(FoeKind::Dwarf, 'W', "dwarf", (100, 20, 30), 3, Hue::Brown)
    },
    FoeRow {
        gift: "makes half of your blows miss",
        ..foe(FoeKind::Halfling, 'L', "halfling", (100, 15, 20), 5, Hue::Teal)
    },
    FoeRow {
        gift: "attacks twice a turn, except drow",
        ..foe(FoeKind::Elf, 'E', "elf", (140, 30, 10), 2, Hue::Green)
    },
    FoeRow {
        gift: "strikes goblins half as hard again",
        ..foe(FoeKind::Orc, 'O', "orc", (180, 30, 25), 2, Hue::Orange)
    },
    FoeRow {
        purse: Purse::Hoard,
        gift: "neutral until a merchant is attacked; leaves a merchant hoard",
        ..foe(FoeKind::Merchant, 'M', "merchant", (30, 70, 5), 2, Hue::Gold)
    },
    FoeRow {
        purse: Purse::Nothing,
        gift: "never moves; guards its hoard and attacks anyone next to either",
        ..foe(FoeKind::Dragon, 'D', "dragon", (150, 20, 20), 0, Hue::Red)
    },
    FoeRow {
        gift: "shoots at two cells along a clear line",
        ..foe(FoeKind::Archer, 'A', "archer", (70, 20, 10), 2, Hue::Blue)
    },
    FoeRow {
        gift: "takes 2 gold with every hit",
        ..foe(FoeKind::Robber, 'R', "robber", (90, 15, 15), 2, Hue::Pink)
    },
    FoeRow { gift: "well armoured", ..foe(FoeKind::Knight, 'K', "knight", (110, 20, 45), 2, Hue::Grey) },
];

/// Number of [`FOES`] in the document.
pub const CLASSIC_FOES: usize = 7;

impl FoeKind {
    /// Its numbers.
    #[must_use]
    pub const fn row(self) -> &'static FoeRow {
        &FOES[self as usize]
    }

    /// The kind with a letter on the map.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        FOES.iter().find(|row| row.letter == letter).map(|row| row.kind)
    }

    /// True for the enemies of the option `foes`.
    #[must_use]
    pub const fn needs_option(self) -> bool {
        self as usize >= CLASSIC_FOES
    }
}

/// Option `classes`: the class of the player character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Class {
    Knight,
    Monk,
    Thief,
    Wizard,
}

/// The numbers of a class, added to those of the race.
#[derive(Clone, Copy, Debug)]
pub struct ClassRow {
    /// The class.
    pub class: Class,
    /// The word that selects it.
    pub word: &'static str,
    /// The key that selects it.
    pub key: char,
    /// Its name in the information rows.
    pub name: &'static str,
    /// Bonus to attack.
    pub atk: i32,
    /// Bonus to defence.
    pub def: i32,
    /// Hit points regained each turn.
    pub regain: i32,
    /// Extra gold from every pile picked up from the floor.
    pub finds: i32,
    /// Number of bolts on each floor.
    pub bolts: u8,
    /// Its special ability.
    pub gift: &'static str,
    /// A line of description.
    pub portrait: &'static str,
}

/// The classes.
pub const CLASSES: [ClassRow; 4] = [
    ClassRow {
        class: Class::Knight,
        word: "kn",
        key: 'k',
        name: "Knight",
        atk: 0,
        def: 5,
        regain: 0,
        finds: 0,
        bolts: 0,
        gift: "+5 Def",
        portrait: "Years in armour have made a wall of you.",
    },
    ClassRow {
        class: Class::Monk,
        word: "mo",
        key: 'm',
        name: "Monk",
        atk: 0,
        def: 0,
        regain: 1,
        finds: 0,
        bolts: 0,
        gift: "regains 1 HP each turn",
        portrait: "Breath, patience, and wounds that close by themselves.",
    },
    ClassRow {
        class: Class::Thief,
        word: "th",
        key: 't',
        name: "Thief",
        atk: 0,
        def: 0,
        regain: 0,
        finds: 1,
        bolts: 0,
        gift: "finds 1 gold more in every pile",
        portrait: "Nobody searches a room like you do.",
    },
    ClassRow {
        class: Class::Wizard,
        word: "wi",
        key: 'w',
        name: "Wizard",
        atk: -3,
        def: -3,
        regain: 0,
        finds: 0,
        bolts: BOLTS_PER_FLOOR,
        gift: "-3 Atk, -3 Def; 5 bolts a floor that strike up to 6 cells away with Atk + 3 and ignore Def",
        portrait: "Frail hands, and lightning in them.",
    },
];

impl Class {
    /// Its numbers.
    #[must_use]
    pub const fn row(self) -> &'static ClassRow {
        &CLASSES[self as usize]
    }
}
