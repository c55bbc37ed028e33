//! A state of a game as a Python object.

use crate::tools::{brief_of_header, entry_of, read, value_error};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use session::batch::{Kept, Plan};

/// A state of a game, with its history. It is immutable and can be pickled, compared and used as a key; two
/// states are equal when their digests are.
#[pyclass(frozen, module = "undercroft._core")]
pub(crate) struct State {
    pub(crate) kept: Kept,
}

#[pymethods]
impl State {
    /// The final state of a run.
    #[staticmethod]
    pub(crate) fn from_run(text: &str) -> PyResult<Self> {
        let run = read(text)?;
        let entry = entry_of(&run.header.game)?;
        let batch = (entry.batch)(&Plan { games: 0, ..Plan::of(brief_of_header(entry, &run.header)?) });
        let batch = batch.map_err(|findings| crate::tools::findings_error(&findings))?;
        let kept = batch.open(&run).map_err(value_error)?;
        match run.checkpoints.last() {
            Some(last) if last.after == run.steps.len() && last.digest != kept.digest() => {
                Err(value_error("The run does not lead to the state it names."))
            }
            _ => Ok(Self { kept }),
        }
    }

    /// The game up to here, as the text of a run.
    fn run_text(&self) -> String {
        self.kept.run_text()
    }

    /// Digest of the state, 16 hexadecimal digits.
    fn digest(&self) -> String {
        format!("{:016x}", self.kept.digest())
    }

    /// The id of its game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kept.game()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.kept.game() == other.kept.game() && self.kept.digest() == other.kept.digest()
        })
    }

    fn __hash__(&self) -> u64 {
        self.kept.digest()
    }

    fn __repr__(&self) -> String {
        format!("State({}, {:016x})", self.kept.game(), self.kept.digest())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let text = slf.get().run_text();
        let make = slf.get_type().getattr("from_run")?;
        PyTuple::new(slf.py(), [make, PyTuple::new(slf.py(), [text])?.into_any()])
    }
}
