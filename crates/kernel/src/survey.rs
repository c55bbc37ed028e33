//! What a search of seeds can ask about the first floors of a game, and how a game answers.
//!
//! A survey makes a floor as the game itself would and counts what lies there: no game is started and nothing is
//! drawn, so that many thousands of seeds can be asked in a second.

use crate::Seed;

/// One number a search can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyField {
    /// Its name, as typed in a condition: words with dots between them.
    pub name: &'static str,
    /// What it counts, in one line.
    pub help: &'static str,
}

impl SurveyField {
    /// A field; short, since they come in tables.
    #[must_use]
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help }
    }
}

/// Which fields are wanted; the others need not be computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked(u64);

impl Asked {
    /// More fields than this no game has.
    pub const FIELDS_MAX: usize = 64;
    /// Every field there is.
    pub const ALL: Self = Self(u64::MAX);

    /// Asks for one more field, by its place in the table.
    pub const fn add(&mut self, field: usize) {
        assert!(field < Self::FIELDS_MAX, "a survey has at most 64 fields");
        self.0 |= 1 << field;
    }

    /// True when this field is wanted.
    #[must_use]
    pub const fn has(self, field: usize) -> bool {
        self.0 >> field & 1 != 0
    }

    /// True when any of these fields is wanted.
    #[must_use]
    pub fn any(self, fields: &[usize]) -> bool {
        fields.iter().any(|&field| self.has(field))
    }
}

/// Answers for one floor: setup, seed, number of the floor (from 1), which fields, and where to write them by their place
/// in the table. The numbers arrive as 0.
pub type Surveyor<S> = fn(&S, &Seed, u32, Asked, &mut [i64]);

/// What a game can say about its floors without being played.
pub struct Survey<S> {
    /// The fields, in the order of the help page.
    pub fields: &'static [SurveyField],
    /// How many floors can be asked about.
    pub floors: u32,
    /// Answers for one floor.
    pub look: Surveyor<S>,
}

impl<S> Survey<S> {
    /// A game without a survey.
    pub const NONE: Self = Self { fields: &[], floors: 1, look: |_, _, _, _, _| {} };
}
