//! The ladder of the Undercroft edition: every rung is measured again, and fresh fields are worth playing.

mod common;

use common::soak;
use game_pursuit::{Diagonals, Field, Player, RUNGS, Rung, Setup, Side, fresh_field};
use kernel::Seed;
use pursuit_lab::{Limits, Measure, Value, measure, solve, task};
use std::sync::Arc;

/// Maximum length of a rung, in rounds.
const ROUNDS: u32 = 40;
/// Minimum number of turns of a capture.
const TURNS: u32 = 4;
/// Maximum number of draws for a rung.
const DRAWS: u32 = 2_000;

fn measured(field: Field) -> (Value, Measure) {
    let field = Arc::new(field);
    let solution = solve(&field, &Limits { bytes: 1 << 30, threads: 1 }, &|_| true).unwrap();
    let mut setup = Setup::new(field, Player::Human, Player::Human);
    setup.repeat_ends = true;
    let value = solution.value(&setup.begin());
    (value, measure(&solution, &setup, task(value)))
}

/// The first draw of a number that qualifies for the ladder.
fn found(number: u32) -> Rung {
    let band = Rung::points_least(number)..Rung::points_least(number + 1);
    let side = if number % 2 == 1 { Side::Hero } else { Side::Monster };
    let fits = |draw| {
        let (value, measure) = measured(Rung::drawn(number, draw, Diagonals::Free)?);
        let turns = match value {
            Value::Escape => 0,
            Value::Caught(turns) => turns,
        };
        let short = measure.rounds <= ROUNDS && (side == Side::Hero || turns >= TURNS);
        let fits = task(value) == side && short && band.contains(&measure.points);
        fits.then_some(Rung { number, draw, turns, points: measure.points })
    };
    (0..DRAWS).find_map(fits).unwrap_or_else(|| panic!("no draw is right for rung {number}"))
}

#[test]
fn every_rung_is_solvable_and_as_hard_as_it_says() {
    for rung in &RUNGS {
        let (value, measure) = measured(rung.field(Diagonals::Free).unwrap());
        let turns = if value == Value::Escape { 0 } else { rung.turns };
        assert_eq!((task(value), turns, measure.points), (rung.side(), rung.turns, rung.points), "{rung:?}");
        assert!(value == Value::Escape || value == Value::Caught(rung.turns), "{rung:?} {value:?}");
    }
}

#[test]
fn difficulty_grows_from_rung_to_rung() {
    for (number, rung) in (1..).zip(&RUNGS) {
        assert_eq!(rung.number, number);
        assert!((Rung::points_least(number)..Rung::points_least(number + 1)).contains(&rung.points));
    }
}

#[test]
fn the_seed_of_a_rung_is_its_field() {
    for rung in &RUNGS {
        let seed = Seed::from_text(&format!("rung:{}", rung.number));
        let (drawn, own) = (fresh_field(&seed, Diagonals::Free), rung.field(Diagonals::Free));
        assert_eq!(drawn.unwrap().plan(), own.unwrap().plan(), "rung {}", rung.number);
    }
    assert_eq!(Rung::of(&Seed::from_text("rung:31")), None);
}

/// The search for the whole ladder takes some seconds.
#[test]
fn every_rung_is_the_first_draw_whose_measure_lies_in_its_band() {
    for rung in RUNGS.iter().step_by(if soak(20) == 20 { 1 } else { 7 }) {
        let Rung { number, draw, turns, points } = found(rung.number);
        let row = format!("rung({number}, {draw}, {turns}, {points}),");
        assert_eq!(found(rung.number), *rung, "the solver finds {row}");
    }
}

/// The better side has something to do: random moves make mistakes, and the hero is not caught at once.
#[test]
fn fresh_fields_are_worth_playing() {
    let (mut escapes, mut seeds) = (0, 0);
    for number in 0..soak(4_000) {
        let field = fresh_field(&Seed::from_text(&format!("fresh {number}")), Diagonals::Free).unwrap();
        let (value, measure) = measured(field);
        assert!(measure.points >= 100 && measure.moves >= 3, "seed {number}: {value:?} {measure:?}");
        assert!(value >= Value::Caught(TURNS), "seed {number}: {value:?}");
        escapes += u64::from(value == Value::Escape);
        seeds += 1;
    }
    assert!((seeds / 3..seeds * 4 / 5).contains(&escapes), "{escapes} of {seeds} can be escaped from");
}
