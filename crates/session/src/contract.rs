//! What front-ends may ask of a game being played, without knowing which one it is.

use crate::run::{Header, Level};
use kernel::{
    Chart, Choice, Cue, Extent, Follows, Guard, Mood, Options, Outcome, Panel, Policy, Pos, Rng, Scene, Seat,
    Stroke, Surroundings, VerbKind, Vitals, Warning,
};

pub use serde_json::Value;

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
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, cue: Cue::Plain }
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

/// An event as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What kind of event it is.
    pub kind: String,
    /// What there is to know about it, by name.
    pub fields: Vec<(String, Value)>,
}

impl Reply {
    /// An answer of one sentence.
    #[must_use]
    pub fn one(kind: ReplyKind, sentence: impl Into<String>) -> Self {
        Self { kind, said: vec![sentence.into().into()] }
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

/// A game being played. Object-safe: front-ends hold a `Box<dyn Session>`.
pub trait Session: Send {
    /// Id of the game.
    fn id(&self) -> &'static str;
    /// Name of the game for people.
    fn title(&self) -> &'static str;
    /// What it is about, in one sentence to the player.
    fn goal(&self) -> &'static str;
    /// True when the scene shows the sentences itself.
    fn scene_speaks(&self) -> bool;
    /// True when words flow over lines.
    fn flowing(&self) -> bool;
    /// The words that leave the game for now.
    fn leave_words(&self) -> &'static [&'static str];
    /// What the game started from.
    fn header(&self) -> &Header;
    /// The verbs, in the order of the help page. Those that the options leave without use are meant in no phase.
    fn verbs(&self) -> Vec<VerbInfo>;
    /// The phase the game is in.
    fn phase(&self) -> u8;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Whose move it is.
    fn to_move(&self) -> Seat;
    /// True when a seat is played by a strategy or a program and not by a person.
    fn has_pilot(&self, seat: Seat) -> bool;
    /// How many commands have been played.
    fn commands(&self) -> usize;

    /// Takes what somebody on a seat typed or pressed. Without a seat it is one person for every seat that nobody else
    /// plays: each command goes to the seat whose move it is.
    fn play(&mut self, seat: Option<Seat>, input: Input<'_>) -> PressReply;
    /// Forgets a command that a seat has begun and not completed; true if there was one.
    fn cancel(&mut self, seat: Seat) -> bool;

    /// Plays everything on one line, for the seat whose move it is, or nothing if a part of it is not understood.
    fn play_line(&mut self, line: &str) -> Reply {
        self.play(None, Input::Line(line))
            .done()
            .unwrap_or(Reply { kind: ReplyKind::Misread, said: Vec::new() })
    }
    /// Takes a word for the seat whose move it is; nothing while a command is incomplete.
    fn play_word(&mut self, word: &str, next: Option<&str>) -> Option<Reply> {
        self.play(None, Input::Word(word, next)).done()
    }
    /// Takes one key for the seat whose move it is.
    fn press(&mut self, stroke: Stroke) -> PressReply {
        self.play(None, Input::Key(stroke))
    }
    /// Plays the command with this number for the seat whose move it is.
    fn play_index(&mut self, index: usize) -> Reply {
        self.play(None, Input::Action(index))
            .done()
            .unwrap_or(Reply { kind: ReplyKind::Misread, said: Vec::new() })
    }
    /// How many commands a bot can choose from.
    fn actions(&self) -> usize;
    /// Lets strategies and programs move until it is a person's turn; nothing happens if it is. Called after every start and
    /// every opening, before a person may play.
    fn settle(&mut self);
    /// Lets the game's own bot play one command with its own dice.
    fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply>;
    /// What the game's own bot would play now, spelled; nothing changes.
    fn suggest(&self) -> Option<String>;

    /// Shows the game as a seat sees it. `note` replaces the sentences of the last command where the scene shows sentences.
    fn draw(&self, seat: Seat, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene);
    /// How large that scene is, without drawing it where the game knows.
    fn extent(&self, seat: Seat, cols: u16, rows: u16, note: Option<&str>) -> Extent;
    /// Says what stands at a cell of the board such a scene shows.
    fn look(&self, seat: Seat, cols: u16, rows: u16, at: Pos) -> String;
    /// True when there is a chart now.
    fn has_chart(&self) -> bool;
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
    /// What would come of a line if a seat played it now; nothing changes. Of several commands the first one counts.
    fn outlook(&self, seat: Seat, line: &str) -> Outlook;
    /// What would come of a key if a seat pressed it now; nothing changes. A key that begins or continues a command is fine.
    fn outlook_of_key(&self, seat: Seat, stroke: Stroke) -> Outlook;
    /// What the game can warn of.
    fn guards(&self) -> &'static [Guard];
    /// The question the next command is to answer, if there is one.
    fn question(&self, seat: Seat) -> Option<String>;
    /// True when there is a map from further away.
    fn has_map(&self) -> bool;
    /// Shows that map.
    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene);
    /// The numbers about the player.
    fn vitals(&self, seat: Seat) -> Vitals;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// True when it is over because the player chose to leave it.
    fn is_left(&self) -> bool;
    /// The events of the last reply.
    fn facts(&self) -> Vec<Fact>;
    /// The same as a JSON list, their fields in the order of the game.
    fn events_json(&self) -> String;
    /// What the last command said to the console and not to the display.
    fn asides(&self) -> Vec<String>;
    /// What a seat gets to know of the last command that was carried out.
    fn said_to(&self, seat: Seat) -> Vec<Sentence>;
    /// The sentences of the last command that was carried out, as told to whoever gave it.
    fn said(&self) -> &[Sentence];

    /// Moves the lines not yet written to the end of `out`; for a new game the header comes first.
    fn journal(&mut self, out: &mut String);
    /// True when the journal has lines that were not handed out yet.
    fn has_journal(&self) -> bool;
    /// Adds a checkpoint now, if commands came since the last one.
    fn checkpoint(&mut self);
    /// Marks the run, for instance as `assisted`.
    fn mark(&mut self, mark: &str);
    /// Marks this place in the run, to come back to later.
    fn point(&mut self, name: &str);
    /// Digest of the whole state.
    fn digest(&self) -> u64;
    /// The state as bytes.
    fn state(&self) -> Vec<u8>;
    /// The commands from the beginning, spelled.
    fn log(&self) -> Vec<(u8, String)>;
    /// The last command and the letters of its pulse, as numbers.
    fn last_step(&self) -> Option<(String, u32)>;
    /// Plays one command of a run for the seat it names; for stepping through a replay.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    fn replay_step(&mut self, seat: u8, text: &str) -> Result<(), String>;
}
