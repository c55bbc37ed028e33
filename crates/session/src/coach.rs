//! What a coach returns: plain data, so that a front-end can show it without knowing the game.

use crate::{Header, Level, Session, ToDo, Work};
use kernel::Pos;

/// A coach who knows what every move of a game is worth.
#[derive(Clone, Copy, Debug)]
pub struct Coach {
    /// The work to be done before the coach can answer at once; nothing if no work helps.
    pub study: fn(&Header) -> ToDo<()>,
    /// About the position as it stands; the reason if nothing can be said.
    pub advise: fn(&dyn Session) -> Result<Advice, String>,
    /// About the whole game, best asked after its end; nothing where nothing is to be said.
    pub review: fn(&dyn Session) -> ToDo<Review>,
}

/// What a place of the board is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWorth {
    /// The cell of the board.
    pub at: Pos,
    /// Its worth in a character or two.
    pub text: String,
    /// True for the best that can be had.
    pub best: bool,
    /// True when somebody stands there who should stay in sight.
    pub held: bool,
}

/// About a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What the position is worth, in one sentence.
    pub worth: String,
    /// The best moves as the game spells them.
    pub best: Vec<String>,
    /// What every move is worth, by the place it leads to.
    pub marks: Vec<CellWorth>,
}

/// About a whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// A few sentences: how good the moves were, and the result against the best there was.
    pub lines: Vec<String>,
    /// One sentence for every move of a person.
    pub moves: Vec<String>,
}

/// Levels of rising difficulty, made to order.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles {
    /// The hardest; the easiest is 1.
    pub last: u32,
    /// Options a puzzle is played by unless the player chose others.
    pub rules: &'static [(&'static str, &'static str)],
    /// Begins the puzzle of this level and seed; the same words give the same puzzle.
    pub make: fn(u32, &str) -> Box<dyn Work<Level>>,
}
