//! Fields generated from a seed alone, what a search can ask about them, and the contest on them.

use crate::{Limits, Value, Wanted, Wish, new_field, solve};
use game_pursuit::{Diagonals, Field, Pursuit, read_field};
use kernel::{Asked, Finding, Game as _, Options, Rng, Seed, SurveyField};
use session::{Answers, Contest, Header, Level, MADE, Surveys, Worth};
use std::sync::Arc;

/// The daily hunt is against the perfect monster; a repeated position is an escape.
pub(crate) const CONTEST: Contest = Contest {
    rules: &[("monster", "optimal"), ("repeat", "end")],
    make: Some(make),
    commands: None,
    worth: Worth::Share { best: turns_possible, win: "escaped", half: 20, pace: None },
    told: "1000 for an escape; else 1000 x turns survived / turns that were possible, \
           or 1000 t / (t + 20) where an escape was possible",
    pentathlon: true,
};

pub(crate) const SURVEYS: Surveys = Surveys { fields: &FIELDS, floors: 1, open };

/// These fields are small, so more threads would slow each other down, above all in a search.
const LIMITS: Limits = Limits { bytes: 1 << 30, threads: 1 };

/// Ranges for a field from a seed.
const SIZES: (i32, i32) = (8, 12);
const POTIONS: (i32, i32) = (0, 2);
/// Range of the number of turns of a hunt the hero cannot escape.
const TURNS: (u32, u32) = (6, 40);
/// Maximum number of attempts to draw a field; so far the first has always succeeded.
const DRAWS: u32 = 20;

const ESCAPE: usize = 0;
const CAUGHT: usize = 1;
const SIZE: usize = 2;
const POTION: usize = 3;
const CELLS: usize = 4;
const DISTANCE: usize = 5;

const FIELDS: [SurveyField; 6] = [
    SurveyField::new("escape", "1 if the hero can escape when both play their best, else 0"),
    SurveyField::new(
        "turns",
        "the turn on which the hero is caught when both play their best; 0 if he escapes",
    ),
    SurveyField::new("size", "columns and rows of the field"),
    SurveyField::new("potions", "potions on the field"),
    SurveyField::new("cells", "cells of rooms and hallways"),
    SurveyField::new(
        "distance",
        "moves from the hero to the monster's cell, ignoring potions and the monster",
    ),
];

/// The field of a seed. Size, potions and winner are drawn from the seed, too.
fn field(seed: &str) -> Result<(Arc<Field>, String, Value), String> {
    let mut dice = Rng::stream(&Seed::from_text(seed), "wish", &[]);
    let size = dice.between(SIZES.0, SIZES.1, "size") as u16;
    let potions = dice.between(POTIONS.0, POTIONS.1, "potions") as u16;
    let wish = if dice.chance(1, 2, "escape") {
        Wish { size, potions, result: Some(Wanted::Escape), turns: None }
    } else {
        Wish { size, potions, result: None, turns: Some(TURNS.0..=TURNS.1) }
    };
    let mut last = String::new();
    for number in 0..DRAWS {
        let seed = Seed::from_text(&format!("made {number} {seed}"));
        match new_field(&wish, &seed, &LIMITS, &|_, _| true) {
            Ok(found) => return Ok((found.field, found.text, found.value)),
            Err(reason) => last = reason.to_string(),
        }
    }
    Err(format!("No field from this seed: {last}"))
}

fn make(seed: &str) -> Result<Level, String> {
    field(seed).map(|(_, text, _)| Level { name: MADE.to_owned(), text })
}

fn turns_possible(header: &Header) -> Option<i64> {
    let setup = crate::seated::setup(header)?;
    match solve(&setup.field, &LIMITS, &|_| true).ok()?.value(&setup.begin()) {
        Value::Caught(turns) => Some(i64::from(turns)),
        Value::Escape => None,
    }
}

fn open(options: &Options) -> Result<Answers, Vec<Finding>> {
    let prepared = Pursuit::prepare(options, None, &kernel::Policy::DENY);
    prepared.setup.ok_or(prepared.findings)?;
    let joined = options.get(Pursuit::ABOUT.options, "diagonals") == "joined";
    Ok(Box::new(move |seed, _, _: Asked, out| {
        let Ok((field, text, value)) = field(seed) else { return };
        let (field, value) = if joined { as_joined(&text).unwrap_or((field, value)) } else { (field, value) };
        match value {
            Value::Escape => out[ESCAPE] = 1,
            Value::Caught(turns) => out[CAUGHT] = i64::from(turns),
        }
        let plan = field.plan();
        out[SIZE] = i64::from(plan.size);
        out[POTION] = plan.potions.len() as i64;
        out[CELLS] = i64::from(field.count());
        out[DISTANCE] =
            i64::from(field.distances(field.hero(), &mut Vec::new())[usize::from(field.monster())]);
    }))
}

/// The same field with the stricter rule for diagonal steps, and its value under it.
fn as_joined(text: &str) -> Option<(Arc<Field>, Value)> {
    let field = Arc::new(read_field(text, Diagonals::Joined).0?);
    let solution = solve(&field, &LIMITS, &|_| true).ok()?;
    let value = solution.start(field.hero(), field.monster());
    Some((field, value))
}
