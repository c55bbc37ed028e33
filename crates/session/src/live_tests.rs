//! The behaviour of sessions, tested with the toy game.

use super::*;
use crate::run::Level;
use crate::toy::{Order, Toy};
use kernel::{Game, Options, Stroke};

fn toy(seed: &str, goal: &str) -> Box<dyn Session> {
    Box::new(live(seed, goal))
}

fn played_by(strategies: Vec<(u8, Strategy<Toy>)>) -> Box<dyn Session> {
    let mut live = live("1", "50");
    strategies.into_iter().for_each(|(seat, strategy)| live.set_strategy(Seat(seat), strategy));
    Box::new(live)
}

fn live(seed: &str, goal: &str) -> Live<Toy> {
    let mut options = Options::default();
    options.set(Toy::ABOUT.options, "goal", goal).unwrap();
    let level = Some(Level { name: "x.txt".into(), text: "über\n\tx".into() });
    Live::start(&Brief { seed: seed.into(), options, level, ..Brief::default() }).unwrap().0
}

fn screen(live: &dyn Session, note: Option<&str>) -> Vec<String> {
    let mut scene = Scene::default();
    live.draw(live.to_move(), 0, 0, note, &mut scene);
    scene.rows()
}

#[test]
fn refused_and_misread_lines_change_nothing() {
    let mut live = toy("1", "50");
    assert_eq!(live.play_line("add 3").said, ["Added 3."]);
    let (digest, before) = (live.digest(), screen(live.as_ref(), None));
    let mut journal = String::new();
    live.journal(&mut journal);
    for (line, kind, said) in [
        ("add 0", ReplyKind::Refused, "Adding nothing is no move."),
        ("frob", ReplyKind::Misread, "'frob' is not a command."),
        ("add 3 frob", ReplyKind::Misread, "'frob' is not a command."),
        ("", ReplyKind::Misread, "Nothing was typed."),
    ] {
        let reply = live.play_line(line);
        assert_eq!((reply.kind, &*reply.said[0]), (kind, said), "{line}");
        assert_eq!((live.digest(), screen(live.as_ref(), None)), (digest, before.clone()));
        let mut more = String::new();
        live.journal(&mut more);
        assert_eq!(more, "");
    }
    #[cfg(feature = "programs")]
    assert_eq!(live.events_json(None), r#"[{"kind":"added","by":3}]"#);
    assert_eq!(screen(live.as_ref(), Some("Why not?"))[1], "Why not?");
}

#[test]
fn a_line_of_several_commands_stops_at_the_first_refusal() {
    let mut live = toy("1", "50");
    let reply = live.play_line("add 3 add 0 add 4");
    assert_eq!(reply.kind, ReplyKind::Played);
    assert_eq!(reply.said, ["Added 3.", "Adding nothing is no move."]);
    assert_eq!(live.vitals(Seat(0)).number("sum"), Some(3));
}

#[test]
fn words_keys_and_numbers_play_the_same_game() {
    let (mut lines, mut words, mut keys, mut numbers) =
        (toy("s", "50"), toy("s", "50"), toy("s", "50"), toy("s", "50"));
    lines.play_line("add 7 roll");
    assert_eq!(words.play_word("add", Some("7")), None);
    words.play_word("7", None);
    words.play_word("roll", None);
    assert!(matches!(keys.press(Stroke::Verb(0)), PressReply::More(_)));
    keys.press(Stroke::Char('7'));
    keys.press(Stroke::Enter);
    keys.press(Stroke::Verb(1));
    numbers.play_index(7);
    numbers.play_index(10);
    for live in [&words, &keys, &numbers] {
        assert_eq!(live.digest(), lines.digest());
        assert_eq!(live.log(), lines.log());
    }
    assert_eq!(numbers.play_index(99).kind, ReplyKind::Misread);
}

#[test]
fn after_the_end_only_a_new_game_is_played() {
    let mut live = toy("1", "9");
    live.play_line("add 9");
    assert_eq!(live.outcome().unwrap().score, 9);
    assert_eq!(live.play_line("add 9").kind, ReplyKind::Over);
    assert_eq!(live.play_line("garbage").kind, ReplyKind::Over);
    assert_eq!(live.play_line("again").kind, ReplyKind::Played);
    assert_eq!(live.play_line("add 1").kind, ReplyKind::Played);
}

#[test]
fn a_pending_key_can_be_taken_back() {
    let mut live = toy("1", "9");
    live.press(Stroke::Verb(0));
    assert!(live.cancel(live.to_move()));
    assert!(!live.cancel(live.to_move()));
    assert!(matches!(
        live.press(Stroke::Char('7')),
        PressReply::Done(Reply { kind: ReplyKind::Misread, .. })
    ));
}

#[test]
fn a_strategy_answers_in_the_same_reply() {
    let mut live = played_by(vec![(1, Box::new(|_| Ok(Order::Add(2))))]);
    live.settle();
    let reply = live.play_line("add 3");
    assert_eq!(reply.said, ["Added 3.", "Added 2."]);
    assert_eq!(live.log(), [(0, "add 3".to_owned()), (1, "add 2".to_owned())]);
    let mut alone = played_by(vec![(0, Box::new(|_| Ok(Order::Add(9)))), (1, Box::new(|_| Ok(Order::Roll)))]);
    alone.settle();
    assert!(alone.outcome().is_some());
    let mut tired = played_by(vec![(1, Box::new(|_| Err("no idea".into())))]);
    let reply = tired.play_line("add 3");
    assert_eq!(reply.said, ["Added 3.", "Seat 2 is given up and waits for a person: no idea."]);
    assert_eq!(tired.play_line("add 4").said, ["Added 4."], "a person has taken the seat");
}

#[test]
fn nobody_plays_a_strategys_move() {
    let mut live = live("1", "50");
    live.act(Seat(0), Order::Add(3)).unwrap();
    // As after opening a run in the middle of a round.
    live.set_strategy(Seat(1), Box::new(|_| Ok(Order::Add(2))));
    let mut live: Box<dyn Session> = Box::new(live);
    let reply = live.play_line("add 9");
    assert_eq!(reply.said, ["Added 2.", "It was not your turn: your command was not played."]);
    assert_eq!(live.log(), [(0, "add 3".to_owned()), (1, "add 2".to_owned())]);
    let said = live.said().to_vec();
    live.settle();
    assert_eq!((live.commands(), live.said()), (2, &said[..]), "on a person's turn settling changes nothing");
}

#[test]
fn two_people_type_at_the_same_time() {
    let mut live = toy("1", "50");
    let key = |live: &mut dyn Session, seat, stroke| live.play(Some(Seat(seat)), Input::Key(stroke));
    assert!(matches!(key(live.as_mut(), 0, Stroke::Verb(0)), PressReply::More(_)));
    assert!(matches!(key(live.as_mut(), 1, Stroke::Verb(0)), PressReply::More(_)));
    assert!(matches!(key(live.as_mut(), 1, Stroke::Char('9')), PressReply::More(_)));
    key(live.as_mut(), 0, Stroke::Char('4'));
    let reply = key(live.as_mut(), 0, Stroke::Enter).done().unwrap();
    assert_eq!((reply.kind, &*reply.said[0]), (ReplyKind::Played, "Added 4."));
    let out_of_turn = live.play(Some(Seat(0)), Input::Line("add 1")).done().unwrap();
    assert_eq!((out_of_turn.kind, &*out_of_turn.said[0]), (ReplyKind::Refused, "Not your turn."));
    assert!(!live.cancel(Seat(0)));
    let reply = key(live.as_mut(), 1, Stroke::Enter).done().unwrap();
    assert_eq!(reply.said, ["Added 9."], "what seat 1 had begun is still there");
    assert_eq!(live.log(), [(0, "add 4".to_owned()), (1, "add 9".to_owned())]);
    assert_eq!(live.about().seats, 2);
}

#[test]
fn a_seat_is_told_what_it_perceives() {
    let mut live = toy("1", "9");
    let reply = live.play(Some(Seat(0)), Input::Line("add 9")).done().unwrap();
    assert_eq!(reply.said, ["Added 9.", "Reached 9."]);
    assert_eq!(live.said_to(Seat(0)), reply.said);
    assert_eq!(live.said_to(Seat(7)), ["Reached 9."], "watchers hear of the end only");
}
