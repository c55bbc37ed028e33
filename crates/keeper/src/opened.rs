//! A game with its journal: started, opened, saved after every command.

use crate::error::{News, OpenError};
use crate::lengths::{Known, Lengths};
use kernel::{Finding, Policy};
use session::{Brief, Damage, Entry, Proving, Replaying, Run, Seating, Session, Work, prove};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Files, Shelf, Volume, read_file};

/// The remarks of worlds and challenges, whose runs are kept even if nothing is played.
const LASTING: [&str; 2] = [session::NAME, session::CHALLENGE];

/// The number of commands replayed in one step of an opening.
const SLICE: usize = 1000;

/// A game and its run file.
pub struct Opened {
    /// The game.
    pub session: Box<dyn Session>,
    /// Its journal; `None` if the game is not kept.
    pub journal: Option<Box<dyn Volume>>,
    /// The shelf of the journal.
    shelf: Arc<dyn Shelf>,
    /// Messages about how it was opened.
    pub notes: Vec<String>,
    /// Findings about its level.
    pub findings: Vec<Finding>,
    /// Its players, who keep their seats when the game continues in another run.
    pub seating: Seating,
    waiting: String,
    /// The reason why saving failed.
    problem: Option<String>,
    news: Option<News>,
    /// Whether the file is removed if nothing is played.
    pub(crate) fleeting: bool,
    /// The number of commands at which the end of the game was recorded in the data folder.
    ended: Option<usize>,
}

impl Opened {
    /// A game that is not kept. Strategies and programs move first, since a run may end in the middle of a
    /// round.
    #[must_use]
    pub fn unkept(mut session: Box<dyn Session>) -> Self {
        session.settle();
        let seating = Seating { policy: Policy::DENY, seats: Vec::new() };
        Self {
            session,
            journal: None,
            shelf: Arc::new(Files),
            notes: Vec::new(),
            findings: Vec::new(),
            seating,
            waiting: String::new(),
            problem: None,
            news: None,
            fleeting: false,
            ended: None,
        }
    }

    /// A game whose journal is complete so far.
    fn kept(session: Box<dyn Session>, journal: Box<dyn Volume>, shelf: Arc<dyn Shelf>) -> Self {
        let opened = Self { journal: Some(journal), shelf, ..Self::unkept(session) };
        opened.note(false);
        opened
    }

    /// Writes all commands since the last call. What cannot be written is tried again the next time. If the
    /// file was deleted or changed by another program, the whole run is written to a new file.
    ///
    /// # Errors
    /// If the disk is full or missing. The game can continue; [`Opened::news`] has the message for the player.
    pub fn keep(&mut self) -> Result<(), OpenError> {
        self.session.journal(&mut self.waiting);
        let Some(journal) = &mut self.journal else {
            self.waiting.clear();
            return Ok(());
        };
        let mut written = journal.append(&self.waiting);
        if let Err(error) = &written
            && journal.is_lost()
        {
            let why = OpenError::File(journal.path().to_owned(), copied(error)).to_string();
            written = journal.copy_to(journal.path(), &self.waiting, true).map(|new| {
                self.news = Some(News::Moved { why, to: new.path().to_owned() });
                *journal = new;
            });
        }
        journal.set_discard(self.fleeting && self.session.commands() == 0);
        let kept = written.map_err(|error| OpenError::File(journal.path().to_owned(), error));
        self.saved(kept.as_ref().err());
        kept
    }

    /// Records the result of saving.
    fn saved(&mut self, error: Option<&OpenError>) {
        let problem = error.map(ToString::to_string);
        match (&problem, &self.problem) {
            (Some(now), before) if before.as_ref() != Some(now) => {
                self.news = Some(News::Failed(now.clone()))
            }
            (None, Some(_)) if self.news.is_none() => self.news = Some(News::Resumed),
            _ => {}
        }
        self.problem = problem;
        if self.problem.is_some() {
            return;
        }
        self.waiting.clear();
        let ended = self.session.outcome().map(|_| self.session.commands());
        let moved = matches!(self.news, Some(News::Moved { .. }));
        if moved || (ended.is_some() && ended != self.ended) {
            self.ended = ended;
            self.note(false);
        }
    }

    /// Records the length of the run in the data folder.
    fn note(&self, closed: bool) {
        if let Some(path) = self.path()
            && let Some(lengths) = Lengths::of(&self.shelf, path)
        {
            let before = session::commands_before(self.session.header());
            lengths.note(path, before + self.session.commands(), closed);
        }
    }

    /// What has changed about saving since the last call.
    pub fn news(&mut self) -> Option<News> {
        self.news.take()
    }

    /// Writes the whole run to a new file, or under its name to a folder, and continues there; the old file is
    /// kept. Returns the new path.
    ///
    /// # Errors
    /// If the new file exists already or cannot be written; then nothing has changed.
    pub fn save_elsewhere(&mut self, path: &Path) -> Result<PathBuf, OpenError> {
        let mut path = path.to_owned();
        let Some(journal) = &self.journal else { return Ok(path) };
        if let Some(name) = journal.path().file_name().filter(|_| path.is_dir()) {
            path.push(name);
        }
        self.session.journal(&mut self.waiting);
        let new = journal
            .copy_to(&path, &self.waiting, false)
            .map_err(|error| OpenError::File(path.clone(), error))?;
        self.journal = Some(new);
        self.fleeting = false;
        (self.problem, self.news) = (None, None);
        self.saved(None);
        self.note(false);
        Ok(path)
    }

    /// Adds a last checkpoint and closes the run. A run in which nothing was played is removed, unless it is a
    /// world or a daily game.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn close(mut self) -> Result<(), OpenError> {
        self.session.checkpoint();
        self.keep()?;
        if let Some(journal) = &self.journal {
            journal.close().map_err(|error| OpenError::File(journal.path().to_owned(), error))?;
            self.note(true);
        }
        Ok(())
    }

    /// Drops a game that was just started, and removes its file.
    pub fn discard(mut self) {
        if let Some(journal) = &mut self.journal {
            journal.set_discard(true);
        }
    }

    /// The path of its run.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.journal.as_ref().map(|journal| journal.path())
    }
}

/// Errors cannot be cloned.
fn copied(error: &std::io::Error) -> std::io::Error {
    std::io::Error::new(error.kind(), error.to_string())
}

/// Starts a game with its journal at `path`. With `unique` a taken name gets a number; otherwise it is an
/// error. On failure no file is left behind.
///
/// # Errors
/// If the level is refused or the journal cannot be created.
pub fn start_game(
    entry: &Entry,
    brief: &Brief,
    path: Option<&Path>,
    unique: bool,
) -> Result<Opened, OpenError> {
    start_on(&(Arc::new(Files) as _), entry, brief, path, unique)
}

/// The same on any shelf.
///
/// # Errors
/// As [`start_game`].
pub fn start_on(
    shelf: &Arc<dyn Shelf>,
    entry: &Entry,
    brief: &Brief,
    path: Option<&Path>,
    unique: bool,
) -> Result<Opened, OpenError> {
    let (mut session, findings) = (entry.start)(brief).map_err(OpenError::Level)?;
    let seating = brief.seating.clone();
    let Some(path) = path else { return Ok(Opened { findings, seating, ..Opened::unkept(session) }) };
    let mut first = String::new();
    session.journal(&mut first);
    let mut journal =
        shelf.start(path, &first, unique).map_err(|error| OpenError::File(path.to_owned(), error))?;
    let fleeting = unique && !brief.about.iter().any(|(key, _)| LASTING.contains(&key.as_str()));
    journal.set_discard(fleeting);
    Ok(Opened { findings, seating, fleeting, ..Opened::kept(session, journal, shelf.clone()) })
}

/// Reads a run file, with its damage if there is any.
///
/// # Errors
/// If the file cannot be read or is damaged in its header.
pub fn read_run(path: &Path) -> Result<(Run, Option<Damage>, u64), OpenError> {
    let bytes = read_file(path).map_err(|error| OpenError::File(path.to_owned(), error))?;
    parse(path, &bytes)
}

pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<(Run, Option<Damage>, u64), OpenError> {
    let parsed = Run::parse(bytes);
    match (parsed.run, parsed.damage) {
        (Some(run), damage) => Ok((run, damage, parsed.good_bytes as u64)),
        (None, Some(damage)) => Err(OpenError::Damaged(path.to_owned(), damage)),
        (None, None) => unreachable!("a run without a header is damaged"),
    }
}

/// Opens a run to continue it. An incomplete last line is removed; a file that is damaged further up is kept,
/// and the game continues in a recovered copy beside it. A run from which commands were removed is marked as a
/// branch.
///
/// # Errors
/// If it cannot be read, replayed or locked.
pub fn open_run(games: &'static [Entry], path: &Path, seating: &Seating) -> Result<Opened, OpenError> {
    open_on(&(Arc::new(Files) as _), games, path, seating)
}

/// The same on any shelf.
///
/// # Errors
/// As [`open_run`].
pub fn open_on(
    shelf: &Arc<dyn Shelf>,
    games: &'static [Entry],
    path: &Path,
    seating: &Seating,
) -> Result<Opened, OpenError> {
    Opening::new(shelf, games, path, seating)?.finish()
}

/// A run being opened: its file is read and locked, and it is replayed in slices.
pub struct Opening {
    shelf: Arc<dyn Shelf>,
    path: PathBuf,
    seating: Seating,
    damage: Option<Damage>,
    good: usize,
    /// `None` once it was opened.
    begun: Option<(Box<dyn Volume>, Proving<'static, 'static>)>,
}

impl Opening {
    /// Reads the run and begins.
    ///
    /// # Errors
    /// If it cannot be read, locked or begun.
    pub fn new(
        shelf: &Arc<dyn Shelf>,
        games: &'static [Entry],
        path: &Path,
        seating: &Seating,
    ) -> Result<Self, OpenError> {
        let journal = shelf.open(path).map_err(|error| OpenError::File(path.to_owned(), error))?;
        let (run, damage, good) = parse(path, journal.text())?;
        let proving = Proving::of_chapter(games, Cow::Owned(run), seating)
            .map_err(|fault| OpenError::Unplayable(path.to_owned(), fault))?;
        let (path, seating, good) = (path.to_owned(), seating.clone(), good as usize);
        let shelf = shelf.clone();
        Ok(Self { shelf, path, seating, damage, good, begun: Some((journal, proving)) })
    }

    /// The same for a new branch, whose file is removed unless it is opened.
    #[must_use]
    pub fn of_branch(mut self) -> Self {
        if let Some((journal, _)) = &mut self.begun {
            journal.set_discard(true);
        }
        self
    }

    /// Replays the rest and opens the run.
    fn finish(&mut self) -> Result<Opened, OpenError> {
        let (mut journal, proving) = self.begun.take().expect("it is opened once");
        let Self { path, damage, good, .. } = self;
        let run = proving.run();
        let commands = run.steps.len();
        let branched = run.marks.iter().any(|mark| mark.starts_with("branched"));
        let mut shortened =
            Lengths::of(&self.shelf, path).is_some_and(|lengths| is_shortened(&lengths, path, run));
        let proved = proving.finish().map_err(|fault| OpenError::Unplayable(path.clone(), fault))?;
        let mut notes = proved.notes;
        match damage {
            Some(damage) if !damage.torn => {
                let copy = recovered(&*self.shelf, path, &journal.text()[..*good])?;
                notes.push(format!(
                    "{} is damaged at line {} ({}). The file is left as it is; the game goes on in {} with all {commands} commands before the damage.",
                    path.display(), damage.line, damage.what, copy.path().display()
                ));
                journal = copy;
                shortened = true;
            }
            torn => {
                if let Some(damage) = torn {
                    notes.push(format!("Line {} was cut off in writing and is left out.", damage.line));
                }
                journal.cut(*good).map_err(|error| OpenError::File(path.clone(), error))?;
            }
        }
        journal.set_discard(false);
        let seating = self.seating.clone();
        let mut opened =
            Opened { notes, seating, ..Opened::kept(proved.session, journal, self.shelf.clone()) };
        if shortened && !branched {
            opened.session.mark(&format!("branched after {commands}"));
            opened.notes.push(
                "Commands were cut off the end of this run: it goes on as a branch, which counts for no record."
                    .to_owned(),
            );
            // A failure must not prevent playing; the mark is written with the first command.
            let _ = opened.keep();
        }
        Ok(opened)
    }
}

impl Work<Opened> for Opening {
    fn step(&mut self) -> Option<Result<Opened, String>> {
        let (_, proving) = self.begun.as_mut()?;
        if proving.study() {
            return None;
        }
        let played = proving.play(SLICE);
        let (done, all) = proving.progress();
        (!played || done == all).then(|| self.finish().map_err(|problem| problem.to_string()))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.begun.as_ref().map(|(_, proving)| proving.progress())
    }
}

/// The first commands of a run being replayed, to be continued without a file.
pub struct Rejoining {
    seating: Seating,
    /// `None` once it was replayed.
    again: Option<Box<dyn Replaying>>,
}

impl Rejoining {
    /// Begins to replay this many commands of a run.
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn new(entry: &Entry, run: Run, commands: usize, seating: Seating) -> Result<Self, String> {
        let again = (entry.again)(Cow::Owned(run), commands, None, None, &seating);
        Ok(Self { again: Some(again.map_err(|difference| difference.what)?), seating })
    }
}

impl Work<Opened> for Rejoining {
    fn step(&mut self) -> Option<Result<Opened, String>> {
        let again = self.again.as_mut()?;
        if again.study() {
            return None;
        }
        let played = again.play(SLICE, false);
        let (done, all) = again.progress();
        if played && done < all {
            return None;
        }
        let replayed = self.again.take()?.finish().map_err(|difference| difference.what);
        Some(replayed.map(|replayed| {
            let mut opened = Opened::unkept(replayed.session);
            (opened.notes, opened.seating) = (replayed.notes, self.seating.clone());
            opened
        }))
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.again.as_ref().map(|again| again.progress())
    }
}

/// Whether commands were removed from the end of a run since it was last written.
fn is_shortened(lengths: &Lengths, path: &Path, run: &Run) -> bool {
    let commands = session::commands_before(&run.header) + run.steps.len();
    let sealed = run.checkpoints.last().is_some_and(|checkpoint| checkpoint.after == run.steps.len())
        || run.endings.last().is_some_and(|ending| ending.after == run.steps.len())
        || run.steps.is_empty() && run.header.chapter.is_some();
    Known::is_shortened(lengths.find(path), commands, sealed)
}

/// Writes the undamaged part of a run to a new file.
fn recovered(shelf: &dyn Shelf, path: &Path, good: &[u8]) -> Result<Box<dyn Volume>, OpenError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let copy = path.with_file_name(format!("{stem}-recovered.run"));
    shelf.start(&copy, &String::from_utf8_lossy(good), true).map_err(|error| OpenError::File(copy, error))
}

/// Continues from the middle of a run in a new file; the old one is unchanged.
///
/// # Errors
/// If the run cannot be replayed that far or the new file cannot be created.
pub fn branch(
    games: &'static [Entry],
    run: &Run,
    at: usize,
    path: &Path,
    seating: &Seating,
) -> Result<Opened, OpenError> {
    let text = run.branch(at).to_text();
    let branched = Run::parse(text.as_bytes()).run.unwrap_or_default();
    let proved =
        prove(games, &branched, seating).map_err(|fault| OpenError::Unplayable(path.to_owned(), fault))?;
    let journal = Files.start(path, &text, true).map_err(|error| OpenError::File(path.to_owned(), error))?;
    let (notes, seating) = (proved.notes, seating.clone());
    Ok(Opened { notes, seating, ..Opened::kept(proved.session, journal, Arc::new(Files)) })
}

#[cfg(test)]
#[path = "opened_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "shelf_tests.rs"]
mod shelf_tests;
