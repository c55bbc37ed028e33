//! Menus during a game: Esc never leaves, giving up asks, and a list of a hundred things is usable.

use crate::stand::{Stand, home, real};

use app::Start;
use keeper::Opened;
use session::{Brief, Level, ReplyKind};

/// The title row of each game.
const TITLES: [&str; 5] = ["CaveGame", "ChamberCrawler3000", "Meow and Boo", "Pursuit", "Dungeons in XML"];

#[test]
fn esc_never_leaves_a_game() {
    for (title, digit) in TITLES.into_iter().zip(1..) {
        let home = home(&format!("esc-{digit}"));
        let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
        stand.keys(&format!("{digit} enter"));
        // At a question, in the game, over every list and cursor.
        for keys in ["", "enter", "x", "t", "i", "m", "?", ":", "G", "<", "F", "left"] {
            stand.keys(keys).settle();
            for _ in 0..3 {
                stand.keys("esc").settle();
                let text = stand.text();
                let first = text.lines().next().unwrap_or_default();
                assert!(first.contains(title) || first.contains("Help"), "{digit} {keys}:\n{text}");
            }
            if stand.text().contains("Paused") {
                stand.keys("esc");
            }
        }
        stand.keys("esc");
        stand.shows("Paused");
        stand.keys("q").settle();
        stand.shows("Continue");
    }
}

#[test]
fn giving_up_asks_and_the_first_answer_plays_on() {
    let home = home("giving-up");
    let mut stand = Stand::with(real(&home), home, Start::Title, 80, 24);
    stand.keys("2 enter s down q").settle();
    stand.shows("Quit the game?");
    stand.keys("enter").settle();
    stand.hides("Quit the game?");
    stand.shows("HP");
    stand.keys("q esc").settle();
    stand.hides("Quit the game?");
    let kept = stand.kept("chambers");
    assert!(!kept.iter().any(|line| line == "q"), "{kept:?}");
    stand.keys("q y").settle();
    assert!(stand.kept("chambers").iter().any(|line| line == "q"));
}

/// The tutorial's dungeon with a hundred swords at the start.
fn armoury() -> String {
    let text = include_str!("../../../game-dungeon/lessons/first-steps.xml");
    let (before, rest) = text.split_once("<Sword").unwrap();
    let (_, after) = rest.split_once("</Sword>").unwrap();
    let sword = |number: u32| {
        format!(
            "<Sword name=\"Sword {number:03}\" room=\"1\" serial=\"{}\"><visible>1</visible><posX>3</posX>\
             <posY>2</posY><ItemIntValue>{number}</ItemIntValue></Sword>",
            number + 1
        )
    };
    let swords: String = (1..=100).map(sword).collect();
    format!("{before}{swords}{after}")
}

#[test]
fn a_hundred_things_are_listed_searched_and_used() {
    let home = home("hundred");
    let entry = catalog::find("dungeon").unwrap();
    let level = Level { name: "armoury.xml".to_owned(), text: armoury() };
    let brief = Brief { seed: "7".to_owned(), level: Some(level), ..Brief::default() };
    let (mut session, findings) = (entry.start)(&brief).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    for _ in 0..100 {
        let reply = session.play_line("p");
        assert_eq!(reply.kind, ReplyKind::Played, "{:?}", reply.said);
    }
    let mut stand = Stand::with(real(&home), home, Start::Game(Opened::unkept(session)), 80, 24);
    stand.keys("i");
    stand.shows("Inventory");
    let first = stand.text();
    let rows = first.lines().filter(|line| line.contains("Sword ")).count();
    assert!((8..24).contains(&rows) && first.contains('▾'), "more is below:\n{first}");
    stand.keys("end");
    let last = stand.text();
    assert!(last.contains('▴') && last != first, "more is above:\n{last}");
    stand.keys("/ 0 5 7 enter");
    stand.shows("Sword 057");
    stand.hides("Sword 058");
    stand.keys("enter").settle();
    stand.hides("Inventory");
    stand.shows("Sword 057");
    stand.keys("i");
    assert!(stand.text().contains("a * Sword 057") || stand.keys("/ 0 5 7").text().contains("* Sword 057"));
}

/// A floor with a merchant beside the player, and gold between another one and the way there.
fn market() -> Stand {
    let rows = ["|----------|", "|..........|", "|..6@M.....|", "|..........|", "|---------\\|"];
    let mut text: Vec<String> = rows.iter().map(|row| format!("{row:79}")).collect();
    text.resize(25, " ".repeat(79));
    let entry = catalog::find("chambers").unwrap();
    let level = Level { name: "market.txt".to_owned(), text: text.join("\n") };
    let mut brief = Brief { seed: "7".to_owned(), level: Some(level), ..Brief::default() };
    brief.options.set(entry.options, "edition", "undercroft").unwrap();
    let (mut session, _) = (entry.start)(&brief).unwrap();
    for line in ["g", "th", "f", "we", "ea"] {
        let reply = session.play_line(line);
        assert_eq!(reply.kind, ReplyKind::Played, "{:?}", reply.said);
    }
    let home = home("market");
    let mut stand =
        Stand::with(real(&home).without_hints(), home, Start::Game(Opened::unkept(session)), 80, 24);
    stand.draw();
    stand
}

#[test]
fn walking_into_a_merchant_and_buying_show_what_it_sells() {
    let mut stand = market();
    stand.keys("right");
    stand.shows("╭─ Merchant");
    stand.shows("Attack");
    stand.keys("esc p");
    stand.shows("Buy which item?");
    stand.shows(" for 3");
    stand.shows("Enter buy  a-z");
    stand.keys("enter ~");
    stand.shows("You buy");
}

#[test]
fn what_none_of_the_carried_things_can_do_is_said_of_all() {
    let home = home("nothing-to-read");
    let entry = catalog::find("dungeon").unwrap();
    let level = Level { name: "armoury.xml".to_owned(), text: armoury() };
    let brief = Brief { seed: "7".to_owned(), level: Some(level), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).unwrap();
    session.play_line("p");
    session.play_line("p");
    let mut stand = Stand::with(real(&home), home, Start::Game(Opened::unkept(session)), 80, 24);
    stand.keys("r");
    stand.shows("You carry nothing to read.");
    stand.keys("w");
    stand.shows("You carry nothing to wear.");
}
