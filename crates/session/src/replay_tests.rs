//! Replays give the played game again, and report the turn of a difference.

use super::*;
use crate::run::Run;
use crate::toy::{Order, Toy};
use crate::{Entry, prove};
use kernel::Game;

const TOY: Entry = Entry::of::<Toy>(None);

/// Replays the whole run; returns the difference.
fn verify(run: &Run) -> Result<Box<dyn Session>, crate::Fault> {
    prove(&[TOY], run, &Seating::default()).map(|proved| proved.session)
}

fn played(commands: usize) -> (Box<dyn Session>, String) {
    let mut options = kernel::Options::default();
    options.set(Toy::ABOUT.options, "goal", "1000").unwrap();
    let brief = Brief { seed: "r".into(), options, ..Brief::default() };
    let (mut live, _) = (TOY.start)(&brief).unwrap();
    let mut text = String::new();
    for index in 0..commands {
        live.play_line(if index % 3 == 0 { "add 1" } else { "roll" });
    }
    live.journal(&mut text);
    (live, text)
}

fn read(text: &str) -> Run {
    Run::parse(text.as_bytes()).run.unwrap()
}

#[test]
fn a_replay_is_the_game_that_was_played() {
    let (live, text) = played(300);
    let run = read(&text);
    assert_eq!(run.checkpoints.len(), 1);
    let again = verify(&run).unwrap();
    assert_eq!(again.digest(), live.digest());
    assert_eq!(again.said(), live.said());
    let half = TOY.replay(&run, 150, None, None, &Seating::default()).unwrap().session;
    assert_eq!(half.commands(), 150);
    assert_eq!(half.digest(), played(150).0.digest());
}

#[test]
fn slices_of_any_size_lead_to_the_same_game() {
    let (live, text) = played(300);
    let run = read(&text);
    for slice in [1, 7, 299, 300, 301] {
        let mut again = (TOY.again)(Cow::Borrowed(&run), 250, None, None, &Seating::default()).unwrap();
        let mut slices = 0;
        while again.play(slice, false) {
            slices += 1;
            assert_eq!(again.progress(), (250.min(slices * slice), 250));
        }
        assert_eq!(slices, 250usize.div_ceil(slice));
        let half = again.finish().unwrap().session;
        assert_eq!((half.digest(), half.said()), (played(250).0.digest(), played(250).0.said()));
        assert_ne!(half.digest(), live.digest());
    }
}

#[test]
fn a_changed_command_is_found_at_its_turn() {
    let (_, text) = played(300);
    for turn in [1, 12, 200, 300] {
        let mut run = read(&text);
        run.steps[turn - 1].text = "add 9".into();
        // Sealed again, so that only the replay can find it.
        let resealed = read(&run.to_text());
        let difference = verify(&resealed).err().unwrap();
        assert_eq!(difference.turn, turn, "{}", difference.what);
    }
}

#[test]
fn other_rules_another_seed_or_a_bad_level_are_named() {
    let (_, text) = played(10);
    let mut old = read(&text);
    old.header.rules = 2;
    assert_eq!(
        verify(&old).err().unwrap().what,
        "the run was played by rules 2 of toy, this program plays rules 3"
    );
    let mut other = read(&text);
    other.header.seed = "s".into();
    assert_eq!(verify(&other).err().unwrap().turn, 1);
    let mut bad = read(&text);
    bad.header.level = Some(crate::run::Level { name: "l".into(), text: "bad".into() });
    assert_eq!(verify(&bad).err().unwrap().what, "the level inside is refused: bad level");
}

#[test]
fn a_checkpoint_that_differs_names_the_vitals() {
    let (_, text) = played(256);
    let mut run = read(&text);
    run.checkpoints[0].digest ^= 1;
    run.checkpoints[0].vitals = run.checkpoints[0].vitals.replace("sum=", "sum=9");
    let difference = verify(&run).err().unwrap();
    assert_eq!(difference.turn, 256);
    assert!(difference.what.starts_with("sum was 9"), "{}", difference.what);
}

#[test]
fn a_run_goes_on_where_it_stopped_with_and_without_a_snapshot() {
    let (whole, whole_text) = played(300);
    let (first, text) = played(120);
    let snapshot = Snapshot::of(first.as_ref());
    let run = read(&text);
    for snapshot in [None, Some(&snapshot)] {
        let mut live = TOY.replay(&run, usize::MAX, snapshot, None, &Seating::default()).unwrap().session;
        assert_eq!(live.said(), first.said());
        let mut text = text.clone();
        for index in 120..300 {
            live.play_line(if index % 3 == 0 { "add 1" } else { "roll" });
        }
        live.journal(&mut text);
        assert_eq!(live.digest(), whole.digest());
        assert_eq!(live.log(), whole.log());
        let run = read(&text);
        assert_eq!(
            run.steps,
            read(&whole_text)
                .steps
                .into_iter()
                .zip(&run.steps)
                .map(|(s, r)| crate::run::Step { line: r.line, ..s })
                .collect::<Vec<_>>()
        );
        assert_eq!(verify(&run).unwrap().digest(), whole.digest());
    }
}

#[test]
fn a_listener_hears_the_dice_of_a_replay() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static HEARD: AtomicUsize = AtomicUsize::new(0);
    let (_, text) = played(30);
    let hear = |_| {
        HEARD.fetch_add(1, Ordering::Relaxed);
    };
    TOY.replay(&read(&text), 30, None, Some(hear), &Seating::default()).unwrap();
    assert_eq!(HEARD.load(Ordering::Relaxed), 20);
}

#[test]
fn a_branch_goes_another_way_and_leaves_the_run_alone() {
    let (_, text) = played(100);
    let run = read(&text);
    let branch = Run::parse(run.branch(40).to_text().as_bytes());
    assert_eq!(branch.damage, None);
    let branch = branch.run.unwrap();
    assert_eq!(branch.marks, ["branched after 40"]);
    let mut live = verify(&branch).unwrap();
    assert_eq!(live.digest(), played(40).0.digest());
    live.lines().point("before the \"deed\"");
    live.play_line("add 9");
    let mut text = branch.to_text();
    live.journal(&mut text);
    let gone_on = read(&text);
    assert_eq!(gone_on.points, [crate::run::Point { after: 40, name: "before the \"deed\"".into() }]);
    assert_eq!(verify(&gone_on).unwrap().digest(), live.digest());
}

#[test]
fn an_end_without_a_game_is_refused() {
    let (_, text) = played(10);
    let mut forged = read(&text);
    forged.endings.push(crate::run::Ending { after: 0, result: "won".into(), score: 1_000_000, line: 5 });
    assert_eq!(verify(&forged).err().unwrap().what, "the run has an end before its first command");
}

/// A referee whose seat 2 always adds 2, or cannot say what it adds.
fn adds_two(can_say: bool) -> Referee<Toy> {
    Box::new(move |toy: &Toy| {
        (toy.to_move() == Seat(1)).then(|| Due {
            who: "seat 2".to_owned(),
            command: if can_say { Ok(Order::Add(2)) } else { Err("too hard".to_owned()) },
        })
    })
}

fn refereed(run: &Run, upto: usize, referee: Referee<Toy>) -> Box<dyn Replaying + '_> {
    let again = Again::<Toy>::new(Cow::Borrowed(run), upto, None, None, &Policy::DENY).unwrap();
    Box::new(again.with_seats(referee, Box::new(|_| Ok(Vec::new())), None))
}

#[test]
fn a_referee_finds_the_move_a_strategy_never_made() {
    let (mut live, _) = (TOY.start)(&Brief { seed: "r".into(), ..Brief::default() }).unwrap();
    let mut text = String::new();
    for line in ["add 1", "add 2", "roll", "add 2", "add 3", "add 4", "add 1"] {
        live.play_line(line);
    }
    live.journal(&mut text);
    let run = read(&text);
    assert!(verify(&run).is_ok(), "without a referee any legal move holds");
    let what = "seat 2 plays 'add 2' here, the run has 'add 4'";
    let replayed = refereed(&run, usize::MAX, adds_two(true)).finish().unwrap();
    assert_eq!(replayed.difference, Some(Difference { turn: 6, what: what.to_owned() }));
    assert_eq!(replayed.session.commands(), 5, "it stands just before the difference");
    let mut slices = refereed(&run, usize::MAX, adds_two(true));
    while slices.play(2, false) {}
    assert_eq!((slices.difference().unwrap().turn, slices.progress()), (6, (5, 7)));
    assert!(refereed(&run, 5, adds_two(true)).finish().unwrap().difference.is_none());
    let difference = refereed(&run, 5, adds_two(false)).finish().unwrap().difference.unwrap();
    assert_eq!(
        (difference.turn, difference.what.as_str()),
        (2, "what seat 2 plays cannot be computed here: too hard")
    );
}

#[test]
fn a_watcher_sees_the_start_and_every_command_and_may_leave() {
    let (live, text) = played(30);
    let run = read(&text);
    let mut digests = Vec::new();
    TOY.watch(&run, true, &Policy::DENY, &mut |session| {
        digests.push((session.commands(), session.digest()));
        true
    })
    .unwrap();
    assert_eq!(digests.len(), 31);
    assert_eq!(digests[30], (30, live.digest()));
    assert_eq!(digests[10].1, played(10).0.digest());
    let mut seen = 0;
    TOY.watch(&run, false, &Policy::DENY, &mut |_| {
        seen += 1;
        seen < 5
    })
    .unwrap();
    assert_eq!(seen, 5);
    let mut bad = run.clone();
    bad.steps[11].pulse ^= 1;
    let mut seen = 0;
    let difference = TOY.watch(&bad, false, &Policy::DENY, &mut |_| {
        seen += 1;
        true
    });
    assert_eq!((difference.unwrap_err().turn, seen), (12, 12));
}
