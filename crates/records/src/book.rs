//! The book of records: tables of every verified finished game, and the runs that do not count, with the
//! reason.

use crate::audit::{Audit, AuditedRun};
use crate::facts::Played;
use crate::report::{LevelMark, RunReport, Verification, seed_kind};
use keeper::{Home, date_and_time};
use kernel::{EDITION, Options};
use serde_json::{Map, Value, json};
use session::{Entry, Header, Reckoning};
use std::cmp::Ordering;
use std::path::PathBuf;

/// Tolerated clock skew: a file may be dated this far in the future without a note. File servers' clocks are
/// never exact.
const CLOCK_SLACK_SECONDS: u64 = 120;

/// Runs whose marks are all from this list are ranked, but apart from the player's own. Any other mark keeps
/// a run out of every table.
const APART: [&str; 3] = [session::BOT, session::PROGRAM, session::PERSON];

/// One finished game of a verified run.
#[derive(Clone, Debug)]
pub struct Record {
    /// Id of the game.
    pub game: &'static str,
    /// Name of the game.
    pub title: &'static str,
    /// The player's name for the run, or its file name.
    pub name: String,
    /// The run file.
    pub path: PathBuf,
    /// Modification time of the file, in seconds since 1970.
    pub written: u64,
    /// Whether the game was won.
    pub won: bool,
    /// Whether this game can be won at all.
    pub winnable: bool,
    /// How games like it are ranked.
    pub reckoning: Reckoning,
    /// The table it belongs to.
    pub key: TableKey,
    /// The challenge it is a try at.
    pub challenge: Option<String>,
    /// The game itself.
    pub played: Played,
    /// The seed of the run.
    pub seed: String,
    /// Version of the rules it was played by.
    pub rules: u32,
}

/// What two games must have in common to be compared: options, level, kind of seed and marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableKey {
    /// Options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// The level, unless it is made from the seed.
    pub level: Option<LevelMark>,
    /// `chosen`, `fresh`, `daily`, …
    pub seed_kind: String,
    /// Marks that say who else played, in the words of [`session::marks`]; empty for the player's own games.
    pub marks: Vec<&'static str>,
    /// The options in words, as shown.
    pub(crate) told: String,
}

impl TableKey {
    /// `classic`, or the edition and the options that differ.
    #[must_use]
    pub fn options_text(&self) -> &str {
        &self.told
    }
}

/// Options in words: the edition's name, if it is one, and the options that differ from it.
fn options_told(entry: &Entry, pairs: &[(String, String)]) -> String {
    let (table, mut options, mut edition) = (entry.options, Options::default(), Options::default());
    for (name, value) in pairs {
        let _ = options.set(table, name, value);
    }
    let mut words = Vec::new();
    if let Some(spec) = table.iter().find(|spec| spec.name == EDITION) {
        let word = options.get(table, EDITION);
        if word != spec.default && edition.set(table, EDITION, &word).is_ok() {
            words.push(format!("{}{} edition", word[..1].to_ascii_uppercase(), &word[1..]));
        }
    }
    let differs = |name: &str, value: &str| !edition.iter().any(|pair| pair == (name, value));
    let others = pairs.iter().filter(|(name, value)| differs(name, value));
    words.extend(others.map(|(name, value)| format!("{name}={value}")));
    if words.is_empty() { "classic".to_owned() } else { words.join(" ") }
}

/// Why a run does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It is not a plain game of one player: because of its own marks, or because of who sat on its seats.
    Marked(String),
    /// Replaying it leads elsewhere.
    Unverified(String),
    /// It is damaged.
    Damaged(String),
    /// It was played by rules this program no longer has.
    OldRules(String),
}

impl Exclusion {
    /// The word in JSON output.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Marked(_) => "marked",
            Self::Unverified(_) => "unverified",
            Self::Damaged(_) => "damaged",
            Self::OldRules(_) => "other rules",
        }
    }

    /// Sort key: the most serious reason first.
    pub(crate) const fn gravity(&self) -> u8 {
        match self {
            Self::Unverified(_) => 0,
            Self::Damaged(_) => 1,
            Self::OldRules(_) => 2,
            Self::Marked(_) => 3,
        }
    }

    /// The reason as a clause for people.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Marked(mark) => format!("marked as {mark}"),
            Self::Unverified(what) => format!("unverified: {what}"),
            Self::Damaged(what) => format!("damaged at {what}"),
            Self::OldRules(what) => format!("cannot be verified: {what}"),
        }
    }
}

/// A run that does not count.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The run file.
    pub path: PathBuf,
    /// Modification time of the file, in seconds since 1970.
    pub written: u64,
    /// The run's name.
    pub name: String,
    /// The reason.
    pub why: Exclusion,
    /// Its marks, in the words of [`session::marks`].
    pub marks: Vec<&'static str>,
    /// The report of the audit; what the run claims is unproved.
    pub report: RunReport,
}

/// Comparable games, best first.
#[derive(Clone, Debug)]
pub struct Ranking<'a> {
    /// Options, level, kind of seed and marks.
    pub key: &'a TableKey,
    /// The games, best first.
    pub ranked: Vec<&'a Record>,
}

/// All records, read from the kept runs.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Every game that counts, grouped by game, oldest first.
    pub records: Vec<Record>,
    /// Verified games that are not the player's alone: played by bots and strategies, or against programs and
    /// persons. They are ranked among themselves and count for nothing else.
    pub apart: Vec<Record>,
    /// Every finished run that does not count.
    pub left_out: Vec<LeftOut>,
    /// Notes about the audit (clock, cache), one sentence each.
    pub notes: Vec<String>,
}

impl Book {
    /// Audits all kept runs.
    #[must_use]
    pub fn read(home: &Home, games: &'static [Entry], anew: bool) -> Self {
        Audit::begin(home, games, anew).finish(keeper::now_seconds())
    }

    pub(crate) fn of(
        audited: Vec<AuditedRun>,
        games: &'static [Entry],
        notes: Vec<String>,
        now: u64,
    ) -> Self {
        let mut book = Self { notes, ..Self::default() };
        let future: Vec<u64> = audited
            .iter()
            .map(|file| file.written)
            .filter(|&time| time > now + CLOCK_SLACK_SECONDS)
            .collect();
        if let Some(newest) = future.iter().max() {
            book.notes.push(format!(
                "{} dated in the future (the latest {}): the clock was set back, or files were copied from another \
                 computer. All games still count.",
                if future.len() == 1 { "1 run is".to_owned() } else { format!("{} runs are", future.len()) },
                &date_and_time(*newest)[..10],
            ));
        }
        for file in audited {
            book.take(file, games);
        }
        let place = |game: &str| games.iter().position(|entry| entry.id == game);
        let key = |one: &Record| (place(one.game), one.written);
        for records in [&mut book.records, &mut book.apart] {
            kernel::sort_by(records, |a, b| {
                let number = a.played.number.cmp(&b.played.number);
                key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path)).then(number)
            });
        }
        book
    }

    fn take(&mut self, file: AuditedRun, games: &'static [Entry]) {
        let AuditedRun { path, written, report, .. } = file;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = report.about(session::NAME).map_or(stem, str::to_owned);
        let header = Header {
            game: report.game.clone(),
            options: report.options.clone(),
            about: report.about.clone(),
            ..Header::default()
        };
        let marks = session::marks(games, &header, &report.marks);
        let is_apart = marks.iter().all(|mark| APART.contains(mark));
        let why = match &report.verification {
            Verification::Damaged(what) => Some(Exclusion::Damaged(what.clone())),
            Verification::Differs(what) => Some(Exclusion::Unverified(format!("it differs at {what}"))),
            Verification::NoGame(what) => Some(Exclusion::Unverified(what.clone())),
            Verification::OtherRules(what) => Some(Exclusion::OldRules(what.clone())),
            Verification::Verified if !is_apart => Some(Exclusion::Marked(marked(&report, &marks))),
            Verification::Verified => None,
        };
        if let Some(why) = why {
            // A marked run that is still open would not count anyway, so there is nothing to explain.
            if report.claim.is_some() || !matches!(why, Exclusion::Marked(_)) {
                self.left_out.push(LeftOut { path, written, name, why, marks, report });
            }
            return;
        }
        let Some(entry) = games.iter().find(|entry| entry.id == report.game) else { return };
        let reckoning = (entry.lore.reckon)(&header);
        let key = TableKey {
            seed_kind: seed_kind(&report.about).to_owned(),
            options: report.options.clone(),
            level: level_of(&report),
            marks,
            told: options_told(entry, &report.options),
        };
        let counts = |game: &&Played| match game.result.as_str() {
            "quit" => false,
            "open" => entry.lore.endless,
            _ => true,
        };
        let records = if key.marks.is_empty() { &mut self.records } else { &mut self.apart };
        records.extend(report.games.iter().filter(counts).map(|played| Record {
            game: entry.id,
            title: entry.title,
            name: name.clone(),
            path: path.clone(),
            written,
            won: reckoning.wins.contains(&played.result.as_str()),
            winnable: !reckoning.wins.is_empty(),
            reckoning,
            key: key.clone(),
            challenge: report.about(session::CHALLENGE).map(str::to_owned),
            played: played.clone(),
            seed: report.seed.clone(),
            rules: report.rules,
        }));
    }

    /// The tables of a game, largest first.
    #[must_use]
    pub fn tables(&self, game: &str) -> Vec<Ranking<'_>> {
        tables(&self.records, game)
    }

    /// The tables of a game that are ranked apart, largest first.
    #[must_use]
    pub fn tables_apart(&self, game: &str) -> Vec<Ranking<'_>> {
        tables(&self.apart, game)
    }
}

fn tables<'a>(records: &'a [Record], game: &str) -> Vec<Ranking<'a>> {
    let mut tables: Vec<Ranking<'_>> = Vec::new();
    for record in records.iter().filter(|record| record.game == game) {
        match tables.iter_mut().find(|table| *table.key == record.key) {
            Some(table) => table.ranked.push(record),
            None => tables.push(Ranking { key: &record.key, ranked: vec![record] }),
        }
    }
    for table in &mut tables {
        kernel::sort_by(&mut table.ranked, |a, b| better(a, b));
    }
    kernel::sort_by(&mut tables, |a, b| b.ranked.len().cmp(&a.ranked.len()).then_with(|| a.key.cmp(b.key)));
    tables
}

/// A run's marks for people: those it records, then those derived from its header.
fn marked(report: &RunReport, marks: &[&'static str]) -> String {
    let recorded = session::mark_words(&report.marks, &[]);
    let found = marks.iter().filter(|mark| !recorded.contains(mark)).map(|mark| (*mark).to_owned());
    report.marks.iter().cloned().chain(found).collect::<Vec<_>>().join(", ")
}

/// Levels are identified by their text, except those made from the seed: each puzzle of a grade and each
/// level of a challenge is different, yet they share one table.
fn level_of(report: &RunReport) -> Option<LevelMark> {
    let level = report.level.clone()?;
    let made = |name| Some(LevelMark { name, mark: String::new() });
    match (report.about(session::PUZZLE), report.about(session::CHALLENGE)) {
        (Some(grade), _) => made(format!("puzzle {grade}")),
        (None, Some(_)) => made(level.name),
        (None, None) if level.name == session::MADE => made(level.name),
        (None, None) => Some(level),
    }
}

/// Best first; ties go to the run with fewer turns, then to the older one.
fn better(a: &Record, b: &Record) -> Ordering {
    let by_score = match a.reckoning.fewest {
        true => a.played.score.cmp(&b.played.score),
        false => b.played.score.cmp(&a.played.score),
    };
    let by_win = b.won.cmp(&a.won);
    let (first, second) = if a.reckoning.wins_first { (by_win, by_score) } else { (by_score, by_win) };
    first
        .then(second)
        .then_with(|| a.played.turns.cmp(&b.played.turns))
        .then_with(|| (a.written, &a.path, a.played.number).cmp(&(b.written, &b.path, b.played.number)))
}

/// Summary of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Games played.
    pub games: usize,
    /// Games won; `None` if the game cannot be won.
    pub wins: Option<usize>,
    /// The best score.
    pub best: i64,
    /// The median score; the lower of the two middle ones.
    pub median: i64,
}

impl Ranking<'_> {
    /// Summarizes the table.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut scores = self.course();
        kernel::sort(&mut scores);
        let wins = self.ranked.iter().filter(|record| record.won).count();
        Totals {
            games: scores.len(),
            wins: self.ranked.first().is_some_and(|record| record.winnable).then_some(wins),
            best: self.ranked.first().map_or(0, |record| record.played.score),
            median: scores.get(scores.len().saturating_sub(1) / 2).copied().unwrap_or(0),
        }
    }

    /// The scores, oldest game first.
    #[must_use]
    pub fn course(&self) -> Vec<i64> {
        let mut in_time = self.ranked.clone();
        kernel::sort_by_key(&mut in_time, |record| (record.written, &record.path, record.played.number));
        in_time.iter().map(|record| record.played.score).collect()
    }
}

fn options_json(options: &[(String, String)]) -> Value {
    Value::Object(options.iter().map(|(name, value)| (name.clone(), json!(value))).collect::<Map<_, _>>())
}

impl Record {
    /// The object `undercroft scores --json` prints. `place` is the record's place in its table.
    #[must_use]
    pub fn to_json(&self, place: usize) -> Value {
        let marks = &self.key.marks;
        let mut line = json!({
            "game": self.game, "name": self.name, "seed": self.seed, "state": self.played.result,
            "score": self.played.score, "commands": self.played.after - self.played.from,
            "written": self.written, "path": self.path.to_string_lossy(),
            "verified": true, "counts": marks.is_empty(), "marks": marks, "place": place, "won": self.won, "turns": self.played.turns,
            "rules": self.rules, "options": options_json(&self.key.options),
            "level": self.key.level.as_ref().map(|level| &level.name),
            "seed_kind": self.key.seed_kind, "challenge": self.challenge, "game_in_run": self.played.number,
            "facts": self.played.facts,
        });
        if !marks.is_empty() {
            let why = Exclusion::Marked(marks.join(", "));
            line["why"] = json!(why.word());
            line["told"] = json!(why.told());
        }
        line
    }
}

impl LeftOut {
    /// The object `undercroft scores --all --json` prints: what the run claims, and why it does not count.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let report = &self.report;
        json!({
            "game": report.game, "name": self.name, "seed": report.seed,
            "state": report.claim.as_ref().map_or("open", |(result, _)| result),
            "score": report.claim.as_ref().map(|(_, score)| score), "commands": report.commands,
            "written": self.written, "path": self.path.to_string_lossy(),
            "verified": report.verification == Verification::Verified, "counts": false,
            "marks": self.marks, "why": self.why.word(), "told": self.why.told(),
            "rules": report.rules, "options": options_json(&report.options),
            "level": report.level.as_ref().map(|level| &level.name),
            "seed_kind": seed_kind(&report.about), "challenge": report.about(session::CHALLENGE),
        })
    }
}
