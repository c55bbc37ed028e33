//! The messages of a game, newest last.

use crate::canvas::{Canvas, DIM, TEXT};
use console::{Paint, wrap};
use kernel::{Cue, Ink};
use ratatui_core::layout::Rect;

/// Maximum number of messages kept; older ones are in the run itself.
const LONGEST: usize = 5_000;

/// Maximum number of messages kept for listeners, in case nobody fetches them.
const UNHEARD: usize = 64;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) cue: Cue,
    /// Number of commands when it was said.
    pub(crate) turn: usize,
    /// Number of repetitions in a row.
    pub(crate) times: u32,
    /// Whether it answers an input that changed nothing.
    pub(crate) idle: bool,
}

/// The messages of a game, newest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) said: Vec<Said>,
    fresh: usize,
    /// Messages not fetched by [`Self::heard`] yet, newest last.
    unheard: Vec<String>,
}

impl Log {
    /// Messages from here on are new.
    pub(crate) fn begin(&mut self) {
        self.fresh = self.said.len();
    }

    pub(crate) fn add(&mut self, text: &str, cue: Cue, turn: usize, idle: bool) {
        if self.unheard.len() < UNHEARD {
            self.unheard.push(text.to_owned());
        }
        if let Some(last) = self.said.last_mut()
            && (last.text.as_str(), last.idle) == (text, idle)
            && (idle || last.turn + 1 >= turn)
        {
            (last.times, last.turn) = (last.times + 1, turn);
            self.fresh = self.fresh.min(self.said.len() - 1);
            return;
        }
        // A message about an idle input is replaced by the next such message.
        if idle && self.said.last().is_some_and(|last| last.idle && last.turn == turn) {
            self.said.pop();
        }
        self.said.push(Said { text: text.to_owned(), cue, turn, times: 1, idle });
        if self.said.len() > LONGEST {
            self.said.drain(..LONGEST / 10);
        }
        self.fresh = self.fresh.min(self.said.len() - 1);
    }

    /// Takes the messages said since the last call.
    pub(crate) fn heard(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unheard)
    }

    /// Draws as many of the newest messages as fit; new ones are highlighted.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect) {
        let mut lines: Vec<(String, Paint)> = Vec::new();
        for (index, said) in self.said.iter().enumerate().rev() {
            if lines.len() >= usize::from(rect.height) {
                break;
            }
            let paint = if index >= self.fresh { paint_of(said) } else { DIM };
            let wrapped = wrap(&said.shown(), usize::from(rect.width));
            lines.extend(wrapped.into_iter().rev().map(|line| (line, paint)));
        }
        lines.truncate(usize::from(rect.height));
        for ((line, paint), y) in lines.iter().rev().zip(rect.y..) {
            canvas.text(rect.x, y, rect.width, line, *paint);
        }
    }
}

impl Said {
    /// The message with its number of repetitions.
    pub(crate) fn shown(&self) -> String {
        if self.times > 1 { format!("{} (x{})", self.text, self.times) } else { self.text.clone() }
    }
}

/// The paint of a new message.
pub(crate) fn paint_of(said: &Said) -> Paint {
    match said.cue {
        _ if said.idle => DIM,
        Cue::Good => Paint::Ink(Ink::Good),
        Cue::Bad => Paint::Ink(Ink::Bad),
        Cue::Plain | Cue::Routine | Cue::Beat | Cue::Pause => TEXT,
    }
}
