//! What this process gives the application of the machine: its environment, clock, seeds, and threads for work beside it.

use app::{Depth, Environment, GlyphSet, Policy, Task, Theme};
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
        theme: Theme::Dark,
        still: false,
        clock: keeper::now_seconds,
        fresh_seed: keeper::fresh_seed,
        user_folder: std::env::var_os("HOME").map(Into::into),
        policy: Policy::OWNER,
        later,
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
