//! Tasks of the project. `cargo xtask test` runs every check and test.

mod archive;
mod dist;
mod documents;
mod fuzz;
mod gates;
mod lean;
mod licences;
mod packages;
mod page;
mod portability;
mod python;
mod requirements;
mod runner;
mod size;
mod soak;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The tests that check tables and examples of the documents.
const DOCS: [&[&str]; 3] = [
    &["undercroft", "--test", "program", "--", "pages::", "examples::"],
    &["records", "--test", "docs"],
    &["records", "--test", "feats", "the_documented_feats"],
];

const HELP: &str = "cargo xtask test     format, crates, documents, lints, all tests, requirements\n\
                    cargo xtask docs     refresh the tables and examples of the documents\n\
                    cargo xtask tidy     only crates, documents and the requirements list, without running tests\n\
                    cargo xtask pictures refresh the pictures of docs/pictures\n\
                    cargo xtask web      build the browser edition into target/web; --serve [PORT] shows it here,\n\
                                         --single writes one file, --bench measures it in a browser\n\
                    cargo xtask python   build, test and type-check the Python package; --bench [--json] measures it\n\
                    cargo xtask archive  GAME: its rules as a module in archive/, for runs of rules that change later\n\
                    cargo xtask dist     packages for Linux and Windows in target/dist\n\
                    cargo xtask soak     [GAMES]: random games, live, saved and replayed; goes on where it was stopped\n\
                    cargo xtask fuzz     [MINUTES]: fuzzes every parser, 60 minutes of processor time each; goes on\n\
                                         where it was stopped\n\
                    cargo xtask gates    counts instructions and compares them with the list; --keep writes the list\n\
                    cargo xtask portability   verifies the corpus with programs of other machines and builds; --all skips none";

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        Some("test") => test(),
        Some("docs") => refresh(&DOCS),
        Some("tidy") => tidy::check(&root())
            .and_then(|()| documents::check(&root()))
            .and_then(|()| requirements::check(&root(), false)),
        Some("web") => web::web(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("python") => python::python(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("archive") => archive::archive(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("dist") => dist::dist(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("soak") => soak::soak(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("fuzz") => fuzz::fuzz(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("gates") => gates::gates(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("portability") => {
            portability::portability(&root(), &std::env::args().skip(2).collect::<Vec<_>>())
        }
        Some("pictures") => refresh(&[&["undercroft", "--test", "program", "pictures::"]]),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            if !what.is_empty() {
                eprintln!("xtask: {what}");
            }
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// Runs everything; the last line is the number of tests that passed, failed and were skipped.
fn test() -> Result<(), String> {
    let mut counts = runner::Counts::default();
    let done = steps(&mut counts);
    if let Err(what) = &done {
        eprintln!("xtask: {what}");
    }
    println!("{counts}");
    done.map_err(|_| String::new())
}

/// All checks, cheapest first.
fn steps(counts: &mut runner::Counts) -> Result<(), String> {
    let root = root();
    step("format", || cargo(&["fmt", "--all", "--", "--check"]))?;
    step("crates", || tidy::check(&root))?;
    step("documents", || documents::check(&root))?;
    step("licences", || deny(counts))?;
    let lints = ["clippy", "--workspace", "--exclude", python::PACKAGE, "--all-targets", "--quiet"];
    step("lints", || cargo(&[&lints[..], &["--", "-D", "warnings"]].concat()))?;
    step("rules for wasm32", wasm)?;
    if web::can_build() {
        step("page for browsers", || web::build_both(&root))?;
        if !web::measures_as_sent() {
            counts.skip("size of the page", "brotli is not installed");
        }
    } else {
        counts.skip("page for browsers", "rustup target add wasm32-wasip1");
    }
    step("tests", || runner::run(&root, counts))?;
    step("python", || python::step(&root, counts))?;
    step("requirements", || requirements::check(&root, true))
}

/// Checks licences and sources of the libraries, if the tool is installed.
fn deny(counts: &mut runner::Counts) -> Result<(), String> {
    if !Command::new("cargo-deny").arg("--version").output().is_ok_and(|tool| tool.status.success()) {
        counts.skip("licences", "cargo-deny is not installed");
        return Ok(());
    }
    cargo(&["deny", "--log-level", "error", "check", "licenses", "bans", "sources"])
}

/// Runs tests that check documents and pictures with `UNDERCROFT_REFRESH`, so that they write them.
fn refresh(tests: &[&[&str]]) -> Result<(), String> {
    for test in tests {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--package"])
            .args(*test)
            .env("UNDERCROFT_REFRESH", "1")
            .current_dir(root())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo test cannot be run: {error}"))?;
        let told = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!("cargo test of {} ended with {}:\n{told}", test[0], output.status));
        }
        if told.contains("running 0 tests") {
            return Err(format!("cargo test {}: there is no such test", test.join(" ")));
        }
    }
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("== {name}");
    let began = Instant::now();
    work().map_err(|what| format!("{name}: {what}"))?;
    println!("== {name}: ok, {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

fn cargo(args: &[&str]) -> Result<(), String> {
    cargo_with(args, &[])
}

/// Cargo with some variables of the environment.
fn cargo_with(args: &[&str], set: &[(&str, &str)]) -> Result<(), String> {
    let status =
        Command::new(env!("CARGO")).args(args).envs(set.iter().copied()).current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {} ended with {status}", args[0])),
        Err(error) => Err(format!("cargo {} cannot be run: {error}", args[0])),
    }
}

/// Builds the rules crates for a target without clock, files and threads.
fn wasm() -> Result<(), String> {
    let folders = std::fs::read_dir(root().join("crates")).map_err(|error| format!("crates: {error}"))?;
    let names = folders.flatten().filter_map(|folder| folder.file_name().into_string().ok());
    let rules: Vec<String> = names.filter(|name| tidy::is_rules(name)).collect();
    let mut args = vec!["build", "--quiet", "--target", "wasm32-unknown-unknown"];
    args.extend(rules.iter().flat_map(|name| ["-p", name]));
    cargo(&args)
}
