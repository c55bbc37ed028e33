//! Runs an audit in slices between frames, for screens that need verified records.

use crate::canvas::{Canvas, DIM};
use crate::context::Context;
use ratatui_core::layout::Rect;
use records::{Audit, Book};
use std::time::Duration;

/// Time spent on the audit before the first frame, and between two frames.
const FIRST_LOOK: Duration = Duration::from_millis(60);
const NEXT_LOOK: Duration = Duration::from_millis(25);

/// An audit in progress, or none.
#[derive(Default)]
pub(crate) struct Verifying(Option<Audit>);

impl Verifying {
    /// Starts an audit; returns the book if it finishes at once.
    pub(crate) fn begin(&mut self, context: &Context) -> Option<Book> {
        self.0 = Some(Audit::begin(&context.home, context.games, false));
        self.look(FIRST_LOOK, context)
    }

    /// Continues for a slice; returns the book at the end.
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

    /// Wants a tick at once while the audit is not finished.
    pub(crate) fn pace(&self) -> Option<Duration> {
        (!self.is_over()).then_some(Duration::ZERO)
    }

    /// Shows the progress; false when the audit is finished.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect) -> bool {
        let Some(survey) = &self.0 else { return false };
        let (left, all) = survey.left();
        let text = format!("Verifying runs: {} of {all}", all - left);
        canvas.centre(rect, rect.y + rect.height / 3, &text, DIM);
        true
    }
}
