//! Counts the lines of the sources without tests, and compares them with the table in ARCHITECTURE.md.

use crate::tidy::{is_door, is_rules, sources};
use std::fs;
use std::path::Path;

/// The rows of the table, in its order.
const ROWS: [&str; 4] = ["the core", "the kernel and the games", "the doors", "`xtask`"];

/// Prints the counts. A row of the table that differs from its count by more than a tenth is reported.
pub(crate) fn check(root: &Path, wrong: &mut Vec<String>) {
    let mut counts = [(0, 0); ROWS.len()];
    for file in sources(&root.join("crates")).into_iter().chain(sources(&root.join("xtask"))) {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file).unwrap_or_default();
        let (lines, code) = lines_of(&name, &text);
        let count = &mut counts[row_of(&name)];
        (count.0, count.1) = (count.0 + lines, count.1 + code);
    }
    let all = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    println!("lines without tests: {}, of them code: {}", all.0, all.1);
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    for (row, (lines, code)) in ROWS.iter().zip(counts) {
        println!("  {row}: {lines}, of them code: {code}");
        let prefix = format!("| {row} | ");
        let number =
            |line: &str| line.strip_prefix(&prefix)?.split(' ').next()?.replace(',', "").parse().ok();
        let told: Option<usize> = page.lines().find_map(number);
        if told.is_none_or(|told| told.abs_diff(lines) * 10 > lines) {
            wrong
                .push(format!("ARCHITECTURE.md: the row of {row} does not say that there are {lines} lines"));
        }
    }
}

/// The lines of a file without tests, and how many of them are neither blank nor comments.
fn lines_of(name: &str, text: &str) -> (usize, usize) {
    let tests = name.contains("/tests/") || name.contains("/examples/");
    if tests || name.ends_with("_tests.rs") || name.ends_with("/tests.rs") {
        return (0, 0);
    }
    let body = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    (body.lines().count(), body.lines().filter(is_code).count())
}

fn row_of(name: &str) -> usize {
    match name.strip_prefix("crates/").and_then(|rest| rest.split('/').next()) {
        None => 3,
        Some("python") => 2,
        Some(krate) if is_door(krate) => 2,
        Some(krate) if is_rules(krate) => 1,
        Some(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_blanks_and_comments_are_left_out() {
        let text =
            "//! A file.\n\nfn one() {}\n    // Why.\n\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\n";
        assert_eq!(lines_of("crates/app/src/app.rs", text), (5, 1));
        for name in ["crates/app/tests/all.rs", "crates/app/src/app_tests.rs", "crates/app/src/play/tests.rs"]
        {
            assert_eq!(lines_of(name, text), (0, 0), "{name}");
        }
        let rows = [
            "crates/app/src/lib.rs",
            "crates/game-boo/src/lib.rs",
            "crates/ssh/src/lib.rs",
            "xtask/src/size.rs",
        ];
        assert_eq!(rows.map(row_of), [0, 1, 2, 3]);
    }
}
