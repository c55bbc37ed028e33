//! Runs the programs printed in docs/strategies.md. A test is skipped if its language is not installed.
#![cfg(unix)]

mod common;

use common::field;
use game_pursuit::{FIELD, Player, Setup};
use pursuit_lab::{Match, Played};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The first code block of a language in the docs.
fn block(language: &str) -> String {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/strategies.md");
    let text = std::fs::read_to_string(docs).expect("the docs are there");
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("an example in this language");
    rest.split_once("```").expect("the block ends").0.to_string()
}

fn is_installed(program: &str, argument: &str) -> bool {
    let run = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

fn play(programs: [Option<String>; 2]) -> Played {
    let monster = if programs[1].is_some() { Player::PROGRAM } else { Player::Monster };
    let mut setup = Setup::new(field(FIELD), Player::PROGRAM, monster);
    setup.limit = 30;
    let settings = Match { patience: Duration::from_secs(30), programs, ..Match::default() };
    settings.play(&setup, |_, _| {})
}

#[test]
fn the_python_example_plays() {
    if !is_installed("python3", "--version") {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hero.py");
    std::fs::write(&file, block("python")).unwrap();
    let played = play([Some(format!("python3 {}", file.display())), None]);
    assert!(played.ending.is_clean(), "{}", played.ending);
    assert!(played.log.len() > 10);
}

#[test]
fn the_java_example_plays_both_sides() {
    if !is_installed("javac", "-version") || !is_installed("java", "-version") {
        eprintln!("skipped: java and javac are not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Strategy.java"), block("java")).unwrap();
    let compiled = Command::new("javac").arg("Strategy.java").current_dir(folder.path()).status().unwrap();
    assert!(compiled.success());
    let program = Some(format!("java -cp {} Strategy", folder.path().display()));
    let played = play([program.clone(), program]);
    assert!(played.ending.is_clean(), "{}", played.ending);
}
