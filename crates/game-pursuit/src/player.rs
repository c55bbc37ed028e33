//! The names of the players of a seat. The rules only store them; front-ends run the strategies and programs
//! behind them.

use crate::Side;
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::grid::nearest;
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    /// A person.
    Human,
    /// The document's hero: goes as far from the monster as possible.
    Rogue,
    /// The document's second hero: goes for a potion first if it gets there in time.
    Speedy,
    /// The document's monster: follows a shortest path.
    Monster,
    /// Perfect play from the exact solution.
    Optimal,
    /// Random legal moves.
    Random,
    /// A program. The text is empty in new runs; runs of older versions have a command there, which stays
    /// part of their state and is never started.
    Program(String),
}

/// A built-in player.
pub(crate) struct RosterRow {
    player: Player,
    pub(crate) name: &'static str,
    pub(crate) hero: bool,
    pub(crate) monster: bool,
    /// True when it always makes the same move in the same position.
    steady: bool,
    /// Its description on the player's page.
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

/// All built-in players.
pub(crate) const ROSTER: [RosterRow; 6] = [
    row(Player::Human, "human", BOTH, false, "a person at this screen"),
    row(
        Player::Rogue,
        "rogue",
        HERO,
        true,
        "moves to the cell with the longest path from the monster; ties go to the cell with the most exits",
    ),
    row(
        Player::Speedy,
        "speedy",
        HERO,
        true,
        "goes for a potion it can reach no later than the monster, else plays `rogue`",
    ),
    row(
        Player::Monster,
        "monster",
        MONSTER,
        true,
        "follows a shortest path; ties go to the cell nearest to the hero in a straight line",
    ),
    row(Player::Optimal, "optimal", BOTH, true, "plays perfectly, from the exact solution"),
    row(Player::Random, "random", BOTH, false, "makes any legal move"),
];

/// Other spellings, including typing errors of the document: the alias, the real name, and whether to give a
/// hint.
const ALIASES: [(&str, &str, bool); 4] = [
    ("rouge", "rogue", true),
    ("speedyrouge", "speedy", true),
    ("speedyrogue", "speedy", false),
    ("person", "human", false),
];

/// The prefix for the command of a program.
const COMMAND: &str = "cmd:";

/// The name of every program in options and runs; the command itself is not recorded.
const PROGRAM: &str = "program";

impl Player {
    /// Parses the name of a player for a side; returns a hint too if the name is misspelled as in the
    /// document.
    ///
    /// # Errors
    /// A sentence that lists the valid names.
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

    /// A program, as recorded in options and runs.
    pub const PROGRAM: Self = Self::Program(String::new());

    /// The command in `cmd:COMMAND`; `None` for any other name.
    #[must_use]
    pub fn command(name: &str) -> Option<&str> {
        name.trim().strip_prefix(COMMAND).map(str::trim)
    }

    /// The built-in names valid for a side.
    #[must_use]
    pub fn names(side: Side) -> Vec<&'static str> {
        ROSTER.iter().filter(|row| plays(row, side)).map(|row| row.name).collect()
    }

    /// How a built-in player plays; empty for any other name.
    #[must_use]
    pub fn how(name: &str) -> &'static str {
        ROSTER.iter().find(|row| row.name == name).map_or("", |row| row.how)
    }

    /// The canonical name.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Program(_) => PROGRAM.into(),
            known => ROSTER.iter().find(|row| row.player == *known).map_or("", |row| row.name).into(),
        }
    }

    /// True when it always makes the same move in the same position; only then does a repeated position prove
    /// that the game never ends. Programs do not count as steady: they may have memory or roll dice.
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

/// Parses the name of a built-in player, in any case. Options, the command line, the arena and the
/// application all use this function.
///
/// # Errors
/// A sentence with the closest name, if any, and all names valid for the side.
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
