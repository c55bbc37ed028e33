//! Checks the structure of the workspace: dependencies between crates, length of files, forbidden words in
//! rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The maximum number of lines of a file.
const LINES_MAX: usize = 500;

/// The allowed dependencies between our crates. A new one is added here, in a commit that gives the reason. A game
/// (`game-*`) needs no row: it may use the kernel, and the catalogue may use it.
const ARROWS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("testkit", &["kernel"]),
    ("session", &["kernel"]),
    ("hall", &["kernel", "session"]),
    ("helpers", &["kernel", "session"]),
    ("pursuit-lab", &["kernel", "session", "game-pursuit"]),
    ("catalog", &["kernel", "session", "pursuit-lab"]),
    (
        "archive-module",
        &["kernel", "session", "game-cave", "game-chambers", "game-boo", "game-pursuit", "game-dungeon"],
    ),
    ("store", &[]),
    // The host's database uses the name type of games, and implements a shelf for accounts.
    ("ledger", &["kernel", "store"]),
    ("keeper", &["kernel", "session", "store"]),
    ("records", &["kernel", "session", "keeper"]),
    ("console", &["kernel", "session"]),
    ("front-line", &["kernel", "session", "helpers", "keeper"]),
    ("lan", &["kernel", "session", "hall", "keeper", "front-line"]),
    ("app", &["kernel", "session", "helpers", "keeper", "records", "console"]),
    ("painter", &[]),
    ("terminal", &["app", "keeper", "painter"]),
    ("ssh", &["app", "keeper", "painter"]),
    ("front-web", &["app", "catalog", "keeper", "records", "session"]),
    (
        "undercroft",
        &[
            "kernel",
            "session",
            "catalog",
            "keeper",
            "records",
            "console",
            "front-line",
            "lan",
            "app",
            "terminal",
        ],
    ),
    (
        "undercroft-python",
        &["kernel", "session", "catalog", "records", "front-line", "game-pursuit", "pursuit-lab"],
    ),
    (
        "undercroft-host",
        &["app", "keeper", "kernel", "session", "catalog", "hall", "ledger", "records", "ssh"],
    ),
    ("proof", &["kernel", "session", "catalog", "pursuit-lab", "keeper", "app", "terminal"]),
    ("xtask", &[]),
];

/// The doors beside the terminal, and the crates only they need. All other crates are the core.
const DOORS: [&str; 9] = [
    "hall",
    "lan",
    "front-web",
    "undercroft-python",
    "archive-module",
    "undercroft-host",
    "ssh",
    "ledger",
    "proof",
];

/// The maximum number of dependencies between core crates, without those of and on games.
const CORE_ARROWS_MAX: usize = 41;

/// The contract: the number of items of each trait, or of public fields of the struct. A change of a number is a commit of
/// its own.
const CONTRACT: [(&str, &str, usize); 3] = [
    ("crates/kernel/src/game.rs", "pub trait Game:", 21),
    ("crates/session/src/contract.rs", "pub trait Session:", 30),
    ("crates/session/src/entry.rs", "pub struct Entry {", 14),
];

/// Words that rules may not contain: their results differ between machines or between runs.
const FORBIDDEN: [&str; 8] =
    ["f32", "f64", "HashMap", "HashSet", "std::time", "println!", "static mut", "unsafe"];

/// Words that the application may not contain: its door gives it environment, clock, seeds and threads, and its texts go
/// through the shelf of its home.
const FORBIDDEN_IN_APP: [&str; 11] = [
    "std::env",
    "env::var",
    "Instant",
    "SystemTime",
    "now_seconds",
    "std::fs",
    "std::thread",
    "std::process",
    "read_file",
    "write_atomically",
    "Files",
];

/// Crates and files that may name games: their list, the tools of single games, and workloads for measurements.
const NAME_GAMES: [&str; 8] = [
    "crates/game-",
    "crates/catalog/",
    "crates/pursuit-lab/",
    "crates/archive-module/",
    "crates/proof/",
    "crates/undercroft-host/src/bench/",
    "crates/undercroft/src/cave.rs",
    "crates/undercroft/src/tools.rs",
];

/// Runs every check; the message lists all problems.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    arrows(root, &mut wrong)?;
    contract(root, &mut wrong);
    let ids = game_ids(root);
    for file in sources(&root.join("crates")).into_iter().chain(sources(&root.join("xtask"))) {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let lines = text.lines().count();
        if lines > LINES_MAX {
            wrong.push(format!("{name} has {lines} lines; at most {LINES_MAX} are allowed"));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{name} must begin with //! and its purpose"));
        }
        examples(&name, &text, &mut wrong);
        rules(&name, &text, &mut wrong);
        application(&name, &text, &mut wrong);
        output(&name, &text, &mut wrong);
        names(&name, &text, &ids, &mut wrong);
    }
    crate::size::check(root, &mut wrong);
    if wrong.is_empty() { Ok(()) } else { Err(format!("\n  {}", wrong.join("\n  "))) }
}

/// All Rust files below a folder, sorted.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Counts the items of the contract: the first level of each block.
fn contract(root: &Path, wrong: &mut Vec<String>) {
    for (file, opening, allowed) in CONTRACT {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        let block = text.split_once(opening).map_or("", |(_, rest)| rest);
        let block = block.split("\n}").next().unwrap_or_default();
        let item = |line: &&str| {
            line.strip_prefix("    ").is_some_and(|line| {
                ["fn ", "const ", "type ", "pub "].iter().any(|word| line.starts_with(word))
            })
        };
        let count = block.lines().filter(item).count();
        if count != allowed {
            wrong.push(format!("{file}: `{opening}` has {count} items; the list in tidy.rs says {allowed}"));
        }
    }
}

/// True for the crates that build without the standard library: the kernel and the games.
pub(crate) fn is_rules(krate: &str) -> bool {
    krate == "kernel" || is_game(krate)
}

fn is_game(krate: &str) -> bool {
    krate.starts_with("game-")
}

/// Examples in comments are not run, so none may look like one that is.
fn examples(name: &str, text: &str, wrong: &mut Vec<String>) {
    let fences = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//! ").or_else(|| line.strip_prefix("/// "))?.strip_prefix("```")
    });
    if fences.step_by(2).any(|kind| kind != "text") {
        wrong.push(format!("{name}: an example in a comment is ```text, or it belongs in a test"));
    }
}

/// Checks rules crates, without tests and examples.
fn rules(name: &str, text: &str, wrong: &mut Vec<String>) {
    let Some(krate) = name.strip_prefix("crates/").and_then(|rest| rest.split('/').next()) else { return };
    let tested = name.ends_with("_tests.rs") || name.ends_with("/tests.rs") || name.contains("/tests/");
    if !is_rules(krate) || tested || name.contains("/examples/") {
        return;
    }
    if name.ends_with("src/lib.rs") && !text.contains("#![no_std]") {
        wrong.push(format!("{name} is a rules crate and must be no_std"));
    }
    forbid(&FORBIDDEN, "rules", name, text, wrong);
}

/// Checks the application.
fn application(name: &str, text: &str, wrong: &mut Vec<String>) {
    if name.starts_with("crates/app/src/") {
        forbid(&FORBIDDEN_IN_APP, "the application", name, text, wrong);
    }
}

/// Nothing but the catalogue and the tools of single games depends on which game is played.
fn names(name: &str, text: &str, ids: &[String], wrong: &mut Vec<String>) {
    let tested = name.contains("/tests/") || name.contains("/examples/") || name.ends_with("_tests.rs");
    let may = NAME_GAMES.iter().any(|place| name.starts_with(place)) || name.starts_with("xtask/");
    if !may && !tested {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        forbid(&ids, "a crate that knows no game by name", name, text, wrong);
    }
}

/// The ids of all games, in quotes: their crates are named after them.
fn game_ids(root: &Path) -> Vec<String> {
    let folders = fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    names.filter_map(|name| Some(format!("\"{}\"", name.strip_prefix("game-")?))).collect()
}

/// Reports every forbidden word in code outside the tests of a file.
fn forbid(words: &[&str], place: &str, name: &str, text: &str, wrong: &mut Vec<String>) {
    let body = text.split("#[cfg(test)]").next().unwrap_or(text);
    for (number, line) in body.lines().enumerate() {
        let code = line.split("//").next().unwrap_or(line);
        for word in words.iter().filter(|word| has_word(code, word)) {
            wrong.push(format!("{name}:{}: `{word}` does not belong in {place}", number + 1));
        }
    }
}

/// The program writes its output in one module, which removes control characters.
fn output(name: &str, text: &str, wrong: &mut Vec<String>) {
    let elsewhere = name.starts_with("crates/undercroft/src/") && !name.ends_with("/output.rs");
    for (line, number) in text.lines().zip(1..).filter(|_| elsewhere) {
        for word in ["stdout()", "stderr()"].iter().filter(|word| has_word(line, word)) {
            wrong.push(format!("{name}:{number}: `{word}` is used in output.rs only"));
        }
    }
}

/// Whether a text contains a whole word.
pub(crate) fn has_word(code: &str, word: &str) -> bool {
    let joined = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].chars().next_back().is_some_and(joined)
            && !code[at + word.len()..].chars().next().is_some_and(joined)
    })
}

/// Checks the normal dependencies between our crates, as reported by cargo.
fn arrows(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let game: &[&str] = &["kernel"];
        let Some(may_use) = allowed.get(name).or(is_game(name).then_some(&game)) else {
            wrong.push(format!("crate {name} is not in the list of arrows"));
            continue;
        };
        let used = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
        let ours = used.iter().filter(|other| !other["path"].is_null() && other["kind"].is_null());
        let ours = ours.filter_map(|other| other["name"].as_str());
        let ours: Vec<&str> = ours.filter(|other| name != "catalog" || !is_game(other)).collect();
        for other in ours.iter().filter(|other| !may_use.contains(other)) {
            wrong.push(format!("crate {name} may not use {other}"));
        }
        for other in may_use.iter().filter(|other| !ours.contains(other)) {
            wrong.push(format!("crate {name} does not use {other} any more: take it out of the list"));
        }
    }
    count_arrows(wrong);
    Ok(())
}

/// Whether a crate is a door beside the terminal, or only doors need it.
pub(crate) fn is_door(krate: &str) -> bool {
    DOORS.contains(&krate)
}

/// Prints how many arrows there are, and limits those of the core crates.
fn count_arrows(wrong: &mut Vec<String>) {
    let count = |doors: bool| -> usize {
        ARROWS.iter().filter(|(name, _)| is_door(name) == doors).map(|(_, may_use)| may_use.len()).sum()
    };
    let (core, doors) = (count(false), count(true));
    println!(
        "arrows: {core} of the core crates (at most {CORE_ARROWS_MAX}), {doors} of the doors, {} in all",
        core + doors
    );
    if core > CORE_ARROWS_MAX {
        wrong.push(format!(
            "the core crates have {core} arrows; the list in tidy.rs allows {CORE_ARROWS_MAX}"
        ));
    }
}
