//! What is in view: the panel on crowded floors, the goal, and the list of what can be travelled to.

use crate::stand::{Stand, home, real};

use app::Start;
use console::Input;

fn stand(name: &str, cols: u16, rows: u16) -> Stand {
    let home = home(name);
    Stand::with(real(&home), home, Start::Title, cols, rows)
}

/// The rows of the panel beside the board.
fn panel(stand: &mut Stand) -> Vec<String> {
    let text = stand.text();
    text.lines().filter_map(|line| line.rsplit_once("│ ")).map(|(_, row)| row.trim().to_owned()).collect()
}

#[test]
fn ways_out_stay_in_sight_on_a_crowded_floor() {
    for (cols, rows) in [(120, 36), (200, 60)] {
        let mut stand = stand(&format!("crowded-{cols}"), cols, rows);
        stand.keys("2 down enter s enter").settle();
        let rows = panel(&mut stand);
        let at = |wanted: &str| rows.iter().position(|row| row.contains(wanted));
        let stairs = at("Stairs").unwrap_or_else(|| panic!("no stairs: {rows:#?}"));
        let gold = at("Gold ×").unwrap_or_else(|| panic!("no gold in one row: {rows:#?}"));
        assert!(stairs < gold, "ways out come before things: {rows:#?}");
        assert!(at("more").is_none(), "everything has its row: {rows:#?}");
    }
}

#[test]
fn an_entry_that_shares_a_row_can_be_chosen_by_itself() {
    let mut stand = stand("share", 120, 36);
    stand.keys("2 down enter s enter").settle();
    let mut seen = Vec::new();
    for _ in 0..80 {
        stand.keys("tab");
        let chosen = panel(&mut stand).into_iter().find(|row| row.contains("Gold ×"));
        seen.extend(chosen.filter(|row| !seen.contains(row)).into_iter().collect::<Vec<_>>());
    }
    assert!(seen.len() > 1, "the row shows how far the chosen one is: {seen:?}");
}

#[test]
fn a_game_says_what_it_is_about() {
    for (game, edition, goal) in [
        ("1", "", "Open chests and win fights"),
        ("1", "down ", "Find the relic *"),
        ("2", "", "Leave floor 5 by its stairs"),
        ("3", "", "Climb as high as you can"),
        ("4", "", "Stay free of the monster"),
        ("5", "", "Gain points"),
        ("5", "down ", "Slay the keeper"),
    ] {
        let mut stand = stand(&format!("goal-{game}-{}", edition.len()), 80, 24);
        stand.keys(&format!("{game} {edition}enter")).settle();
        stand.shows(goal);
    }
}

#[test]
fn a_row_of_the_travel_list_can_be_clicked() {
    let mut stand = stand("travel-click", 80, 24);
    stand.keys("1 enter t").settle();
    let (x, y) = stand.find("▸ C").expect("a chest in the list");
    stand.input(Input::Click(x, y));
    stand.settle().hides("Travel to");
    assert!(stand.kept("cave").len() > 3, "somebody walked: {:?}", stand.kept("cave"));
}
