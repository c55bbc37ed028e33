//! The examples in the documents are what the program prints. In a `console` block a shell runs every line
//! after `$`, all blocks of a page in one folder; the lines below it are its output. UNDERCROFT_REFRESH=1 (or
//! `cargo xtask docs`) rewrites them.

use crate::support::{House, bot_game, journal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command in a shell with the program on its path: the output and the status.
fn shell(house: &House, command: &str) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_undercroft")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .env("PATH", path)
        .env("UNDERCROFT_HOME", house.path("home"))
        .env("UNDERCROFT_TODAY", "2026-11-15")
        .env("TERM", "dumb")
        .current_dir(house.path("."))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    (String::from_utf8(output.stdout).expect("text"), output.status.code().unwrap_or(-1))
}

/// The page with the current output of its commands; `None` if it has no commands.
fn played(page: &str) -> Option<String> {
    let house = House::new();
    let (mut filled, mut inside, mut found) = (String::new(), false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found = true;
            filled += &format!("{line}\n{}", shell(&house, command).0);
            continue;
        } else if inside {
            continue;
        }
        filled += &format!("{line}\n");
    }
    found.then_some(filled)
}

#[test]
fn every_example_is_what_the_program_prints() {
    let mut pages = 0;
    for file in std::fs::read_dir(root().join("docs")).expect("the documents").flatten() {
        let path = file.path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = std::fs::read_to_string(&path).expect("a page");
        let Some(filled) = played(&page) else { continue };
        pages += 1;
        if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
            std::fs::write(&path, filled).expect("the page can be written");
            continue;
        }
        let stale = page.lines().zip(filled.lines()).find(|(old, new)| old != new);
        assert!(page == filled, "{} is stale, `cargo xtask docs` refreshes it: {stale:?}", path.display());
    }
    assert!(pages >= 2, "docs/protocol.md and docs/seeds.md have examples");
}

#[test]
fn the_bot_of_the_protocol_page_plays() {
    let page = std::fs::read_to_string(root().join("docs/protocol.md")).expect("the page");
    let (_, rest) = page.split_once("```python\n").expect("a bot");
    let (bot, _) = rest.split_once("```").expect("the end of the bot");
    let house = House::new();
    house.write("bot.py", bot);
    if shell(&house, "python3 --version").1 != 0 {
        return testkit::skip("there is no python3");
    }
    let (printed, status) = shell(&house, "python3 bot.py");
    assert_eq!(status, 0, "{printed}");
    assert!(printed.contains("'turn': "), "{printed}");
}

/// What stands for the capitalized words of a command.
const NAMES: [(&str, &str); 8] = [
    ("RUN_A", "a.run"),
    ("RUN_B", "b.run"),
    ("RUN", "a.run"),
    ("FILE", "a.run"),
    ("GAME", "boo"),
    ("CODE", "$(undercroft code boo --seed 7)"),
    ("TEXT", "7"),
    ("NAME=VALUE", "fog=on"),
];

/// The commands on a page: lines of its shell blocks, and those in backquotes.
fn commands(page: &str) -> Vec<String> {
    let lines = page.lines().map(|line| line.split(" #").next().unwrap_or(line));
    let quoted = page.split("```").step_by(2).flat_map(|text| text.split('`').skip(1).step_by(2));
    let shown = lines.chain(quoted).map(str::trim);
    let mut commands: Vec<String> = shown
        .filter(|text| *text == "undercroft" || text.starts_with("undercroft "))
        .map(str::to_owned)
        .collect();
    for command in &mut commands {
        for (name, value) in NAMES {
            *command = command.replace(name, value);
        }
    }
    commands
}

#[test]
fn every_command_of_the_readme_works() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the page");
    let house = House::new();
    house.write("a.run", &journal(bot_game("boo", "a", &[], 30)));
    house.write("b.run", &journal(bot_game("boo", "b", &[], 30)));
    let commands = commands(&page);
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        let (printed, status) = shell(&house, &command);
        // Two different runs differ (status 1), a title screen needs a terminal, and an arena its entrants
        // (status 2).
        let expected = match command.split(' ').nth(1) {
            Some("diff") => 1,
            None | Some("arena") => 2,
            Some(_) => 0,
        };
        assert_eq!(status, expected, "{command}\n{printed}");
    }
}
