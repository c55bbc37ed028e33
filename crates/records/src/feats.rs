//! Feats: general ones, which span games, and those in the lore of each game. Only records count.

use crate::book::{Book, Record};
use keeper::date_and_time;
use serde_json::{Value, json};
use session::{Entry, Need, Part};
use std::collections::{BTreeMap, BTreeSet};

/// In a game that never ends, this many turns count as a finished game.
const ENDLESS_TURNS: i64 = 100;

/// A feat that spans games.
struct CommonFeat {
    name: &'static str,
    text: &'static str,
    /// What is still missing, one clause each; empty when the feat is done.
    missing: fn(&FeatInput<'_>) -> Vec<String>,
}

/// The input of general feats.
struct FeatInput<'a> {
    /// The games it spans: those of the pentathlon.
    games: Vec<&'static Entry>,
    /// Finished games, oldest first.
    finished: Vec<&'a Record>,
}

const COMMON: [CommonFeat; 9] = [
    CommonFeat {
        name: "House tour",
        text: "Finish every game (one that never ends counts after 100 turns).",
        missing: |input| input.games_without(|_| true, |_| true),
    },
    CommonFeat {
        name: "Master of the house",
        text: "Win every game that can be won.",
        missing: |input| input.games_without(|entry| input.can_be_won(entry), |record| record.won),
    },
    CommonFeat {
        name: "A full day",
        text: "Finish every game within one day.",
        missing: |input| {
            let days = input.by(|record| Some(date_and_time(record.written)[..10].to_owned()));
            fewest_missing(&days, &input.games)
        },
    },
    CommonFeat {
        name: "Regular",
        text: "Finish games on seven different days.",
        missing: |input| {
            let days = input.by(|record| Some(date_and_time(record.written)[..10].to_owned()));
            still(7, days.len(), "day")
        },
    },
    CommonFeat {
        name: "Centurion",
        text: "Finish a hundred games.",
        missing: |input| still(100, input.finished.len(), "game"),
    },
    CommonFeat {
        name: "Better and better",
        text: "Beat your best score three times in one table.",
        missing: |input| still(3, input.improvements(), "time"),
    },
    CommonFeat {
        name: "Tinkerer",
        text: "Finish three different games with changed options.",
        missing: |input| {
            let own = input.by(|record| (!record.key.options.is_empty()).then(|| record.game.to_owned()));
            still(3, own.len(), "game")
        },
    },
    CommonFeat {
        name: "A week of dailies",
        text: "Finish daily challenges of seven different dates.",
        missing: |input| still(7, input.by(|record| challenge(record, "daily")).len(), "date"),
    },
    CommonFeat {
        name: "Pentathlete",
        text: "Finish all games of one pentathlon.",
        missing: |input| fewest_missing(&input.by(|record| challenge(record, "pentathlon")), &input.games),
    },
];

/// The date in a record's challenge name, such as `daily boo 2026-11-15`, if it is of this kind.
fn challenge(record: &Record, kind: &str) -> Option<String> {
    let name = record.challenge.as_deref().filter(|_| record.key.seed_kind == kind)?;
    let is_date = |word: &&str| {
        word.len() == 10
            && word.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            })
    };
    name.split_whitespace().find(is_date).map(str::to_owned)
}

/// `3 more days`; empty if nothing is missing.
fn still(wanted: usize, have: usize, noun: &str) -> Vec<String> {
    let more = wanted.saturating_sub(have);
    let plural = if more == 1 { "" } else { "s" };
    if more == 0 { Vec::new() } else { vec![format!("{more} more {noun}{plural}")] }
}

/// The games missing from the group that is nearest to complete.
fn fewest_missing(groups: &BTreeMap<String, BTreeSet<&str>>, games: &[&Entry]) -> Vec<String> {
    let nobody = BTreeSet::new();
    let best = groups.values().max_by_key(|group| group.len()).unwrap_or(&nobody);
    games.iter().filter(|entry| !best.contains(entry.id)).map(|entry| entry.id.to_owned()).collect()
}

impl FeatInput<'_> {
    fn games_without(&self, wanted: impl Fn(&Entry) -> bool, done: impl Fn(&Record) -> bool) -> Vec<String> {
        let has = |entry: &Entry| self.finished.iter().any(|record| record.game == entry.id && done(record));
        self.games
            .iter()
            .filter(|entry| wanted(entry) && !has(entry))
            .map(|entry| entry.id.to_owned())
            .collect()
    }

    fn can_be_won(&self, entry: &Entry) -> bool {
        !(entry.lore.reckon)(&session::Header::default()).wins.is_empty()
    }

    /// The finished games, grouped by key.
    fn by(&self, key: impl Fn(&Record) -> Option<String>) -> BTreeMap<String, BTreeSet<&str>> {
        let mut groups: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for record in &self.finished {
            if let Some(key) = key(record) {
                groups.entry(key).or_default().insert(record.game);
            }
        }
        groups
    }

    /// How often the best score of a table was beaten, in the table where that happened most.
    fn improvements(&self) -> usize {
        let mut tables: BTreeMap<_, (i64, usize)> = BTreeMap::new();
        for record in &self.finished {
            let score = if record.reckoning.fewest { -record.played.score } else { record.played.score };
            let best = tables.entry((record.game, &record.key)).or_insert((score, 0));
            if score > best.0 {
                *best = (score, best.1 + 1);
            }
        }
        tables.values().map(|(_, times)| *times).max().unwrap_or(0)
    }
}

/// A feat and the progress towards it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatDone {
    /// The game it belongs to; `None` for general feats.
    pub game: Option<&'static str>,
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub text: &'static str,
    /// What is still missing; empty when it is done.
    pub missing: Vec<String>,
}

impl FeatDone {
    /// Whether nothing is missing.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.missing.is_empty()
    }

    /// The object `undercroft feats --json` prints.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "game": self.game, "text": self.text, "done": self.is_done(), "missing": self.missing,
        })
    }
}

impl Book {
    /// Every feat with what is missing for it, general ones first.
    #[must_use]
    pub fn feats(&self, games: &'static [Entry]) -> Vec<FeatDone> {
        let mut finished: Vec<&Record> = self.records.iter().filter(|record| is_finished(record)).collect();
        kernel::sort_by_key(&mut finished, |record| (record.written, &record.path, record.played.number));
        let spanned = games.iter().filter(|entry| entry.contest.pentathlon).collect();
        let input = FeatInput { games: spanned, finished };
        let common = COMMON.iter().map(|feat| FeatDone {
            game: None,
            name: feat.name,
            text: feat.text,
            missing: (feat.missing)(&input),
        });
        let own = games.iter().flat_map(|entry| {
            let records = self.records.iter().filter(move |record| record.game == entry.id);
            entry.lore.feats.iter().map(move |feat| FeatDone {
                game: Some(entry.id),
                name: feat.name,
                text: feat.text,
                missing: feat
                    .parts
                    .iter()
                    .filter(|part| !records.clone().any(|record| fulfils(record, part, entry)))
                    .map(|part| if part.name.is_empty() { "not yet" } else { part.name }.to_owned())
                    .collect(),
            })
        });
        common.chain(own).collect()
    }
}

fn is_finished(record: &Record) -> bool {
    record.played.result != "open" || record.played.turns >= ENDLESS_TURNS
}

fn fulfils(record: &Record, part: &Part, entry: &Entry) -> bool {
    let fact = |name: &str| record.played.facts.get(name).copied().unwrap_or(0);
    part.needs.iter().all(|need| match *need {
        Need::Win => record.won,
        Need::AtLeast(name, wanted) => fact(name) >= wanted,
        Need::AtMost(name, wanted) => fact(name) <= wanted,
        Need::NoFile => record.key.level.is_none(),
        Need::Option(name, wanted) => {
            let set = record.key.options.iter().find(|(option, _)| option == name);
            let usual = || entry.options.iter().find(|spec| spec.name == name).map(|spec| spec.default);
            set.map(|(_, value)| value.as_str()).or_else(usual) == Some(wanted)
        }
    })
}

#[cfg(test)]
#[path = "feats_tests.rs"]
mod tests;
