//! The exact solver: the winner, and the number of turns, for every position of a field.

mod lattice;
mod layer;
mod query;
mod store;

pub use query::Value;

use game_pursuit::Field;
use lattice::Lattice;
use layer::{Layer, Stop, Task};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

/// Below this number of words a field is solved by one thread, as starting more would cost more than it
/// saves.
const WORDS_WORTH_THREADS: usize = 30_000;

/// Maximum number of potions; beyond it no memory limit would suffice.
const POTIONS_MAX: u32 = 24;

/// Resource limits of a solve.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Memory in bytes; a field that needs more is rejected.
    pub bytes: u64,
    /// Number of threads; 0 for one per core.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 30, threads: 0 }
    }
}

impl Limits {
    fn workers(&self) -> usize {
        match self.threads {
            _ if cfg!(target_family = "wasm") => 1,
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// Progress of a solve, in positions.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions whose value is known.
    pub done: u64,
    /// All positions.
    pub total: u64,
}

/// Called with the progress; returning false stops the solve.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// A field that was not solved, and what it would need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// Number of positions of the field.
    pub positions: u64,
    /// Memory it would need, in bytes.
    pub bytes: u64,
    /// True when the solve was stopped rather than rejected.
    pub stopped: bool,
}

/// The value of every position of a field.
pub struct Solution {
    field: Arc<Field>,
    /// By set of remaining potions and number of others the monster drank; see [`Shape::index`].
    layers: Vec<Option<Layer>>,
    shape: Shape,
    bytes: u64,
}

/// The layers of a field: one for every set of remaining potions and every number of the others that the
/// monster drank.
#[derive(Clone, Copy)]
struct Shape {
    cells: u64,
    potions: u32,
}

impl Shape {
    fn new(field: &Field) -> Self {
        Self { cells: u64::from(field.count()), potions: field.potions().len() as u32 }
    }

    const fn index(self, left: u32, share: u32) -> usize {
        left as usize * (self.potions as usize + 1) + share as usize
    }

    /// The sum over all layers of a weight that depends on the potions drunk. Saturating, since a field may
    /// have a hundred potions.
    fn sum(self, weight: impl Fn(u64) -> u64) -> u64 {
        let mut sets = 1u128;
        let mut total = 0u128;
        for drunk in 0..=u64::from(self.potions) {
            let layers = sets.saturating_mul(u128::from(drunk) + 1);
            total = total.saturating_add(layers.saturating_mul(u128::from(weight(drunk))));
            sets =
                sets.saturating_mul(u128::from(self.potions) - u128::from(drunk)) / (u128::from(drunk) + 1);
        }
        u64::try_from(total).unwrap_or(u64::MAX)
    }

    /// Number of positions with hero and monster on different cells: a layer with `drunk` potions gone has
    /// `drunk + 2` tables.
    fn positions(self) -> u64 {
        self.sum(|drunk| (self.cells * self.cells.saturating_sub(1)).saturating_mul(drunk + 2))
    }

    /// Memory of all tables, plus the bits while the `workers` largest layers are being solved.
    fn bytes(self, words: u64, workers: u64) -> u64 {
        let tables = self.sum(|drunk| (self.cells * self.cells).saturating_mul(drunk + 2));
        let bits = self.cells * words * 8 * (u64::from(self.potions) + 4);
        tables.saturating_add(bits.saturating_mul(workers))
    }
}

/// Number of positions of a field.
pub(crate) fn positions_of(field: &Field) -> u64 {
    Shape::new(field).positions()
}

/// The state of a solve: its input and the layers found so far.
struct Board {
    field: Arc<Field>,
    lattice: Lattice,
    shape: Shape,
    layers: Vec<Option<Layer>>,
    workers: usize,
    may_widen: bool,
    positions: u64,
    bytes: u64,
}

impl Board {
    fn new(field: &Arc<Field>, limits: &Limits) -> Result<Self, Unsolved> {
        let shape = Shape::new(field);
        let lattice = Lattice::new(field);
        let workers = limits.workers();
        let positions = shape.positions();
        let bytes = shape.bytes(lattice.words as u64, if shape.potions == 0 { 1 } else { workers as u64 });
        if bytes > limits.bytes || shape.potions > POTIONS_MAX {
            return Err(Unsolved { positions, bytes, stopped: false });
        }
        let layers = (0..shape.index(1 << shape.potions, 0)).map(|_| None).collect();
        let may_widen = bytes.saturating_mul(2) <= limits.bytes;
        Ok(Self { field: Arc::clone(field), lattice, shape, layers, workers, may_widen, positions, bytes })
    }

    /// The layers with this many potions gone. They depend only on layers with one more gone, so they are
    /// independent of each other.
    fn generation(&self, drunk: u32) -> Vec<(u32, u32)> {
        let potions = self.shape.potions;
        let sets = (0..1u32 << potions).filter(|left| left.count_ones() + drunk == potions);
        sets.flat_map(|left| (0..=drunk).map(move |share| (left, share))).collect()
    }

    /// Number of threads per layer while this many layers are being solved.
    fn threads(&self, layers: usize) -> usize {
        let large = self.lattice.count * self.lattice.words >= WORDS_WORTH_THREADS;
        if large { (self.workers / layers.max(1)).max(1) } else { 1 }
    }

    /// Number of positions of a layer.
    const fn all(&self, task: &Task) -> u64 {
        self.shape.cells * self.shape.cells.saturating_sub(1) * task.tables() as u64
    }

    const fn unsolved(&self, stop: &Stop) -> Unsolved {
        let stopped = matches!(stop, Stop::Asked);
        let bytes = if stopped { self.bytes } else { self.bytes.saturating_mul(2) };
        Unsolved { positions: self.positions, bytes, stopped }
    }

    fn solution(self) -> Solution {
        let Self { field, layers, shape, .. } = self;
        let bytes =
            layers.iter().flatten().flat_map(|layer| &layer.stores).map(|store| store.bytes() as u64).sum();
        Solution { field, layers, shape, bytes }
    }

    fn task(&self, left: u32, share: u32, threads: usize) -> Task {
        let potions = self.field.potions();
        let drunk = self.shape.potions - left.count_ones();
        let standing = |&number: &u32| left >> number & 1 == 1;
        let mut task = Task {
            monster_moves: share as usize + 1,
            hero_moves: (drunk - share) as usize + 1,
            potions: (0..self.shape.potions)
                .filter(standing)
                .map(|number| potions[number as usize])
                .collect(),
            feeds: Vec::new(),
            threads,
        };
        let mut feeds = Vec::new();
        for number in (0..self.shape.potions).filter(standing) {
            let (potion, rest) = (potions[number as usize], left & !(1 << number));
            for (by_monster, share) in [(true, share + 1), (false, share)] {
                let layer =
                    self.layers[self.shape.index(rest, share)].as_ref().expect("it was solved before");
                layer::feeds_from(layer, self.lattice.count, &task, potion, by_monster, &mut feeds);
            }
        }
        feeds.sort_unstable();
        task.feeds = feeds;
        task
    }
}

/// Solves a field.
///
/// # Errors
/// [`Unsolved`] if it would need more memory than allowed, or if `progress` stopped it.
pub fn solve(field: &Arc<Field>, limits: &Limits, progress: OnProgress<'_>) -> Result<Solution, Unsolved> {
    let mut solver = Solver { board: Board::new(field, limits)?, done: AtomicU64::new(0), progress };
    for drunk in (0..=solver.board.shape.potions).rev() {
        solver.generation(drunk).map_err(|stop| solver.board.unsolved(&stop))?;
    }
    Ok(solver.board.solution())
}

/// Number of words that one step of [`Solving`] computes: a level of a large field, or many of a small one.
const WORDS_A_STEP: usize = 1_000_000;

/// A solve in bounded steps, one layer after the other. Dropping it cancels it.
pub struct Solving {
    /// `None` after it was solved.
    board: Option<Board>,
    /// The layers still to be solved, the next one last.
    left: Vec<(u32, u32)>,
    now: Option<((u32, u32), layer::Solving)>,
    done: u64,
}

impl Solving {
    /// Starts solving a field.
    ///
    /// # Errors
    /// If it would need more memory than allowed.
    pub fn new(field: &Arc<Field>, limits: &Limits) -> Result<Self, Unsolved> {
        let board = Board::new(field, limits)?;
        let left = (0..=board.shape.potions).flat_map(|drunk| board.generation(drunk)).collect();
        Ok(Self { board: Some(board), left, now: None, done: 0 })
    }

    /// Does a bounded amount of work; returns the solution when all is done.
    pub fn step(&mut self) -> Option<Result<Solution, Unsolved>> {
        let board = self.board.as_mut()?;
        let mut words = 0;
        while words < WORDS_A_STEP {
            let Some((job, mut solving)) = self.now.take().or_else(|| {
                let job = self.left.pop()?;
                let task = board.task(job.0, job.1, board.threads(1));
                Some((job, layer::Solving::new(&board.lattice, task)))
            }) else {
                return self.board.take().map(|board| Ok(board.solution()));
            };
            let tables = solving.task().tables();
            words += board.lattice.count * board.lattice.words * tables;
            match solving.level(&board.lattice, board.may_widen) {
                Ok(Some(_)) => self.now = Some((job, solving)),
                Ok(None) => {
                    self.done += board.all(solving.task());
                    board.layers[board.shape.index(job.0, job.1)] = Some(solving.layer());
                }
                Err(stop) => return Some(Err(board.unsolved(&stop))),
            }
        }
        None
    }

    /// The number of positions known, in whole layers, and the total.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        self.board.as_ref().map(|board| Progress { done: self.done, total: board.positions })
    }
}

struct Solver<'a> {
    board: Board,
    done: AtomicU64,
    progress: OnProgress<'a>,
}

impl Solver<'_> {
    /// Solves all layers with this many potions gone.
    fn generation(&mut self, drunk: u32) -> Result<(), Stop> {
        let jobs = self.board.generation(drunk);
        let workers = self.board.workers.min(jobs.len());
        // A single layer is split into rows; several are assigned whole.
        let threads = self.board.threads(workers);
        let lattice = &self.board.lattice;
        let small = lattice.count * lattice.words * jobs.len() < WORDS_WORTH_THREADS / 8;
        let solved = if workers <= 1 || small || cfg!(target_family = "wasm") {
            self.deal(&jobs, &AtomicUsize::new(0), &AtomicBool::new(false), threads)?
        } else {
            let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
            let this = &*self;
            std::thread::scope(|scope| {
                let (jobs, next, halt) = (&jobs, &next, &halt);
                let hands: Vec<_> =
                    (0..workers).map(|_| scope.spawn(move || this.deal(jobs, next, halt, threads))).collect();
                let mut all = Vec::new();
                for hand in hands {
                    all.extend(hand.join().expect("a worker does not fail")?);
                }
                Ok(all)
            })?
        };
        for (index, layer) in solved {
            self.board.layers[index] = Some(layer);
        }
        Ok(())
    }

    /// Solves layers until none is left.
    fn deal(
        &self,
        jobs: &[(u32, u32)],
        next: &AtomicUsize,
        halt: &AtomicBool,
        threads: usize,
    ) -> Result<Vec<(usize, Layer)>, Stop> {
        let mut solved = Vec::new();
        while let Some(&(left, share)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let task = self.board.task(left, share, threads);
            let all = self.board.all(&task);
            let mut found = 0;
            let mut told = |new: u64| {
                found += new;
                let done = self.done.fetch_add(new, Ordering::Relaxed) + new;
                let total = self.board.positions;
                let go = (self.progress)(Progress { done: done.min(total), total });
                go && !halt.load(Ordering::Relaxed)
            };
            let layer = layer::solve(&self.board.lattice, task, self.board.may_widen, &mut told)
                .inspect_err(|_| halt.store(true, Ordering::Relaxed))?;
            // Positions not found lost are escapes, so they are known too.
            self.done.fetch_add(all.saturating_sub(found), Ordering::Relaxed);
            solved.push((self.board.shape.index(left, share), layer));
        }
        Ok(solved)
    }
}
