//! Rooms in which several people play one game, each on a screen of their own.
//!
//! A [`Hall`] has no sockets, no clock and no randomness: a door passes it inputs and the time, and carries
//! out its outputs in order. Commands of all seats are played one after the other, without ticks. A command
//! is in the run before it is shown ([`Output::Keep`] comes before [`Output::Show`]).
//!
//! A viewer is sent one message at a time. While it is unread, news is not queued: the next message contains
//! the rest of the run or the newest picture, so a slow reader costs no memory and delays nobody.
//!
//! Lines are numbered. If a seat repeats a number, it gets the same answer and the command is played only
//! once, so after a lost connection the last line can be sent again. With [`Kept::receipts`] this also works
//! across a restart.
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
pub use mirror::{BACK, Change, LOST, Mirror, SEALED};
pub use output::{Answer, Kept, Message, Output, Receipt};
pub use picture::{Picture, inks_of};
pub use viewer::Follows;

use room::Room;
use session::Session;
use std::collections::BTreeMap;

/// A room, by the number its door gave it.
pub type RoomId = u32;
/// A connection, by the number its door gave it.
pub type ViewerId = u64;
/// Time in seconds, by the door's clock.
pub type Seconds = u64;

/// Grace period in seconds: a player without a connection leaves the game after it.
pub const GRACE_SECONDS: Seconds = 60;
/// Default maximum of viewers in a room, including players.
pub const VIEWERS_MAX: usize = 64;
/// Maximum length of a command line in bytes; no valid line is longer.
pub const LINE_BYTES_MAX: usize = 1024;
/// Maximum number of commands that watchers can be behind.
pub const DELAY_MAX: u16 = 100;

/// A game to be opened to others. The first player takes seat 0 and hosts.
pub struct Opening {
    /// The room's number.
    pub room: RoomId,
    /// The game.
    pub session: Box<dyn Session>,
    /// Its run so far, which is saved already.
    pub run: String,
    /// The key that guests must know, if any.
    pub key: Option<String>,
    /// Names of the players by seat, where the run does not contain them: without `join` it never does.
    pub names: Vec<String>,
    /// How players reclaim their seats.
    pub claims: Claims,
    /// The last answers, as kept in [`Kept::receipts`].
    pub receipts: Vec<Receipt>,
    /// Who may watch.
    pub watching: Watching,
    /// Maximum number of viewers, including players.
    pub viewers_max: usize,
    /// Length of a chapter in commands, in games where players come and go; 0 for no chapters. A door that
    /// sets it must handle [`Kept::chapter`].
    pub chapter_commands: usize,
}

impl Opening {
    /// A room without a key, open to watchers, where the name is enough to reclaim a seat.
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

/// How players reclaim a seat they had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// By name, while nobody else is connected there: for games among friends.
    ByName,
    /// Only with [`Want::Return`], because the door authenticates players. Newcomers cannot take a known
    /// name.
    ByDoor,
}

/// Who may watch without a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watching {
    /// Everybody, live.
    Live,
    /// Everybody, this many commands behind (at most [`DELAY_MAX`]) until the game is over. Pictures then
    /// have the size for no terminal.
    Delayed(u16),
    /// Nobody.
    Private,
}

/// The request of a newcomer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Want {
    /// A seat under this name.
    Play(String),
    /// The seat they had before. The door has authenticated them; an existing connection of that seat is
    /// closed.
    Return(u8),
    /// To watch.
    Watch,
}

/// An event for the hall.
pub enum Input {
    /// Open a game to others.
    Open(Box<Opening>),
    /// A connection asks to enter.
    Hello {
        /// Its number, not used before.
        viewer: ViewerId,
        /// The room.
        room: RoomId,
        /// The request.
        want: Want,
        /// The key it gave.
        key: Option<String>,
        /// What it wants to be sent.
        follows: Follows,
    },
    /// A player typed a line.
    Line {
        /// The viewer.
        viewer: ViewerId,
        /// The line's number, different from that of the line before, returned with the answer; 0 for none.
        id: u64,
        /// The line.
        text: String,
    },
    /// The last message for a viewer was delivered.
    Ready(ViewerId),
    /// A connection ended. After a goodbye, the player leaves the game at once.
    Gone {
        /// The viewer.
        viewer: ViewerId,
        /// Whether the player said goodbye.
        goodbye: bool,
    },
    /// Time has passed.
    Tick,
    /// Change who may watch a room.
    Watching(RoomId, Watching),
    /// Close a room and tell everybody why.
    Shut {
        /// The room.
        room: RoomId,
        /// The reason, one sentence.
        why: String,
    },
}

/// All rooms. Rooms are independent: a door with many of them can use a hall for each, behind separate locks.
#[derive(Default)]
pub struct Hall {
    rooms: BTreeMap<RoomId, Room>,
    viewers: BTreeMap<ViewerId, RoomId>,
}

impl Hall {
    /// Handles an input at a time; returns what the door has to do.
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

    /// The session of a room.
    #[must_use]
    pub fn session(&self, room: RoomId) -> Option<&dyn Session> {
        self.rooms.get(&room).map(|room| room.session.as_ref())
    }

    /// The players of a room by seat, and whether each is on the board of a game where players come and go.
    #[must_use]
    pub fn players(&self, room: RoomId) -> Vec<(String, bool)> {
        self.rooms.get(&room).map_or_else(Vec::new, |room| room.roster.players())
    }

    /// The number of a seat's last played line. A player who comes back without their own count continues
    /// from there.
    #[must_use]
    pub fn answered(&self, room: RoomId, seat: u8) -> u64 {
        self.rooms.get(&room).map_or(0, |room| room.answered(seat))
    }

    /// Number of viewers of a room, including players.
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
