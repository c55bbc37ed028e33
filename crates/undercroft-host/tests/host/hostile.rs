//! Limits, and malicious clients.

use crate::client::Client;
use crate::server::{Server, connect_from, request};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::Message;

#[test]
fn an_address_begins_so_many_games_and_its_neighbours_count_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--guest-games", "3", "--trust-proxy"]);
    let begin = |from: &str| {
        let hello = json!({ "hello": 1, "want": { "new": { "game": "boo", "seed": "7" } } });
        Client::enter_from(server.http, Some(from), hello).map(drop)
    };
    for host in 1..=3 {
        begin(&format!("192.0.2.{host}")).unwrap();
    }
    assert!(begin("192.0.2.99").unwrap_err().contains("hour"));
    begin("198.51.100.1").unwrap();
    begin("2001:db8:7::1").unwrap();
    assert!(server.figure("undercroft_limited_total") >= 1.0);
}

#[test]
fn requests_of_one_address_run_out_and_health_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let refused = (0..400).map(|_| server.get("/status.json").status).filter(|status| *status == 429).count();
    assert!(refused > 50, "{refused}");
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn names_and_messages_of_any_kind_get_a_sentence_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let long = "x".repeat(5000);
    for name in ["\u{1b}[2J", "a\u{202e}b", "<script>", "a b", "", "../..", &long, "\u{0}"] {
        let hello = json!({ "hello": 1, "name": name, "want": { "new": { "game": "boo", "seed": "7" } } });
        match Client::enter(server.http, hello) {
            Ok(client) => assert!(name.is_empty(), "{name:?}: {}", client.hello),
            Err(why) => assert!(why.chars().all(|letter| !letter.is_control()), "{why:?}"),
        }
    }
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let deep = "[".repeat(100_000);
    for text in [
        "",
        "7",
        "{",
        "{\"id\":1}",
        "{\"do\":\"w\"}",
        "{\"id\":-1,\"do\":\"w\"}",
        &long,
        &deep,
        "\u{1b}\u{7}",
    ] {
        ann.socket.send(Message::text(text)).unwrap();
        let told = ann.next().unwrap();
        assert!(told["error"].is_string(), "{told}");
    }
    ann.socket.send(Message::binary(vec![0xff; 100])).unwrap();
    assert!(ann.next().unwrap()["error"].is_string());
    let told = ann.play(&"\u{1b}[31m".repeat(100)).unwrap();
    assert_eq!(told["reply"], "misread", "{told}");
    let told = ann.play(&"w ".repeat(2000)).unwrap();
    assert_eq!(told["reply"], "misread", "{told}");
    assert!(ann.play("d").is_ok(), "the game goes on");

    // Text that is not UTF-8 violates the protocol: it ends the connection and nothing else.
    let mut mask = Client::socket(server.http, None).unwrap();
    mask.get_mut().write_all(&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]).unwrap();
    let mut rest = Vec::new();
    let _ = mask.get_mut().read_to_end(&mut rest);
    let mut huge = Client::socket(server.http, None).unwrap();
    let _ = huge.send(Message::text("x".repeat(4 << 20)));
    assert!(ann.play("a").is_ok());
}

#[test]
fn a_page_of_another_host_cannot_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let upgrade = |origin: &str| {
        let headers = format!(
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: {origin}\r\n"
        );
        let mut stream = TcpStream::connect(server.http).unwrap();
        let head = format!(
            "GET /api/v1/play HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n{headers}\r\n",
            server.http
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    assert_eq!(upgrade("http://elsewhere.example"), "HTTP/1.1 403");
    assert_eq!(upgrade(&format!("http://{}", server.http)), "HTTP/1.1 101");
}

/// Plays some commands; returns the time of the slowest.
fn slowest(client: &mut Client) -> Duration {
    let play = |line: &str| {
        let began = Instant::now();
        client.play(line).unwrap();
        began.elapsed()
    };
    ["w", "a", "s", "d"].into_iter().cycle().take(40).map(play).max().unwrap()
}

#[test]
fn who_does_not_read_and_who_floods_delays_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    // A watcher that never reads.
    let mut stalled = Client::socket(server.http, None).unwrap();
    let watch = json!({ "want": { "watch": ann.game() } });
    stalled.send(Message::text(watch.to_string())).unwrap();
    // A player who sends commands without reading any answer.
    let flooder = Client::new_game(server.http, json!({ "game": "boo", "seed": "8" }));
    flooder.socket.get_ref().set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let flood = std::thread::spawn(move || {
        let mut flooder = flooder;
        let until = Instant::now() + Duration::from_secs(2);
        while Instant::now() < until && flooder.send("d").is_ok() {}
        flooder
    });
    let slow = slowest(&mut ann);
    assert!(slow < Duration::from_secs(5), "{slow:?}");
    let flooder = flood.join().unwrap();
    // A reader that resumes gets the newest picture, not a queue.
    let mut frames = 0;
    stalled.get_ref().set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    while let Ok(message) = stalled.read() {
        frames += u32::from(message.is_text());
    }
    assert!(frames > 0, "the newest picture came");
    drop(flooder);
    assert!(slowest(&mut ann) < Duration::from_secs(5));
}

#[test]
#[cfg(target_os = "linux")]
fn half_open_sockets_hurt_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    // Connections that never send a request; some begin one and stop.
    let open: Vec<TcpStream> = (0..1000)
        .filter_map(|number| {
            let mut stream = connect_from([127, 0, 5, 1], server.http).ok()?;
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").ok()?;
            }
            Some(stream)
        })
        .collect();
    assert!(open.len() > 900, "{}", open.len());
    assert!(slowest(&mut ann) < Duration::from_secs(5));
    assert_eq!(server.get("/readyz").status, 200);
    drop(open);
}

#[test]
fn uploads_that_are_no_runs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    assert_eq!(server.post("/api/v1/runs", "", b"not a run").status, 400);
    assert_eq!(server.post("/api/v1/runs", "", &vec![b'x'; 3 << 20]).status, 413);
    assert_eq!(server.get("/api/v1/runs/../../etc/passwd").status, 404);
    assert_eq!(server.get(&format!("/api/v1/runs/{}", "0".repeat(64))).status, 404);
    let options = request(server.http, "DELETE", "/api/v1/runs/x", "", b"");
    assert_eq!(options.status, 405);
    let _: Value = server.get("/api/v1/boards/boo.json").json();
}
