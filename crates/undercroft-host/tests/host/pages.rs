//! Pages and other plain HTTP answers.

use crate::client::Client;
use crate::server::{Server, request};
use serde_json::json;

#[test]
fn pages_read_without_a_script_and_load_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    ann.play("d").unwrap();
    let watch = format!("/g/{}", ann.game());
    for path in ["/", "/play", &watch] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}: {}", page.head);
        assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
        assert!(page.text.contains("<h1>") && !page.text.contains("http://"), "{path}: {}", page.text);
        assert!(!page.text.contains("<script>") && !page.text.contains("style="), "{path}: {}", page.text);
    }
    let page = server.get(&watch).text;
    for row in
        ann.rows.iter().map(|row| row.trim_end()).filter(|row| !row.contains(['<', '>', '&', '\'', '"']))
    {
        assert!(page.contains(row), "{row:?} is not in {page}");
    }
    assert!(server.get("/").text.contains(&watch));
    for path in ["/nothing", "/g/nothing", "/g/..%2f..%2fetc%2fpasswd", "/browser/..%2fsecret"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

/// What no handler has seen (a wrong method, an address or a form that cannot be read) is answered like everything else.
#[test]
fn what_cannot_be_read_is_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let run = format!("/r/{}", "f".repeat(64));
    for (method, path, status) in [
        ("GET", format!("{run}/x"), 400),
        ("GET", format!("{run}/-1"), 400),
        ("GET", "/%ff".to_owned(), 400),
        ("GET", "/browser/..%2fnode".to_owned(), 404),
        ("GET", "/board/boo/live/Visit%20example.org".to_owned(), 404),
        ("PUT", "/play".to_owned(), 405),
        ("POST", "/signin".to_owned(), 415),
    ] {
        let page = request(server.http, method, &path, "", b"");
        assert_eq!(page.status, status, "{path}");
        assert!(
            page.text.starts_with("<!doctype html>") && page.text.contains("<h1>"),
            "{path}: {}",
            page.text
        );
        assert!(!page.text.contains("parse") && !page.text.contains("example.org"), "{path}: {}", page.text);
    }
    for (method, path, status) in [
        ("GET", "/api/v1/boards/nothing.json", 404),
        ("PUT", "/api/v1/runs", 405),
        ("GET", "/api/v1/runs/%ff", 400),
        ("GET", "/api/v1/play", 400),
    ] {
        let told = request(server.http, method, path, "", b"");
        assert_eq!(told.status, status, "{path}");
        assert!(told.json()["error"].as_str().unwrap().ends_with('.'), "{path}: {}", told.text);
    }
    assert!(server.get("/robots.txt").text.contains("Disallow: /r/"));
}

#[test]
fn programs_find_games_rooms_health_and_figures() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    ann.play("d").unwrap();
    let games = server.get("/api/v1/games.json").json();
    let ids: Vec<_> =
        games["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["cave", "chambers", "boo", "pursuit", "dungeon"]);
    assert_eq!(games["rooms"][0]["id"], ann.hello["game"]);
    assert!(server.ssh != server.http && server.http != server.metrics);
    assert_eq!(server.get("/healthz").text, "ok\n");
    assert_eq!(server.get("/readyz").status, 200);
    let status = server.get("/status.json").json();
    assert_eq!((&status["players"], &status["draining"]), (&json!(1), &json!(false)));
    assert!(server.figure("undercroft_games_total") >= 1.0);
    assert_eq!(
        request(server.http, "GET", "/metrics", "", b"").status,
        404,
        "figures have a port of their own"
    );
}

#[test]
fn a_host_that_is_asked_to_end_tells_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let mut bob = Client::enter(server.http, json!({ "want": { "watch": ann.game() } })).unwrap();
    assert!(server.stop().success());
    for client in [&mut ann, &mut bob] {
        let told = client.next().unwrap();
        assert!(told["close"].as_str().unwrap().contains("restarted"), "{told}");
        assert_eq!(told["again"], json!(true), "it is worth coming back");
        assert!(client.next().is_err());
    }
}
