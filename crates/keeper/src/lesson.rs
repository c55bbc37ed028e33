//! Starts tutorials: ordinary games with ordinary runs, marked so that they are not ranked.

use crate::error::OpenError;
use crate::home::Home;
use crate::opened::{Opened, start_on};
use kernel::Finding;
use session::{Entry, LESSON, brief_of};
use std::path::Path;

impl Home {
    /// Starts the tutorial of a game with its journal at `path`; a taken name gets a number.
    ///
    /// # Errors
    /// If the game has no tutorial or the journal cannot be created.
    pub fn start_lesson(&self, entry: &Entry, path: Option<&Path>) -> Result<Opened, OpenError> {
        let wrong = |what: String| OpenError::Level(vec![Finding::error(0, 0, what)]);
        let lesson =
            entry.teaching.tutorial.ok_or_else(|| wrong(format!("{} has no tutorial.", entry.title)))?;
        let brief = brief_of(lesson, entry.options).map_err(wrong)?;
        let mut opened = start_on(self.shelf(), entry, &brief, path, true)?;
        // Warnings about the tutorial's own level do not concern the player.
        opened.findings.clear();
        opened.session.mark(LESSON);
        // The player has not chosen its name: it is removed if no command is played.
        opened.fleeting = true;
        if let Err(problem) = opened.keep() {
            opened.discard();
            return Err(problem);
        }
        Ok(opened)
    }
}
