//! Several people in one game.

use crate::client::Client;
use crate::keeping::run_of;
use crate::server::Server;
use serde_json::{Value, json};
use session::{Seating, prove};

/// Reads until the game has this many commands.
fn follow(client: &mut Client, n: u64) -> Value {
    loop {
        let told = client.next().unwrap();
        if told["n"].as_u64().unwrap() >= n {
            return told;
        }
    }
}

#[test]
fn a_shared_cave_is_one_run_that_everybody_sees() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "cave", "seed": "7", "shared": true }));
    let join =
        |name: &str| json!({ "hello": 1, "name": name, "want": { "join": ann.game() }, "delta": true });
    let mut bob = Client::enter(server.http, join("bob")).unwrap();
    let mut eve = Client::enter(server.http, join("eve")).unwrap();
    assert_eq!((&bob.hello["seat"], &eve.hello["seat"]), (&json!(1), &json!(2)));
    assert_eq!(bob.hello["names"], json!(["ann", "bob"]));
    assert!(Client::enter(server.http, join("Bob")).is_err(), "a name is one person's");
    let mut n = 0;
    for round in 0..12 {
        for client in [&mut ann, &mut bob, &mut eve] {
            let line = ["d", "s", "a", "w"][round % 4];
            let told = client.play(line).unwrap();
            n = n.max(told["n"].as_u64().unwrap());
        }
    }
    for client in [&mut ann, &mut bob, &mut eve] {
        let last = client.play("no such command").unwrap();
        assert_eq!(last["n"].as_u64().unwrap(), n);
    }
    let run = run_of(&server, ann.game());
    assert_eq!(run.steps.len() as u64, n);
    let proved = prove(catalog::GAMES, &run, &Seating::default()).unwrap();
    for (seat, client) in (0..).zip([&ann, &bob, &eve]) {
        let mut scene = kernel::Scene::default();
        proved.session.draw(kernel::Seat(seat), 0, 0, None, &mut scene);
        assert_eq!(client.rows, scene.rows(), "what seat {seat} sees is what its run says");
    }
}

#[test]
fn what_others_do_is_seen_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "cave", "seed": "7", "shared": true }));
    let join = json!({ "hello": 1, "name": "bob", "want": { "join": ann.game() } });
    let mut bob = Client::enter(server.http, join).unwrap();
    let mut told = ["d", "s", "a", "w"].map(|line| ann.play(line).unwrap()).into_iter();
    let told = told.find(|told| told["reply"] == "played");
    let n = told.expect("one of them is possible")["n"].as_u64().unwrap();
    let seen = follow(&mut bob, n);
    assert_eq!((&seen["reply"], &seen["by"]), (&json!("seen"), &json!(0)), "{seen}");
    assert!(seen["scene"].is_array() && seen["vitals"]["hp"].is_number(), "{seen}");
}

#[test]
fn players_choose_who_watches() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let begin = |watching: &str| json!({ "game": "boo", "seed": "7", "watching": watching });
    let private = Client::new_game(server.http, begin("private"));
    assert!(Client::enter(server.http, json!({ "want": { "watch": private.game() } })).is_err());
    assert_eq!(server.get(&format!("/g/{}", private.game())).status, 403);
    assert_eq!(server.get(&format!("/api/v1/runs/{}", private.game())).status, 403);
    assert!(!server.get("/").text.contains(private.game()));
    let mut delayed = Client::new_game(server.http, begin("delayed"));
    for line in ["w", "a", "s", "d"].into_iter().cycle().take(12) {
        delayed.play(line).unwrap();
    }
    let watcher = Client::enter(server.http, json!({ "want": { "watch": delayed.game() } })).unwrap();
    assert_eq!(watcher.hello["n"], json!(0), "those who watch are some commands behind");
    assert_eq!(server.get(&format!("/api/v1/runs/{}", delayed.game())).status, 403);
}
