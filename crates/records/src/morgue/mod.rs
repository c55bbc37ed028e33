//! The morgue: the page about a finished game, with its course, turning points, what was met and used, and
//! how to see it again.
//!
//! A run has one morgue; if it was restarted, the morgue has a page for each game.

mod collect;
mod keep;
mod text;

pub use keep::{keep_morgue, morgue_paths};

use crate::report::seed_kind;
use collect::Collector;
use kernel::Vital;
use serde::{Serialize, Serializer};
use session::{Difference, Entry, Replaying, Run, Seating, Work};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Commands replayed in one step of the work.
const SLICE: usize = 200;

/// Something that changed the course of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The game's own count of turns.
    pub turn: i64,
    /// Number of commands of the run up to it, for `undercroft replay --at`.
    pub command: usize,
    /// What happened, as short clauses.
    pub what: String,
    /// The game's sentences.
    pub said: String,
}

/// How often a kind of event happened, and with which names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How often.
    pub times: i64,
    /// How often each name came with it.
    pub of: BTreeMap<String, i64>,
}

/// A vital over the time of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The name of the vital.
    pub of: String,
    /// Its values at even intervals; several values in one interval are reduced to the lowest.
    pub values: Vec<i64>,
    /// Its maximum.
    pub most: i64,
    /// Its minimum.
    pub least: i64,
}

/// The page about one game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePage {
    /// The number of the game within the run, counted from 1.
    pub number: u32,
    /// How it ended; `open` when it has not.
    pub result: String,
    /// The score.
    pub score: i64,
    /// The game's own count of turns.
    pub turns: i64,
    /// Number of commands.
    pub commands: usize,
    /// The vitals at the end, by name.
    #[serde(serialize_with = "vitals_json")]
    pub vitals: Vec<(String, Vital)>,
    /// Health or score over time.
    pub course: Option<Course>,
    /// The turning points, in order.
    pub turning_points: Vec<Moment>,
    /// Number of events, by kind.
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
    /// Whether the run verifies.
    pub verified: bool,
    /// Where replaying it differs, if it does; the pages end there.
    pub differs: Option<String>,
    /// Number of commands of the run.
    pub commands: usize,
    /// The path of the run.
    pub run: String,
    /// The command line that replays it.
    pub replay: String,
    /// The command line that verifies it.
    pub verify: String,
    /// A page for each game.
    pub games: Vec<GamePage>,
}

impl Morgue {
    /// Replays a run and makes its morgue; `Ok(None)` if that takes longer than `until`.
    ///
    /// # Errors
    /// When the run cannot even be started, for example because of other rules or a refused level.
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

    /// Whether it has a finished game, or one of a game that never ends.
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

/// A morgue in the making; each step replays some commands.
pub struct Writing<'a> {
    entry: &'a Entry,
    path: PathBuf,
    again: Box<dyn Replaying + 'a>,
    collector: Collector,
    /// Number of commands of the run.
    commands: usize,
    /// Where replaying differs from what the run says. The pages end there.
    differs: Option<String>,
}

impl<'a> Writing<'a> {
    fn new(run: Cow<'a, Run>, entry: &'a Entry, path: &Path) -> Result<Self, Difference> {
        let commands = run.steps.len();
        let again = (entry.again)(run, usize::MAX, None, None, &Seating::OWNER)?;
        let collector = Collector::new(again.as_ref());
        Ok(Self { entry, path: path.to_owned(), again, collector, commands, differs: None })
    }

    /// Plays this many more commands; false when none are left.
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
            // The run is valid up to the difference, so that much is shown.
            self.differs = Some(format!("turn {}: {}", found.turn, found.what));
            let good = first_commands(self.again.run(), found.turn - 1);
            self.again = (self.entry.again)(Cow::Owned(good), usize::MAX, None, None, &Seating::OWNER)?;
            self.collector = Collector::new(self.again.as_ref());
        }
        Ok(true)
    }

    /// The morgue; call it once everything was played.
    fn finish(&mut self) -> Morgue {
        let run = self.again.run();
        let header = &run.header;
        let about = |key| session::remark(&header.about, key).map(str::to_owned);
        let path = self.path.display().to_string();
        let quoted = quoted(&path);
        let mut options = BTreeMap::new();
        options.extend(header.options.iter().cloned());
        Morgue {
            game: header.game.clone(),
            title: self.entry.title.to_owned(),
            rules: header.rules,
            name: about(session::NAME),
            seed: header.seed.clone(),
            seed_kind: seed_kind(&header.about).to_owned(),
            challenge: about(session::CHALLENGE),
            options,
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

/// A vital as the number or text that it is.
struct Plain<'v>(&'v Vital);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Vital::Number(number) => serializer.serialize_i64(*number),
            Vital::Text(text) => serializer.serialize_str(text),
        }
    }
}

fn vitals_json<S: Serializer>(vitals: &[(String, Vital)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(vitals.iter().map(|(name, value)| (name, Plain(value))))
}

/// The run cut after this many commands.
fn first_commands(run: &Run, count: usize) -> Run {
    let mut good = run.clone();
    good.steps.truncate(count);
    good.checkpoints.retain(|checkpoint| checkpoint.after <= count);
    good.endings.retain(|ending| ending.after <= count);
    good
}

/// A path quoted for a shell.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./\\:+,@%".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}
