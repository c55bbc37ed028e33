//! Matches between built-in players: the two lines of `--quiet`, the transcript, and the known results.

mod common;
#[path = "../../game-pursuit/tests/fields/mod.rs"]
mod fields;

use common::{drawn, field, solved};
use fields::FIELDS;
use game_pursuit::{Field, Player, Setup, Side};
use pursuit_lab::{Ending, Match, accuracy, grades, quiet, transcript};
use std::sync::Arc;

fn setup(field: Arc<Field>, hero: &str, monster: &str) -> Setup {
    let hero = Player::parse(hero, Side::Hero).unwrap().0;
    let monster = Player::parse(monster, Side::Monster).unwrap().0;
    Setup::new(field, hero, monster)
}

fn quietly(setup: &Setup) -> String {
    let mut out = Vec::new();
    quiet(setup, &Match::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn quiet_is_two_lines() {
    let caught = setup(drawn(&["@..", "...", "..M"]), "rogue", "monster");
    assert_eq!(quietly(&caught), "caught 2\nmoves: M:NW H:E M:N\n");
    let escape = setup(drawn(&["@++", "+ +", "++M"]), "rogue", "monster");
    let lines = quietly(&escape);
    assert!(lines.starts_with("escape 2\nmoves: M:N H:S "), "{lines}");
    assert_eq!(lines.lines().count(), 2);
    let mut limit = setup(drawn(&["@++", "+ +", "++M"]), "rogue", "monster");
    limit.limit = 2;
    assert_eq!(quietly(&limit), "limit 2\nmoves: M:N H:S M:N H:S\n");
    let fault = setup(drawn(&["@..", "...", "..M"]), "human", "monster");
    assert_eq!(quietly(&fault), "fault hero: human needs a person\nmoves:\n");
}

#[test]
fn a_transcript_is_what_the_courses_engine_prints() {
    let game = setup(drawn(&["@s.", "...", "..M"]), "speedy", "monster");
    let mut out = Vec::new();
    let played = transcript(&game, &Match::default(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let expected = "\
@ s .
. . .
. . M

Move 1

@ s .
. M .
. . .

. @ .
. M .
. . .
moves per turn: hero 2, monster 1

Move 2

. * .
. . .
. . .
moves per turn: hero 2, monster 1

Caught by monster
";
    let trimmed: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(trimmed, expected);
    assert!(text.starts_with("@ s . \n"), "every cell is its character and a blank");
    assert_eq!(played.ending.to_string(), "caught 2");
}

#[test]
fn every_single_move_of_a_fast_turn_is_shown() {
    let mut game = setup(drawn(&["@....", ".....", "....s", ".....", "....M"]), "rogue", "monster");
    game.limit = 3;
    let mut out = Vec::new();
    let played = transcript(&game, &Match::default(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let boards = text.matches("\n\n").count() - text.matches("Move ").count();
    assert_eq!(boards, played.log.len() + 1);
    assert!(
        text.ends_with("Caught by monster\n") || text.ends_with("The hero is still free after 3 rounds.\n")
    );
    assert_eq!(text.matches("Move ").count() as u32, played.turns);
}

/// The document's heroes do as a plain implementation of the same rules says; a perfect hero does no worse
/// than perfect play allows.
#[test]
fn known_matches_come_out() {
    let told = |turns: u32| if turns == 0 { "escape ".to_owned() } else { format!("caught {turns}\n") };
    for known in &FIELDS {
        for (hero, turns) in [("rogue", known.rogue), ("speedy", known.speedy)] {
            let lines = quietly(&setup(field(known.text), hero, "monster"));
            assert!(lines.starts_with(&told(turns)), "{}, {hero}: {lines}", known.name);
        }
        let lines = quietly(&setup(field(known.text), "optimal", "monster"));
        let caught = lines.lines().next().and_then(|line| line.strip_prefix("caught "));
        let caught: Option<u32> = caught.map(|turns| turns.parse().expect("a number"));
        let fair = caught.is_none_or(|turns| known.turns > 0 && turns >= known.turns);
        assert!(fair, "{}: {lines}", known.name);
    }
}

/// Optimal against optimal ends exactly as solved, and all their moves are best.
#[test]
fn perfect_players_realise_the_value() {
    for known in &FIELDS {
        let field = field(known.text);
        let setup = setup(Arc::clone(&field), "optimal", "optimal");
        let played = Match::default().play(&setup, |_, _| {});
        let wanted = if known.turns == 0 { "escape ".to_owned() } else { format!("caught {}", known.turns) };
        assert!(played.ending.to_string().starts_with(&wanted), "{}: {}", known.name, played.ending);
        let solution = solved(&field);
        let grades = grades(&solution, setup.begin(), &played.log);
        assert_eq!(grades.len(), played.log.len());
        assert_eq!((accuracy(&grades, Side::Hero), accuracy(&grades, Side::Monster)), (Some(100), Some(100)));
    }
}

#[test]
fn a_teacher_sees_the_blunder() {
    // A ring with a dead end: fleeing into it gives the escape away.
    let field = drawn(&["+++ ", "+ @.", "M++ ", "    "]);
    let solution = solved(&field);
    let setup = setup(Arc::clone(&field), "human", "human");
    let log: Vec<_> = [(Side::Monster, "E"), (Side::Hero, "E")]
        .map(|(side, word)| (side, game_pursuit::Command::from_word(word).unwrap()))
        .into();
    let grades = grades(&solution, setup.begin(), &log);
    assert!(grades[1].is_blunder() && !grades[1].is_best());
    assert_eq!(accuracy(&grades, Side::Hero), Some(0));
    assert_eq!(accuracy(&[], Side::Hero), None);
}

#[test]
fn a_field_too_large_to_solve_is_the_optimal_players_fault() {
    let settings = Match { limits: pursuit_lab::Limits { bytes: 10, threads: 1 }, ..Match::default() };
    let played = settings.play(&setup(drawn(&["@..", "...", "..M"]), "optimal", "monster"), |_, _| {});
    assert!(matches!(played.ending, Ending::Fault(Side::Hero, reason) if reason.contains("not solved")));
}
