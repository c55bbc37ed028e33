//! The parts of a run: commands, checkpoints, endings, save points and damage.

use crate::seal;

/// One command of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The seat that acted.
    pub seat: u8,
    /// The command, as spelled by the grammar.
    pub text: String,
    /// The lowest bits of the pulse after it.
    pub pulse: u32,
    /// The line of the file.
    pub line: u32,
}

/// The pulse of a command whose pulse was not recorded: a replay does not compare it.
pub(crate) const UNKNOWN_PULSE: u32 = u32::MAX;

impl Step {
    /// Reads a line of a run as a command; `None` if it is another line. The seal is not checked.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        // Commands have pulse and seal in one word of six letters; other lines have a seal of four.
        let (body, sealed) = line.rsplit_once(' ').filter(|(_, sealed)| sealed.len() == 6)?;
        let pulse = seal::read(sealed.as_bytes().get(..2)?)?;
        Self::of(body, pulse, 0).ok()
    }

    /// Parses a command without its seal.
    pub(super) fn of(body: &str, pulse: u32, line: u32) -> Result<Self, String> {
        let (seat, text) = match body.split_once(':') {
            Some((seat, text)) if !seat.is_empty() && seat.bytes().all(|b| b.is_ascii_digit()) => {
                (seat.parse().map_err(|_| "a seat that does not exist")?, text)
            }
            _ => (0, body),
        };
        Ok(Self { seat, text: text.to_owned(), pulse, line })
    }

    /// Whether a state with this pulse may be the recorded one.
    #[must_use]
    pub const fn fits(&self, pulse: u32) -> bool {
        self.pulse == UNKNOWN_PULSE || self.pulse == pulse
    }
}

/// A state at one point of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of commands before it.
    pub after: usize,
    /// The digest of the state.
    pub digest: u64,
    /// The vitals, to tell what differs.
    pub vitals: String,
    /// The line of the file.
    pub line: u32,
}

/// An end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The number of commands before it.
    pub after: usize,
    /// `won`, `died`, …
    pub result: String,
    /// The score.
    pub score: i64,
    /// The line of the file.
    pub line: u32,
}

/// A save point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The number of commands before it.
    pub after: usize,
    /// The player's name for it.
    pub name: String,
}

/// Damage of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first bad line, counted from 1.
    pub line: u32,
    /// The problem, one sentence.
    pub what: String,
    /// Whether only the last line is incomplete, because writing was interrupted.
    pub torn: bool,
}
