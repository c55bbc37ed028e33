//! The demo on the title screen: every game in turn, never saved, and stopped when nobody is there.

use crate::stand;

use app::{Input, Start};
use keeper::Home;
use stand::{Stand, home};
use std::fs;

fn title(home: &Home, cols: u16, rows: u16) -> Stand {
    let house = stand::real(home);
    let mut stand = Stand::with(house, home.clone(), Start::Title, cols, rows);
    stand.draw();
    stand
}

#[test]
fn every_game_has_its_turn_and_nothing_is_kept() {
    let home = home("demo-turns");
    let mut stand = title(&home, 120, 40);
    stand.hides("plays itself");
    assert!(stand.app.pace().is_some());
    let mut seen = Vec::new();
    let mut frames = Vec::new();
    for _ in 0..2_000 {
        stand.app.input(&Input::Tick);
        // The mouse moves now and then, so the demo does not stop.
        stand.input(Input::Hover(0, 0));
        let text = stand.text();
        let told = text.lines().find_map(|line| line.trim().strip_suffix(" plays itself").map(str::to_owned));
        if seen.last() != told.as_ref() {
            seen.extend(told);
        }
        frames.push(text);
    }
    for entry in catalog::GAMES {
        assert!(seen.iter().any(|title| title == entry.title), "{} in {seen:?}", entry.id);
    }
    let first = frames[0].clone();
    let moved = frames.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(moved > 1_000, "{moved} frames differ from the one before");
    assert!(first.contains("Saved games") && first.contains("1 CaveGame"));
    assert!(!home.root().exists(), "nothing is kept");
}

#[test]
fn the_same_menu_stands_over_it_at_every_size() {
    for (cols, rows) in [(80, 24), (120, 40), (200, 60), (60, 20), (40, 12)] {
        let mut stand = title(&home(&format!("demo-{cols}")), cols, rows);
        let before = stand.text();
        for _ in 0..700 {
            stand.app.input(&Input::Tick);
        }
        let after = stand.text();
        for (was, is) in before.lines().zip(after.lines()) {
            assert!(is.starts_with(was.trim_end()), "what was written stays\n{was}\n{is}");
        }
    }
}

#[test]
fn it_rests_when_nobody_is_there_and_never_moves_where_nothing_may() {
    let mut stand = title(&home("demo-idle"), 100, 40);
    let mut ticks = 0;
    while stand.app.pace().is_some() {
        stand.app.input(&Input::Tick);
        ticks += 1;
        assert!(ticks < 1_000, "it never tires");
    }
    assert!(ticks > 300);
    stand.keys("down");
    assert!(stand.app.pace().is_some(), "a key wakes it");
    stand.keys("?");
    assert_eq!(stand.app.pace(), None, "nothing moves behind another screen");
    let still = home("demo-still");
    fs::create_dir_all(still.root()).unwrap();
    fs::write(still.file("settings.txt"), "animation = off\n").unwrap();
    assert_eq!(title(&still, 100, 40).app.pace(), None);
    assert_eq!(title(&home("demo-small"), 40, 12).app.pace(), None, "there is no room");
}
