//! What the records need to know about a game: how results are ranked, and its feats.
//!
//! Feats are data. They refer to *facts*, which are counted for any game: `most NAME`, `least NAME` and `last
//! NAME` of its vitals, and of its events `KIND` (how often it happened), `KIND FIELD=VALUE` (how often with
//! this value) and `KIND FIELD` (the sum of a number). What never happened counts 0.

use crate::Header;

/// How the results of a game are ranked.
#[derive(Clone, Copy, Debug)]
pub struct Reckoning {
    /// The results that are wins.
    pub wins: &'static [&'static str],
    /// Whether wins rank before all other results, whatever the score.
    pub wins_first: bool,
    /// Whether fewer points are better.
    pub fewest: bool,
}

impl Reckoning {
    /// More points are better; winning or escaping is a win.
    pub const PLAIN: Self = Self { wins: &["won", "escaped"], wins_first: false, fewest: false };

    /// The same for a game that cannot be won.
    pub const NO_WINS: Self = Self { wins: &[], ..Self::PLAIN };
}

/// A condition on a single game.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It was won.
    Win,
    /// A fact is at least this.
    AtLeast(&'static str, i64),
    /// A fact is at most this.
    AtMost(&'static str, i64),
    /// An option has this value.
    Option(&'static str, &'static str),
    /// It was not played on a level file.
    NoFile,
}

/// A part of a feat: done when one game meets all conditions.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name, if the feat has several parts.
    pub name: &'static str,
    /// The conditions.
    pub needs: &'static [Need],
}

/// A feat: done when all its parts are done, in any number of games.
#[derive(Clone, Copy, Debug)]
pub struct Feat {
    /// Its name.
    pub name: &'static str,
    /// The requirement, one sentence.
    pub text: &'static str,
    /// Its parts.
    pub parts: &'static [Part],
}

/// What the records need to know about a game.
#[derive(Clone, Copy, Debug)]
pub struct Lore {
    /// Whether its games never end: they count as they are.
    pub endless: bool,
    /// How a game with this header is ranked.
    pub reckon: fn(&Header) -> Reckoning,
    /// Its feats.
    pub feats: &'static [Feat],
}

impl Lore {
    /// A game without feats.
    pub const PLAIN: Self = Self { endless: false, reckon: |_| Reckoning::PLAIN, feats: &[] };
}
