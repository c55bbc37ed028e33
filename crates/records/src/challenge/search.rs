//! The search for seeds: tries seeds 0, 1, 2, … on all cores and reports matches in order, whatever the
//! number of cores.

use super::condition::{Condition, Known};
use kernel::Options;
use session::{Answers, Entry};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum number of seeds a thread tries between two merges: large enough that threads seldom wait for each
/// other, small enough to stop soon.
const PIECE: u64 = 1024;

/// Parameters of a search.
pub struct Search {
    /// The game.
    pub entry: &'static Entry,
    /// Its options.
    pub options: Options,
    /// The condition seeds must satisfy.
    pub condition: Condition,
    /// Text before the number in every seed.
    pub prefix: String,
    /// The number of the first seed to try.
    pub from: u64,
    /// The number after the last seed to try.
    pub until: u64,
    /// Stop after this many matches.
    pub count: u64,
    /// Number of threads; at least one is used.
    pub threads: usize,
}

/// A seed that satisfies the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number.
    pub number: u64,
    /// The seed.
    pub seed: String,
    /// The values of the fields in the condition, in its order.
    pub values: Vec<i64>,
}

/// How far a search got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of the first seed not tried: where to continue.
    pub next: u64,
    /// Number of matches.
    pub found: u64,
    /// Whether it ended by itself.
    pub finished: bool,
}

impl Search {
    /// Searches until enough matches are found, the numbers run out or `stop` is set. `on_found` gets every
    /// match in order and stops the search by returning false; `on_progress` gets the number below which
    /// everything was tried.
    ///
    /// # Errors
    /// A sentence, when the options are refused.
    pub fn run(
        &self,
        stop: &AtomicBool,
        on_found: &mut dyn FnMut(&Found) -> bool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Searched, String> {
        let mut workers = Vec::new();
        for _ in 0..self.threads.max(1) {
            let known = self.condition.known(self.entry.surveys.fields.len());
            workers.push((answers(self.entry, &self.options)?, known));
        }
        let (mut next, mut found, mut piece) = (self.from, 0, 1);
        while next < self.until && !stop.load(Ordering::Relaxed) {
            // Each round gives one piece to each thread. The first rounds are short, so that common seeds are
            // found at once.
            let mut from = next;
            let pieces: Vec<Vec<Found>> = std::thread::scope(|scope| {
                let spawn = |(answers, known): &mut (Answers, Known), range: Range<u64>| {
                    range.filter_map(|number| self.try_one(number, answers, known)).collect()
                };
                let threads: Vec<_> = workers
                    .iter_mut()
                    .map(|worker| {
                        let range = from..from.saturating_add(piece).min(self.until);
                        from = range.end;
                        scope.spawn(move || spawn(worker, range))
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("a survey does not panic")).collect()
            });
            for seed in pieces.iter().flatten() {
                found += 1;
                if !on_found(seed) || found >= self.count {
                    on_progress(seed.number + 1);
                    return Ok(Searched { next: seed.number + 1, found, finished: found >= self.count });
                }
            }
            next = from;
            on_progress(next);
            piece = (piece * 2).min(PIECE);
        }
        Ok(Searched { next, found, finished: next >= self.until })
    }

    fn try_one(&self, number: u64, answers: &Answers, known: &mut Known) -> Option<Found> {
        let seed = format!("{}{number}", self.prefix);
        self.condition.holds(&seed, answers, known).then(|| {
            let values = self.condition.values(&seed, answers, known);
            Found { number, seed, values }
        })
    }
}

/// Opens the survey of a game with these options.
pub(crate) fn answers(entry: &Entry, options: &Options) -> Result<Answers, String> {
    (entry.surveys.open)(options).map_err(|findings| {
        findings.first().map_or("The options are not valid.".to_owned(), |finding| finding.what.clone())
    })
}

/// Every field of one floor of one seed.
///
/// # Errors
/// A sentence, when the options are refused.
pub fn all_fields(entry: &Entry, options: &Options, seed: &str, floor: u32) -> Result<Vec<i64>, String> {
    let mut values = vec![0; entry.surveys.fields.len()];
    answers(entry, options)?(seed, floor, kernel::Asked::ALL, &mut values);
    Ok(values)
}
