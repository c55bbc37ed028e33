//! Playing a run again to its end: the one way to find its game, replay it and tell where it differs.

use crate::entry::Entry;
use crate::{Difference, Run, Seating, Session};
use std::fmt;

/// A run that came out as it says.
pub struct Proved<'a> {
    /// Its game.
    pub entry: &'a Entry,
    /// The game as it stands at the end.
    pub session: Box<dyn Session>,
    /// What is worth telling about who plays on.
    pub notes: Vec<String>,
}

/// Why a run is not what it says, or cannot be played here at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of its file.
    pub line: u32,
    /// The turn at which it differs; 0 when it cannot even begin.
    pub turn: usize,
    /// What is wrong.
    pub what: String,
}

impl Fault {
    fn of(run: &Run, difference: Difference) -> Self {
        let Difference { turn, what } = difference;
        let line = run.steps.get(turn.wrapping_sub(1)).map_or(2, |step| step.line);
        Self { line, turn, what }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            0 => write!(out, "{}", self.what),
            turn => write!(out, "differs at turn {turn}: {}", self.what),
        }
    }
}

/// The game of a run.
///
/// # Errors
/// When it is none of these.
pub fn game_of<'a>(games: &'a [Entry], run: &Run) -> Result<&'a Entry, Fault> {
    let id = &run.header.game;
    let what = || format!("there is no game '{}' here", id.escape_debug());
    crate::find(games, id).ok_or_else(|| Fault { line: 2, turn: 0, what: what() })
}

/// Finds the game of a run and plays the run again for those the seating names.
///
/// # Errors
/// When it cannot be played, and where it differs from what its commands lead to.
pub fn prove<'a>(games: &'a [Entry], run: &Run, seating: &Seating) -> Result<Proved<'a>, Fault> {
    let entry = game_of(games, run)?;
    let replayed = (entry.replay)(run, usize::MAX, None, None, seating);
    let replayed = replayed.map_err(|difference| Fault::of(run, difference))?;
    match replayed.difference {
        Some(difference) => Err(Fault::of(run, difference)),
        None => Ok(Proved { entry, session: replayed.session, notes: replayed.notes }),
    }
}
