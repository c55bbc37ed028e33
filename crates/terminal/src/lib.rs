//! The application in a terminal: raw mode, signals, suspending.
//!
//! [`run`] gives the application the terminal this process was started in and gives the terminal back in any case.

mod bench;
mod machine;
mod run;
mod sources;
mod translate;
mod tty;

pub use bench::{Frames, measure};

pub use run::{Bell, Exit, run};
pub use tty::terminal_size;
