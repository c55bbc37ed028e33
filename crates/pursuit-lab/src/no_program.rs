//! Programs as players, for targets that cannot start processes, such as a web page.

use game_pursuit::{Command, Pursuit, Side};
use std::time::Duration;

/// A running program; there are none.
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
    /// Never: there is no program to ask.
    pub fn ask(&mut self, _: &Pursuit) -> Result<Command, String> {
        match *self {}
    }
}
