//! Long walks in the endless cave: exploring beyond the window, and travelling to a waypoint over seen ground.

use crate::stand;

use app::Start;
use stand::{Stand, home};
use std::collections::BTreeSet;

fn cave(name: &str, cols: u16, rows: u16) -> Stand {
    let home = home(name);
    let brief = session::Brief { seed: "7".to_owned(), ..session::Brief::default() };
    let path = home.new_run("cave", Some("walk"));
    let opened = keeper::start_game(catalog::find("cave").unwrap(), &brief, Some(&path), true).unwrap();
    let mut stand = Stand::with(stand::real(&home), home, Start::Game(opened), cols, rows);
    stand.draw();
    stand
}

/// Every cell the hero stood on, from (0, 0). Only carried-out steps are recorded, and no fight is lost in
/// these games, so counting steps is enough.
fn cells(commands: &[String]) -> Vec<(i64, i64)> {
    let (mut x, mut y) = (0, 0);
    let mut cells = vec![(x, y)];
    for command in commands {
        let (dx, dy) = match command.as_str() {
            "up" | "w" => (0, 1),
            "down" | "s" => (0, -1),
            "left" | "a" => (-1, 0),
            "right" | "d" => (1, 0),
            _ => (0, 0),
        };
        (x, y) = (x + dx, y + dy);
        cells.push((x, y));
    }
    cells
}

/// Explores until the hero is this far from the start, or the key was pressed often enough.
fn explore(stand: &mut Stand, far: i64) {
    for _ in 0..400 {
        stand.keys("o").settle();
        if stand.text().contains("Any key goes on.") {
            stand.keys("enter").settle();
        }
        let (x, y) = *cells(&stand.kept("cave")).last().unwrap();
        if x.abs().max(y.abs()) > far {
            return;
        }
    }
    panic!("400 times exploring did not lead {far} cells away:\n{}", stand.text());
}

#[test]
fn exploring_goes_beyond_the_first_window_and_a_waypoint_leads_back() {
    let mut stand = cave("cave-walk", 100, 35);
    stand.keys("r 1");
    stand.shows("Waypoint 1 is here.");
    explore(&mut stand, 40);
    stand.keys("R");
    stand.shows("1: ");
    let before = stand.kept("cave").len();
    let seen: BTreeSet<(i64, i64)> = cells(&stand.kept("cave")).into_iter().collect();
    stand.keys("t");
    stand.shows("Waypoint 1");
    stand.keys("1").settle();
    let after = cells(&stand.kept("cave"));
    assert_eq!(after.last(), Some(&(0, 0)), "{}", stand.text());
    let back = &after[before..];
    assert!(back.len() > 40);
    // The way back stays within the windows seen on the way out.
    let was_shown =
        |&(x, y): &(i64, i64)| seen.iter().any(|&(a, b)| (x - a).abs() <= 24 && (y - b).abs() <= 15);
    assert!(back.iter().all(was_shown));
    stand.keys("t 1");
    stand.shows("You are there.");
}

#[test]
fn a_narrow_window_does_not_end_the_exploring() {
    let mut stand = cave("cave-narrow", 60, 20);
    explore(&mut stand, 60);
}

/// A practice game of the Undercroft edition, from this line on.
fn edition(name: &str, lines: &[&str]) -> Stand {
    let home = home(name);
    let mut options = kernel::Options::default();
    options.set(catalog::find("cave").unwrap().options, kernel::EDITION, "undercroft").unwrap();
    let about = vec![session::practice_remark()];
    let brief = session::Brief { seed: "lamp".to_owned(), options, about, ..session::Brief::default() };
    let path = home.new_run("cave", Some("walk"));
    let mut opened = keeper::start_game(catalog::find("cave").unwrap(), &brief, Some(&path), true).unwrap();
    for line in lines {
        opened.session.play_line(line);
    }
    let mut stand = Stand::with(stand::real(&home), home, Start::Game(opened), 80, 24);
    stand.draw();
    stand
}

#[test]
fn a_fight_stops_at_a_health_that_is_told_in_points() {
    let mut stand = edition("cave-stop", &["practice health 26"]);
    stand.keys("F").settle();
    for _ in 0..9 {
        if stand.find("You stop fighting at").is_some() {
            break;
        }
        stand.keys("F").settle();
    }
    stand.shows("/50 HP. A rat is still beside you");
    stand.hides("00 HP");
}

#[test]
fn a_thing_has_one_letter_in_the_panel_and_in_every_list() {
    let mut stand = edition("cave-letters", &["practice health 20"]);
    stand.keys("i");
    stand.shows("d   Bread ×2");
    stand.keys("esc u");
    stand.shows("Use which item?");
    stand.shows("d   Bread ×2");
    stand.keys("c");
    stand.shows("You use the Torch");
}

#[test]
fn equipping_says_what_is_worn_and_lists_nothing() {
    let mut stand = edition("cave-equip", &["practice item 3"]);
    stand.keys("e f");
    stand.shows("You wield");
    stand.hides("You carry");
    stand.hides("1: Leather");
    // The game's own word for the list, typed or as a key, opens the one of the application.
    stand.keys("I");
    stand.shows("In use.");
    stand.keys("esc :");
    stand.input(console::Input::Paste("inventory".to_owned())).keys("enter");
    stand.shows("In use.");
}
