//! What is known about runs from the last time they were written: how many commands, and whether they were closed.
//!
//! ```text
//! open 0 "runs/boo/2026-11-15-203710.run"
//! closed 412 "runs/boo/2026-11-15-203710.run"
//! ```
//!
//! The last line about a run counts. A run with fewer commands than the ledger knows, or one that was not being played and
//! breaks off without a checkpoint, has been shortened: playing on makes it a branch. The ledger can be lost or damaged at
//! the cost of such marks only. It proves nothing about runs that come from elsewhere.

use crate::disk::{must_be_regular, names, read_file};
use crate::folder::{Folder, write_atomically};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file within the data folder.
const LEDGER_FILE: &str = "ledger.txt";
/// A ledger that has grown beyond this is rewritten with the last line of each run.
const COMPACT_BYTES: u64 = 256 * 1024;
/// So many runs stay known then.
const RUNS_MAX: usize = 1_000;
/// How often a ledger that somebody else is writing is asked for again, a millisecond apart.
const LOCK_TRIES: usize = 500;

/// The ledger of one data folder.
#[derive(Clone, Debug)]
pub struct Ledger {
    root: PathBuf,
}

/// What is known about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// True when it was closed after its last command.
    closed: bool,
    commands: usize,
}

impl Ledger {
    /// The ledger of the data folder a run is in, or of this user for a run anywhere else.
    #[must_use]
    pub fn of(run: &Path) -> Option<Self> {
        let folder = run.canonicalize().ok()?.parent()?.parent()?.to_owned();
        match folder.file_name() {
            Some(name) if name == "runs" => Some(Self { root: folder.parent()?.to_owned() }),
            _ => Some(Self { root: Folder::find().ok()?.root().to_owned() }),
        }
    }

    /// What is known about a run.
    #[must_use]
    pub fn find(&self, run: &Path) -> Option<Known> {
        let key = self.key(run)?;
        let bytes = read_file(&self.path()).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // A line without its end was cut off in writing.
        let whole = text.rsplit_once('\n')?.0;
        whole.lines().rev().filter_map(read_line).find(|(_, other)| *other == key).map(|(known, _)| known)
    }

    /// Notes how a run stands. What cannot be noted is not: no game stops for it.
    pub fn note(&self, run: &Path, commands: usize, closed: bool) {
        let Some(key) = self.key(run) else { return };
        let word = if closed { "closed" } else { "open" };
        let _ = self.add(&format!("{word} {commands} {key}\n"));
    }

    fn path(&self) -> PathBuf {
        self.root.join(LEDGER_FILE)
    }

    /// A run's path within the data folder, quoted so that it stays on its line.
    fn key(&self, run: &Path) -> Option<String> {
        let path = run.canonicalize().ok()?;
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        Some(format!("{:?}", path.strip_prefix(root).unwrap_or(&path).to_string_lossy()))
    }

    /// Adds a line under a lock; a large ledger is rewritten first.
    fn add(&self, line: &str) -> io::Result<()> {
        std::fs::create_dir_all(&self.root)?;
        let mut file = self.locked()?;
        if file.metadata()?.len() > COMPACT_BYTES {
            // The lock of the old file is held until the new one is in its place.
            return write_atomically(&self.path(), (self.compact()? + line).as_bytes());
        }
        // One write at the end of whatever is there: a torn line gets its end first.
        let mut last = [b'\n'];
        let _ = file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last));
        file.write_all(format!("{}{line}", if last == [b'\n'] { "" } else { "\n" }).as_bytes())
    }

    fn locked(&self) -> io::Result<File> {
        let path = self.path();
        for _ in 0..LOCK_TRIES {
            let file = OpenOptions::new().create(true).read(true).append(true).open(&path)?;
            must_be_regular(&file)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
                // A file that was rewritten meanwhile is opened again. Without locks, whole lines are still added whole.
                Ok(()) | Err(TryLockError::Error(_)) if names(&path, &file) => return Ok(file),
                _ => {}
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// The last line of each of the newest runs that are still there.
    fn compact(&self) -> io::Result<String> {
        let bytes = read_file(&self.path())?;
        let text = String::from_utf8_lossy(&bytes);
        let mut seen = HashSet::new();
        let mut lines: Vec<&str> = text
            .lines()
            .rev()
            .filter(|line| read_line(line).is_some_and(|(_, key)| seen.insert(key)))
            .filter(|line| read_line(line).is_some_and(|(_, key)| self.is_there(key)))
            .take(RUNS_MAX)
            .collect();
        lines.reverse();
        Ok(lines.iter().map(|line| format!("{line}\n")).collect())
    }

    /// False when a run is gone for certain; a quoted character leaves it in doubt.
    fn is_there(&self, key: &str) -> bool {
        let path = key.trim_matches('"');
        path.contains('\\') || self.root.join(path).exists()
    }
}

impl Known {
    /// True when commands were cut off the end of a run since it was last written. A run is sealed when a checkpoint or its
    /// ending follows the last command.
    #[must_use]
    pub fn is_shortened(known: Option<Self>, commands: usize, sealed: bool) -> bool {
        match known {
            Some(known) if commands < known.commands => true,
            Some(Self { closed: false, .. }) => false,
            _ => commands > 0 && !sealed,
        }
    }
}

fn read_line(line: &str) -> Option<(Known, &str)> {
    let mut words = line.splitn(3, ' ');
    let closed = match words.next()? {
        "open" => false,
        "closed" => true,
        _ => return None,
    };
    let commands = words.next()?.parse().ok()?;
    Some((Known { closed, commands }, words.next()?))
}
