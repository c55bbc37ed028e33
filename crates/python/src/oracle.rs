//! Exact solutions of pursuit.

use crate::state::State;
use crate::tools::{findings_error, value_error};
use game_pursuit::{Command, Diagonals, Pursuit, read_field};
use pursuit_lab::{Limits, Solution, Value};
use pyo3::prelude::*;
use std::sync::Arc;

/// Solves a field; returns the output of `undercroft solve FIELD --json`.
#[pyfunction]
#[pyo3(signature = (field, bytes))]
pub(crate) fn solve(py: Python<'_>, field: &str, bytes: u64) -> PyResult<String> {
    let (read, findings) = read_field(field, Diagonals::Free);
    let field = Arc::new(read.ok_or_else(|| findings_error(&findings))?);
    py.detach(|| {
        let mut line = Vec::new();
        let limits = Limits { bytes, ..Limits::default() };
        pursuit_lab::solve_json(&field, &limits, &|_| true, &mut line)
            .map_err(|error| value_error(error.to_string()))?;
        Ok(String::from_utf8_lossy(&line).into_owned())
    })
}

/// The value of every position of a field.
#[pyclass(frozen, module = "undercroft._core")]
pub(crate) struct Oracle {
    solution: Solution,
    field: Arc<game_pursuit::Field>,
}

#[pymethods]
impl Oracle {
    /// Solves the field of a state.
    #[new]
    fn new(py: Python<'_>, state: &State, bytes: u64) -> PyResult<Self> {
        let field = position(state)?.field().clone();
        let limits = Limits { bytes, ..Limits::default() };
        let solution = py.detach(|| pursuit_lab::solve(&field, &limits, &|_| true));
        let solution = solution.map_err(|unsolved| {
            value_error(format!("The field is too large: its solution needs {} bytes.", unsolved.bytes))
        })?;
        Ok(Self { solution, field })
    }

    /// The monster's turns until the hero is caught (None if the hero escapes), and the words of the best
    /// moves.
    fn look(&self, state: &State) -> PyResult<(Option<u32>, Vec<&'static str>)> {
        let game = position(state)?;
        if !Arc::ptr_eq(game.field(), &self.field) && game.field().plan() != self.field.plan() {
            return Err(value_error("The state is one of another field."));
        }
        let value = match self.solution.value(game) {
            Value::Caught(turns) => Some(turns),
            Value::Escape => None,
        };
        let best = if game.end().is_some() { Vec::new() } else { self.solution.best(game) };
        Ok((value, best.into_iter().map(Command::word).collect()))
    }
}

fn position(state: &State) -> PyResult<&Pursuit> {
    state.kept.state::<Pursuit>().ok_or_else(|| value_error("This is not a state of pursuit."))
}
