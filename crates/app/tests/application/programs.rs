//! Programs in the application: their commands are shown in full before they start, and opening their game
//! again asks about the seat.

use crate::stand;

use app::{Context, Environment, Input, Start};
use keeper::Home;
use kernel::{Policy, Seat};
use session::{Brief, Seating};
use stand::{Stand, home};
use std::path::Path;
use std::time::{Duration, Instant};

fn house(home: &Home) -> Context {
    stand::real(home).without_hints()
}

/// The form for a new pursuit with this text as the monster's player.
fn form(name: &str, house: impl Fn(&Home) -> Context, typed: &str, size: (u16, u16)) -> Stand {
    let home = home(name);
    let mut stand = Stand::with(house(&home), home, Start::Title, size.0, size.1);
    stand.keys("4");
    for _ in 0..20 {
        if stand.text().lines().any(|line| line.contains("▸ Monster")) {
            break;
        }
        let more = stand.find("▸ More options").is_some();
        stand.keys(if more { "enter down" } else { "down" });
    }
    stand.keys("backspace backspace backspace backspace backspace backspace backspace");
    // Enter ends the typing and selects the row that starts the game.
    stand.input(Input::Paste(typed.to_owned())).keys("enter");
    stand
}

#[track_caller]
fn comes(path: &str) {
    let began = Instant::now();
    while !Path::new(path).exists() {
        assert!(began.elapsed() < Duration::from_secs(10), "{path} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn stays_away(path: &str) {
    std::thread::sleep(Duration::from_millis(300));
    assert!(!Path::new(path).exists());
}

#[test]
fn a_command_that_was_typed_is_shown_and_starts_only_after_a_yes() {
    let mut stand = form("asks", house, "cmd:touch asks-marker", (80, 24));
    stand.keys("enter");
    stand.shows("Start this program?");
    stand.shows("cmd:touch asks-marker");
    stand.keys("enter");
    stand.shows("new game");
    stand.keys("enter esc");
    stand.shows("new game");
    stays_away("asks-marker");
    stand.keys("enter down enter");
    comes("asks-marker");
    let (run, ..) = keeper::read_run(&stand.runs("pursuit")[0]).unwrap();
    assert_eq!(run.header.options, [("monster".to_owned(), "program".to_owned())]);
    assert_eq!(run.marks, ["program"]);
}

#[test]
fn a_command_that_cannot_be_shown_is_not_started() {
    let long = format!("cmd:touch long-marker; : {}", "x ".repeat(700));
    let mut stand = form("long", house, &long, (50, 24));
    stand.keys("enter");
    stand.shows("Start this program?");
    stand.keys("down enter");
    stand.shows("Start this program?");
    stand.keys("esc");
    let mut stand = form("odd", house, "cmd:touch long-marker\u{202e}", (80, 24));
    stand.keys("enter");
    stand.shows("cannot be shown");
    stays_away("long-marker");
}

#[test]
fn under_the_default_policy_no_program_and_no_path_is_offered() {
    let guest = |home: &Home| {
        let environment = Environment { policy: Policy::default(), ..stand::environment() };
        Context::new(stand::with_lab(home), environment).without_hints()
    };
    let mut stand = form("guest", guest, "cmd:touch guest-marker", (80, 24));
    stand.hides("Level file");
    stand.keys("enter down enter");
    stand.shows("Programs cannot be started here.");
    assert!(stand.runs("pursuit").is_empty());
    stays_away("guest-marker");
    let mut owner = form("owner", house, "", (80, 24));
    owner.shows("Level file");
}

/// A saved game whose monster was a program.
fn kept(name: &str) -> Home {
    let home = home(name);
    let seats = vec![(Seat(1), "cmd:while read -r line; do echo stay; done".to_owned())];
    let seating = Seating { policy: Policy::OWNER, seats };
    let brief = Brief { seed: "7".to_owned(), seating, ..Brief::default() };
    let path = home.new_run("pursuit", Some("kept"));
    let mut opened =
        keeper::start_game(catalog::find("pursuit").unwrap(), &brief, Some(&path), true).unwrap();
    opened.session.play_line("stay");
    opened.close().unwrap();
    home
}

#[test]
fn the_seat_of_a_program_is_offered_to_persons_and_strategies() {
    for (name, keys, player) in
        [("seat-person", "enter", "monster to move"), ("seat-optimal", "down down enter", "hero to move")]
    {
        let home = kept(name);
        let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
        stand.keys("enter");
        stand.shows("An empty seat");
        stand.shows("The monster was played by a program ('while').");
        for offered in ["human", "monster", "optimal", "random"] {
            stand.shows(offered);
        }
        stand.keys("esc");
        stand.hides("An empty seat");
        stand.keys("enter");
        stand.keys(keys);
        stand.keys("s");
        stand.shows(player);
    }
}

/// After taking back, the program named for this sitting plays on.
#[test]
fn a_program_stays_on_its_seat_after_taking_back() {
    let home = home("undo-program");
    let seats = vec![(Seat(1), "cmd:while read -r line; do echo stay; done".to_owned())];
    let seating = Seating { policy: Policy::OWNER, seats };
    let brief = Brief { seed: "7".to_owned(), seating, ..Brief::default() };
    let path = home.new_run("pursuit", Some("direct"));
    let opened = keeper::start_game(catalog::find("pursuit").unwrap(), &brief, Some(&path), true).unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Game(opened), 80, 24);
    stand.keys("s s U");
    stand.shows("You take back");
    stand.keys("s");
    stand.shows("hero to move");
}
