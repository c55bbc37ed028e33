//! Hints for beginners: they come when they fit, name the current keys, and stop.

use crate::stand;

use app::Start;
use stand::{Stand, home};
use std::fs;

/// The title screen with the real games and an empty memory, unless the folder was used before.
fn stand(name: &str, settings: &str) -> Stand {
    let home = home(name);
    fs::create_dir_all(home.root()).unwrap();
    if !settings.is_empty() {
        fs::write(home.root().join("settings.txt"), settings).unwrap();
    }
    let house = stand::real(&home);
    Stand::with(house, home, Start::Title, 80, 24)
}

fn remembered(stand: &Stand) -> String {
    fs::read_to_string(stand.home.root().join("hints.txt")).unwrap_or_default()
}

/// Begins a new game of chambers and leaves it again; returns whether the hint about races was given.
fn is_told_about_races(stand: &mut Stand) -> bool {
    stand.keys("2 enter");
    let told = stand.text().contains("Hint: New here?");
    stand.keys("esc q");
    told
}

#[test]
fn an_advice_is_given_three_times_and_then_never_again() {
    let mut one = stand("hints-often", "");
    let told: Vec<bool> = (0..5).map(|_| is_told_about_races(&mut one)).collect();
    assert_eq!(told, [true, true, true, false, false]);
    // The data folder remembers it, not the process.
    let mut other = stand("hints-often", "");
    assert!(!is_told_about_races(&mut other));
    assert!(remembered(&other).contains("chambers.race = 3"), "{}", remembered(&other));
}

#[test]
fn whoever_has_done_it_is_not_told_to_do_it() {
    let mut stand = stand("hints-done", "");
    stand.keys("2 enter t");
    assert!(remembered(&stand).contains("chambers.race = learnt"), "{}", remembered(&stand));
    // An application command counts as used when its cursor is gone.
    stand.keys("x");
    assert!(!remembered(&stand).contains("look = learnt"));
    stand.keys("esc");
    assert!(remembered(&stand).contains("chambers.look = learnt"), "{}", remembered(&stand));
    stand.keys("esc q");
    assert!(!is_told_about_races(&mut stand));
}

#[test]
fn the_keys_are_those_that_are_set_and_the_switch_is_heeded() {
    let mut changed = stand("hints-keys", "keys.chambers.troll = 7\n");
    changed.keys("2 enter");
    changed.shows("Hint: New here? The troll, [7],");
    let mut silent = stand("hints-off", "hints = off\n");
    assert!(!is_told_about_races(&mut silent));
    assert_eq!(remembered(&silent), "");
}

#[test]
fn an_advice_stays_for_a_few_commands_and_gives_way() {
    let mut stand = stand("hints-while", "");
    // Against walls nothing is met; only time passes.
    stand.keys("3 enter");
    let mut told = Vec::new();
    for _ in 0..40 {
        stand.keys("w s").settle();
        told.push(stand.text().contains("Hint: "));
    }
    assert!(told.contains(&true) && told.iter().filter(|told| **told).count() < 30, "{told:?}");
}

#[test]
fn a_memory_that_was_spoilt_is_no_trouble_and_not_lost() {
    let home = home("hints-spoilt");
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.root().join("hints.txt"), b"\xff\xfe what\nchambers.race = lots\n").unwrap();
    let mut stand = stand("hints-spoilt", "");
    assert!(is_told_about_races(&mut stand));
    assert!(
        remembered(&stand).contains("chambers.race = lots\nchambers.race = 1\n"),
        "{}",
        remembered(&stand)
    );
}
