//! One writer per run: a lock of the system, or a lock file where the file system has no locks.
//!
//! A lock file `.NAME.lock` contains the machine and the process that created it with `O_EXCL`. One left behind
//! by a process of this machine that has died is replaced; any other must be deleted by hand.

use crate::disk::Disk;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A held lock. The system's ends with its file; a lock file is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    made: Option<PathBuf>,
}

impl Lock {
    /// Locks a file that is, or will be, at `path`.
    ///
    /// # Errors
    /// `WouldBlock` if another process holds it.
    pub(crate) fn take(disk: &dyn Disk, file: &File, path: &Path) -> io::Result<Self> {
        let beside = lock_path(path);
        match disk.lock(file) {
            // A process for which the system's locks failed may hold a lock file.
            Ok(()) if beside.exists() && !is_stale(&beside) => Err(busy()),
            Ok(()) => Ok(Self { made: None }),
            Err(TryLockError::WouldBlock) => Err(busy()),
            Err(TryLockError::Error(_)) => {
                if make(&beside).is_err() {
                    replace_stale(&beside)?;
                }
                Ok(Self { made: Some(beside) })
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(path) =
            self.made.take().filter(|path| fs::read_to_string(path).is_ok_and(|text| text == owner()))
        {
            let _ = fs::remove_file(path);
        }
    }
}

pub(crate) fn busy() -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, "it is open in another process")
}

pub(crate) fn lock_path(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

fn make(path: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(owner().as_bytes()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Replaces the lock file of a process that has died. Only one process at a time may do so: otherwise two could
/// find the same stale file, and the second would remove the new lock of the first.
fn replace_stale(path: &Path) -> io::Result<()> {
    let turn = path.with_extension("turn");
    let in_the_way = |_| {
        let what = format!("it is open in another process (if it is not, delete {})", path.display());
        io::Error::new(io::ErrorKind::WouldBlock, what)
    };
    make(&turn).map_err(in_the_way)?;
    let replaced = if is_stale(path) { fs::remove_file(path).and_then(|()| make(path)) } else { Err(busy()) };
    let _ = fs::remove_file(&turn);
    replaced.map_err(in_the_way)
}

/// Machine, process namespace and process.
pub(crate) fn owner() -> String {
    format!("{} {}\n", machine(), process())
}

#[cfg(not(target_family = "wasm"))]
fn process() -> u32 {
    std::process::id()
}

/// A page has no process id: each program it starts draws a number. The page ensures that only one of them uses
/// the data folder.
#[cfg(target_family = "wasm")]
fn process() -> u32 {
    use std::hash::{BuildHasher as _, RandomState};
    static OWN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *OWN.get_or_init(|| RandomState::new().hash_one(0) as u32 >> 1)
}

#[cfg(unix)]
fn machine() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().replace(' ', "_");
    let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    format!("{name}/{}", space.display())
}

#[cfg(not(unix))]
fn machine() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default().replace(' ', "_")
}

/// Whether a lock file was created on this machine by a process that has died.
fn is_stale(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let Some((place, process)) = text.trim_end().rsplit_once(' ') else { return false };
    place == machine() && process.parse().is_ok_and(is_gone)
}

#[cfg(unix)]
fn is_gone(process: i32) -> bool {
    rustix::process::Pid::from_raw(process)
        .is_some_and(|process| rustix::process::test_kill_process(process) == Err(rustix::io::Errno::SRCH))
}

#[cfg(target_family = "wasm")]
fn is_gone(other: i32) -> bool {
    other != process() as i32
}

#[cfg(not(any(unix, target_family = "wasm")))]
fn is_gone(_: i32) -> bool {
    false
}
