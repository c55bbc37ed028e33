//! Ends a program and everything it has started, and never takes longer than a second about it.

use crate::keeper;
use std::process::{Child, ExitStatus};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::time::{Duration, Instant};

/// How long a keeper has to end its program, before we do it ourselves.
const ENDING: Duration = Duration::from_millis(900);

/// Processes of programs now running.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// True when everything is being ended: nothing new is started.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Starts a program and remembers it.
pub(crate) fn start(command: &str) -> std::io::Result<Child> {
    let mut running = running();
    if STOPPED.load(Ordering::Relaxed) {
        return Err(std::io::Error::other("everything is being ended"));
    }
    let child = keeper::start(command)?;
    running.push(child.id());
    Ok(child)
}

/// Ends a program with everything it has started, and takes its exit status.
pub(crate) fn end(child: &mut Child) -> Option<ExitStatus> {
    // Forgotten first: once it has been waited for, its number may belong to somebody else.
    running().retain(|id| *id != child.id());
    // Also where it has ended by itself: others of its group may not have.
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

/// Ends every program still running, for a process that has to stop. No other is started afterwards.
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

/// Tells a keeper to end its program, or ends the group of a program that has none.
#[cfg(unix)]
fn stop(id: u32) {
    use rustix::process::{Signal, kill_process, kill_process_group};
    let Some(pid) = pid(id) else { return };
    #[cfg(target_os = "linux")]
    if keeper::is_kept() {
        let _ = kill_process(pid, Signal::TERM);
        return;
    }
    let _ = kill_process_group(pid, Signal::KILL).or_else(|_| kill_process(pid, Signal::KILL));
}

#[cfg(not(unix))]
fn stop(_id: u32) {}

/// Kills a process that did not end when told to, and what is below it.
#[cfg(target_os = "linux")]
fn force(id: u32) {
    use rustix::process::{Signal, kill_process};
    let Some(pid) = pid(id) else { return };
    keeper::kill_below(pid, Duration::from_millis(50));
    let _ = kill_process(pid, Signal::KILL);
}

#[cfg(not(target_os = "linux"))]
fn force(id: u32) {
    stop(id);
}

/// True while a child of ours runs; one that only waits to be counted out does not.
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

/// Waits a moment for a program that has closed its output to end by itself, without taking its status.
pub(crate) fn let_it_end(child: &Child) {
    for _ in 0..20 {
        if !is_running(child.id()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
