//! A room on the local network. The host runs a [`hall::Hall`] behind a socket and plays through it like every guest; a guest
//! follows the run and plays it again on this machine, so every screen is drawn where it is shown.
//!
//! On the wire every message is one line of JSON (see `wire.rs`). Lines of guests are bounded; a connection that says nothing,
//! reads nothing or sends too much is cut, and nobody else notices.

mod channel;
mod guest;
mod host;
mod patient;
mod play;
mod wire;

pub use channel::Bell;
pub use guest::{Guest, Keep};
pub use host::Host;
pub use play::{How, play};

/// Where a room listens unless something else is asked for: on this machine only.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:4517";
