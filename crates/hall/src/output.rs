//! What a door has to do, and the messages for viewers.

use crate::{Picture, RoomId, ViewerId};
use kernel::{Outcome, Vitals};
use session::ReplyKind;

/// An action for the door, to be carried out in order.
#[derive(Debug)]
pub enum Output {
    /// Append this to the room's storage, durably and atomically.
    Keep(RoomId, Kept),
    /// Send a message, then report [`crate::Input::Ready`].
    Show(ViewerId, Message),
    /// Send the reason and close the connection.
    Close(ViewerId, String),
}

/// Data to be stored for a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The continuation of its run.
    pub run: String,
    /// The numbered lines played in it. Only the last one of each seat matters. Passed back in
    /// [`crate::Opening::receipts`], they let a line that is repeated after a restart be answered without
    /// being played again.
    pub receipts: Vec<Receipt>,
    /// Set when the run ends after this; it continues in another one that begins with this text.
    pub chapter: Option<String>,
}

/// A numbered line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The seat that sent it.
    pub seat: u8,
    /// Its answer.
    pub answer: Answer,
}

/// A message for a viewer.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The viewer's seat, for players.
    pub seat: Option<u8>,
    /// Number of commands in the room's run, as far as this viewer may know.
    pub commands: usize,
    /// The names of the players by seat, if they changed.
    pub names: Option<Vec<String>>,
    /// The last seat that acted since the previous message, if any.
    pub by: Option<u8>,
    /// For viewers who follow the run: its text since the previous message.
    pub run: String,
    /// The number of the chapter that `run` begins, if it begins one; the previous chapter is then complete.
    pub chapter: Option<u32>,
    /// For viewers who follow pictures: the changes since the last one.
    pub picture: Option<Picture>,
    /// For those of them who asked for inks: their changes, each character a letter, `a` for the first ink.
    pub inks: Option<Picture>,
    /// For players who follow pictures: what they learn about others' commands.
    pub heard: Vec<String>,
    /// For viewers who follow pictures: the vitals of the seat they see.
    pub vitals: Option<Vitals>,
    /// For viewers who follow pictures: the outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// The answer to their line.
    pub answer: Option<Answer>,
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line's number.
    pub id: u64,
    /// The kind of reply.
    pub kind: ReplyKind,
    /// Number of commands in the room's run after it.
    pub commands: usize,
    /// The sentences.
    pub said: Vec<String>,
}
