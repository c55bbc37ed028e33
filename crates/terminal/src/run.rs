//! The main loop of the application in its terminal: wait for events, handle them, paint.

use crate::machine;
use crate::sources::{Woken, is_job, listen, stop, suspend_job};
use crate::translate::{Told, translate};
use crate::tty::{Tty, restore};
use app::{App, Context, Input, Key, Start};
use keeper::{Gravity, Home};
use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Maximum time spent on inputs before a frame is painted, when they arrive faster than frames.
const INPUT_BUDGET: Duration = Duration::from_millis(12);

/// How the application ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The player left.
    Left,
    /// Ctrl-C.
    Interrupted,
    /// A signal with this number.
    Signal(i32),
    /// The terminal was closed.
    Closed,
}

impl Exit {
    /// The exit status for the shell.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Self::Left | Self::Closed => 0,
            Self::Interrupted => 130,
            Self::Signal(number) => 128 + (number & 0x7F) as u8,
        }
    }
}

/// Wakes the application from elsewhere, for example when others acted in a shared game.
#[derive(Clone, Debug, Default)]
pub struct Waker(Arc<Mutex<Option<Sender<Woken>>>>);

impl Waker {
    /// Wakes the application, if it is running.
    pub fn wake(&self) {
        if let Ok(sender) = self.0.lock()
            && let Some(sender) = sender.as_ref()
        {
            let _ = sender.send(Woken::News);
        }
    }
}

/// Runs the application in this process's terminal and always restores the terminal. Every game is closed and
/// saved when this returns. Returns how the application ended, and what to tell the player about the last
/// game. `waker` wakes it.
///
/// # Errors
/// A sentence, when there is no terminal to run in.
pub fn run(home: Home, start: Start, waker: &Waker) -> Result<(Exit, Option<String>), String> {
    let (sender, receiver) = mpsc::channel();
    if let Ok(mut place) = waker.0.lock() {
        *place = Some(sender.clone());
    }
    // Handle signals before taking the terminal, so that none leaves it in raw mode.
    listen(&sender)?;
    let mut tty = Tty::take().map_err(|error| format!("The terminal cannot be used: {error}."))?;
    let mut app = App::new(Context::new(home.clone(), machine::environment()), start);
    let exit = panic::catch_unwind(AssertUnwindSafe(|| main_loop(&mut app, &mut tty, &receiver)));
    drop(tty);
    match exit {
        Ok(exit) => {
            app.close();
            machine::finish();
            let is_read = matches!(exit, Exit::Left | Exit::Interrupted);
            Ok((exit, app.farewell().filter(|_| is_read)))
        }
        Err(payload) => {
            report_saved_run(&app, &home);
            panic::resume_unwind(payload)
        }
    }
}

/// After a panic in a game, the terminal is restored and every command but the last is saved: says where. The
/// state itself can no longer be trusted, so nothing is added to the run.
fn report_saved_run(app: &App, home: &Home) {
    let Some(path) = app.kept_in() else { return };
    let said = format!("All earlier commands are saved in {}", path.display());
    home.log(Gravity::Error, "terminal", &format!("A game crashed. {said}"));
    let _ = writeln!(io::stderr(), "{}", app::printable(&said));
}

fn main_loop(app: &mut App, tty: &mut Tty, receiver: &Receiver<Woken>) -> Exit {
    loop {
        if tty.paint(app.hears_mouse(), |buffer| app.draw(buffer)).is_err() {
            return Exit::Closed;
        }
        if let Some(exit) = wait(app, tty, receiver) {
            return exit;
        }
        if app.is_done() {
            return Exit::Left;
        }
    }
}

/// Waits for an event, then handles all pending ones.
fn wait(app: &mut App, tty: &mut Tty, receiver: &Receiver<Woken>) -> Option<Exit> {
    let first = match app.pace() {
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(pace) => receiver.recv_timeout(pace),
    };
    let mut woken = match first {
        Ok(woken) => woken,
        Err(RecvTimeoutError::Timeout) => {
            app.input(&Input::Tick);
            return None;
        }
        Err(RecvTimeoutError::Disconnected) => return Some(Exit::Closed),
    };
    let until = Instant::now() + INPUT_BUDGET;
    loop {
        if let Some(exit) = take(app, tty, woken) {
            return Some(exit);
        }
        match receiver.try_recv() {
            Ok(next) if !app.is_done() && Instant::now() < until => woken = next,
            Ok(next) => return take(app, tty, next),
            Err(_) => return None,
        }
    }
}

fn take(app: &mut App, tty: &mut Tty, woken: Woken) -> Option<Exit> {
    match woken {
        Woken::Signal(number) => return Some(Exit::Signal(number)),
        Woken::Gone => return Some(Exit::Closed),
        // A frame follows, and every frame queries the size.
        Woken::Resized => {}
        Woken::News => app.news(),
        Woken::Suspend => suspend(),
        Woken::Continued => return tty.take_again().err().map(|_| Exit::Closed),
        Woken::Event(event) => match translate(event) {
            Told::Input(input) => {
                #[cfg(debug_assertions)]
                panic_if_requested(&input);
                app.input(&input);
            }
            Told::EscAnd(input) => {
                app.input(&Input::Key(Key::Esc));
                app.input(&input);
            }
            Told::Interrupt => return Some(Exit::Interrupted),
            Told::Suspend => suspend_job(),
            Told::Repaint => tty.forget(),
            Told::Nothing => {}
        },
    }
    None
}

/// Restores the terminal and stops. The signal that continues the process also takes the terminal again.
fn suspend() {
    if is_job() {
        restore();
        stop();
    }
}

/// In debug builds, panics at a key named by an environment variable, to test what is left of the terminal
/// and the game. Not part of release builds.
#[cfg(debug_assertions)]
fn panic_if_requested(input: &Input) {
    let asked = std::env::var("UNDERCROFT_BREAK_AT_KEY").ok().and_then(|name| Key::read(&name).ok());
    if let (Input::Key(key), Some(asked)) = (input, asked) {
        assert!(*key != asked, "panic at {key}, as requested");
    }
}
