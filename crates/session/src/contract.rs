//! The trait [`Session`]: a game being played, as front-ends see it, whichever game it is.

use crate::run::{Header, Level, Lines};
use kernel::{
    About, Adjustment, Chart, Choice, Cue, Extent, Follows, Mood, Options, Outcome, Panel, Policy, Pos, Rng,
    Scene, Seat, Stroke, Surroundings, VerbKind, Vitals, Warning,
};
use std::any::Any;
use std::sync::Arc;

/// The parameters of a new game.
#[derive(Clone, Debug, Default)]
pub struct Brief {
    /// The seed: any text.
    pub seed: String,
    /// The options.
    pub options: Options,
    /// The level, if there is one.
    pub level: Option<Level>,
    /// Remarks for the header of the run.
    pub about: Vec<(String, String)>,
    /// Who plays, and what the game may use.
    pub seating: Seating,
}

impl Brief {
    /// The header of the run of such a game.
    #[must_use]
    pub fn to_header(&self, about: &About) -> Header {
        Header {
            game: about.id.to_owned(),
            rules: about.rules,
            seed: self.seed.clone(),
            options: self.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            level: self.level.clone(),
            about: self.about.clone(),
            chapter: None,
        }
    }
}

/// Who plays which seat, and what the game may use of this machine. Given at every start and opening; never
/// recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// What the game may use.
    pub policy: Policy,
    /// Players that the person has named for this game, by seat: the name of a strategy, or `cmd:` and a
    /// command. Never set from content of others.
    pub seats: Vec<(Seat, String)>,
}

impl Seating {
    /// The person at this machine, without named players.
    pub const OWNER: Self = Self { policy: Policy::OWNER, seats: Vec::new() };

    /// The player named for a seat.
    #[must_use]
    pub fn named(&self, seat: Seat) -> Option<&str> {
        self.seats.iter().rev().find(|(other, _)| *other == seat).map(|(_, name)| name.as_str())
    }
}

/// The kind of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyKind {
    /// The first frame.
    Start,
    /// Carried out.
    Played,
    /// Understood, but not possible; nothing changed.
    Refused,
    /// Not understood; nothing changed.
    Misread,
    /// The game is over; nothing changed.
    Over,
}

impl ReplyKind {
    /// Its name in protocols.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Played => "played",
            Self::Refused => "refused",
            Self::Misread => "misread",
            Self::Over => "over",
        }
    }
}

/// The reply to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// How it was answered.
    pub kind: ReplyKind,
    /// All sentences, in order.
    pub said: Vec<Sentence>,
}

/// A sentence, and how to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// The words of the application, where they differ; empty where it says nothing.
    pub to_player: Option<String>,
    /// How to show them.
    pub cue: Cue,
    /// The blow it describes.
    pub wound: Option<kernel::Wound>,
}

impl Sentence {
    /// The words of the application; empty where it says nothing.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.to_player.as_deref().unwrap_or(&self.text)
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, to_player: None, cue: Cue::Plain, wound: None }
    }
}

impl std::ops::Deref for Sentence {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl std::borrow::Borrow<str> for Sentence {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl PartialEq<&str> for Sentence {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

/// What an event knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FactValue {
    Nothing,
    Truth(bool),
    Number(i64),
    Text(String),
    List(Vec<FactValue>),
    Fields(Vec<(String, FactValue)>),
}

/// An event as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its kind.
    pub kind: String,
    /// Its fields.
    pub fields: Vec<(String, FactValue)>,
    /// A message for the log instead of the display, if any.
    pub aside: Option<String>,
}

impl Reply {
    /// A reply of one sentence.
    #[must_use]
    pub fn one(kind: ReplyKind, sentence: impl Into<String>) -> Self {
        Self { kind, said: vec![sentence.into().into()] }
    }

    /// The reply to an incomplete command.
    pub(crate) const fn nothing() -> Self {
        Self { kind: ReplyKind::Misread, said: Vec::new() }
    }
}

/// The reply to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PressReply {
    /// A command was complete.
    Done(Reply),
    /// The command is incomplete; the text says what is missing.
    More(String),
}

impl PressReply {
    /// The reply, if the command was complete.
    #[must_use]
    pub fn done(self) -> Option<Reply> {
        match self {
            Self::Done(reply) => Some(reply),
            Self::More(_) => None,
        }
    }
}

/// An input as a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// An equivalent line.
    Line(String),
    /// The command is incomplete; the text says what is missing.
    More(String),
    /// It was not understood; the reply.
    Not(Reply),
}

/// An input of a player.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A whole line.
    Line(&'a str),
    /// A word of a stream of words, and the next word of the same line, which is not consumed.
    Word(&'a str, Option<&'a str>),
    /// A key.
    Key(Stroke),
    /// The number of an action.
    Action(usize),
    /// A recorded command during a replay: strategies do not respond.
    Recorded(&'a str),
}

/// The result that an input would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It would be carried out.
    Fine,
    /// It would be carried out, and should be confirmed.
    Warned(Warning),
    /// It would be refused, and why.
    Refused(String),
    /// It would not be understood.
    Misread,
}

/// A verb, for help pages and key tables.
#[derive(Clone, Debug)]
pub struct VerbInfo {
    /// Its name, one or two words.
    pub name: &'static str,
    /// Its kind.
    pub kind: VerbKind,
    /// The words for it.
    pub words: &'static [&'static str],
    /// Its default keys.
    pub keys: &'static [char],
    /// The direction it moves in.
    pub way: Option<kernel::Dir>,
    /// The phases in which it is valid, one bit each.
    pub phases: u8,
    /// One line of help.
    pub help: &'static str,
    /// Its argument.
    pub follows: Follows,
    /// The words for directions, if its argument is one.
    pub ways: &'static [(&'static str, kernel::Dir)],
}

/// The possible inputs of a game.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The verbs, in the order of the help page. Verbs without effect are valid in no phase.
    pub verbs: Vec<VerbInfo>,
    /// Whether lines are read as one stream of words.
    pub flowing: bool,
    /// The number of actions a bot can choose from.
    pub actions: usize,
    /// What the seat to move can set now; empty outside practice games.
    pub adjustments: Vec<Adjustment>,
}

/// The status of a game: what changes with its commands.
#[derive(Clone, Debug)]
pub struct Status {
    /// The phase of the game.
    pub phase: u8,
    /// Whose move it is.
    pub to_move: Seat,
    /// The seats played by strategies or programs.
    pub strategies: Vec<Seat>,
    /// The number of commands played; in a room, on the own seat.
    pub commands: usize,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Whether there is a chart now.
    pub has_chart: bool,
    /// Whether there is an overview map.
    pub has_map: bool,
    /// The pulse as kept in runs.
    pub pulse: u32,
    /// The status of the room, if the game is played in one: others act at any time, and nothing can be taken
    /// back.
    pub room: Option<RoomStatus>,
}

/// The status of a room for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomStatus {
    /// Whether the room can be reached.
    pub contact: Contact,
    /// The commands of all seats; [`Status::commands`] counts those of the own one.
    pub commands: usize,
    /// Counts updates from the room. If it has changed after [`Session::settle`], `said` contains the new
    /// sentences.
    pub news: u64,
}

/// The connection to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Connected.
    Here,
    /// Lost; it is being restored.
    Lost,
    /// The room was closed, or the player was removed.
    Over,
}

/// A game being played. Object-safe: front-ends hold a `Box<dyn Session>`. Convenience methods are in
/// `asked.rs`.
pub trait Session: Send {
    /// The constant facts of the game.
    fn about(&self) -> &'static About;
    /// The header of the run.
    fn header(&self) -> &Header;
    /// The possible inputs.
    fn vocabulary(&self) -> Vocabulary;
    /// The current status.
    fn status(&self) -> Status;

    /// Takes an input of a seat. Without a seat it comes from a person who plays every seat that has no
    /// strategy: each command goes to the seat to move.
    fn play(&mut self, seat: Option<Seat>, input: Input<'_>) -> PressReply;
    /// Reads an input of a seat without playing it, for sessions that send their commands elsewhere.
    fn spell(&mut self, seat: Seat, input: Input<'_>) -> Spelling;
    /// Drops an incomplete command of a seat; returns whether there was one.
    fn cancel(&mut self, seat: Seat) -> bool;
    /// Lets strategies and programs move until it is a person's turn. Called after every start and opening,
    /// before a person plays. In a room it takes in the commands of others.
    fn settle(&mut self);
    /// What the game's bot would play now with these dice; changes nothing.
    fn advise(&self, dice: &mut Rng) -> Option<String>;
    /// What would happen if a seat gave an input now; changes nothing. Only the first of several commands is
    /// considered, and a key that begins or continues a command is fine.
    fn foresee(&self, seat: Seat, input: Input<'_>) -> Outlook;

    /// Draws the game as a seat sees it. `note` replaces the sentences of the last command in scenes that show
    /// sentences.
    fn draw(&self, seat: Seat, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene);
    /// The size of the board of that scene, in cells.
    fn extent(&self, seat: Seat, cols: u16, rows: u16) -> Extent;
    /// Describes a cell of the board of such a scene.
    fn look(&self, seat: Seat, cols: u16, rows: u16, at: Pos) -> String;
    /// What a seat knows of the ground.
    fn chart(&self, seat: Seat, cols: u16, rows: u16) -> Option<Chart>;
    /// The board without a terminal in words; `None` while the player is not on it.
    fn surroundings(&self, seat: Seat) -> Option<Surroundings>;
    /// The facts a player needs at a glance; positions are those of such a scene's board.
    fn panel(&self, seat: Seat, cols: u16, rows: u16) -> Panel;
    /// The question the game asks a seat now, if it asks one.
    fn choice(&self, seat: Seat) -> Option<Choice>;
    /// The colours of the place where a seat is, if it has its own.
    fn mood(&self, seat: Seat) -> Option<Mood>;
    /// Draws the overview map.
    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene);
    /// The numbers and texts about a player.
    fn vitals(&self, seat: Seat) -> Vitals;

    /// The events of the last reply.
    fn facts(&self) -> Vec<Fact>;
    /// The same as a JSON list with the fields in the game's order: the events that a seat perceives, or all.
    #[cfg(feature = "programs")]
    fn events_json(&self, seat: Option<Seat>) -> String;
    /// The sentences of the last command, as told to the seat that gave it.
    fn said(&self) -> &[Sentence];
    /// The sentences of the last command that a seat perceives.
    fn said_to(&self, seat: Seat) -> Vec<Sentence>;

    /// The lines of the run that were not written yet.
    fn lines(&mut self) -> &mut Lines;
    /// Ends the run, whose text is given, and begins the next chapter from the current state: see
    /// [`crate::turn_page`].
    fn next_chapter(&mut self, text: &str, players: String);
    /// Adds a checkpoint if there were commands since the last one.
    fn checkpoint(&mut self);
    /// The serialised state.
    fn state(&self) -> Vec<u8>;
    /// A copy of the game, for a [`crate::Snapshot`].
    fn copy(&self) -> Arc<dyn Any + Send + Sync>;
    /// The seat and the spelling of a command, by its index.
    fn step(&self, index: usize) -> Option<(u8, String)>;
}
