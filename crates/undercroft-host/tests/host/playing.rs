//! The message formats of the websocket, which programs rely on.

use crate::client::Client;
use crate::server::Server;
use serde_json::{Value, json};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn a_game_is_played_with_the_promised_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    assert_eq!((&ann.hello["hello"], &ann.hello["seat"], &ann.hello["n"]), (&json!(1), &json!(0), &json!(0)));
    assert!(!texts(&ann.hello["scene"]).is_empty());
    assert!(ann.hello["token"].as_str().unwrap().len() >= 32);
    let mut n = 0;
    for line in ["w", "a", "s", "d", "w", "d"] {
        let told = ann.play(line).unwrap();
        let word = told["reply"].as_str().unwrap();
        assert!(["played", "refused"].contains(&word), "{told}");
        n += u64::from(word == "played");
        assert_eq!(told["n"], json!(n), "{told}");
        assert!(told["vitals"]["hp"].is_i64() && told["outcome"].is_null(), "{told}");
        texts(&told["said"]);
        texts(&told["scene"]);
    }
    assert!(n > 0);
    let before = ann.rows.clone();
    let told = ann.play("dance a jig").unwrap();
    assert_eq!((&told["reply"], &told["n"]), (&json!("misread"), &json!(n)));
    assert_eq!(ann.rows, before, "a line that is not understood changes nothing");
    assert!(server.stop().success());
}

/// The letter of the hero's ink, of those that docs/hosting.md lists.
const HERO: char = 'l';

#[test]
fn who_asks_for_inks_gets_one_for_each_character() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for delta in [false, true] {
        let new = json!({ "game": "boo", "seed": "7" });
        let hello = json!({ "hello": 1, "delta": delta, "inks": true, "want": { "new": new } });
        let mut ann = Client::enter(server.http, hello).unwrap();
        let owned = |value: &Value| texts(value).into_iter().map(str::to_owned).collect::<Vec<_>>();
        let mut inks = owned(&ann.hello["inks"]);
        for line in ["w", "a", "s", "d", "nonsense", "w", "d"] {
            let told = ann.play(line).unwrap();
            assert!(told["inks_delta"].is_null() || delta, "{told}");
            if !told["inks"].is_null() {
                inks = owned(&told["inks"]);
            }
            for change in told["inks_delta"].as_array().into_iter().flatten() {
                inks[change[0].as_u64().unwrap() as usize] = change[1].as_str().unwrap().to_owned();
            }
            assert_eq!(inks.len(), ann.rows.len());
            let heroes = |rows: &[String], letter: char| -> Vec<(usize, usize)> {
                let found = |(y, row): (usize, &String)| {
                    row.chars().position(|other| other == letter).map(|x| (y, x))
                };
                rows.iter().enumerate().filter_map(found).collect()
            };
            assert_eq!(heroes(&inks, HERO), heroes(&ann.rows, '@'), "{line}");
            assert_eq!(heroes(&inks, HERO).len(), 1, "{line}");
        }
    }
    let mut plain = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    assert!(plain.hello["inks"].is_null() && plain.play("w").unwrap()["inks"].is_null());
}

#[test]
fn every_game_can_begin_and_be_watched_in_whole_scenes_and_in_changes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for (game, lines) in
        [("boo", "wasd"), ("cave", "wasd"), ("chambers", "g"), ("pursuit", "hjkl"), ("dungeon", "hjkl")]
    {
        let mut ann = Client::new_game(server.http, json!({ "game": game, "seed": "7" }));
        let watch = |delta: bool| json!({ "want": { "watch": ann.game() }, "delta": delta });
        let mut whole = Client::enter(server.http, watch(false)).unwrap();
        let mut changes = Client::enter(server.http, watch(true)).unwrap();
        assert!(whole.hello["seat"].is_null() && whole.hello.get("token").is_none(), "{}", whole.hello);
        for line in lines.chars() {
            let told = ann.play(&line.to_string()).unwrap();
            if told["reply"] != json!("played") {
                continue;
            }
            for watcher in [&mut whole, &mut changes] {
                while watcher.rows != ann.rows {
                    let seen = watcher.next().unwrap();
                    assert_eq!(seen["reply"], "seen", "{seen}");
                }
            }
        }
        let told = whole.play("w").unwrap();
        assert_eq!(told["reply"], "refused", "{told}");
    }
}

#[test]
fn wishes_that_cannot_be_granted_get_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let wishes = [
        json!({ "want": { "new": { "game": "chess" } } }),
        json!({ "want": { "new": { "game": "boo", "set": { "no such option": 1 } } } }),
        json!({ "want": { "new": { "game": "boo", "shared": true } } }),
        json!({ "want": { "new": { "game": "dungeon", "level": "<broken" } } }),
        json!({ "want": { "new": { "game": "dungeon", "level": "x".repeat(70_000) } } }),
        json!({ "want": { "join": "aaaaaaaaaaaaaaaaaaaaaaaa" } }),
        json!({ "want": { "watch": "../../etc/passwd" } }),
        json!({ "hello": 2, "want": { "new": { "game": "boo" } } }),
        json!([1, 2, 3]),
        json!({}),
    ];
    for wish in wishes {
        let why =
            Client::enter(server.http, wish.clone()).err().unwrap_or_else(|| panic!("{wish} is granted"));
        assert!(why.len() > 10 && why.len() < 4000 && !why.contains('\u{1b}'), "{wish}: {why}");
    }
}
