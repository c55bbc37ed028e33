//! Ends a program and all its descendants, in at most a second.

use crate::supervisor;
use std::process::{Child, ExitStatus};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::time::{Duration, Instant};

/// How long a supervisor may take to end its program before we kill it ourselves.
const ENDING: Duration = Duration::from_millis(900);

/// Process ids of the running programs.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// True once all programs are being ended; no new one is started.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Starts a program and records its id.
pub(crate) fn start(command: &str) -> std::io::Result<Child> {
    let mut running = running();
    if STOPPED.load(Ordering::Relaxed) {
        return Err(std::io::Error::other("everything is being ended"));
    }
    let child = supervisor::start(command)?;
    running.push(child.id());
    Ok(child)
}

/// Ends a program with all its descendants, and collects its exit status.
pub(crate) fn end(child: &mut Child) -> Option<ExitStatus> {
    // Forget it first: once it has been waited for, its id may be reused.
    running().retain(|id| *id != child.id());
    // Even if it has ended by itself: others of its group may not have.
    stop(child.id());
    #[cfg(not(unix))]
    let _ = child.kill();
    let until = Instant::now() + ENDING;
    while Instant::now() < until {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    force(child.id());
    let _ = child.kill();
    std::thread::sleep(Duration::from_millis(20));
    child.try_wait().ok().flatten()
}

/// Ends all running programs, before this process exits. None is started afterwards.
pub fn stop_all_programs() {
    let stopped: Vec<u32> = {
        let mut running = running();
        STOPPED.store(true, Ordering::Relaxed);
        running.drain(..).collect()
    };
    for &id in &stopped {
        stop(id);
    }
    let until = Instant::now() + ENDING;
    while stopped.iter().any(|&id| is_running(id)) {
        if Instant::now() > until {
            stopped.iter().filter(|&&id| is_running(id)).for_each(|&id| force(id));
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn pid(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw)
}

/// Tells a supervisor to end its program, or kills the process group of a program without one.
#[cfg(unix)]
fn stop(id: u32) {
    use rustix::process::{Signal, kill_process, kill_process_group};
    let Some(pid) = pid(id) else { return };
    #[cfg(target_os = "linux")]
    if supervisor::is_kept() {
        let _ = kill_process(pid, Signal::TERM);
        return;
    }
    let _ = kill_process_group(pid, Signal::KILL).or_else(|_| kill_process(pid, Signal::KILL));
}

#[cfg(not(unix))]
fn stop(_id: u32) {}

/// Kills a process that did not end when told to, and its descendants.
#[cfg(target_os = "linux")]
fn force(id: u32) {
    use rustix::process::{Signal, kill_process};
    let Some(pid) = pid(id) else { return };
    supervisor::kill_below(pid, Duration::from_millis(50));
    let _ = kill_process(pid, Signal::KILL);
}

#[cfg(not(target_os = "linux"))]
fn force(id: u32) {
    stop(id);
}

/// True while a child of ours runs; a zombie does not count.
#[cfg(unix)]
fn is_running(id: u32) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    pid(id).is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
fn is_running(_id: u32) -> bool {
    false
}

/// Gives a program that has closed its output a moment to end by itself, without reaping it.
pub(crate) fn let_it_end(child: &Child) {
    for _ in 0..20 {
        if !is_running(child.id()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
