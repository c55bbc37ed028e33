//! The door without a page: requests in, answers and cells out.

mod hostile;

use front_web::{Answer, Door, Request};
use keeper::Home;
use tempfile::TempDir;

const COLS: u16 = 100;
const ROWS: u16 = 30;

fn door() -> (TempDir, Door) {
    let folder = tempfile::tempdir().unwrap();
    let door = Door::new(Home::at(folder.path(), catalog::GAMES));
    (folder, door)
}

fn rows(door: &mut Door) -> Vec<String> {
    let glyphs: Vec<char> =
        door.draw(COLS, ROWS).chunks(3).map(|cell| char::from_u32(cell[0]).unwrap_or('?')).collect();
    glyphs.chunks(usize::from(COLS)).map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
}

fn keys(door: &mut Door, keys: &str) -> Answer {
    keys.split_whitespace().map(|key| door.take(Request::Key(key.to_owned()))).last().expect("there is a key")
}

fn shows(door: &mut Door, text: &str) {
    let rows = rows(door);
    assert!(rows.iter().any(|row| row.contains(text)), "{text} is not shown:\n{}", rows.join("\n"));
}

/// Begins the classic tower and takes a step that its walls allow.
fn play_boo(door: &mut Door) {
    keys(door, "3");
    shows(door, "Meow and Boo");
    keys(door, "enter");
    shows(door, "HP");
    keys(door, "left right up down");
}

#[test]
fn a_game_is_played_kept_shared_and_watched() {
    let (folder, mut door) = door();
    play_boo(&mut door);
    let link = door.take(Request::Share).text.expect("a game has a link");
    assert!(link.starts_with("run=") && link.len() <= 2_010, "{link}");
    let runs: Vec<_> = std::fs::read_dir(folder.path().join("runs/boo")).unwrap().flatten().collect();
    assert_eq!(runs.len(), 1);
    let text = std::fs::read_to_string(runs[0].path()).unwrap();
    let verdict = door.take(Request::Verify(text)).text.unwrap();
    assert!(verdict.starts_with("verified: boo, "), "{verdict}");
    let answer = door.take(Request::Link(format!("{link}&at=1")));
    assert_eq!(answer.error, None);
    shows(&mut door, "Watching Meow and Boo");
}

#[test]
fn words_name_the_screen_its_entries_and_keys() {
    let (_folder, mut door) = door();
    door.draw(COLS, ROWS);
    let words: serde_json::Value = serde_json::from_slice(&door.ask(b"\"read\"")).unwrap();
    assert_eq!(words["title"], "Undercroft");
    let entries = words["entries"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["text"].as_str().unwrap().contains("Meow and Boo")), "{words}");
    assert_eq!(entries.iter().filter(|entry| entry["chosen"] == true).count(), 1);
    let keys = words["keys"].as_array().unwrap();
    assert!(keys.iter().any(|key| key[0] == "enter"), "{words}");
    // The drawn name and the demonstration are not said, and nothing said is cut.
    assert!(words["about"].to_string().len() <= 4, "{words}");
    let pitch = "Meow and Boo\tA cat climbs a haunted tower; its ghosts know every shortest path.";
    assert!(entries.iter().any(|entry| entry["text"] == pitch), "{words}");
}

#[test]
fn headings_of_lists_are_no_entries_to_pick() {
    let (_folder, mut door) = door();
    door.draw(COLS, ROWS);
    keys(&mut door, "end up up enter");
    shows(&mut door, "Theme");
    let words: serde_json::Value = serde_json::from_slice(&door.ask(b"\"read\"")).unwrap();
    let entries = words["entries"].as_array().unwrap();
    let is_heading = |text: &str| {
        let found = entries.iter().find(|entry| entry["text"].as_str().unwrap().starts_with(text));
        found.unwrap_or_else(|| panic!("{text} is not in {words}"))["heading"] == true
    };
    assert!(is_heading("Look") && is_heading("Motion") && !is_heading("Theme"), "{words}");
    assert!(entries.iter().any(|entry| entry["text"] == "Theme\tauto"), "{words}");
}

#[test]
fn a_click_on_an_entry_opens_it() {
    let (_folder, mut door) = door();
    door.draw(COLS, ROWS);
    let words: serde_json::Value = serde_json::from_slice(&door.ask(b"\"read\"")).unwrap();
    let entry = words["entries"]
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["text"].as_str().unwrap().contains("Settings"));
    let at = &entry.expect("there are settings")["at"];
    door.ask(format!("{{\"click\":{at}}}").as_bytes());
    shows(&mut door, "Theme");
}

#[test]
fn hostile_fragments_and_requests_get_one_sentence_and_change_nothing() {
    let (folder, mut door) = door();
    let before = rows(&mut door);
    for fragment in hostile::fragments(10_000) {
        let answer = door.take(Request::Link(fragment));
        if let Some(error) = answer.error {
            assert!(!error.contains('\n') && error.ends_with(['.', ')']), "{error:?}");
        }
    }
    assert_eq!(rows(&mut door), before);
    assert!(!folder.path().join("runs").exists(), "nothing was started");
    for request in ["", "{", "null", "{\"key\":5}", "{\"click\":[1]}", "{\"check\":[\"boo\"]}", "\u{7}"] {
        let answer: serde_json::Value = serde_json::from_slice(&door.ask(request.as_bytes())).unwrap();
        assert!(answer["error"].is_string(), "{request}: {answer}");
    }
}
