//! Work that takes longer than a frame: it shows a box, Esc cancels it, and what was typed meanwhile is not lost.

use crate::stand::{self, GAMES, Stand, home, house_on};
use app::{Context, Start};
use keeper::Home;
use session::Brief;
use std::path::PathBuf;

/// A kept game with so many commands.
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
fn the_coach_may_think_and_be_interrupted() {
    let home = home("job-coach");
    let entry = catalog::find("pursuit").unwrap();
    let path = home.new_run("pursuit", Some("direct"));
    // Large enough that solving it takes many frames.
    let row = ". ".repeat(60);
    let rows = row.clone() + "\n";
    let text = format!("60\n@ {}\n{}{}M\n", &row[2..], rows.repeat(58), &row[2..]);
    let level = Some(session::Level { name: "hall".to_owned(), text });
    let brief = Brief { level, ..Brief::default() };
    let opened = keeper::start_game(entry, &brief, Some(&path), true).unwrap();
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
