//! `cargo xtask portability`: verifies the corpus with programs for other processors, systems and optimisation
//! levels. All must give the recorded verdicts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A way to build and run the program.
struct Row {
    name: &'static str,
    /// Arguments of `cargo build`.
    build: &'static [&'static str],
    /// Environment variables of the build.
    set: &'static [(&'static str, &'static str)],
    /// The folder of the program below `target`.
    folder: &'static str,
    /// Emulators that can run it; the first that is installed is used.
    runners: &'static [&'static str],
}

/// A profile without optimisation across crates, so that each level builds in seconds.
const fn level(name: &'static str, set: &'static [(&'static str, &'static str)]) -> Row {
    Row { name, build: &[], set, folder: "portability/debug", runners: &[] }
}

const OWN_FOLDER: (&str, &str) = ("CARGO_TARGET_DIR", "target/portability");

const ROWS: [Row; 8] = [
    Row { name: "debug", build: &[], set: &[], folder: "debug", runners: &[] },
    Row { name: "release", build: &["--release"], set: &[], folder: "release", runners: &[] },
    level("level 1", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "1")]),
    level("level 2", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "2")]),
    level("level 3", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "3")]),
    level("level s", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "s")]),
    Row {
        name: "aarch64 Linux",
        build: &["--release", "--target", "aarch64-unknown-linux-musl"],
        set: &[("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld")],
        folder: "aarch64-unknown-linux-musl/release",
        runners: &["qemu-aarch64-static", "qemu-aarch64"],
    },
    Row {
        name: "x86_64 Windows",
        build: &["--release", "--target", "x86_64-pc-windows-gnu"],
        set: &[("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", "x86_64-w64-mingw32-gcc")],
        folder: "x86_64-pc-windows-gnu/release",
        runners: &["wine64", "wine"],
    },
];

/// Prints a row for each build; fails if one gives another verdict.
pub(crate) fn portability(root: &Path) -> Result<(), String> {
    let verdicts = verdicts(root)?;
    println!("{:<16} {:>6} {:>8}  result", "program", "runs", "seconds");
    let mut failed = Vec::new();
    for row in &ROWS {
        let began = Instant::now();
        let told = match program(root, row) {
            Ok(command) => verify(root, command, &verdicts),
            Err(why) => {
                println!("{:<16} {:>6} {:>8}  skipped ({why})", row.name, "", "");
                continue;
            }
        };
        print_row(row.name, verdicts.len(), began, &told);
        failed.extend(told.err().map(|what| format!("{}: {what}", row.name)));
    }
    let began = Instant::now();
    let told = wasm();
    print_row("wasm32 (wasmi)", verdicts.len(), began, &told);
    failed.extend(told.err().map(|what| format!("wasm32: {what}")));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

fn print_row(name: &str, runs: usize, began: Instant, told: &Result<(), String>) {
    let result = told.as_ref().err().map_or("equal", |what| what.lines().next().unwrap_or("differs"));
    println!("{name:<16} {runs:>6} {:>8.1}  {result}", began.elapsed().as_secs_f64());
}

/// The runs of the corpus and their verdicts.
fn verdicts(root: &Path) -> Result<Vec<(String, String)>, String> {
    let path = root.join("corpus/verdicts.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let pair = |line: &str| line.split_once('\t').map(|(name, said)| (name.to_owned(), said.to_owned()));
    Ok(text.lines().filter_map(pair).collect())
}

/// Builds the program of a row; returns how it is run, or why it cannot be.
fn program(root: &Path, row: &Row) -> Result<Command, String> {
    let is_there = |tool: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
    };
    let runner = row.runners.iter().find(|tool| is_there(tool));
    if runner.is_none() && !row.runners.is_empty() {
        return Err(format!("{} is not installed", row.runners[0]));
    }
    if let Some((_, linker)) = row.set.iter().find(|(name, _)| name.ends_with("LINKER"))
        && *linker != "rust-lld"
        && !is_there(linker)
    {
        return Err(format!("{linker} is not installed"));
    }
    let build = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "undercroft", "--bin", "undercroft"])
        .args(row.build)
        .envs(row.set.iter().copied())
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !build.status.success() {
        let said = String::from_utf8_lossy(&build.stderr);
        return Err(said
            .lines()
            .find(|line| line.starts_with("error"))
            .unwrap_or("it does not build")
            .to_owned());
    }
    let end = if row.name.contains("Windows") { ".exe" } else { "" };
    let program: PathBuf = root.join("target").join(row.folder).join(format!("undercroft{end}"));
    let Some(runner) = runner else { return Ok(Command::new(program)) };
    let mut command = Command::new(runner);
    command.arg(program).env("WINEDEBUG", "-all");
    Ok(command)
}

/// Verifies the corpus in one call and compares every line.
fn verify(root: &Path, mut command: Command, verdicts: &[(String, String)]) -> Result<(), String> {
    let out = command
        .arg("verify")
        .args(verdicts.iter().map(|(name, _)| name))
        .current_dir(root.join("corpus"))
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&out.stdout);
    let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
    if lines.len() != verdicts.len() {
        return Err(format!("{} lines for {} runs", lines.len(), verdicts.len()));
    }
    let other = lines.iter().zip(verdicts).find(|(line, (_, kept))| *line != kept);
    other.map_or(Ok(()), |(line, (name, kept))| Err(format!("{name}: {line}; kept: {kept}")))
}

/// The program of the page, in the interpreter of the tests.
fn wasm() -> Result<(), String> {
    crate::cargo(&["test", "--quiet", "--package", "front-web", "--test", "wasm", "--", "--quiet", "corpus"])
}
