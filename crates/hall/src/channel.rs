//! The way between a player and a room: over a socket, or over channels within one process.

use crate::Message;
use std::time::Duration;

/// A player's end of the way to a room. It hands over lines and brings messages, one at a time and in order.
///
/// Whoever implements it says [`crate::Input::Ready`] for a message once it was taken by [`Channel::hear`]: a player who does not look
/// is sent nothing more, so that what waits is bounded. A channel that can lose its connection tries by itself to make it again, with
/// [`crate::Want::Return`], and reports [`Heard::Lost`] and then [`Heard::Back`] or [`Heard::Over`].
///
/// So that a screen shows at once what others do, an implementation calls whoever runs the application whenever `hear` has
/// something: `App::news` then takes it in.
pub trait Channel: Send {
    /// Sends a line with its number. The same number is never sent for another line.
    fn say(&mut self, id: u64, line: &str);
    /// What has come, waiting so long for it at most; with no time only what is there already.
    fn hear(&mut self, wait: Duration) -> Heard;
    /// Says goodbye: the player leaves the game. The same happens when the channel is dropped.
    fn leave(&mut self);
}

/// What has come from a room.
#[derive(Debug)]
pub enum Heard {
    /// Nothing within the time.
    Nothing,
    /// A message. For a player who follows the run it holds only what the player does not have yet.
    Message(Box<Message>),
    /// The connection is lost, and somebody tries to make it again.
    Lost,
    /// The connection is there again. A room that remembers the numbers of lines is sent the last one again if it was not
    /// answered.
    Back {
        /// True when it is the same room with the same seat, and not one that was opened anew.
        remembers: bool,
    },
    /// The room was closed, the player was sent away, or the connection is lost for good: one sentence says which. Nothing
    /// follows.
    Over(String),
}
