//! The positions at the start of each round, to detect repetition.

use crate::content::PAST_MAX;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Round starts since the last potion, oldest first. Between two potions the cells of hero and monster are
/// the whole position, so each entry is exact and there are no hash collisions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Past {
    starts: Vec<u32>,
}

impl Past {
    /// Adds a round start; returns how many rounds ago it occurred, if it did.
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
