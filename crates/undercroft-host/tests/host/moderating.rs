//! Accounts on the web, and moderation.

use crate::client::Client;
use crate::server::Server;
use kernel::Name;
use ledger::{AccountId, Accounts as _, Database, Grouping};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Output};

fn admin(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft-host"));
    command.arg("admin").arg("--data").arg(folder).args(["--by", "mod", "--why", "a test"]).args(words);
    command.output().expect("it runs")
}

/// An account as created over SSH, with a code to sign in on the web.
pub(crate) fn account(folder: &Path, name: &str, code: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite:{}", folder.join("undercroft.db").display());
        let ledger = Database::open(&url, Grouping::default()).await.unwrap();
        let id = AccountId::new(&format!("account-{name}")).unwrap();
        let key = format!("SHA256:{name}");
        ledger.create_account(&id, &Name::new(name).unwrap(), &key, 1).await.unwrap();
        ledger.create_code(&id, code, i64::MAX).await.unwrap();
        ledger.close().await.unwrap();
    });
}

pub(crate) fn sign_in(server: &Server, code: &str) -> Option<String> {
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let answer = server.post("/signin", form, format!("code={code}").as_bytes());
    let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    Some(cookie.split(';').next()?.to_owned())
}

#[test]
fn a_one_time_code_signs_in_and_a_name_is_its_owners() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    account(folder.path(), "zoe", "12345678");
    let cookie = sign_in(&server, "12345678").expect("a session");
    assert!(sign_in(&server, "12345678").is_none(), "it works once");
    let header = format!("Cookie: {cookie}\r\n");
    let page = crate::server::request(server.http, "GET", "/signin", &header, b"");
    assert!(page.text.contains("You are zoe"), "{}", page.text);
    let begin = json!({ "hello": 1, "name": "Zoe", "want": { "new": { "game": "boo", "seed": "7" } } });
    assert!(Client::enter(server.http, begin).unwrap_err().contains("belongs to somebody"));
    assert_eq!(server.get("/@zoe").status, 200);
    assert_eq!(server.get("/@nobody").status, 404);
    account(folder.path(), "kim", "abcdefgh");
    assert!(sign_in(&server, "ABCD+Efgh").is_some(), "a phone's keyboard writes capitals and blanks");
    let tries = (0..30).filter(|number| sign_in(&server, &number.to_string()).is_none()).count();
    assert_eq!(tries, 30);
    account(folder.path(), "eve", "87654321");
    assert!(sign_in(&server, "87654321").is_none(), "who tries many codes waits");
}

#[test]
fn a_moderator_blocks_closes_and_hides_and_it_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--trust-proxy"]);
    account(folder.path(), "eve", "12345678");
    let mut ann = Client::new_game(server.http, json!({ "game": "boo", "seed": "7" }));
    let game = ann.game().to_owned();
    assert!(admin(folder.path(), &["close", &game]).status.success());
    let ended = (0..4).find_map(|_| ann.play("d").err());
    assert!(ended.is_some(), "the next command finds that the game is closed");
    assert!(Client::back(server.http, &ann.hello).is_err());
    assert!(admin(folder.path(), &["block", "eve"]).status.success());
    assert!(sign_in(&server, "12345678").is_none(), "codes of a blocked account end");
    assert!(!admin(folder.path(), &["block", "nobody"]).status.success());
    assert!(admin(folder.path(), &["block-address", "192.0.2.0/24"]).status.success());
    let from = |address: &str| {
        let header = format!("X-Forwarded-For: {address}\r\n");
        crate::server::request(server.http, "GET", "/status.json", &header, b"").status
    };
    let until = std::time::Instant::now() + crate::server::PATIENCE;
    while from("192.0.2.7") != 403 {
        assert!(std::time::Instant::now() < until, "the address is blocked within seconds");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(from("198.51.100.7"), 200);
    let log = String::from_utf8(admin(folder.path(), &["audit"]).stdout).unwrap();
    for word in ["close", "block", "192.0.2.0/24", "mod", "a test", &game] {
        assert!(log.contains(word), "{word} is not in {log}");
    }
}

/// Asks until a moderator's act is noticed.
fn noticed(what: &str, mut look: impl FnMut() -> bool) {
    let until = std::time::Instant::now() + crate::server::PATIENCE;
    while !look() {
        assert!(std::time::Instant::now() < until, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
}

#[test]
fn one_blocked_address_does_not_block_its_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--trust-proxy"]);
    let from = |address: &str| {
        let header = format!("X-Forwarded-For: {address}\r\n");
        crate::server::request(server.http, "GET", "/status.json", &header, b"").status
    };
    assert!(admin(folder.path(), &["block-address", "192.0.2.7"]).status.success());
    assert!(admin(folder.path(), &["block-address", "2001:db8:1:2::/64"]).status.success());
    noticed("the address is blocked", || from("192.0.2.7") == 403 && from("2001:db8:1:2::5") == 403);
    assert_eq!((from("192.0.2.0"), from("192.0.2.8"), from("2001:db8:1:3::5")), (200, 200, 200));
}

#[test]
fn a_blocked_account_and_a_blocked_address_lose_the_games_they_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--trust-proxy"]);
    account(folder.path(), "eve", "12345678");
    let cookie = sign_in(&server, "12345678").expect("a session");
    let begin = json!({ "hello": 1, "want": { "new": { "game": "boo", "seed": "7" } } });
    let mut eve = Client::enter_as(server.http, &cookie, begin.clone()).unwrap();
    let mut bob = Client::enter_from(server.http, Some("192.0.2.9"), begin.clone()).unwrap();
    let mut ann = Client::enter_from(server.http, Some("192.0.3.9"), begin).unwrap();
    assert!(admin(folder.path(), &["block", "eve"]).status.success());
    assert!(admin(folder.path(), &["block-address", "192.0.2.0/24"]).status.success());
    for client in [&mut eve, &mut bob] {
        // Neither has to say anything to be sent away.
        let told = client.next().unwrap();
        assert!(told["close"].as_str().unwrap().contains("blocked"), "{told}");
    }
    assert!(ann.play("d").is_ok());
}
