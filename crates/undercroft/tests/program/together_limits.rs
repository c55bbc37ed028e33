//! Limits for guests on the network and for their number, tested over raw sockets.

use crate::together::{PATIENCE, Player, runs, verify};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// A connection that can send anything.
struct Raw {
    reader: BufReader<TcpStream>,
}

impl Raw {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { reader: BufReader::new(stream) }
    }

    fn send(&self, value: &Value) {
        let _ = self.reader.get_ref().write_all(format!("{value}\n").as_bytes());
    }

    fn hello(address: &str, name: &str) -> Self {
        let raw = Self::new(address);
        raw.send(&json!({ "hello": 1, "name": name }));
        raw
    }

    /// The next message that has one of these fields; `None` at the end.
    fn wait_for(&mut self, names: &[&str]) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let value: Value = serde_json::from_str(&line).unwrap();
            if names.iter().any(|name| !value[name].is_null()) {
                return Some(value);
            }
        }
    }
}

fn host(folder: &tempfile::TempDir) -> (Player, String) {
    let home = folder.path().join("host");
    let args = ["cave", "--host", "127.0.0.1:0", "--seed", "7", "--player", "ann", "--json"];
    let (host, address) = Player::host(&home, &args);
    assert_eq!(host.answer()["reply"], "start");
    (host, address)
}

fn ends_well(host: Player, folder: &tempfile::TempDir) {
    let home = host.home.clone();
    assert_eq!(host.end().1, Some(0));
    verify(folder.path(), &runs(&home)[0]);
}

#[test]
fn thirty_two_players_get_a_seat_and_the_next_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, address) = host(&folder);
    let mut guests: Vec<Raw> = Vec::new();
    for seat in 1..32 {
        let mut guest = Raw::hello(&address, &format!("g{seat}"));
        let told = guest.wait_for(&["seat", "close"]).expect("an answer");
        assert_eq!(told["seat"], seat, "{told}");
        guests.push(guest);
    }
    let mut late = Raw::hello(&address, "late");
    assert_eq!(late.wait_for(&["seat", "close"]).unwrap()["close"], "The cave is full.");
    assert_eq!(host.ask("i")["reply"], "played");
    // A seat stays reserved for its player: nobody else gets it.
    drop(guests.pop());
    let mut other = Raw::hello(&address, "other");
    assert_eq!(other.wait_for(&["seat", "close"]).unwrap()["close"], "The cave is full.");
    ends_well(host, &folder);
}

#[test]
fn names_must_be_one_plain_word_and_lines_short() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, address) = host(&folder);
    for name in ["", "a b", "\u{1b}[2J", "\u{202e}nna", "ann", "ANN", &"x".repeat(300), "../x"] {
        let told = Raw::hello(&address, name).wait_for(&["seat", "close"]).expect("an answer");
        let why = told["close"].as_str().unwrap_or_else(|| panic!("{name:?} gets a seat: {told}"));
        assert!(!why.chars().any(|letter| letter.is_control() || letter == '\u{202e}'), "{why:?}");
    }
    let mut bob = Raw::hello(&address, "bob");
    assert_eq!(bob.wait_for(&["seat"]).unwrap()["seat"], 1);
    // A command that is too long is misread; a line longer than any message ends the connection.
    for length in [1024, 1025] {
        bob.send(&json!({ "id": 1, "do": "x".repeat(length) }));
        assert_eq!(bob.wait_for(&["answer"]).unwrap()["answer"]["reply"], "misread", "{length}");
    }
    // A repeated number is answered again but played once.
    for _ in 0..2 {
        bob.send(&json!({ "id": 2, "do": "i" }));
        let told = bob.wait_for(&["answer"]).unwrap();
        assert_eq!((&told["answer"]["reply"], &told["answer"]["n"]), (&json!("played"), &json!(3)), "{told}");
    }
    bob.send(&json!({ "id": 3, "do": "x".repeat(8 * 1024) }));
    assert!(bob.wait_for(&["answer"]).is_none(), "the connection ends");
    assert_eq!(host.ask("i")["reply"], "played");
    ends_well(host, &folder);
}

#[test]
fn half_open_slow_and_unread_connections_delay_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, address) = host(&folder);
    // One connection sends a byte now and then but never introduces itself; some have closed their writing
    // half; one never reads.
    let mut trickling = Raw::new(&address);
    let halves: Vec<Raw> = (0..20).map(|_| Raw::new(&address)).collect();
    halves.iter().for_each(|half| half.reader.get_ref().shutdown(Shutdown::Write).unwrap());
    let deaf = Raw::hello(&address, "deaf");
    let began = Instant::now();
    let (mut played, mut cut) = (0, None);
    while cut.is_none() && began.elapsed() < Duration::from_secs(30) {
        let _ = trickling.reader.get_ref().write_all(b" ");
        for _ in 0..20 {
            let asked = Instant::now();
            assert_eq!(host.ask("i")["reply"], "played");
            assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
            played += 1;
        }
        trickling.reader.get_ref().set_read_timeout(Some(Duration::from_millis(400))).unwrap();
        if matches!(trickling.reader.get_mut().read(&mut [0]), Ok(0)) {
            cut = Some(began.elapsed());
        }
    }
    let cut = cut.expect("who never says who they are is cut off");
    assert!(cut > Duration::from_secs(8) && played > 100, "{cut:?} {played}");
    drop((halves, deaf));
    ends_well(host, &folder);
}

/// A program that is stopped and goes on (a suspended job) has lost neither its connection nor, as the host, those of all
/// others.
#[cfg(unix)]
#[test]
fn whoever_was_stopped_for_a_moment_goes_on_playing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ann, address) = host(&folder);
    let mut bob = Player::start(&folder.path().join("bob"), &["join", &address, "--name", "bob", "--json"]);
    assert_eq!(bob.answer()["reply"], "start");
    for player in [&ann, &bob] {
        for signal in ["STOP", "CONT"] {
            std::thread::sleep(Duration::from_millis(300));
            player.signal(signal);
        }
    }
    // Time to notice a lost connection, and to reconnect.
    std::thread::sleep(Duration::from_millis(1500));
    bob.type_line(".");
    ann.type_line(".");
    let (seen, status) = bob.end();
    let said = Value::Array(seen).to_string();
    assert_eq!(status, Some(0), "{said}");
    assert!(!said.contains("lost"), "{said}");
    assert_eq!(ann.answer()["reply"], "played");
    ends_well(ann, &folder);
}
