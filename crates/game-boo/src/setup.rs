//! The options of a game, checked. Meow and Boo generates its own floors and takes no level file.

use kernel::{Finding, Kind, OptionSpec, Options, Policy, Prepared};
use serde::{Deserialize, Serialize};

/// How the number of rooms grows with the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomCount {
    /// 10 × floor, as the document says.
    #[default]
    Times,
    /// 10 + floor, as in the original program.
    Plus,
}

/// Options of the Undercroft edition; each can be chosen by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Additions {
    /// Extra hallways that close loops.
    pub(crate) loops: bool,
    /// Doors that fall shut behind the cat.
    pub(crate) doors: bool,
    /// Fish can be thrown.
    pub(crate) bait: bool,
}

impl Additions {
    /// The game as the document describes it.
    pub(crate) const NONE: Self = Self { loops: false, doors: false, bait: false };
}

/// The checked options of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub(crate) rooms: RoomCount,
    pub(crate) side: u8,
    pub(crate) fog: bool,
    pub(crate) paths: bool,
    /// The state stores them separately, in its last field, so that states without any keep their serialized
    /// form.
    #[serde(skip)]
    pub(crate) additions: Additions,
}

const TOWER: &str = "Tower";
const VIEW: &str = "What you see";
const MORE: &str = "Undercroft edition";

/// What each value of the option `edition` sets.
const EDITIONS: Kind = Kind::Preset {
    words: &["classic", "undercroft"],
    sets: &[
        ("undercroft", "rooms", "plus"),
        ("undercroft", "side", "8"),
        ("undercroft", "loops", "on"),
        ("undercroft", "doors", "on"),
        ("undercroft", "bait", "on"),
    ],
};

pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "rooms",
        Kind::Choice(&["times", "plus"]),
        "times",
        "Number of rooms to try for on a floor: 10 x floor, or 10 + floor.",
    )
    .called("Rooms on a floor", TOWER),
    OptionSpec::new("side", Kind::Choice(&["4", "8"]), "4", "The longest side of a room, in tiles.")
        .called("Longest side of a room", TOWER),
    OptionSpec::new("fog", Kind::Switch, "off", "Fog of war: only what you see or have seen is shown.")
        .called("Fog of war", VIEW),
    OptionSpec::new("paths", Kind::Switch, "off", "Show the path each ghost plans to take to you.")
        .called("Ghost paths", VIEW),
    OptionSpec::new(
        kernel::EDITION,
        EDITIONS,
        "classic",
        "The tower of the document, or one with loops, doors and bait.",
    )
    .called("Edition", MORE),
    OptionSpec::new("loops", Kind::Switch, "off", "More hallways: most rooms have a second way out.")
        .called("Loops", MORE),
    OptionSpec::new(
        "doors",
        Kind::Switch,
        "off",
        "Doors close behind you; opening one costs a ghost the rest of its move.",
    )
    .called("Doors", MORE),
    OptionSpec::new("bait", Kind::Switch, "off", "You can throw fish: ghosts near the bait go for it.")
        .called("Bait", MORE),
];

/// Checks the options; a level file is an error.
pub(crate) fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
    if let Some(finding) = policy.refuse_level(level) {
        return Prepared::refused([finding].into());
    }
    if level.is_some() {
        let what = "Meow and Boo makes its floors from the seed and does not take a level file.";
        return Prepared::refused([Finding::error(0, 0, what)].into());
    }
    Prepared::clean(Setup {
        rooms: if options.get(OPTIONS, "rooms") == "plus" { RoomCount::Plus } else { RoomCount::Times },
        side: if options.get(OPTIONS, "side") == "8" { 8 } else { 4 },
        fog: options.is_on(OPTIONS, "fog"),
        paths: options.is_on(OPTIONS, "paths"),
        additions: Additions {
            loops: options.is_on(OPTIONS, "loops"),
            doors: options.is_on(OPTIONS, "doors"),
            bait: options.is_on(OPTIONS, "bait"),
        },
    })
}
