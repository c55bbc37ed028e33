//! What happened, as facts and as sentences.

use crate::{Command, Side};
use alloc::{format, string::String};
use kernel::{Cue, Narrate};
use serde::{Serialize, Serializer};

/// One fact of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A single move. The board shows it; there is no sentence.
    Moved {
        /// Who.
        who: Side,
        /// Which move.
        #[serde(rename = "move", serialize_with = "as_word")]
        made: Command,
        /// The column it led to.
        x: i32,
        /// The row it led to.
        y: i32,
    },
    /// Somebody entered a potion's cell and drank it.
    Drank {
        /// Who.
        who: Side,
        /// Moves a turn from the drinker's next turn on.
        moves: u32,
    },
    /// Hero and monster stand on one cell.
    Caught {
        /// The monster's turn it happened on.
        turn: u32,
    },
    /// The position at the start of a round was there before: it will come again for ever.
    Escaped {
        /// Rounds from one time to the next.
        cycle: u32,
    },
    /// The round limit is reached.
    Limit {
        /// Rounds played.
        turns: u32,
    },
}

fn as_word<S: Serializer>(command: &Command, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(command.word())
}

/// A number and its noun.
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
            // The words of the courses' game engine.
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

    fn cue(&self) -> Cue {
        match self {
            Self::Moved { .. } => Cue::Plain,
            Self::Drank { who: Side::Hero, .. } | Self::Escaped { .. } | Self::Limit { .. } => Cue::Good,
            Self::Drank { who: Side::Monster, .. } => Cue::Bad,
            Self::Caught { .. } => Cue::Pause,
        }
    }
}
