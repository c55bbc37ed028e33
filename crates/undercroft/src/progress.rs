//! Progress bars on standard error, only on a terminal.

use crate::output;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Columns of a bar.
const COLS: u64 = 30;
/// A bar is drawn no more often than this.
const PACE: Duration = Duration::from_millis(100);

/// A bar with a word before it; invisible without a terminal. Threads may share it.
pub(crate) struct Bar {
    shown: bool,
    began: Instant,
    state: Mutex<State>,
}

struct State {
    word: String,
    done: u64,
    total: u64,
    drawn: Instant,
}

/// A bar for so many things to do.
pub(crate) fn bar(word: &str, total: u64) -> Bar {
    let began = Instant::now();
    let state = Mutex::new(State { word: word.to_owned(), done: 0, total, drawn: began });
    Bar { shown: output::has_progress(), began, state }
}

impl Bar {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more is done.
    pub(crate) fn inc(&self) {
        let mut state = self.state();
        state.done += 1;
        self.draw(&mut state);
    }

    /// So many of so many are done.
    pub(crate) fn set(&self, done: u64, total: u64) {
        let mut state = self.state();
        (state.done, state.total) = (done, total);
        self.draw(&mut state);
    }

    /// Another word before it.
    pub(crate) fn say(&self, word: String) {
        let mut state = self.state();
        state.word = word;
        self.draw(&mut state);
    }

    /// Makes room for something to be printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let _state = self.state();
        self.clear();
        print()
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        if self.shown {
            output::progress("");
        }
    }

    fn draw(&self, state: &mut State) {
        if !self.shown || state.drawn.elapsed() < PACE {
            return;
        }
        state.drawn = Instant::now();
        let State { word, done, total, .. } = state;
        let full = (COLS * *done / (*total).max(1)).min(COLS) as usize;
        let left = self.began.elapsed().as_secs() * total.saturating_sub(*done) / (*done).max(1);
        let (full, rest) = ("=".repeat(full), " ".repeat(COLS as usize - full));
        output::progress(&format!("{word} [{full}{rest}] {done}/{total} {left}s"));
    }
}
