//! A room on the local network. The host runs a [`hall::Hall`] behind a socket and plays through it like
//! every guest; a guest follows the run and replays it locally, so every screen is drawn where it is shown.
//!
//! Every message is one line of JSON (see `wire.rs`). Guests' lines are bounded; a connection that is silent,
//! does not read or sends too much is closed, and nobody else notices.

mod channel;
mod guest;
mod host;
mod patient;
mod play;
#[cfg(test)]
mod properties;
mod wire;

pub use channel::NewsListener;
pub use guest::{Guest, Keep};
pub use host::Host;
pub use play::{How, play};

/// Default address of a room: this machine only.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:4517";
