//! The laboratory of pursuit: what needs threads, processes and files, beside the pure rules.
//!
//! Everything here is called by front-ends with plain data and answers with plain data or writes to a given
//! writer; progress is told to a callback, so that a bar, a log or nothing at all can listen.

mod solve;

pub use solve::{Limits, OnProgress, Progress, Solution, Unsolved, Value, solve};
