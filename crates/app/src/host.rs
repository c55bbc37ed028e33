//! What a host offers its visitors beside the games: a name, a way to sign in on the web, and rooms that others play in.

use session::Session;
use std::fmt::Debug;
use std::sync::Arc;

/// What a host offers one visitor. Every call may take as long as a write to its database.
pub trait Host: Debug + Send + Sync {
    /// The name the visitor plays under; `None` before they have chosen one.
    fn name(&self) -> Option<String>;

    /// Gives the visitor a name.
    ///
    /// # Errors
    /// A sentence, when the name is invalid or taken.
    fn take_name(&self, name: &str) -> Result<(), String>;

    /// A code that signs the visitor in on the web, once, with the sentences that explain it.
    ///
    /// # Errors
    /// A sentence, when there is none.
    fn web_code(&self) -> Result<WebCode, String>;

    /// The visitor's own open games first, then the games that others play and show.
    fn rooms(&self) -> Vec<RoomInfo> {
        Vec::new()
    }

    /// Enters a room. The session ends its visit when it is dropped.
    ///
    /// # Errors
    /// A sentence, when the room cannot be entered.
    fn enter(&self, wish: Wish) -> Result<Box<dyn Session>, String> {
        let _ = wish;
        Err("This host has no rooms.".to_owned())
    }

    /// Why the visitor has to leave now, if they have to.
    fn expelled(&self) -> Option<String> {
        None
    }
}

/// A game on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomInfo {
    /// Its id, for [`Wish`].
    pub id: String,
    /// The id of what is played: `boo`.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// How many commands were played.
    pub commands: usize,
    /// True when others can take a seat.
    pub joinable: bool,
    /// True when the visitor has a seat there.
    pub own: bool,
}

/// What a visitor wants to play or watch on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A new game that others can join.
    Share {
        /// The id of the game.
        game: String,
    },
    /// A new game for the boards, on a seed that nobody knows.
    Compete {
        /// The id of the game.
        game: String,
        /// True for the game of the day, which is the same for everybody.
        daily: bool,
    },
    /// A seat in a room, by its id: the visitor's own if they have one there.
    Join(String),
    /// To watch a room, by its id.
    Watch(String),
}

/// A sign-in code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebCode {
    /// The code.
    pub code: String,
    /// Where to type it, and for how long it is valid.
    pub about: String,
}

/// A host and its visitor.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) host: Arc<dyn Host>,
    /// The visitor's name, once they have one.
    pub(crate) name: Option<String>,
    /// The user name sent by the client. It identifies nobody.
    pub(crate) login: String,
}
