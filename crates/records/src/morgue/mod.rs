//! The page about a game: how it went, its turning points, what was met and used, and how to see it again.
//!
//! One run has one morgue; where a game can be played again in the same run, the morgue has a page for each.

mod collect;
mod keep;
mod text;

pub use keep::{keep_morgue, morgue_paths};

use crate::report::seed_kind;
use collect::Collector;
use serde::Serialize;
use serde_json::{Map, Value};
use session::{Difference, Entry, Replaying, Run, Seating, Work};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Commands that are looked at in one step of the work.
const SLICE: usize = 200;

/// Something that changed the course of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The turn by the game's own count.
    pub turn: i64,
    /// The commands of the run up to it, for `undercroft replay --at`.
    pub command: usize,
    /// What happened, in a few words.
    pub what: String,
    /// What was said.
    pub said: String,
}

/// How often a kind of event happened, and to whom or with what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How often.
    pub times: i64,
    /// The names that came with it, and how often each.
    pub of: BTreeMap<String, i64>,
}

/// A number over the time of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// Which vital it is.
    pub of: String,
    /// Its values at even distances; where several share one, the lowest of them.
    pub values: Vec<i64>,
    /// The highest it ever was.
    pub most: i64,
    /// The lowest it ever was.
    pub least: i64,
}

/// The page about one game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePage {
    /// Which game of the run it is, counted from 1.
    pub number: u32,
    /// How it ended; `open` when it has not.
    pub result: String,
    /// The score.
    pub score: i64,
    /// Turns by the game's own count.
    pub turns: i64,
    /// Commands.
    pub commands: usize,
    /// The vitals at the end.
    pub vitals: Map<String, Value>,
    /// How it went.
    pub course: Option<Course>,
    /// The turning points, in order.
    pub turning_points: Vec<Moment>,
    /// Everything that happened, by kind.
    pub counts: BTreeMap<String, Count>,
    /// The last sentences.
    pub last_said: Vec<String>,
    /// The last frame.
    pub screen: Vec<String>,
}

/// The morgue of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Morgue {
    /// Id of the game.
    pub game: String,
    /// Name of the game.
    pub title: String,
    /// Version of its rules.
    pub rules: u32,
    /// The player's name for the run.
    pub name: Option<String>,
    /// The seed.
    pub seed: String,
    /// How the seed was chosen.
    pub seed_kind: String,
    /// The challenge it is a try at.
    pub challenge: Option<String>,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The name of the level file.
    pub level: Option<String>,
    /// Its marks, in the words of [`session::marks`].
    pub marks: Vec<String>,
    /// True when the run is what it says.
    pub verified: bool,
    /// Where it differs, when it is not; the pages then end before that.
    pub differs: Option<String>,
    /// All commands of the run.
    pub commands: usize,
    /// Where the run is.
    pub run: String,
    /// The command that shows it.
    pub replay: String,
    /// The command that proves it.
    pub verify: String,
    /// A page for each game.
    pub games: Vec<GamePage>,
}

impl Morgue {
    /// Plays a run again and writes down how it went. Nothing comes of it when it takes longer than `until`.
    ///
    /// # Errors
    /// When the run cannot even be started: other rules, a level that is refused.
    pub fn of(
        run: &Run,
        entry: &Entry,
        path: &Path,
        until: Option<Instant>,
    ) -> Result<Option<Self>, Difference> {
        let mut writing = Writing::new(Cow::Borrowed(run), entry, path)?;
        while writing.play(SLICE)? {
            if until.is_some_and(|until| Instant::now() > until) {
                return Ok(None);
            }
        }
        Ok(Some(writing.finish()))
    }

    /// True when there is a finished game to tell of, or one of a kind that never ends.
    #[must_use]
    pub fn is_worth_keeping(&self, entry: &Entry) -> bool {
        self.games.iter().any(|page| match page.result.as_str() {
            "open" => entry.lore.endless,
            "quit" => false,
            _ => true,
        })
    }

    /// The morgue as one JSON object on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The morgue of a run being written, some commands at a time.
pub struct Writing<'a> {
    entry: &'a Entry,
    path: PathBuf,
    again: Box<dyn Replaying + 'a>,
    collector: Collector,
    /// Commands of the run.
    commands: usize,
    /// Where the run differs from what its commands lead to. It is told up to there.
    differs: Option<String>,
}

impl<'a> Writing<'a> {
    fn new(run: Cow<'a, Run>, entry: &'a Entry, path: &Path) -> Result<Self, Difference> {
        let commands = run.steps.len();
        let again = (entry.again)(run, usize::MAX, None, None, &Seating::OWNER)?;
        let collector = Collector::new(again.as_ref());
        Ok(Self { entry, path: path.to_owned(), again, collector, commands, differs: None })
    }

    /// Plays so many commands more; false when there are none left.
    fn play(&mut self, commands: usize) -> Result<bool, Difference> {
        for _ in 0..commands {
            if self.again.play(1, true) {
                self.collector.see(self.again.session());
                continue;
            }
            let Some(found) = self.again.difference() else { return Ok(false) };
            if found.turn == 0 || self.differs.is_some() {
                return Err(found.clone());
            }
            // The run is valid up to where it differs; that much is shown.
            self.differs = Some(format!("turn {}: {}", found.turn, found.what));
            let good = first_commands(self.again.run(), found.turn - 1);
            self.again = (self.entry.again)(Cow::Owned(good), usize::MAX, None, None, &Seating::OWNER)?;
            self.collector = Collector::new(self.again.as_ref());
        }
        Ok(true)
    }

    /// The morgue, once everything was played.
    fn finish(&mut self) -> Morgue {
        let run = self.again.run();
        let header = &run.header;
        let about = |key| session::remark(&header.about, key).map(str::to_owned);
        let path = self.path.display().to_string();
        let quoted = quoted(&path);
        Morgue {
            game: header.game.clone(),
            title: self.entry.title.to_owned(),
            rules: header.rules,
            name: about(session::NAME),
            seed: header.seed.clone(),
            seed_kind: seed_kind(&header.about).to_owned(),
            challenge: about(session::CHALLENGE),
            options: header.options.iter().cloned().collect(),
            level: header.level.as_ref().map(|level| level.name.clone()),
            marks: session::marks(std::slice::from_ref(self.entry), header, &run.marks)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            verified: self.differs.is_none(),
            differs: self.differs.take(),
            commands: self.commands,
            run: path,
            replay: format!("undercroft replay {quoted}"),
            verify: format!("undercroft verify {quoted}"),
            games: self.collector.finish(),
        }
    }
}

impl Work<Morgue> for Writing<'_> {
    fn step(&mut self) -> Option<Result<Morgue, String>> {
        match self.play(SLICE) {
            Ok(true) => None,
            Ok(false) => Some(Ok(self.finish())),
            Err(difference) => Some(Err(difference.what)),
        }
    }

    fn progress(&self) -> Option<(usize, usize)> {
        Some(self.again.progress())
    }
}

/// The run as it was after so many commands.
fn first_commands(run: &Run, count: usize) -> Run {
    let mut good = run.clone();
    good.steps.truncate(count);
    good.checkpoints.retain(|checkpoint| checkpoint.after <= count);
    good.endings.retain(|ending| ending.after <= count);
    good
}

/// A path as a shell takes it.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./\\:+,@%".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}
