//! `cargo xtask gates`: measures the program's size, counts the instructions of pieces of work under callgrind and compares them
//! with the list in the repository. Unlike times, counts are the same on a busy machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The list of counts: a name and a number per line.
const LIST: &str = "xtask/instructions.txt";
/// The largest program for players, as `cargo build --release` makes it.
const PROGRAM_BYTES_MAX: u64 = 5_200_000;
/// The increase in percent that fails.
const WORSE_PERCENT: u64 = 3;

/// How often a piece of work is run in the two measurements; the difference leaves out the startup.
struct Times {
    first: usize,
    second: usize,
}

/// Chosen so that at most a few hundred million instructions are counted.
fn times(name: &str) -> Times {
    let first = match name.split('-').next().unwrap_or_default() {
        "play" | "verify" | "solve" => 1,
        "paint" => 2_000,
        _ => 20,
    };
    Times { first, second: 2 * first }
}

/// `cargo xtask gates [--keep] [NAME...]`: `--keep` writes the current counts to the list.
pub(crate) fn gates(root: &Path, args: &[String]) -> Result<(), String> {
    check_size(&build(root, "undercroft")?)?;
    if !is_there("valgrind") {
        println!("gates: skipped (valgrind is not installed)");
        return Ok(());
    }
    let program = build(root, "proof")?;
    let keep = args.iter().any(|arg| arg == "--keep");
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let names = names(&program)?;
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(name)) {
        return Err(format!("there is no work '{unknown}'; there are {}", names.join(", ")));
    }
    let mut kept = read(root);
    kept.retain(|name, _| names.contains(name));
    let mut failed = Vec::new();
    println!("{:<20} {:>14} {:>14} {:>8}", "instructions of", "before", "now", "");
    for name in names {
        if !wanted.is_empty() && !wanted.contains(&&name) {
            continue;
        }
        let Times { first, second } = times(&name);
        let (low, high) = (count(&program, &name, first)?, count(&program, &name, second)?);
        let now = high.saturating_sub(low) / (second - first) as u64;
        let before = kept.get(&name).copied();
        println!("{}", row(&name, before, now));
        if keep {
            kept.insert(name, now);
        } else if before.is_none_or(|before| is_worse(before, now)) {
            failed.push(name);
        }
    }
    if keep {
        let lines: String = kept.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        return fs::write(root.join(LIST), lines).map_err(|error| format!("{LIST}: {error}"));
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "more than {WORSE_PERCENT} % worse, or not in {LIST}: {}. If this is intended, give the reason and run `cargo xtask gates --keep`",
            failed.join(", ")
        )),
    }
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Builds a program with the release profile.
fn build(root: &Path, package: &str) -> Result<PathBuf, String> {
    crate::cargo(&["build", "--release", "--quiet", "--package", package])?;
    Ok(root.join("target/release").join(package).with_extension(std::env::consts::EXE_EXTENSION))
}

fn check_size(program: &Path) -> Result<(), String> {
    let bytes = fs::metadata(program).map_err(|error| error.to_string())?.len();
    println!("the program has {bytes} bytes of at most {PROGRAM_BYTES_MAX}");
    if bytes > PROGRAM_BYTES_MAX {
        return Err(format!("the program is {} bytes too large", bytes - PROGRAM_BYTES_MAX));
    }
    Ok(())
}

fn names(program: &Path) -> Result<Vec<String>, String> {
    let out = Command::new(program).arg("works").output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect())
}

/// Counts the instructions of a piece of work.
fn count(program: &Path, name: &str, times: usize) -> Result<u64, String> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["work", name, &times.to_string()])
        .env_clear()
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let told = String::from_utf8_lossy(&out.stderr);
    let counted = told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match counted {
        Some(counted) if out.status.success() => Ok(counted),
        _ => Err(format!("{name}: {}", told.lines().next_back().unwrap_or("valgrind printed no count"))),
    }
}

fn read(root: &Path) -> BTreeMap<String, u64> {
    let text = fs::read_to_string(root.join(LIST)).unwrap_or_default();
    let line =
        |line: &str| line.split_once(' ').and_then(|(name, n)| Some((name.to_owned(), n.parse().ok()?)));
    text.lines().filter_map(line).collect()
}

const fn is_worse(before: u64, now: u64) -> bool {
    now * 100 > before * (100 + WORSE_PERCENT)
}

fn row(name: &str, before: Option<u64>, now: u64) -> String {
    let Some(before) = before else { return format!("{name:<20} {:>14} {now:>14}", "-") };
    let percent = (now as f64 / before.max(1) as f64 - 1.0) * 100.0;
    format!("{name:<20} {before:>14} {now:>14} {percent:>+7.1}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_percent_more_pass_and_four_fail() {
        assert!(!is_worse(1_000_000, 900_000));
        assert!(!is_worse(1_000_000, 1_030_000));
        assert!(is_worse(1_000_000, 1_040_000));
        assert_eq!(
            row("play-boo", Some(200), 190),
            "play-boo                        200            190    -5.0%"
        );
    }
}
