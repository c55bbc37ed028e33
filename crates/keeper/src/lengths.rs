//! The known lengths of runs: how many commands each had when it was last written, and whether it was closed.
//!
//! ```text
//! open 0 "runs/boo/2026-11-15-203710.run"
//! closed 412 "runs/boo/2026-11-15-203710.run"
//! ```
//!
//! The last line about a run counts. A run with fewer commands than it says, or a closed one without a last
//! checkpoint, was shortened: continuing it makes it a branch. If the file is lost, only these marks are. It proves
//! nothing about runs from elsewhere.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{Folder, Shelf, Volume};

/// Its file in the data folder.
const FILE: &str = "ledger.txt";
/// A larger file is rewritten with the last line of each run.
const COMPACT_BYTES: usize = 256 * 1024;
/// The number of runs that are kept then.
const RUNS_MAX: usize = 1_000;
/// Maximum number of attempts to open a text that another program is writing, one per millisecond.
const TRIES: usize = 1_000;

/// Opens a text that several programs append to, and waits until it is free. It is created if it does not
/// exist; an incomplete last line is completed.
///
/// # Errors
/// If it cannot be read and written, or stays locked.
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

/// The known lengths of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    shelf: Arc<dyn Shelf>,
    root: PathBuf,
}

/// The last known status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Whether it was closed after its last command.
    closed: bool,
    commands: usize,
}

impl Lengths {
    /// The lengths of the data folder that contains a run, or of this user for a run elsewhere.
    pub(crate) fn of(shelf: &Arc<dyn Shelf>, run: &Path) -> Option<Self> {
        let (run, shelf) = (shelf.full_name(run), shelf.clone());
        let folder = run.parent()?.parent()?;
        match folder.file_name() {
            Some(name) if name == "runs" => Some(Self { shelf, root: folder.parent()?.to_owned() }),
            _ => Some(Self { shelf, root: Folder::find().ok()?.root().to_owned() }),
        }
    }

    /// The last known status of a run.
    pub(crate) fn find(&self, run: &Path) -> Option<Known> {
        let key = self.key(run);
        let bytes = self.shelf.read(&self.root.join(FILE)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // A line without its end was not written completely.
        let whole = text.rsplit_once('\n')?.0;
        whole.lines().rev().filter_map(read_line).find(|(_, other)| *other == key).map(|(known, _)| known)
    }

    /// Records the status of a run. Errors are ignored: they must not stop a game.
    pub(crate) fn note(&self, run: &Path, commands: usize, closed: bool) {
        let word = if closed { "closed" } else { "open" };
        let _ = self.add(&format!("{word} {commands} {}\n", self.key(run)));
    }

    /// The path of a run relative to the data folder, quoted so that it stays on one line.
    fn key(&self, run: &Path) -> String {
        let (run, root) = (self.shelf.full_name(run), self.shelf.full_name(&self.root));
        format!("{:?}", run.strip_prefix(root).unwrap_or(&run).to_string_lossy())
    }

    /// Appends a line; a large file is rewritten first.
    fn add(&self, line: &str) -> io::Result<()> {
        let mut volume = open_shared(&*self.shelf, &self.root.join(FILE))?;
        if volume.text().len() <= COMPACT_BYTES {
            let added = volume.append(line);
            volume.release();
            return added;
        }
        let text = self.compact(&String::from_utf8_lossy(volume.text())) + line;
        volume.replace(&text)
    }

    /// The last line of each of the newest runs that still exist.
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

    /// Whether a run may still exist; unknown if its name contains escaped characters.
    fn is_there(&self, key: &str) -> bool {
        let path = key.trim_matches('"');
        path.contains('\\') || self.shelf.written(&self.root.join(path)).is_some()
    }
}

impl Known {
    /// Whether commands were removed from the end of a run since it was last written. A run is sealed if a
    /// checkpoint or its ending follows the last command.
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
