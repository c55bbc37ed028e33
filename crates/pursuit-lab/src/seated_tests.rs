//! The players on the seats, and that nothing recorded starts a program.

use super::*;
use kernel::{Options, Seat};
use session::Session;

const WAITS: &str = "cmd:while read -r line; do echo stay; done";

fn options(set: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in set {
        options.set(Pursuit::ABOUT.options, name, value).unwrap();
    }
    options
}

fn seating(policy: Policy, seats: &[(u8, &str)]) -> Seating {
    Seating { policy, seats: seats.iter().map(|&(seat, name)| (Seat(seat), name.to_owned())).collect() }
}

fn begin(set: &[(&str, &str)], seating: Seating) -> Start {
    start(&Brief { options: options(set), seating, ..Brief::default() })
}

fn run_of(mut session: Box<dyn Session>) -> Run {
    let mut text = String::new();
    session.checkpoint();
    session.journal(&mut text);
    Run::parse(text.as_bytes()).run.unwrap()
}

fn told(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.what.as_str()).collect()
}

#[test]
fn the_monster_moves_first_and_answers_in_the_same_reply() {
    let (mut session, _) = start(&Brief::default()).unwrap();
    assert_eq!(session.to_move(), Seat(0), "the monster has moved, it is the hero's turn");
    assert_eq!(session.commands(), 1);
    session.play_line("stay");
    assert!(session.commands() >= 2);
}

#[cfg(unix)]
#[test]
fn a_program_that_was_named_plays_and_only_its_name_is_recorded() {
    let (mut session, findings) = begin(&[], seating(Policy::OWNER, &[(1, WAITS)])).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert!(session.has_strategy(Seat(1)));
    session.play_line("stay");
    assert_eq!(session.commands(), 3);
    let run = run_of(session);
    assert_eq!(run.header.options, [("monster".to_owned(), "program".to_owned())]);
    assert_eq!(run.header.about, [("monster-program".to_owned(), "while".to_owned())]);
    assert_eq!(run.marks, ["program"]);
    assert!(!run.to_text().contains("cmd:"));
}

/// Under the policy of servers and web pages no program starts, even if one is named.
#[test]
fn the_default_policy_starts_no_program() {
    let Err(findings) = begin(&[], seating(Policy::default(), &[(1, WAITS)])) else { panic!("it started") };
    assert_eq!(told(&findings), [NOT_HERE]);
    let run = run_of(begin(&[("monster", "human")], Seating::default()).unwrap().0);
    let mut vacant = run.clone();
    vacant.header.options = vec![("monster".to_owned(), "program".to_owned())];
    let Err(difference) = ENTRY.replay(&vacant, 0, None, None, &seating(Policy::default(), &[(1, WAITS)]))
    else {
        panic!("it started")
    };
    assert_eq!(difference.what, NOT_HERE);
}

/// Options come from codes, settings files and headers; they never start a program.
#[test]
fn options_start_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    let command = format!("cmd:touch {}", marker.display());
    for value in [command.as_str(), "program", " PROGRAM "] {
        let (mut session, findings) = begin(&[("monster", value)], Seating::OWNER).unwrap();
        assert_eq!(
            told(&findings),
            ["A program was named for the monster; it is not started, a person plays the monster."]
        );
        assert_eq!(session.to_move(), Seat(1));
        session.play_line("stay");
        let run = run_of(session);
        assert_eq!(run.header.options, [("monster".to_owned(), "human".to_owned())]);
        assert!(run.marks.is_empty());
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!marker.exists());
}

/// A run of an older version with a command in its header replays to its original digests, starts no program,
/// and the seat is free.
#[test]
fn an_old_run_with_a_command_replays_and_frees_the_seat() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    let command = format!("cmd:touch {}", marker.display());
    let brief = Brief { options: options(&[("monster", &command)]), ..Brief::default() };
    let (live, _) = Live::<Pursuit>::start(&brief).unwrap();
    let mut live: Box<dyn session::Session> = Box::new(live);
    live.play_line("stay");
    live.play_line("stay");
    let run = run_of(live);
    assert_eq!(run.header.options, [("monster".to_owned(), command)]);

    let replayed = ENTRY.replay(&run, usize::MAX, None, None, &Seating::OWNER).unwrap();
    assert_eq!(replayed.difference, None);
    assert!(!replayed.session.has_strategy(Seat(1)));
    assert_eq!(
        replayed.notes,
        [
            "The monster was played by a program ('touch'), which is not started: a person plays the monster now. \
          Name another player with --monster STRATEGY or --monster cmd:PROGRAM."
        ]
    );
    let taken =
        ENTRY.replay(&run, usize::MAX, None, None, &seating(Policy::OWNER, &[(1, "optimal")])).unwrap();
    assert!(taken.session.has_strategy(Seat(1)) && taken.notes.is_empty());
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!marker.exists());
}

#[test]
fn only_the_seat_of_a_program_is_given_to_somebody_else() {
    let run = run_of(begin(&[], Seating::OWNER).unwrap().0);
    for (seat, name) in [(1, "optimal"), (1, WAITS), (0, "rogue")] {
        let Err(difference) = ENTRY.replay(&run, 0, None, None, &seating(Policy::OWNER, &[(seat, name)]))
        else {
            panic!("{name} sits down")
        };
        assert!(difference.what.contains("only the seat of a program"), "{}", difference.what);
    }
    assert!(ENTRY.replay(&run, 0, None, None, &seating(Policy::OWNER, &[(1, "monster")])).is_ok());
    assert!(ENTRY.replay(&run, 0, None, None, &seating(Policy::OWNER, &[(1, "nobody")])).is_err());
}

/// The names of programs in a run are shown, so they are sanitized.
#[test]
fn hostile_remarks_are_tamed() {
    let header = Header {
        options: vec![("hero".to_owned(), "program".to_owned()), ("monster".to_owned(), "cmd:".to_owned())],
        about: vec![("hero-program".to_owned(), "\u{1b}[2J\u{202e}cmd:$(rm -rf /)\n".to_owned())],
        ..Header::default()
    };
    let names: Vec<String> = ENTRY.vacancies(&header).into_iter().map(|vacancy| vacancy.program).collect();
    assert_eq!(names, ["unnamed", "unnamed"]);
}

/// The policy limits the solver's memory: a field that needs more is refused, with the reason.
#[test]
fn the_solver_keeps_to_the_memory_of_the_policy() {
    let policy = Policy { solver_bytes: 1000, ..Policy::DENY };
    let Err(findings) = begin(&[("monster", "optimal")], seating(policy, &[])) else {
        panic!("it is solved")
    };
    assert!(
        findings[0].what.starts_with("The strategy optimal cannot play here: the field is not solved"),
        "{findings:?}"
    );
    let (session, _) = begin(&[("monster", "optimal")], Seating::default()).unwrap();
    assert_eq!(session.commands(), 1);
}

#[test]
fn two_people_play_one_session_and_see_their_own_side() {
    let (mut session, _) = begin(&[("hero", "human"), ("monster", "human")], Seating::OWNER).unwrap();
    let [hero, monster] = [Seat(0), Seat(1)];
    assert_eq!((session.about().seats, session.to_move()), (2, monster), "the monster moves first");
    let focus = |session: &dyn Session, seat| {
        let mut scene = kernel::Scene::default();
        session.draw(seat, 0, 0, None, &mut scene);
        let board = scene.ids().find(|id| scene.area(*id).focus.is_some()).unwrap();
        scene.area(board).focus.unwrap()
    };
    let [sees_hero, sees_monster] = [hero, monster].map(|seat| focus(session.as_ref(), seat));
    assert_ne!(sees_hero, sees_monster, "each looks at their own piece");
    let around = [hero, monster].map(|seat| session.surroundings(seat).unwrap().hero);
    assert_eq!(around, [sees_hero, sees_monster]);
    let refused = session.play(Some(hero), session::Input::Line("stay")).done().unwrap();
    assert_eq!(refused.said, ["It is the monster's move."]);
    assert_eq!(session.commands(), 0, "out of turn nothing is played");
    for seat in [monster, hero] {
        let reply = session.play(Some(seat), session::Input::Line("stay")).done().unwrap();
        assert_eq!(reply.kind, session::ReplyKind::Played);
    }
    let log: Vec<u8> = session.log().into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(log, [1, 0]);
}

#[test]
fn what_optimal_must_know_is_found_in_slices_before_the_game_begins() {
    let row = ". ".repeat(45);
    let rows = row.clone() + "\n";
    let text = format!("45\n@ {}\n{}{}M\n", &row[2..], rows.repeat(43), &row[2..]);
    let level = Some(session::Level { name: "hall".to_owned(), text });
    let mut brief = Brief { level, seating: Seating::OWNER, ..Brief::default() };
    let study = ENTRY.attached.study.unwrap();
    assert!(study(&brief).is_none(), "the usual monster needs no solution");
    brief.options.set(Pursuit::ABOUT.options, "monster", "optimal").unwrap();
    let mut work = study(&brief).unwrap();
    let mut slices = 1;
    while work.step().is_none() {
        slices += 1;
    }
    assert!(slices > 2, "{slices}");
    assert!((ENTRY.start)(&brief).is_ok());
}
