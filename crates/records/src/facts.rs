//! Counts what happened in a run without knowing its game: its vitals, its events, how its games ended.
//!
//! A run holds several games if it was restarted; each is counted separately.

use kernel::{Verdict, Vital, Vitals};
use serde::{Deserialize, Serialize};
use session::{Difference, Entry, Fact, FactValue, Run, Session};
use std::collections::BTreeMap;

/// Maximum number of distinct event facts kept for one game; level files could bring any number of texts.
const FACTS_MAX: usize = 240;

/// One game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Its number within the run, counted from 1.
    pub number: u32,
    /// Number of commands of the run before it began.
    pub from: usize,
    /// Number of commands of the run when it ended.
    pub after: usize,
    /// How it ended; `open` when it has not.
    pub result: String,
    /// The score.
    pub score: i64,
    /// The game's own count of turns.
    pub turns: i64,
    /// Everything counted, under the names that feats use.
    pub facts: BTreeMap<String, i64>,
}

/// Replays a run and counts. Success also proves that the run is what it says.
///
/// # Errors
/// Where the run differs from what its commands lead to.
pub fn count(entry: &Entry, run: &Run) -> Result<Vec<Played>, Difference> {
    let mut counter = Counter::default();
    entry.watch(run, false, &kernel::Policy::OWNER, &mut |session| {
        counter.see(session);
        true
    })?;
    Ok(counter.finish())
}

/// Finds where the games of a run begin and end: one ends with its outcome; the next begins when the outcome
/// is gone or the turn count goes back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Border {
    over: bool,
    turn: i64,
}

/// The effect of a step on the current game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// It continues, or was over already.
    Within,
    /// This step begins another game.
    Begins,
    /// This step ended it.
    Ends,
}

impl Border {
    pub(crate) fn cross(&mut self, over: bool, turn: i64) -> Crossing {
        let crossing = match (self.over, over) {
            (true, false) => Crossing::Begins,
            (false, true) => Crossing::Ends,
            _ if turn < self.turn => Crossing::Begins,
            _ => Crossing::Within,
        };
        (self.over, self.turn) = (over, turn);
        crossing
    }
}

#[derive(Default)]
struct Counter {
    games: Vec<Played>,
    border: Border,
    tally: Tally,
    from: usize,
    commands: usize,
    last: Vitals,
    over: bool,
}

impl Counter {
    fn see(&mut self, session: &dyn Session) {
        let vitals = session.vitals(session.to_move());
        let outcome = session.outcome();
        let crossing = self.border.cross(outcome.is_some(), vitals.number("turn").unwrap_or(0));
        if crossing == Crossing::Begins {
            self.tally = Tally::default();
            self.from = self.commands;
        }
        self.commands = session.commands();
        self.tally.vitals(&vitals);
        self.tally.events(&session.facts());
        (self.last, self.over) = (vitals, outcome.is_some());
        if let (Crossing::Ends, Some(outcome)) = (crossing, outcome) {
            // Some games report an outcome when the player leaves; that counts as quitting only.
            let result = if session.is_left() { Verdict::Quit } else { outcome.verdict };
            self.end(result.word(), outcome.score);
        }
    }

    fn end(&mut self, result: &str, score: i64) {
        let mut facts = self.tally.facts();
        facts.insert(format!("result {result}"), 1);
        self.games.push(Played {
            number: self.games.len() as u32 + 1,
            from: self.from,
            after: self.commands,
            result: result.to_owned(),
            score,
            turns: self.last.number("turn").unwrap_or((self.commands - self.from) as i64),
            facts,
        });
    }

    fn finish(mut self) -> Vec<Played> {
        if !self.over && self.commands > self.from {
            let score = self.last.number("score").unwrap_or(0);
            self.end("open", score);
        }
        self.games
    }
}

/// The counts of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Name, maximum, minimum, last value.
    vitals: Vec<(&'static str, i64, i64, i64)>,
    pub(crate) events: BTreeMap<String, i64>,
}

impl Tally {
    pub(crate) fn vitals(&mut self, vitals: &Vitals) {
        for (name, value) in &vitals.0 {
            let Vital::Number(now) = *value else { continue };
            match self.vitals.iter_mut().find(|row| row.0 == *name) {
                Some(row) => (row.1, row.2, row.3) = (row.1.max(now), row.2.min(now), now),
                None => self.vitals.push((name, now, now, now)),
            }
        }
    }

    /// Counts events.
    pub(crate) fn events(&mut self, facts: &[Fact]) {
        for event in facts {
            for (name, by) in names_of(event) {
                self.add(name, by);
            }
        }
    }

    fn add(&mut self, name: String, by: i64) {
        if let Some(count) = self.events.get_mut(&name) {
            *count = count.saturating_add(by);
        } else if self.events.len() < FACTS_MAX {
            self.events.insert(name, by);
        }
    }

    fn facts(&self) -> BTreeMap<String, i64> {
        let mut facts = self.events.clone();
        for (name, most, least, last) in &self.vitals {
            facts.insert(format!("most {name}"), *most);
            facts.insert(format!("least {name}"), *least);
            facts.insert(format!("last {name}"), *last);
        }
        facts
    }
}

/// The facts an event counts towards: its kind, its words, its numbers.
pub(crate) fn names_of(Fact { kind, fields, .. }: &Fact) -> Vec<(String, i64)> {
    let mut names = vec![(kind.clone(), 1)];
    let named = |field: &str, word: &str| (format!("{kind} {field}={word}"), 1);
    for (field, value) in fields {
        match value {
            FactValue::Text(word) if is_name(word) => names.push(named(field, word)),
            FactValue::Number(number) => names.push((format!("{kind} {field}"), *number)),
            FactValue::List(list) => {
                for value in list {
                    if let FactValue::Text(word) = value
                        && is_name(word)
                    {
                        names.push(named(field, word));
                    }
                }
            }
            _ => {}
        }
    }
    names
}

/// Level files contain whole sentences; only names are counted.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().count() <= 40 && !word.ends_with(['.', '!', '?'])
}
