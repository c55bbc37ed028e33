//! The search itself: seeds 0, 1, 2, … are asked on all cores, and found ones come in order, however many cores there are.

use crate::condition::Condition;
use crate::program::Notes;
use catalog::{Answers, Entry};
use kernel::Options;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// A worker takes about as many seeds at once as it asks in this time: long enough to seldom wait for others, short enough to
/// stop soon.
const PIECE: Duration = Duration::from_millis(20);
/// Never more at once.
const PIECE_MOST: u64 = 8192;

/// What to search for.
pub struct Search {
    /// The game.
    pub entry: &'static Entry,
    /// Its house rules.
    pub options: Options,
    /// What the seeds should be like.
    pub condition: Condition,
    /// What stands before the number in every seed.
    pub prefix: String,
    /// The number of the first seed to ask.
    pub from: u64,
    /// The number of the first seed not to ask.
    pub until: u64,
    /// So many are enough.
    pub count: u64,
    /// Threads; at least one is used.
    pub threads: usize,
}

/// A seed that is as wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number.
    pub number: u64,
    /// The seed.
    pub seed: String,
    /// What the condition asked for, in its order.
    pub values: Vec<i64>,
}

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of the first seed that was not asked: where to continue.
    pub next: u64,
    /// How many were found.
    pub found: u64,
    /// True when it ended by itself.
    pub finished: bool,
}

/// A piece of the numbers, what was found there, and how far it was searched.
struct Piece {
    from: u64,
    to: u64,
    found: Vec<Found>,
}

impl Search {
    /// Searches until enough is found, the numbers are used up or somebody asks to stop. `on_found` hears of every seed in
    /// order and may stop the search by answering false; `on_progress` hears the number everything before which was asked.
    ///
    /// # Errors
    /// A sentence, when the house rules are refused.
    pub fn run(
        &self,
        stop: &AtomicBool,
        on_found: &mut dyn FnMut(&Found) -> bool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Searched, String> {
        let mut askers = Vec::new();
        for _ in 0..self.threads.max(1) {
            askers.push(answers(self.entry, &self.options)?);
        }
        let over = AtomicBool::new(false);
        let ends = || over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        let next = Mutex::new(self.from);
        let (sender, receiver) = mpsc::channel::<Piece>();
        Ok(std::thread::scope(|scope| {
            for asker in askers {
                let (sender, next, ends) = (sender.clone(), &next, &ends);
                scope.spawn(move || self.work(&asker, next, ends, &sender));
            }
            drop(sender);
            let searched = self.collect(&receiver, on_found, on_progress);
            over.store(true, Ordering::Relaxed);
            searched
        }))
    }

    /// Puts the pieces in order and tells them.
    fn collect(
        &self,
        pieces: &mpsc::Receiver<Piece>,
        on_found: &mut dyn FnMut(&Found) -> bool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Searched {
        let mut waiting = BTreeMap::new();
        let (mut next, mut count) = (self.from, 0);
        for piece in pieces {
            waiting.insert(piece.from, piece);
            while let Some(piece) = waiting.remove(&next) {
                for found in &piece.found {
                    count += 1;
                    next = found.number + 1;
                    if !on_found(found) || count >= self.count {
                        on_progress(next);
                        return Searched { next, found: count, finished: count >= self.count };
                    }
                }
                next = piece.to;
                on_progress(next);
            }
        }
        Searched { next, found: count, finished: next >= self.until }
    }

    fn work(
        &self,
        answers: &Answers,
        next: &Mutex<u64>,
        ends: &impl Fn() -> bool,
        sender: &mpsc::Sender<Piece>,
    ) {
        let program = &self.condition.program;
        let mut notes = Notes::new(program, self.entry.surveys.fields.len());
        let mut seed = String::new();
        let mut size = 4;
        loop {
            let (from, to) = {
                let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                let from = *next;
                *next = from.saturating_add(size).min(self.until);
                (from, *next)
            };
            if from >= to || ends() {
                return;
            }
            let began = Instant::now();
            let mut piece = Piece { from, to: from, found: Vec::new() };
            while piece.to < to && !ends() {
                self.name(piece.to, &mut seed);
                if program.holds(&seed, answers, &mut notes) {
                    let values = program.values(&seed, answers, &mut notes);
                    piece.found.push(Found { number: piece.to, seed: seed.clone(), values });
                }
                piece.to += 1;
            }
            let share = PIECE.as_secs_f64() / began.elapsed().as_secs_f64().max(1e-9);
            size = ((to - from) as f64 * share).clamp(1.0, PIECE_MOST as f64) as u64;
            if sender.send(piece).is_err() {
                return;
            }
        }
    }

    fn name(&self, number: u64, seed: &mut String) {
        seed.clear();
        seed.push_str(&self.prefix);
        let _ = write!(seed, "{number}");
    }
}

/// Somebody who answers about a game under house rules.
pub(crate) fn answers(entry: &Entry, options: &Options) -> Result<Answers, String> {
    (entry.surveys.open)(options).map_err(|findings| {
        findings.first().map_or("The options are refused.".to_owned(), |finding| finding.what.clone())
    })
}

/// Every field of one floor of one seed.
///
/// # Errors
/// A sentence, when the house rules are refused.
pub fn all_fields(entry: &Entry, options: &Options, seed: &str, floor: u32) -> Result<Vec<i64>, String> {
    let mut values = vec![0; entry.surveys.fields.len()];
    answers(entry, options)?(seed, floor, kernel::Asked::ALL, &mut values);
    Ok(values)
}
