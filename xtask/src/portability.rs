//! `cargo xtask portability`: verifies the corpus with programs for other processors, systems and optimisation
//! levels, and tests the packed programs from end to end. All must give the recorded verdicts.

use crate::dist;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A way to build and run the program.
struct Row {
    name: &'static str,
    build: Build,
}

enum Build {
    /// `cargo build` with these arguments and environment; the program is in this folder below `target`.
    Here { args: &'static [&'static str], set: &'static [(&'static str, &'static str)], folder: &'static str },
    /// The program that is packed for another machine; the first emulator that is installed runs it.
    Packed { triple: &'static str, runners: &'static [&'static str] },
}

/// The modules of the program's tests that need neither a terminal nor a shell: games, files, records, codes, JSON and agents.
const END_TO_END: [&str; 9] = [
    "boo::",
    "by_ear::",
    "cave::",
    "challenges::",
    "games::",
    "protocol::",
    "records::",
    "verified::",
    "what_happened::",
];

/// A profile without optimisation across crates, in a folder of its own.
const fn level(name: &'static str, set: &'static [(&'static str, &'static str)]) -> Row {
    Row { name, build: Build::Here { args: &[], set, folder: "portability/debug" } }
}

/// Keeps wine from telling about itself.
const QUIET: (&str, &str) = ("WINEDEBUG", "-all");
const OWN_FOLDER: (&str, &str) = ("CARGO_TARGET_DIR", "target/portability");

const ROWS: [Row; 9] = [
    Row { name: "debug", build: Build::Here { args: &[], set: &[], folder: "debug" } },
    Row { name: "release", build: Build::Here { args: &["--release"], set: &[], folder: "release" } },
    level("level 1", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "1")]),
    level("level 2", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "2")]),
    level("level 3", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "3")]),
    level("level s", &[OWN_FOLDER, ("CARGO_PROFILE_DEV_OPT_LEVEL", "s")]),
    Row {
        name: "x86_64 Linux",
        build: Build::Packed { triple: "x86_64-unknown-linux-musl", runners: &["env"] },
    },
    Row {
        name: "aarch64 Linux",
        build: Build::Packed {
            triple: "aarch64-unknown-linux-musl",
            runners: &["qemu-aarch64-static", "qemu-aarch64"],
        },
    },
    Row {
        name: "x86_64 Windows",
        build: Build::Packed { triple: "x86_64-pc-windows-gnu", runners: &["wine64", "wine"] },
    },
];

/// Every row, and none may be skipped.
const ALL: &str = "--all";

/// Prints a row for each build; fails if one gives another verdict or cannot be built. `wanted` names rows, which then may not
/// be skipped.
pub(crate) fn portability(root: &Path, wanted: &[String]) -> Result<(), String> {
    let names = || ROWS.iter().map(|row| row.name).chain([WASM]);
    if let Some(unknown) = wanted.iter().find(|name| *name != ALL && names().all(|row| row != **name)) {
        return Err(format!(
            "there is no row '{unknown}'; there are {}",
            names().collect::<Vec<_>>().join(", ")
        ));
    }
    let verdicts = verdicts(root)?;
    let is_all = wanted.is_empty() || wanted.iter().any(|wanted| wanted == ALL);
    let is_wanted = |name: &str| is_all || wanted.iter().any(|wanted| wanted == name);
    println!("{:<16} {:>6} {:>8}  result", "program", "runs", "seconds");
    let mut failed = Vec::new();
    for row in ROWS.iter().filter(|row| is_wanted(row.name)) {
        if let Some(why) = missing(&row.build) {
            println!("{:<16} {:>6} {:>8}  skipped ({why})", row.name, "", "");
            failed.extend((!wanted.is_empty()).then(|| format!("{}: {why}", row.name)));
            continue;
        }
        let built = program(root, &row.build);
        let began = Instant::now();
        let told = built.and_then(|words| {
            verify(root, &words, &verdicts)?;
            if matches!(row.build, Build::Packed { .. }) { end_to_end(root, &words) } else { Ok(()) }
        });
        print_row(row.name, verdicts.len(), began, &told);
        failed.extend(told.err().map(|what| format!("{}: {what}", row.name)));
    }
    if is_wanted(WASM) {
        let began = Instant::now();
        let told = wasm();
        print_row(WASM, verdicts.len(), began, &told);
        failed.extend(told.err().map(|what| format!("{WASM}: {what}")));
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// The program of the page, in the interpreter of its tests.
const WASM: &str = "wasm32 (wasmi)";

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

fn is_there(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// The tool that a row needs and this machine lacks.
fn missing(build: &Build) -> Option<String> {
    let Build::Packed { triple, runners } = build else { return None };
    let linker = dist::linker(triple).filter(|linker| !is_there(linker));
    let runner = (!runners.iter().any(|tool| is_there(tool))).then(|| runners[0]);
    linker.or(runner).map(|tool| format!("{tool} is not installed"))
}

/// Builds the program of a row; returns the words that run it.
fn program(root: &Path, build: &Build) -> Result<Vec<String>, String> {
    match build {
        Build::Here { args, set, folder } => {
            let status = Command::new(env!("CARGO"))
                .args(["build", "--quiet", "--package", "undercroft", "--bin", "undercroft"])
                .args(*args)
                .envs(set.iter().copied())
                .current_dir(root)
                .status()
                .map_err(|error| format!("cargo: {error}"))?;
            let path = root.join("target").join(folder).join("undercroft");
            if status.success() {
                Ok(vec![path.display().to_string()])
            } else {
                Err("it does not build".to_owned())
            }
        }
        Build::Packed { triple, runners } => {
            let path = dist::program(root, triple)?;
            let runner = runners.iter().find(|tool| is_there(tool)).unwrap_or(&runners[0]);
            Ok(vec![(*runner).to_owned(), path.display().to_string()])
        }
    }
}

/// Verifies the corpus in one call and compares every line, which ends with the name of its run.
fn verify(root: &Path, words: &[String], verdicts: &[(String, String)]) -> Result<(), String> {
    let out = Command::new(&words[0])
        .args(&words[1..])
        .arg("verify")
        .args(verdicts.iter().map(|(name, _)| name))
        .env(QUIET.0, QUIET.1)
        .current_dir(root.join("corpus"))
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&out.stdout);
    let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
    if lines.len() != verdicts.len() {
        return Err(format!("{} lines for {} runs", lines.len(), verdicts.len()));
    }
    let is_kept = |line: &str, name: &str, kept: &str| line == format!("{kept} [{name}]");
    let other = lines.iter().zip(verdicts).find(|(line, (name, kept))| !is_kept(line, name, kept));
    other.map_or(Ok(()), |(line, (name, kept))| Err(format!("{name}: {line}; kept: {kept}")))
}

/// Plays, keeps, proves and compares games with a packed program: the tests of this machine's program with that one in its place.
fn end_to_end(root: &Path, words: &[String]) -> Result<(), String> {
    let out = Command::new(env!("CARGO"))
        // With the features of all tests, which are built by then.
        .args(["test", "--quiet", "--workspace", "--exclude", crate::python::PACKAGE])
        .args(["--test", "program", "--"])
        .args(END_TO_END)
        .env("UNDERCROFT_PROGRAM", words.join("\n"))
        .env(QUIET.0, QUIET.1)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if out.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&out.stdout);
    let failed: Vec<&str> = said.lines().filter_map(|line| line.strip_suffix(" --- FAILED")).collect();
    Err(format!(
        "end to end: {}",
        if failed.is_empty() { "the tests cannot be run".to_owned() } else { failed.join(", ") }
    ))
}

fn wasm() -> Result<(), String> {
    crate::cargo(&["test", "--quiet", "--package", "front-web", "--test", "wasm", "--", "--quiet", "corpus"])
}
