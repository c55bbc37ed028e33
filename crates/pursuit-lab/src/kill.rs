//! Ends a program and everything it has started.
//!
//! A program leads a process group of its own, so that one signal reaches its children too. A child that left the
//! group is found, where the system lets us look, by a mark in its environment that only descendants inherit.

use std::process::Child;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

/// The variable that marks a program and its descendants.
pub(crate) const MARK: &str = "UNDERCROFT_STRATEGY";

/// Programs now running: their process ids and marks.
static RUNNING: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());

/// A mark nobody else has.
pub(crate) fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let moment =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |age| age.as_nanos());
    format!("{}-{}-{moment}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Remembers a running program.
pub(crate) fn watch(child: &Child, mark: &str) {
    running().push((child.id(), mark.to_string()));
}

/// Ends a program, its group and its marked descendants, and takes its exit status.
pub(crate) fn end(child: &mut Child, mark: &str) -> Option<std::process::ExitStatus> {
    // The leader is signalled before it is waited for: until then nobody else can get its number.
    kill_group(child.id());
    let _ = child.kill();
    let status = child.wait().ok();
    running().retain(|(_, other)| other != mark);
    kill_marked(mark);
    status
}

/// Ends every program still running, for a front-end that is told to stop at once.
pub fn stop_all_programs() {
    for (id, mark) in running().drain(..) {
        kill_group(id);
        kill_marked(&mark);
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<(u32, String)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

/// Looks through the process table as long as it finds one more; a few rounds catch what was just being started.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let wanted = format!("{MARK}={mark}");
    for _ in 0..5 {
        let Ok(entries) = std::fs::read_dir("/proc") else { return };
        let mut found = false;
        for entry in entries.flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
                continue;
            };
            let Ok(environment) = std::fs::read(entry.path().join("environ")) else { continue };
            if environment.split(|&byte| byte == 0).any(|pair| pair == wanted.as_bytes())
                && let Some(pid) = Pid::from_raw(id)
            {
                found |= kill_process(pid, Signal::KILL).is_ok();
            }
        }
        if !found {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_mark: &str) {}

/// Waits a moment for a program that has closed its output to end by itself, without taking its status.
#[cfg(unix)]
pub(crate) fn let_it_end(child: &Child) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
    for _ in 0..20 {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        if !matches!(waitid(WaitId::Pid(pid), options), Ok(None)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[cfg(not(unix))]
pub(crate) fn let_it_end(_child: &Child) {}
