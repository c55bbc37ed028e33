//! Practice games: begun from the form, marked on the screen and in the run, adjusted from the pause menu,
//! never ranked.

use crate::stand::{Stand, home, real};

use app::Start;
use console::Input;
use session::PRACTICE;

/// A practice game of boo.
fn practice(name: &str) -> Stand {
    let home = home(name);
    let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
    stand.keys("3 end up");
    stand.shows("never ranked");
    stand.keys("right home enter d");
    stand.shows("practice");
    stand
}

#[test]
fn health_floor_and_fish_are_set_from_the_pause_menu() {
    let mut stand = practice("practice-set");
    stand.keys("esc");
    stand.shows("Practice: set health and more");
    stand.keys("r enter backspace backspace backspace 7 enter");
    stand.shows("Practice: health 7.");
    stand.settle().shows("7/100");
    // Typing a digit replaces the number.
    stand.keys("esc r down 9 enter");
    stand.shows("Practice: floor 9.");
    stand.shows("floor 9");
    stand.keys("esc r down 1 0 0 enter");
    stand.shows("This number cannot be set.");
    stand.keys("esc esc");
    stand.hides("Practice: floor 100.");
    assert_eq!(stand.kept("boo"), ["d", "practice health 7", "practice floor 9"]);
}

#[test]
fn a_practice_game_is_taken_back_and_played_again_as_one() {
    let mut stand = practice("practice-back");
    stand.keys("esc r enter backspace backspace backspace 7 enter U");
    stand.shows("You take back: practice health 7.");
    stand.shows("practice");
    stand.shows("100/100");
}

#[test]
fn a_plain_game_has_no_such_menu_and_no_such_line() {
    let home = home("practice-none");
    let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
    stand.keys("3 enter d esc");
    stand.shows("Paused");
    stand.hides("Practice");
    stand.keys("esc :");
    stand.input(Input::Paste("practice fish 9".to_owned()));
    stand.keys("enter");
    stand.hides("Fish 9");
}

#[test]
fn a_practice_game_is_never_ranked() {
    let mut stand = practice("practice-ranked");
    stand.keys("esc r enter backspace backspace backspace 1 enter");
    for _ in 0..400 {
        if stand.settle().text().contains("You have died") {
            break;
        }
        for key in ["d", "enter", "a", "enter", "w", "enter", "s", "enter"] {
            stand.keys(key);
        }
    }
    stand.shows("You have died");
    let book = records::Book::read(&stand.home, catalog::GAMES, true);
    assert!(book.tables("boo").is_empty() && book.tables_apart("boo").is_empty());
    assert!(book.left_out.iter().all(|run| run.marks.contains(&PRACTICE)));
}
