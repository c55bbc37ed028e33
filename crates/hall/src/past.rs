//! The recent past of a room, for watchers who are some commands behind.

use crate::picture::Drawn;
use session::Session;
use std::collections::VecDeque;
use std::sync::Arc;

/// The state of a room after a command.
pub(crate) struct Moment {
    pub(crate) commands: usize,
    /// Length of the run in bytes.
    pub(crate) run: usize,
    pub(crate) drawn: Arc<Drawn>,
    pub(crate) vitals: kernel::Vitals,
}

/// The last moments of a room, as many as watchers are behind. Memory is bounded by [`crate::DELAY_MAX`]
/// pictures.
#[derive(Default)]
pub(crate) struct Past {
    delay: usize,
    moments: VecDeque<Moment>,
}

impl Past {
    pub(crate) fn new(delay: u16) -> Self {
        Self { delay: usize::from(delay.min(crate::DELAY_MAX)), moments: VecDeque::new() }
    }

    /// Records the current state of a room.
    pub(crate) fn note(&mut self, session: &dyn Session, commands: usize, run: usize) {
        if self.delay == 0 {
            return;
        }
        let drawn = Arc::new(Drawn::of(session, 0, (0, 0), true));
        let vitals = session.vitals(kernel::Seat(0));
        self.moments.push_back(Moment { commands, run, drawn, vitals });
        while self.moments.len() > self.delay + 1 {
            self.moments.pop_front();
        }
    }

    /// A new chapter of the run has begun.
    pub(crate) fn turn_page(&mut self) {
        self.moments.iter_mut().for_each(|moment| moment.run = 0);
    }

    /// The moment watchers are shown; `None` if they watch live.
    pub(crate) fn shown(&self) -> Option<&Moment> {
        self.moments.front()
    }
}
