//! The page's functions for level authors: check, try, solve, link; and its settings for tiles and
//! preferences.

use front_web::{Answer, Door, Request};
use keeper::Home;
use tempfile::TempDir;

const COLS: u16 = 100;
const ROWS: u16 = 30;
const GAMES: [&str; 3] = ["pursuit", "chambers", "dungeon"];
/// Upper bound for the number of slices any example needs.
const STEPS_MAX: usize = 100_000;

fn door() -> (TempDir, Door) {
    let folder = tempfile::tempdir().unwrap();
    let door = Door::new(Home::at(folder.path(), catalog::GAMES));
    (folder, door)
}

fn rows(door: &mut Door) -> String {
    let glyphs: Vec<char> =
        door.draw(COLS, ROWS).chunks(3).map(|cell| char::from_u32(cell[0]).unwrap_or('?')).collect();
    glyphs.chunks(usize::from(COLS)).map(|row| row.iter().collect::<String>() + "\n").collect()
}

fn words(door: &mut Door) -> serde_json::Value {
    serde_json::from_slice(&door.ask(b"\"read\"")).unwrap()
}

fn examples(door: &mut Door, game: &str) -> Vec<(String, String)> {
    let list = door.take(Request::Examples(game.to_owned())).text.expect("there are examples");
    serde_json::from_str(&list).unwrap()
}

fn solved(door: &mut Door, text: &str) -> Answer {
    let mut answer = door.take(Request::Solve("pursuit".to_owned(), text.to_owned()));
    for _ in 0..STEPS_MAX {
        if answer.text.is_some() || answer.error.is_some() {
            return answer;
        }
        answer = door.take(Request::SolveOn);
    }
    panic!("it is never solved");
}

#[test]
fn every_example_is_without_errors_can_be_tried_and_fits_into_a_link() {
    for game in GAMES {
        let (folder, mut door) = door();
        for (name, text) in examples(&mut door, game) {
            let found = door.take(Request::Check(game.to_owned(), text.clone())).text.expect("a list");
            assert!(!found.contains(": error: "), "{game} {name}: {found}");
            assert_eq!(door.take(Request::Try(game.to_owned(), text.clone())).error, None, "{game} {name}");
            assert!(rows(&mut door).contains('@') || game == "dungeon", "{}", rows(&mut door));
            let link = door.take(Request::Level(game.to_owned(), text)).text.expect("it fits");
            assert!(!folder.path().join("runs").exists(), "what is tried is not kept");
            assert!(link.starts_with(&format!("play={game}.")) && link.len() <= 8_010, "{link}");
        }
    }
}

#[test]
fn a_link_opens_its_level_and_the_run_holds() {
    for game in GAMES {
        let (folder, mut door) = door();
        let (_, text) = examples(&mut door, game).remove(0);
        let link = door.take(Request::Level(game.to_owned(), text)).text.unwrap();
        assert_eq!(door.take(Request::Link(link)).error, None);
        for key in ["enter", "down", "left", "up", "right"] {
            door.take(Request::Key(key.to_owned()));
        }
        let runs: Vec<_> =
            std::fs::read_dir(folder.path().join("runs").join(game)).unwrap().flatten().collect();
        assert_eq!(runs.len(), 1, "{game}");
        let run = std::fs::read_to_string(runs[0].path()).unwrap();
        assert!(run.contains("level of a link"), "{run}");
        let verdict = door.take(Request::Verify(run)).text.unwrap();
        assert!(verdict.starts_with(&format!("verified: {game}, ")), "{verdict}");
    }
}

#[test]
fn levels_that_are_wrong_or_too_long_get_one_sentence() {
    let (folder, mut door) = door();
    let found = door.take(Request::Check("pursuit".to_owned(), "3\n. . .\n@ . x\n".to_owned())).text.unwrap();
    assert!(found.starts_with("3:5: error: ") || found.contains("\n3:5: error: "), "{found}");
    let bad = "3\n. . .\n".to_owned();
    for request in
        [Request::Level("pursuit".into(), bad.clone()), Request::Try("pursuit".into(), bad.clone())]
    {
        let error = door.take(request).error.expect("it is wrong");
        assert!(error.ends_with('.') && !error.contains('\n'), "{error}");
    }
    assert!(door.take(Request::Solve("pursuit".into(), bad)).error.is_some());
    assert!(door.take(Request::Solve("boo".into(), String::new())).error.is_some());
    assert!(door.take(Request::SolveOn).error.is_some());
    // Noise cannot be compressed.
    let mut state = 88_172_645_463_325_252_u64;
    let noise: String = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'a' + (state % 26) as u8)
    })
    .take(20_000)
    .collect();
    let long = format!("{}<!-- {noise} -->\n", examples(&mut door, "dungeon").remove(0).1);
    let error = door.take(Request::Level("dungeon".into(), long)).error.expect("it is too long");
    assert!(error.contains("too long for a link"), "{error}");
    for link in ["play=pursuit.", "play=pursuit.AAAA", "play=dungeon.eJw", "play=cave.!!"] {
        let error = door.take(Request::Link(link.to_owned())).error.expect("it is damaged");
        assert!(!error.contains('\n'), "{error}");
    }
    assert!(!folder.path().join("runs").exists(), "nothing was started");
}

#[test]
fn the_solver_tells_who_wins_and_how_it_begins() {
    let (_folder, mut door) = door();
    let told: Vec<String> = examples(&mut door, "pursuit")
        .into_iter()
        .map(|(_, text)| solved(&mut door, &text).text.expect("it is solved"))
        .collect();
    assert!(told[0].contains("the hero can escape"), "{told:?}");
    assert!(told[1].contains("the hero can escape"), "{told:?}");
    assert!(
        told[2].contains("the hero is caught on turn ") && told[2].contains("Best first moves: "),
        "{told:?}"
    );
}

#[test]
fn tiles_name_what_stands_where_and_nothing_under_a_box() {
    let (_folder, mut door) = door();
    door.take(Request::Tiles(true));
    let (_, text) = examples(&mut door, "pursuit").remove(0);
    door.take(Request::Try("pursuit".to_owned(), text));
    rows(&mut door);
    let board = words(&mut door)["board"].clone();
    let inks = board["inks"].as_str().expect("there is a board").to_owned();
    assert_eq!(inks.len() % board["across"].as_u64().unwrap() as usize, 0);
    assert!(board["scale"][0].as_u64() >= Some(2), "cells are square: {board}");
    let hero = char::from(b'a' + app::Ink::Hero as u8);
    assert_eq!(inks.matches(hero).count(), 1, "{inks}");
    door.take(Request::Key("?".to_owned()));
    rows(&mut door);
    let covered = words(&mut door)["board"].clone();
    assert!(covered.is_null() || covered["inks"] != inks.as_str(), "help covers the board");
    door.take(Request::Tiles(false));
    rows(&mut door);
    assert!(words(&mut door)["board"].is_null());
}

#[test]
fn what_the_browser_prefers_is_followed_until_the_player_chooses() {
    let (folder, mut door) = door();
    let ground = |door: &mut Door| door.draw(COLS, ROWS)[usize::from(COLS) * 3 * 5 + 2];
    let dark = ground(&mut door);
    door.take(Request::Prefer("light".to_owned(), true));
    let light = ground(&mut door);
    assert_ne!(dark, light);
    std::fs::write(folder.path().join("settings.txt"), "theme = dark\n").unwrap();
    let mut chosen = Door::new(Home::at(folder.path(), catalog::GAMES));
    chosen.take(Request::Prefer("light".to_owned(), false));
    assert_eq!(ground(&mut chosen), dark);
}

#[test]
fn text_fields_say_that_they_want_letters_and_commands_can_be_heard() {
    let (_folder, mut door) = door();
    rows(&mut door);
    assert_eq!(words(&mut door)["typing"], false);
    let mut heard = Vec::new();
    for key in ["3", "enter", "left", "right", "up", "down"] {
        door.take(Request::Key(key.to_owned()));
        rows(&mut door);
        heard.extend(words(&mut door)["sound"].as_str().map(str::to_owned));
    }
    assert!(heard.contains(&"step".to_owned()), "{heard:?}");
    assert_eq!(words(&mut door)["sound"], serde_json::Value::Null, "heard once");
    door.take(Request::Key(":".to_owned()));
    rows(&mut door);
    assert_eq!(words(&mut door)["typing"], true, "{}", rows(&mut door));
}
