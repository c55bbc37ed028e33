//! The exact solver: who wins, in how many turns, from every position of a field.

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

/// Fields with fewer words of bits than this are solved by one thread: starting more would cost more than it saves.
const WORDS_WORTH_THREADS: usize = 30_000;

/// Beyond this many potions no memory would do, whatever the limit says.
const POTIONS_MAX: u32 = 24;

/// How much a solve may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Memory in bytes; a field that needs more is not solved.
    pub bytes: u64,
    /// Threads; 0 for one a core.
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
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// How far a solve has come, in positions.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions whose value is known.
    pub done: u64,
    /// All positions.
    pub total: u64,
}

/// Hears of progress; false stops the solve.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// A field that was not solved, and what it would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// Positions of the field.
    pub positions: u64,
    /// Memory it would need.
    pub bytes: u64,
    /// True when it was stopped, not too large.
    pub stopped: bool,
}

/// The value of every position of a field.
pub struct Solution {
    field: Arc<Field>,
    /// By set of potions left and the monster's share of the others; see [`Shape::index`].
    layers: Vec<Option<Layer>>,
    shape: Shape,
    bytes: u64,
}

/// Which layers a field has: one for every set of potions left and every share the monster drank of the others.
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

    /// The sum over all layers of a weight that depends on the potions drunk, in saturating arithmetic: a field may
    /// hold a hundred potions.
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

    /// Positions with hero and monster on different cells: a layer with `drunk` potions gone has `drunk + 2` tables.
    fn positions(self) -> u64 {
        self.sum(|drunk| (self.cells * self.cells.saturating_sub(1)).saturating_mul(drunk + 2))
    }

    /// Bytes of all tables, and of the bits while the `workers` largest layers are at work.
    fn bytes(self, words: u64, workers: u64) -> u64 {
        let tables = self.sum(|drunk| (self.cells * self.cells).saturating_mul(drunk + 2));
        let bits = self.cells * words * 8 * (u64::from(self.potions) + 4);
        tables.saturating_add(bits.saturating_mul(workers))
    }
}

/// Solves a field.
///
/// # Errors
/// [`Unsolved`] when it would take more memory than allowed, or when `progress` stopped it.
pub fn solve(field: &Arc<Field>, limits: &Limits, progress: OnProgress<'_>) -> Result<Solution, Unsolved> {
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
    let mut solver = Solver {
        field,
        lattice: &lattice,
        shape,
        layers,
        workers,
        may_widen,
        done: AtomicU64::new(0),
        total: positions,
        progress,
    };
    for drunk in (0..=shape.potions).rev() {
        if let Err(stop) = solver.generation(drunk) {
            let stopped = matches!(stop, Stop::Asked);
            let bytes = if stopped { bytes } else { bytes.saturating_mul(2) };
            return Err(Unsolved { positions, bytes, stopped });
        }
    }
    let layers = solver.layers;
    let bytes =
        layers.iter().flatten().flat_map(|layer| &layer.stores).map(|store| store.bytes() as u64).sum();
    Ok(Solution { field: Arc::clone(field), layers, shape, bytes })
}

struct Solver<'a> {
    field: &'a Field,
    lattice: &'a Lattice,
    shape: Shape,
    layers: Vec<Option<Layer>>,
    workers: usize,
    may_widen: bool,
    done: AtomicU64,
    total: u64,
    progress: OnProgress<'a>,
}

impl Solver<'_> {
    /// Solves all layers with so many potions gone. They need only layers with one more gone, so they are
    /// independent of each other.
    fn generation(&mut self, drunk: u32) -> Result<(), Stop> {
        let sets =
            (0..1u32 << self.shape.potions).filter(|left| left.count_ones() + drunk == self.shape.potions);
        let jobs: Vec<(u32, u32)> =
            sets.flat_map(|left| (0..=drunk).map(move |share| (left, share))).collect();
        let workers = self.workers.min(jobs.len());
        let large = self.lattice.count * self.lattice.words >= WORDS_WORTH_THREADS;
        // One layer alone is cut into rows; several are dealt out whole.
        let threads = if large { (self.workers / workers.max(1)).max(1) } else { 1 };
        let small = self.lattice.count * self.lattice.words * jobs.len() < WORDS_WORTH_THREADS / 8;
        let solved = if workers <= 1 || small {
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
            self.layers[index] = Some(layer);
        }
        Ok(())
    }

    /// Solves jobs until none is left.
    fn deal(
        &self,
        jobs: &[(u32, u32)],
        next: &AtomicUsize,
        halt: &AtomicBool,
        threads: usize,
    ) -> Result<Vec<(usize, Layer)>, Stop> {
        let mut solved = Vec::new();
        while let Some(&(left, share)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let task = self.task(left, share, threads);
            let all = self.shape.cells * self.shape.cells.saturating_sub(1) * task.tables() as u64;
            let mut found = 0;
            let mut told = |new: u64| {
                found += new;
                let done = self.done.fetch_add(new, Ordering::Relaxed) + new;
                let go = (self.progress)(Progress { done: done.min(self.total), total: self.total });
                go && !halt.load(Ordering::Relaxed)
            };
            let layer = layer::solve(self.lattice, &task, self.may_widen, &mut told)
                .inspect_err(|_| halt.store(true, Ordering::Relaxed))?;
            // What was not found lost is safe: known all the same.
            self.done.fetch_add(all.saturating_sub(found), Ordering::Relaxed);
            solved.push((self.shape.index(left, share), layer));
        }
        Ok(solved)
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
