//! Several people in one game.

use crate::client::Client;
use crate::keeping::run_of;
use crate::over_ssh::{Terminal, has_ssh};
use crate::server::{PATIENCE, Server};
use serde_json::{Value, json};
use session::{Seating, prove};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

/// Walks at random until the screen shows so many turns. What asks a question is answered with its default.
fn play_on_the_terminal(zoe: &mut Terminal, turns: u64) {
    let shown = |zoe: &Terminal| -> u64 {
        let text = zoe.text();
        let digits = text.split("turn ").nth(1).unwrap_or_default();
        digits.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default().parse().unwrap_or(0)
    };
    let (mut dice, mut last, mut since) = (77_u64, 0, Instant::now());
    while last < turns {
        for _ in 0..4 {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            zoe.press(["w", "a", "s", "d"][(dice >> 62) as usize]);
        }
        std::thread::sleep(Duration::from_millis(60));
        if shown(zoe) > last {
            (last, since) = (shown(zoe), Instant::now());
        } else if since.elapsed() > Duration::from_secs(2) {
            zoe.press("\r");
            assert!(since.elapsed() < PATIENCE, "the terminal plays no more:\n{}", zoe.text());
        }
    }
}

/// Four players over sockets and one over SSH play in one cave: one run, verified, the same on every screen.
#[test]
fn four_sockets_and_one_terminal_play_one_run() {
    if !has_ssh() {
        return;
    }
    let commands =
        if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { 1000 } else { 60 };
    let (data, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), &[]);
    let mut first = Client::new_game(server.http, json!({ "game": "cave", "seed": "7", "shared": true }));
    let game = first.game().to_owned();
    let mut zoe = Terminal::open(&server, keys.path(), "zoe");
    zoe.shows("first visit");
    zoe.press("\r");
    zoe.pick("Lobby");
    zoe.pick("CaveGame");
    zoe.play(&[("j", "turn 0")]);
    let join = |name: &str| {
        Client::enter(
            server.http,
            json!({ "hello": 1, "name": name, "want": { "join": game }, "delta": true }),
        )
    };
    let mut clients = vec![join("bob").unwrap(), join("eve").unwrap(), join("joe").unwrap()];
    let done = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        for (player, client) in (0_u64..).zip([&mut first].into_iter().chain(&mut clients)) {
            scope.spawn(move || {
                let mut dice = player;
                let mut played = 0;
                while played < commands {
                    dice =
                        dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let line = ["w", "a", "s", "d"][(dice >> 62) as usize];
                    played += u64::from(client.play(line).unwrap()["reply"] == "played");
                }
                // The host hangs up on whoever reads nothing.
                while !done.load(Ordering::SeqCst) {
                    client.play("no such command").unwrap();
                    std::thread::sleep(Duration::from_millis(300));
                }
            });
        }
        play_on_the_terminal(&mut zoe, commands);
        done.store(true, Ordering::SeqCst);
    });
    // Everybody has seen everything when nothing comes any more.
    let run = loop {
        let run = run_of(&server, &game);
        std::thread::sleep(Duration::from_millis(1500));
        // The host hangs up on whoever is silent, and on a busy machine this takes its time.
        for client in [&mut first].into_iter().chain(&mut clients) {
            client.play("no such command").unwrap();
        }
        if run_of(&server, &game).steps.len() == run.steps.len() {
            break run;
        }
    };
    let by = |seat: u8| run.steps.iter().filter(|step| step.seat == seat).count() as u64;
    for seat in 0..5 {
        assert!(by(seat) >= commands, "seat {seat} has played {} commands", by(seat));
    }
    // Asked before the run is replayed: on a busy machine that takes longer than the host waits for silent clients.
    let mut seen = Vec::new();
    for (seat, client) in [0, 2, 3, 4].into_iter().zip([&mut first].into_iter().chain(&mut clients)) {
        client.play("no such command").unwrap();
        seen.push((seat, client.rows.clone()));
    }
    let proved = prove(catalog::GAMES, &run, &Seating::default()).unwrap();
    for (seat, rows) in seen {
        let mut scene = kernel::Scene::default();
        proved.session.draw(kernel::Seat(seat), 0, 0, None, &mut scene);
        assert_eq!(rows, scene.rows(), "what seat {seat} sees is what its run says");
    }
    // The terminal shows the numbers of its own hero, as the run has them.
    let vitals = proved.session.vitals(kernel::Seat(1));
    zoe.shows(&format!("turn {}", vitals.number("turn").unwrap()));
}
