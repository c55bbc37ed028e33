//! The coach of pursuit: the exact solution of the field as plain data.

use crate::seated::setup;
use crate::{
    Drawing, Grade, Limits, NewField, NoField, Progress, Solution, Solving, Unsolved, Value, accuracy,
    grades, ladder, positions_of,
};
use game_pursuit::{Command, End, Field, Player, Pursuit, Setup, Side};
use kernel::{Game as _, Seed};
use session::{Advice, CellWorth, Coach, Header, Level, Puzzles, Review, Session, Work};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) const COACH: Coach = Coach { study, advise, review };

/// Puzzles are against the perfect monster; a hero who runs in circles for ever has solved his puzzle.
pub(crate) const PUZZLES: Puzzles =
    Puzzles { last: 20, rules: &[("monster", "optimal"), ("repeat", "end")], make: puzzle };

/// Resource limits of the coach; its memory is bounded because it runs beside the game.
const LIMITS: Limits = Limits { bytes: 96 << 20, threads: 0 };

/// Maximum number of positions of a field that is solved only for a review, so that nobody has to wait.
const REVIEWED: u64 = 10_000_000;

/// Maximum number shown as a mark, which has room for two digits.
const LARGEST_MARK: u32 = 99;

/// A field, the memory limit of its solve in bytes, and the result.
type Known = (Arc<Field>, u64, Result<Arc<Solution>, String>);

/// The field solved last, as a cache: every frame may ask again.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// The cached result for a field, if it was solved with at most this memory limit.
pub(crate) fn known(field: &Field, bytes: u64) -> Option<Result<Arc<Solution>, String>> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (other, used, solved) = known.as_ref()?;
    let same = other.plan() == field.plan() && other.diagonals() == field.diagonals();
    (same && *used <= bytes).then(|| solved.clone())
}

/// The cached result for the coach; a success counts whatever its memory limit.
fn coached(field: &Field) -> Option<Result<Arc<Solution>, String>> {
    known(field, LIMITS.bytes).or_else(|| known(field, u64::MAX).filter(Result::is_ok))
}

/// The solution of a field, from the cache or solved now.
fn solution(field: &Arc<Field>) -> Result<Arc<Solution>, String> {
    let mut study = Study::new(field, LIMITS);
    loop {
        if let Some(solved) = coached(field).or_else(|| study.solved.clone()) {
            return solved;
        }
        study.step();
    }
}

/// A solve in steps. Its result goes into the cache.
pub(crate) struct Study {
    field: Arc<Field>,
    limits: Limits,
    solving: Option<Solving>,
    solved: Option<Result<Arc<Solution>, String>>,
}

impl Study {
    pub(crate) fn new(field: &Arc<Field>, limits: Limits) -> Self {
        Self { field: Arc::clone(field), limits, solving: None, solved: None }
    }

    fn solve(&mut self) -> Option<Result<Solution, Unsolved>> {
        if self.solving.is_none() {
            match Solving::new(&self.field, &self.limits) {
                Ok(solving) => self.solving = Some(solving),
                Err(unsolved) => return Some(Err(unsolved)),
            }
        }
        self.solving.as_mut()?.step()
    }
}

impl Work<()> for Study {
    fn step(&mut self) -> Option<Result<(), String>> {
        if self.solved.is_none() {
            self.solved = known(&self.field, self.limits.bytes);
        }
        if self.solved.is_none() {
            let solved = self.solve()?.map(Arc::new).map_err(|unsolved| {
                let positions = crate::report::grouped(unsolved.positions);
                format!("The coach cannot solve this field: it has {positions} positions.")
            });
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            *known = Some((Arc::clone(&self.field), self.limits.bytes, solved.clone()));
            self.solved = Some(solved);
        }
        Some(Ok(()))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        let Progress { done, total } = self.solving.as_ref()?.progress()?;
        // Progress is counted in layers, and a field without potions has only one.
        (done > 0).then_some((done as usize, total as usize))
    }
}

fn study(header: &Header) -> Option<Box<dyn Work<()>>> {
    let field = setup(header)?.field;
    coached(&field).is_none().then(|| Box::new(Study::new(&field, LIMITS)) as _)
}

fn cannot_follow() -> String {
    "The coach cannot follow this game.".to_owned()
}

/// What the coach reads from a session: setup, moves and current position.
struct Played {
    setup: Setup,
    log: Vec<(Side, Command)>,
    game: Pursuit,
}

impl Played {
    fn of(session: &dyn Session) -> Result<Self, String> {
        let setup = setup(session.header()).ok_or_else(cannot_follow)?;
        let mut game = setup.begin();
        let mut log = Vec::new();
        let mut events = Vec::new();
        for (seat, text) in session.log() {
            let side = *Side::ALL.get(usize::from(seat)).ok_or_else(cannot_follow)?;
            let commands = Pursuit::grammar().read(&text, game.phase()).map_err(|_| cannot_follow())?;
            for command in commands {
                game.act(side.seat(), command, &mut events).map_err(|_| cannot_follow())?;
                events.clear();
                log.push((side, command));
            }
        }
        Ok(Self { setup, log, game })
    }
}

/// The round of a capture, counted from the start as in the game; `None` for an escape.
const fn caught_on(value: Value, side: Side, turn: u32) -> Option<u32> {
    match (value, side) {
        (Value::Escape, _) => None,
        (Value::Caught(turns), Side::Hero) => Some(turn + turns),
        (Value::Caught(turns), Side::Monster) => Some((turn + turns).saturating_sub(1)),
    }
}

fn advise(session: &dyn Session) -> Result<Advice, String> {
    let Played { setup, game, .. } = Played::of(session)?;
    if game.end().is_some() {
        return Err("The game is over.".to_owned());
    }
    let solution = solution(&setup.field)?;
    let side = game.side();
    let best = solution.best(&game);
    let marks = solution.moves(&game).into_iter().map(|(command, value)| {
        let to = game.target(command);
        let text = match caught_on(value, side, game.turn()) {
            None => "~".to_owned(),
            Some(turn) if turn > LARGEST_MARK => "++".to_owned(),
            Some(turn) => turn.to_string(),
        };
        let held = Side::ALL.iter().any(|&side| game.at(side) == to);
        CellWorth { at: game.field().pos(to), text, best: best.contains(&command), held }
    });
    let worth = match caught_on(solution.value(&game), side, game.turn()) {
        None => "the hero can escape".to_owned(),
        Some(turn) => format!("the hero is caught on turn {turn}"),
    };
    Ok(Advice {
        worth,
        marks: marks.collect(),
        best: best.iter().map(|command| command.word().to_owned()).collect(),
    })
}

fn review(session: &dyn Session) -> Option<Box<dyn Work<Review>>> {
    let told = Played::of(session).ok()?;
    let persons: Vec<Side> =
        Side::ALL.into_iter().filter(|&side| *told.game.player(side) == Player::Human).collect();
    let field = &told.setup.field;
    if persons.is_empty() || told.log.is_empty() {
        return None;
    }
    if coached(field).is_none() && positions_of(field) > REVIEWED {
        return None;
    }
    Some(Box::new(Reviewing { study: Study::new(field, LIMITS), told, persons }))
}

/// A review in progress: the field is solved first.
struct Reviewing {
    study: Study,
    told: Played,
    persons: Vec<Side>,
}

impl Work<Review> for Reviewing {
    fn step(&mut self) -> Option<Result<Review, String>> {
        let field = &self.told.setup.field;
        if coached(field).is_none() {
            let _ = self.study.step()?;
        }
        // Another field may have replaced this one in the cache.
        let solved = coached(field).or_else(|| self.study.solved.clone())?;
        Some(solved.map(|solution| reviewed(&solution, &self.told, &self.persons)))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.study.progress()
    }
}

fn reviewed(solution: &Solution, Played { setup, log, game }: &Played, persons: &[Side]) -> Review {
    let grades = grades(solution, setup.begin(), log);
    let mut review = Review::default();
    for &side in persons {
        let own = grades.iter().filter(|grade| grade.side == side);
        let (all, best) = (own.clone().count(), own.filter(|grade| grade.is_best()).count());
        if let Some(percent) = accuracy(&grades, side) {
            let who = if persons.len() > 1 {
                format!("Accuracy of the {}", side.word())
            } else {
                "Accuracy".into()
            };
            review.lines.push(format!("{who}: {percent}%, {best} of {all} moves were best."));
        }
    }
    review.lines.extend(against_the_best(solution, setup, game));
    if let [side] = *persons
        && let Some(stars) = game.end().map(|end| stars(solution.value(&setup.begin()), end, side))
    {
        review.lines.push(format!("Stars: {stars} of {STARS}."));
    }
    review.moves = told(setup, &grades, persons);
    review
}

/// The score compared with perfect play: turns survived, and turns possible.
fn against_the_best(solution: &Solution, setup: &Setup, game: &Pursuit) -> Option<String> {
    let start = solution.value(&setup.begin());
    Some(match (game.end()?, start) {
        (End::Caught(turn), Value::Caught(best)) => {
            format!("Turns survived: {turn}. When both play perfectly: {best}.")
        }
        (End::Caught(turn), Value::Escape) => {
            format!("Turns survived: {turn}. The hero could have escaped.")
        }
        (End::Escape(_) | End::Limit(_), Value::Escape) => "The hero could escape and did.".to_owned(),
        (End::Escape(_) | End::Limit(_), Value::Caught(best)) => {
            format!("The hero is free. When both play perfectly he is caught on turn {best}.")
        }
    })
}

/// Maximum number of stars.
pub(crate) const STARS: u32 = 3;

/// The stars of a side, compared with what was possible: three for a result at least as good as perfect play;
/// two for one within a quarter of it; one for a capture, or for surviving half as long as possible.
pub(crate) fn stars(possible: Value, end: End, side: Side) -> u32 {
    match (side, possible, end) {
        (Side::Hero, _, End::Escape(_) | End::Limit(_)) => STARS,
        (Side::Hero, Value::Caught(best), End::Caught(turn)) => match turn * 4 {
            held if held >= best * 4 => STARS,
            held if held >= best * 3 => 2,
            held => u32::from(held >= best * 2),
        },
        (Side::Hero, Value::Escape, End::Caught(_)) => 0,
        (Side::Monster, Value::Caught(best), End::Caught(turn)) => match turn * 4 {
            taken if taken <= best * 4 => STARS,
            taken if taken <= best * 5 => 2,
            _ => 1,
        },
        (Side::Monster, Value::Escape, End::Caught(_)) => STARS,
        (Side::Monster, ..) => 0,
    }
}

/// One sentence for each move of a person.
fn told(setup: &Setup, grades: &[Grade], persons: &[Side]) -> Vec<String> {
    let mut game = setup.begin();
    let mut events = Vec::new();
    let mut lines = Vec::new();
    for grade in grades {
        if persons.contains(&grade.side) {
            let worth = |value| match caught_on(value, grade.side, game.turn()) {
                None => "escape".to_owned(),
                Some(turn) => format!("caught on turn {turn}"),
            };
            let verdict = match (grade.is_best(), grade.is_blunder()) {
                (true, _) => format!("best ({})", worth(grade.before)),
                (false, true) => format!("a blunder: {} became {}", worth(grade.before), worth(grade.after)),
                (false, false) => format!("not best: {} became {}", worth(grade.before), worth(grade.after)),
            };
            lines.push(format!(
                "Turn {}, {} {}: {verdict}.",
                game.turn(),
                grade.side.word(),
                grade.made.word()
            ));
        }
        if game.act(grade.side.seat(), grade.made, &mut events).is_err() {
            break;
        }
        events.clear();
    }
    lines
}

fn puzzle(level: u32, seed: &str) -> Box<dyn Work<Level>> {
    let seed = Seed::from_text(&format!("puzzle {level} {seed}"));
    Box::new(Making { level, drawing: Drawing::new(&ladder(level), &seed, &LIMITS) })
}

/// The generation of a puzzle, in steps.
struct Making {
    level: u32,
    drawing: Result<Drawing, NoField>,
}

impl Work<Level> for Making {
    fn step(&mut self) -> Option<Result<Level, String>> {
        let found = match &mut self.drawing {
            Ok(drawing) => drawing.step()?,
            Err(reason) => Err(reason.clone()),
        };
        let level = |field: NewField| Level { name: format!("puzzle-{}.txt", self.level), text: field.text };
        Some(found.map(level).map_err(|reason| format!("No puzzle from this seed: {reason}")))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        let (tried, all) = self.drawing.as_ref().ok()?.progress();
        Some((tried as usize, all as usize))
    }
}

#[cfg(test)]
#[path = "teach_tests.rs"]
mod tests;
