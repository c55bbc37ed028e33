//! Help the player can ask for: taking back, the coach, hints, puzzles, and two people at one keyboard.

use crate::stand;

use app::{Context, Start};
use keeper::Home;
use session::Brief;
use stand::{Stand, home, house};
use std::path::Path;

/// A game of pursuit, started directly, on a given field.
fn pursuit(name: &str, field: &str, options: &[(&str, &str)], rows: u16) -> Stand {
    let home = home(name);
    let entry = catalog::find("pursuit").unwrap();
    let level = session::Level { name: "field".to_owned(), text: field.to_owned() };
    let mut brief = Brief { seed: "7".to_owned(), level: Some(level), ..Brief::default() };
    for (name, value) in options {
        brief.options.set(entry.options, name, value).unwrap();
    }
    let path = home.new_run("pursuit", Some("direct"));
    let opened = keeper::start_game(entry, &brief, Some(&path), true).unwrap();
    Stand::with(all_games(&home), home, Start::Game(opened), 80, rows)
}

/// The context with the real games.
fn all_games(home: &Home) -> Context {
    stand::real(home)
}

fn marks(path: &Path) -> Vec<String> {
    keeper::read_run(path).unwrap().0.marks
}

fn steps(path: &Path) -> Vec<String> {
    keeper::read_run(path).unwrap().0.steps.into_iter().map(|step| step.text).collect()
}

/// A room of three by three: the hero is lost.
const ROOM: &str = "3\n@ . .\n. . .\n. . M\n";
/// A ring of hallways behind a room: the hero can run around it forever.
const RING: &str = "5\n@ + + + +\n+       +\n+       +\n+       +\n+ + + + M\n";

#[test]
fn taking_back_keeps_the_old_run_and_marks_the_new_one() {
    let home = home("undo");
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1 enter right right down");
    stand.keys("U");
    stand.shows("You take back: south.");
    stand.shows("turn 2");
    let runs = stand.runs("cellar");
    assert_eq!(runs.len(), 2);
    assert_eq!(steps(&runs[0]), ["east", "east", "south"], "nothing a player did is lost");
    assert!(marks(&runs[0]).is_empty());
    assert_eq!(steps(&runs[1]), ["east", "east"]);
    assert_eq!(marks(&runs[1]), ["branched after 2", "assisted"]);
    stand.keys("U");
    stand.shows("You take back: east.");
    let runs = stand.runs("cellar");
    assert_eq!(runs.len(), 2, "a branch nobody played on gives way to the next");
    assert_eq!(steps(&runs[0]).len(), 3);
    stand.keys("down");
    assert_eq!(stand.kept("cellar"), ["east", "south"]);
    // The saved game can be opened and continues where it was left.
    stand.keys("q");
    stand.shows("The Cellar: 2 commands");
    stand.keys("home enter U U");
    stand.shows("turn 0");
    stand.keys("U");
    stand.shows("There is nothing to take back.");
}

#[test]
fn taking_back_works_in_a_game_that_is_not_kept_and_after_its_end() {
    let home = home("undo-unkept");
    std::fs::write(home.root(), "a file where the folder should be").unwrap();
    let mut stand = Stand::with(house(&home), home, Start::Title, 80, 24);
    stand.keys("1 enter down enter right right U");
    stand.shows("turn 1");
    stand.shows("not kept");
    stand.keys("D").settle();
    stand.shows("You have died");
    stand.keys("esc U");
    stand.shows("turn 1");
    stand.keys("D").settle();
    stand.shows("You have died");
}

#[test]
fn taking_back_takes_the_answer_with_it() {
    let mut stand = pursuit("undo-answer", RING, &[], 24);
    let first = stand.kept("pursuit");
    assert_eq!(first.len(), 1, "the monster moves first");
    stand.keys("S");
    assert_eq!(stand.kept("pursuit").len(), 3);
    stand.keys("U");
    stand.shows("You take back: stay.");
    assert_eq!(stand.kept("pursuit"), first);
    stand.keys("U");
    stand.shows("There is nothing to take back.");
}

/// A game may continue from the middle of a round: the monster moves first.
#[test]
fn playing_on_from_a_monsters_turn_lets_it_move_first() {
    let mut stand = pursuit("mid-round", RING, &[], 24);
    stand.keys("S S");
    let whole = stand.kept("pursuit");
    assert_eq!(whole.len(), 5, "monster, hero, monster, hero, monster");
    stand.keys("< 2 enter b down enter");
    assert_eq!(stand.kept("pursuit"), whole[..3], "the monster has moved, it is the hero's turn");
    stand.keys("S");
    assert_eq!(stand.kept("pursuit"), whole);
}

#[test]
fn the_coach_writes_on_the_board_and_marks_the_run_once() {
    let mut stand = pursuit("coach", ROOM, &[("monster", "human")], 24);
    stand.hides("Coach:");
    stand.shows("@     ·     ·");
    stand.keys("S C");
    stand.shows("Coach: the hero is caught on turn ");
    stand.shows("Best: ");
    stand.hides("@     ·     ·");
    stand.keys("H");
    stand.shows("(the hero is caught on turn ");
    let run = stand.runs("pursuit").pop().unwrap();
    assert_eq!(marks(&run), ["assisted"]);
    stand.keys("S U");
    stand.shows("Coach:");
    stand.keys("C");
    stand.shows("The coach is silent.");
    stand.keys("S");
    stand.hides("Coach:");
    let run = stand.runs("pursuit").pop().unwrap();
    assert_eq!(marks(&run), ["assisted", "branched after 1"]);
}

#[test]
fn games_without_a_coach_say_so() {
    let mut stand = Stand::new("no-coach", 80, 24);
    stand.keys("1 enter C");
    stand.shows("This game has no coach.");
    stand.keys("H");
    stand.shows("This game has no coach.");
    assert!(marks(&stand.runs("cellar")[0]).is_empty());
}

#[test]
fn the_end_of_a_pursuit_tells_accuracy_and_the_best_there_was() {
    let mut stand = pursuit("review", ROOM, &[], 30);
    for _ in 0..20 {
        stand.keys("S").settle();
        if stand.text().contains("Accuracy") {
            break;
        }
    }
    stand.shows("Accuracy: ");
    stand.shows("moves were best.");
    stand.shows("When both play perfectly:");
    stand.keys("esc m");
    stand.shows("hero stay: ");
}

#[test]
fn two_persons_share_the_keyboard_and_see_whose_move_it_is() {
    let mut stand = pursuit("two", RING, &[("monster", "human")], 24);
    stand.shows("monster to move");
    stand.keys("a");
    stand.shows("hero to move");
    stand.keys("d");
    stand.shows("monster to move");
    assert_eq!(stand.kept("pursuit"), ["W", "E"]);
    stand.keys("U");
    stand.shows("hero to move");
    assert_eq!(stand.kept("pursuit"), ["W"], "each person takes back a move of their own");
    stand.keys("j");
    assert_eq!(stand.kept("pursuit"), ["W", "S"]);
}

#[test]
fn a_puzzle_is_chosen_on_the_screen_of_a_new_game() {
    let home = home("puzzle");
    let mut stand = Stand::with(all_games(&home), home, Start::Title, 80, 30);
    stand.keys("4");
    stand.shows("Puzzle level");
    stand.keys("down down down down down m o o n down down down right right");
    stand.shows("A level made from the seed that can be survived, harder from 1 to 20.");
    stand.keys("up up up up up up up up enter");
    stand.shows("hero to move");
    let path = stand.runs("pursuit").pop().unwrap();
    let header = keeper::read_run(&path).unwrap().0.header;
    assert_eq!(header.about, [("puzzle".to_owned(), "2".to_owned())]);
    assert_eq!(header.level.unwrap().name, "puzzle-2.txt");
    assert_eq!(
        header.options,
        [("monster".to_owned(), "optimal".to_owned()), ("repeat".to_owned(), "end".to_owned())]
    );
    stand.keys("C");
    stand.shows("Coach: the hero can escape.");
    // The coach's own moves solve it, and the next puzzle is one grade higher.
    for _ in 0..400 {
        let text = stand.text();
        let Some(best) = text.split("Best: ").nth(1) else { break };
        let word = best.split([',', '.']).next().unwrap().to_owned();
        let typed: Vec<String> = word.chars().map(|letter| letter.to_string()).collect();
        stand.keys(&format!(": {} enter", typed.join(" "))).settle();
    }
    stand.shows("Escaped");
    stand.shows("Accuracy: 100%");
    stand.shows("The hero could escape and did.");
    stand.keys("enter");
    let newest = stand.runs("pursuit").pop().unwrap();
    let header = keeper::read_run(&newest).unwrap().0.header;
    // The first seed was typed, this one is fresh.
    assert_eq!(header.about, [("puzzle".to_owned(), "3".to_owned()), session::fresh_seed_kind()]);
    assert_eq!(header.level.unwrap().name, "puzzle-3.txt");
}
