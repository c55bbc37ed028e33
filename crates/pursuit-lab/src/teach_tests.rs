//! The coach compared with the solver itself, and puzzles of every level.

use super::*;
use crate::solve;
use kernel::Options;
use session::Brief;

fn brief(options: &[(&str, &str)], level: Option<Level>) -> Brief {
    let mut all = Options::default();
    for (name, value) in options {
        all.set(Pursuit::ABOUT.options, name, value).unwrap();
    }
    Brief { options: all, level, ..Brief::default() }
}

fn start(options: &[(&str, &str)], level: Option<Level>) -> Box<dyn Session> {
    (crate::seated::ENTRY.start)(&brief(options, level)).unwrap().0
}

/// A room of three by three cells, in which the hero is lost.
fn lost() -> Level {
    Level { name: "lost".to_owned(), text: "3\n@ . .\n. . .\n. . M\n".to_owned() }
}

/// Runs all steps of a puzzle's generation.
fn make(level: u32, seed: &str) -> Result<Level, String> {
    let mut making = puzzle(level, seed);
    loop {
        if let Some(made) = making.step() {
            return made;
        }
    }
}

fn done(mut work: Box<dyn Work<Review>>) -> Review {
    loop {
        if let Some(review) = work.step() {
            return review.unwrap();
        }
    }
}

#[test]
fn the_coach_says_what_the_solver_says() {
    let mut session = start(&[("monster", "human")], None);
    for line in ["stay", "stay", "W", "stay"] {
        session.play_line(line);
        let lesson = Played::of(session.as_ref()).unwrap();
        assert_eq!(lesson.log.len(), session.commands());
        let solved = solve(&lesson.setup.field, &Limits::default(), &|_| true).unwrap();
        let advice = advise(session.as_ref()).unwrap();
        let best: Vec<&str> = solved.best(&lesson.game).iter().map(|command| command.word()).collect();
        assert_eq!(advice.best, best);
        assert_eq!(advice.marks.len(), lesson.game.legal().count());
        for (mark, (command, value)) in advice.marks.iter().zip(solved.moves(&lesson.game)) {
            assert_eq!(mark.at, lesson.game.field().pos(lesson.game.target(command)));
            assert_eq!(mark.text == "~", value == Value::Escape);
            assert_eq!(mark.best, best.contains(&command.word()));
        }
    }
}

#[test]
fn following_the_advice_keeps_the_turn_it_names() {
    let mut session = start(&[("monster", "human")], Some(lost()));
    let named = advise(session.as_ref()).unwrap().worth;
    while session.outcome().is_none() {
        let advice = advise(session.as_ref()).unwrap();
        assert_eq!(advice.worth, named, "best moves of both sides change nothing");
        assert!(advice.marks.iter().any(|mark| mark.best && named.ends_with(&format!("turn {}", mark.text))));
        session.play_line(&advice.best[0]);
    }
    let turn = session.outcome().unwrap().score;
    assert_eq!(named, format!("the hero is caught on turn {turn}"));
    assert_eq!(advise(session.as_ref()), Err("The game is over.".to_owned()));
    let review = done(review(session.as_ref()).unwrap());
    assert!(review.lines[0].starts_with("Accuracy of the hero: 100%"), "{review:?}");
    assert!(review.lines[1].starts_with("Accuracy of the monster: 100%"), "{review:?}");
    assert_eq!(review.lines[2], format!("Turns survived: {turn}. When both play perfectly: {turn}."));
    assert_eq!(review.moves.len(), session.commands());
}

#[test]
fn a_review_names_the_moves_that_were_not_best() {
    let mut session = start(&[], Some(lost()));
    while session.outcome().is_none() {
        // Always play the worst move.
        let advice = advise(session.as_ref()).unwrap();
        let lesson = Played::of(session.as_ref()).unwrap();
        let worst =
            lesson.game.legal().zip(&advice.marks).min_by_key(|(_, mark)| mark.text.parse().unwrap_or(99));
        session.play_line(worst.unwrap().0.word());
    }
    let review = done(review(session.as_ref()).unwrap());
    assert!(review.lines[0].starts_with("Accuracy: 0%, 0 of "), "{review:?}");
    assert!(review.moves.iter().all(|line| line.contains("not best: caught on turn ")), "{review:?}");
}

#[test]
fn strategies_among_themselves_get_no_review() {
    let session = start(&[("hero", "rogue")], None);
    assert!(review(session.as_ref()).is_none());
}

#[test]
fn a_field_too_large_is_refused_politely() {
    let row = ". ".repeat(90);
    let mut text = format!("90\n@ {}\n", &row[4..]);
    for _ in 0..88 {
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text.push_str(&format!("{}M\n", &row[2..]));
    let session = start(&[], Some(Level { name: "large".to_owned(), text }));
    let told = advise(session.as_ref()).unwrap_err();
    assert!(told.starts_with("The coach cannot solve this field"), "{told}");
}

#[test]
fn puzzles_can_be_survived_and_come_again_from_the_same_seed() {
    for level in [1, 4] {
        let made = make(level, "moon").unwrap();
        assert_eq!(made, make(level, "moon").unwrap());
        assert_ne!(made.text, make(level, "sun").unwrap().text);
        let session = start(PUZZLES.rules, Some(made));
        assert_eq!(advise(session.as_ref()).unwrap().worth, "the hero can escape");
    }
}

#[test]
fn every_level_has_its_puzzle() {
    let sizes: Vec<usize> = (1..=PUZZLES.last)
        .map(|level| make(level, "stairs").unwrap().text.lines().next().unwrap().trim().parse().unwrap())
        .collect();
    assert!(sizes.is_sorted(), "larger from level to level: {sizes:?}");
}

#[test]
fn perfect_play_gets_three_stars_and_worse_play_fewer() {
    use Side::{Hero, Monster};
    let cases = [
        (Hero, Value::Escape, End::Escape(4), 3),
        (Hero, Value::Escape, End::Caught(90), 0),
        (Hero, Value::Caught(8), End::Caught(8), 3),
        (Hero, Value::Caught(8), End::Caught(6), 2),
        (Hero, Value::Caught(8), End::Caught(4), 1),
        (Hero, Value::Caught(8), End::Caught(3), 0),
        (Hero, Value::Caught(8), End::Limit(1000), 3),
        (Monster, Value::Caught(8), End::Caught(8), 3),
        (Monster, Value::Caught(8), End::Caught(10), 2),
        (Monster, Value::Caught(8), End::Caught(11), 1),
        (Monster, Value::Caught(8), End::Escape(2), 0),
        (Monster, Value::Escape, End::Caught(40), 3),
    ];
    for (side, possible, end, wanted) in cases {
        assert_eq!(stars(possible, end, side), wanted, "{side:?} {possible:?} {end:?}");
    }
    for (options, best) in [(&[("monster", "optimal")], Hero), (&[("hero", "optimal")], Monster)] {
        let mut all = options.to_vec();
        all.push((if best == Hero { "hero" } else { "monster" }, "human"));
        let mut session = start(&all, Some(lost()));
        while session.outcome().is_none() {
            let advice = advise(session.as_ref()).unwrap();
            session.play_line(&advice.best[0]);
        }
        let review = done(review(session.as_ref()).unwrap());
        assert!(review.lines.contains(&"Stars: 3 of 3.".to_owned()), "{review:?}");
    }
}

/// Coach, players and replay all use the field of the seed.
#[test]
fn a_fresh_field_is_the_same_to_everybody() {
    let mut brief = brief(&[("edition", "undercroft"), ("monster", "optimal")], None);
    for seed in ["1", "2", "moon"] {
        seed.clone_into(&mut brief.seed);
        let mut session = (crate::seated::ENTRY.start)(&brief).unwrap().0;
        for _ in 0..6 {
            let Ok(advice) = advise(session.as_ref()) else { break };
            session.play_line(&advice.best[0]);
        }
        assert!(Played::of(session.as_ref()).is_ok(), "seed {seed}: the coach follows");
        let mut text = String::new();
        session.checkpoint();
        session.journal(&mut text);
        let run = session::Run::parse(text.as_bytes()).run.unwrap();
        let replayed = crate::seated::ENTRY
            .replay(&run, run.steps.len(), None, None, &session::Seating::default())
            .unwrap();
        assert!(replayed.difference.is_none(), "seed {seed}: {:?}", replayed.difference);
    }
}
