//! The ladder: stars of verified runs, the next rung selected, and both kinds of games from one list.

use crate::stand;

use app::{Input, Start};
use session::{Ladder, Seating};
use stand::{Stand, home};
use std::fs;

/// A rung played by the coach's advice: the run, and the moves of the person.
fn perfect(number: usize) -> (String, Vec<String>) {
    let entry = catalog::find("pursuit").unwrap();
    let rung = (entry.attached.ladder.unwrap().rungs)().swap_remove(number - 1);
    let mut brief = Ladder::brief(entry, &rung, rung.seats).unwrap();
    brief.seating = Seating::OWNER;
    let (mut session, _) = (entry.start)(&brief).unwrap();
    let mut moves = Vec::new();
    while session.outcome().is_none() {
        let advice = (entry.attached.coach.unwrap().advise)(session.as_ref()).unwrap();
        session.play_line(&advice.best[0]);
        moves.extend(advice.best.into_iter().next());
    }
    let mut text = String::new();
    session.journal(&mut text);
    (text, moves)
}

fn perfect_run(number: usize) -> String {
    perfect(number).0
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
            "     1   ★★★   Escape from the monster.    7 x 7              difficulty  212",
            "     2   ★★★   Catch the hero by turn 4.   7 x 7              difficulty  309",
            "  ▸  3   ☆☆☆   Escape from the monster.    7 x 7              difficulty  467",
            "     4   ☆☆☆   Catch the hero by turn 7.   8 x 8              difficulty  504",
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

/// Plays moves by typing them.
fn play(stand: &mut Stand, moves: &[String]) {
    for line in moves {
        stand.keys(":");
        stand.input(Input::Paste(line.clone()));
        stand.keys("enter ~");
    }
}

#[test]
fn a_rung_with_a_star_leads_to_the_next() {
    let mut stand = list("ladder-next", &[]);
    stand.keys("enter");
    play(&mut stand, &perfect(1).1);
    stand.shows("Stars: 3 of 3.");
    stand.shows("▸ g  Go on to rung 2");
    stand.keys("g ~");
    stand.shows("Rung 2. Catch the hero by turn 4.");
    stand.shows("seed rung:2");
}

#[test]
fn the_end_of_a_rung_says_when_its_stars_do_not_count() {
    let mut stand = list("ladder-helped", &[]);
    stand.keys("enter H ~");
    play(&mut stand, &perfect(1).1);
    stand.shows("Stars: 3 of 3.");
    stand.shows("With help or commands taken back it earns no stars.");
}
