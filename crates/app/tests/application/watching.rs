//! Watching a game from the form: a bot, or two strategies, with pause, speed, single steps, explanations and
//! an end.

use crate::stand::{Stand, home, real};

use app::Start;

/// The form, with the row for watching selected.
fn watch(name: &str, digit: &str, row: &str) -> Stand {
    let home = home(name);
    let mut stand = Stand::with(real(&home), home, Start::Title, 100, 30);
    stand.keys(digit);
    for _ in 0..8 {
        if stand.text().lines().any(|line| line.contains('▸') && line.contains(row)) {
            stand.keys("enter");
            return stand;
        }
        stand.keys("down");
    }
    panic!("no row '{row}':\n{}", stand.text());
}

#[test]
fn a_bot_of_every_game_is_watched_to_its_end() {
    for (digit, title) in [("1", "CaveGame"), ("2", "ChamberCrawler"), ("3", "Meow"), ("5", "Dungeons")] {
        let mut stand = watch(&format!("watch-{digit}"), digit, "Watch a bot");
        stand.settle().shows(&format!("Watching {title}"));
        stand.keys("end i");
        let text = stand.settle().text();
        assert!(
            text.contains(": no dice were rolled.") || text.contains(" in ") || text.contains(" of "),
            "{text}"
        );
        if digit != "1" {
            stand.shows("plays on from here");
        }
        // What was only watched is not saved.
        assert!(catalog::GAMES.iter().all(|entry| stand.runs(entry.id).is_empty()));
        stand.keys("home right");
        stand.shows("paused");
    }
}

#[test]
fn rolls_are_explained_one_command_at_a_time() {
    let mut stand = watch("watch-rolls", "3", "Watch a bot");
    stand.settle().keys("home i right right");
    let told = |stand: &mut Stand| stand.text().lines().rev().take(4).collect::<Vec<_>>().join(" ");
    let text = told(&mut stand);
    assert!(text.contains("no dice were rolled") || text.contains(" in ") || text.contains(" of "), "{text}");
    stand.keys("i");
    assert!(!told(&mut stand).contains("no dice"), "it can be switched off");
}

#[test]
fn two_strategies_play_and_every_move_is_worth_something() {
    let mut stand = watch("watch-two", "4", "Watch two strategies");
    stand.shows("Who plays the hero?");
    stand.keys("enter");
    stand.shows("Who plays the monster?");
    stand.keys("enter");
    stand.settle().shows("Watching Pursuit");
    stand.keys("home right i");
    stand.settle().shows("the best there is");
    stand.keys("end");
    stand.settle().shows("Space watches it again");
}

#[test]
fn esc_leaves_the_choice_of_strategies() {
    let mut stand = watch("watch-esc", "4", "Watch two strategies");
    stand.keys("enter esc");
    stand.shows("new game");
    stand.keys("enter");
    stand.shows("Who plays the hero?");
}

/// Both players are set in the form: the first move is shown first, and the game is saved.
#[test]
fn a_game_that_strategies_play_on_both_seats_is_watched_from_its_first_move() {
    let home = home("watch-begin");
    let mut stand = Stand::with(real(&home), home, Start::Title, 100, 40);
    stand.keys("4");
    let to = |stand: &mut Stand, row: &str| {
        for _ in 0..30 {
            if stand.text().lines().any(|line| line.contains('▸') && line.contains(row)) {
                return;
            }
            stand.keys("down");
        }
        panic!("no row '{row}':\n{}", stand.text());
    };
    to(&mut stand, "More options");
    stand.keys("enter");
    for (row, player) in [("Hero", "rogue"), ("Monster", "random")] {
        to(&mut stand, row);
        stand.keys("enter");
        to(&mut stand, player);
        stand.keys("enter");
    }
    to(&mut stand, "Classic");
    stand.keys("enter").settle().shows("Watching Pursuit");
    stand.keys("home").shows("paused");
    stand.shows("Round 1 of 1000");
    assert_eq!(stand.runs("pursuit").len(), 1, "what was begun is kept");
}
