//! The names of those who can sit on a seat. The rules only keep them; front-ends bring them to life.

use crate::Side;
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::grid::nearest;
use serde::{Deserialize, Serialize};

/// Who makes the moves of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    /// A person.
    Human,
    /// The document's hero: as far from the monster as possible.
    Rogue,
    /// The document's second hero: to the potion first, if it can be had.
    Speedy,
    /// The document's monster: along a shortest path.
    Monster,
    /// Perfect play from the exact solution.
    Optimal,
    /// Any legal move.
    Random,
    /// A program. The text is empty; runs of older versions hold a command there, which is part of their state and is
    /// never started.
    Program(String),
}

/// One who can sit on a seat.
pub(crate) struct RosterRow {
    player: Player,
    pub(crate) name: &'static str,
    pub(crate) hero: bool,
    pub(crate) monster: bool,
    /// True when the same position always gets the same move.
    steady: bool,
    /// How it plays, for the player's page.
    pub(crate) how: &'static str,
}

const fn row(
    player: Player,
    name: &'static str,
    (hero, monster): (bool, bool),
    steady: bool,
    how: &'static str,
) -> RosterRow {
    RosterRow { player, name, hero, monster, steady, how }
}

const BOTH: (bool, bool) = (true, true);
const HERO: (bool, bool) = (true, false);
const MONSTER: (bool, bool) = (false, true);

/// Everybody who is built in.
pub(crate) const ROSTER: [RosterRow; 6] = [
    row(Player::Human, "human", BOTH, false, "you, or somebody beside you"),
    row(
        Player::Rogue,
        "rogue",
        HERO,
        true,
        "goes where the monster's path is longest; of several such cells, to the one with most exits",
    ),
    row(
        Player::Speedy,
        "speedy",
        HERO,
        true,
        "fetches a potion if it is there no later than the monster would be, else plays `rogue`",
    ),
    row(
        Player::Monster,
        "monster",
        MONSTER,
        true,
        "walks along a shortest path; of several, to the cell nearest to the hero as the crow flies",
    ),
    row(Player::Optimal, "optimal", BOTH, true, "plays perfectly, from the exact solution"),
    row(Player::Random, "random", BOTH, false, "makes any legal move"),
];

/// Other spellings, the document's own slips among them: what is typed, what is meant, whether that is worth a hint.
const ALIASES: [(&str, &str, bool); 4] = [
    ("rouge", "rogue", true),
    ("speedyrouge", "speedy", true),
    ("speedyrogue", "speedy", false),
    ("person", "human", false),
];

/// What precedes the command of a program, where a person names one.
const COMMAND: &str = "cmd:";

/// The name of any program in options and runs: the command itself is kept nowhere.
const PROGRAM: &str = "program";

impl Player {
    /// The player of this name for a side, and a hint where the name was misspelled as in the document.
    ///
    /// # Errors
    /// A sentence that lists the names the side can have.
    pub fn parse(name: &str, side: Side) -> Result<(Self, Option<String>), String> {
        let name = name.trim();
        if let Some(command) = Self::command(name) {
            return match command {
                "" => Err(format!("{COMMAND} needs the name of a program, as in {COMMAND}./hero.py.")),
                command => Ok((Self::Program(command.to_string()), None)),
            };
        }
        if name.eq_ignore_ascii_case(PROGRAM) {
            return Ok((Self::PROGRAM, None));
        }
        built_in(name, side)
    }

    /// A program, as options and runs tell it.
    pub const PROGRAM: Self = Self::Program(String::new());

    /// The command in `cmd:COMMAND`; nothing for any other name.
    #[must_use]
    pub fn command(name: &str) -> Option<&str> {
        name.trim().strip_prefix(COMMAND).map(str::trim)
    }

    /// The built-in names a side can have.
    #[must_use]
    pub fn names(side: Side) -> Vec<&'static str> {
        ROSTER.iter().filter(|row| plays(row, side)).map(|row| row.name).collect()
    }

    /// The name in its one spelling.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Program(_) => PROGRAM.into(),
            known => ROSTER.iter().find(|row| row.player == *known).map_or("", |row| row.name).into(),
        }
    }

    /// True when the same position always gets the same move: only then does a repeated position prove an endless
    /// game. A program may remember or roll dice, so it is not trusted to.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        ROSTER.iter().any(|row| row.player == *self && row.steady)
    }
}

const fn plays(row: &RosterRow, side: Side) -> bool {
    match side {
        Side::Hero => row.hero,
        Side::Monster => row.monster,
    }
}

/// Reads the name of a built-in player, in any case. The one place where such names are read: options, the command
/// line, the arena and the application all get their answer from here.
///
/// # Errors
/// A sentence with the name that was probably meant, if there is one, and all names of the side.
fn built_in(name: &str, side: Side) -> Result<(Player, Option<String>), String> {
    let alias = ALIASES.iter().find(|(alias, _, _)| alias.eq_ignore_ascii_case(name));
    let meant = alias.map_or(name, |(_, meant, _)| meant);
    let hint =
        alias.filter(|(_, _, slip)| *slip).map(|(_, meant, _)| format!("'{name}' is read as {meant}."));
    if let Some(row) = ROSTER.iter().find(|row| plays(row, side) && row.name.eq_ignore_ascii_case(meant)) {
        return Ok((row.player.clone(), hint));
    }
    let names = Player::names(side);
    let spellings = ALIASES.iter().filter(|(_, meant, _)| names.contains(meant)).map(|(alias, _, _)| *alias);
    let near = nearest(name, names.iter().copied().chain(spellings)).map_or_else(String::new, |near| {
        let near = ALIASES.iter().find(|(alias, _, _)| *alias == near).map_or(near, |(_, meant, _)| meant);
        format!(" Did you mean {near}?")
    });
    Err(format!(
        "There is no strategy '{}' for the {}.{near} Strategies: {}, {COMMAND}PROGRAM.",
        name.escape_debug(),
        side.word(),
        names.join(", ")
    ))
}
