//! Turns a screen of cells into terminal output: only what changed, in as few bytes as possible.
//!
//! It opens no terminal. Crate `terminal` writes the bytes to this process's terminal, crate `ssh` to remote
//! ones.

mod modes;
mod sheet;

pub use modes::{ENTER, FRAME_BEGINS, FRAME_ENDS, MOUSE_OFF, MOUSE_ON, RESTORE};
pub use sheet::Sheet;
