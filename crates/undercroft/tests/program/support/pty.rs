//! A pseudo-terminal with a program in it.
#![allow(dead_code, unreachable_pub, missing_docs)]

use crate::support::House;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a screen may take to show what is expected; generous, because the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal with the program in it.
pub struct Terminal {
    pub master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    pub child: Box<dyn Child + Send + Sync>,
    pub screen: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
}

impl Terminal {
    pub fn open(house: &House, args: &[&str], cols: u16, rows: u16) -> Self {
        Self::open_with(house, args, cols, rows, &[])
    }

    pub fn open_with(house: &House, args: &[&str], cols: u16, rows: u16, env: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_undercroft"));
        command.args(args);
        Self::start(house, command, cols, rows, env)
    }

    /// Starts any program in a terminal.
    pub fn start(
        house: &House,
        mut command: CommandBuilder,
        cols: u16,
        rows: u16,
        env: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.env("UNDERCROFT_HOME", house.path("home"));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let screen = Arc::new(Mutex::new((vt100::Parser::new(rows, cols, 0), Vec::new())));
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 {
                    break;
                }
                let mut screen = shared.lock().unwrap();
                screen.0.process(&buffer[..count]);
                screen.1.extend_from_slice(&buffer[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Self { master: pair.master, writer, child, screen }
    }

    pub fn text(&self) -> String {
        self.screen.lock().unwrap().0.screen().contents()
    }

    /// Waits until the screen shows this.
    pub fn shows(&self, what: &str) {
        let began = Instant::now();
        while !self.text().contains(what) {
            assert!(began.elapsed() < PATIENCE, "{what:?} does not come:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn type_keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    pub fn resize(&self, cols: u16, rows: u16) {
        self.screen.lock().unwrap().0.screen_mut().set_size(rows, cols);
        self.resize_only(cols, rows);
    }

    /// Resizes the program's terminal but not our own screen.
    pub fn resize_only(&self, cols: u16, rows: u16) {
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).expect("a new size");
    }

    /// Waits for the end; the exit status, and whether the terminal was restored.
    pub fn ends(&mut self) -> (u32, bool) {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status.exit_code();
            }
            assert!(began.elapsed() < PATIENCE, "the program does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        };
        let restored = |bytes: &[u8]| {
            let last = |what: &[u8]| bytes.windows(what.len()).rposition(|part| part == what);
            last(b"\x1b[?1049l") > last(b"\x1b[?1049h") && last(b"\x1b[?25h") > last(b"\x1b[?25l")
        };
        // The program's last output may still be on its way through the terminal.
        while began.elapsed() < PATIENCE {
            if restored(&self.screen.lock().unwrap().1) {
                return (status, true);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        (status, false)
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.process_id().expect("a process").to_string();
        assert!(std::process::Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }
}
