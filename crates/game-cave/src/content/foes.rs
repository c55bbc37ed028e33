//! The monsters: the document's, the kinds of the option `kinds`, and those that live only further out
//! (`growth`).

use super::{ItemKind, LEVELS};
use kernel::Hue;

/// The nature of a monster; some weapons are good against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Beast,
    Undead,
    Giant,
}

/// One kind of monster.
pub(crate) struct FoeRow {
    pub(crate) name: &'static str,
    /// Its glyph on the board.
    pub(crate) glyph: char,
    /// Its colour, which distinguishes the kinds.
    pub(crate) hue: Hue,
    /// In hundredths.
    pub(crate) health: u32,
    pub(crate) attack: u32,
    pub(crate) armour: u32,
    /// Radius of its sight area, in cells.
    pub(crate) sight: i64,
    /// Its weight with `kinds`.
    pub(crate) weight: u32,
    /// Its weight at each level of distance, with `growth`.
    pub(crate) levels: [u32; LEVELS],
    /// The weapon of the document that is good against it.
    pub(crate) bane: Option<ItemKind>,
    pub(crate) nature: Nature,
    /// With `fights=turns`: number of turns per step while it hunts.
    pub(crate) pace: u64,
}

const fn row(name: &'static str, glyph: char, hue: Hue, nature: Nature) -> FoeRow {
    FoeRow {
        name,
        glyph,
        hue,
        health: 0,
        attack: 0,
        armour: 0,
        sight: 3,
        weight: 0,
        levels: [0; LEVELS],
        bane: None,
        nature,
        pace: 2,
    }
}

/// Number of kinds without `growth`. They come first, the document's monster before all others.
pub(crate) const DOCUMENT_FOES: usize = 4;

/// The kinds of monsters.
pub(crate) const FOES: [FoeRow; 10] = [
    FoeRow {
        health: 25_00,
        attack: 3,
        weight: 40,
        levels: [10, 40, 30, 10, 0],
        ..row("Monster", 'M', Hue::Red, Nature::Giant)
    },
    FoeRow {
        health: 10_00,
        attack: 2,
        sight: 4,
        weight: 30,
        levels: [40, 20, 10, 0, 0],
        bane: Some(ItemKind::WoodenSword),
        pace: 1,
        ..row("Bat", 'B', Hue::Violet, Nature::Beast)
    },
    FoeRow {
        health: 40_00,
        attack: 4,
        armour: 3,
        sight: 2,
        weight: 20,
        levels: [0, 10, 30, 30, 20],
        bane: Some(ItemKind::IronSword),
        ..row("Ogre", 'O', Hue::Orange, Nature::Giant)
    },
    FoeRow {
        health: 30_00,
        attack: 6,
        sight: 5,
        weight: 10,
        levels: [0, 0, 10, 20, 25],
        bane: Some(ItemKind::SteelSword),
        ..row("Wraith", 'W', Hue::Teal, Nature::Undead)
    },
    FoeRow {
        health: 6_00,
        attack: 1,
        levels: [50, 10, 0, 0, 0],
        pace: 1,
        ..row("Rat", 'R', Hue::Brown, Nature::Beast)
    },
    FoeRow {
        health: 15_00,
        attack: 3,
        sight: 4,
        levels: [0, 20, 30, 20, 10],
        pace: 1,
        ..row("Wolf", 'V', Hue::Grey, Nature::Beast)
    },
    FoeRow {
        health: 32_00,
        attack: 5,
        levels: [0, 0, 20, 25, 15],
        ..row("Ghoul", 'G', Hue::Green, Nature::Undead)
    },
    FoeRow {
        health: 55_00,
        attack: 6,
        armour: 2,
        levels: [0, 0, 0, 15, 25],
        ..row("Troll", 'T', Hue::Blue, Nature::Giant)
    },
    FoeRow {
        health: 45_00,
        attack: 8,
        sight: 4,
        levels: [0, 0, 0, 0, 15],
        pace: 1,
        ..row("Drake", 'D', Hue::Gold, Nature::Beast)
    },
    FoeRow { health: 90_00, attack: 8, armour: 3, ..row("Warden", 'Y', Hue::White, Nature::Giant) },
];

/// The guardian of the relic.
pub(crate) const WARDEN: u8 = FOES.len() as u8 - 1;

/// The largest sight radius of any monster.
pub(crate) const SIGHT_MOST: i64 = 5;

/// The weights of the kinds with `kinds`.
pub(crate) const FOE_WEIGHTS: [u32; DOCUMENT_FOES] = {
    let mut weights = [0; DOCUMENT_FOES];
    let mut i = 0;
    while i < DOCUMENT_FOES {
        weights[i] = FOES[i].weight;
        i += 1;
    }
    weights
};

/// The weights of all kinds at each level of distance.
pub(crate) const LEVEL_WEIGHTS: [[u32; FOES.len()]; LEVELS] = {
    let mut weights = [[0; FOES.len()]; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        let mut i = 0;
        while i < FOES.len() {
            weights[level][i] = FOES[i].levels[level];
            i += 1;
        }
        level += 1;
    }
    weights
};
