//! What the program adds to the commands of single games, one row per game. A game without a row is only
//! played.

use crate::{Done, Stop, balance, boo_keys, bots, cave, dungeon, figures, game_args, lab};
use clap::{ArgMatches, Command};
use kernel::Options;
use session::{Entry, Level, Seating};
use std::ops::Range;

/// Lets bots play the games of some seeds with `NAME=VALUE` options, and prints how they ended.
pub(crate) type Balance = fn(Range<u64>, &[String]) -> Done;

/// A game as requested on the command line.
pub(crate) struct Asked<'a> {
    pub(crate) entry: &'static Entry,
    pub(crate) args: &'a ArgMatches,
    pub(crate) options: &'a Options,
    pub(crate) level: Option<&'a Level>,
    pub(crate) seed: &'a str,
    pub(crate) seating: &'a Seating,
}

/// The tools of one game.
#[derive(Clone, Copy)]
pub(crate) struct Tools {
    id: &'static str,
    /// Adds arguments and subcommands to the game's command.
    pub(crate) command: fn(Command) -> Command,
    /// Runs a subcommand; `None` if the game is to be played.
    pub(crate) run: fn(&ArgMatches) -> Option<Done>,
    /// Plays the game in its own way; `None` if it is played like any other.
    pub(crate) play: fn(&Asked<'_>) -> Result<Option<Done>, Stop>,
    /// Prints the figures of the game.
    pub(crate) figures: fn(&'static Entry),
    /// Lets bots play the games of these seeds and prints how they ended.
    pub(crate) balance: Option<Balance>,
}

const NONE: Tools = Tools {
    id: "",
    command: |command| command,
    run: |_| None,
    play: |_| Ok(None),
    figures: |_| {},
    balance: None,
};

const TOOLS: [Tools; 5] = [
    Tools {
        id: "cave",
        command: game_args::cave,
        run: cave::tools,
        figures: figures::cave,
        balance: Some(bots::report::<catalog::cave::Cave>),
        ..NONE
    },
    Tools {
        id: "chambers",
        command: game_args::chambers,
        figures: figures::chambers,
        balance: Some(balance::report),
        ..NONE
    },
    Tools {
        id: "boo",
        command: game_args::boo,
        play: boo_keys::keys,
        figures: figures::boo,
        balance: Some(bots::report::<catalog::boo::Boo>),
        ..NONE
    },
    Tools {
        id: "pursuit",
        command: game_args::pursuit,
        run: |args| args.subcommand_matches("new").map(lab::new_field),
        play: lab::match_of,
        figures: figures::pursuit,
        balance: Some(bots::report::<catalog::pursuit_lab::rules::Pursuit>),
    },
    Tools {
        id: "dungeon",
        command: game_args::dungeon,
        run: dungeon::tools,
        figures: figures::dungeon,
        balance: Some(dungeon::balance),
        ..NONE
    },
];

/// The tools of the game with this id.
pub(crate) fn of(id: &str) -> Tools {
    TOOLS.into_iter().find(|tools| tools.id == id).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_game() {
        assert!(TOOLS.iter().all(|tools| catalog::find(tools.id).is_some()));
    }
}
