//! Rooms in which several people play one game, each on a screen of their own.
//!
//! A [`Hall`] has no sockets, no clock and no randomness: a door feeds it what came in and the time, and carries out what it
//! answers, in order. Commands of all seats are acted one after the other, no ticks; what was acted is in the run before it
//! is shown ([`Output::Keep`] comes before [`Output::Show`]).
//!
//! A viewer is sent one message at a time. While it has not been read, what is new is not queued: the next message holds the
//! rest of the run or the newest picture, so a slow reader costs no memory and delays nobody.

mod picture;
mod room;

pub use picture::Picture;
pub use room::Follows;

use room::Room;
use session::{ReplyKind, Session};
use std::collections::BTreeMap;

/// A room, by the number its door gave it.
pub type RoomId = u32;
/// Somebody who is connected, by the number the door gave.
pub type ViewerId = u64;
/// Seconds of the door's clock.
pub type Seconds = u64;

/// After so many seconds without a connection a player leaves the game.
pub const GRACE_SECONDS: Seconds = 60;
/// The most viewers of one room, players among them.
pub const VIEWERS_MAX: usize = 64;
/// The most bytes of a command line; longer ones are not understood anyway.
pub const LINE_BYTES_MAX: usize = 1024;

/// What came in.
pub enum Input {
    /// A game is opened to others. The first who comes plays seat 0 and hosts.
    Open {
        /// The room's number.
        room: RoomId,
        /// The game.
        session: Box<dyn Session>,
        /// Its run so far, which is kept already.
        run: String,
        /// The word that guests must know, if there is one.
        key: Option<String>,
    },
    /// Somebody asks to be let in.
    Hello {
        /// Their number, new.
        viewer: ViewerId,
        /// Where.
        room: RoomId,
        /// Under which name; nothing for one who only watches.
        name: Option<String>,
        /// The word they know.
        key: Option<String>,
        /// What they want to be sent.
        follows: Follows,
    },
    /// A player has typed a line.
    Line {
        /// Who.
        viewer: ViewerId,
        /// A number of theirs; it comes back with the answer.
        id: u64,
        /// The line.
        text: String,
    },
    /// A viewer has been sent all of the last message.
    Ready(ViewerId),
    /// A connection has ended. Who said goodbye leaves the game at once.
    Gone {
        /// Who.
        viewer: ViewerId,
        /// True after a goodbye.
        goodbye: bool,
    },
    /// Time has passed.
    Tick,
    /// A room is closed, and everybody is told why.
    Shut {
        /// Which.
        room: RoomId,
        /// One sentence.
        why: String,
    },
}

/// What the door is to do, in this order.
#[derive(Debug)]
pub enum Output {
    /// Append this text to the run of a room and make it last.
    Keep(RoomId, String),
    /// Send a message; then say [`Input::Ready`].
    Show(ViewerId, Message),
    /// Tell them why, and end the connection.
    Close(ViewerId, String),
}

/// What a viewer is sent.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The seat they play, if they play.
    pub seat: Option<u8>,
    /// Commands in the run so far.
    pub commands: usize,
    /// The names of the players by seat, when they have changed.
    pub names: Option<Vec<String>>,
    /// For those who follow the run: its text since the last message.
    pub run: String,
    /// For those who follow pictures: what has changed since the last one.
    pub picture: Option<Picture>,
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
    /// What was said.
    pub said: Vec<String>,
}

/// All rooms.
#[derive(Default)]
pub struct Hall {
    rooms: BTreeMap<RoomId, Room>,
    viewers: BTreeMap<ViewerId, RoomId>,
}

impl Hall {
    /// Takes what came in at a time; what is to be done about it.
    pub fn take(&mut self, now: Seconds, input: Input) -> Vec<Output> {
        let mut out = Vec::new();
        let changed: Vec<RoomId> = match input {
            Input::Open { room, session, run, key } => {
                self.rooms.insert(room, Room::new(session, run, key, now));
                vec![room]
            }
            Input::Hello { viewer, room, name, key, follows } => {
                let entered = match self.rooms.get_mut(&room) {
                    Some(room) => room.enter(viewer, name.as_deref(), key.as_deref(), follows),
                    None => Err("There is no such room.".to_owned()),
                };
                match entered {
                    Ok(()) => drop(self.viewers.insert(viewer, room)),
                    Err(why) => out.push(Output::Close(viewer, why)),
                }
                vec![room]
            }
            Input::Line { viewer, id, text } => {
                self.within(viewer, &mut out, |room, out| room.line(viewer, id, text, out))
            }
            Input::Ready(viewer) => self.within(viewer, &mut out, |room, _| room.ready(viewer)),
            Input::Gone { viewer, goodbye } => {
                let rooms = self.within(viewer, &mut out, |room, _| room.lose(viewer, now, goodbye));
                self.viewers.remove(&viewer);
                rooms
            }
            Input::Tick => self.rooms.keys().copied().collect(),
            Input::Shut { room, why } => {
                if let Some(mut shut) = self.rooms.remove(&room) {
                    shut.shut(room, &why, &mut out);
                    self.viewers.retain(|_, other| *other != room);
                }
                Vec::new()
            }
        };
        for id in changed {
            if let Some(room) = self.rooms.get_mut(&id) {
                room.settle(id, now, &mut out);
            }
        }
        for output in &out {
            if let Output::Close(viewer, _) = output {
                self.viewers.remove(viewer);
            }
        }
        out
    }

    /// The game of a room.
    #[must_use]
    pub fn session(&self, room: RoomId) -> Option<&dyn Session> {
        self.rooms.get(&room).map(|room| room.session.as_ref())
    }

    fn within(
        &mut self,
        viewer: ViewerId,
        out: &mut Vec<Output>,
        act: impl FnOnce(&mut Room, &mut Vec<Output>),
    ) -> Vec<RoomId> {
        let Some(id) = self.viewers.get(&viewer).copied() else { return Vec::new() };
        if let Some(room) = self.rooms.get_mut(&id) {
            act(room, out);
        }
        vec![id]
    }
}
