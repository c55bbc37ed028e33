//! A teacher's view of a game: what each move was worth against what could be had.

use crate::{Solution, Value};
use game_pursuit::{Command, Pursuit, Side};
use kernel::Game;

/// One move under the teacher's pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// Whose move.
    pub side: Side,
    /// The move.
    pub made: Command,
    /// What the position was worth, counted from that turn on.
    pub before: Value,
    /// What the move left of it.
    pub after: Value,
}

impl Grade {
    /// True when no other move was better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.before == self.after
    }

    /// True when the move threw the game away: an escape into a capture, a capture into an escape.
    #[must_use]
    pub fn is_blunder(&self) -> bool {
        (self.before == Value::Escape) != (self.after == Value::Escape)
    }
}

/// Grades every move of a game from its start. Moves that are not legal there end the list.
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

/// How many in a hundred of a side's moves were best; `None` if it made none.
#[must_use]
pub fn accuracy(grades: &[Grade], side: Side) -> Option<u32> {
    let own = || grades.iter().filter(|grade| grade.side == side);
    let best = own().filter(|grade| grade.is_best()).count();
    let count = own().count();
    (count > 0).then(|| (best * 100 / count) as u32)
}
