//! The ladder: stars of verified runs, the next rung selected, and both kinds of games from one list.

use crate::stand;

use app::Start;
use session::{Ladder, Seating};
use stand::{Stand, home};
use std::fs;

/// A rung played by the coach's advice.
fn perfect_run(number: usize) -> String {
    let entry = catalog::find("pursuit").unwrap();
    let rung = (entry.attached.ladder.unwrap().rungs)().swap_remove(number - 1);
    let mut brief = Ladder::brief(entry, &rung, rung.seats).unwrap();
    brief.seating = Seating::OWNER;
    let (mut session, _) = (entry.start)(&brief).unwrap();
    while session.outcome().is_none() {
        let advice = (entry.attached.coach.unwrap().advise)(session.as_ref()).unwrap();
        session.play_line(&advice.best[0]);
    }
    let mut text = String::new();
    session.journal(&mut text);
    text
}

/// The ladder for a data folder with these runs.
fn list(name: &str, runs: &[String]) -> Stand {
    let home = home(name);
    fs::create_dir_all(home.runs("pursuit")).unwrap();
    for (number, text) in runs.iter().enumerate() {
        fs::write(home.runs("pursuit").join(format!("{number}.run")), text).unwrap();
    }
    let house = stand::real(&home).without_hints();
    let mut stand = Stand::with(house, home, Start::Title, 80, 24);
    stand.keys("4 down down down enter ~");
    stand
}

#[test]
fn stars_are_kept_and_enter_plays_the_next_rung() {
    let mut stand = list("ladder-stars", &[perfect_run(1), perfect_run(2)]);
    let text = stand.text();
    let rows: Vec<&str> = text.lines().map(str::trim_end).skip(2).take(4).collect();
    assert_eq!(
        rows,
        [
            "     1   ★★★   Escape from the monster.     7 x 7                 212 points",
            "     2   ★★★   Catch the hero by turn 4.    7 x 7                 309 points",
            "  ▸  3   ☆☆☆   Escape from the monster.     7 x 7                 467 points",
            "     4   ☆☆☆   Catch the hero by turn 7.    8 x 8                 504 points",
        ]
    );
    stand.shows("6 of 90 stars.");
    // Three rungs without a star are open: the sixth cannot be selected yet.
    stand.keys("down down down");
    stand.shows("▸  1   ★★★");
    stand.keys("down down enter");
    stand.shows("seed rung:3");
    stand.shows("Rung 3. Escape from the monster.");
    stand.keys("esc q ~");
    stand.shows("6 of 90 stars.");
    // Two people at one keyboard.
    stand.keys("2");
    stand.shows("monster to move · seed rung:3");
}

#[test]
fn a_run_that_was_changed_by_hand_earns_no_star() {
    let forged = perfect_run(2).replacen("set hero", "set zero", 1);
    let mut stand = list("ladder-forged", &[forged]);
    stand.shows("0 of 90 stars.");
}
