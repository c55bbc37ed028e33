//! The connection between a player and a room: over a socket, or within one process.

use crate::Message;
use std::time::Duration;

/// A player's end of the connection to a room. It sends lines and receives messages, one at a time and in
/// order.
///
/// An implementation reports [`crate::Input::Ready`] for a message once [`Channel::hear`] has returned it. A
/// player who does not read is sent nothing more, so the amount of waiting data is bounded. A channel that
/// can lose its connection reconnects by itself, with [`crate::Want::Return`], and reports [`Heard::Lost`]
/// and then [`Heard::Back`] or [`Heard::Over`].
///
/// So that a screen shows other players' commands at once, an implementation notifies the runner of the
/// application whenever `hear` has something; the runner then calls `App::news`.
pub trait Channel: Send {
    /// Sends a line with its number. A number is never reused for another line.
    fn say(&mut self, id: u64, line: &str);
    /// Receives the next item, waiting at most this long; with no time, only what is there already.
    fn hear(&mut self, wait: Duration) -> Heard;
    /// The player leaves the game. Dropping the channel has the same effect.
    fn leave(&mut self);
}

/// An item received from a room.
#[derive(Debug)]
pub enum Heard {
    /// Nothing arrived in time.
    Nothing,
    /// A message. For a player who follows the run it contains only what they do not have yet.
    Message(Box<Message>),
    /// The connection is lost; reconnecting has begun.
    Lost,
    /// The connection is back. If the last line was not answered and the room remembers line numbers, the
    /// line is sent again.
    Back {
        /// Whether it is the same room with the same seat, rather than one that was opened anew.
        remembers: bool,
    },
    /// The room was closed, the player was sent away, or the connection is lost for good: one sentence says
    /// which. Nothing follows.
    Over(String),
}
