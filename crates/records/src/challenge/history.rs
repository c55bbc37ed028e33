//! The history of scored tries: a text file in the data folder that only ever grows.
//!
//! ```text
//! 2026-11-15 daily boo begun runs/boo/2026-11-15-203710.run
//! 2026-11-15 daily boo ended died score 7 points 461
//! ```
//!
//! A line that cannot be read is named, kept and ignored. Whoever adds a line holds a lock, reads what is there and then adds, so
//! that two programs cannot both begin the one scored try of a day.

use super::date::Date;
use super::trial::Kind;
use keeper::{Home, Volume};
use std::io;
use std::path::{Path, PathBuf};

/// The file within the data folder.
pub const HISTORY: &str = "challenges.txt";
const FIRST: &str = "# Undercroft: scored tries of daily games and pentathlons. Lines are only ever added.\n";
/// So many lines that cannot be read are named.
const NAMED: usize = 3;

/// A scored try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Of which day.
    pub date: Date,
    /// Of which challenge.
    pub kind: Kind,
    /// Id of the game.
    pub game: String,
    /// The file of its run, within the data folder.
    pub run: String,
    /// How it ended: result, score, points. Nothing while that is not written down.
    pub ended: Option<(String, i64, u32)>,
    /// The line it stands on.
    pub line: usize,
}

/// All scored tries.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// In the order in which they were begun.
    pub tries: Vec<Entered>,
    /// What cannot be read, one sentence a line.
    pub notes: Vec<String>,
    /// The lines that cannot be read, counted from 1.
    pub bad_lines: Vec<usize>,
    path: PathBuf,
}

impl History {
    /// Reads the history of a data folder; none is as good as an empty one.
    ///
    /// # Errors
    /// A sentence, when there is a file and it cannot be read.
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
                "{}: {} more lines are not tries.",
                path.display(),
                bad.len() - NAMED
            ));
        }
        history
    }

    /// Takes one line; nothing if it says nothing.
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
                // The first end counts, as the first try does.
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

    /// The scored try of a challenge, if it was begun.
    #[must_use]
    pub fn find(&self, kind: Kind, game: &str, date: Date) -> Option<&Entered> {
        self.place(kind, game, date).map(|place| &self.tries[place])
    }

    /// A try of a later day than this: then the clock was set back.
    #[must_use]
    pub fn later_than(&self, date: Date) -> Option<&Entered> {
        self.tries.iter().filter(|entered| entered.date > date).max_by_key(|entered| entered.date)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The history, locked.
pub(crate) struct Ledger {
    volume: Box<dyn Volume>,
    pub(crate) history: History,
}

impl Ledger {
    /// Waits for its turn and reads what is there.
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

    /// One write for the whole line, brought to the disk at once.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let added = self.volume.append(&format!("{line}\n")).and_then(|()| self.volume.close());
        added.map_err(|error| told(&self.history.path, &error))
    }
}

/// A problem with a file in one sentence.
pub(crate) fn told(path: &Path, error: &io::Error) -> String {
    let text = error.to_string();
    format!("{}: {}", path.display(), text.split(" (os error").next().unwrap_or(&text).to_lowercase())
}
