//! What a search for seeds can ask about the floors of a game.
//!
//! A survey generates a floor as the game would and counts what lies there. No game is started and nothing is
//! drawn, so that many thousands of seeds can be searched in a second.

use crate::Seed;

/// A number that a search can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyField {
    /// Its name in conditions: words with dots between them.
    pub name: &'static str,
    /// What it counts, in one line.
    pub help: &'static str,
}

impl SurveyField {
    /// A field.
    #[must_use]
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help }
    }
}

/// The wanted fields; the others need not be computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked(u64);

impl Asked {
    /// The maximum number of fields of a game.
    pub const FIELDS_MAX: usize = 64;
    /// All fields.
    pub const ALL: Self = Self(u64::MAX);

    /// Adds a field, by its index in the table.
    pub const fn add(&mut self, field: usize) {
        assert!(field < Self::FIELDS_MAX, "a survey has at most 64 fields");
        self.0 |= 1 << field;
    }

    /// Whether a field is wanted.
    #[must_use]
    pub const fn has(self, field: usize) -> bool {
        self.0 >> field & 1 != 0
    }

    /// Whether any of these fields is wanted.
    #[must_use]
    pub fn any(self, fields: &[usize]) -> bool {
        fields.iter().any(|&field| self.has(field))
    }
}

/// Computes fields of one floor: setup, seed, number of the floor (from 1), wanted fields, and the values by
/// their index in the table, which are 0 at first.
pub type Surveyor<S> = fn(&S, &Seed, u32, Asked, &mut [i64]);

/// The survey of a game.
pub struct Survey<S> {
    /// The fields, in the order of the help page.
    pub fields: &'static [SurveyField],
    /// The number of floors.
    pub floors: u32,
    /// Computes the fields of one floor.
    pub look: Surveyor<S>,
}

impl<S> Survey<S> {
    /// No survey.
    pub const NONE: Self = Self { fields: &[], floors: 1, look: |_, _, _, _, _| {} };
}
