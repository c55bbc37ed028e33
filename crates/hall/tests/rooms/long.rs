//! Long games: the cost of opening and storing them.

use crate::world::start;
use kernel::{Rng, Seat, Seed};
use session::{Input, ReplyKind, Run, Seating, Session, prove, prove_chapter, turn_page};
use std::time::Instant;

const CHAPTER: usize = 2048;

/// Four heroes walk around for this many commands.
fn play_long(session: &mut dyn Session, commands: usize, run: &mut String) {
    let mut dice = Rng::stream(&Seed::from_text("long"), "long", &[]);
    for (seat, name) in ["ann", "bob", "cid", "dee"].into_iter().enumerate() {
        session.play(Some(Seat(seat as u8)), Input::Line(&format!("join {name}")));
    }
    let mut ways = ["d", "a", "w", "s"];
    while session.commands() < commands {
        let seat = dice.below(4, "seat") as usize;
        if dice.chance(1, 30, "turn") {
            ways[seat] = *dice.pick(&["d", "a", "w", "s"], "way");
        }
        let reply = session.play(Some(Seat(seat as u8)), Input::Line(ways[seat])).done().unwrap();
        if reply.kind != ReplyKind::Played {
            ways[seat] = *dice.pick(&["d", "a", "w", "s"], "way");
        }
        session.journal(run);
    }
}

/// How much is replayed to open a game of this length, with and without chapters.
#[test]
fn opening_a_long_game_replays_one_chapter() {
    let commands =
        if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { 100_000 } else { 10_000 };
    let mut session = start("long");
    let (mut chapters, mut text, mut longest) = (Vec::new(), String::new(), 0);
    let mut whole = start("long");
    let mut whole_text = String::new();
    play_long(whole.as_mut(), commands, &mut whole_text);
    let steps = Run::parse(whole_text.as_bytes()).run.unwrap().steps;
    for step in &steps {
        session.follow(step).unwrap();
        session.journal(&mut text);
        if session.commands() == CHAPTER {
            session.checkpoint();
            session.journal(&mut text);
            turn_page(session.as_mut(), &text, "ann bob cid dee".to_owned());
            chapters.push(std::mem::take(&mut text));
        }
    }
    assert_eq!(session.digest(), whole.digest());
    assert!(chapters.len() >= commands / CHAPTER && chapters.len() > 3);
    let cost = |text: &str| {
        let began = Instant::now();
        let run = Run::parse(text.as_bytes()).run.unwrap();
        let proved = prove_chapter(catalog::GAMES, &run, &Seating::default()).unwrap();
        (run.steps.len(), proved.session.digest(), began.elapsed())
    };
    let (_, digest, all) = cost(&whole_text);
    assert_eq!(digest, whole.digest());
    let mut slowest = std::time::Duration::ZERO;
    for chapter in chapters.iter().chain([&text]) {
        let (steps, _, took) = cost(chapter);
        (longest, slowest) = (steps.max(longest), took.max(slowest));
    }
    assert_eq!(longest, CHAPTER, "no chapter is longer");
    assert_eq!(cost(&text).1, whole.digest(), "the last chapter ends where the whole game does");
    println!("{commands} commands: whole {all:?}, slowest of {} chapters {slowest:?}", chapters.len() + 1);
}

#[test]
fn a_chapter_verifies_but_not_as_a_whole_game() {
    let mut session = start("proof");
    let mut first = String::new();
    session.play(Some(Seat(0)), Input::Line("i"));
    session.checkpoint();
    session.journal(&mut first);
    turn_page(session.as_mut(), &first, "ann".to_owned());
    session.play(Some(Seat(0)), Input::Line("i"));
    let mut second = String::new();
    session.journal(&mut second);
    let run = |text: &str| Run::parse(text.as_bytes()).run.unwrap();
    let seating = Seating::default();
    assert!(prove(catalog::GAMES, &run(&first), &seating).is_ok());
    // What asks for a complete game is not given a part of one.
    let refused = prove(catalog::GAMES, &run(&second), &seating).err().expect("a chapter is no game");
    assert!(refused.what.contains("chapter 2"), "{refused}");
    let (holds, line) = session::verdict(catalog::GAMES, "", second.as_bytes(), &seating);
    assert!(holds && line.ends_with("(chapter 2, from the state after 1 commands on)"), "{line}");
    assert_eq!(session::marks(catalog::GAMES, &run(&second).header, &[]), [session::BRANCH]);
    // A chapter with another initial state than the end of the one before: its own seals and pulses can be
    // forged, the chain cannot.
    let mut forged = run(&second);
    let mut other = start("another");
    other.play(Some(Seat(0)), Input::Line("i"));
    let chapter = forged.header.chapter.as_mut().unwrap();
    assert!(chapter.follows(first.as_bytes()));
    chapter.state = other.state();
    assert!(!chapter.follows(first.as_bytes()));
    // An invalid state, and one with trailing bytes.
    for state in [vec![0xFF; 40], [run(&second).header.chapter.unwrap().state, vec![0]].concat()] {
        forged.header.chapter.as_mut().unwrap().state = state;
        let text = forged.to_text();
        let fault = prove_chapter(catalog::GAMES, &run(&text), &seating).err().expect("no such state");
        assert!(fault.what.contains("none of this game"), "{fault}");
    }
    // Parsing and writing a chapter gives the same text.
    assert_eq!(run(&run(&second).to_text()).header, run(&second).header);
}
