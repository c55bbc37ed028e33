//! Work that may take longer than a frame: done in slices between frames, shown with a bar, cancelled by Esc.
//!
//! Inputs that come meanwhile are kept for the screen the work leads to.

use crate::canvas::{Canvas, TEXT, hint};
use crate::context::Context;
use crate::screen::{Found, Go};
use console::{Input, Paint};
use ratatui_core::layout::Rect;
use session::Work;

/// Slices before the box is shown: most work is done by then.
const UNSEEN: usize = 4;
/// Inputs that are kept; nobody types more ahead.
const AHEAD: usize = 64;
const COLS: u16 = 40;

/// Work done in slices. Dropping it cancels it.
pub(crate) trait Job: Send {
    /// What is done.
    fn title(&self) -> &str;

    /// Does one slice, no longer than a frame takes; where it leads once all is done.
    fn step(&mut self, context: &Context) -> Option<Go>;

    /// How much of how much is done, if that is known.
    fn progress(&self) -> Option<(usize, usize)>;

    /// Where it leads when the player does not wait for it.
    fn cancelled(&mut self) -> Go {
        Go::Stay
    }
}

/// A job under way.
pub(crate) struct Running {
    pub(crate) job: Box<dyn Job>,
    slices: usize,
    /// What was typed meanwhile.
    pub(crate) ahead: Vec<Input>,
}

impl Running {
    pub(crate) fn new(job: Box<dyn Job>) -> Self {
        Self { job, slices: 1, ahead: Vec::new() }
    }

    /// One slice; where it leads once all is done.
    pub(crate) fn step(&mut self, context: &Context) -> Option<Go> {
        self.slices += 1;
        self.job.step(context)
    }

    /// Keeps an input for later.
    pub(crate) fn keep(&mut self, input: &Input) {
        if self.ahead.len() < AHEAD && !matches!(input, Input::Hover(..) | Input::Wheel(_)) {
            self.ahead.push(input.clone());
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        if self.slices < UNSEEN {
            return;
        }
        let inside = canvas.boxed(COLS, 1, self.job.title());
        match self.job.progress() {
            Some((done, all)) => {
                let width = usize::from(inside.width) * done.min(all) / all.max(1);
                canvas.fill(Rect { height: 1, ..inside }, Paint::Field);
                canvas.fill(Rect { width: width as u16, height: 1, ..inside }, Paint::Chosen);
            }
            None => drop(canvas.text(inside.x, inside.y, inside.width, "One moment.", TEXT)),
        }
        canvas.hints(&[hint("Esc", "cancel")]);
    }
}

/// Where something leads that was made step by step, or why it could not be made.
type Then<T> = Box<dyn FnOnce(Result<T, String>, &Context) -> Go + Send>;

/// Something being made step by step.
struct Making<T> {
    title: &'static str,
    work: Box<dyn Work<T>>,
    then: Option<Then<T>>,
    otherwise: Option<Go>,
}

/// Makes something step by step, and goes on with it.
pub(crate) fn make<T: 'static>(
    title: &'static str,
    work: Box<dyn Work<T>>,
    then: impl FnOnce(Result<T, String>, &Context) -> Go + Send + 'static,
) -> Go {
    Go::Work(Box::new(Making { title, work, then: Some(Box::new(then)), otherwise: None }))
}

/// The same for what is found by the screen that asks; `otherwise` is found if the player does not wait for it.
pub(crate) fn find<T: 'static>(
    title: &'static str,
    work: Box<dyn Work<T>>,
    found: impl FnOnce(Result<T, String>) -> Found + Send + 'static,
    otherwise: Option<Found>,
) -> Go {
    let then: Then<T> = Box::new(|made, _| Go::Found(found(made)));
    Go::Work(Box::new(Making { title, work, then: Some(then), otherwise: otherwise.map(Go::Found) }))
}

impl<T> Job for Making<T> {
    fn title(&self) -> &str {
        self.title
    }

    fn step(&mut self, context: &Context) -> Option<Go> {
        let made = self.work.step()?;
        Some((self.then.take()?)(made, context))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.work.progress()
    }

    fn cancelled(&mut self) -> Go {
        self.otherwise.take().unwrap_or(Go::Stay)
    }
}
