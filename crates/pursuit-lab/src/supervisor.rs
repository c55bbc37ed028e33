//! Starts the processes of programs.
//!
//! On Linux a *supervisor* runs between this process and the program: another instance of this executable. It
//! gets a signal when this process ends for any reason, and every descendant of the program stays below it,
//! whatever session or environment they create. Before the supervisor ends it kills them all. On other systems
//! the program is our own child and leads a process group.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Exit status of a supervisor whose program could not be started; the reason is the last line of its error
/// output.
pub(crate) const NOT_STARTED: i32 = 125;

/// Starts a program: a file if there is one with this name, else a shell command.
pub(crate) fn start(command: &str) -> io::Result<Child> {
    let mut starter = match supervisor_of(command) {
        Some(supervisor) => supervisor,
        None => shell(command),
    };
    spawn(starter.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Spawns a process, retrying because a file that was just written may be busy for a moment.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut tries = 0;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tries < 20 => {
                tries += 1;
                std::thread::sleep(Duration::from_millis(10));
            }
            started => return started,
        }
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = match std::path::Path::new(command).canonicalize() {
        Ok(file) if file.is_file() => Command::new(file),
        _ => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(command);
            shell
        }
    };
    shell.process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

#[cfg(target_os = "linux")]
use linux::supervisor_of;
#[cfg(target_os = "linux")]
pub(crate) use linux::{is_kept, kill_below};

#[cfg(target_os = "linux")]
pub use linux::keep_programs;

/// Enables supervisors, where the system supports them. Must be called first in `main`.
#[cfg(not(target_os = "linux"))]
pub fn keep_programs() {}

#[cfg(not(target_os = "linux"))]
fn supervisor_of(_command: &str) -> Option<Command> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{NOT_STARTED, shell, spawn};
    use rustix::process::{
        Pid, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, set_child_subreaper,
        set_parent_process_death_signal, wait,
    };
    use signal_hook::consts::{SIGCHLD, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::collections::BTreeMap;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, exit};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    /// The first command-line argument of a supervisor.
    const KEEP: &str = "--keep-program";

    /// How long a supervisor tries to kill its descendants.
    const KILLING: Duration = Duration::from_millis(700);

    /// True when this executable can be started as a supervisor.
    static KEEPS: AtomicBool = AtomicBool::new(false);

    /// Enables supervisors. Must be called first in `main`: in a process that was started as a supervisor it runs the
    /// program and does not return.
    pub fn keep_programs() {
        let mut args = std::env::args().skip(1);
        if args.next().as_deref() == Some(KEEP) {
            let parent = args.next().and_then(|id| id.parse().ok()).and_then(Pid::from_raw);
            keep(parent, &args.next().unwrap_or_default());
        }
        KEEPS.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_kept() -> bool {
        KEEPS.load(Ordering::Relaxed)
    }

    pub(super) fn supervisor_of(command: &str) -> Option<Command> {
        is_kept().then(|| {
            // This path refers to this executable even if its file has been replaced.
            let mut supervisor = Command::new("/proc/self/exe");
            supervisor.arg(KEEP).arg(std::process::id().to_string()).arg(command).process_group(0);
            supervisor
        })
    }

    /// The main loop of a supervisor.
    fn keep(parent: Option<Pid>, command: &str) -> ! {
        let ready = set_parent_process_death_signal(Some(Signal::TERM))
            .and_then(|()| set_child_subreaper(Some(getpid())));
        let signals = Signals::new([SIGTERM, SIGCHLD]);
        // The parent may have ended before the death signal was set.
        let (Ok(()), Ok(mut signals), true) = (ready, signals, getppid() == parent) else {
            exit(NOT_STARTED)
        };
        let program = match spawn(&mut shell(command)) {
            Ok(program) => Pid::from_child(&program),
            Err(error) => {
                eprintln!("cannot be started: {error}");
                exit(NOT_STARTED)
            }
        };
        close_pipes();
        for signal in signals.forever() {
            if signal == SIGTERM {
                kill_below(getpid(), KILLING);
                end_like(None);
            }
            let mut ended = None;
            while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
                if pid == program {
                    ended = Some(status);
                }
            }
            if ended.is_some() {
                kill_below(getpid(), KILLING);
                end_like(ended);
            }
        }
        exit(NOT_STARTED)
    }

    /// Closes the supervisor's copies of the pipes, so that the other end notices when the program closes them.
    fn close_pipes() {
        use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
        if let Ok(null) = std::fs::File::options().read(true).write(true).open("/dev/null") {
            let _ = dup2_stdin(&null).and_then(|()| dup2_stdout(&null)).and_then(|()| dup2_stderr(&null));
        }
    }

    /// Ends this process with the status of its program; one that was told to stop ends by `KILL`.
    fn end_like(status: Option<WaitStatus>) -> ! {
        if let Some(code) = status.and_then(WaitStatus::exit_status) {
            exit(code);
        }
        let number = status.and_then(WaitStatus::terminating_signal).unwrap_or(9);
        if number != 9 {
            let _ = signal_hook::low_level::emulate_default_handler(number);
        }
        let _ = kill_process(getpid(), Signal::KILL);
        exit(128 + number)
    }

    /// Kills every descendant of a process, within a time limit. Processes that are just being started are
    /// found in the next round.
    pub(crate) fn kill_below(root: Pid, at_most: Duration) {
        let until = Instant::now() + at_most;
        loop {
            // A supervisor reaps ended descendants; in other processes that is up to whoever started them.
            if root == getpid() {
                while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            }
            let found = below(root);
            if found.is_empty() || Instant::now() > until {
                return;
            }
            for pid in found {
                let _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// All living descendants of a process.
    fn below(root: Pid) -> Vec<Pid> {
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            let Ok(stat) = std::fs::read(entry.path().join("stat")) else { continue };
            if let Some(parent) = living_child_of(&String::from_utf8_lossy(&stat)) {
                children.entry(parent).or_default().push(id);
            }
        }
        let mut found = Vec::new();
        let mut next = vec![root.as_raw_nonzero().get()];
        while let Some(parent) = next.pop() {
            let ids = children.remove(&parent).unwrap_or_default();
            found.extend(ids.iter().filter_map(|&id| Pid::from_raw(id)));
            next.extend(ids);
        }
        found
    }

    /// The parent in a line of `/proc/PID/stat`; `None` for a zombie. The name in parentheses may contain
    /// anything.
    fn living_child_of(stat: &str) -> Option<i32> {
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        let state = words.next()?;
        words.next()?.parse().ok().filter(|_| !matches!(state, "Z" | "X"))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_parent_is_read_whatever_the_name() {
            assert_eq!(living_child_of("12 (a) b (c) S 7 12 12 0"), Some(7));
            assert_eq!(living_child_of("12 (sh) Z 7 12"), None);
            assert_eq!(living_child_of(""), None);
        }

        #[test]
        fn every_descendant_is_found_and_killed() {
            let mut child = std::process::Command::new("sh")
                .args(["-c", "env -i setsid sh -c 'sleep 300 & sleep 300' & sleep 300"])
                .spawn()
                .unwrap();
            let root = Pid::from_child(&child);
            let begin = Instant::now();
            while below(root).len() < 3 {
                assert!(begin.elapsed() < Duration::from_secs(10));
                std::thread::sleep(Duration::from_millis(5));
            }
            kill_below(root, Duration::from_secs(5));
            assert!(below(root).is_empty());
            let _ = child.kill();
            child.wait().unwrap();
        }
    }
}
