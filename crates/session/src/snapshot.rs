//! A snapshot: the state after so many commands, kept beside a run so that a long one opens at once.
//!
//! It is a cache. A snapshot that does not fit its run, or is damaged in any way, is ignored and the run is replayed.

use crate::contract::Session;
use crate::facts::digest_of;
use crate::run::Run;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 16] = b"undercroft snap1";

/// A state and the place in its run where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    game: String,
    rules: u32,
    seed: String,
    /// Commands played.
    pub(crate) after: usize,
    /// The command before it and its pulse: a snapshot of another branch does not fit.
    last: Option<(String, u32)>,
    pub(crate) digest: u64,
    pub(crate) said: Vec<String>,
    pub(crate) state: Vec<u8>,
}

impl Snapshot {
    /// The state of a session as it stands now.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let state = session.state();
        let header = session.header();
        Self {
            game: header.game.clone(),
            rules: header.rules,
            seed: header.seed.clone(),
            after: session.commands(),
            last: session.last_step(),
            digest: digest_of(&state),
            said: session.said().to_vec(),
            state,
        }
    }

    /// True when this state stands in that run.
    #[must_use]
    pub fn fits(&self, run: &Run) -> bool {
        let header = &run.header;
        let last = self.after.checked_sub(1).and_then(|index| run.steps.get(index));
        (self.game.as_str(), self.rules, self.seed.as_str())
            == (header.game.as_str(), header.rules, header.seed.as_str())
            && self.after <= run.steps.len()
            && last.map(|step| (step.text.clone(), step.pulse)) == self.last
    }

    /// As bytes, with a hash over all of them.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("a snapshot can be written");
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(blake3::hash(&body).as_bytes());
        out.extend_from_slice(&body);
        out
    }

    /// Reads what [`Snapshot::to_bytes`] wrote; nothing if a single bit is wrong.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let body = bytes.strip_prefix(MAGIC)?;
        let (hash, body) = body.split_at_checked(32)?;
        (blake3::hash(body).as_bytes() == hash).then(|| postcard::from_bytes(body).ok())?
    }
}
