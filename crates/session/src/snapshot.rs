//! Snapshots: states in memory, so that a replay can step back without starting again.
//!
//! They are never written to files: a state from a file would have to be checked by a replay.

use crate::contract::{Sentence, Session};
use std::any::Any;
use std::sync::Arc;

/// A state and its position in the run.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The number of commands before it.
    pub(crate) after: usize,
    pub(crate) said: Vec<Sentence>,
    /// The game itself, copied: no text and no bytes are read back.
    pub(crate) game: Arc<dyn Any + Send + Sync>,
}

impl Snapshot {
    /// The current state of a session.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        Self { after: session.commands(), said: session.worded(session.said()), game: session.copy() }
    }
}
