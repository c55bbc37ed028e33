//! A game together with its journal: started, opened again, kept after every command.

use crate::home::write_atomically;
use crate::journal::Journal;
use catalog::Entry;
use kernel::{Finding, Policy};
use session::{Brief, Damage, Difference, Run, Seating, Session, Snapshot};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Runs shorter than this open at once anyway.
const SNAPSHOT_FROM: usize = 2_000;

/// Why a game could not be started or opened.
#[derive(Debug)]
pub enum Trouble {
    /// The level is refused.
    Level(Vec<Finding>),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// The run is damaged before its game begins.
    Damaged(PathBuf, Damage),
    /// The run cannot be played by this program.
    Differs(PathBuf, Difference),
    /// No game has this id.
    NoGame(PathBuf, String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Level(findings) => {
                write!(
                    out,
                    "{}",
                    findings.first().map_or("the level is refused", |finding| finding.what.as_str())
                )
            }
            Self::File(path, error) => write!(out, "{}: {}", path.display(), plain(error)),
            Self::Damaged(path, damage) => write!(out, "{}:{}: {}", path.display(), damage.line, damage.what),
            Self::Differs(path, difference) => match difference.turn {
                0 => write!(out, "{}: {}", path.display(), difference.what),
                turn => write!(out, "{}: differs at turn {turn}: {}", path.display(), difference.what),
            },
            Self::NoGame(path, id) => write!(out, "{}: there is no game '{id}' here", path.display()),
        }
    }
}

/// The system's words without its error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// A game and the file its run is kept in.
pub struct Opened {
    /// The game.
    pub session: Box<dyn Session>,
    /// Its journal; nothing when the player asked not to keep it.
    pub journal: Option<Journal>,
    /// What is worth telling about how it was opened.
    pub notes: Vec<String>,
    /// What was noticed about the level.
    pub findings: Vec<Finding>,
    /// Who plays it: whoever goes on from here in the same sitting keeps the seats.
    pub seating: Seating,
    waiting: String,
}

impl Opened {
    /// A game that is not kept.
    #[must_use]
    pub const fn unkept(session: Box<dyn Session>) -> Self {
        let seating = Seating { policy: Policy::DENY, seats: Vec::new() };
        Self {
            session,
            journal: None,
            notes: Vec::new(),
            findings: Vec::new(),
            seating,
            waiting: String::new(),
        }
    }

    /// Writes every command played since the last call. What cannot be written is tried again with the next.
    ///
    /// # Errors
    /// When the disk is full or gone.
    pub fn keep(&mut self) -> Result<(), Trouble> {
        self.session.journal(&mut self.waiting);
        let Some(journal) = &mut self.journal else {
            self.waiting.clear();
            return Ok(());
        };
        journal.append(&self.waiting).map_err(|error| Trouble::File(journal.path().to_owned(), error))?;
        self.waiting.clear();
        Ok(())
    }

    /// Adds a last checkpoint, keeps it, and leaves a snapshot beside a long run.
    ///
    /// # Errors
    /// When the journal cannot be written; a snapshot that cannot be written is no loss.
    pub fn close(mut self) -> Result<(), Trouble> {
        self.session.checkpoint();
        self.keep()?;
        if let Some(journal) = &self.journal {
            if self.session.commands() >= SNAPSHOT_FROM {
                let snapshot = Snapshot::of(self.session.as_ref()).to_bytes();
                let _ = write_atomically(&snapshot_path(journal.path()), &snapshot);
            }
            journal.sync().map_err(|error| Trouble::File(journal.path().to_owned(), error))?;
        }
        Ok(())
    }

    /// The file the run is kept in.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }
}

pub(crate) fn snapshot_path(run: &Path) -> PathBuf {
    run.with_extension("snap")
}

/// Starts a new game and its journal at `path`. With `unique` a taken name gets a number; otherwise it is an error.
///
/// # Errors
/// When the level is refused or the journal cannot be made.
pub fn start_game(
    entry: &Entry,
    brief: &Brief,
    path: Option<&Path>,
    unique: bool,
) -> Result<Opened, Trouble> {
    let (session, findings) = (entry.start)(brief).map_err(Trouble::Level)?;
    let mut opened = Opened::unkept(session);
    opened.findings = findings;
    opened.seating = brief.seating.clone();
    if let Some(path) = path {
        let mut first = String::new();
        opened.session.journal(&mut first);
        let journal =
            Journal::create(path, &first, unique).map_err(|error| Trouble::File(path.to_owned(), error))?;
        opened.journal = Some(journal);
    }
    Ok(opened)
}

/// Reads a run file. The damage, if any, comes along; without a header there is no run.
///
/// # Errors
/// When the file cannot be read or is damaged before its game begins.
pub fn read_run(path: &Path) -> Result<(Run, Option<Damage>, u64), Trouble> {
    let bytes = fs::read(path).map_err(|error| Trouble::File(path.to_owned(), error))?;
    let parsed = Run::parse(&bytes);
    match (parsed.run, parsed.damage) {
        (Some(run), damage) => Ok((run, damage, parsed.good_bytes as u64)),
        (None, Some(damage)) => Err(Trouble::Damaged(path.to_owned(), damage)),
        (None, None) => unreachable!("a run without a header is damaged"),
    }
}

/// Opens a run to play on. A torn last line gives way; a file damaged further up is kept as it is, and the game goes on in a
/// recovered copy beside it.
///
/// # Errors
/// When it cannot be read, replayed or locked.
pub fn open_run(path: &Path, seating: &Seating) -> Result<Opened, Trouble> {
    let (run, damage, good) = read_run(path)?;
    let Some(entry) = catalog::find(&run.header.game) else {
        return Err(Trouble::NoGame(path.to_owned(), run.header.game));
    };
    let snapshot = fs::read(snapshot_path(path)).ok().and_then(|bytes| Snapshot::from_bytes(&bytes));
    let replayed = (entry.replay)(&run, usize::MAX, snapshot.as_ref(), None, seating)
        .map_err(|difference| Trouble::Differs(path.to_owned(), difference))?;
    if let Some(difference) = replayed.difference {
        return Err(Trouble::Differs(path.to_owned(), difference));
    }
    let mut opened = Opened::unkept(replayed.session);
    opened.seating = seating.clone();
    opened.notes = replayed.notes;
    let wrong = |error| Trouble::File(path.to_owned(), error);
    match damage {
        Some(damage) if !damage.torn => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let copy = path.with_file_name(format!("{stem}-recovered.run"));
            let bytes = fs::read(path).map_err(wrong)?;
            let text = String::from_utf8_lossy(&bytes[..good as usize]).into_owned();
            let journal =
                Journal::create(&copy, &text, true).map_err(|error| Trouble::File(copy.clone(), error))?;
            opened.notes.push(format!(
                "{} is damaged at line {} ({}). It is kept as it is; the game goes on in {} with all {} commands before the damage.",
                path.display(), damage.line, damage.what, journal.path().display(), run.steps.len()
            ));
            opened.journal = Some(journal);
        }
        torn => {
            if let Some(damage) = torn {
                opened.notes.push(format!("Line {} was cut off in writing and is left out.", damage.line));
            }
            opened.journal = Some(Journal::resume(path, good).map_err(wrong)?);
        }
    }
    Ok(opened)
}

/// Goes on another way from the middle of a run, in a new file beside the old one, which stays as it is.
///
/// # Errors
/// When the run cannot be replayed that far or the new file cannot be made.
pub fn branch(run: &Run, at: usize, path: &Path, seating: &Seating) -> Result<Opened, Trouble> {
    let Some(entry) = catalog::find(&run.header.game) else {
        return Err(Trouble::NoGame(path.to_owned(), run.header.game.clone()));
    };
    let text = run.branch(at).to_text();
    let branched = Run::parse(text.as_bytes()).run.unwrap_or_default();
    let replayed = (entry.replay)(&branched, usize::MAX, None, None, seating)
        .map_err(|difference| Trouble::Differs(path.to_owned(), difference))?;
    if let Some(difference) = replayed.difference {
        return Err(Trouble::Differs(path.to_owned(), difference));
    }
    let journal =
        Journal::create(path, &text, true).map_err(|error| Trouble::File(path.to_owned(), error))?;
    let (notes, seating) = (replayed.notes, seating.clone());
    Ok(Opened { journal: Some(journal), notes, seating, ..Opened::unkept(replayed.session) })
}

/// Gives a run another name. The file is written anew as a whole; a damaged one is left as it is.
///
/// # Errors
/// When it is damaged, open elsewhere or cannot be written.
pub fn rename(path: &Path, name: &str) -> Result<(), Trouble> {
    let wrong = |error| Trouble::File(path.to_owned(), error);
    let (_, damage, good) = read_run(path)?;
    if let Some(damage) = damage.filter(|damage| !damage.torn) {
        return Err(Trouble::Damaged(path.to_owned(), damage));
    }
    let journal = Journal::resume(path, good).map_err(wrong)?;
    let text = fs::read_to_string(path).map_err(wrong)?;
    drop(journal);
    write_atomically(path, session::with_name(&text, name).as_bytes()).map_err(wrong)
}

/// Deletes a run and its snapshot.
///
/// # Errors
/// When it is open elsewhere or cannot be deleted.
pub fn delete(path: &Path) -> Result<(), Trouble> {
    let wrong = |error| Trouble::File(path.to_owned(), error);
    // Holding the lock for a moment tells whether somebody is playing it.
    let length = fs::metadata(path).map_err(wrong)?.len();
    drop(Journal::resume(path, length).map_err(wrong)?);
    fs::remove_file(path).map_err(wrong)?;
    let _ = fs::remove_file(snapshot_path(path));
    Ok(())
}
