//! What front-ends may ask of a game being played, without knowing which one it is.

use crate::run::{Header, Level};
use kernel::{Chart, Cue, Options, Outcome, Policy, Pos, Rng, Scene, Seat, Stroke, Surroundings, Vitals};

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
    pub said: Vec<String>,
    /// How each sentence is to be shown.
    pub cues: Vec<Cue>,
}

impl Reply {
    pub(crate) fn one(kind: ReplyKind, sentence: impl Into<String>) -> Self {
        Self { kind, said: vec![sentence.into()], cues: vec![Cue::Plain] }
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

/// A verb, for help pages and key tables.
#[derive(Clone, Debug)]
pub struct VerbInfo {
    /// What it does in one or two words.
    pub name: &'static str,
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
    /// What follows it: empty, `DIRECTION`, `1-9`, `CHARACTER`.
    pub follows: String,
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
    /// Whose move it is.
    fn to_move(&self) -> Seat;
    /// True when a seat is played by a strategy or a program and not by a person.
    fn has_pilot(&self, seat: Seat) -> bool;
    /// How many commands have been played.
    fn commands(&self) -> usize;

    /// Plays everything on one line, or nothing if a part of it is not understood.
    fn play_line(&mut self, line: &str) -> Reply;
    /// Takes a word, where words flow; nothing while a command is incomplete. `next` is the word after it on the same
    /// line: it is only looked at.
    fn play_word(&mut self, word: &str, next: Option<&str>) -> Option<Reply>;
    /// Takes one key.
    fn press(&mut self, stroke: Stroke) -> PressReply;
    /// Forgets a command that was begun and not completed; true if there was one.
    fn cancel(&mut self) -> bool;
    /// Plays the command with this number.
    fn play_index(&mut self, index: usize) -> Reply;
    /// How many commands a bot can choose from.
    fn actions(&self) -> usize;
    /// Lets strategies and programs move until it is a person's turn; nothing happens if it is. Called after every start and
    /// every opening, before a person may play.
    fn settle(&mut self);
    /// Lets the game's own bot play one command with its own dice.
    fn play_advice(&mut self, dice: &mut Rng) -> Option<Reply>;
    /// What the game's own bot would play now, spelled; nothing changes.
    fn suggest(&self) -> Option<String>;

    /// Shows the game. `note` replaces the sentences of the last command where the scene shows sentences.
    fn draw(&self, cols: u16, rows: u16, note: Option<&str>, scene: &mut Scene);
    /// Says what stands at a cell of the board such a scene shows.
    fn look(&self, cols: u16, rows: u16, at: Pos) -> String;
    /// What the player knows of the ground.
    fn chart(&self, cols: u16, rows: u16) -> Option<Chart>;
    /// What the player sees on the board without a terminal, in words; nothing while the player is not on it.
    fn surroundings(&self) -> Option<Surroundings>;
    /// The question the next command is to answer, if there is one.
    fn question(&self) -> Option<String>;
    /// A map from further away, where the game has one; false where it has none.
    fn map(&self, cols: u16, rows: u16, scene: &mut Scene) -> bool;
    /// The numbers about the player.
    fn vitals(&self) -> Vitals;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// True when it is over because the player chose to leave it.
    fn is_left(&self) -> bool;
    /// The events of the last reply as a JSON list.
    fn events_json(&self) -> String;
    /// What the last command said to the console and not to the display.
    fn asides(&self) -> Vec<String>;
    /// The sentences of the last command that was carried out.
    fn said(&self) -> &[String];
    /// How each of them is to be shown.
    fn cues(&self) -> &[Cue];

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
