//! Sealed seeds: no door may show one, or anything it decides, before it is published.

use crate::boards::{rows, wait};
use crate::client::Client;
use crate::moderating::{account, sign_in};
use crate::server::{Server, request};
use serde_json::{Value, json};

/// Plays random moves until the game ends; everything that was received.
fn play_to_the_end(client: &mut Client, salt: u64) -> Option<String> {
    let mut heard = client.hello.to_string();
    for turn in 0..900_u64 {
        let dice = (turn + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        let told = client.play(["w", "a", "s", "d"][dice as usize % 4]).ok()?;
        heard += &told.to_string();
        if !told["outcome"].is_null() {
            return Some(heard);
        }
    }
    None
}

/// The only run on the daily board belongs to a game that is over, while its day is not.
#[test]
fn a_finished_daily_game_tells_nobody_its_seed_before_its_day_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let date = server.get("/").text.split("/daily/").nth(1).unwrap()[..10].to_owned();
    let begin = || json!({ "hello": 1, "want": { "new": { "game": "boo", "daily": date } } });
    // Everybody has one scored try; one of these players is caught by the ghosts before long.
    let run = (0..6).find_map(|player| {
        let (name, code) = (format!("p{player}"), format!("1234567{player}"));
        account(folder.path(), &name, &code);
        let cookie = sign_in(&server, &code).unwrap();
        let mut client = Client::enter_as(server.http, &cookie, begin()).unwrap();
        play_to_the_end(&mut client, player * 1000)?;
        drop(client);
        let row = wait("a row of the daily board", || {
            rows(&server, "boo").into_iter().find(|row| row["edition"] == "daily")
        });
        Some(row["run"].as_str().unwrap().to_owned())
    });
    let run = run.expect("no daily game ends");
    assert!(server.get(&format!("/daily/{date}/boo")).text.contains(&run), "the row is shown");
    for path in [format!("/api/v1/runs/{run}"), format!("/r/{run}/0"), format!("/r/{run}/99999")] {
        let answer = server.get(&path);
        assert_eq!(answer.status, 403, "{path}: {}", answer.text);
    }
    assert_eq!(server.get(&format!("/api/v1/runs/{run}/verdict")).status, 200, "the score is no secret");
}

#[test]
fn no_door_shows_the_seed_of_a_game_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (game, heard) = (0..8)
        .find_map(|salt| {
            let mut ann = Client::new_game(server.http, json!({ "game": "boo" }));
            let game = ann.game().to_owned();
            let watch = |delta| json!({ "want": { "watch": game }, "delta": delta });
            let mut watchers = [true, false].map(|delta| Client::enter(server.http, watch(delta)).unwrap());
            let mut heard = play_to_the_end(&mut ann, salt * 7919)?;
            for watcher in &mut watchers {
                heard += &watcher.hello.to_string();
                loop {
                    let told = watcher.next().unwrap();
                    heard += &told.to_string();
                    if !told["outcome"].is_null() {
                        break;
                    }
                }
            }
            for path in ["/", &format!("/g/{game}"), "/api/v1/games.json", "/status.json"] {
                heard += &server.get(path).text;
            }
            heard += &server.get(&format!("/api/v1/runs/{game}")).text;
            heard += &request(server.metrics, "GET", "/metrics", "", b"").text;
            Some((game, heard))
        })
        .expect("no game ends");
    let run = wait("the run", || {
        let answer = server.get(&format!("/api/v1/runs/{game}"));
        (answer.status == 200).then_some(answer.text)
    });
    let seed = session::Run::parse(run.as_bytes()).run.unwrap().header.seed;
    assert_eq!(seed.len(), 64);
    assert!(!heard.contains(&seed), "the seed was shown while it was sealed");
}

/// Everything any command can make a game say about itself, with the seed sealed.
#[test]
fn no_command_of_any_game_makes_it_name_its_sealed_seed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--guest-games", "100"]);
    let games = server.get("/api/v1/games.json").json();
    for game in games["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let mut ann = Client::new_game(server.http, json!({ "game": id }));
        let mut heard = ann.hello.to_string();
        for verb in game["verbs"].as_array().unwrap() {
            let word = verb["word"].as_str().unwrap_or_default();
            for line in [word.to_owned(), format!("{word} 1"), format!("{word} seed")] {
                match ann.play(&line) {
                    Ok(told) => heard += &told.to_string(),
                    Err(_) => ann = Client::new_game(server.http, json!({ "game": id })),
                }
            }
        }
        // A sealed seed is 64 hexadecimal digits; the only such word that may be told is its hash.
        let commitments: Vec<&str> =
            heard.split("\"commitment\":\"").skip(1).map(|rest| &rest[..64]).collect();
        let tokens: Vec<&str> = heard.split("\"token\":\"").skip(1).map(|rest| &rest[..64]).collect();
        let long = heard.split(|letter: char| !letter.is_ascii_hexdigit()).filter(|word| word.len() >= 64);
        for word in long {
            assert!(commitments.contains(&word) || tokens.contains(&word), "{id} names {word}");
        }
    }
    let _: Value = games;
}
