//! The host over SSH, with the machine's `ssh` in a pseudo-terminal.

use crate::server::{PATIENCE, Server};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::json;
use std::io::{Read as _, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Whether this machine has `ssh`; fails if it is required and missing.
pub(crate) fn has_ssh() -> bool {
    let found = Command::new("ssh").arg("-V").output().is_ok_and(|output| output.status.success());
    let required = std::env::var("UNDERCROFT_SSH").is_ok_and(|value| value == "required");
    assert!(found || !required, "UNDERCROFT_SSH=required, but there is no ssh");
    if !found {
        testkit::skip("there is no ssh");
    }
    found
}

/// A terminal running `ssh`.
pub(crate) struct Terminal {
    _master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Connects with the key in a file, which is created if missing.
    pub(crate) fn open(server: &Server, keys: &Path, name: &str) -> Self {
        let key = keys.join(name);
        if !key.exists() {
            let made =
                Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&key).status();
            assert!(made.is_ok_and(|status| status.success()), "a key is made");
        }
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new("ssh");
        command.args([
            "-F",
            "/dev/null",
            "-o",
            "StrictHostKeyChecking=accept-new",
            "-o",
            "IdentitiesOnly=yes",
        ]);
        command.args(["-o", "BatchMode=yes", "-o", "SendEnv=LANG"]);
        // One file per port: after a restart the host has another port.
        let known = keys.join(format!("known-{}", server.ssh.port()));
        command.args(["-o", &format!("UserKnownHostsFile={}", known.display())]);
        command.args(["-i", &key.display().to_string(), "-p", &server.ssh.port().to_string()]);
        command.arg(format!("{name}@127.0.0.1"));
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_GB.UTF-8");
        command.env_remove("SSH_AUTH_SOCK");
        let child = pair.slave.spawn_command(command).expect("ssh starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                shared.lock().unwrap().process(&buffer[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Self { _master: pair.master, writer, child, screen }
    }

    pub(crate) fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    pub(crate) fn shows(&self, wanted: &str) {
        let began = Instant::now();
        while !self.text().contains(wanted) {
            assert!(began.elapsed() < PATIENCE, "{wanted} does not come:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn play(&mut self, keys: &[(&str, &str)]) {
        for (keys, shown) in keys {
            self.writer.write_all(keys.as_bytes()).expect("it takes keys");
            self.shows(shown);
        }
    }

    /// Sends keys without waiting for what they do.
    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("it takes keys");
    }

    /// Moves down a menu until the row with a text is chosen, and picks it.
    pub(crate) fn pick(&mut self, wanted: &str) {
        self.shows(wanted);
        let began = Instant::now();
        let chosen = |text: &str| text.lines().any(|line| line.contains('▸') && line.contains(wanted));
        while !chosen(&self.text()) {
            assert!(began.elapsed() < PATIENCE, "{wanted} cannot be chosen:\n{}", self.text());
            self.press("j");
            std::thread::sleep(Duration::from_millis(150));
        }
        self.press("\r");
    }

    pub(crate) fn ends(&mut self) {
        let began = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            assert!(began.elapsed() < PATIENCE, "ssh does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn what_was_shown_over_ssh_is_there_after_the_host_was_killed() {
    if !has_ssh() {
        return;
    }
    let (data, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.shows("first visit");
    ann.play(&[("\r", "Challenges"), ("3", "begin"), ("\r", "turn 0"), ("d", "turn 1"), ("a", "turn 2")]);
    // Nobody else can take the name, or one that looks like it.
    let mut other = Terminal::open(&server, keys.path(), "ANN");
    other.shows("first visit");
    other.play(&[("\r", "has that name"), ("e\r", "Challenges")]);
    server.kill();
    ann.ends();
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.shows("Continue");
    ann.play(&[("\r", "turn 2"), ("d", "turn 3")]);
    // A host that shuts down closes the game and restores the terminal.
    assert!(server.stop().success());
    ann.shows("Your game is kept");
    ann.ends();
    assert!(!ann.screen.lock().unwrap().screen().alternate_screen());
}

#[test]
fn a_code_from_ssh_signs_in_on_the_web() {
    if !has_ssh() {
        return;
    }
    let (data, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.shows("first visit");
    ann.press("\r");
    ann.pick("Sign in on the web");
    ann.shows("/signin");
    let text = ann.text();
    let is_code =
        |word: &&str| word.len() == 8 && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let box_lines = text.lines().filter(|line| line.contains('│'));
    let code = box_lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric())).find(is_code);
    let code = code.unwrap_or_else(|| panic!("there is no code:\n{text}"));
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let answer = server.post("/signin", form, format!("code={code}").as_bytes());
    assert_eq!(answer.status, 303, "{}", answer.text);
    let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().expect("its value");
    let page = crate::server::request(server.http, "GET", "/signin", &format!("Cookie: {cookie}\r\n"), b"");
    assert!(page.text.contains("You are ann."), "{}", page.text);
    // The code works only once.
    assert_eq!(server.post("/signin", form, format!("code={code}").as_bytes()).status, 403);
}

/// The same games as on the web: a visitor shares a cave, leaves it, and finds it again.
#[test]
fn a_visitor_shares_a_cave_and_comes_back_to_it_after_a_restart() {
    if !has_ssh() {
        return;
    }
    let (data, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.shows("first visit");
    ann.press("\r");
    ann.pick("Lobby");
    ann.shows("Nobody plays at the moment");
    ann.play(&[("\r", "Which game do you want to share?"), ("1", "together")]);
    ann.shows("seed sealed");
    // Rock may be beside the hero, so nobody walks.
    ann.play(&[(".", "turn 1"), (".", "turn 2")]);
    let games = server.get("/api/v1/games.json").json();
    let room = &games["rooms"][0];
    assert_eq!((&room["game"], &room["players"][0]), (&json!("cave"), &json!("ann")), "{games}");
    server.kill();
    ann.ends();
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.pick("Lobby");
    ann.shows("Your open games");
    ann.pick("yours");
    ann.shows("turn 2");
    ann.play(&[(".", "turn 3")]);
    // Nothing in the application names the seed.
    let seed = games["rooms"][0]["id"].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/v1/runs/{seed}")).status, 403);
}

#[test]
fn a_game_for_the_boards_is_played_over_ssh_and_watched_from_another_terminal() {
    if !has_ssh() {
        return;
    }
    let (data, keys) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), &[]);
    let mut ann = Terminal::open(&server, keys.path(), "ann");
    ann.shows("first visit");
    ann.press("\r");
    ann.pick("Lobby");
    ann.pick("Play for the boards");
    ann.play(&[("3", "on the host"), ("d", "turn 1")]);
    let mut bob = Terminal::open(&server, keys.path(), "bob");
    bob.shows("first visit");
    bob.press("\r");
    bob.pick("Lobby");
    bob.shows("Being played now");
    bob.pick("Meow and Boo");
    bob.shows("turn 1");
    ann.play(&[("a", "turn 2")]);
    bob.shows("turn 2");
    bob.play(&[("d", "You are only watching")]);
    let room = &server.get("/api/v1/games.json").json()["rooms"][0];
    assert_eq!((&room["class"], &room["connected"]), (&json!("live"), &json!(2)), "{room}");
}
