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

/// A seed that can be read aloud and typed: syllables drawn from the system's own randomness.
#[must_use]
pub fn fresh_seed() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let mut bits = RandomState::new().hash_one(std::process::id());
    let mut seed = String::new();
    for _ in 0..5 {
        for letters in ["bdfgklmnprstvz", "aeiou"] {
            let count = letters.len() as u64;
            seed.push(char::from(letters.as_bytes()[(bits % count) as usize]));
            bits /= count;
        }
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_can_be_typed() {
        let mut seeds: Vec<String> = (0..50).map(|_| fresh_seed()).collect();
        assert!(seeds.iter().all(|seed| seed.len() == 10 && seed.bytes().all(|b| b.is_ascii_lowercase())));
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), 50);
    }
}
