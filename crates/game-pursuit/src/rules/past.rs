//! The round starts of a game, to recognise one that will go on for ever.

use crate::content::PAST_MAX;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Round starts since the last potion, oldest first. Between two potions the cells of hero and monster are the
/// whole position, so each is one number and nothing is left to a hash.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Past {
    starts: Vec<u32>,
}

impl Past {
    /// Adds a round start. If it was there before: how many rounds ago.
    pub(super) fn meet(&mut self, start: u32) -> Option<u32> {
        if let Some(index) = self.starts.iter().position(|&known| known == start) {
            return Some((self.starts.len() - index) as u32);
        }
        if self.starts.len() as u32 >= PAST_MAX {
            self.starts.drain(..PAST_MAX as usize / 2);
        }
        self.starts.push(start);
        None
    }

    pub(super) fn forget(&mut self) {
        self.starts.clear();
    }
}
