//! Work that takes longer than a frame: it shows a box, Esc cancels it, and typed-ahead input is not lost.

use crate::stand::{self, GAMES, Stand, home, house_on};
use app::{Context, Start};
use keeper::Home;
use session::Brief;
use std::path::PathBuf;

/// A saved game with this many commands.
pub(crate) fn long(home: &Home, commands: usize) -> PathBuf {
    let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
    let path = home.new_run("cellar", Some("long"));
    let mut opened = keeper::start_game(&GAMES[0], &brief, Some(&path), true).unwrap();
    for index in 0..commands {
        opened.session.play_line(if index % 2 == 0 { "east" } else { "west" });
    }
    assert_eq!(opened.session.commands(), commands);
    opened.close().unwrap();
    path
}

#[test]
fn a_long_game_is_opened_with_a_box_and_keys_typed_meanwhile_are_played() {
    let home = home("job-open");
    long(&home, 9000);
    let mut stand = Stand::with(house_on(&home, stand::environment()), home, Start::Title, 80, 24);
    stand.keys("enter tick tick");
    stand.hides("Opening the game");
    stand.keys("tick");
    stand.shows("Opening the game");
    stand.keys("esc");
    stand.hides("Opening the game");
    stand.shows("Continue");
    stand.keys("enter right");
    stand.settle();
    stand.shows("turn 9001");
    assert_eq!(stand.kept("cellar").len(), 9001);
}

#[test]
fn a_long_run_is_brought_to_its_turn_in_slices() {
    let home = home("job-watch");
    let (run, _, _) = keeper::read_run(&long(&home, 6000)).unwrap();
    let begin = |at| {
        Stand::with(
            house_on(&home, stand::environment()),
            home.clone(),
            Start::Replay(run.clone(), at),
            80,
            24,
        )
    };
    let mut stand = begin(6000);
    stand.keys("tick tick tick");
    stand.shows("Opening the run");
    assert!(stand.app.pace().is_some());
    stand.settle();
    stand.hides("Opening the run");
    stand.shows("6000/6000");
    let mut stand = begin(6000);
    stand.keys("tick esc");
    assert!(stand.app.is_done(), "there is nothing to go back to");
    begin(900).shows("900/6000");
}

#[test]
fn a_long_way_through_a_run_takes_many_frames_and_any_key_stops_it() {
    let home = home("job-seek");
    let (run, _, _) = keeper::read_run(&long(&home, 6000)).unwrap();
    let start = Start::Replay(run, 0);
    let mut stand = Stand::with(house_on(&home, stand::environment()), home, start, 80, 24);
    stand.keys("space end");
    stand.shows("1000/6000");
    stand.shows("Any key stops.");
    stand.keys("tick");
    stand.shows("2000/6000");
    stand.keys("esc");
    assert_eq!(stand.app.pace(), None, "it stays there");
    stand.shows("2000/6000");
    stand.hides("Any key stops.");
    // No fight follows: the whole rest is looked through, then it stands where it stood.
    stand.keys("f tick");
    stand.shows("4000/6000");
    stand.settle();
    stand.shows("2000/6000");
    stand.shows("There is no fight after this.");
    stand.keys("end");
    stand.settle();
    stand.shows("6000/6000");
    stand.keys("left");
    stand.shows("5999/6000");
    stand.keys("home");
    stand.shows("0/6000");
}

#[test]
fn taking_back_in_a_long_game_can_be_cancelled_and_leaves_nothing_behind() {
    let home = home("job-back");
    long(&home, 6000);
    let mut stand = Stand::with(house_on(&home, stand::environment()), home, Start::Title, 80, 24);
    stand.keys("enter");
    stand.settle();
    stand.keys("U tick tick tick");
    stand.shows("Taking back");
    stand.keys("esc");
    stand.hides("Taking back");
    stand.shows("turn 6000");
    assert_eq!(stand.runs("cellar").len(), 1, "the branch that was begun is gone");
    stand.keys("U");
    stand.settle();
    stand.shows("turn 5999");
    assert_eq!(stand.runs("cellar").len(), 2);
}

#[test]
fn a_long_game_that_is_not_kept_is_taken_back_in_slices() {
    let home = home("job-unkept");
    let (mut session, _) = (GAMES[0].start)(&Brief { seed: "7".to_owned(), ..Brief::default() }).unwrap();
    for index in 0..6000 {
        session.play_line(if index % 2 == 0 { "east" } else { "west" });
    }
    let start = Start::Game(keeper::Opened::unkept(session));
    let mut stand = Stand::with(house_on(&home, stand::environment()), home, start, 80, 24);
    stand.keys("U tick tick tick");
    stand.shows("Taking back");
    stand.settle();
    stand.shows("turn 5999");
}

#[test]
fn playing_on_from_a_late_turn_is_prepared_in_slices() {
    let home = home("job-branch");
    let (run, _, _) = keeper::read_run(&long(&home, 6000)).unwrap();
    let start = Start::Replay(run, 5800);
    let mut stand = Stand::with(house_on(&home, stand::environment()), home, start, 80, 24);
    stand.settle();
    stand.keys("b");
    stand.shows("Play on from here?");
    stand.keys("down enter tick tick tick");
    stand.shows("Going back");
    stand.keys("esc");
    stand.shows("5800/6000");
    assert_eq!(stand.runs("cellar").len(), 1, "the branch that was begun is gone");
    stand.keys("b down enter");
    stand.settle();
    stand.shows("turn 5800");
    assert_eq!(stand.runs("cellar").len(), 2);
}

/// A field so large that solving it takes many frames. Each test uses its own size, because solutions are
/// cached.
fn hall(size: usize) -> session::Level {
    let row = ". ".repeat(size);
    let rows = row.clone() + "\n";
    let text = format!("{size}\n@ {}\n{}{}M\n", &row[2..], rows.repeat(size - 2), &row[2..]);
    session::Level { name: "hall".to_owned(), text }
}

/// A saved game of pursuit on such a field.
fn pursuit(home: &Home, level: session::Level, options: &[(&str, &str)]) -> (keeper::Opened, PathBuf) {
    let entry = catalog::find("pursuit").unwrap();
    let path = home.new_run("pursuit", Some("direct"));
    let mut brief = Brief { level: Some(level), ..Brief::default() };
    options.iter().for_each(|(name, value)| brief.options.set(entry.options, name, value).unwrap());
    (keeper::start_game(entry, &brief, Some(&path), true).unwrap(), path)
}

#[test]
fn a_strategy_may_think_before_a_game_goes_on() {
    let home = home("job-optimal");
    let (mut opened, _) = pursuit(&home, hall(45), &[("monster", "optimal")]);
    opened.session.play_line("stay");
    opened.close().unwrap();
    let context = Context::new(stand::with_lab(&home), stand::environment());
    let mut stand = Stand::with(context, home, Start::Title, 80, 24);
    stand.keys("enter tick tick tick");
    stand.shows("Opening the game");
    stand.keys("esc");
    stand.shows("Continue");
    stand.keys("enter");
    stand.settle();
    stand.shows("turn");
}

#[test]
fn the_coach_looks_back_in_slices_and_nobody_has_to_wait() {
    let home = home("job-review");
    let (opened, _) = pursuit(&home, hall(44), &[]);
    let context = Context::new(stand::with_lab(&home), stand::environment());
    let mut stand = Stand::with(context, home, Start::Game(opened), 80, 24);
    for _ in 0..200 {
        stand.keys("S");
        if stand.app.pace() == Some(std::time::Duration::ZERO) {
            break;
        }
    }
    stand.keys("tick tick tick");
    stand.shows("The coach looks back");
    stand.keys("esc");
    stand.hides("The coach looks back");
    stand.shows("New game");
    stand.hides("Accuracy");
    stand.keys("esc esc");
    stand.settle();
    stand.shows("Accuracy");
}

#[test]
fn the_coach_may_think_and_be_interrupted() {
    let home = home("job-coach");
    let (opened, path) = pursuit(&home, hall(60), &[]);
    let context = Context::new(stand::with_lab(&home), stand::environment());
    let mut stand = Stand::with(context, home, Start::Game(opened), 80, 24);
    stand.keys("H tick tick tick");
    stand.shows("The coach thinks");
    stand.keys("esc tick tick");
    stand.hides("The coach thinks");
    assert_eq!(stand.app.pace(), None, "the work itself is given up");
    let marks = |path| keeper::read_run(path).unwrap().0.marks;
    assert_eq!(marks(&path), Vec::<String>::new(), "no answer, no assistance");
    stand.keys("H");
    stand.settle();
    stand.shows("Best: ");
    assert_eq!(marks(&path), ["assisted"]);
}
