//! The time line of a game being played: the theatre on the run so far, at its end.

use super::Play;
use crate::context::Context;
use crate::replay::Theatre;
use crate::screen::Go;
use session::{Entry, Run, Seating, Session};

impl Play {
    /// Opens the time line. Nothing changes unless the player plays on from an earlier turn.
    pub(super) fn rewind(&mut self, context: &Context) -> Go {
        if self.session().commands() == 0 {
            self.toast = Some("Nothing has been played yet.".to_owned());
            return Go::Stay;
        }
        // If a branch follows, closing this run must not make it the newest one.
        self.opened.session.checkpoint();
        self.keep();
        if self.problem.is_some() {
            return Go::Stay;
        }
        let kept = self.opened.path().is_some();
        let theatre = self
            .run_so_far(context)
            .and_then(|run| Theatre::of_live(run, kept, self.seating().seats, context));
        match theatre {
            Ok(theatre) => theatre.opened(),
            Err(what) => Go::notice("No time line", what),
        }
    }

    /// The players of this game, who also play whatever continues it.
    pub(super) fn seating(&self) -> Seating {
        self.opened.seating.clone()
    }

    /// The run of this game so far.
    pub(super) fn run_so_far(&self, context: &Context) -> Result<Run, String> {
        if let Some(path) = self.opened.path() {
            return context.home.read_run(path).map(|(run, ..)| run).map_err(|problem| problem.to_string());
        }
        Ok(Run::of(self.session()))
    }
}

/// The start of a run's game.
pub(super) fn begun(entry: &Entry, run: &Run, seating: &Seating) -> Result<Box<dyn Session>, String> {
    let replayed = entry.replay(run, 0, None, None, seating).map_err(|difference| difference.what)?;
    Ok(replayed.session)
}
