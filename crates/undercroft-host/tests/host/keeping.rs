//! Shown means stored: answered commands survive `kill -9`, and returning players continue where they were.

use crate::client::Client;
use crate::server::Server;
use serde_json::{Value, json};
use session::{Run, Seating, prove};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The run of a game with a known seed.
pub(crate) fn run_of(server: &Server, game: &str) -> Run {
    let answer = server.get(&format!("/api/v1/runs/{game}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let parsed = Run::parse(answer.text.as_bytes());
    assert!(parsed.damage.is_none(), "{:?}", parsed.damage);
    parsed.run.expect("a run")
}

#[test]
fn a_repeated_id_is_answered_again_and_not_played_again_also_after_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let told =
        std::iter::repeat_with(|| ann.play("d").unwrap()).find(|told| told["reply"] == "played").unwrap();
    let id = told["id"].as_u64().unwrap();
    ann.send_as(id, "a").unwrap();
    let again = ann.answer(id).unwrap();
    let same = |again: &Value| {
        assert_eq!(
            (&again["n"], &again["reply"], &again["said"]),
            (&told["n"], &told["reply"], &told["said"])
        );
    };
    same(&again);
    let hello = ann.hello.clone();
    let rows = ann.rows.clone();
    server.kill();

    let server = Server::start(folder.path(), &[]);
    let mut back = Client::back(server.http, &hello).unwrap();
    assert_eq!((&back.hello["seat"], &back.hello["n"]), (&json!(0), &told["n"]));
    assert_eq!(back.rows, rows, "the same scene");
    back.send_as(id, "d").unwrap();
    same(&back.answer(id).unwrap());
    let next =
        std::iter::repeat_with(|| back.play("a").unwrap()).take(4).find(|next| next["reply"] == "played");
    let n = next.expect("one of them is possible")["n"].as_u64().unwrap();
    assert_eq!(n, told["n"].as_u64().unwrap() + 1, "the numbers go on");
    assert_eq!(run_of(&server, back.game()).steps.len() as u64, n);
}

#[test]
fn only_the_token_brings_back_to_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let mut forged = ann.hello.clone();
    forged["token"] = json!("0".repeat(64));
    assert!(Client::back(server.http, &forged).is_err());
    let plain = Client::enter(server.http, json!({ "have": { "game": ann.game(), "n": 0 } })).unwrap();
    assert!(plain.hello["seat"].is_null(), "without a token one watches");
    assert!(Client::enter(server.http, json!({ "name": "ann", "want": { "join": ann.game() } })).is_err());
    // A returning player replaces a connection that may be half open.
    let mut back = Client::back(server.http, &ann.hello).unwrap();
    assert!(back.play("d").is_ok());
    assert!(ann.play("a").is_err(), "the old connection has ended");
}

#[test]
fn games_go_on_after_a_restart_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "cave", "seed": "7", "shared": true }));
    for line in ["d", "s", "a", "w"] {
        ann.play(line).unwrap();
    }
    let hello = ann.hello.clone();
    let rows = ann.rows.clone();
    assert!(server.stop().success());
    let began = Instant::now();
    let server = Server::start(folder.path(), &[]);
    let mut back = Client::back(server.http, &hello).unwrap();
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(back.rows, rows);
    assert!(back.play("d").is_ok());
}

/// Kills the host at some moment while several players play.
#[test]
fn nothing_that_was_answered_is_lost_by_kill_9() {
    let moments = if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { 200 } else { 4 };
    let folder = tempfile::tempdir().unwrap();
    // On a busy machine, some moments come before anybody has begun.
    let mut begun = 0;
    for moment in 0..moments {
        let server = Server::start(folder.path(), &[]);
        let killed = Arc::new(AtomicBool::new(false));
        let players: Vec<_> = (0..6)
            .map(|player| {
                let (killed, address) = (Arc::clone(&killed), server.http);
                // Separate addresses, because the limits per address are not tested here.
                let from = format!("10.{moment}.{player}.1");
                let seed = format!("{moment} {player}");
                std::thread::spawn(move || play_until_killed(address, &from, &seed, &killed))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(150 + (moment * 37) % 250));
        server.kill();
        killed.store(true, Ordering::SeqCst);
        let played: Vec<(Value, u64)> =
            players.into_iter().filter_map(|player| player.join().unwrap()).collect();
        begun += played.len();

        let server = Server::start(folder.path(), &[]);
        for (hello, n) in played {
            let run = run_of(&server, hello["game"].as_str().unwrap());
            assert!(run.steps.len() as u64 >= n, "{} of {n} commands are left", run.steps.len());
            prove(catalog::GAMES, &run, &Seating::default()).map(drop).unwrap();
            let back = Client::back(server.http, &hello).unwrap();
            assert_eq!(back.hello["n"].as_u64().unwrap(), run.steps.len() as u64);
        }
    }
    assert!(begun > 0, "no game has begun");
}

/// The first message and the last answered command; `None` if not even the first message arrived.
fn play_until_killed(
    address: std::net::SocketAddr,
    from: &str,
    seed: &str,
    killed: &AtomicBool,
) -> Option<(Value, u64)> {
    let hello = json!({ "hello": 1, "want": { "new": { "game": "boo", "seed": seed } } });
    let mut client = Client::enter_from(address, Some(from), hello).ok()?;
    let mut n = 0;
    for line in ["w", "a", "s", "d"].into_iter().cycle() {
        match client.play(line) {
            Ok(told) => n = told["n"].as_u64().expect("a number"),
            Err(_) => break,
        }
        if killed.load(Ordering::SeqCst) {
            break;
        }
    }
    Some((client.hello, n))
}
