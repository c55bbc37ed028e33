//! Verification: the only code that finds the game of a run, replays it and reports where it differs.

use crate::entry::Entry;
use crate::{Difference, Replayed, Replaying, Run, Seating, Session};
use std::borrow::Cow;
use std::fmt;

/// A run that was verified.
pub struct Proved<'a> {
    /// Its game.
    pub entry: &'a Entry,
    /// The game at the end of the run.
    pub session: Box<dyn Session>,
    /// Messages about who continues.
    pub notes: Vec<String>,
}

/// Why a run does not replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in its file.
    pub line: u32,
    /// The turn at which it differs; 0 if it cannot begin.
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

    /// The fault of a run that cannot begin, at its header.
    fn at_the_start(difference: Difference) -> Self {
        Self { line: 2, turn: 0, what: difference.what }
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
/// If it is none of these.
pub fn game_of<'a>(games: &'a [Entry], run: &Run) -> Result<&'a Entry, Fault> {
    let id = &run.header.game;
    let what = || format!("there is no game '{}' here", id.escape_debug());
    crate::find(games, id).ok_or_else(|| Fault { line: 2, turn: 0, what: what() })
}

/// A replay of a run in parts. Dropping it cancels it.
pub struct Proving<'a, 'r> {
    entry: &'a Entry,
    again: Box<dyn Replaying + 'r>,
}

impl<'a, 'r> Proving<'a, 'r> {
    /// Begins the replay of a whole game for the players of the seating.
    ///
    /// # Errors
    /// If it cannot be replayed, and for a chapter, which proves nothing about the beginning of its game.
    pub fn new(games: &'a [Entry], run: Cow<'r, Run>, seating: &Seating) -> Result<Self, Fault> {
        if let Some(chapter) = &run.header.chapter {
            let number = chapter.number;
            let what =
                format!("it is chapter {number} of a longer game and proves nothing about its beginning");
            return Err(Fault { line: 2, turn: 0, what });
        }
        Self::of_chapter(games, run, seating)
    }

    /// The same for any run: a chapter is replayed from the state in its header, which is trusted.
    ///
    /// # Errors
    /// If it cannot be replayed.
    pub fn of_chapter(games: &'a [Entry], run: Cow<'r, Run>, seating: &Seating) -> Result<Self, Fault> {
        let entry = game_of(games, &run)?;
        let again = (entry.again)(run, usize::MAX, None, None, seating).map_err(Fault::at_the_start)?;
        Ok(Self { entry, again })
    }

    /// Does a part of the players' preparation; false when it is complete: see [`Replaying::study`].
    pub fn study(&mut self) -> bool {
        self.again.study()
    }

    /// Replays this many commands more; false at the end.
    pub fn play(&mut self, commands: usize) -> bool {
        self.again.play(commands, false)
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        self.again.run()
    }

    /// The number of commands replayed, and of all commands.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.again.progress()
    }

    /// Replays the rest.
    ///
    /// # Errors
    /// The first difference.
    pub fn finish(mut self) -> Result<Proved<'a>, Fault> {
        self.play(usize::MAX);
        if let Some(difference) = self.again.difference() {
            return Err(Fault::of(self.run(), difference.clone()));
        }
        let Replayed { session, notes, .. } = self.again.finish().map_err(Fault::at_the_start)?;
        Ok(Proved { entry: self.entry, session, notes })
    }
}

/// Replays a run for the players of the seating.
///
/// # Errors
/// If it cannot be replayed, and the first difference.
pub fn prove<'a>(games: &'a [Entry], run: &Run, seating: &Seating) -> Result<Proved<'a>, Fault> {
    Proving::new(games, Cow::Borrowed(run), seating)?.finish()
}

/// The same for any run: see [`Proving::of_chapter`].
///
/// # Errors
/// As [`prove`].
pub fn prove_chapter<'a>(games: &'a [Entry], run: &Run, seating: &Seating) -> Result<Proved<'a>, Fault> {
    Proving::of_chapter(games, Cow::Borrowed(run), seating)?.finish()
}

/// The result of a verified run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Its game.
    pub game: &'static str,
    /// Turns, by the game's own count.
    pub turns: i64,
    /// The score so far, or at the end.
    pub score: i64,
    /// Whether the game has ended.
    pub ended: bool,
}

impl Verified {
    /// Replays a run.
    ///
    /// # Errors
    /// As [`prove`].
    pub fn of(games: &[Entry], run: &Run, seating: &Seating) -> Result<Self, Fault> {
        Ok(Self::told(run, &prove(games, run, seating)?))
    }

    fn told(run: &Run, Proved { entry, session, .. }: &Proved<'_>) -> Self {
        let vitals = session.vitals(session.to_move());
        let score = session.outcome().map(|outcome| outcome.score).or_else(|| vitals.number("score"));
        Self {
            game: entry.id,
            turns: vitals.number("turn").unwrap_or(run.steps.len() as i64),
            score: score.unwrap_or(0),
            ended: session.outcome().is_some(),
        }
    }
}

/// Verifies the bytes of a run: whether it is valid, and the sentence about it. `name` is put before the place
/// of damage.
#[must_use]
pub fn verdict(games: &[Entry], name: &str, bytes: &[u8], seating: &Seating) -> (bool, String) {
    let parsed = Run::parse(bytes);
    let (torn, damage) = match parsed.damage {
        Some(damage) if damage.torn && parsed.run.is_some() => (Some(damage), None),
        damage => (None, damage),
    };
    if let Some(damage) = damage {
        let kept = parsed.run.map_or(0, |run| run.steps.len());
        let place = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let what = damage.what;
        let line = damage.line;
        return (false, format!("damaged: {place}line {line}: {what} ({kept} commands before it are good)"));
    }
    let Some(run) = parsed.run else { return (false, "damaged: line 1: there is no run".to_owned()) };
    match prove_chapter(games, &run, seating).map(|proved| Verified::told(&run, &proved)) {
        Ok(verified) => {
            let mut line =
                format!("verified: {}, {} turns, score {}", verified.game, verified.turns, verified.score);
            if let Some(damage) = torn {
                line += &format!(" (line {} was cut off in writing and is left out)", damage.line);
            } else if !verified.ended {
                line += " (not ended)";
            }
            if let Some(chapter) = &run.header.chapter {
                let (number, before) = (chapter.number, chapter.before);
                line += &format!(" (chapter {number}, from the state after {before} commands on)");
            }
            (true, line)
        }
        Err(fault) => (false, format!("differs at turn {}: {}", fault.turn, fault.what)),
    }
}
