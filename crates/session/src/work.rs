//! Work that may take longer than a frame, divided into steps.

/// Work that is done in steps. The size of a step is fixed, about 10 ms, without a clock. Dropping the work
/// cancels it.
pub trait Work<T>: Send {
    /// Does one step; returns the result, or an error, when all is done.
    fn step(&mut self) -> Option<Result<T, String>>;

    /// The progress and its maximum, if known.
    fn progress(&self) -> Option<(usize, usize)>;
}

/// Work, if there is any.
pub type ToDo<T> = Option<Box<dyn Work<T>>>;
