//! Requests as a hostile stranger makes them: other pages, slow bodies, many connections, work that costs the host much.

use crate::client::Client;
use crate::moderating::{account, sign_in};
use crate::server::{Server, connect_from, request};
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[test]
fn a_page_of_another_host_can_neither_sign_anybody_in_nor_out_nor_send_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    account(folder.path(), "zoe", "12345678");
    let cookie = sign_in(&server, "12345678").expect("a session");
    account(folder.path(), "eve", "87654321");
    for origin in ["http://elsewhere.example", "null", "http://127.0.0.1:1"] {
        let headers = format!("{FORM}Origin: {origin}\r\nCookie: {cookie}\r\n");
        for (path, body) in
            [("/signin", "code=87654321"), ("/signout", ""), ("/api/v1/runs", "undercroft run 1")]
        {
            let answer = server.post(path, &headers, body.as_bytes());
            assert_eq!(answer.status, 403, "{origin} {path}: {}", answer.head);
        }
    }
    let own = format!("{FORM}Origin: http://{}\r\n", server.http);
    assert_eq!(server.post("/signin", &own, b"code=87654321").status, 303, "the code was not used up");
    let page = request(server.http, "GET", "/signin", &format!("Cookie: {cookie}\r\n"), b"");
    assert!(page.text.contains("zoe"), "still signed in: {}", page.text);
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut stream = TcpStream::connect(server.http).unwrap();
    let head =
        format!("POST /api/v1/runs HTTP/1.1\r\nHost: {}\r\nContent-Length: 2000000\r\n\r\n", server.http);
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(b"undercroft run 1").unwrap();
    let began = Instant::now();
    stream.set_read_timeout(Some(Duration::from_secs(50))).unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    assert!(
        read.is_ok() && began.elapsed() < Duration::from_secs(45),
        "{read:?} after {:?}",
        began.elapsed()
    );
    assert!(answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
}

#[test]
#[cfg(target_os = "linux")]
fn one_address_cannot_take_all_connections() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let open: Vec<TcpStream> =
        (0..1000).filter_map(|_| connect_from([127, 0, 5, 1], server.http).ok()).collect();
    assert_eq!(open.len(), 1000, "the system accepts them");
    // Those beyond the limit are closed at once; the others wait for a request.
    std::thread::sleep(Duration::from_millis(500));
    let closed = open
        .iter()
        .filter(|stream| {
            stream.set_nonblocking(true).unwrap();
            !matches!(stream.peek(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
        })
        .count();
    assert!(closed >= 400, "{closed}");
    // Somebody of another network is served.
    let mut stream = connect_from([127, 0, 6, 1], server.http).unwrap();
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
}

#[test]
fn pings_are_counted_as_messages_are() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let began = Instant::now();
    for _ in 0..600 {
        ann.socket.send(tungstenite::Message::Ping(Vec::new().into())).unwrap();
    }
    ann.play("d").unwrap();
    // 200 at once and 100 a second: the answer comes after all pings before it were taken.
    assert!(began.elapsed() > Duration::from_secs(2), "{:?}", began.elapsed());
}

/// Bodies are read for a few requests of an address at a time, so that memory is not filled with uploads.
#[test]
fn one_address_sends_few_runs_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let begin = || {
        let mut stream = TcpStream::connect(server.http).unwrap();
        let head =
            format!("POST /api/v1/runs HTTP/1.1\r\nHost: {}\r\nContent-Length: 2000000\r\n\r\n", server.http);
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let open: Vec<TcpStream> = (0..4).map(|_| begin()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let mut fifth = begin();
    let mut answer = [0; 12];
    fifth.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 429", "{}", String::from_utf8_lossy(&answer));
    drop(open);
}
