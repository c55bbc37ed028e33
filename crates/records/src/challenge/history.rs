//! The history of scored tries: an append-only text file in the data folder.
//!
//! ```text
//! 2026-11-15 daily boo begun runs/boo/2026-11-15-203710.run
//! 2026-11-15 daily boo ended died score 7 points 461
//! ```
//!
//! A line that cannot be read is reported, kept and ignored. A writer takes the lock, reads the file and then
//! appends, so that two programs cannot both begin the one scored try of a day.

use super::date::Date;
use super::trial::Kind;
use keeper::{Home, Volume};
use std::io;
use std::path::{Path, PathBuf};

/// The file within the data folder.
pub const HISTORY: &str = "challenges.txt";
const FIRST: &str = "# Undercroft: scored tries of daily games and pentathlons. This file is append-only.\n";
/// Maximum number of unreadable lines that are reported one by one.
const NAMED: usize = 3;

/// A scored try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Its day.
    pub date: Date,
    /// Its kind of challenge.
    pub kind: Kind,
    /// Id of the game.
    pub game: String,
    /// Its run file, relative to the data folder.
    pub run: String,
    /// Result, score and points; `None` until the end is recorded.
    pub ended: Option<(String, i64, u32)>,
    /// Its line in the file.
    pub line: usize,
}

/// All scored tries.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// In the order they were begun.
    pub tries: Vec<Entered>,
    /// One sentence for each line that cannot be read.
    pub notes: Vec<String>,
    /// The lines that cannot be read, counted from 1.
    pub bad_lines: Vec<usize>,
    path: PathBuf,
}

impl History {
    /// Reads the history of a data folder; a missing file is an empty history.
    ///
    /// # Errors
    /// A sentence, when the file exists and cannot be read.
    pub fn read(home: &Home) -> Result<Self, String> {
        let path = home.file(HISTORY);
        match home.shelf().read(&path) {
            Ok(bytes) => Ok(Self::parse(&path, &bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self { path, ..Self::default() }),
            Err(error) => Err(told(&path, &error)),
        }
    }

    fn parse(path: &Path, bytes: &[u8]) -> Self {
        let mut history = Self { path: path.to_owned(), ..Self::default() };
        for (number, line) in (1..).zip(String::from_utf8_lossy(bytes).lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') && history.take(line, number).is_none() {
                history.bad_lines.push(number);
            }
        }
        let bad = &history.bad_lines;
        for number in bad.iter().take(NAMED) {
            let place = path.display();
            history.notes.push(format!("{place}:{number}: this line is not a try; it is ignored."));
        }
        if bad.len() > NAMED {
            history.notes.push(format!(
                "{}: {} more lines are not tries; they are ignored.",
                path.display(),
                bad.len() - NAMED
            ));
        }
        history
    }

    /// Parses one line; `None` if it is malformed.
    fn take(&mut self, line: &str, number: usize) -> Option<()> {
        let mut words = line.splitn(5, ' ');
        let date = Date::parse(words.next()?)?;
        let kind = Kind::of_word(words.next()?)?;
        let game = words.next()?.to_owned();
        let (what, rest) = (words.next()?, words.next()?);
        let known = self.place(kind, &game, date);
        match what {
            "begun" if known.is_none() => {
                let run = rest.to_owned();
                self.tries.push(Entered { date, kind, game, run, ended: None, line: number });
            }
            "ended" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [result, "score", score, "points", points] = words[..] else { return None };
                let ended = (result.to_owned(), score.parse().ok()?, points.parse().ok()?);
                // Only the first end counts, like the first try.
                self.tries[known?].ended.get_or_insert(ended);
            }
            _ => return None,
        }
        Some(())
    }

    fn place(&self, kind: Kind, game: &str, date: Date) -> Option<usize> {
        self.tries
            .iter()
            .position(|entered| entered.kind == kind && entered.game == game && entered.date == date)
    }

    /// The scored try of a challenge, if one was begun.
    #[must_use]
    pub fn find(&self, kind: Kind, game: &str, date: Date) -> Option<&Entered> {
        self.place(kind, game, date).map(|place| &self.tries[place])
    }

    /// A try of a later day than this: evidence that the clock was set back.
    #[must_use]
    pub fn later_than(&self, date: Date) -> Option<&Entered> {
        self.tries.iter().filter(|entered| entered.date > date).max_by_key(|entered| entered.date)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The history, locked for writing.
pub(crate) struct LockedHistory {
    volume: Box<dyn Volume>,
    pub(crate) history: History,
}

impl LockedHistory {
    /// Waits for the lock and reads the file.
    pub(crate) fn open(home: &Home) -> Result<Self, String> {
        let path = home.file(HISTORY);
        let wrong = |error: io::Error| told(&path, &error);
        let mut volume = keeper::open_shared(&**home.shelf(), &path).map_err(wrong)?;
        if volume.text().is_empty() {
            volume.append(FIRST).map_err(wrong)?;
        }
        Ok(Self { history: History::parse(&path, volume.text()), volume })
    }

    pub(crate) fn begun(&mut self, kind: Kind, game: &str, date: Date, run: &str) -> Result<(), String> {
        self.add(&format!("{date} {} {game} begun {run}", kind.word()))
    }

    pub(crate) fn ended(
        &mut self,
        of: &Entered,
        result: &str,
        score: i64,
        points: u32,
    ) -> Result<(), String> {
        let (date, kind, game) = (of.date, of.kind.word(), &of.game);
        self.add(&format!("{date} {kind} {game} ended {result} score {score} points {points}"))
    }

    /// Appends a line in one write and syncs it to disk.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let added = self.volume.append(&format!("{line}\n")).and_then(|()| self.volume.close());
        added.map_err(|error| told(&self.history.path, &error))
    }
}

/// A file error in one sentence.
pub(crate) fn told(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), keeper::plain(error))
}
