//! The machine's `ssh`, in a pseudo-terminal.

use crate::stand::{House, PATIENCE, key};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use russh::keys::ssh_key::LineEnding;
use std::io::{Read as _, Write};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Whether this machine has `ssh`; fails if it is required and missing.
fn has_ssh() -> bool {
    let found = Command::new("ssh").arg("-V").output().is_ok_and(|output| output.status.success());
    let required = std::env::var("UNDERCROFT_SSH").is_ok_and(|value| value == "required");
    assert!(found || !required, "UNDERCROFT_SSH=required, but there is no ssh");
    if !found {
        testkit::skip("there is no ssh");
    }
    found
}

/// The arguments of `ssh` for a house, before the name of the host.
fn arguments(house: &House, number: u8) -> Vec<String> {
    let file = house.path(&format!("key{number}"));
    if !file.exists() {
        key(number).write_openssh_file(&file, LineEnding::LF).expect("a key file");
    }
    let known = house.path("known_hosts");
    let options = [
        format!("UserKnownHostsFile={}", known.display()),
        "StrictHostKeyChecking=accept-new".to_owned(),
        "IdentitiesOnly=yes".to_owned(),
        "BatchMode=yes".to_owned(),
        "SendEnv=LANG COLORTERM".to_owned(),
    ];
    let mut all = vec!["-F".to_owned(), "/dev/null".to_owned(), "-i".to_owned(), file.display().to_string()];
    all.extend(options.into_iter().flat_map(|option| ["-o".to_owned(), option]));
    all.extend(["-p".to_owned(), house.address().port().to_string()]);
    all
}

/// `ssh` in a terminal.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    fn open(house: &House, number: u8, (cols, rows): (u16, u16)) -> Self {
        let pair =
            native_pty_system().openpty(PtySize { rows, cols, ..PtySize::default() }).expect("a terminal");
        let mut command = CommandBuilder::new("ssh");
        command.args(arguments(house, number));
        command.arg("ann@127.0.0.1");
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "en_GB.UTF-8")]
        {
            command.env(name, value);
        }
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "SSH_AUTH_SOCK"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).expect("ssh starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, cols, 0)));
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                shared.lock().unwrap().process(&buffer[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Self { master: pair.master, writer, child, screen }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn until(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let began = Instant::now();
        while !holds(self.screen.lock().unwrap().screen()) {
            assert!(began.elapsed() < PATIENCE, "{what} does not come:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn shows(&self, wanted: &str) {
        self.until(wanted, |screen| screen.contents().contains(wanted));
    }

    fn play(&mut self, keys: &[(&str, &str)]) {
        for (keys, shown) in keys {
            self.writer.write_all(keys.as_bytes()).expect("it takes keys");
            self.shows(shown);
        }
    }

    fn resize(&self, cols: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(rows, cols);
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).expect("a new size");
    }

    fn ends(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.exit_code();
            }
            assert!(began.elapsed() < PATIENCE, "ssh does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_everybody_has_plays_in_its_terminal() {
    if !has_ssh() {
        return;
    }
    let house = House::open();
    let mut terminal = Terminal::open(&house, 1, (80, 24));
    terminal.shows("first visit");
    terminal.play(&[
        ("\r", "Challenges"),
        ("3", "begin"),
        ("\r", "turn 0"),
        ("d", "turn 1"),
        ("\x1b[B", "turn 2"),
    ]);
    let coloured = |screen: &vt100::Screen| {
        let colour =
            |x| screen.cell(0, x).is_some_and(|cell| matches!(cell.bgcolor(), vt100::Color::Rgb(..)));
        (0..80).all(colour)
    };
    terminal.until("true colours", coloured);
    terminal.resize(100, 30);
    terminal.until("the whole width", |screen| {
        screen.cell(0, 99).is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
    });
    terminal.play(&[("a", "turn 3")]);
    // A killed client leaves a game that can be continued.
    let pid = terminal.child.process_id().expect("a process").to_string();
    assert!(Command::new("kill").args(["-9", &pid]).status().expect("kill").success());
    terminal.ends();
    house.empties().await;
    let mut terminal = Terminal::open(&house, 1, (80, 24));
    terminal.shows("Continue");
    terminal.play(&[("\r", "turn 3"), ("\x03", "Your game is kept")]);
    assert_eq!(terminal.ends(), 0);
    terminal.until("the terminal given back", |screen| {
        !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste()
    });
}

/// The output of `ssh` with some arguments.
fn ssh(house: &House, before: &[&str], after: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new("ssh");
    command.args(arguments(house, 1)).args(before).arg("ann@127.0.0.1").args(after);
    let Output { status, stdout, stderr } =
        command.env_remove("SSH_AUTH_SOCK").stdin(std::process::Stdio::null()).output().expect("ssh runs");
    (String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned(), status.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_everybody_has_is_told_what_is_not_offered() {
    if !has_ssh() {
        return;
    }
    let house = House::open();
    for (before, after, wanted, status) in [
        (&[][..], &["cat", "/etc/passwd"][..], "No commands are run here", 1),
        (&["-T"], &[], "connect with ssh -t", 1),
        (&["-s"], &["sftp"], "There are no files here", 1),
        (&["-o", "PubkeyAuthentication=no"], &[], "Permission denied (publickey)", 255),
        (&["-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"], &[], "forwarding failed", 255),
    ] {
        let (told, ended) = ssh(&house, before, after);
        assert!(told.contains(wanted), "{before:?} {after:?}: {told}");
        assert!(told.contains("your key is your account"), "{told}");
        assert_eq!(ended, Some(status), "{before:?} {after:?}: {told}");
    }
    house.empties().await;
}
