//! Runs the tests and counts those that passed, failed and were skipped.

use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// What a line begins with that tells of a skipped test.
const SKIPPED: &str = "skipped: ";

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
        self.skipped += u64::from(line.starts_with(SKIPPED));
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

/// A test program that was built.
pub(crate) struct Program {
    pub(crate) krate: String,
    /// The name of its target.
    pub(crate) target: String,
    /// Whether it is one of those in `tests`, and not a library or a program with tests inside.
    pub(crate) of_its_own: bool,
    pub(crate) path: PathBuf,
    /// The folder of its crate, in which it runs.
    folder: PathBuf,
    bytes: u64,
}

impl Program {
    /// Reads a line that cargo prints for everything it built; `None` for what is no test program.
    fn read(line: &str) -> Option<Self> {
        let built: Value = serde_json::from_str(line).ok()?;
        let is_test = built["profile"]["test"].as_bool()?;
        let path = PathBuf::from(built["executable"].as_str().filter(|_| is_test)?);
        let folder = Path::new(built["manifest_path"].as_str()?).parent()?.to_owned();
        let krate = folder.file_name()?.to_string_lossy().into_owned();
        let target = built["target"]["name"].as_str()?.to_owned();
        let of_its_own = built["target"]["kind"].as_array()?.iter().any(|kind| kind == "test");
        let bytes = path.metadata().map_or(0, |file| file.len());
        Some(Self { krate, target, of_its_own, path, folder, bytes })
    }

    /// Its crate and its name, as in `undercroft::program`.
    fn name(&self) -> String {
        format!("{}::{}", self.krate, self.target)
    }

    /// Runs it to its end: what it told, and whether all its tests passed.
    fn run(&self) -> (String, bool) {
        let output = Command::new(&self.path)
            .arg("--quiet")
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output();
        match output {
            Ok(output) => {
                let told = [output.stdout, output.stderr].concat();
                (String::from_utf8_lossy(&told).into_owned(), output.status.success())
            }
            Err(error) => (error.to_string(), false),
        }
    }
}

/// How many of the slowest programs are listed.
const SLOWEST: usize = 12;

/// Runs all tests of the workspace; they are counted even if some fail. Many wait for screens and sockets, so that two programs at
/// once on two processors take little more than half the time.
pub(crate) fn run(root: &Path, counts: &mut Counts) -> Result<(), String> {
    let began = Instant::now();
    let mut programs = built(root)?;
    println!("{} test programs built in {} s", programs.len(), began.elapsed().as_secs());
    // The largest contain the most to test: they begin first, so that none is left alone at the end.
    programs.sort_by_key(|program| program.bytes);
    let waiting = Mutex::new(programs);
    let done = Mutex::new((Counts::default(), Vec::new(), Vec::new()));
    let work = || {
        while let Some(program) = waiting.lock().ok().and_then(|mut waiting| waiting.pop()) {
            let began = Instant::now();
            let (told, passed) = program.run();
            let mut own = Counts::default();
            told.lines().for_each(|line| own.take(line));
            let seconds = began.elapsed().as_secs_f64();
            let Ok(mut done) = done.lock() else { return };
            let (counts, costs, failed) = &mut *done;
            counts.add(own);
            println!("{}: {own}, {seconds:.1} s", program.name());
            told.lines()
                .filter(|line| !passed || line.starts_with(SKIPPED))
                .for_each(|line| println!("{line}"));
            if !passed {
                failed.push(program.name());
            }
            costs.push((seconds, program.name()));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let (all, mut costs, failed) = done.into_inner().map_err(|_| "a test program was lost".to_owned())?;
    counts.add(all);
    costs.sort_by(|one, other| other.0.total_cmp(&one.0));
    println!("the slowest:");
    costs.iter().take(SLOWEST).for_each(|(seconds, name)| println!("{seconds:>7.1} s  {name}"));
    if failed.is_empty() { Ok(()) } else { Err(format!("tests failed in {}", failed.join(", "))) }
}

/// Builds all test programs, or finds them built.
pub(crate) fn built(root: &Path) -> Result<Vec<Program>, String> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--exclude", crate::python::PACKAGE, "--quiet", "--no-run"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo test cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo test --no-run ended with {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(Program::read).collect())
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
        let told = "running 3 tests\n...\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
            test result: FAILED. 7 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s\n\
            skipped: the_page_is_shown: there is no browser\nerror: 1 target failed\n";
        let mut counts = Counts::default();
        told.lines().for_each(|line| counts.take(line));
        assert_eq!(counts.to_string(), "9 passed, 2 failed, 2 skipped");
    }

    #[test]
    fn of_what_cargo_built_only_test_programs_are_run() {
        let line = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/store/Cargo.toml",
                "target":{{"name":"disk","kind":["test"]}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let program = Program::read(&line(true, r#""/a/target/disk-1""#)).expect("a test program");
        assert_eq!(
            (program.name().as_str(), program.folder.as_path(), program.of_its_own),
            ("store::disk", Path::new("/a/crates/store"), true)
        );
        assert!(Program::read(&line(false, r#""/a/target/undercroft""#)).is_none(), "the program itself");
        assert!(Program::read(&line(true, "null")).is_none(), "a library");
        assert!(Program::read(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
