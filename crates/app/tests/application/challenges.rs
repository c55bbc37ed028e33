//! The screen of challenges with the real games: a scored try is begun, left, resumed and ended; codes are
//! typed.

use crate::stand;

use app::{Context, Environment, Start};
use stand::{NOW, Stand, home};
use std::fs;

fn stand(name: &str, cols: u16, rows: u16, clock: fn() -> u64) -> Stand {
    let home = home(name);
    let house = Context::new(stand::with_lab(&home), Environment { clock, ..stand::environment() });
    let mut stand = Stand::with(house, home, Start::Title, cols, rows);
    while !stand.text().contains("The games of the day, the pentathlon") {
        stand.keys("down");
    }
    stand.keys("enter");
    stand
}

/// Types a text letter by letter.
fn typed(stand: &mut Stand, text: &str) {
    for letter in text.chars() {
        stand.keys(&letter.to_string());
    }
}

#[test]
fn a_scored_try_is_begun_left_and_continued() {
    let mut stand = stand("challenges-begun", 80, 24, || NOW);
    stand.keys("down down enter");
    stand.shows("This is your one scored try of the daily boo 2026-11-13.");
    stand.keys("enter w a s esc q");
    stand.shows("open, 0 points so far");
    let runs = stand.runs("boo");
    assert_eq!(runs.len(), 1);
    // Enter resumes the same run.
    stand.keys("enter d esc q");
    assert_eq!(stand.runs("boo").len(), 1);
    let text = fs::read_to_string(&runs[0]).unwrap();
    assert!(text.contains("about challenge \"daily boo 2026-11-13\"") && !text.contains("\nmark "), "{text}");
    let history = fs::read_to_string(stand.home.file("challenges.txt")).unwrap();
    assert_eq!(history.lines().count(), 2, "{history}");
}

#[test]
fn a_second_try_and_a_clock_set_back_are_asked_about_and_not_scored() {
    let shelf = home("challenges-second");
    let history = shelf.file("challenges.txt");
    fs::create_dir_all(shelf.root()).unwrap();
    fs::write(
        &history,
        "nonsense\n2026-11-13 daily cave begun gone.run\n2026-11-13 daily cave ended counted score 60 points 500\n\
         2026-11-14 daily boo begun x.run\n",
    )
    .unwrap();
    let mut stand = stand("challenges-second", 80, 24, || NOW);
    stand.shows("counted, score 60: 500 points");
    stand.shows("challenges.txt:1: this line is not a try");
    // The cave was played: a second try is offered without a score, and Enter alone does not begin it.
    stand.keys("enter");
    stand.shows("Play without a score");
    stand.keys("enter");
    assert!(stand.runs("cave").is_empty());
    stand.keys("enter down enter w esc q");
    let text = fs::read_to_string(&stand.runs("cave")[0]).unwrap();
    assert!(text.contains("\nmark second try "), "{text}");
    // The history has a try of boo from a later day: the clock must have been set back.
    stand.keys("down down enter");
    stand.shows("The clock says 2026-11-13");
    stand.keys("down enter w esc q");
    let text = fs::read_to_string(&stand.runs("boo")[0]).unwrap();
    assert!(text.contains("\nmark clock set back "), "{text}");
    assert_eq!(fs::read_to_string(&history).unwrap().lines().count(), 4);
}

#[test]
fn a_code_is_typed_and_played() {
    let mut stand = stand("challenges-code", 80, 24, || NOW);
    stand.keys("up");
    stand.shows("A code names a game");
    typed(&mut stand, "boo-047D-22");
    stand.keys("enter");
    stand.shows("its check letters do not match");
    stand.keys("enter backspace 1 enter w esc q");
    let text = fs::read_to_string(&stand.runs("boo")[0]).unwrap();
    assert!(text.contains("\nseed \"7\" "), "{text}");
}
