//! Several people in one game over real sockets: one run, the same for all, and misbehaving clients hurt
//! nobody.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A player with an own process.
pub(crate) struct Player {
    child: Child,
    keys: Option<ChildStdin>,
    frames: Receiver<Value>,
    pub(crate) notes: Receiver<String>,
    pub(crate) home: PathBuf,
}

impl Player {
    pub(crate) fn start(home: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercroft"))
            .args(args)
            .env("UNDERCROFT_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (show, frames) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = show.send(serde_json::from_str(&line).unwrap_or(Value::String(line)));
            }
        });
        let (tell, notes) = channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || stderr.lines().map_while(Result::ok).for_each(|line| drop(tell.send(line))));
        let keys = child.stdin.take();
        Self { child, keys, frames, notes, home: home.to_owned() }
    }

    pub(crate) fn host(home: &Path, args: &[&str]) -> (Self, String) {
        let player = Self::start(home, args);
        let line = loop {
            let line = player.notes.recv_timeout(PATIENCE).expect("the host says where to join");
            if line.starts_with("Others join with") {
                break line;
            }
        };
        (player, line.rsplit(' ').next().unwrap().to_owned())
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        writeln!(self.keys.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next frame that is not about somebody else's command.
    pub(crate) fn answer(&self) -> Value {
        loop {
            let frame = self.frames.recv_timeout(PATIENCE).expect("an answer");
            if frame["reply"] != "seen" {
                return frame;
            }
        }
    }

    pub(crate) fn ask(&mut self, line: &str) -> Value {
        self.type_line(line);
        self.answer()
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let done = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(done.success());
    }

    /// Ends the input; returns the remaining frames and the status.
    pub(crate) fn end(mut self) -> (Vec<Value>, Option<i32>) {
        drop(self.keys.take());
        let status = self.child.wait().unwrap().code();
        (self.frames.iter().collect(), status)
    }

    pub(crate) fn runs(&self) -> Vec<Vec<u8>> {
        runs(&self.home)
    }
}

pub(crate) fn runs(home: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for game in ["cave", "pursuit"] {
        for entry in std::fs::read_dir(home.join("runs").join(game)).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "run") {
                found.push(std::fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

pub(crate) fn verify(folder: &Path, run: &[u8]) -> String {
    let path = folder.join("judged.run");
    std::fs::write(&path, run).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_undercroft")).arg("verify").arg(&path).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn four_players_share_one_identical_run() {
    let folder = tempfile::tempdir().unwrap();
    let home = |name: &str| folder.path().join(name);
    let roaming = ["--set", "monsters=roaming", "--set", "fights=short"];
    let (mut host, address) = Player::host(
        &home("host"),
        &[&["cave", "--host", "127.0.0.1:0", "--seed", "7", "--json"], &roaming[..]].concat(),
    );
    assert_eq!(host.answer()["reply"], "start");
    let mut guests: Vec<Player> = ["ann", "bob", "cid"]
        .map(|name| Player::start(&home(name), &["join", &address, "--name", name, "--json"]))
        .into();
    for guest in &guests {
        let first = guest.answer();
        assert_eq!(first["reply"], "start");
        assert!((1..4).contains(&first["seat"].as_u64().unwrap()));
    }
    // Other players' commands arrive unasked.
    guests[0].type_line("w");
    let seen = host.frames.recv_timeout(PATIENCE).expect("a frame");
    assert_eq!((&seen["reply"], &seen["seat"]), (&"seen".into(), &0.into()));
    let own = guests[0].answer();
    assert_eq!(own["by"], own["seat"]);
    let before = host.ask("i");
    assert_eq!((&before["reply"], &before["seat"], &before["by"]), (&"played".into(), &0.into(), &0.into()));
    let words = ["w", "d", "s", "a", "d", "d", "w", "a", "s", "s"];
    for round in 0..200 {
        // All four at once: the host decides the order.
        let line = |player: usize| words[(round * (player + 3) + player * 7) % words.len()];
        host.type_line(line(0));
        for (number, guest) in guests.iter_mut().enumerate() {
            guest.type_line(line(number + 1));
        }
        for player in std::iter::once(&host).chain(&guests) {
            let frame = player.answer();
            assert!(frame["reply"] == "played" || frame["reply"] == "refused", "{frame}");
            assert_eq!(frame["by"], frame["seat"]);
        }
    }
    let (_, status) = {
        drop(host.keys.take());
        (host.child.wait().unwrap(), Some(0))
    };
    assert_eq!(status, Some(0));
    let kept = host.runs();
    assert_eq!(kept.len(), 1);
    for guest in guests {
        let guest_home = guest.home.clone();
        let (rest, status) = guest.end();
        assert_eq!(status, Some(0));
        assert_eq!(rest.last().unwrap()["reply"], "over");
        assert!(rest.last().unwrap()["said"][0].as_str().unwrap().contains("The host has left"), "{rest:?}");
        assert!(runs(&guest_home) == kept, "every guest keeps the room's run");
    }
    let told = verify(folder.path(), &kept[0]);
    assert!(told.starts_with("verified: cave"), "{told}");
}

#[test]
fn misbehaving_clients_affect_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, address) = Player::host(
        &folder.path().join("host"),
        &["cave", "--host", "127.0.0.1:0", "--seed", "7", "--key", "sesame", "--json"],
    );
    assert_eq!(host.answer()["reply"], "start");
    // Silent, garbled, endless and flooding connections.
    let silent: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(&address).unwrap()).collect();
    for bytes in [&b"GET / HTTP/1.0\r\n\r\n"[..], b"{\"hello\":1}\n", b"\xff\xfe\0\n", &[b'x'; 100_000]] {
        let mut stream = TcpStream::connect(&address).unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let mut told = String::new();
        let _ = stream.read_to_string(&mut told);
        assert!(!told.contains("run"), "nobody gets in this way: {told}");
    }
    let mut flood = TcpStream::connect(&address).unwrap();
    let hello = b"{\"hello\":1,\"name\":\"mallory\",\"key\":\"sesame\"}\n";
    flood.write_all(hello).unwrap();
    let order = b"{\"do\":\"wait\"}\n".repeat(2_000);
    let _ = flood.write_all(&order);
    let began = Instant::now();
    for _ in 0..20 {
        let answer = host.ask("i");
        assert_eq!(answer["reply"], "played", "{answer}");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "the host plays on: {:?}", began.elapsed());
    let wrong = Player::start(&folder.path().join("wrong"), &["join", &address, "--name", "eve", "--json"]);
    assert!(wrong.notes.recv_timeout(PATIENCE).unwrap().contains("key"), "who has no key is told so");
    assert_eq!(wrong.end().1, Some(2));
    let args = ["join", &address, "--name", "ann", "--key", "sesame", "--json"];
    let mut ann = Player::start(&folder.path().join("ann"), &args);
    assert_eq!(ann.answer()["reply"], "start");
    assert_eq!(ann.ask("i")["reply"], "played");
    for (bad, reply) in
        [("", "misread"), ("\u{1b}[2J", "misread"), ("leave now", "misread"), ("leave", "played")]
    {
        assert_eq!(ann.ask(bad)["reply"], reply, "{bad:?}");
    }
    assert_eq!(ann.end().1, Some(0));
    drop(silent);
    let kept = {
        let home = host.home.clone();
        assert_eq!(host.end().1, Some(0));
        runs(&home)
    };
    verify(folder.path(), &kept[0]);
}

#[test]
fn two_people_play_pursuit_on_two_screens() {
    let folder = tempfile::tempdir().unwrap();
    let field = folder.path().join("field.txt");
    std::fs::write(&field, include_str!("../../../game-pursuit/tests/fields/hallway.txt")).unwrap();
    let args = ["pursuit", field.to_str().unwrap(), "--host", "127.0.0.1:0", "--seed", "7", "--json"];
    let (mut hero, address) = Player::host(&folder.path().join("hero"), &args);
    assert_eq!(hero.answer()["seat"], 0);
    let mut monster =
        Player::start(&folder.path().join("monster"), &["join", &address, "--name", "bob", "--json"]);
    assert_eq!(monster.answer()["seat"], 1);
    let mut played = 0;
    for _ in 0..12 {
        for player in [&mut monster, &mut hero] {
            for way in ["stay", "N", "S", "E", "W"] {
                match player.ask(way)["reply"].as_str().unwrap() {
                    "played" => {
                        played += 1;
                        break;
                    }
                    "over" => break,
                    _ => {}
                }
            }
        }
    }
    assert!(played > 2, "{played}");
    let home = hero.home.clone();
    assert_eq!(hero.end().1, Some(0));
    let other = monster.home.clone();
    assert_eq!(monster.end().1, Some(0));
    assert!(runs(&home) == runs(&other));
    verify(folder.path(), &runs(&home)[0]);
}
