//! `cargo xtask portability`: verifies the corpus with programs for other processors, systems and optimisation
//! levels. All must give the recorded verdicts.

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

/// A profile without optimisation across crates, in a folder of its own.
const fn level(name: &'static str, set: &'static [(&'static str, &'static str)]) -> Row {
    Row { name, build: Build::Here { args: &[], set, folder: "portability/debug" } }
}

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

/// Prints a row for each build; fails if one gives another verdict or cannot be built. `wanted` names rows.
pub(crate) fn portability(root: &Path, wanted: &[String]) -> Result<(), String> {
    let verdicts = verdicts(root)?;
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    println!("{:<16} {:>6} {:>8}  result", "program", "runs", "seconds");
    let mut failed = Vec::new();
    for row in ROWS.iter().filter(|row| is_wanted(row.name)) {
        if let Some(why) = missing(&row.build) {
            println!("{:<16} {:>6} {:>8}  skipped ({why})", row.name, "", "");
            continue;
        }
        let built = program(root, &row.build);
        let began = Instant::now();
        let told = built.and_then(|command| verify(root, command, &verdicts));
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

/// Builds the program of a row; returns how it is run.
fn program(root: &Path, build: &Build) -> Result<Command, String> {
    match build {
        Build::Here { args, set, folder } => {
            let status = Command::new(env!("CARGO"))
                .args(["build", "--quiet", "--package", "undercroft", "--bin", "undercroft"])
                .args(*args)
                .envs(set.iter().copied())
                .current_dir(root)
                .status()
                .map_err(|error| format!("cargo: {error}"))?;
            let built = status.success().then(|| root.join("target").join(folder).join("undercroft"));
            built.map(Command::new).ok_or_else(|| "it does not build".to_owned())
        }
        Build::Packed { triple, runners } => {
            let program = dist::program(root, triple)?;
            let runner = runners.iter().find(|tool| is_there(tool)).unwrap_or(&runners[0]);
            let mut command = Command::new(runner);
            command.arg(program).env("WINEDEBUG", "-all");
            Ok(command)
        }
    }
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

fn wasm() -> Result<(), String> {
    crate::cargo(&["test", "--quiet", "--package", "front-web", "--test", "wasm", "--", "--quiet", "corpus"])
}
