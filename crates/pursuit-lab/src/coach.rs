//! Grades a game: the value of each move compared with the best one.

use crate::{Solution, Value};
use game_pursuit::{Command, Pursuit, Side};
use kernel::Game;

/// The grade of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub made: Command,
    /// The value of the position before the move, counted from that turn.
    pub before: Value,
    /// The value after the move.
    pub after: Value,
}

impl Grade {
    /// True when no other move was better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.before == self.after
    }

    /// True when the move changed the result: an escape into a capture, or a capture into an escape.
    #[must_use]
    pub fn is_blunder(&self) -> bool {
        (self.before == Value::Escape) != (self.after == Value::Escape)
    }
}

/// Grades every move of a game from its start. The list ends at the first illegal move.
#[must_use]
pub fn grades(solution: &Solution, mut game: Pursuit, log: &[(Side, Command)]) -> Vec<Grade> {
    let mut all = Vec::with_capacity(log.len());
    let mut events = Vec::new();
    for &(side, made) in log {
        let before = solution.value(&game);
        let Some((_, after)) = solution.moves(&game).into_iter().find(|(command, _)| *command == made) else {
            break;
        };
        if game.act(side.seat(), made, &mut events).is_err() {
            break;
        }
        events.clear();
        all.push(Grade { side, made, before, after });
    }
    all
}

/// The percentage of a side's moves that were best; `None` if it made none.
#[must_use]
pub fn accuracy(grades: &[Grade], side: Side) -> Option<u32> {
    let own = || grades.iter().filter(|grade| grade.side == side);
    let best = own().filter(|grade| grade.is_best()).count();
    let count = own().count();
    (count > 0).then(|| (best * 100 / count) as u32)
}
