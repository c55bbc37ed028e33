//! Many games of one kind at once, for programs: actions by number, observations in the caller's memory.
//!
//! A batch writes no runs while it plays. It keeps the commands of each game and makes the text of a run when
//! asked, with the code that records the games of players.

mod frame;
mod games;
mod kept;
mod log;
mod place;

pub use frame::{Frame, Observation};
pub use games::{Crew, Games, Mate, Recruiter};
pub use kept::Kept;

use crate::{Brief, Run};
use kernel::{Finding, Gauge};

/// Starts a batch; see [`Plan`].
pub type Batching = fn(&Plan) -> Result<Box<dyn Batch>, Vec<Finding>>;

/// The parameters of a batch. The seed of the brief is not used: games get their seeds when they are reset.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Options, level and who plays.
    pub brief: Brief,
    /// The number of games.
    pub games: usize,
    /// The side of the square around the player that is observed; `None` for the whole board.
    pub window: Option<u16>,
    /// Whether the mask contains the commands that would be carried out now; otherwise those of the phase.
    pub exact: bool,
    /// What is rewarded.
    pub reward: Reward,
    /// What happens to games that have ended.
    pub autoreset: Autoreset,
    /// The number of commands after which a game is truncated.
    pub steps_max: Option<u32>,
    /// The number of threads.
    pub threads: usize,
}

impl Plan {
    /// One game with the defaults.
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

/// The reward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The increase of the score.
    Score,
    /// 1 for a game that was won and -1 for one that was lost, from the view of the seat that acted.
    Outcome,
}

/// What happens to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step resets it and ignores the action.
    NextStep,
    /// It is reset in the same step; the last observation is kept.
    SameStep,
    /// The caller resets it.
    Disabled,
}

/// The shape of observations and actions.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Rows of the glyphs.
    pub rows: u16,
    /// Columns of the glyphs.
    pub cols: u16,
    /// The spelling of each action in runs, without duplicates.
    pub words: Vec<String>,
    /// The gauges of the status.
    pub gauges: &'static [Gauge],
    /// The number of seats.
    pub seats: u8,
}

/// Games of one kind, played together. Object-safe: callers hold a `Box<dyn Batch>`.
///
/// The caller passes the same memory every time and does not change it in between: only what changes is
/// written. [`Batch::show`] writes everything.
pub trait Batch: Send + Sync {
    /// The shape of observations and actions.
    fn shape(&self) -> &Shape;

    /// The number of games.
    fn games(&self) -> usize;

    /// Starts a new game of this seed; without a seed, of the next seed after the last given one: `7`, then
    /// `7.1`, `7.2`.
    ///
    /// # Errors
    /// A sentence, if another seat cannot be played.
    fn reset(&mut self, game: usize, seed: Option<&str>, frame: &mut Frame<'_>) -> Result<(), String>;

    /// Plays one action in each game.
    ///
    /// # Errors
    /// As [`Batch::reset`]; and, before anything is played, when a game that has ended is to be played without a reset.
    fn step(&mut self, actions: &[i64], frame: &mut Frame<'_>) -> Result<(), String>;

    /// Writes the whole observation of a game.
    fn show(&mut self, game: usize, frame: &mut Frame<'_>);

    /// Takes the last observation of a game that was reset in the same step.
    fn take_final(&mut self, game: usize) -> Option<Box<Observation>>;

    /// The state of a game with its history.
    fn snapshot(&self, game: usize) -> Kept;

    /// Continues from a state.
    ///
    /// # Errors
    /// A sentence, if the state belongs to other options or another level.
    fn restore(&mut self, game: usize, kept: &Kept, frame: &mut Frame<'_>) -> Result<(), String>;

    /// The state at the end of a run.
    ///
    /// # Errors
    /// A sentence, if the run is of another game or its commands cannot be played.
    fn open(&self, run: &Run) -> Result<Kept, String>;

    /// The digest of the state.
    fn digest(&self, game: usize) -> u64;

    /// The run so far as text, with a checkpoint at its end if there are commands.
    fn run_text(&self, game: usize) -> String;

    /// The number of commands of all seats.
    fn commands(&self, game: usize) -> usize;

    /// The sentences of the last action.
    fn said(&self, game: usize) -> Vec<String>;

    /// The seed of the game.
    fn seed(&self, game: usize) -> &str;

    /// The word for the verdict, if the game has ended.
    fn verdict(&self, game: usize) -> Option<&'static str>;

    /// Whose move it is.
    fn to_move(&self, game: usize) -> u8;

    /// What the game's bot would play, with dice of this seed.
    fn advise(&self, game: usize, dice: u64) -> Option<usize>;

    /// The screen as rows of text, as line mode prints it.
    fn rows(&self, game: usize) -> Vec<String>;
}
