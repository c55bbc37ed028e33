//! Runs the tests, shows their output as it comes, and counts passed, failed and skipped tests.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The tests of all test programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// As counted by the runner, including skipped tests.
    passed: u64,
    failed: u64,
    ignored: u64,
    /// Tests that reported to be skipped (`testkit::skip`).
    skipped: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passed = self.passed.saturating_sub(self.skipped);
        write!(out, "{passed} passed, {} failed, {} skipped", self.failed, self.skipped + self.ignored)
    }
}

impl Counts {
    /// Counts a line of a test program's output.
    fn take(&mut self, line: &str) {
        self.skipped += u64::from(line.starts_with("skipped: "));
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let number = |word: &str| -> u64 {
            let mut parts = result.split([';', '.']).map(str::trim);
            parts.find_map(|part| part.strip_suffix(word)?.trim().parse().ok()).unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
        self.ignored += number(" ignored");
    }

    /// Counts and reports a check that cannot run on this machine.
    pub(crate) fn skip(&mut self, what: &str, why: &str) {
        println!("{what}: skipped ({why})");
        self.ignored += 1;
    }

    /// Counts the last line of pytest: `3 failed, 30 passed, 1 skipped in 4.20s`.
    pub(crate) fn take_pytest(&mut self, told: &str) {
        let last = told.lines().rev().find(|line| line.contains(" in ")).unwrap_or_default();
        let number = |word: &str| -> u64 {
            let mut parts = last.split([',', '=']).flat_map(|part| part.split(" in ")).map(str::trim);
            parts.find_map(|part| part.strip_suffix(word)?.trim().parse().ok()).unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed") + number(" errors") + number(" error");
        self.ignored += number(" skipped");
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped += other.skipped;
    }
}

/// Runs all tests of the workspace; they are counted even if some fail.
pub(crate) fn run(root: &Path, counts: &mut Counts) -> Result<(), String> {
    let mut child = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--exclude", crate::python::PACKAGE, "--quiet", "--no-fail-fast"])
        .current_dir(root)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo test cannot be run: {error}"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let told = std::thread::spawn(move || err.map_or(Counts::default(), |err| pass_on(err, io::stderr())));
    counts.add(out.map_or(Counts::default(), |out| pass_on(out, io::stdout())));
    counts.add(told.join().unwrap_or_default());
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo test ended with {status}")),
        Err(error) => Err(format!("cargo test: {error}")),
    }
}

/// Shows all output at once and counts whole lines.
fn pass_on(mut from: impl Read, mut to: impl Write) -> Counts {
    let (mut counts, mut line, mut buffer) = (Counts::default(), Vec::new(), [0; 8192]);
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let _ = to.write_all(&buffer[..read]).and_then(|()| to.flush());
        for &byte in &buffer[..read] {
            if byte == b'\n' {
                counts.take(&String::from_utf8_lossy(&line));
                line.clear();
            } else {
                line.push(byte);
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_pytest_is_counted() {
        let mut counts = Counts::default();
        counts.take_pytest("....\n===\n1 failed, 30 passed, 2 skipped in 4.20s\n");
        counts.take_pytest("5 passed in 0.10s\n");
        assert_eq!(counts.to_string(), "35 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn results_of_all_programs_are_added_and_skips_are_not_passes() {
        let out = b"running 3 tests\n...\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
            test result: FAILED. 7 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s\n";
        let err = b"skipped: the_page_is_shown: there is no browser\nerror: 1 target failed\n";
        let mut shown = Vec::new();
        let mut counts = Counts::default();
        counts.add(pass_on(&err[..], &mut shown));
        counts.add(pass_on(&out[..], &mut shown));
        assert_eq!(counts.to_string(), "9 passed, 2 failed, 2 skipped");
        assert_eq!(shown, [&err[..], &out[..]].concat(), "everything is shown as it came");
    }
}
