//! Running, resting, repeating and looking back, all by ordinary commands.

use crate::stand;

use app::{Input, Start};
use catalog::GAMES as ALL;
use stand::{Stand, direct, home};
use std::fs;

/// A real game on a screen.
fn real(name: &str, game: &str) -> Stand {
    let home = home(name);
    let entry = ALL.iter().find(|entry| entry.id == game).unwrap();
    let brief = session::Brief { seed: "7".to_owned(), ..session::Brief::default() };
    let path = home.new_run(game, Some("real"));
    let opened = keeper::start_game(entry, &brief, Some(&path), true).unwrap();
    let house = stand::real(&home);
    let mut stand = Stand::with(house, home, Start::Game(opened), 80, 24);
    stand.draw();
    stand
}

#[test]
fn arrows_with_shift_and_the_prefix_run_until_there_is_something_to_decide() {
    let mut stand = direct(&home("run"), &[]);
    stand.keys("shift-right").settle();
    assert_eq!(stand.kept("cellar"), ["east"; 4]);
    stand.keys("G");
    stand.shows("Run in which direction?");
    stand.keys("j").settle();
    // Beyond the door in the wall another way branches off, so the run stops beside it.
    assert_eq!(stand.kept("cellar")[4..], ["south"]);
    stand.keys("G esc right");
    assert_eq!(stand.kept("cellar").len(), 6, "Esc thinks better of it");
    stand.keys("up up up G up");
    stand.shows("You see no safe step there.");
}

#[test]
fn a_key_stops_a_run_and_hostility_lets_nobody_run() {
    let mut stand = direct(&home("run-stop"), &[]);
    stand.keys("shift-right");
    stand.input(Input::Tick).keys("x");
    assert!((1..=2).contains(&stand.kept("cellar").len()));
    let mut stand = direct(&home("run-threat"), &[("rat", "near")]);
    stand.keys("shift-down").settle();
    stand.shows("Not while something hostile is in view.");
    stand.keys(". Z").settle();
    assert_eq!(stand.kept("cellar"), ["wait"]);
}

#[test]
fn rest_waits_until_something_happens_or_long_enough() {
    let mut stand = direct(&home("rest"), &[]);
    stand.keys("Z").settle();
    stand.shows("Something drips.");
    assert_eq!(stand.kept("cellar"), ["wait"; 10]);
    stand.keys("Z").settle();
    stand.shows("You have rested long enough.");
    assert_eq!(stand.kept("cellar").len(), 10 + helpers::habit::LONGEST_REST);
}

#[test]
fn the_last_command_is_given_once_more() {
    let mut stand = direct(&home("repeat"), &[]);
    stand.keys("&");
    stand.shows("There is no command to repeat yet.");
    stand.keys("f right & & # 7 enter &");
    assert_eq!(stand.kept("cellar"), ["throw e", "throw e", "throw e", "count 7", "count 7"]);
}

#[test]
fn every_command_of_the_application_has_a_key_and_only_what_makes_sense_is_listed() {
    for (game, keys, has, lacks) in [
        ("cave", "f1", &["Wait until", "map of where", "Run:"][..], &["what each move"][..]),
        (
            "chambers",
            "s f1",
            &["Run:", "Walk to unexplored"],
            &["Wait until", "what each move", "Sell an item", "map of where"],
        ),
        ("boo", "f1", &["Run:"], &["Wait until", "what each move"]),
        ("pursuit", "f1", &["what each move", "the best moves"], &["Run:", "Wait until", "Choose a place"]),
        ("dungeon", "f1", &["Run:"], &["what each move"]),
    ] {
        let mut stand = real(&format!("listed-{game}"), game);
        stand.resize(200, 100);
        stand.keys(keys);
        has.iter().for_each(|what| stand.shows(what));
        lacks.iter().for_each(|what| stand.hides(what));
    }
}

#[test]
fn verbs_of_extras_that_are_off_leave_their_keys_to_the_house() {
    let mut stand = real("extras", "chambers");
    stand.keys("s").settle();
    stand.shows("o explore");
    stand.shows("travel");
    stand.keys("o").settle();
    assert!(stand.kept("chambers").len() > 2, "a step that only tells that it was made stops nobody");
}

#[test]
fn the_time_line_shows_every_turn_and_changes_nothing() {
    let mut stand = direct(&home("time"), &[]);
    stand.keys("<");
    stand.shows("Nothing has been played yet.");
    stand.keys("right right r down");
    let present = stand.text();
    let before = fs::read(&stand.runs("cellar")[0]).unwrap();
    stand.keys("<");
    stand.shows("Time line of The Cellar");
    stand.shows("4/4");
    stand.keys("left left");
    stand.shows("2/4");
    stand.shows("turn 2");
    stand.keys("esc");
    assert_eq!(stand.text(), present);
    let after = fs::read(&stand.runs("cellar")[0]).unwrap();
    assert!(after.starts_with(&before), "no more than a checkpoint was added");
    assert_eq!(stand.kept("cellar").len(), 4);
    // Continuing from the present changes nothing.
    stand.keys("< b");
    assert_eq!(stand.text(), present);
}

#[test]
fn playing_on_from_an_earlier_turn_is_a_branch_in_place_of_the_game() {
    let mut stand = direct(&home("time-branch"), &[]);
    stand.keys("right right r down <  1 enter b");
    stand.shows("Play on from here?");
    stand.keys("esc b down enter");
    stand.shows("turn 1");
    stand.keys("down");
    assert_eq!(stand.kept("cellar"), ["east", "south"]);
    let runs = stand.runs("cellar");
    assert_eq!(runs.len(), 2);
    let marked: Vec<bool> =
        runs.iter().map(|path| !keeper::read_run(path).unwrap().0.marks.is_empty()).collect();
    assert_eq!(marked, [false, true], "the first run is as it was, the second does not count");
    stand.keys("esc q");
    assert!(stand.app.is_done(), "the game that was rewound is not waiting below");
}

#[test]
fn a_branch_in_the_middle_of_a_round_lets_the_other_side_move_first() {
    let mut stand = real("time-pilot", "pursuit");
    stand.shows("hero to move");
    stand.keys("s").settle();
    stand.keys("s").settle();
    let played = stand.kept("pursuit");
    for at in 1..played.len() {
        stand.keys("< home").keys(&at.to_string()).keys("enter b down enter");
        stand.shows("hero to move");
        let now = stand.kept("pursuit");
        assert_eq!(now[..at], played[..at]);
        stand.keys("s s").settle();
    }
}

#[test]
fn a_game_that_is_not_kept_can_be_rewound_as_well() {
    let home = home("time-unkept");
    let (session, _) = (stand::GAMES[0].start)(&session::Brief::default()).unwrap();
    let opened = keeper::Opened::unkept(session);
    let mut stand = Stand::with(stand::house(&home), home, Start::Game(opened), 80, 24);
    stand.keys("right right down < home");
    stand.shows("0/3");
    stand.keys("right b down enter");
    stand.shows("turn 1");
    stand.shows("not kept");
    assert!(stand.runs("cellar").is_empty());
}

#[test]
fn the_theatre_jumps_to_fights_floors_and_deaths_and_tells_what_was_said() {
    let mut stand = direct(&home("moments"), &[]);
    stand.keys("right r X").settle();
    stand.keys("enter right B").settle();
    stand.keys("B").settle();
    stand.keys("right D").settle();
    stand.keys("esc < home f");
    stand.shows("3/8");
    stand.shows("The writing says");
    stand.shows("Blow 4 lands.");
    stand.keys("f");
    stand.shows("5/8");
    stand.keys("f");
    stand.shows("There is no fight after this.");
    stand.shows("5/8");
    stand.keys(">");
    stand.shows("There is no floor after this.");
    stand.keys("x");
    stand.shows("8/8");
    stand.shows("You are dead.");
}
