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

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{Folder, Shelf, Volume};

/// The file within the data folder.
const LEDGER_FILE: &str = "ledger.txt";
/// A ledger that has grown beyond this is rewritten with the last line of each run.
const COMPACT_BYTES: usize = 256 * 1024;
/// So many runs stay known then.
const RUNS_MAX: usize = 1_000;
/// How often a text that somebody else is writing is asked for again, a millisecond apart.
const TRIES: usize = 1_000;

/// Opens a text that several programs add lines to, and waits for its turn. It is made if there is none; a last line that
/// was cut off in writing gets its end.
///
/// # Errors
/// When it cannot be read and written, or others do not let go of it.
pub fn open_shared(shelf: &dyn Shelf, name: &Path) -> io::Result<Box<dyn Volume>> {
    for _ in 0..TRIES {
        let opened = match shelf.open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => shelf.start(name, "", false),
            opened => opened,
        };
        match opened {
            Err(error)
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::AlreadyExists) =>
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(mut volume) if volume.text().last().is_some_and(|last| *last != b'\n') => {
                return volume.append("\n").map(|()| volume);
            }
            opened => return opened,
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
}

/// The ledger of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    shelf: Arc<dyn Shelf>,
    root: PathBuf,
}

/// What is known about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// True when it was closed after its last command.
    closed: bool,
    commands: usize,
}

impl Ledger {
    /// The ledger of the data folder a run is in, or of this user for a run anywhere else.
    pub(crate) fn of(shelf: &Arc<dyn Shelf>, run: &Path) -> Option<Self> {
        let (run, shelf) = (shelf.full_name(run), shelf.clone());
        let folder = run.parent()?.parent()?;
        match folder.file_name() {
            Some(name) if name == "runs" => Some(Self { shelf, root: folder.parent()?.to_owned() }),
            _ => Some(Self { shelf, root: Folder::find().ok()?.root().to_owned() }),
        }
    }

    /// What is known about a run.
    pub(crate) fn find(&self, run: &Path) -> Option<Known> {
        let key = self.key(run);
        let bytes = self.shelf.read(&self.root.join(LEDGER_FILE)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // A line without its end was cut off in writing.
        let whole = text.rsplit_once('\n')?.0;
        whole.lines().rev().filter_map(read_line).find(|(_, other)| *other == key).map(|(known, _)| known)
    }

    /// Notes how a run stands. What cannot be noted is not: no game stops for it.
    pub(crate) fn note(&self, run: &Path, commands: usize, closed: bool) {
        let word = if closed { "closed" } else { "open" };
        let _ = self.add(&format!("{word} {commands} {}\n", self.key(run)));
    }

    /// A run's name within the data folder, quoted so that it stays on its line.
    fn key(&self, run: &Path) -> String {
        let (run, root) = (self.shelf.full_name(run), self.shelf.full_name(&self.root));
        format!("{:?}", run.strip_prefix(root).unwrap_or(&run).to_string_lossy())
    }

    /// Adds a line; a large ledger is rewritten first.
    fn add(&self, line: &str) -> io::Result<()> {
        let mut volume = open_shared(&*self.shelf, &self.root.join(LEDGER_FILE))?;
        if volume.text().len() <= COMPACT_BYTES {
            let added = volume.append(line);
            volume.release();
            return added;
        }
        let text = self.compact(&String::from_utf8_lossy(volume.text())) + line;
        volume.replace(&text)
    }

    /// The last line of each of the newest runs that are still there.
    fn compact(&self, text: &str) -> String {
        let mut seen = HashSet::new();
        let mut lines: Vec<&str> = text
            .lines()
            .rev()
            .filter(|line| read_line(line).is_some_and(|(_, key)| seen.insert(key)))
            .filter(|line| read_line(line).is_some_and(|(_, key)| self.is_there(key)))
            .take(RUNS_MAX)
            .collect();
        lines.reverse();
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// False when a run is gone for certain; a quoted character leaves it in doubt.
    fn is_there(&self, key: &str) -> bool {
        let path = key.trim_matches('"');
        path.contains('\\') || self.shelf.written(&self.root.join(path)).is_some()
    }
}

impl Known {
    /// True when commands were cut off the end of a run since it was last written. A run is sealed when a checkpoint or its
    /// ending follows the last command.
    pub(crate) fn is_shortened(known: Option<Self>, commands: usize, sealed: bool) -> bool {
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
