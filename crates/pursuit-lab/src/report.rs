//! The output of `solve`: for people, for programs, and as a map of start squares.

use crate::{Limits, OnProgress, Solution, Unsolved, Value, solve};
use game_pursuit::{CellId, Command, Field, NOWHERE, Player, Pursuit, Setup, Side};
use kernel::{Game, Pos};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Everything `solve` reports about a field's own start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value of the start.
    pub value: Value,
    /// The monster's best first moves; none if the hero escapes from all.
    pub first_moves: Vec<Command>,
    /// For every legal first move of the monster the hero's best replies; none if it captures.
    pub replies: Vec<(Command, Vec<Command>)>,
    /// Number of positions solved.
    pub positions: u64,
    /// For an escape, the closed walk of the hero in front of a stubborn monster; it ends with the first
    /// cell.
    pub cycle: Option<Vec<Pos>>,
}

/// The start of a field without strategies: neither repetition nor an early limit ends the game.
fn start(field: &Arc<Field>) -> Pursuit {
    let mut setup = Setup::new(Arc::clone(field), Player::Human, Player::Human);
    setup.limit = u32::MAX;
    setup.begin()
}

impl Solution {
    /// The report about the start.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let game = start(self.field());
        let value = self.value(&game);
        let reply = |first: Command| {
            let mut next = game.clone();
            next.act(next.to_move(), first, &mut Vec::new()).expect("the move is legal");
            (first, if next.end().is_some() { Vec::new() } else { self.best(&next) })
        };
        let escapes = value == Value::Escape;
        Verdict {
            value,
            first_moves: if escapes { Vec::new() } else { self.best(&game) },
            replies: game.legal().map(reply).collect(),
            positions: self.positions(),
            cycle: escapes.then(|| self.cycle(game)),
        }
    }

    /// Lets the perfect hero run from a stubborn monster until the start of a round repeats.
    fn cycle(&self, mut game: Pursuit) -> Vec<Pos> {
        let mut events = Vec::new();
        let mut walk = vec![game.at(Side::Hero)];
        let mut rounds = HashMap::new();
        let mut behind = NOWHERE;
        loop {
            if game.side() == Side::Monster && game.remaining() == game.drunk(Side::Monster) {
                let cells = (game.at(Side::Hero), game.at(Side::Monster), behind);
                let key = (cells, game.drunk(Side::Hero), game.drunk(Side::Monster));
                if let Some(begin) = rounds.insert(key, walk.len() - 1) {
                    walk.drain(..begin);
                    break;
                }
            }
            let (side, from) = (game.side(), game.at(game.side()));
            let command = match side {
                Side::Hero => self.choose(&game),
                Side::Monster => stubborn(&game, behind),
            };
            game.act(side.seat(), command, &mut events).expect("strategies move legally");
            events.clear();
            match side {
                Side::Hero => walk.push(game.at(side)),
                Side::Monster => behind = from,
            }
        }
        walk.dedup();
        if walk.len() == 1 {
            walk.push(walk[0]);
        }
        walk.into_iter().map(|cell| self.field().pos(cell)).collect()
    }
}

/// The monster's move along a shortest path, never back to its previous cell if another path is equally
/// short. So it drives the hero around a loop instead of dithering on the far side.
fn stubborn(game: &Pursuit, behind: CellId) -> Command {
    let mut room = Vec::new();
    let distances = game.field().distances(game.at(Side::Hero), &mut room);
    let here = distances[usize::from(game.at(Side::Monster))];
    game.legal()
        .map(|command| (command, game.target(command)))
        .filter(|&(_, to)| distances[usize::from(to)] < here)
        .min_by_key(|&(_, to)| to == behind)
        .map_or(Command::Stay, |(command, _)| command)
}

/// Directions as used in protocols.
fn words(commands: &[Command]) -> Vec<&'static str> {
    commands.iter().map(|command| command.word()).collect()
}

/// A JSON object whose keys are in the order of the compass.
struct Replies<'a>(&'a [(Command, Vec<Command>)]);

impl Serialize for Replies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (first, replies) in self.0 {
            map.serialize_entry(first.word(), &words(replies))?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Told<'a> {
    result: &'static str,
    turns: Option<u32>,
    first_moves: Vec<&'static str>,
    replies: Replies<'a>,
    positions: u64,
    cycle: Option<Vec<[i32; 2]>>,
}

#[derive(Serialize)]
struct ToldUnsolved {
    result: &'static str,
    positions: u64,
    bytes: u64,
}

/// Solves a field and writes one line of JSON. True if it was solved.
///
/// # Errors
/// If writing fails.
pub fn solve_json(
    field: &Arc<Field>,
    limits: &Limits,
    progress: OnProgress<'_>,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let line = match solve(field, limits, progress) {
        Ok(solution) => {
            let verdict = solution.verdict();
            let turns = match verdict.value {
                Value::Caught(turns) => Some(turns),
                Value::Escape => None,
            };
            serde_json::to_string(&Told {
                result: if turns.is_some() { "caught" } else { "escape" },
                turns,
                first_moves: words(&verdict.first_moves),
                replies: Replies(&verdict.replies),
                positions: verdict.positions,
                cycle: verdict.cycle.map(|cycle| cycle.iter().map(|at| [at.x, at.y]).collect()),
            })?
        }
        Err(Unsolved { positions, bytes, .. }) => {
            let told = serde_json::to_string(&ToldUnsolved { result: "unsolved", positions, bytes })?;
            writeln!(out, "{told}")?;
            return Ok(false);
        }
    };
    writeln!(out, "{line}")?;
    Ok(true)
}

/// Solves a field and prints the result. True if it was solved.
///
/// # Errors
/// If writing fails.
pub fn solve_text(
    field: &Arc<Field>,
    limits: &Limits,
    progress: OnProgress<'_>,
    out: &mut dyn Write,
) -> io::Result<bool> {
    match solve(field, limits, progress) {
        Ok(solution) => {
            tell(&solution.verdict(), out)?;
            Ok(true)
        }
        Err(unsolved) => {
            tell_unsolved(&unsolved, limits, out)?;
            Ok(false)
        }
    }
}

fn tell(verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    match verdict.value {
        Value::Caught(turns) => {
            writeln!(out, "The hero is caught on turn {turns}.")?;
            writeln!(out, "Best first moves of the monster: {}", words(&verdict.first_moves).join(" "))?;
        }
        Value::Escape => writeln!(out, "The hero escapes for ever.")?,
    }
    writeln!(out, "The hero's best replies:")?;
    for (first, replies) in &verdict.replies {
        let replies = if replies.is_empty() { "caught at once".into() } else { words(replies).join(" ") };
        writeln!(out, "  after {:<4}  {replies}", first.word())?;
    }
    if let Some(cycle) = &verdict.cycle {
        let cells: Vec<String> = cycle.iter().map(|at| format!("({},{})", at.x, at.y)).collect();
        writeln!(out, "Escape loop: {}", cells.join(" "))?;
    }
    writeln!(out, "{} positions", grouped(verdict.positions))
}

fn tell_unsolved(unsolved: &Unsolved, limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    if unsolved.stopped {
        return writeln!(out, "Not solved: stopped.");
    }
    writeln!(
        out,
        "Not solved: {} positions would need {} of memory, the limit is {}.",
        grouped(unsolved.positions),
        memory(unsolved.bytes),
        memory(limits.bytes)
    )
}

/// A number with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn memory(bytes: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    }
}

/// The value of each square as the hero's start, with the monster where the field has it: `None` for walls
/// and the monster's own square, row by row.
#[must_use]
pub fn start_map(solution: &Solution) -> Vec<Option<Value>> {
    let field = solution.field();
    let size = i32::from(field.size());
    let value = |index: i32| {
        let cell = field.cell_at(Pos::new(index % size, index / size));
        let stands = cell != NOWHERE && cell != field.monster();
        stands.then(|| solution.start(cell, field.monster()))
    };
    (0..size * size).map(value).collect()
}

/// Solves a field and draws its map: for each start square of the hero the turn on which he is caught, or `~`
/// if he escapes. `colours` adds ANSI colours. True if it was solved.
///
/// # Errors
/// If writing fails.
pub fn map_text(
    field: &Arc<Field>,
    limits: &Limits,
    progress: OnProgress<'_>,
    colours: bool,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let solution = match solve(field, limits, progress) {
        Ok(solution) => solution,
        Err(unsolved) => {
            tell_unsolved(&unsolved, limits, out)?;
            return Ok(false);
        }
    };
    let map = start_map(&solution);
    let turns = |value: &Option<Value>| match value {
        Some(Value::Caught(turns)) => Some(*turns),
        _ => None,
    };
    let longest = map.iter().filter_map(turns).max().unwrap_or(0);
    let width = longest.to_string().len() + 1;
    let monster = field.pos(field.monster());
    let size = usize::from(field.size());
    for (y, row) in map.chunks(size).enumerate() {
        let mut line = String::new();
        for (x, value) in row.iter().enumerate() {
            let (text, colour) = match value {
                Some(Value::Escape) => ("~".to_string(), 32),
                Some(Value::Caught(turns)) if *turns * 3 > longest * 2 => (turns.to_string(), 33),
                Some(Value::Caught(turns)) if *turns * 3 > longest => (turns.to_string(), 35),
                Some(Value::Caught(turns)) => (turns.to_string(), 31),
                None if monster == Pos::new(x as i32, y as i32) => (field.letter().to_string(), 1),
                None => (String::new(), 0),
            };
            if colours && colour != 0 {
                line.push_str(&format!("\x1b[{colour}m{text:>width$}\x1b[0m"));
            } else {
                line.push_str(&format!("{text:>width$}"));
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "Numbers: the turn on which a hero who starts there is caught. ~: he escapes. {}: the monster.",
        field.letter()
    )?;
    Ok(true)
}
