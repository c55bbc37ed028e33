//! Checks docs/requirements.md: every requirement has a row, and every row names a test that exists.

use crate::runner;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Entries in place of a test: proved by the build, or not implemented yet.
const NO_TEST: [&str; 2] = ["(the build)", "(not yet)"];
/// The prefixes of ids.
const PREFIXES: [&str; 11] =
    ["CAVE-", "CH-", "BOO-", "PUR-", "DUN-", "SAFE-", "APP-", "WEB-", "PY-", "HOST-", "REL-"];

/// The prefix of Python tests.
const PYTHON: &str = "python::";

/// Checks the list against the existing tests, and against the requirements themselves if they are available.
/// With `built` the tests are built and listed; otherwise their names are searched in the sources, which is
/// fast.
pub(crate) fn check(root: &Path, built: bool) -> Result<(), String> {
    let path = root.join("docs/requirements.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let tests = if built { all_tests(root)? } else { BTreeSet::new() };
    let exists = |name: &str| match name.strip_prefix(PYTHON) {
        Some(name) => is_in_python(root, name),
        None if built => tests.contains(name),
        None => is_named(root, name),
    };
    let mut wrong = Vec::new();
    let mut ids = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, id, _, proof, ..] = cells[..] else { continue };
        if !is_id(id) {
            continue;
        }
        if !ids.insert(id.to_owned()) {
            wrong.push(format!("line {}: {id} stands there twice", number + 1));
        }
        let named: Vec<&str> = proof.split(',').map(|name| name.trim().trim_matches('`')).collect();
        for name in named.iter().filter(|name| !NO_TEST.contains(*name) && !exists(name)) {
            wrong.push(format!("line {}: {id} names the test {name}, which does not exist", number + 1));
        }
    }
    for id in wanted(root).difference(&ids) {
        wrong.push(format!("{id} has no row"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("docs/requirements.md:\n  {}", wrong.join("\n  "))) }
}

fn is_id(word: &str) -> bool {
    PREFIXES.iter().any(|prefix| word.starts_with(prefix))
}

/// Whether a Python test of this file and name exists: `test_env::test_check_env_is_clean`.
fn is_in_python(root: &Path, test: &str) -> bool {
    let (file, name) = test.split_once("::").unwrap_or((test, ""));
    let path = root.join("crates/python/tests").join(format!("{file}.py"));
    fs::read_to_string(path).is_ok_and(|text| text.contains(&format!("\ndef {name}(")))
}

/// Whether the sources of its crate contain the name of a test.
fn is_named(root: &Path, test: &str) -> bool {
    let (krate, path) = test.split_once("::").unwrap_or((test, ""));
    let name = path.rsplit("::").next().unwrap_or_default();
    let folder = if krate == "xtask" { root.join(krate) } else { root.join("crates").join(krate) };
    let has_it = |file: &std::path::PathBuf| {
        fs::read_to_string(file).is_ok_and(|text| crate::tidy::has_word(&text, name))
    };
    !name.is_empty() && crate::tidy::sources(&folder).iter().any(has_it)
}

/// All tests as `crate::path`; integration tests also as `crate::program::path`.
fn all_tests(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut tests = BTreeSet::new();
    for program in runner::built(root)? {
        let listed = Command::new(&program.path)
            .arg("--list")
            .output()
            .map_err(|error| format!("{}: {error}", program.path.display()))?;
        for test in
            String::from_utf8_lossy(&listed.stdout).lines().filter_map(|line| line.strip_suffix(": test"))
        {
            // The name of a test program with several modules may be omitted.
            if !program.of_its_own || test.contains("::") {
                tests.insert(format!("{}::{test}", program.krate));
            }
            if program.of_its_own {
                tests.insert(format!("{}::{}::{test}", program.krate, program.target));
            }
        }
    }
    if tests.is_empty() { Err("no test was found".to_owned()) } else { Ok(tests) }
}

/// The ids of the requirements page, if it is available, with `CAVE-1.2.1 … 1.2.5` and `CH-RACE-s,d` expanded.
fn wanted(root: &Path) -> BTreeSet<String> {
    let page = root.join("../shared/requirements.md");
    let text = fs::read_to_string(page).unwrap_or_else(|error| {
        eprintln!("skipped: whether every requirement has a row: {error}");
        String::new()
    });
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    let clean = cells.map(|cell| cell.replace('✦', "").trim().to_owned());
    clean.filter(|cell| is_id(cell)).flat_map(|cell| write_out(&cell)).collect()
}

fn write_out(cell: &str) -> Vec<String> {
    if let Some((first, last)) = cell.split_once('…') {
        let (first, last) = (first.trim(), last.trim());
        let digits = |text: &str| text.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        let (head, from) = first.split_at(digits(first));
        let to = &last[digits(last)..];
        if let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>()) {
            return (from..=to).map(|number| format!("{head}{number}")).collect();
        }
    }
    let mut parts = cell.split(',').map(str::trim);
    let first = parts.next().unwrap_or_default();
    // The common prefix: everything up to the last dash of the first part.
    let head = first.rfind('-').map_or("", |at| &first[..=at]);
    let mut ids = vec![first.to_owned()];
    ids.extend(parts.map(|part| format!("{head}{part}")));
    ids
}

#[cfg(test)]
mod tests {
    use super::write_out;

    #[test]
    fn ranges_and_lists_are_written_out() {
        assert_eq!(write_out("CAVE-1.2.1 … 1.2.3"), ["CAVE-1.2.1", "CAVE-1.2.2", "CAVE-1.2.3"]);
        assert_eq!(write_out("CAVE-R1 … R2"), ["CAVE-R1", "CAVE-R2"]);
        assert_eq!(write_out("CH-RACE-s,d"), ["CH-RACE-s", "CH-RACE-d"]);
        assert_eq!(write_out("CAVE-4, 4.1"), ["CAVE-4", "CAVE-4.1"]);
        assert_eq!(write_out("CH-CMD-move, u, a"), ["CH-CMD-move", "CH-CMD-u", "CH-CMD-a"]);
        assert_eq!(write_out("DUN-CMD-i, ?"), ["DUN-CMD-i", "DUN-CMD-?"]);
    }
}
