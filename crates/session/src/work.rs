//! Work that may take longer than a frame, cut into steps that do not.

/// Something being made, step by step. A step is bounded by what it does and not by a clock: about 10 ms of work. Dropping it
/// gives it up.
pub trait Work<T>: Send {
    /// Does one step; what was made once all is done, or why it cannot be made.
    fn step(&mut self) -> Option<Result<T, String>>;

    /// How much of how much is done, if that is known.
    fn progress(&self) -> Option<(usize, usize)>;
}

/// Work to be done, if there is any.
pub type ToDo<T> = Option<Box<dyn Work<T>>>;
