//! Ladders: puzzles of measured, increasing difficulty, as data for front-ends.

use crate::{Brief, Entry};
use kernel::{EDITION, Options};

/// A rung of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its number, from 1.
    pub number: u32,
    /// Its seed.
    pub seed: String,
    /// Its options, in addition to the edition.
    pub seats: &'static [(&'static str, &'static str)],
    /// The task, one sentence.
    pub task: String,
    /// A description, a few words.
    pub about: String,
    /// The measured difficulty.
    pub points: u32,
    /// The best possible score; 0 if only the result counts.
    pub par: u32,
}

/// The ladder of the edition `undercroft` of a game.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The rungs, easiest first.
    pub rungs: fn() -> Vec<Rung>,
    /// The options for two people at one keyboard; such games earn no stars.
    pub together: &'static [(&'static str, &'static str)],
    /// The maximum stars of a rung.
    pub stars_most: u32,
    /// The stars of a game on a rung, by its result (`caught`) and score.
    pub stars: fn(&Rung, &str, i64) -> u32,
}

impl Ladder {
    /// The options of a rung, for its own players or for others.
    ///
    /// # Errors
    /// If the game does not know one of them.
    pub fn options(entry: &Entry, seats: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options::default();
        let pairs: Vec<_> = [(EDITION, "undercroft")].into_iter().chain(seats.iter().copied()).collect();
        options.set_all(entry.options, &pairs)?;
        Ok(options)
    }

    /// The brief of a rung.
    ///
    /// # Errors
    /// If the game does not know one of the options.
    pub fn brief(entry: &Entry, rung: &Rung, seats: &[(&str, &str)]) -> Result<Brief, String> {
        Ok(Brief { seed: rung.seed.clone(), options: Self::options(entry, seats)?, ..Brief::default() })
    }
}
