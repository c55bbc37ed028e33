//! The ladder of pursuit: measures the difficulty of a puzzle with the exact solution, and describes the
//! rungs.

use crate::teach::{STARS, stars};
use crate::{Solution, Value};
use game_pursuit::{Diagonals, End, Pursuit, RUNGS, Setup, Side, strategy};
use kernel::{Game as _, Verdict};
use session::{Ladder, Rung};

/// The ladder of the edition. The opponent plays perfectly.
pub(crate) const LADDER: Ladder = Ladder {
    rungs,
    together: &[("hero", "human"), ("monster", "human")],
    stars_most: STARS,
    stars: stars_of,
};

fn rungs() -> Vec<Rung> {
    RUNGS.iter().map(rung).collect()
}

fn rung(rung: &game_pursuit::Rung) -> Rung {
    let about = rung.field(Diagonals::Free).map(|field| {
        let potions = match field.potions().len() {
            0 => String::new(),
            1 => ", 1 potion".to_owned(),
            count => format!(", {count} potions"),
        };
        format!("{0} x {0}{potions}", field.size())
    });
    let (seats, task): (&[_], _) = match rung.side() {
        Side::Hero => (&[("hero", "human"), ("monster", "optimal")], "Escape from the monster.".to_owned()),
        Side::Monster => {
            (&[("hero", "optimal"), ("monster", "human")], format!("Catch the hero by turn {}.", rung.turns))
        }
    };
    Rung {
        number: rung.number,
        seed: rung.seed(),
        seats,
        task,
        about: about.unwrap_or_default(),
        points: rung.points,
        par: rung.turns,
    }
}

/// The same number of stars as in the review.
fn stars_of(rung: &Rung, result: &str, score: i64) -> u32 {
    let turn = u32::try_from(score).unwrap_or(u32::MAX);
    let possible = if rung.par == 0 { Value::Escape } else { Value::Caught(rung.par) };
    let end = match result {
        _ if result == Verdict::Caught.word() => End::Caught(turn),
        _ if result == Verdict::Escaped.word() => End::Limit(turn),
        _ => return 0,
    };
    stars(possible, end, task(possible))
}

/// Maximum number of rounds of a line of play; an escape has repeated by then.
const ROUNDS: u32 = 80;

/// The difficulty of a puzzle for one side when both play perfectly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Number of rounds.
    pub rounds: u32,
    /// Number of moves of the side.
    pub moves: u32,
    /// Total number of legal moves of the side.
    pub choices: u32,
    /// How many of them were best.
    pub best: u32,
    /// How often only one move was best.
    pub forced: u32,
    /// How often the document's strategy (run away, or straight after the hero) would have made a mistake.
    pub traps: u32,
    /// The mistakes that random moves would make on this line, in hundredths, plus 100 for each trap.
    pub points: u32,
}

/// Measures a puzzle for one side.
#[must_use]
pub fn measure(solution: &Solution, setup: &Setup, side: Side) -> Measure {
    let mut game = setup.begin();
    let mut measure = Measure::default();
    while game.end().is_none() && game.turn() <= ROUNDS {
        if game.side() == side {
            let (all, best) = (game.legal().count() as u32, solution.best(&game));
            let wrong = all - best.len() as u32;
            let trap = u32::from(!best.contains(&plain(&game)));
            measure.moves += 1;
            measure.choices += all;
            measure.best += best.len() as u32;
            measure.forced += u32::from(best.len() == 1);
            measure.traps += trap;
            measure.points += wrong * 100 / all + 100 * trap;
        }
        let command = solution.choose(&game);
        if game.act(game.to_move(), command, &mut Vec::new()).is_err() {
            break;
        }
    }
    measure.rounds = game.turn();
    measure
}

/// The move of a player who does not look ahead.
fn plain(game: &Pursuit) -> game_pursuit::Command {
    match game.side() {
        Side::Hero => strategy::rogue(game, Side::Hero.seat()),
        Side::Monster => strategy::monster(game, Side::Monster.seat()),
    }
}

/// The side that has a task on a field: the hero if he can escape, else the monster.
#[must_use]
pub const fn task(value: Value) -> Side {
    match value {
        Value::Escape => Side::Hero,
        Value::Caught(_) => Side::Monster,
    }
}
