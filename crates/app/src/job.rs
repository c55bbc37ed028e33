//! Work that may take longer than a frame: done in slices between frames, shown with a bar, cancelled by Esc.
//!
//! Inputs that arrive meanwhile are kept for the screen that follows.

use crate::canvas::{Canvas, TEXT, hint};
use crate::context::Context;
use crate::screen::{Found, Go};
use console::{Input, Paint};
use ratatui_core::layout::Rect;
use session::Work;

/// Number of slices before the box is shown: most work is done by then.
const UNSEEN: usize = 4;
/// Maximum number of inputs kept.
const AHEAD: usize = 64;
const COLS: u16 = 40;

/// Work in slices. Dropping it cancels it.
pub(crate) trait Job: Send {
    /// What is being done.
    fn title(&self) -> &str;

    /// Does one slice, within the time of a frame; returns where to go when all is done.
    fn step(&mut self, context: &Context) -> Option<Go>;

    /// Steps done and total, if known.
    fn progress(&self) -> Option<(usize, usize)>;

    /// Where to go if the player cancels it.
    fn cancelled(&mut self) -> Go {
        Go::Stay
    }
}

/// A running job.
pub(crate) struct Running {
    pub(crate) job: Box<dyn Job>,
    slices: usize,
    /// Inputs typed meanwhile.
    pub(crate) ahead: Vec<Input>,
}

impl Running {
    pub(crate) fn new(job: Box<dyn Job>) -> Self {
        Self { job, slices: 1, ahead: Vec::new() }
    }

    /// Does one slice; returns where to go when all is done.
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

/// Where to go with the result, or with the reason of a failure.
type Then<T> = Box<dyn FnOnce(Result<T, String>, &Context) -> Go + Send>;

/// A job that makes something step by step.
struct Making<T> {
    title: &'static str,
    work: Box<dyn Work<T>>,
    then: Option<Then<T>>,
    otherwise: Option<Go>,
}

/// Makes something step by step, then continues with it.
pub(crate) fn make<T: 'static>(
    title: &'static str,
    work: Box<dyn Work<T>>,
    then: impl FnOnce(Result<T, String>, &Context) -> Go + Send + 'static,
) -> Go {
    Go::Work(Box::new(Making { title, work, then: Some(Box::new(then)), otherwise: None }))
}

/// The same for a result that goes back to the screen that asks; `otherwise` is used if the player cancels.
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
