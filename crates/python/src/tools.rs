//! Functions of the module that need no running game, and helpers shared by the other parts.

use kernel::{Finding, Options, Policy, Severity};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use records::challenge::{Condition, Search};
use session::{Brief, Entry, Header, Level, Run, Seating};
use std::sync::atomic::AtomicBool;

/// What games started from Python may use: the caller's own levels and memory, but no programs.
pub(crate) const POLICY: Policy = Policy { programs: false, level_paths: false, ..Policy::OWNER };

/// The exception for an invalid argument.
pub(crate) fn value_error(what: impl Into<String>) -> PyErr {
    PyValueError::new_err(what.into())
}

/// The errors of a level, line by line.
pub(crate) fn findings_error(findings: &[Finding]) -> PyErr {
    let told = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let lines: Vec<String> = told
        .map(|finding| match (finding.line, finding.column) {
            (0, _) => finding.what.clone(),
            (line, 0) => format!("line {line}: {}", finding.what),
            (line, column) => format!("line {line}, column {column}: {}", finding.what),
        })
        .collect();
    value_error(lines.join("\n"))
}

pub(crate) fn entry_of(id: &str) -> PyResult<&'static Entry> {
    catalog::find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.id).collect();
        value_error(format!("There is no game '{}'. Games: {}.", id.escape_debug(), ids.join(", ")))
    })
}

pub(crate) fn options_of(entry: &Entry, pairs: &[(String, String)]) -> PyResult<Options> {
    let mut options = Options::default();
    let pairs: Vec<(&str, &str)> =
        pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    options.set_all(entry.options, &pairs).map_err(value_error)?;
    Ok(options)
}

/// The brief of a game, without a seed.
pub(crate) fn brief(
    entry: &Entry,
    options: &[(String, String)],
    level: Option<(String, String)>,
) -> PyResult<Brief> {
    if level.is_some() && entry.level.is_none() {
        return Err(value_error(format!("{} plays no level files.", entry.id)));
    }
    Ok(Brief {
        options: options_of(entry, options)?,
        level: level.map(|(name, text)| Level { name, text }),
        seating: Seating { policy: POLICY, seats: Vec::new() },
        ..Brief::default()
    })
}

pub(crate) fn brief_of_header(entry: &Entry, header: &Header) -> PyResult<Brief> {
    let level = header.level.clone().map(|level| (level.name, level.text));
    brief(entry, &header.options, level)
}

/// Parses a run, which must be undamaged.
pub(crate) fn read(text: &str) -> PyResult<Run> {
    let parsed = Run::parse(text.as_bytes());
    match (parsed.run, parsed.damage) {
        (Some(run), None) => Ok(run),
        (_, Some(damage)) => Err(value_error(format!("damaged: line {}: {}", damage.line, damage.what))),
        (None, None) => Err(value_error("This is not a run.")),
    }
}

/// Every game: id, title, version of its rules, options with defaults and help, whether it plays levels.
#[pyfunction]
pub(crate) fn catalogue(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let games = PyList::empty(py);
    for entry in catalog::GAMES {
        let game = PyDict::new(py);
        game.set_item("id", entry.id)?;
        game.set_item("title", entry.title)?;
        game.set_item("goal", entry.goal)?;
        game.set_item("rules", entry.rules)?;
        game.set_item("levels", entry.level.is_some())?;
        let options = PyDict::new(py);
        for spec in entry.options {
            options.set_item(spec.name, (spec.default, spec.help))?;
        }
        game.set_item("options", options)?;
        games.append(game)?;
    }
    Ok(games)
}

/// Verifies a run: whether it holds, and the sentence of `undercroft verify`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: &str) -> (bool, String) {
    py.detach(|| session::verdict(catalog::GAMES, "", text.as_bytes(), &Seating::default()))
}

/// The contents of a run: its header, marks, commands and end.
#[pyfunction]
pub(crate) fn read_run<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let run = read(text)?;
    let told = PyDict::new(py);
    told.set_item("game", run.header.game)?;
    told.set_item("rules", run.header.rules)?;
    told.set_item("seed", run.header.seed)?;
    told.set_item("options", run.header.options.into_iter().collect::<std::collections::BTreeMap<_, _>>())?;
    told.set_item("level", run.header.level.map(|level| (level.name, level.text)))?;
    told.set_item("marks", run.marks)?;
    let steps: Vec<(u8, String)> = run.steps.into_iter().map(|step| (step.seat, step.text)).collect();
    told.set_item("commands", steps)?;
    told.set_item("digest", run.checkpoints.last().map(|last| format!("{:016x}", last.digest)))?;
    Ok(told)
}

/// Searches for seeds whose first floors satisfy a condition.
#[pyfunction]
#[pyo3(signature = (game, condition, options, prefix, first, tries, count, threads))]
#[allow(clippy::too_many_arguments)] // Its caller is one Python function with named arguments.
pub(crate) fn seeds(
    py: Python<'_>,
    game: &str,
    condition: &str,
    options: Vec<(String, String)>,
    prefix: String,
    first: u64,
    tries: u64,
    count: u64,
    threads: usize,
) -> PyResult<Vec<String>> {
    let entry = entry_of(game)?;
    let condition = Condition::read(condition, entry.surveys.fields, entry.surveys.floors)
        .map_err(|error| value_error(format!("where: {error}")))?;
    let search = Search {
        entry,
        options: options_of(entry, &options)?,
        condition,
        prefix,
        from: first,
        until: first.saturating_add(tries),
        count: count.max(1),
        threads: threads.clamp(1, 256),
    };
    py.detach(|| {
        let mut found = Vec::new();
        let mut keep = |seed: &records::challenge::Found| {
            found.push(seed.seed.clone());
            true
        };
        search.run(&AtomicBool::new(false), &mut keep, &mut |_| {}).map_err(value_error)?;
        Ok(found)
    })
}
