//! Generates fields to order: draws sketches from a seed until the solver confirms the wanted result.

use crate::{Limits, Solution, Value, solve};
use game_pursuit::{CellId, Command, Diagonals, Field, Player, Pursuit, Setup, Shape, sketch};
use kernel::{Game, Rng, Seed};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Maximum number of sketches.
const SKETCHES: u32 = 400;
/// Maximum number of positions solved for all sketches together.
const POSITIONS: u64 = 400_000_000;
/// Maximum number of start pairs of a sketch compared to find the tightest puzzle.
const PAIRS: usize = 200;
/// Minimum length of a hunt, in turns, unless the wish explicitly asks for a shorter one.
const SHORTEST: u32 = 4;
/// Maximum size of a field.
const SIZE_MAX: u16 = 60;
/// Maximum number of potions.
const POTIONS_MAX: u16 = 5;

/// The winner under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The monster.
    Caught,
    /// The hero.
    Escape,
}

/// Requirements for a new field.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Number of columns, and of rows.
    pub size: u16,
    /// Number of potions.
    pub potions: u16,
    /// The winner; `None` for either.
    pub result: Option<Wanted>,
    /// The turns on which the hero may be caught; implies a capture.
    pub turns: Option<RangeInclusive<u32>>,
}

/// A field that meets the requirements.
pub struct NewField {
    /// The file.
    pub text: String,
    /// The value of its start.
    pub value: Value,
    /// Number of sketches it took.
    pub sketches: u32,
    /// The field.
    pub field: Arc<Field>,
}

/// Why no field was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoField {
    /// The requirements contradict each other or are out of bounds; one sentence.
    Impossible(String),
    /// The search limits were reached; one sentence with the nearest result.
    NotFound(String),
    /// Cancelled.
    Stopped,
}

impl std::fmt::Display for NoField {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Impossible(why) | Self::NotFound(why) => out.write_str(why),
            Self::Stopped => out.write_str("Stopped."),
        }
    }
}

impl std::error::Error for NoField {}

/// Parses `MIN..MAX`, `MIN..`, `..MAX` or a single number of turns.
///
/// # Errors
/// A sentence that explains the syntax.
pub fn turns_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("'{}' is not a range of turns; write MIN..MAX, as in 8..20.", text.escape_debug());
    let number = |part: &str, otherwise: u32| match part.trim() {
        "" => Ok(otherwise),
        part => part.parse::<u32>().map_err(|_| wrong()),
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low, 1)?, number(high.strip_prefix('=').unwrap_or(high), u32::MAX)?),
        None if text.trim().is_empty() => return Err(wrong()),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if low > high || high == 0 { Err(wrong()) } else { Ok(low..=high) }
}

/// The wish for a level of increasing difficulty, from 1: fields the hero can escape on, growing, and later
/// with potions.
#[must_use]
pub fn ladder(level: u32) -> Wish {
    let size = (6 + level.min(18)) as u16;
    let potions = if level < 4 { 0 } else { (level % 3) as u16 };
    Wish { size, potions, result: Some(Wanted::Escape), turns: None }
}

impl Wish {
    fn check(&self) -> Result<(), NoField> {
        let impossible = |why: String| Err(NoField::Impossible(why));
        if !(Shape::SIZE_MIN..=SIZE_MAX).contains(&self.size) {
            return impossible(format!("The size must be from {} to {SIZE_MAX}.", Shape::SIZE_MIN));
        }
        if self.potions > POTIONS_MAX {
            return impossible(format!("A field gets {POTIONS_MAX} potions at most."));
        }
        if self.turns.is_some() && self.result == Some(Wanted::Escape) {
            return impossible("An escape has no turn of capture: leave out the turns.".into());
        }
        Ok(())
    }

    fn takes(&self, value: Value) -> bool {
        match value {
            Value::Caught(turns) => match &self.turns {
                Some(range) => range.contains(&turns),
                None => self.result != Some(Wanted::Escape) && turns >= SHORTEST,
            },
            Value::Escape => self.turns.is_none() && self.result != Some(Wanted::Caught),
        }
    }

    /// Distance between a result and the wish, to find the nearest.
    fn miss(&self, value: Value) -> u32 {
        match (value, &self.turns) {
            (Value::Caught(turns), Some(range)) => {
                range.start().saturating_sub(turns).max(turns.saturating_sub(*range.end()))
            }
            (Value::Caught(turns), None) => SHORTEST.saturating_sub(turns),
            (Value::Escape, _) => u32::MAX,
        }
    }
}

/// Draws fields until one meets the wish. The same wish and seed give the same field. `progress` gets the
/// number of sketches tried and the maximum; returning false stops the search.
///
/// # Errors
/// [`NoField`], with the reason.
pub fn new_field(
    wish: &Wish,
    seed: &Seed,
    limits: &Limits,
    progress: &dyn Fn(u32, u32) -> bool,
) -> Result<NewField, NoField> {
    let mut drawing = Drawing::new(wish, seed, limits)?;
    loop {
        let (tried, all) = drawing.progress();
        if tried < all && !progress(tried, all) {
            return Err(NoField::Stopped);
        }
        if let Some(found) = drawing.step() {
            return found;
        }
    }
}

/// The search for a field, one sketch per step.
pub struct Drawing {
    wish: Wish,
    seed: Seed,
    limits: Limits,
    nearest: Option<Value>,
    /// Number of positions solved.
    positions: u64,
    tried: u32,
}

impl Drawing {
    /// Starts the search.
    ///
    /// # Errors
    /// If the wish is impossible.
    pub fn new(wish: &Wish, seed: &Seed, limits: &Limits) -> Result<Self, NoField> {
        wish.check()?;
        let (wish, seed) = (wish.clone(), seed.clone());
        Ok(Self { wish, seed, limits: *limits, nearest: None, positions: 0, tried: 0 })
    }

    /// The number of sketches tried, and the maximum.
    #[must_use]
    pub const fn progress(&self) -> (u32, u32) {
        (self.tried, SKETCHES)
    }

    /// Draws and solves one sketch; returns the field if it meets the wish, or an error if the limits are
    /// reached.
    pub fn step(&mut self) -> Option<Result<NewField, NoField>> {
        if self.positions > POSITIONS || self.tried >= SKETCHES {
            return Some(Err(self.not_found()));
        }
        let number = self.tried;
        self.tried += 1;
        let wish = &self.wish;
        let key = [i64::from(wish.size), i64::from(wish.potions), i64::from(number)];
        let mut dice = Rng::stream(&self.seed, "field", &key);
        let loops = loops(wish, &mut dice);
        let plan = sketch(Shape { size: wish.size, potions: wish.potions, loops }, &mut dice)?;
        let field = Arc::new(Field::new(plan, Diagonals::Free).ok()?);
        let solution = solve(&field, &self.limits, &|_| true).ok()?;
        self.positions += solution.positions();
        let (fits, close) = pick(wish, &solution, number >= SKETCHES / 2, &mut dice);
        if let Some((hero, monster)) = fits {
            return Some(Ok(finish(&field, &solution, hero, monster, number + 1)));
        }
        let better = |close: &Value| self.nearest.is_none_or(|known| wish.miss(*close) < wish.miss(known));
        if let Some(close) = close.filter(better) {
            self.nearest = Some(close);
        }
        None
    }

    fn not_found(&self) -> NoField {
        let nearest = match self.nearest {
            Some(Value::Caught(turns)) => format!("; the closest was a capture on turn {turns}"),
            _ => String::new(),
        };
        NoField::NotFound(format!(
            "None of {} fields of size {} matched{nearest}. Try another seed, size or range.",
            self.tried, self.wish.size
        ))
    }
}

/// The number of loops. Loops let a hero escape, so fields for the monster have few.
fn loops(wish: &Wish, dice: &mut Rng) -> u16 {
    let most = match (wish.result, &wish.turns) {
        (Some(Wanted::Escape), _) => 3,
        (Some(Wanted::Caught), _) | (_, Some(_)) => 1,
        _ => 2,
    };
    dice.below(most + 1, "loops") as u16
}

type Pair = (CellId, CellId);

/// A start pair that meets the wish, or else the nearest result. Of the pairs examined it is the tightest:
/// the one in which the fewest replies of the hero keep the result. Pairs in which every reply does are
/// puzzles only if `lenient`.
fn pick(wish: &Wish, solution: &Solution, lenient: bool, dice: &mut Rng) -> (Option<Pair>, Option<Value>) {
    let field = solution.field();
    let starts: Vec<CellId> = (0..field.count() as CellId).filter(|&cell| field.is_start(cell)).collect();
    let mut fitting = Vec::new();
    let mut nearest: Option<Value> = None;
    for &hero in &starts {
        for &monster in starts.iter().filter(|&&monster| monster != hero) {
            let value = solution.start(hero, monster);
            if wish.takes(value) {
                fitting.push((hero, monster));
            } else if nearest.is_none_or(|known| wish.miss(value) < wish.miss(known)) {
                nearest = Some(value);
            }
        }
    }
    dice.shuffle(&mut fitting, "start pair");
    fitting.truncate(PAIRS);
    let tightest = fitting
        .into_iter()
        .map(|(hero, monster)| (slack(solution, hero, monster), hero, monster))
        .filter(|(slack, _, _)| lenient || *slack < 100)
        .min_by_key(|(slack, _, _)| *slack);
    (tightest.map(|(_, hero, monster)| (hero, monster)), nearest)
}

/// The percentage of the hero's replies that are best after the monster's most demanding first move. For a
/// capture, the percentage of the monster's first moves that are best.
fn slack(solution: &Solution, hero: CellId, monster: CellId) -> u32 {
    let setup = Setup::new(Arc::clone(solution.field()), Player::Human, Player::Human);
    let Some(game) = Pursuit::placed(&setup, hero, monster) else { return 100 };
    let share = |game: &Pursuit| {
        let all = game.legal().count();
        (solution.best(game).len() * 100 / all) as u32
    };
    if solution.value(&game) != Value::Escape {
        return share(&game);
    }
    let reply = |first: Command| {
        let mut next = game.clone();
        next.act(next.to_move(), first, &mut Vec::new()).expect("the move is legal");
        share(&next)
    };
    game.legal().map(reply).min().unwrap_or(100)
}

fn finish(field: &Arc<Field>, solution: &Solution, hero: CellId, monster: CellId, sketches: u32) -> NewField {
    let mut plan = field.plan().clone();
    plan.hero = field.pos(hero);
    plan.monster = field.pos(monster);
    let placed = Field::new(plan, field.diagonals()).expect("two room cells of the same field");
    NewField {
        text: placed.text(placed.hero(), placed.monster()),
        value: solution.start(hero, monster),
        sketches,
        field: Arc::new(placed),
    }
}
