//! Players that are programs, where none can be started: on a page.

use game_pursuit::{Command, Pursuit, Side};
use std::time::Duration;

/// A program at play: there is none.
pub enum Program {}

impl Program {
    /// Starts no program.
    ///
    /// # Errors
    /// Always.
    pub fn start(_: &str, _: Side, _: Duration) -> Result<Self, String> {
        Err("cannot be started here".to_owned())
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Never: nobody can be asked.
    pub fn ask(&mut self, _: &Pursuit) -> Result<Command, String> {
        match *self {}
    }
}
