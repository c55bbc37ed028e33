//! The examples in the documents are what the program prints. In a `console` block a shell runs every line
//! after `$`, all blocks of a page in one folder; the lines below it are its output. UNDERCROFT_REFRESH=1 (or
//! `cargo xtask docs`) rewrites them.

use crate::support::pty::Terminal;
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
const NAMES: [(&str, &str); 6] = [
    ("RUN_A", "a.run"),
    ("RUN_B", "b.run"),
    ("RUN", "a.run"),
    ("FILE", "a.run"),
    ("GAME", "boo"),
    ("CODE", "$(undercroft code boo --seed 7)"),
];

/// Every line of a page's shell blocks without its comment, and our commands in backquotes.
fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    let lines = blocks.flat_map(str::lines).map(|line| line.split(" #").next().unwrap_or(line).trim());
    let quoted = page.split("```").step_by(2).flat_map(|text| text.split('`').skip(1).step_by(2));
    let ours = |text: &&str| text.starts_with("undercroft ") || text.starts_with("cargo ");
    let mut commands: Vec<String> =
        lines.chain(quoted.filter(ours)).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    for command in &mut commands {
        for (name, value) in NAMES {
            *command = command.replace(name, value);
        }
    }
    commands
}

/// A command that needs a screen is left again with these keys once it shows this.
fn on_a_screen(command: &str) -> Option<(&'static str, &'static str)> {
    match command {
        "undercroft" => Some(("Tutorials", "q")),
        "undercroft continue" => Some(("turn 30", "q")),
        _ => None,
    }
}

/// What `cargo run` would start, and the tasks there are: building takes too long for a test.
fn can_be_run_by_cargo(command: &str) -> bool {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a file of ours");
    match command.split(' ').collect::<Vec<_>>()[..] {
        ["cargo", "run", "--release"] => {
            let one = read("Cargo.toml").contains("default-members = [\"crates/undercroft\"]");
            one && read("crates/undercroft/Cargo.toml").contains("default-run = \"undercroft\"")
        }
        ["cargo", "xtask", task, ..] => {
            read("xtask/src/main.rs").contains(&format!("cargo xtask {task} "))
                && read(".cargo/config.toml").contains("xtask = ")
        }
        _ => false,
    }
}

#[test]
fn every_command_of_the_readme_works() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the page");
    let house = House::new();
    house.write("a.run", &journal(bot_game("boo", "a", &[], 30)));
    house.write("b.run", &journal(bot_game("boo", "b", &[], 30)));
    std::fs::create_dir_all(house.path("home/runs/boo")).expect("a folder");
    std::fs::copy(house.path("a.run"), house.path("home/runs/boo/a.run")).expect("a saved game");
    let commands = commands(&page);
    assert!(commands.len() >= 16, "{commands:?}");
    for command in commands {
        if command.starts_with("sh install.sh ") || command.starts_with("sudo apt install ") {
            // Tried with packages: xtask::packages::tests::the_packages_of_the_readme_can_be_installed
        } else if command.starts_with("cargo ") {
            assert!(can_be_run_by_cargo(&command), "{command}");
        } else if let Some((shown, keys)) = on_a_screen(&command) {
            let args: Vec<&str> = command.split(' ').skip(1).collect();
            let mut terminal = Terminal::open(&house, &args, 80, 24);
            terminal.shows(shown);
            terminal.type_keys(keys);
            assert_eq!(terminal.ends(), (0, true), "{command}");
        } else {
            assert!(command.starts_with("undercroft "), "how is this tried? {command}");
            let (printed, status) = shell(&house, &command);
            // Two different runs differ.
            let expected = i32::from(command.starts_with("undercroft diff "));
            assert_eq!(status, expected, "{command}\n{printed}");
        }
    }
}
