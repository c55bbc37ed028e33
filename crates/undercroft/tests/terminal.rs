//! The terminal itself: stopping and continuing, sizes no terminal has, and files that try to write to it.
#![cfg(unix)]

#[path = "support/pty.rs"]
mod pty;
mod support;
use portable_pty::CommandBuilder;
use pty::{PATIENCE, Terminal};
use std::time::{Duration, Instant};
use support::{House, bot_game, journal, text};

/// A shell with job control in a terminal of its own, quiet but for what it is asked.
fn shell(house: &House) -> Terminal {
    let mut command = CommandBuilder::new("sh");
    command.args(["-i"]);
    command.cwd(house.path(""));
    let env = [("PS1", "ready> "), ("ENV", ""), ("U", env!("CARGO_BIN_EXE_undercroft"))];
    let terminal = Terminal::start(house, command, 80, 24, &env);
    terminal.shows("ready>");
    terminal
}

/// True while the program has the screen.
fn is_full_screen(terminal: &Terminal) -> bool {
    terminal.screen.lock().unwrap().0.screen().alternate_screen()
}

fn wait_until(what: &str, terminal: &Terminal, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what} does not come:\n{}", terminal.text());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What the terminal is set to, as the terminal itself tells.
fn modes(terminal: &Terminal) -> (bool, bool) {
    use rustix::termios::{LocalModes, tcgetattr};
    let fd = terminal.master.as_raw_fd().expect("a file");
    // The descriptor belongs to `terminal`, which outlives this borrow.
    let path = format!("/proc/self/fd/{fd}");
    let file = std::fs::File::open(path).ok();
    let modes = file.and_then(|file| tcgetattr(&file).ok()).expect("the terminal tells its modes").local_modes;
    (modes.contains(LocalModes::ICANON), modes.contains(LocalModes::ECHO))
}

const COOKED: (bool, bool) = (true, true);
const RAW: (bool, bool) = (false, false);
