//! Records, feats and morgues, as whole screens.

use crate::stand;

use app::{Environment, Start};
use console::{Depth, GlyphSet};
use stand::{NOW, Stand, house_on, set_time};
use std::fs;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Plays some games with different results, one of them manipulated and one of them a branch.
fn fill_shelf(stand: &mut Stand) {
    // The third finds the gold.
    for steps in ["", "right", "down right right right right right right right right up", "down down"] {
        stand.keys(&format!("1 enter {steps} D t"));
    }
    // Two games that start with gold in the purse have a table of their own.
    for _ in 0..2 {
        stand.keys("1 down down down down down down enter down down down right right right");
        stand.keys("up up up up up up up up up enter D t");
    }
    for (index, path) in stand.runs("cellar").iter().enumerate() {
        set_time(path, NOW - 86_400 * index as u64);
    }
    let path = stand.home.runs("cellar").join("2026-11-13-170000.run");
    let text = fs::read_to_string(&path).unwrap();
    let forged = session::with_name(&text.replace("end died 0", "end won 99"), "the best ever");
    let folder = stand.home.runs("cellar");
    fs::write(folder.join("forged.run"), forged).unwrap();
    set_time(&folder.join("forged.run"), NOW);
}

#[test]
fn records_are_ranked_in_tables_and_a_forged_run_does_not_count() {
    for (cols, rows) in SIZES {
        let mut stand = Stand::new(&format!("ranked-{cols}"), cols, rows);
        fill_shelf(&mut stand);
        stand.keys("end up up up enter").settle();
        let text = stand.text();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let at = lines.iter().position(|line| *line == "classic, fresh seeds").unwrap();
        let expected = [
            "1.        5  died         11 turns  2026-11-11  seed tamariso",
            "2.        0  died           1 turn  2026-11-13  seed tamariso",
            "3.        0  died          2 turns  2026-11-12  seed tamariso",
            "4.        0  died          3 turns  2026-11-10  seed tamariso",
            "4 games, 0 won, best 5, median 0",
            "5 │ █",
            "│ █",
            "│ █",
            "0 │▁█▁▁",
            "gold=3, fresh seeds",
        ];
        assert_eq!(lines[at + 1..at + 1 + expected.len()], expected, "{text}");
        let forged = lines.iter().position(|line| *line == "Does not count").unwrap();
        assert!(
            lines[forged + 1].starts_with("cellar    the best ever: won, score 99: unverified"),
            "{text}"
        );
    }
}

#[test]
fn the_page_of_a_record_leads_to_its_replay() {
    let mut stand = Stand::new("page-replay", 100, 30);
    fill_shelf(&mut stand);
    stand.keys("end up up up enter").settle();
    stand.keys("p");
    stand.shows("How it went");
    stand.keys("v");
    stand.shows("Watching");
    stand.keys("esc esc");
    stand.shows("Scores");
}

#[test]
fn a_game_that_is_left_leaves_its_page_in_the_data_folder() {
    let mut stand = Stand::new("page-kept", 80, 24);
    stand.keys("1 enter right right D t");
    let page = stand.home.file("morgue").join("cellar").join("2026-11-13-170000.txt");
    let began = std::time::Instant::now();
    while !page.with_extension("json").exists() && began.elapsed().as_secs() < 20 {
        std::thread::yield_now();
    }
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("died, score 0, 3 turns, 3 commands"), "{text}");
    // An unfinished game has none.
    stand.keys("1 enter right esc q");
    stand.keys("1 enter right right D t");
    let later = stand.home.file("morgue").join("cellar").join("2026-11-13-170000-3.json");
    while !later.exists() && began.elapsed().as_secs() < 20 {
        std::thread::yield_now();
    }
    assert!(later.exists());
    assert!(!page.with_file_name("2026-11-13-170000-2.txt").exists());
}

#[test]
fn a_plain_terminal_gets_plain_charts() {
    let home = stand::home("records-ascii");
    let plain = Environment { depth: Depth::None, glyphs: GlyphSet::Ascii, ..stand::environment() };
    let mut stand = Stand::with(house_on(&home, plain), home, Start::Title, 100, 30);
    fill_shelf(&mut stand);
    stand.keys("end up up up enter").settle();
    for keys in ["down", "p", "esc", "right"] {
        stand.keys(keys);
        let text = stand.text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn editions_have_tables_of_their_own_on_the_screen() {
    let home = stand::home("editions-ranked");
    let entry = catalog::find("boo").unwrap();
    fs::create_dir_all(home.runs("boo")).unwrap();
    for edition in ["classic", "undercroft"] {
        let mut options = kernel::Options::default();
        options.set(entry.options, kernel::EDITION, edition).unwrap();
        let brief = session::Brief { seed: "roof".to_owned(), options, ..session::Brief::default() };
        let (mut session, _) = (entry.start)(&brief).unwrap();
        while session.outcome().is_none() {
            let line = session.suggest().unwrap();
            session.play_line(&line);
        }
        let mut text = String::new();
        session.journal(&mut text);
        fs::write(home.runs("boo").join(format!("{edition}.run")), text).unwrap();
    }
    let house = stand::real(&home).without_hints();
    let mut stand = Stand::with(house, home, Start::Title, 80, 24);
    stand.keys("end up up up enter").settle();
    stand.shows("Undercroft edition, chosen seeds");
    stand.shows("classic, chosen seeds");
}
