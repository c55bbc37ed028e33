//! What the application gets from this machine: environment, clock, seeds, and threads for background tasks.

use app::{Depth, Environment, GlyphSet, Policy, Task, Theme};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

/// Running background tasks.
static TASKS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// What this process offers the application; the player may use everything.
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

/// Runs a task on its own thread; if no thread can be started, it is not run.
fn spawn(task: Task) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("task".to_owned()).spawn(task)
}

/// Runs a task that [`finish`] waits for.
fn later(task: Task) {
    if let (Ok(thread), Ok(mut tasks)) = (spawn(task), TASKS.lock()) {
        tasks.retain(|task| !task.is_finished());
        tasks.push(thread);
    }
}

/// Waits for all background tasks.
pub(crate) fn finish() {
    for task in TASKS.lock().map(|mut tasks| std::mem::take(&mut *tasks)).unwrap_or_default() {
        let _ = task.join();
    }
}
