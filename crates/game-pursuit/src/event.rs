//! The events and the sentence for each.

use crate::{Command, Side};
use alloc::{format, string::String};
use kernel::{Cue, Narrate};
use serde::{Serialize, Serializer};

/// Something that happened in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A single move. The board shows it, so there is no sentence.
    Moved {
        /// The side that moved.
        who: Side,
        /// The move.
        #[serde(rename = "move", serialize_with = "as_word")]
        made: Command,
        /// The column it ended in.
        x: i32,
        /// The row it ended in.
        y: i32,
    },
    /// A side entered a potion's cell and drank it.
    Drank {
        /// The side that drank.
        who: Side,
        /// Moves per turn, from the drinker's next turn on.
        moves: u32,
    },
    /// Hero and monster are on the same cell.
    Caught {
        /// The turn of the monster on which it happened.
        turn: u32,
    },
    /// The position at the start of a round has occurred before, so it would repeat for ever.
    Escaped {
        /// Number of rounds between the two occurrences.
        cycle: u32,
    },
    /// The round limit was reached.
    Limit {
        /// Rounds played.
        turns: u32,
    },
}

fn as_word<S: Serializer>(command: &Command, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(command.word())
}

/// A number and its noun, with a plural s where needed.
fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        match *self {
            Self::Moved { .. } => {}
            Self::Drank { who, moves } => {
                out.push_str(&format!(
                    "The {} drinks a potion of speed: {} a turn from the next turn on.",
                    who.word(),
                    count(moves, "move")
                ));
            }
            // The wording of the courses' game engine.
            Self::Caught { .. } => out.push_str("Caught by monster"),
            Self::Escaped { cycle } => {
                out.push_str(&format!(
                    "The hero escapes: the position repeats every {}.",
                    count(cycle, "round")
                ));
            }
            Self::Limit { turns } => {
                out.push_str(&format!("The hero is still free after {}.", count(turns, "round")));
            }
        }
    }

    fn tell_player(&self, out: &mut String) -> bool {
        let Self::Caught { turn } = *self else { return false };
        out.push_str(&format!("The monster catches the hero on turn {turn}."));
        true
    }

    fn cue(&self) -> Cue {
        match self {
            Self::Moved { .. } => Cue::Plain,
            Self::Drank { who: Side::Hero, .. } | Self::Escaped { .. } | Self::Limit { .. } => Cue::Good,
            Self::Drank { who: Side::Monster, .. } => Cue::Bad,
            Self::Caught { .. } => Cue::Pause,
        }
    }
}
