//! The application in a terminal: raw mode, signals, suspending.
//!
//! [`run`] runs the application in this process's terminal and always restores the terminal.

mod bench;
mod machine;
mod run;
mod sources;
mod translate;
mod tty;

pub use bench::{Frames, measure};

pub use run::{Exit, Waker, run};
pub use tty::terminal_size;
