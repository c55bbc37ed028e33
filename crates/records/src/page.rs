//! Scores and feats as lines of text, for the command line and for screens.

use crate::book::{Book, Ranking, Record};
use crate::chart::{Gather, columns, gather};
use crate::feats::FeatDone;
use keeper::date_and_time;
use session::Entry;
use std::path::PathBuf;

/// Maximum width of a chart; longer courses are gathered.
const CHART_COLS: usize = 60;
/// Height of a chart.
const CHART_ROWS: usize = 4;

/// Maximum number of runs shown that do not count.
const LEFT_OUT: usize = 12;
/// The column where the texts of feats begin.
const FEAT_COLS: usize = 27;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The heading of a game.
    Heading,
    /// The heading of a table.
    Table,
    /// A line to read.
    Plain,
    /// A less important line.
    Dim,
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// Its kind.
    pub weight: Weight,
    /// The run it is about.
    pub path: Option<PathBuf>,
    /// Indent of continuation lines if it is wrapped; 0 for rows of tables and charts, which are cut instead.
    pub hang: usize,
}

impl Line {
    fn new(weight: Weight, text: impl Into<String>) -> Self {
        Self { text: text.into(), weight, path: None, hang: 0 }
    }

    const fn hanging(mut self, hang: usize) -> Self {
        self.hang = hang;
        self
    }
}

/// What to show of the book, and how.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only this game.
    pub game: Option<String>,
    /// Only tables with these options, as `classic`, `undercroft` or `name=value,…`.
    pub options: Option<String>,
    /// Only tables with this kind of seed.
    pub seed_kind: Option<String>,
    /// Whether blocks and lines can be shown.
    pub unicode: bool,
    /// Whether to end each line with its run's file.
    pub paths: bool,
    /// Maximum number of places per table.
    pub places: usize,
}

impl Wanted {
    fn has(&self, table: &Ranking<'_>) -> bool {
        let is_kind = self.seed_kind.as_ref().is_none_or(|kind| *kind == table.key.seed_kind);
        let is_edition =
            |options: &str| table.key.options_text().eq_ignore_ascii_case(&format!("{options} edition"));
        let is_asked = |options: &String| is_edition(options) || is_same(options, &table.key.options);
        is_kind && self.options.as_ref().is_none_or(is_asked)
    }

    /// The tables of one game that match.
    #[must_use]
    pub fn tables<'a>(&self, book: &'a Book, game: &str) -> Vec<Ranking<'a>> {
        self.of(game, book.tables(game))
    }

    /// The tables of one game ranked apart that match.
    #[must_use]
    pub fn tables_apart<'a>(&self, book: &'a Book, game: &str) -> Vec<Ranking<'a>> {
        self.of(game, book.tables_apart(game))
    }

    fn of<'a>(&self, game: &str, mut tables: Vec<Ranking<'a>>) -> Vec<Ranking<'a>> {
        tables.retain(|table| self.game.as_ref().is_none_or(|id| id == game) && self.has(table));
        tables
    }
}

/// Whether a text such as `rooms=plus,side=8` names exactly these options; `classic` means none.
fn is_same(text: &str, options: &[(String, String)]) -> bool {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty() && *word != "classic");
    let mut named: Vec<String> = words.map(str::to_owned).collect();
    let mut own: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    kernel::sort(&mut named);
    named.dedup();
    kernel::sort(&mut own);
    named == own
}

impl Book {
    /// The tables, each with its best games, its totals and its course; then the runs that do not count.
    #[must_use]
    pub fn scores_page(&self, games: &[Entry], wanted: &Wanted) -> Vec<Line> {
        let mut lines = Vec::new();
        for entry in games {
            let tables = wanted.tables(self, entry.id);
            if tables.is_empty() {
                continue;
            }
            if !lines.is_empty() {
                lines.push(Line::new(Weight::Dim, ""));
            }
            lines.push(Line::new(Weight::Heading, entry.title));
            for table in &tables {
                table_lines(table, &tables, wanted, &mut lines);
            }
        }
        if lines.is_empty() {
            lines.push(Line::new(Weight::Plain, "No ranked games yet."));
        }
        self.apart_lines(games, wanted, &mut lines);
        self.left_out_lines(wanted, &mut lines);
        for note in &self.notes {
            lines.push(Line::new(Weight::Dim, ""));
            lines.push(Line::new(Weight::Plain, note).hanging(2));
        }
        lines
    }

    fn apart_lines(&self, games: &[Entry], wanted: &Wanted, lines: &mut Vec<Line>) {
        let mut heading = vec![
            Line::new(Weight::Dim, ""),
            Line::new(Weight::Heading, "Ranked separately: not played by you alone"),
        ];
        for entry in games {
            let tables = wanted.tables_apart(self, entry.id);
            for table in &tables {
                lines.append(&mut heading);
                table_lines(table, &tables, wanted, lines);
            }
        }
    }

    fn left_out_lines(&self, wanted: &Wanted, lines: &mut Vec<Line>) {
        let is_wanted = |game: &str| wanted.game.as_ref().is_none_or(|id| id == game);
        let mut out: Vec<_> = self.left_out.iter().filter(|out| is_wanted(&out.report.game)).collect();
        if out.is_empty() {
            return;
        }
        // Serious problems come first; runs that are merely marked come last.
        kernel::sort_by_key(&mut out, |out| out.why.gravity());
        let more = out.len().saturating_sub(LEFT_OUT);
        out.truncate(LEFT_OUT);
        lines.push(Line::new(Weight::Dim, ""));
        lines.push(Line::new(Weight::Heading, "Does not count"));
        for out in out {
            let claim = match &out.report.claim {
                Some((result, score)) => format!("{result}, score {score}: "),
                None => String::new(),
            };
            let name = if wanted.paths { out.path.display().to_string() } else { out.name.clone() };
            let text = format!("  {:<9} {name}: {claim}{}", out.report.game, out.why.told());
            lines.push(Line { path: Some(out.path.clone()), ..Line::new(Weight::Dim, text).hanging(12) });
        }
        if more > 0 {
            let text = format!("  and {more} more; undercroft scores --all --json lists them");
            lines.push(Line::new(Weight::Dim, text).hanging(2));
        }
    }
}

fn table_lines(table: &Ranking<'_>, all: &[Ranking<'_>], wanted: &Wanted, lines: &mut Vec<Line>) {
    lines.push(Line::new(Weight::Table, format!("  {}", table_title(table, all))).hanging(4));
    for (index, record) in table.ranked.iter().take(wanted.places).enumerate() {
        let path = Some(record.path.clone());
        lines.push(Line { path, ..Line::new(Weight::Plain, place(index + 1, record, wanted)) });
    }
    let totals = table.totals();
    let mut text = format!("    {} game{}", totals.games, if totals.games == 1 { "" } else { "s" });
    if let Some(wins) = totals.wins {
        text += &format!(", {wins} won");
    }
    text += &format!(", best {}, median {}", totals.best, totals.median);
    lines.push(Line::new(Weight::Dim, text));
    let course = table.course();
    if course.windows(2).any(|pair| pair[0] != pair[1]) {
        let gathered = gather(&course, CHART_COLS, Gather::Mean);
        for row in columns(&gathered, CHART_ROWS, wanted.unicode) {
            lines.push(Line::new(Weight::Dim, format!("    {row}")));
        }
        if gathered.len() < course.len() {
            let each = course.len().div_ceil(gathered.len());
            lines.push(Line::new(Weight::Dim, format!("    each column is the mean of up to {each} games")));
        }
    }
}

/// A table's title, such as `classic, fresh seeds, on field.txt`.
fn table_title(table: &Ranking<'_>, all: &[Ranking<'_>]) -> String {
    let key = table.key;
    let seeds = match key.seed_kind.as_str() {
        "chosen" => "chosen seeds".to_owned(),
        "fresh" => "fresh seeds".to_owned(),
        kind => format!("{kind} challenge"),
    };
    let mut title = format!("{}, {seeds}", key.options_text());
    if let Some(level) = &key.level {
        title += &format!(", on {}", level.name);
        // Tell two levels of the same name apart.
        let twins = all.iter().filter_map(|other| other.key.level.as_ref());
        if twins.clone().any(|other| other.name == level.name && other.mark != level.mark) {
            title += &format!(" ({})", level.mark);
        }
    }
    if !key.marks.is_empty() {
        let game = table.ranked.first().map_or("", |record| record.title);
        title = format!("{game}, {title}, marked as {}", key.marks.join(", "));
    }
    title
}

fn place(place: usize, record: &Record, wanted: &Wanted) -> String {
    let played = &record.played;
    let what = match &record.challenge {
        Some(challenge) => challenge.clone(),
        None => format!("seed {}", record.seed.escape_debug()),
    };
    let what: String = what.chars().take(26).collect();
    let turns = format!("{} turn{}", played.turns, if played.turns == 1 { "" } else { "s" });
    let mut text = format!(
        "{place:>5}. {:>8}  {:<8} {:>12}  {}  {what:<26}",
        played.score,
        played.result,
        turns,
        &date_and_time(record.written)[..10],
    );
    if wanted.paths {
        text += &format!(" {}", record.path.display());
    }
    text.trim_end().to_owned()
}

/// The page of feats: which are done, and what is missing for the others.
#[must_use]
pub fn feats_page(feats: &[FeatDone], games: &[Entry], unicode: bool) -> Vec<Line> {
    let done = feats.iter().filter(|feat| feat.is_done()).count();
    let mut lines = vec![Line::new(Weight::Plain, format!("{done} of {} feats done", feats.len()))];
    let headings =
        std::iter::once((None, "All games")).chain(games.iter().map(|entry| (Some(entry.id), entry.title)));
    for (game, title) in headings {
        let own: Vec<_> = feats.iter().filter(|feat| feat.game == game).collect();
        if own.is_empty() {
            continue;
        }
        lines.push(Line::new(Weight::Dim, ""));
        lines.push(Line::new(Weight::Heading, title));
        for feat in own {
            let (mark, weight) = match (feat.is_done(), unicode) {
                (true, true) => ('✓', Weight::Plain),
                (true, false) => ('x', Weight::Plain),
                (false, _) => (' ', Weight::Dim),
            };
            let text = format!("  [{mark}] {:<20} {}", feat.name, feat.text);
            lines.push(Line::new(weight, text).hanging(FEAT_COLS));
            if !feat.is_done() && feat.missing != ["not yet"] {
                let missing = format!("{:>FEAT_COLS$}missing: {}", "", feat.missing.join(", "));
                lines.push(Line::new(Weight::Dim, missing).hanging(FEAT_COLS + 9));
            }
        }
    }
    lines
}
