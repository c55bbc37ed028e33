//! Facts copied from the document, as the oracle of these tests. Nothing here comes from the game's tables.

/// A race of section 2.1.
pub(crate) struct Race {
    pub(crate) letter: &'static str,
    pub(crate) name: &'static str,
    pub(crate) hp: i64,
    pub(crate) atk: i64,
    pub(crate) def: i64,
}

pub(crate) const RACES: [Race; 5] = [
    Race { letter: "s", name: "Shade", hp: 125, atk: 25, def: 25 },
    Race { letter: "d", name: "Drow", hp: 150, atk: 25, def: 15 },
    Race { letter: "v", name: "Vampire", hp: 50, atk: 25, def: 25 },
    Race { letter: "t", name: "Troll", hp: 120, atk: 25, def: 15 },
    Race { letter: "g", name: "Goblin", hp: 110, atk: 15, def: 20 },
];

/// An enemy of section 2.2, and how often it is spawned according to section 2.4, in eighteenths.
pub(crate) struct Foe {
    pub(crate) letter: char,
    pub(crate) name: &'static str,
    pub(crate) hp: i64,
    pub(crate) atk: i64,
    pub(crate) def: i64,
    pub(crate) eighteenths: u32,
}

pub(crate) const FOES: [Foe; 7] = [
    Foe { letter: 'H', name: "human", hp: 140, atk: 20, def: 20, eighteenths: 4 },
    Foe { letter: 'W', name: "dwarf", hp: 100, atk: 20, def: 30, eighteenths: 3 },
    Foe { letter: 'E', name: "elf", hp: 140, atk: 30, def: 10, eighteenths: 2 },
    Foe { letter: 'O', name: "orc", hp: 180, atk: 30, def: 25, eighteenths: 2 },
    Foe { letter: 'M', name: "merchant", hp: 30, atk: 70, def: 5, eighteenths: 2 },
    Foe { letter: 'D', name: "dragon", hp: 150, atk: 20, def: 20, eighteenths: 0 },
    Foe { letter: 'L', name: "halfling", hp: 100, atk: 15, def: 20, eighteenths: 5 },
];

pub(crate) fn foe(letter: char) -> &'static Foe {
    FOES.iter().find(|foe| foe.letter == letter).expect("a letter of the document")
}

/// Section 2.5: `ceiling((100 / (100 + Def)) * Atk)`, found by counting up to the least integer that is not
/// less.
pub(crate) fn damage(atk: i64, def: i64) -> i64 {
    (0..).find(|blow| blow * (100 + def) >= 100 * atk).expect("some number is large enough")
}
