//! The interface and the results of a coach, as data for front-ends.

use crate::{Header, Level, Session, ToDo, Work};
use kernel::Pos;

/// A coach, who knows the value of every move.
#[derive(Clone, Copy, Debug)]
pub struct Coach {
    /// Work to be done before the coach can answer at once; `None` if there is none.
    pub study: fn(&Header) -> ToDo<()>,
    /// Advice about the current position, or the reason why there is none.
    pub advise: fn(&dyn Session) -> Result<Advice, String>,
    /// A review of the whole game, usually after its end; `None` if there is nothing to say.
    pub review: fn(&dyn Session) -> ToDo<Review>,
}

/// The value of a cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWorth {
    /// The cell of the board.
    pub at: Pos,
    /// Its value, one or two characters.
    pub text: String,
    /// Whether it is the best value.
    pub best: bool,
    /// Whether what stands there should stay visible.
    pub held: bool,
}

/// Advice about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The value of the position, one sentence.
    pub worth: String,
    /// The best moves, as spelled in runs.
    pub best: Vec<String>,
    /// The value of every move, by the cell it leads to.
    pub marks: Vec<CellWorth>,
}

/// A review of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// A summary: the quality of the moves, and the result compared with the best possible one.
    pub lines: Vec<String>,
    /// One sentence for each move of a person.
    pub moves: Vec<String>,
}

/// Generated levels of increasing difficulty.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles {
    /// The highest level; the lowest is 1.
    pub last: u32,
    /// Options of a puzzle unless the player chooses others.
    pub rules: &'static [(&'static str, &'static str)],
    /// Generates the puzzle of a level and seed; the same level and seed give the same puzzle.
    pub make: fn(u32, &str) -> Box<dyn Work<Level>>,
}
