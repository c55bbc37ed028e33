//! Rooms in which several people play one game, each on a screen of their own.
//!
//! A [`Hall`] has no sockets, no clock and no randomness: a door feeds it what came in and the time, and carries out what it
//! answers, in order. Commands of all seats are acted one after the other, no ticks; what was acted is in the run before it
//! is shown ([`Output::Keep`] comes before [`Output::Show`]).
//!
//! A viewer is sent one message at a time. While it has not been read, what is new is not queued: the next message holds the
//! rest of the run or the newest picture, so a slow reader costs no memory and delays nobody.
//!
//! Lines have numbers. A seat is answered the same number twice with the same answer, and the command is played once: whoever
//! lost a connection sends the last line again. [`Kept::receipts`] let that hold over a restart, too.
//!
//! The player's side is a [`Mirror`]: a session that follows the run of a room through a [`Channel`].

mod channel;
mod mirror;
mod output;
mod past;
mod picture;
mod room;
mod roster;
mod viewer;

pub use channel::{Channel, Heard};
pub use mirror::{BACK, Change, LOST, Mirror};
pub use output::{Answer, Kept, Message, Output, Receipt};
pub use picture::Picture;
pub use viewer::Follows;

use room::Room;
use session::Session;
use std::collections::BTreeMap;

/// A room, by the number its door gave it.
pub type RoomId = u32;
/// Somebody who is connected, by the number the door gave.
pub type ViewerId = u64;
/// Seconds of the door's clock.
pub type Seconds = u64;

/// After so many seconds without a connection a player leaves the game.
pub const GRACE_SECONDS: Seconds = 60;
/// The most viewers of one room, players among them, unless its door says otherwise.
pub const VIEWERS_MAX: usize = 64;
/// The most bytes of a command line; longer ones are not understood anyway.
pub const LINE_BYTES_MAX: usize = 1024;
/// The most commands that watchers can be behind.
pub const DELAY_MAX: u16 = 100;

/// A game that is opened to others. The first who comes plays seat 0 and hosts.
pub struct Opening {
    /// The room's number.
    pub room: RoomId,
    /// The game.
    pub session: Box<dyn Session>,
    /// Its run so far, which is kept already.
    pub run: String,
    /// The word that guests must know, if there is one.
    pub key: Option<String>,
    /// The players by seat, as far as the run does not name them: in games without `join` it never does.
    pub names: Vec<String>,
    /// How somebody comes back to a seat.
    pub claims: Claims,
    /// The last answers, as they were kept: see [`Kept::receipts`].
    pub receipts: Vec<Receipt>,
    /// Who may watch.
    pub watching: Watching,
    /// The most viewers, players among them.
    pub viewers_max: usize,
    /// After so many commands a chapter is closed, in games where players come and go; 0 for never. A door that wants it takes
    /// care of [`Kept::chapter`].
    pub chapter_commands: usize,
}

impl Opening {
    /// A room without a key that everybody may watch, and where a name is enough to come back.
    #[must_use]
    pub fn new(room: RoomId, session: Box<dyn Session>, run: String) -> Self {
        Self {
            room,
            session,
            run,
            key: None,
            names: Vec::new(),
            claims: Claims::ByName,
            receipts: Vec::new(),
            watching: Watching::Live,
            viewers_max: VIEWERS_MAX,
            chapter_commands: 0,
        }
    }
}

/// How somebody comes back to a seat they had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// By its name, when nobody else is connected there: among friends.
    ByName,
    /// Only by [`Want::Return`]: the door knows who they are. A name that is known is refused to newcomers.
    ByDoor,
}

/// Who may watch without a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watching {
    /// Everybody, as it happens.
    Live,
    /// Everybody, so many commands behind (at most [`DELAY_MAX`]) until the game is over. Pictures then have the size of
    /// a screen without a terminal.
    Delayed(u16),
    /// Nobody.
    Private,
}

/// What somebody wants who comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Want {
    /// A seat under this name.
    Play(String),
    /// The seat they had before. The door knows that they are the same: who is still connected there is cut off.
    Return(u8),
    /// To watch.
    Watch,
}

/// What came in.
pub enum Input {
    /// A game is opened to others.
    Open(Box<Opening>),
    /// Somebody asks to be let in.
    Hello {
        /// Their number, new.
        viewer: ViewerId,
        /// Where.
        room: RoomId,
        /// As whom.
        want: Want,
        /// The word they know.
        key: Option<String>,
        /// What they want to be sent.
        follows: Follows,
    },
    /// A player has typed a line.
    Line {
        /// Who.
        viewer: ViewerId,
        /// A number of theirs, another than that of the line before; it comes back with the answer. 0 for no number.
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
    /// Others may watch from now on, or not.
    Watching(RoomId, Watching),
    /// A room is closed, and everybody is told why.
    Shut {
        /// Which.
        room: RoomId,
        /// One sentence.
        why: String,
    },
}

/// All rooms. Rooms know nothing of each other: a door with many of them can have a hall for each, behind a lock of its own.
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
            Input::Open(opening) => {
                let id = opening.room;
                self.rooms.insert(id, Room::new(*opening, now));
                vec![id]
            }
            Input::Hello { viewer, room, want, key, follows } => {
                let entered = match self.rooms.get_mut(&room) {
                    Some(room) => room.enter(viewer, &want, key.as_deref(), follows, &mut out),
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
            Input::Watching(id, watching) => {
                if let Some(room) = self.rooms.get_mut(&id) {
                    room.let_watch(watching, &mut out);
                }
                vec![id]
            }
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

    /// The players of a room by seat, and whether each is on the board of a game where players come and go.
    #[must_use]
    pub fn players(&self, room: RoomId) -> Vec<(String, bool)> {
        self.rooms.get(&room).map_or_else(Vec::new, |room| room.roster.players())
    }

    /// The number of the last line of a seat that was played; whoever comes back without their own count goes on from here.
    #[must_use]
    pub fn answered(&self, room: RoomId, seat: u8) -> u64 {
        self.rooms.get(&room).map_or(0, |room| room.answered(seat))
    }

    /// How many viewers a room has, players among them.
    #[must_use]
    pub fn viewers(&self, room: RoomId) -> usize {
        self.rooms.get(&room).map_or(0, |room| room.viewers.len())
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
