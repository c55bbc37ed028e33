//! The walk along the shelf of runs in slices between frames: what counts is played again first.

use crate::canvas::{Canvas, DIM};
use crate::context::Context;
use ratatui_core::layout::Rect;
use records::{Audit, Book};
use std::time::Duration;

/// Before the first frame so much time is spent on the shelf, and so much between two frames.
const FIRST_LOOK: Duration = Duration::from_millis(60);
const NEXT_LOOK: Duration = Duration::from_millis(25);

/// A walk along the shelf, until it is over.
#[derive(Default)]
pub(crate) struct Verifying(Option<Audit>);

impl Verifying {
    /// Begins anew; the book if it is done at once.
    pub(crate) fn begin(&mut self, context: &Context) -> Option<Book> {
        self.0 = Some(Audit::begin(&context.home, context.games, false));
        self.look(FIRST_LOOK, context)
    }

    /// Goes on for a slice; the book at the end.
    pub(crate) fn go_on(&mut self, context: &Context) -> Option<Book> {
        self.look(NEXT_LOOK, context)
    }

    fn look(&mut self, budget: Duration, context: &Context) -> Option<Book> {
        if !self.0.as_mut()?.step(budget) {
            return None;
        }
        Some(self.0.take()?.finish(context.now()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.is_none()
    }

    /// At once again while there is something to look at.
    pub(crate) fn pace(&self) -> Option<Duration> {
        (!self.is_over()).then_some(Duration::ZERO)
    }

    /// Says how far it is; false when it is over.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect) -> bool {
        let Some(survey) = &self.0 else { return false };
        let (left, all) = survey.left();
        let text = format!("Verifying runs: {} of {all}", all - left);
        canvas.centre(rect, rect.y + rect.height / 3, &text, DIM);
        true
    }
}
