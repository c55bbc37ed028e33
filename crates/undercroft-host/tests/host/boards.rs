//! Boards hold runs that this host has replayed, in three classes; sealed seeds are secret until the game is
//! over.

use crate::client::Client;
use crate::server::{PATIENCE, Server};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn corpus(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Polls until there is a result.
pub(crate) fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn verdict(server: &Server, hash: &str) -> Value {
    wait("a verdict", || {
        let answer = server.get(&format!("/api/v1/runs/{hash}/verdict"));
        (answer.status == 200).then(|| answer.json())
    })
}

pub(crate) fn rows(server: &Server, game: &str) -> Vec<Value> {
    server.get(&format!("/api/v1/boards/{game}.json")).json()["rows"].as_array().unwrap().clone()
}

#[test]
fn an_upload_is_replayed_and_a_forged_one_is_never_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let run = corpus("boo/bot-01.run");
    let answer = server.post("/api/v1/runs", "", &run);
    assert_eq!(answer.status, 202, "{}", answer.text);
    let told = answer.json();
    let hash = told["hash"].as_str().unwrap().to_owned();
    assert_eq!((hash.len(), &told["new"]), (64, &json!(true)));
    let found = verdict(&server, &hash);
    assert_eq!((&found["good"], &found["game"], &found["score"]), (&json!(true), &json!("boo"), &json!(4)));
    assert_ne!(found["class"], "live", "a run that was not played here is never live");
    assert_eq!(
        server.post("/api/v1/runs", "", &run).json()["new"],
        json!(false),
        "a known run costs nothing"
    );
    assert_eq!(server.get(&format!("/api/v1/runs/{hash}")).text.as_bytes(), run);

    // The same run with another seed in its header, and valid seals.
    let parsed = session::Run::parse(&run).run.unwrap();
    let mut forged = parsed.clone();
    forged.header.seed.push('!');
    let answer = server.post("/api/v1/runs", "", forged.to_text().as_bytes());
    let forged = answer.json()["hash"].as_str().unwrap().to_owned();
    assert_eq!(verdict(&server, &forged)["good"], json!(false));
    let rows = rows(&server, "boo");
    assert!(rows.iter().all(|row| row["run"] != json!(forged)), "{rows:?}");
    assert!(rows.iter().all(|row| row["class"] != "live"), "{rows:?}");
}

#[test]
fn a_replay_reads_at_any_turn_without_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let told = server.post("/api/v1/runs", "", &corpus("boo/bot-01.run")).json();
    let hash = told["hash"].as_str().unwrap();
    let (first, tenth) = (server.get(&format!("/r/{hash}/0")), server.get(&format!("/r/{hash}/10")));
    let last = server.get(&format!("/r/{hash}/999999999"));
    for page in [&first, &tenth, &last] {
        assert_eq!(page.status, 200);
        assert!(page.text.contains("<pre") && !page.text.contains("<script"), "{}", page.text);
    }
    assert!(first.text != tenth.text && tenth.text != last.text);
    assert!(tenth.text.contains("command 10 of"), "{}", tenth.text);
    assert_eq!(server.get(&format!("/r/{}/0", "f".repeat(64))).status, 404);
}

#[test]
fn a_live_game_hides_its_seed_until_it_is_over_and_is_ranked_apart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    // A cat that walks at random is soon caught by the ghosts.
    let mut tries = 0;
    let (game, commitment, score) = loop {
        tries += 1;
        assert!(tries < 10, "no game ends");
        let mut ann = Client::new_game(server.http, json!({ "game": "boo" }));
        assert_eq!(ann.hello["class"], "live");
        let commitment = ann.hello["commitment"].as_str().unwrap().to_owned();
        let sealed = server.get(&format!("/api/v1/runs/{}", ann.game()));
        assert_eq!((sealed.status, &sealed.json()["commitment"]), (403, &json!(commitment)));
        let game = ann.game().to_owned();
        let ended = (0..600_u64).find_map(|turn| {
            let dice = (turn + tries).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
            let told = ann.play(["w", "a", "s", "d"][dice as usize % 4]).unwrap();
            told["outcome"]["score"].as_i64()
        });
        if let Some(score) = ended {
            break (game, commitment, score);
        }
    };
    // The game is closed when its player is gone: then its seed is published and its run verified.
    let run = wait("the run", || {
        let answer = server.get(&format!("/api/v1/runs/{game}"));
        (answer.status == 200).then_some(answer.text)
    });
    let header = session::Run::parse(run.as_bytes()).run.unwrap().header;
    assert!(session::has_keyed_dice(&header), "no roll tells anything about the next");
    let seed = header.seed;
    assert_eq!(seed.len(), 64, "256 bits");
    let check = blake3::derive_key("undercroft sealed seed v1", seed.as_bytes());
    let check: String = check.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(check, commitment, "the seed is the one that was fixed at the start");
    let row = wait("a row", || rows(&server, "boo").into_iter().find(|row| row["class"] == "live"));
    assert_eq!((&row["score"], &row["name"]), (&json!(score), &json!("ann")));
    assert!(server.get("/board/boo").text.contains(&format!("/r/{}/", row["run"].as_str().unwrap())));

    // The same run without its last command is an ordinary upload, whatever it claims.
    let cut = session::Run::parse(run.as_bytes()).run.unwrap();
    let mut cut_run = cut.clone();
    cut_run.steps.pop();
    let told = server.post("/api/v1/runs", "", cut_run.to_text().as_bytes()).json();
    assert_ne!(verdict(&server, told["hash"].as_str().unwrap())["class"], "live");
    let page = server.get(&format!("/g/{game}"));
    assert!(page.text.contains(&seed) && page.text.contains(&commitment), "{}", page.text);
}

#[test]
fn the_daily_game_is_one_sealed_seed_for_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let lobby = server.get("/").text;
    let daily = lobby.split('"').find(|part| part.starts_with("/daily/") && part.ends_with("/boo")).unwrap();
    let page = server.get(daily);
    assert_eq!(page.status, 200);
    let date = daily.split('/').nth(2).unwrap();
    let mut begun = (0..2).map(|_| Client::new_game(server.http, json!({ "game": "boo", "daily": date })));
    let (ann, bob) = (begun.next().unwrap(), begun.next().unwrap());
    assert_eq!(ann.rows, bob.rows);
    assert_eq!(ann.hello["commitment"], bob.hello["commitment"]);
    assert!(page.text.contains(ann.hello["commitment"].as_str().unwrap()), "{}", page.text);
    assert_eq!(server.get(&format!("/api/v1/runs/{}", ann.game())).status, 403);
    for path in ["/daily/1999-01-01/boo", "/daily/nonsense/boo", "/daily/2026-02-30/boo"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let other = json!({ "hello": 1, "want": { "new": { "game": "boo", "daily": "1999-01-01" } } });
    assert!(Client::enter(server.http, other).is_err());
}

#[test]
fn a_game_that_ended_just_before_the_host_was_killed_is_judged_after_the_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ended = (0..8_u64).find_map(|salt| {
        let mut ann = Client::new_game(server.http, json!({ "game": "boo" }));
        (0..600_u64).find_map(|turn| {
            let dice = (turn + salt * 7919).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
            let told = ann.play(["w", "a", "s", "d"][dice as usize % 4]).unwrap();
            told["outcome"]["score"].as_i64()
        })?;
        // The player looks at the end of the game: its room is open.
        Some(ann)
    });
    let ann = ended.expect("no game ends");
    server.kill();
    let server = Server::start(folder.path(), &[]);
    let row = wait("a row", || rows(&server, "boo").into_iter().find(|row| row["class"] == "live"));
    let run = server.get(&format!("/api/v1/runs/{}", ann.game()));
    assert_eq!(run.status, 200, "its seed is published: {}", run.text);
    assert_eq!(row["name"], "ann");
}
