//! A ladder: puzzles that grow harder by measure. Plain data, so that a front-end can show it without knowing the game.

use crate::{Brief, Entry};
use kernel::{EDITION, Options};

/// A rung of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its place, from 1.
    pub number: u32,
    /// The seed it is played with.
    pub seed: String,
    /// The options it is played by, on top of the edition.
    pub seats: &'static [(&'static str, &'static str)],
    /// What is to be done, one sentence.
    pub task: String,
    /// What it is like, in a few words.
    pub about: String,
    /// How hard it is, as measured.
    pub points: u32,
    /// The best result there is, as the score counts it; 0 where the result alone counts.
    pub par: u32,
}

/// A ladder of the edition `undercroft` of a game.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The rungs, the easiest first.
    pub rungs: fn() -> Vec<Rung>,
    /// The options for two people at one keyboard; such games earn no stars.
    pub together: &'static [(&'static str, &'static str)],
    /// The most stars a rung is worth.
    pub stars_most: u32,
    /// The stars of a game on a rung, by its result (`caught`) and its score.
    pub stars: fn(&Rung, &str, i64) -> u32,
}

impl Ladder {
    /// The options of a rung, for its own players or for others.
    ///
    /// # Errors
    /// When the game does not know one of them.
    pub fn options(entry: &Entry, seats: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options::default();
        let pairs: Vec<_> = [(EDITION, "undercroft")].into_iter().chain(seats.iter().copied()).collect();
        options.set_all(entry.options, &pairs)?;
        Ok(options)
    }

    /// What a game on a rung begins with.
    ///
    /// # Errors
    /// When the game does not know one of the options.
    pub fn brief(entry: &Entry, rung: &Rung, seats: &[(&str, &str)]) -> Result<Brief, String> {
        Ok(Brief { seed: rung.seed.clone(), options: Self::options(entry, seats)?, ..Brief::default() })
    }
}
