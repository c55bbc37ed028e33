//! What a door is to do, and what viewers are sent.

use crate::{Picture, RoomId, ViewerId};
use kernel::{Outcome, Vitals};
use session::ReplyKind;

/// What the door is to do, in this order.
#[derive(Debug)]
pub enum Output {
    /// Append this to what is kept of a room and make it last, all of it or nothing.
    Keep(RoomId, Kept),
    /// Send a message; then say [`crate::Input::Ready`].
    Show(ViewerId, Message),
    /// Tell them why, and end the connection.
    Close(ViewerId, String),
}

/// What is to be kept of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// More of its run.
    pub run: String,
    /// The lines with numbers that were played there. For each seat only the last one counts; given back with
    /// [`crate::Opening::receipts`], a line that is sent again after a restart is answered and not played again.
    pub receipts: Vec<Receipt>,
    /// The run is closed after that, and goes on in another one which begins with this text.
    pub chapter: Option<String>,
}

/// A line with a number that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Who sent it.
    pub seat: u8,
    /// How it was answered.
    pub answer: Answer,
}

/// What a viewer is sent.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The seat they play, if they play.
    pub seat: Option<u8>,
    /// Commands in the room's run so far, as far as this viewer may know.
    pub commands: usize,
    /// The names of the players by seat, when they have changed.
    pub names: Option<Vec<String>>,
    /// The seat that acted last since the message before, if somebody did.
    pub by: Option<u8>,
    /// For those who follow the run: its text since the last message.
    pub run: String,
    /// The number of the chapter whose text `run` begins, if it begins one: what was followed before is over.
    pub chapter: Option<u32>,
    /// For those who follow pictures: what has changed since the last one.
    pub picture: Option<Picture>,
    /// For players who follow pictures: what they get to know of what others did.
    pub heard: Vec<String>,
    /// For those who follow pictures: the numbers about the seat they see.
    pub vitals: Option<Vitals>,
    /// For those who follow pictures: how the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The answer to their line.
    pub answer: Option<Answer>,
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number that came with the line.
    pub id: u64,
    /// How it was answered.
    pub kind: ReplyKind,
    /// Commands in the room's run after it.
    pub commands: usize,
    /// What was said.
    pub said: Vec<String>,
}
