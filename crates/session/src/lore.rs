//! What the records need to know about a game beside its runs: how its results are ranked, and what is a feat in it.
//!
//! Feats are data. They refer to *facts*, numbers that can be counted in any game without knowing it:
//! `most NAME`, `least NAME` and `last NAME` of its vitals, and of its events `KIND`, how often it happened,
//! `KIND FIELD=VALUE`, how often so, and `KIND FIELD`, the sum of a number it carries. What never happened counts 0.

use crate::Header;

/// How the results of a game are ranked.
#[derive(Clone, Copy, Debug)]
pub struct Reckoning {
    /// The results that are wins.
    pub wins: &'static [&'static str],
    /// True when any win stands before any other result, whatever the score.
    pub wins_first: bool,
    /// True when fewer points are better.
    pub fewest: bool,
}

impl Reckoning {
    /// The more points the better, and who gets through has won.
    pub const PLAIN: Self = Self { wins: &["won", "escaped"], wins_first: false, fewest: false };

    /// The same for a game that cannot be won.
    pub const NO_WINS: Self = Self { wins: &[], ..Self::PLAIN };
}

/// One thing that must hold of a single game.
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
    /// It was played on no level file.
    NoFile,
}

/// A part of a feat: done when one game fulfils all its needs.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name, where a feat has several parts.
    pub name: &'static str,
    /// What one game must fulfil.
    pub needs: &'static [Need],
}

/// A feat: done when all its parts are, in any number of games.
#[derive(Clone, Copy, Debug)]
pub struct Feat {
    /// Its name.
    pub name: &'static str,
    /// What it takes, one sentence.
    pub text: &'static str,
    /// Its parts.
    pub parts: &'static [Part],
}

/// What the records need to know about a game.
#[derive(Clone, Copy, Debug)]
pub struct Lore {
    /// True when its games never end: they count as they stand.
    pub endless: bool,
    /// How a game from this start is ranked.
    pub reckon: fn(&Header) -> Reckoning,
    /// Its feats.
    pub feats: &'static [Feat],
}

impl Lore {
    /// A game that needs nothing special.
    pub const PLAIN: Self = Self { endless: false, reckon: |_| Reckoning::PLAIN, feats: &[] };
}
