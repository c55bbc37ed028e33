//! What a game is.

use crate::{
    Canvas, Extent, Grammar, Guard, OptionSpec, Options, Policy, Pos, Prepared, Rng, Scene, Seed, View,
};
use alloc::{borrow::Cow, string::String, vec, vec::Vec};
use serde::{Serialize, de::DeserializeOwned};

/// A player's place in a game: 0 in a game for one; in `pursuit` 0 is the hero and 1 the monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

/// The player asked for something impossible. Nothing has changed: neither state nor random generator nor time.
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
    /// Its name in protocols and files.
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

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// The score by the game's rules.
    pub score: i64,
    /// Whether the player chose to leave the game: front-ends then leave as well.
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

/// The numbers about the player that programs read: `hp`, `turn`, `floor`, `gold`, `score` where the game has
/// them.
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

    /// Inserts a value at an index.
    #[must_use]
    pub fn insert(mut self, place: usize, name: &'static str, value: impl Into<Vital>) -> Self {
        self.0.insert(place, (name, value.into()));
        self
    }

    /// Removes a value.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(key, _)| *key != name);
        self
    }

    /// Replaces a number, which may be too large for a gauge.
    #[must_use]
    pub fn exactly(mut self, name: &str, number: i64) -> Self {
        self.0.iter_mut().filter(|(key, _)| *key == name).for_each(|(_, value)| *value = number.into());
        self
    }

    /// Appends a value.
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

/// A number about a player that programs read without parsing text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// Its name, as in the vitals.
    pub name: &'static str,
    /// The minimum.
    pub low: i32,
    /// The maximum; larger values are shown as this.
    pub high: i32,
}

impl Gauge {
    /// A gauge with both bounds.
    #[must_use]
    pub const fn new(name: &'static str, low: i32, high: i32) -> Self {
        Self { name, low, high }
    }

    /// A gauge without an upper bound.
    #[must_use]
    pub const fn from(name: &'static str, low: i32) -> Self {
        Self { name, low, high: i32::MAX }
    }
}

/// Writes numbers as gauges, clamped to `i32`. The usual way to implement [`Game::gauges`].
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
    /// Only confirms the command: helpers that walk continue.
    Routine,
    /// Something good for the player.
    Good,
    /// Something bad for the player.
    Bad,
    /// One blow of a fight: front-ends may wait a moment before the next.
    Beat,
    /// The player should read this before anything else happens.
    Pause,
}

/// A blow in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wound {
    /// Whether the player is hurt.
    pub own: bool,
    /// Who is hurt.
    pub name: &'static str,
    /// The damage, in hundredths of a point.
    pub damage: u32,
    /// The remaining health, in hundredths of a point.
    pub left: u32,
}

/// An event that can be described.
pub trait Narrate {
    /// Appends the sentence of this event; nothing if it needs none.
    fn tell(&self, out: &mut String);

    /// Appends what the application says instead: to the player, in the present tense, or nothing where the screen shows it.
    /// False where the sentence itself will do.
    fn tell_player(&self, out: &mut String) -> bool {
        let _ = out;
        false
    }

    /// What is meant for the console and not for the game's display, if anything: front-ends log it.
    fn aside(&self) -> Option<&str> {
        None
    }

    /// Whether a seat perceives it.
    fn perceived_by(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// How to show it.
    fn cue(&self) -> Cue {
        Cue::Plain
    }

    /// Its effect on the health of a fighter, if front-ends should show that beside the text.
    fn wound(&self) -> Option<Wound> {
        None
    }
}

/// The constant facts of a game: names, texts, tables.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name used on the command line, in runs and in folders.
    pub id: &'static str,
    /// The name shown to people.
    pub title: &'static str,
    /// One line that invites to play it.
    pub pitch: &'static str,
    /// Its goal, in one sentence to the player.
    pub goal: &'static str,
    /// Whether the scene itself shows the sentences; otherwise line mode prints them above the frame.
    pub scene_speaks: bool,
    /// What this game's document replies to an unknown command; the details follow it.
    pub misread: Option<&'static str>,
    /// The words that leave the game; empty if the game has its own command for that.
    pub leave: &'static [&'static str],
    /// What restores health in a game without waiting, in one sentence; empty if waiting is a command.
    pub rest: &'static str,
    /// What helps against an enemy that cannot be fought and bars the way, in a sentence; empty where all can be fought.
    pub evade: &'static str,
    /// The version of its rules. Increased when an old run could end differently: such a run is refused, never misplayed.
    pub rules: u32,
    /// How many seats there are.
    pub seats: u8,
    /// Its options; the defaults follow its document.
    pub options: &'static [OptionSpec],
    /// The numbers about a player.
    pub gauges: &'static [Gauge],
    /// The warnings it can give.
    pub guards: &'static [Guard],
}

/// A game: a state machine that takes commands and reports events.
///
/// The same setup, seed and commands give the same state on every machine, for ever.
pub trait Game: Clone + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// Its constant facts.
    const ABOUT: About;

    /// The checked options and level of one game.
    type Setup: Clone + Send + Sync;
    /// A complete command.
    type Command: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static;
    /// An event, serialised as an object whose field `kind` names it.
    type Event: Narrate + Serialize + Send + Sync;

    /// The verbs of this game.
    fn grammar() -> &'static Grammar<Self::Command>;

    /// Whether a run played by these rules with these options gives the same result today.
    fn plays_rules(rules: u32, options: &Options) -> bool {
        let _ = options;
        rules == Self::ABOUT.rules
    }

    /// Checks options and the text of a level file, if there is one. A level that the policy does not allow is
    /// refused before it is parsed.
    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Self::Setup>;

    /// A new game.
    fn start(setup: &Self::Setup, seed: &Seed) -> Self;

    /// Why a command would be refused now; `None` if it would be carried out.
    fn refusal(&self, seat: Seat, command: Self::Command) -> Option<Refused>;

    /// Whether a command would be carried out now.
    fn may(&self, seat: Seat, command: Self::Command) -> bool {
        self.refusal(seat, command).is_none()
    }

    /// Carries out one command. Nothing else changes the state, except [`crate::Guide::adjust`] in practice
    /// games.
    ///
    /// # Errors
    /// What [`Game::refusal`] returns; then nothing has changed.
    fn act(
        &mut self,
        seat: Seat,
        command: Self::Command,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Refused>;

    /// Replaces the dice that are rolled in turn. A session does so before every command of a game whose dice
    /// are keyed. Games whose rolls are all addressed have no such dice.
    fn set_dice(&mut self, dice: Rng) {
        let _ = dice;
    }

    /// Draws what a seat sees. `scene` is empty when this is called.
    fn draw(&self, seat: Seat, view: &View<'_>, scene: &mut Scene);

    /// The size of the board of this view, in cells. The default draws the scene to find out.
    fn extent(&self, seat: Seat, view: &View<'_>) -> Extent {
        let mut scene = Scene::default();
        self.draw(seat, view, &mut scene);
        scene.extent()
    }

    /// Paints the board a seat sees, as [`Game::draw`] shows it without a terminal. The default draws all of
    /// it; a game can paint only what has changed.
    fn paint(&self, seat: Seat, canvas: &mut Canvas<'_>) {
        canvas.draw(|scene| self.draw(seat, &View { bare: true, ..View::default() }, scene));
    }

    /// Describes a cell of this view's board; nothing for cells that cannot be seen.
    fn look(&self, seat: Seat, view: &View<'_>, at: Pos, out: &mut String);

    /// The numbers about a player, in the order of [`About::gauges`]; `out` has the same length. See [`fill`].
    fn gauges(&self, seat: Seat, out: &mut [i32]);

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whose move it is.
    fn to_move(&self) -> Seat {
        Seat(0)
    }

    /// The phase of the game (0 to 7), which decides between verbs that share a word or a key.
    fn phase(&self) -> u8 {
        0
    }

    /// A cheap fingerprint of the state. It is kept with each command of a run, so that a replay that differs
    /// is noticed at that turn.
    fn pulse(&self) -> u64;
}

/// Mixes numbers into one fingerprint; the usual way to implement [`Game::pulse`].
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
