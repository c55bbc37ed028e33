//! What a run is made of: commands, checkpoints, endings, places to come back to, and damage.

use crate::seal;

/// One command of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who acted.
    pub seat: u8,
    /// The command as the grammar spells it.
    pub text: String,
    /// The lowest bits of the pulse after it.
    pub pulse: u32,
    /// The line it stands on.
    pub line: u32,
}

/// The pulse of a command that was not recorded: a replay does not compare it.
pub(crate) const UNKNOWN_PULSE: u32 = u32::MAX;

impl Step {
    /// Reads a line of a run as a command; nothing where it holds something else. Its seal is not looked at.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        // Commands carry their pulse in the same word as the seal: six letters. All other lines have four.
        let (body, sealed) = line.rsplit_once(' ').filter(|(_, sealed)| sealed.len() == 6)?;
        let pulse = seal::read(sealed.as_bytes().get(..2)?)?;
        Self::of(body, pulse, 0).ok()
    }

    /// The command of a line without its pulse and seal.
    pub(super) fn of(body: &str, pulse: u32, line: u32) -> Result<Self, String> {
        let (seat, text) = match body.split_once(':') {
            Some((seat, text)) if !seat.is_empty() && seat.bytes().all(|b| b.is_ascii_digit()) => {
                (seat.parse().map_err(|_| "a seat that does not exist")?, text)
            }
            _ => (0, body),
        };
        Ok(Self { seat, text: text.to_owned(), pulse, line })
    }

    /// True when a state with this pulse can be the one that was recorded.
    #[must_use]
    pub const fn fits(&self, pulse: u32) -> bool {
        self.pulse == UNKNOWN_PULSE || self.pulse == pulse
    }
}

/// The state at one point of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// After how many commands.
    pub after: usize,
    /// Digest of the whole state.
    pub digest: u64,
    /// The vitals, for telling what differs.
    pub vitals: String,
    /// The line it stands on.
    pub line: u32,
}

/// How the game stood when it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// After how many commands.
    pub after: usize,
    /// `won`, `died`, …
    pub result: String,
    /// The score.
    pub score: i64,
    /// The line it stands on.
    pub line: u32,
}

/// A place in a run the player marked to come back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// After how many commands.
    pub after: usize,
    /// The player's name for it.
    pub name: String,
}

/// Where a file stops being a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first bad line, counted from 1.
    pub line: u32,
    /// What is wrong with it, one sentence.
    pub what: String,
    /// True when it is only the last line and was cut off in writing.
    pub torn: bool,
}
