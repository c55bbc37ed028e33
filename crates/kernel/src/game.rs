//! What a game is.

use crate::{Canvas, Extent, Grammar, Guard, OptionSpec, Options, Policy, Pos, Prepared, Scene, Seed, View};
use alloc::{borrow::Cow, string::String, vec, vec::Vec};
use serde::{Serialize, de::DeserializeOwned};

/// Who acts: 0 in a game for one; in `pursuit` 0 is the hero and 1 the monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

/// The player asked for something impossible. By law nothing has changed: no state, no die, no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Cow<'static, str>);

impl Refused {
    /// A refusal with its reason, one sentence.
    #[must_use]
    pub fn because(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    Won,
    Died,
    Quit,
    Caught,
    Escaped,
    Ended,
}

impl Verdict {
    /// The word programs read.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Died => "died",
            Self::Quit => "quit",
            Self::Caught => "caught",
            Self::Escaped => "escaped",
            Self::Ended => "ended",
        }
    }
}

/// How a game ended, and what it was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// The score by the game's own rules.
    pub score: i64,
    /// True when the player chose to leave the game: front-ends then leave, too.
    pub left: bool,
}

impl Outcome {
    /// An outcome by the rules; quitting is leaving.
    #[must_use]
    pub fn new(verdict: Verdict, score: i64) -> Self {
        Self { verdict, score, left: verdict == Verdict::Quit }
    }
}

/// One number or word about the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vital {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

impl From<i64> for Vital {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Vital {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// The numbers about the player that programs read: `hp`, `turn`, `floor`, `gold`, `score` where the game has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vitals(pub Vec<(&'static str, Vital)>);

impl Vitals {
    /// The gauges of a game.
    #[must_use]
    pub fn of<G: Game>(game: &G, seat: Seat) -> Self {
        let mut numbers = vec![0; G::ABOUT.gauges.len()];
        game.gauges(seat, &mut numbers);
        let named = G::ABOUT.gauges.iter().zip(numbers);
        Self(named.map(|(gauge, number)| (gauge.name, Vital::Number(number.into()))).collect())
    }

    /// The same with one more, before the one at a place.
    #[must_use]
    pub fn insert(mut self, place: usize, name: &'static str, value: impl Into<Vital>) -> Self {
        self.0.insert(place, (name, value.into()));
        self
    }

    /// The same without one.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(key, _)| *key != name);
        self
    }

    /// The same with a number that may be larger than a gauge can show.
    #[must_use]
    pub fn exactly(mut self, name: &str, number: i64) -> Self {
        self.0.iter_mut().filter(|(key, _)| *key == name).for_each(|(_, value)| *value = number.into());
        self
    }

    /// Adds one; returns itself so that a list reads as one sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Vital>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// One number by name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        self.0.iter().find_map(|(key, value)| match value {
            Vital::Number(number) if *key == name => Some(*number),
            _ => None,
        })
    }
}

/// A number about a player that programs read without text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// Its name, as in the vitals.
    pub name: &'static str,
    /// It is never less than this.
    pub low: i32,
    /// It is never more than this; larger numbers show as this.
    pub high: i32,
}

impl Gauge {
    /// A gauge; short, since they come in tables.
    #[must_use]
    pub const fn new(name: &'static str, low: i32, high: i32) -> Self {
        Self { name, low, high }
    }

    /// A gauge that counts from `low` upwards.
    #[must_use]
    pub const fn from(name: &'static str, low: i32) -> Self {
        Self { name, low, high: i32::MAX }
    }
}

/// Writes numbers as gauges; those that are too large for it are cut. The usual way to write [`Game::gauges`].
pub fn fill<const N: usize>(out: &mut [i32], numbers: [i64; N]) {
    for (gauge, number) in out.iter_mut().zip(numbers) {
        *gauge = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    }
}

/// How an event should be shown by front-ends that pause, flash or sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cue {
    /// Like any other sentence.
    #[default]
    Plain,
    /// It tells no more than that the command was done: helpers that walk go on.
    Routine,
    /// Something good for the player.
    Good,
    /// Something bad for the player.
    Bad,
    /// One beat of a fight: front-ends may wait a moment before the next.
    Beat,
    /// The player should have read this before anything else happens.
    Pause,
}

/// A blow in a fight that is told blow by blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wound {
    /// True when the player is hurt.
    pub own: bool,
    /// Who is hurt.
    pub name: &'static str,
    /// By how much, in hundredths of a point.
    pub damage: u32,
    /// The health that is left, in hundredths of a point.
    pub left: u32,
}

/// A fact that can be told.
pub trait Narrate {
    /// Appends the sentence of this fact; nothing if it is not worth a sentence.
    fn tell(&self, out: &mut String);

    /// What is meant for the console and not for the game's display, if anything: front-ends log it.
    fn aside(&self) -> Option<&str> {
        None
    }

    /// True when a seat gets to know of it.
    fn perceived_by(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// How to show it.
    fn cue(&self) -> Cue {
        Cue::Plain
    }

    /// What it does to the health of somebody who fights, where front-ends should show that beside the words.
    fn wound(&self) -> Option<Wound> {
        None
    }
}

/// What a game is called and how it behaves around the rules: plain data.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name used on the command line, in runs and in folders.
    pub id: &'static str,
    /// The name shown to people.
    pub title: &'static str,
    /// One line that makes somebody want to play it.
    pub pitch: &'static str,
    /// What it is about, in one sentence to the player.
    pub goal: &'static str,
    /// True when the scene itself shows the sentences; otherwise line mode prints them above the frame.
    pub scene_speaks: bool,
    /// What this game's document says to a command it does not know; the particulars follow it.
    pub misread: Option<&'static str>,
    /// The words that leave the game for now; none where the game has a command of its own for that.
    pub leave: &'static [&'static str],
    /// What heals or helps where nobody can wait, in a sentence; empty where waiting is a command.
    pub rest: &'static str,
    /// The version of its rules. Increased when an old run could end differently: such a run is refused, never misplayed.
    pub rules: u32,
    /// How many seats there are.
    pub seats: u8,
    /// Its options; the defaults are what its document says.
    pub options: &'static [OptionSpec],
    /// The numbers about a player.
    pub gauges: &'static [Gauge],
    /// What it can warn of.
    pub guards: &'static [Guard],
}

/// A game: a pure machine that takes commands and states what happened.
///
/// Same setup, same seed, same commands: same state, on every machine, for ever.
pub trait Game: Clone + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// What is the same for every game of it.
    const ABOUT: About;

    /// The checked options and level of one game.
    type Setup: Clone + Send + Sync;
    /// A complete order.
    type Command: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static;
    /// A fact. Serialised as an object whose field `kind` names it.
    type Event: Narrate + Serialize + Send + Sync;

    /// The verbs of this game.
    fn grammar() -> &'static Grammar<Self::Command>;

    /// True when a run that was played by these rules with these options comes out the same today.
    fn plays_rules(rules: u32, options: &Options) -> bool {
        let _ = options;
        rules == Self::ABOUT.rules
    }

    /// Checks options and the text of a level file, if there is one. A level that the policy does not allow is refused
    /// unread.
    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Self::Setup>;

    /// A new game.
    fn start(setup: &Self::Setup, seed: &Seed) -> Self;

    /// Why a command would be refused now; nothing if it would be carried out.
    fn refusal(&self, seat: Seat, command: Self::Command) -> Option<Refused>;

    /// True when a command would be carried out now.
    fn may(&self, seat: Seat, command: Self::Command) -> bool {
        self.refusal(seat, command).is_none()
    }

    /// Carries out one command: the only way a state ever changes, except for what a practice game sets (`Guide::adjust`).
    ///
    /// # Errors
    /// What [`Game::refusal`] says; then nothing has changed.
    fn act(
        &mut self,
        seat: Seat,
        command: Self::Command,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Refused>;

    /// Shows what a seat sees. `scene` is empty when this is called.
    fn draw(&self, seat: Seat, view: &View<'_>, scene: &mut Scene);

    /// How large the board of this view is, in cells. The default draws the scene to find out.
    fn extent(&self, seat: Seat, view: &View<'_>) -> Extent {
        let mut scene = Scene::default();
        self.draw(seat, view, &mut scene);
        scene.extent()
    }

    /// Paints the board a seat sees, as [`Game::draw`] shows it without a terminal. The default draws it in full; a game that
    /// knows what changes paints only that.
    fn paint(&self, seat: Seat, canvas: &mut Canvas<'_>) {
        canvas.draw(|scene| self.draw(seat, &View { bare: true, ..View::default() }, scene));
    }

    /// Says what stands at a cell of the board this view shows; nothing for cells that cannot be seen.
    fn look(&self, seat: Seat, view: &View<'_>, at: Pos, out: &mut String);

    /// The numbers about a player, in the order of [`About::gauges`]; `out` is as long as that table. See [`fill`].
    fn gauges(&self, seat: Seat, out: &mut [i32]);

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whose move it is.
    fn to_move(&self) -> Seat {
        Seat(0)
    }

    /// Which phase the game is in (0 to 7): decides between verbs that share a word or a key.
    fn phase(&self) -> u8 {
        0
    }

    /// A cheap fingerprint of what changes with every command; the same for equal states. Kept with each
    /// command of a run, so that a replay that parts from it is caught at that very turn.
    fn pulse(&self) -> u64;
}

/// Mixes a few numbers into one fingerprint; the usual way to write [`Game::pulse`].
#[must_use]
pub const fn pulse_of(parts: &[u64]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15u64;
    let mut i = 0;
    while i < parts.len() {
        hash = (hash ^ parts[i]).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash ^= hash >> 32;
        i += 1;
    }
    hash
}
