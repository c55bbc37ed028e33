//! `cargo xtask fuzz [MINUTES]`: fuzzes every target until each has had so many minutes of processor time. It can be stopped at
//! any time; the next call goes on with what was found. The time is kept in the repository, so that it adds up.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Processor time that each target should have.
const MINUTES: u64 = 60;
/// How long a target runs before the next has its turn, in seconds.
const TURN: u64 = 120;
/// Inputs are small: a parser that needs more for one of them has a fault.
const MEMORY_MB: u64 = 1_024;
/// One input may take so long, in seconds, on a busy machine.
const INPUT_SECONDS: u64 = 60;
/// The processor time so far: a target, seconds and inputs per line.
const SPENT: &str = "fuzz/spent.txt";
/// The processor's clock ticks in a second, as `/proc` counts them.
const TICKS: u64 = 100;

/// What was done for a target so far.
#[derive(Clone, Copy, Default)]
struct Spent {
    /// Seconds of processor time.
    seconds: u64,
    inputs: u64,
}

pub(crate) fn fuzz(root: &Path, args: &[String]) -> Result<(), String> {
    let minutes = match args {
        [] => MINUTES,
        [minutes] => minutes.parse().map_err(|_| format!("'{minutes}' is no number of minutes"))?,
        _ => return Err("cargo xtask fuzz [MINUTES]".to_owned()),
    };
    let folder = root.join("target/fuzz");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    build(root)?;
    let file = root.join(SPENT);
    let mut spent = read(&file);
    let names = targets(root)?;
    loop {
        let seconds = |name: &String| spent.get(name).map_or(0, |spent: &Spent| spent.seconds);
        let Some(name) = names.iter().min_by_key(|name| seconds(name)) else { break };
        if seconds(name) >= minutes * 60 {
            break;
        }
        let now = turn(root, &folder, name)?;
        let total = spent.entry(name.clone()).or_default();
        total.seconds += now.seconds;
        total.inputs += now.inputs;
        let lines = spent.iter().map(|(name, spent)| format!("{name} {} {}\n", spent.seconds, spent.inputs));
        fs::write(&file, lines.collect::<String>())
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    println!("{:<12} {:>10} {:>14}", "target", "minutes", "inputs");
    for (name, spent) in &spent {
        println!("{name:<12} {:>10.1} {:>14}", spent.seconds as f64 / 60.0, spent.inputs);
    }
    Ok(())
}

/// Builds all targets with the checks of the address sanitizer.
fn build(root: &Path) -> Result<(), String> {
    let status = Command::new("cargo")
        .args(["+nightly", "fuzz", "build"])
        // The compiler of this task would win over the nightly one.
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo fuzz: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err("cargo +nightly fuzz build failed; it needs a nightly compiler and cargo-fuzz".to_owned())
    }
}

/// The names of the targets, from the manifest.
fn targets(root: &Path) -> Result<Vec<String>, String> {
    let path = root.join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Runs a target for a turn; the first folder of inputs takes what is found.
fn turn(root: &Path, folder: &Path, name: &str) -> Result<Spent, String> {
    let found = folder.join("corpus").join(name);
    fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    let program = root.join("fuzz/target/x86_64-unknown-linux-gnu/release").join(name);
    let began = children_ticks();
    let out = Command::new(&program)
        .arg(&found)
        .arg(root.join("fuzz/seeds").join(name))
        .arg(format!("-max_total_time={TURN}"))
        .arg(format!("-rss_limit_mb={MEMORY_MB}"))
        .arg(format!("-timeout={INPUT_SECONDS}"))
        .arg(format!("-artifact_prefix={}", folder.join(format!("found-{name}-")).display()))
        .args((name == "dungeon").then(|| format!("-dict={}", root.join("fuzz/dungeon.dict").display())))
        .arg("-print_final_stats=1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let told = String::from_utf8_lossy(&out.stderr);
    if !out.status.success() {
        let lines: Vec<&str> = told.lines().rev().take(40).collect();
        let last: Vec<&str> = lines.into_iter().rev().collect();
        return Err(format!("{name} found something:\n{}", last.join("\n")));
    }
    let inputs = told.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let inputs = inputs.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    let spent = Spent { seconds: children_ticks().saturating_sub(began) / TICKS, inputs };
    println!("{name}: {} s of processor time, {inputs} inputs", spent.seconds);
    Ok(spent)
}

/// Processor time of all children that have ended: fields 16 and 17 of `/proc/self/stat`.
fn children_ticks() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    after_name.split(' ').skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

fn read(file: &Path) -> BTreeMap<String, Spent> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let mut number = || words.next()?.parse().ok();
        Some((name, Spent { seconds: number()?, inputs: number()? }))
    };
    text.lines().filter_map(line).collect()
}
