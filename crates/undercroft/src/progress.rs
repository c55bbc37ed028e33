//! Progress bars on standard error, only on a terminal.

use crate::output;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Width of a bar.
const COLS: u64 = 30;
/// Minimum time between two redraws.
const PACE: Duration = Duration::from_millis(100);

/// A labelled progress bar, invisible without a terminal. Threads may share it.
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

/// A bar with this label and total.
pub(crate) fn bar(word: &str, total: u64) -> Bar {
    let began = Instant::now();
    let state = Mutex::new(State { word: word.to_owned(), done: 0, total, drawn: began });
    Bar { shown: output::has_progress(), began, state }
}

impl Bar {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more step.
    pub(crate) fn inc(&self) {
        let mut state = self.state();
        state.done += 1;
        self.draw(&mut state);
    }

    /// Sets the steps done and the total.
    pub(crate) fn set(&self, done: u64, total: u64) {
        let mut state = self.state();
        (state.done, state.total) = (done, total);
        self.draw(&mut state);
    }

    /// Changes the label.
    pub(crate) fn say(&self, word: String) {
        let mut state = self.state();
        state.word = word;
        self.draw(&mut state);
    }

    /// Removes the bar while something is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let _state = self.state();
        self.clear();
        print()
    }

    /// Removes the bar.
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
