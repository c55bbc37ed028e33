//! What this process gives the application of the machine: its environment, clock, seeds, and threads for work beside it.

use app::{Environment, Task};
use console::{Depth, GlyphSet};
use kernel::Policy;
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

/// Work under way beside the application.
static TASKS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// The machine as its owner has it.
pub(crate) fn environment() -> Environment {
    let variable = |name: &str| std::env::var(name).ok();
    Environment {
        depth: Depth::detect(variable),
        glyphs: GlyphSet::detect(variable),
        clock: keeper::now_seconds,
        fresh_seed,
        user_folder: std::env::var_os("HOME").map(Into::into),
        policy: Policy::OWNER,
        later,
        beside: |task| drop(spawn(task)),
    }
}

/// Does work in a thread of its own. Without a thread it is left undone.
fn spawn(task: Task) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("task".to_owned()).spawn(task)
}

/// Does work that [`finish`] waits for.
fn later(task: Task) {
    if let (Ok(thread), Ok(mut tasks)) = (spawn(task), TASKS.lock()) {
        tasks.retain(|task| !task.is_finished());
        tasks.push(thread);
    }
}

/// Waits until all work beside the application is done.
pub(crate) fn finish() {
    for task in TASKS.lock().map(|mut tasks| std::mem::take(&mut *tasks)).unwrap_or_default() {
        let _ = task.join();
    }
}

/// A seed of 130 bits from the system's own randomness, in letters and digits that are not taken for each other.
#[must_use]
pub fn fresh_seed() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    // Each state has 128 bits from the system; the words of one state tell nothing about each other.
    let state = RandomState::new();
    let words = [0, 1, 2].map(|word: u8| state.hash_one((std::process::id(), word)));
    let letter = |index: usize| LETTERS[(words[index / 12] >> (index % 12 * 5) & 31) as usize];
    (0..SEED_LETTERS).map(|index| char::from(letter(index))).collect()
}

/// Letters of a fresh seed, five bits each.
const SEED_LETTERS: usize = 26;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_can_be_typed() {
        let mut seeds: Vec<String> = (0..50).map(|_| fresh_seed()).collect();
        assert!(
            seeds
                .iter()
                .all(|seed| seed.len() == SEED_LETTERS && seed.bytes().all(|b| b.is_ascii_alphanumeric()))
        );
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), 50);
    }
}
