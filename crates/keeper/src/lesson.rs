//! Starting a tutorial: an ordinary game with an ordinary run, marked so that it is not ranked.

use crate::error::OpenError;
use crate::home::Home;
use crate::opened::{Opened, start_on};
use kernel::Finding;
use session::{Entry, LESSON, brief_of};
use std::path::Path;

impl Home {
    /// Starts the tutorial of a game and its journal at `path`; a taken name gets a number.
    ///
    /// # Errors
    /// When the game has no tutorial or the journal cannot be made.
    pub fn start_lesson(&self, entry: &Entry, path: Option<&Path>) -> Result<Opened, OpenError> {
        let wrong = |what: String| OpenError::Level(vec![Finding::error(0, 0, what)]);
        let lesson =
            entry.teaching.tutorial.ok_or_else(|| wrong(format!("{} has no tutorial.", entry.title)))?;
        let brief = brief_of(lesson, entry.options).map_err(wrong)?;
        let mut opened = start_on(self.shelf(), entry, &brief, path, true)?;
        // What is odd about a level that was made for learning is no news for somebody who learns.
        opened.findings.clear();
        opened.session.mark(LESSON);
        // The player did not choose its name: without a command it is removed.
        opened.fleeting = true;
        if let Err(problem) = opened.keep() {
            opened.discard();
            return Err(problem);
        }
        Ok(opened)
    }
}
