//! The terminal itself: stopping and continuing, absurd sizes, and files that try to write to it.

use crate::support;
use crate::support::pty;
use portable_pty::CommandBuilder;
use pty::{PATIENCE, Terminal};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{House, bot_game, journal};

fn wait_until(what: &str, terminal: &Terminal, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what} does not come:\n{}", terminal.text());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether the program has the screen and the keys.
fn is_taken(terminal: &Terminal) -> bool {
    terminal.screen.lock().unwrap().0.screen().alternate_screen() && !has_mode(terminal, "ICANON")
}

/// Whether the shell has the terminal back: main screen, cursor, line mode, echo.
fn is_given_back(terminal: &Terminal) -> bool {
    let shown = {
        let screen = terminal.screen.lock().unwrap();
        let screen = screen.0.screen();
        let no_mouse = screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
        !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste() && no_mouse
    };
    shown && ["ICANON", "ECHO", "ISIG"].iter().all(|mode| has_mode(terminal, mode))
}

fn has_mode(terminal: &Terminal, mode: &str) -> bool {
    let modes = terminal.master.get_termios().expect("a terminal");
    format!("{:?}", modes.local_flags).split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == mode)
}

#[test]
fn ctrl_z_and_sigtstp_restore_the_terminal_and_fg_resumes() {
    let house = House::new();
    // A shell that does not reset the terminal: only the program can restore it.
    let mut command = CommandBuilder::new("sh");
    command.args(["-i"]);
    command.cwd(house.path(""));
    let env = [("PS1", "ready> "), ("ENV", ""), ("U", env!("CARGO_BIN_EXE_undercroft"))];
    let mut terminal = Terminal::start(&house, command, 80, 24, &env);
    terminal.shows("ready>");
    let before = is_given_back(&terminal);
    assert!(before, "the shell begins with lines and echo");
    terminal.type_keys("sh -c 'echo $$ >pid; exec \"$U\" boo --seed 7'\n");
    terminal.shows("turn 0");
    terminal.type_keys("d");
    terminal.shows("turn 1");
    assert!(is_taken(&terminal));
    let pid = std::fs::read_to_string(house.path("pid")).expect("a process id");
    for (round, size) in [(1, (100, 30)), (2, (70, 20))] {
        if round == 1 {
            terminal.type_keys("\x1a");
        } else {
            let status = Command::new("kill").args(["-TSTP", pid.trim()]).status();
            assert!(status.expect("kill").success());
        }
        wait_until("the shell's terminal", &terminal, || is_given_back(&terminal));
        wait_until("the shell", &terminal, || {
            let text = terminal.text();
            let last = text.rsplit("Stopped").next();
            text.matches("Stopped").count() == round && last.is_some_and(|rest| rest.contains("ready>"))
        });
        // The shell can be used, and the window may be resized meanwhile.
        terminal.type_keys(&format!("echo used=$((40 + {round}))\n"));
        terminal.shows(&format!("used={}", 40 + round));
        terminal.resize(size.0, size.1);
        terminal.type_keys("fg\n");
        wait_until("the program's terminal", &terminal, || is_taken(&terminal));
        terminal.shows(&format!("turn {round}"));
        wait_until("a frame of the new size", &terminal, || {
            terminal.text().lines().count() == usize::from(size.1)
        });
        terminal.type_keys("a");
        terminal.shows(&format!("turn {}", round + 1));
    }
    terminal.type_keys("q");
    wait_until("the shell's terminal", &terminal, || is_given_back(&terminal));
    // The program still says where the game is kept; then it ends, and the shell prompts again.
    wait_until("the shell", &terminal, || {
        let text = terminal.text();
        text.split_once("Your game is kept").is_some_and(|(_, rest)| rest.contains("ready>"))
    });
    terminal.type_keys("echo status=$?\n");
    terminal.shows("status=0");
    terminal.type_keys("exit\n");
}

#[test]
fn ctrl_z_is_ignored_without_job_control() {
    let house = House::new();
    // The program leads its session: no shell has started it as a job.
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.type_keys("\x1a");
    terminal.type_keys("d");
    terminal.shows("turn 1");
    terminal.signal("-TSTP");
    terminal.type_keys("a");
    terminal.shows("turn 2");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn sigcont_after_sigstop_sets_up_the_terminal_again() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.signal("-STOP");
    // Somebody who uses the terminal meanwhile leaves line mode and echo on.
    let tty = terminal.master.tty_name().expect("a name");
    let stty = Command::new("stty").arg("-F").arg(&tty).arg("sane").status();
    assert!(stty.expect("stty").success());
    assert!(has_mode(&terminal, "ICANON"));
    terminal.signal("-CONT");
    wait_until("the program's terminal", &terminal, || !has_mode(&terminal, "ICANON"));
    terminal.type_keys("d");
    terminal.shows("turn 1");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

/// Whether the program has written this.
fn wrote(terminal: &Terminal, what: &str) -> bool {
    let screen = terminal.screen.lock().unwrap();
    screen.1.windows(what.len()).any(|part| part == what.as_bytes())
}

#[test]
fn a_terminal_of_any_size_is_drawn_up_to_two_thousand_rows_and_columns() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    for (cols, rows, last) in [(2_000, 2_000, 2_000), (u16::MAX, 1_000, 1_000), (900, u16::MAX, 2_000)] {
        terminal.screen.lock().unwrap().1.clear();
        terminal.resize_only(cols, rows);
        let bottom = format!("\x1b[{last};");
        wait_until("the last row", &terminal, || wrote(&terminal, &bottom));
        assert!(!wrote(&terminal, "\x1b[2001;"));
    }
    for (cols, rows) in [(0, 0), (0, 24), (1, 1), (80, 24)] {
        terminal.resize_only(cols, rows);
        std::thread::sleep(Duration::from_millis(50));
    }
    terminal.type_keys("d");
    terminal.shows("turn 1");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn a_terminal_of_unknown_size_gets_the_default_screen() {
    let house = House::new();
    let mut terminal = Terminal::open(&house, &["boo", "--seed", "7"], 80, 24);
    terminal.shows("turn 0");
    terminal.resize_only(0, 0);
    // A key that arrives in the same instant as a resize is only read with the next key: the terminal library
    // reports one of the two and waits for more input before it reads the other.
    std::thread::sleep(Duration::from_millis(200));
    terminal.type_keys("d");
    terminal.shows("turn 1");
    terminal.type_keys("q");
    assert_eq!(terminal.ends(), (0, true));
}

#[test]
fn no_screen_writes_control_characters_of_a_hostile_run() {
    const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\u{2066}X";
    let house = House::new();
    let folder = house.path("home/runs/boo");
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = session::with_name(&journal(bot_game("boo", HOSTILE, &[], 6)), HOSTILE);
    let path = folder.join(format!("x{HOSTILE}.run"));
    std::fs::write(&path, run).expect("a run");
    let path = path.to_str().expect("UTF-8");
    let unsafe_writes = |terminal: &Terminal| {
        let bad = ["\u{1b}]0;owned", "\u{9b}", "\u{202e}", "\u{2066}"];
        bad.iter().find(|bad| wrote(terminal, bad)).map(|bad| format!("{bad:?}"))
    };
    for (args, keys) in [
        (&["open", path][..], &["turn ", "?", "\x1b", "<", "\x1b"][..]),
        (&["replay", path], &["0/6", "\x1b[F", "b", "\x1b"]),
        (&[], &["Meow", "l", "\x1b[B", "r", "\x1b", "x", "\x1b", "\x1b"]),
    ] {
        let mut terminal = Terminal::open(&house, args, 160, 40);
        terminal.shows(keys[0]);
        for key in &keys[1..] {
            terminal.type_keys(key);
            std::thread::sleep(Duration::from_millis(60));
        }
        wait_until("the hostile text, made harmless", &terminal, || wrote(&terminal, "owned"));
        assert_eq!(unsafe_writes(&terminal), None, "{args:?}");
        terminal.signal("-TERM");
        terminal.ends();
    }
}
