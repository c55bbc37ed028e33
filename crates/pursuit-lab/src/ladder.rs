//! The ladder of pursuit: how hard a puzzle is, measured with the exact solution, and its rungs as plain data.

use crate::teach::{STARS, stars};
use crate::{Solution, Value};
use game_pursuit::{Diagonals, End, Pursuit, RUNGS, Setup, Side, strategy};
use kernel::{Game as _, Verdict};
use session::{Ladder, Rung};

/// The ladder of the edition. The other side makes no mistake.
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

/// The same stars as the review gives.
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

/// A line of play is followed for so many rounds; by then an escape has come round.
const ROUNDS: u32 = 80;

/// How hard a puzzle is for one side when the other makes no mistake, along a line on which both play their best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Rounds until the end.
    pub rounds: u32,
    /// Moves of the side.
    pub moves: u32,
    /// Moves it could choose from, all together.
    pub choices: u32,
    /// How many of these were best.
    pub best: u32,
    /// How often only one move was best.
    pub forced: u32,
    /// How often the plain strategy of the document (run away, or straight after the hero) would have gone wrong.
    pub traps: u32,
    /// Hundredths of the mistakes that somebody who moves by chance would make on this line, and a whole one for each trap.
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

/// What somebody does who does not look ahead.
fn plain(game: &Pursuit) -> game_pursuit::Command {
    match game.side() {
        Side::Hero => strategy::rogue(game, Side::Hero.seat()),
        Side::Monster => strategy::monster(game, Side::Monster.seat()),
    }
}

/// Who has a task on a field: the hero where he can escape, else the monster.
#[must_use]
pub const fn task(value: Value) -> Side {
    match value {
        Value::Escape => Side::Hero,
        Value::Caught(_) => Side::Monster,
    }
}
