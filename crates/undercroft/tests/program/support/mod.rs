//! The real program with a data folder of its own.
#![allow(dead_code, unreachable_pub, missing_docs)]

#[cfg(unix)]
pub mod pty;

use kernel::{Options, Rng, Seed};
use session::{Brief, Session};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A temporary data folder.
pub struct House {
    folder: tempfile::TempDir,
}

/// The result of running the program.
pub struct Left {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The program that is tested. UNDERCROFT_PROGRAM names another, with what runs it on this machine before it, a word a line
/// (`cargo xtask portability`).
pub fn program() -> Command {
    let named = std::env::var("UNDERCROFT_PROGRAM").ok();
    let mut words = named.as_deref().unwrap_or(env!("CARGO_BIN_EXE_undercroft")).lines();
    let mut command = Command::new(words.next().expect("a program"));
    command.args(words);
    command
}

impl House {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file in a temporary folder");
        path
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = program();
        command
            .args(args)
            .env("UNDERCROFT_HOME", self.path("home"))
            .env_remove("NO_COLOR")
            .current_dir(self.folder.path());
        command
    }

    /// Runs the program to its end with this input.
    pub fn run(&self, args: &[&str], input: &[u8]) -> Left {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("the program ends");
        let _ = writer.join();
        Left {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("text on standard output"),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Starts the program for a conversation line by line.
    pub fn talk(&self, args: &[&str]) -> Talk {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, stdin, stdout }
    }

    /// The kept runs of a game, sorted by name.
    pub fn runs(&self, game: &str) -> Vec<PathBuf> {
        let mut runs: Vec<PathBuf> = std::fs::read_dir(self.path("home").join("runs").join(game))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "run"))
            .collect();
        runs.sort();
        runs
    }
}

/// A conversation in JSON.
pub struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Talk {
    /// The next answer; `None` if the program has ended.
    pub fn hear(&mut self) -> Option<serde_json::Value> {
        let mut line = String::new();
        let _ = self.stdout.read_line(&mut line);
        // A line without its end was cut off by a kill.
        line.ends_with('\n').then(|| serde_json::from_str(&line).expect("one JSON object a line"))
    }

    /// Sends one line; false if the program no longer reads.
    pub fn say(&mut self, line: &str) -> bool {
        self.stdin.as_mut().is_some_and(|stdin| stdin.write_all(format!("{line}\n").as_bytes()).is_ok())
    }

    /// Sends one line and returns the answer.
    pub fn ask(&mut self, line: &str) -> serde_json::Value {
        assert!(self.say(line));
        self.hear().expect("an answer")
    }

    /// Kills it at once.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends the input and returns the exit status.
    pub fn finish(mut self) -> i32 {
        self.stdin = None;
        self.child.wait().ok().and_then(|status| status.code()).unwrap_or(-1)
    }
}

/// Every line of an output as JSON.
pub fn json_lines(out: &str) -> Vec<serde_json::Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

pub fn text(path: &Path) -> String {
    path.display().to_string()
}

/// A game played by its bot.
pub fn bot_game(game: &str, seed: &str, options: &[(&str, &str)], commands: usize) -> Box<dyn Session> {
    let entry = catalog::find(game).expect("a game");
    let mut set = Options::default();
    for (name, value) in options {
        set.set(entry.options, name, value).expect("an option of the game");
    }
    let brief = Brief { seed: seed.to_owned(), options: set, ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).expect("a game starts");
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[]);
    while session.commands() < commands && session.outcome().is_none() {
        session.play_advice(&mut dice).expect("a bot");
    }
    session.checkpoint();
    session
}

/// The complete journal of such a game.
pub fn journal(mut session: Box<dyn Session>) -> String {
    let mut journal = String::new();
    session.journal(&mut journal);
    journal
}
