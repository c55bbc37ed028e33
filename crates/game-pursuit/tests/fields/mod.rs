//! Field files and the known results on each: of perfect play and of the document's strategies.
//!
//! The numbers do not come from the program: the oracle in the tests of `pursuit-lab` solves every field, and
//! `plain` plays every match. Both are written from the rules page and share no code with the game.
#![allow(dead_code)]

/// A field and the known results on it.
pub(crate) struct Known {
    /// The file name.
    pub(crate) name: &'static str,
    /// The content of the file.
    pub(crate) text: &'static str,
    /// The turn of the capture under perfect play; 0 for an escape.
    pub(crate) turns: u32,
    /// The monster's best first moves; for an escape, any first move of the monster.
    pub(crate) first: &'static str,
    /// For an escape: the only replies to that first move that do not lose.
    pub(crate) replies: &'static str,
    /// The turn on which the document's monster catches Rogue and SpeedyRogue; 0 for never.
    pub(crate) rogue: u32,
    pub(crate) speedy: u32,
}

macro_rules! known {
    ($name:literal, $turns:literal, $first:literal, $replies:literal, $rogue:literal, $speedy:literal) => {
        Known {
            name: $name,
            text: include_str!($name),
            turns: $turns,
            first: $first,
            replies: $replies,
            rogue: $rogue,
            speedy: $speedy,
        }
    };
}

/// Every field of the folder.
pub(crate) const FIELDS: [Known; 18] = [
    known!("corner.txt", 5, "SE/S", "", 4, 4),
    known!("hallway.txt", 0, "W", "N", 23, 23),
    known!("hallway-remark.txt", 0, "W", "N", 23, 23),
    known!("northeast.txt", 4, "NE", "", 4, 4),
    known!("northeast-ragged.txt", 4, "NE", "", 4, 4),
    known!("northeast-unended.txt", 4, "NE", "", 4, 4),
    known!("northeast-blanks.txt", 4, "NE", "", 4, 4),
    known!("east.txt", 4, "E", "", 4, 4),
    known!("east-crlf.txt", 4, "E", "", 4, 4),
    known!("southeast.txt", 0, "SW", "SE", 4, 4),
    known!("touching.txt", 5, "SE", "", 5, 5),
    known!("spiral.txt", 125, "E", "", 125, 125),
    known!("spiral-x.txt", 125, "E", "", 125, 125),
    known!("ring.txt", 0, "N", "E/S/stay", 0, 0),
    known!("potion.txt", 0, "W", "E", 6, 0),
    known!("two-potions.txt", 0, "W", "NE/E", 7, 0),
    known!("lane.txt", 11, "N/NW", "", 11, 7),
    known!("late.txt", 7, "NW", "", 6, 7),
];

/// The text of a field by its name.
pub(crate) fn text(name: &str) -> &'static str {
    FIELDS.iter().find(|known| known.name == name).map(|known| known.text).expect("a field of the folder")
}
