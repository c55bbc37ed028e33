//! Many games of one kind at once, for programs: actions by number, observations in the caller's memory.
//!
//! A batch writes no run while it plays. It keeps the commands of each game, and makes the text of the run from them when it
//! is asked for, by the same code that records the games of a player.

mod frame;
mod games;
mod kept;
mod log;
mod place;

pub use frame::{Frame, Observation};
pub use games::{Crew, Games, Mate};
pub use kept::Kept;

use crate::{Brief, Run};
use kernel::{Finding, Gauge};

/// Makes a batch; see [`Plan`].
pub type Batching = fn(&Plan) -> Result<Box<dyn Batch>, Vec<Finding>>;

/// What a batch is made from. The seed of the brief is not used: games get theirs when they are reset.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Options, level and who plays.
    pub brief: Brief,
    /// How many games.
    pub games: usize,
    /// The side of the square around the player that is shown; nothing for the whole board.
    pub window: Option<u16>,
    /// True when the mask names the commands that would be carried out now; false when it names those of the phase.
    pub exact: bool,
    /// What is rewarded.
    pub reward: Reward,
    /// What happens to games that have ended.
    pub autoreset: Autoreset,
    /// Commands after which a game is cut off.
    pub steps_max: Option<u32>,
    /// Threads that play.
    pub threads: usize,
}

impl Plan {
    /// One game with everything as usual.
    #[must_use]
    pub fn of(brief: Brief) -> Self {
        Self {
            brief,
            games: 1,
            window: None,
            exact: true,
            reward: Reward::Score,
            autoreset: Autoreset::Disabled,
            steps_max: None,
            threads: 1,
        }
    }
}

/// What is rewarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// What the score gained.
    Score,
    /// 1 for a game that was won, -1 for one that was lost, seen from the seat that acted.
    Outcome,
}

/// What happens to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step resets it, whatever the action.
    NextStep,
    /// It is reset in the same step; the last observation is kept apart.
    SameStep,
    /// Nothing: the caller resets it.
    Disabled,
}

/// What all games of a batch have in common.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Rows of the glyphs.
    pub rows: u16,
    /// Columns of the glyphs.
    pub cols: u16,
    /// The spelling of each action in a run; each is there once.
    pub words: Vec<String>,
    /// What the numbers of the status are.
    pub gauges: &'static [Gauge],
    /// How many seats there are.
    pub seats: u8,
}

/// Games of one kind, played together. Object-safe: callers hold a `Box<dyn Batch>`.
///
/// Whoever steps a batch hands in the same memory every time and leaves it alone in between: only what changes is written.
/// [`Batch::show`] writes everything.
pub trait Batch: Send + Sync {
    /// What the games have in common.
    fn shape(&self) -> &Shape;

    /// How many games there are.
    fn games(&self) -> usize;

    /// Begins a new game of this seed; without a seed the next one after the seed given last: `7`, then `7.1`, `7.2`.
    ///
    /// # Errors
    /// A sentence, when nobody can play a seat that no person plays.
    fn reset(&mut self, game: usize, seed: Option<&str>, frame: &mut Frame<'_>) -> Result<(), String>;

    /// Plays one action in each game.
    ///
    /// # Errors
    /// As [`Batch::reset`]; and when a game that has ended is to be played without a reset.
    fn step(&mut self, actions: &[i64], frame: &mut Frame<'_>) -> Result<(), String>;

    /// Writes the whole observation of a game.
    fn show(&mut self, game: usize, frame: &mut Frame<'_>);

    /// The last observation of a game that was reset in the same step, once.
    fn take_final(&mut self, game: usize) -> Option<Box<Observation>>;

    /// The state of a game and how it came about.
    fn snapshot(&self, game: usize) -> Kept;

    /// Goes on from a state.
    ///
    /// # Errors
    /// A sentence, when it is a state of a game with other options or another level.
    fn restore(&mut self, game: usize, kept: &Kept, frame: &mut Frame<'_>) -> Result<(), String>;

    /// The state that a run leads to.
    ///
    /// # Errors
    /// A sentence, when the run is of another game, or its commands cannot be played.
    fn open(&self, run: &Run) -> Result<Kept, String>;

    /// Digest of the state.
    fn digest(&self, game: usize) -> u64;

    /// The game so far as the text of a run, with a checkpoint at its end.
    fn run_text(&self, game: usize) -> String;

    /// How many commands were played, those of other seats included.
    fn commands(&self, game: usize) -> usize;

    /// The sentences of the last action.
    fn said(&self, game: usize) -> Vec<String>;

    /// The seed of the game.
    fn seed(&self, game: usize) -> &str;

    /// The word for how the game ended, if it has.
    fn verdict(&self, game: usize) -> Option<&'static str>;

    /// Whose move it is.
    fn to_move(&self, game: usize) -> u8;

    /// What the game's own bot would play; `dice` are its dice.
    fn advise(&self, game: usize, dice: u64) -> Option<usize>;

    /// The screen as rows of text, as line mode prints it.
    fn rows(&self, game: usize) -> Vec<String>;
}
