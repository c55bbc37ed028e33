//! Replays runs frame by frame.

use crate::tools::{POLICY, entry_of, read, value_error};
use kernel::{Scene, Vital};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use session::{Replaying, Seating};
use std::borrow::Cow;

/// The replay of a run. Each frame is a dictionary; a run that differs from what its commands lead to raises
/// an exception.
#[pyclass(unsendable, module = "undercroft._core")]
pub(crate) struct Replay {
    again: Box<dyn Replaying>,
    /// False before the first frame, which shows the start.
    begun: bool,
    scene: Scene,
}

#[pymethods]
impl Replay {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let run = read(text)?;
        let entry = entry_of(&run.header.game)?;
        if !(entry.plays_rules)(&run.header) {
            let rules = run.header.rules;
            return Err(value_error(format!("The run was played by rules {rules} of {}.", entry.id)));
        }
        let seating = Seating { policy: POLICY, seats: Vec::new() };
        let again = (entry.again)(Cow::Owned(run), usize::MAX, None, None, &seating)
            .map_err(|difference| value_error(difference.what))?;
        Ok(Self { again, begun: false, scene: Scene::default() })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.begun && !self.again.play(1, true) {
            return match self.again.difference() {
                Some(difference) => {
                    Err(value_error(format!("differs at turn {}: {}", difference.turn, difference.what)))
                }
                None => Ok(None),
            };
        }
        let (played, _) = self.again.progress();
        let step = self.again.run().steps.get(played.wrapping_sub(1)).filter(|_| self.begun);
        self.begun = true;
        let session = self.again.session();
        let seat = session.to_move();
        session.draw(seat, 0, 0, None, &mut self.scene);
        let frame = PyDict::new(py);
        frame.set_item("n", played)?;
        frame.set_item("seat", step.map(|step| step.seat))?;
        frame.set_item("command", step.map(|step| step.text.as_str()))?;
        let said: Vec<&str> = session.said().iter().map(|sentence| sentence.text.as_str()).collect();
        frame.set_item("said", said)?;
        frame.set_item("scene", self.scene.rows())?;
        let vitals = PyDict::new(py);
        for (name, value) in session.vitals(seat).0 {
            match value {
                Vital::Number(number) => vitals.set_item(name, number)?,
                Vital::Text(text) => vitals.set_item(name, text)?,
            }
        }
        frame.set_item("vitals", vitals)?;
        frame.set_item("verdict", session.outcome().map(|outcome| outcome.verdict.word()))?;
        Ok(Some(frame))
    }
}
