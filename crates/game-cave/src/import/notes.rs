//! The messages of an import, without duplicates and limited in number.

use alloc::{format, string::String, vec::Vec};
use kernel::Finding;

/// Maximum number of messages; further ones are only counted.
const NOTES_MOST: usize = 40;

/// Messages about a world.
#[derive(Default)]
pub(super) struct Notes {
    told: Vec<String>,
    more: u32,
}

impl Notes {
    pub(super) fn add(&mut self, what: String) {
        if self.told.contains(&what) {
            return;
        }
        if self.told.len() < NOTES_MOST {
            self.told.push(what);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn findings(mut self) -> Vec<Finding> {
        if self.more > 0 {
            self.told.push(format!("There are {} more warnings.", self.more));
        }
        self.told.into_iter().map(|what| Finding::warning(0, 0, what)).collect()
    }
}
