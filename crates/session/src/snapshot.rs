//! A state in memory, so that a replay can step back without starting again.
//!
//! It is never written to a file: what could be changed there would have to be checked by a replay anyway.

use crate::contract::Session;
use std::any::Any;
use std::sync::Arc;

/// A state and the place in its run where it stands.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Commands played.
    pub(crate) after: usize,
    pub(crate) said: Vec<String>,
    /// The game itself, copied: no text and no bytes are read back.
    pub(crate) game: Arc<dyn Any + Send + Sync>,
}

impl Snapshot {
    /// The state of a session as it stands now.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        Self {
            after: session.commands(),
            said: session.said().iter().map(|sentence| sentence.text.clone()).collect(),
            game: session.copy(),
        }
    }
}
