//! A batch of games as a Python object, with observations in memory that numpy arrays view.

use crate::state::State;
use crate::tools::{brief, entry_of, findings_error, value_error};
use numpy::ndarray::{Array1, Array2, Array3, Axis};
use numpy::{PyArray1, PyArray2, PyArray3, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use session::batch::{Autoreset, Batch, Frame, Observation, Plan, Reward};
use std::fmt::Display;

/// Minimum number of games for which a step releases the GIL; for fewer, that costs more than it gains.
const DETACHED_FROM: usize = 16;

/// The observations of all games. Never moved or resized while the batch lives, because numpy arrays view it.
struct Memory {
    glyphs: Array3<u8>,
    inks: Option<Array3<u8>>,
    status: Array2<i32>,
    mask: Array2<i8>,
    rewards: Array1<f64>,
    terminated: Array1<bool>,
    truncated: Array1<bool>,
    refused: Array1<bool>,
}

impl Memory {
    fn of(batch: &dyn Batch, inks: bool) -> Self {
        let (shape, games) = (batch.shape(), batch.games());
        let board = (games, shape.rows.into(), shape.cols.into());
        Self {
            glyphs: Array3::zeros(board),
            inks: inks.then(|| Array3::zeros(board)),
            status: Array2::zeros((games, shape.gauges.len())),
            mask: Array2::zeros((games, shape.words.len())),
            rewards: Array1::zeros(games),
            terminated: Array1::from_elem(games, false),
            truncated: Array1::from_elem(games, false),
            refused: Array1::from_elem(games, false),
        }
    }

    fn frame(&mut self) -> Frame<'_> {
        const STANDARD: &str = "the memory has the standard layout";
        Frame {
            glyphs: self.glyphs.as_slice_mut().expect(STANDARD),
            inks: self.inks.as_mut().map(|inks| inks.as_slice_mut().expect(STANDARD)),
            status: self.status.as_slice_mut().expect(STANDARD),
            mask: self.mask.as_slice_mut().expect(STANDARD),
            rewards: self.rewards.as_slice_mut().expect(STANDARD),
            terminated: self.terminated.as_slice_mut().expect(STANDARD),
            truncated: self.truncated.as_slice_mut().expect(STANDARD),
            refused: self.refused.as_slice_mut().expect(STANDARD),
        }
    }
}

/// Several games of one kind, played together.
#[pyclass(module = "undercroft._core")]
pub(crate) struct Games {
    batch: Box<dyn Batch>,
    memory: Memory,
    /// The dictionary returned by steps of a single game when nothing is copied.
    views: Option<Py<PyDict>>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (game, games, options, level, window, inks, exact, outcome, autoreset, steps_max, threads))]
    #[allow(clippy::too_many_arguments)] // Its callers are the package's environments, by name.
    fn new(
        game: &str,
        games: usize,
        options: Vec<(String, String)>,
        level: Option<(String, String)>,
        window: Option<u16>,
        inks: bool,
        exact: bool,
        outcome: bool,
        autoreset: &str,
        steps_max: Option<u32>,
        threads: usize,
    ) -> PyResult<Self> {
        let entry = entry_of(game)?;
        let plan = Plan {
            games,
            window,
            exact,
            reward: if outcome { Reward::Outcome } else { Reward::Score },
            autoreset: match autoreset {
                "next_step" => Autoreset::NextStep,
                "same_step" => Autoreset::SameStep,
                "disabled" => Autoreset::Disabled,
                other => return Err(value_error(format!("There is no autoreset mode '{other}'."))),
            },
            steps_max,
            threads: threads.max(1),
            ..Plan::of(brief(entry, &options, level)?)
        };
        let batch = (entry.batch)(&plan).map_err(|findings| findings_error(&findings))?;
        let memory = Memory::of(&*batch, inks);
        Ok(Self { batch, memory, views: None })
    }

    /// Rows and columns of the glyphs.
    #[getter]
    fn shape(&self) -> (u16, u16) {
        (self.batch.shape().rows, self.batch.shape().cols)
    }

    /// The spelling of each action in a run.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.batch.shape().words.clone()
    }

    /// Name, minimum and maximum of each number of the status.
    #[getter]
    fn gauges(&self) -> Vec<(&'static str, i32, i32)> {
        self.batch.shape().gauges.iter().map(|gauge| (gauge.name, gauge.low, gauge.high)).collect()
    }

    /// The memory as arrays, which always stay the same: glyphs, inks, status, mask, rewards, terminated,
    /// truncated, refused. The caller makes them read-only.
    fn arrays<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, owner) = (slf.py(), || slf.clone().into_any());
        let games = slf.borrow();
        let memory = &games.memory;
        // SAFETY: the arrays are on the heap and never moved or resized while this object lives, and the
        // numpy arrays keep it alive. Python code only reads them; it must not do so on another thread during
        // a step.
        #[allow(unsafe_code)]
        let arrays = unsafe {
            (
                PyArray3::borrow_from_array(&memory.glyphs, owner()),
                memory.inks.as_ref().map(|inks| PyArray3::borrow_from_array(inks, owner())),
                PyArray2::borrow_from_array(&memory.status, owner()),
                PyArray2::borrow_from_array(&memory.mask, owner()),
                PyArray1::borrow_from_array(&memory.rewards, owner()),
                PyArray1::borrow_from_array(&memory.terminated, owner()),
                PyArray1::borrow_from_array(&memory.truncated, owner()),
                PyArray1::borrow_from_array(&memory.refused, owner()),
            )
        };
        arrays.into_pyobject(py)
    }

    /// Sets the dictionary returned by steps of a single game when nothing is copied.
    fn keep_views(&mut self, views: Py<PyDict>) {
        self.views = Some(views);
    }

    /// Begins a new game.
    #[pyo3(signature = (game, seed))]
    fn reset(&mut self, game: usize, seed: Option<&str>) -> PyResult<()> {
        self.check(game)?;
        self.batch.reset(game, seed, &mut self.memory.frame()).map_err(value_error)
    }

    /// Begins a new game in place of the only one; returns what `Env.reset` returns.
    #[pyo3(signature = (seed))]
    fn reset_one<'py>(&mut self, py: Python<'py>, seed: Option<&str>) -> PyResult<Bound<'py, PyTuple>> {
        self.reset(0, seed)?;
        let observation = self.told(py)?;
        let info = PyDict::new(py);
        info.set_item(intern!(py, "refused"), false)?;
        info.set_item(intern!(py, "verdict"), py.None())?;
        (observation, info).into_pyobject(py)
    }

    /// Plays one action in each game; the results are in the arrays.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|_| value_error("The actions must lie in one piece."))?;
        let (games, most) = (self.batch.games(), self.batch.shape().words.len() as i64);
        if actions.len() != games {
            return Err(value_error(format!("{games} actions are wanted, not {}.", actions.len())));
        }
        if let Some(wrong) = actions.iter().find(|action| !(0..most).contains(*action)) {
            return Err(out_of_range(*wrong, most));
        }
        let Self { batch, memory, .. } = self;
        let mut play = || batch.step(actions, &mut memory.frame());
        let played = if games < DETACHED_FROM { play() } else { py.detach(play) };
        played.map_err(value_error)
    }

    /// Plays one action in the only game; returns what `Env.step` returns.
    fn step_one<'py>(&mut self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, most) = (action.py(), self.batch.shape().words.len() as i64);
        let action = match action.extract::<i64>() {
            Ok(action) if (0..most).contains(&action) => action,
            Ok(wrong) => return Err(out_of_range(wrong, most)),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                return Err(out_of_range(action, most));
            }
            Err(error) => return Err(error),
        };
        self.batch.step(&[action], &mut self.memory.frame()).map_err(value_error)?;
        let observation = self.told(py)?;
        let info = PyDict::new(py);
        info.set_item(intern!(py, "refused"), self.memory.refused[0])?;
        info.set_item(intern!(py, "verdict"), self.batch.verdict(0))?;
        let (reward, terminated) = (self.memory.rewards[0], self.memory.terminated[0]);
        (observation, reward, terminated, self.memory.truncated[0], info).into_pyobject(py)
    }

    /// A copy of the observation of one game.
    fn observation<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyDict>> {
        self.check(game)?;
        let told = PyDict::new(py);
        let memory = &self.memory;
        told.set_item(intern!(py, "glyphs"), memory.glyphs.index_axis(Axis(0), game).to_pyarray(py))?;
        if let Some(inks) = &memory.inks {
            told.set_item(intern!(py, "inks"), inks.index_axis(Axis(0), game).to_pyarray(py))?;
        }
        told.set_item(intern!(py, "status"), memory.status.index_axis(Axis(0), game).to_pyarray(py))?;
        told.set_item(intern!(py, "action_mask"), memory.mask.index_axis(Axis(0), game).to_pyarray(py))?;
        Ok(told)
    }

    /// The last observation and info of a game that was reset in the same step.
    fn take_final<'py>(&mut self, py: Python<'py>, game: usize) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.check(game)?;
        let Some(last) = self.batch.take_final(game) else { return Ok(None) };
        let Observation { glyphs, inks, status, mask, verdict, refused } = *last;
        let (rows, cols) = (self.batch.shape().rows.into(), self.batch.shape().cols.into());
        let board = |bytes: Vec<u8>| {
            Array2::from_shape_vec((rows, cols), bytes).map_err(|error| value_error(error.to_string()))
        };
        let told = PyDict::new(py);
        told.set_item("glyphs", board(glyphs)?.to_pyarray(py))?;
        if let Some(inks) = inks {
            told.set_item("inks", board(inks)?.to_pyarray(py))?;
        }
        told.set_item("status", status.to_pyarray(py))?;
        told.set_item("action_mask", mask.to_pyarray(py))?;
        let info = PyDict::new(py);
        info.set_item("refused", refused)?;
        info.set_item("verdict", verdict)?;
        Ok(Some((told, info).into_pyobject(py)?))
    }

    /// The state of a game, with its history.
    fn snapshot(&self, game: usize) -> PyResult<State> {
        self.check(game)?;
        Ok(State { kept: self.batch.snapshot(game) })
    }

    /// Continues a game from a state.
    fn restore(&mut self, game: usize, state: &State) -> PyResult<()> {
        self.check(game)?;
        self.batch.restore(game, &state.kept, &mut self.memory.frame()).map_err(value_error)
    }

    /// Digest of the state, 16 hexadecimal digits.
    fn digest(&self, game: usize) -> PyResult<String> {
        self.check(game)?;
        Ok(format!("{:016x}", self.batch.digest(game)))
    }

    /// The game so far, as the text of a run.
    fn run_text(&self, game: usize) -> PyResult<String> {
        self.check(game)?;
        Ok(self.batch.run_text(game))
    }

    /// Number of commands played, including those of other seats.
    fn commands(&self, game: usize) -> PyResult<usize> {
        self.check(game)?;
        Ok(self.batch.commands(game))
    }

    /// The sentences of the last action.
    fn said(&self, game: usize) -> PyResult<Vec<String>> {
        self.check(game)?;
        Ok(self.batch.said(game))
    }

    /// The seed of the game.
    fn seed(&self, game: usize) -> PyResult<&str> {
        self.check(game)?;
        Ok(self.batch.seed(game))
    }

    /// How the game ended, as a word, if it has ended.
    fn verdict(&self, game: usize) -> PyResult<Option<&'static str>> {
        self.check(game)?;
        Ok(self.batch.verdict(game))
    }

    /// The verdicts of some games.
    fn verdicts(&self, games: PyReadonlyArray1<'_, i64>) -> PyResult<Vec<Option<&'static str>>> {
        let verdict = |game: &i64| self.verdict(usize::try_from(*game).unwrap_or(usize::MAX));
        games.as_array().iter().map(verdict).collect()
    }

    /// The seat to move.
    fn to_move(&self, game: usize) -> PyResult<u8> {
        self.check(game)?;
        Ok(self.batch.to_move(game))
    }

    /// The action the game's bot would play.
    fn advise(&self, game: usize, dice: u64) -> PyResult<Option<usize>> {
        self.check(game)?;
        Ok(self.batch.advise(game, dice))
    }

    /// The screen as rows of text.
    fn rows(&self, game: usize) -> PyResult<Vec<String>> {
        self.check(game)?;
        Ok(self.batch.rows(game))
    }
}

impl Games {
    /// The observation of the only game: a copy, or the views.
    fn told<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.views {
            Some(views) => Ok(views.bind(py).clone()),
            None => self.observation(py, 0),
        }
    }

    fn check(&self, game: usize) -> PyResult<()> {
        let games = self.batch.games();
        if game < games {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("There is no game {game}; there are {games}.")))
    }
}

fn out_of_range(action: impl Display, most: i64) -> PyErr {
    value_error(format!("There is no action {action}; actions go from 0 to {}.", most - 1))
}
