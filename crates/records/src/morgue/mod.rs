//! The page about a game: how it went, its turning points, what was met and used, and how to see it again.
//!
//! One run has one morgue; where a game can be played again in the same run, the morgue has a page for each.

mod collect;
mod keep;
mod text;

pub use keep::{keep_morgue, morgue_of_file, morgue_paths};

use crate::sheet::seed_kind;
use collect::Collector;
use serde::Serialize;
use serde_json::{Map, Value};
use session::{Difference, Entry, Run};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

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
pub struct Page {
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
    pub games: Vec<Page>,
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
        let mut collector = Collector::new(run.steps.len());
        let mut difference = None;
        if let Err(found) = collector.watch(run, entry, until) {
            if found.turn == 0 {
                return Err(found);
            }
            // The run is valid up to where it differs; that much is shown.
            let good = first_commands(run, found.turn - 1);
            collector = Collector::new(good.steps.len());
            collector.watch(&good, entry, until)?;
            difference = Some(format!("turn {}: {}", found.turn, found.what));
        }
        if collector.is_stopped() {
            return Ok(None);
        }
        let header = &run.header;
        let about = |key| crate::sheet::about(&header.about, key).map(str::to_owned);
        let quoted = quoted(&path.display().to_string());
        Ok(Some(Self {
            game: header.game.clone(),
            title: entry.title.to_owned(),
            rules: header.rules,
            name: about(session::NAME),
            seed: header.seed.clone(),
            seed_kind: seed_kind(&header.about).to_owned(),
            challenge: about(session::CHALLENGE),
            options: header.options.iter().cloned().collect(),
            level: header.level.as_ref().map(|level| level.name.clone()),
            marks: session::marks(std::slice::from_ref(entry), header, &run.marks)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            verified: difference.is_none(),
            differs: difference,
            commands: run.steps.len(),
            run: path.display().to_string(),
            replay: format!("undercroft replay {quoted}"),
            verify: format!("undercroft verify {quoted}"),
            games: collector.finish(),
        }))
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
