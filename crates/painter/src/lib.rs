//! A screen of cells as bytes for a terminal: only what changed, in as few bytes as it takes.
//!
//! It opens no terminal. Crate `terminal` writes the bytes to the terminal of this process, crate `ssh` to terminals elsewhere.

mod modes;
mod sheet;

pub use modes::{FRAME_BEGINS, FRAME_ENDS, GIVE_BACK, MOUSE_OFF, MOUSE_ON, TAKE};
pub use sheet::Sheet;
