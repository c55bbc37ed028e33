//! What front-ends may ask of a game being played, without knowing which one it is.

use crate::run::{Header, Level, Lines};
use kernel::{
    About, Adjustment, Chart, Choice, Cue, Extent, Follows, Mood, Options, Outcome, Panel, Policy, Pos, Rng,
    Scene, Seat, Stroke, Surroundings, VerbKind, Vitals, Warning,
};
use std::any::Any;
use std::sync::Arc;

/// What a new game is made from.
#[derive(Clone, Debug, Default)]
pub struct Brief {
    /// The seed, any text.
    pub seed: String,
    /// Options.
    pub options: Options,
    /// The level, if there is one.
    pub level: Option<Level>,
    /// Remarks for the header of the run.
    pub about: Vec<(String, String)>,
    /// Who plays, and what they may use.
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

/// Who plays which seat, and what a game may use of this machine. Given at every start and opening; never recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// What may be used.
    pub policy: Policy,
    /// Players that the person has named for this game, by seat: the name of a strategy, or `cmd:` and a command.
    /// Content from others never gets here.
    pub seats: Vec<(Seat, String)>,
}

impl Seating {
    /// The person at this machine, with nobody named for any seat.
    pub const OWNER: Self = Self { policy: Policy::OWNER, seats: Vec::new() };

    /// Whom the person has named for a seat.
    #[must_use]
    pub fn named(&self, seat: Seat) -> Option<&str> {
        self.seats.iter().rev().find(|(other, _)| *other == seat).map(|(_, name)| name.as_str())
    }
}

/// How an input was answered.
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
    /// The game has ended; nothing changed.
    Over,
}

impl ReplyKind {
    /// The word programs read.
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

/// The answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// How it was answered.
    pub kind: ReplyKind,
    /// Everything said, in order.
    pub said: Vec<Sentence>,
}

/// A sentence of a game and how it is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// How to show them.
    pub cue: Cue,
    /// The blow they tell of.
    pub wound: Option<kernel::Wound>,
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, cue: Cue::Plain, wound: None }
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
    /// What kind of event it is.
    pub kind: String,
    /// What there is to know about it, by name.
    pub fields: Vec<(String, FactValue)>,
    /// What it says to the console and not to the display, if anything.
    pub aside: Option<String>,
}

impl Reply {
    /// An answer of one sentence.
    #[must_use]
    pub fn one(kind: ReplyKind, sentence: impl Into<String>) -> Self {
        Self { kind, said: vec![sentence.into().into()] }
    }

    /// The answer to an input that was not even a part of a command.
    pub(crate) const fn nothing() -> Self {
        Self { kind: ReplyKind::Misread, said: Vec::new() }
    }
}

/// The answer to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PressReply {
    /// A command was complete and has been answered.
    Done(Reply),
    /// The command is not complete; the text says what is wanted.
    More(String),
}

impl PressReply {
    /// The answer, if the command was complete.
    #[must_use]
    pub fn done(self) -> Option<Reply> {
        match self {
            Self::Done(reply) => Some(reply),
            Self::More(_) => None,
        }
    }
}

/// What an input comes to when it is only spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A line that says the same.
    Line(String),
    /// The command is not complete; the text says what is wanted.
    More(String),
    /// It is not understood, and the answer to that.
    Not(Reply),
}

/// What somebody typed or pressed.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A whole line.
    Line(&'a str),
    /// A word, where words flow, and the word after it on the same line, which is only looked at.
    Word(&'a str, Option<&'a str>),
    /// A key.
    Key(Stroke),
    /// The number of an action.
    Action(usize),
    /// A command as a run has it, while the run is played again: strategies do not answer it.
    Recorded(&'a str),
}

/// What would come of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It would be carried out.
    Fine,
    /// It would be carried out, and should be given only on purpose.
    Warned(Warning),
    /// It is not possible now, and why.
    Refused(String),
    /// It is not understood.
    Misread,
}

/// A verb, for help pages and key tables.
#[derive(Clone, Debug)]
pub struct VerbInfo {
    /// What it does in one or two words.
    pub name: &'static str,
    /// What it is for.
    pub kind: VerbKind,
    /// How it can be typed.
    pub words: &'static [&'static str],
    /// Its default keys.
    pub keys: &'static [char],
    /// The direction it moves in.
    pub way: Option<kernel::Dir>,
    /// In which phases it is meant.
    pub phases: u8,
    /// One line of help.
    pub help: &'static str,
    /// What follows it.
    pub follows: Follows,
    /// The words for the directions that may follow it; none where no direction follows.
    pub ways: &'static [(&'static str, kernel::Dir)],
}

/// What can be typed, pressed or chosen in a game.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The verbs, in the order of the help page. Those that the options leave without use are meant in no phase.
    pub verbs: Vec<VerbInfo>,
    /// True when words flow over lines.
    pub flowing: bool,
    /// How many commands a bot can choose from by number.
    pub actions: usize,
    /// What whoever is to move can set now; nothing outside practice games.
    pub adjustments: Vec<Adjustment>,
}

/// Where a game stands: what changes with its commands and can be said in a word.
#[derive(Clone, Debug)]
pub struct Status {
    /// The phase the game is in.
    pub phase: u8,
    /// Whose move it is.
    pub to_move: Seat,
    /// The seats that a strategy or a program plays.
    pub strategies: Vec<Seat>,
    /// How many commands have been played; in a room, on the own seat.
    pub commands: usize,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// True when there is a chart now.
    pub has_chart: bool,
    /// True when there is a map from further away.
    pub has_map: bool,
    /// The letters of the pulse that a run keeps with each command, as a number.
    pub pulse: u32,
    /// How it stands with the room, where the game is played in one: others act at any time, and nothing is taken back.
    pub room: Option<RoomStatus>,
}

/// How a player stands with the room where the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomStatus {
    /// Whether the room can be reached.
    pub contact: Contact,
    /// Commands of all seats so far; [`Status::commands`] counts those of the own one.
    pub commands: usize,
    /// Counts what has come from the room. Where it has changed after [`Session::settle`], `said` has what is new.
    pub news: u64,
}

/// Whether a room can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It answers.
    Here,
    /// The connection is lost, and somebody tries to make it again.
    Lost,
    /// The room was closed, or the player has been sent away.
    Over,
}

/// A game being played. Object-safe: front-ends hold a `Box<dyn Session>`, and what can be computed from these few
/// questions stands in `asked.rs`.
pub trait Session: Send {
    /// What is the same for every game of its kind.
    fn about(&self) -> &'static About;
    /// What the game started from.
    fn header(&self) -> &Header;
    /// What can be typed, pressed or chosen.
    fn vocabulary(&self) -> Vocabulary;
    /// Where it stands.
    fn status(&self) -> Status;

    /// Takes what somebody on a seat typed or pressed. Without a seat it is one person for every seat that nobody else
    /// plays: each command goes to the seat whose move it is.
    fn play(&mut self, seat: Option<Seat>, input: Input<'_>) -> PressReply;
    /// Reads what a seat typed or pressed without playing it: for sessions that send their commands elsewhere.
    fn spell(&mut self, seat: Seat, input: Input<'_>) -> Spelling;
    /// Forgets a command that a seat has begun and not completed; true if there was one.
    fn cancel(&mut self, seat: Seat) -> bool;
    /// Lets strategies and programs move until it is a person's turn; nothing happens if it is. Called after every start and
    /// every opening, before a person may play. In a room it takes in what others have done.
    fn settle(&mut self);
    /// What the game's own bot would play now with these dice, spelled; nothing changes.
    fn advise(&self, dice: &mut Rng) -> Option<String>;
    /// What would come of an input if a seat gave it now; nothing changes. Of several commands the first one counts, and a
    /// key that begins or continues a command is fine.
    fn foresee(&self, seat: Seat, input: Input<'_>) -> Outlook;

    /// Shows the game as a seat sees it. `note` replaces the sentences of the last command where the scene shows sentences.
    fn draw(&self, seat: Seat, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene);
    /// How large the board of that scene is, in cells.
    fn extent(&self, seat: Seat, cols: u16, rows: u16) -> Extent;
    /// Says what stands at a cell of the board such a scene shows.
    fn look(&self, seat: Seat, cols: u16, rows: u16, at: Pos) -> String;
    /// What a seat knows of the ground.
    fn chart(&self, seat: Seat, cols: u16, rows: u16) -> Option<Chart>;
    /// What the player sees on the board without a terminal, in words; nothing while the player is not on it.
    fn surroundings(&self, seat: Seat) -> Option<Surroundings>;
    /// What a seat should know at a glance; places are those of the board such a scene shows.
    fn panel(&self, seat: Seat, cols: u16, rows: u16) -> Panel;
    /// The question the game asks a seat before it goes on, with its answers, if it asks one.
    fn choice(&self, seat: Seat) -> Option<Choice>;
    /// The colours of the place where a seat is.
    fn mood(&self, seat: Seat) -> Option<Mood>;
    /// Shows the map from further away.
    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene);
    /// The numbers about the player.
    fn vitals(&self, seat: Seat) -> Vitals;

    /// The events of the last reply.
    fn facts(&self) -> Vec<Fact>;
    /// The same as a JSON list, their fields in the order of the game: those that a seat gets to know of, or all.
    #[cfg(feature = "programs")]
    fn events_json(&self, seat: Option<Seat>) -> String;
    /// The sentences of the last command that was carried out, as told to whoever gave it.
    fn said(&self) -> &[Sentence];
    /// What a seat gets to know of the last command that was carried out.
    fn said_to(&self, seat: Seat) -> Vec<Sentence>;

    /// The lines of the run that were not handed out yet.
    fn lines(&mut self) -> &mut Lines;
    /// Ends the run, whose text is given, and begins the next chapter from this state: see [`crate::turn_page`].
    fn next_chapter(&mut self, text: &str, players: String);
    /// Adds a checkpoint to them now, if commands came since the last one.
    fn checkpoint(&mut self);
    /// The state as bytes.
    fn state(&self) -> Vec<u8>;
    /// A copy of the game, for a [`crate::Snapshot`].
    fn copy(&self) -> Arc<dyn Any + Send + Sync>;
    /// A command that was played, by its number from 0: its seat, and how it is spelled.
    fn step(&self, index: usize) -> Option<(u8, String)>;
}
