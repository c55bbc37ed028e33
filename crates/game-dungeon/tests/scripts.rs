//! Our own versions of the course's acceptance scripts, as whole-screen transcripts.
//!
//! `tests/scripts/NAME.xml` is the dungeon, `NAME.txt` the transcript: every `> order` is followed by the
//! reply and the frame. `UNDERCROFT_REFRESH=1` rewrites the transcripts; check the difference before
//! committing it.

use game_dungeon::Dungeon;
use kernel::Game;
use std::{fmt::Write as _, fs, path::Path};

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let level = fs::read_to_string(folder.join(format!("{name}.xml"))).unwrap();
    let path = folder.join(format!("{name}.txt"));
    let kept = fs::read_to_string(&path).unwrap();
    let mut game: Dungeon = testkit::start(&[], Some(&level), "acceptance");
    let mut told = String::new();
    frame(&game, "", &mut told);
    for order in kept.lines().filter_map(|line| line.strip_prefix("> ")) {
        let _ = writeln!(told, "> {order}");
        let mut events = Vec::new();
        let said = match Dungeon::grammar().read(order, game.phase()) {
            Err(misread) => {
                let _ = writeln!(told, "misread");
                misread.0
            }
            Ok(commands) => match game.act(testkit::SOLO, commands[0], &mut events) {
                Ok(()) => testkit::sentences::<Dungeon>(&events),
                Err(refused) => {
                    let _ = writeln!(told, "refused");
                    refused.0.into_owned()
                }
            },
        };
        for line in events.iter().filter_map(kernel::Narrate::aside) {
            let _ = writeln!(told, "console: {line}");
        }
        frame(&game, &said, &mut told);
    }
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(told, "outcome: {} {}", outcome.verdict.word(), outcome.score);
    }
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        fs::write(&path, &told).unwrap();
    }
    assert!(told == kept, "{name} differs:\n{told}");
}

fn frame(game: &Dungeon, said: &str, out: &mut String) {
    for row in testkit::rows(game, said) {
        let _ = writeln!(out, "  |{row}");
    }
}

#[test]
fn bad_scroll() {
    check("bad_scroll");
}

#[test]
fn death() {
    check("death");
}

#[test]
fn drop_pack() {
    check("drop_pack");
}

#[test]
fn kill() {
    check("kill");
}

#[test]
fn hallucinate() {
    check("hallucinate");
}

#[test]
fn teleport() {
    check("teleport");
}

#[test]
fn walls_and_void() {
    check("walls_and_void");
}

#[test]
fn invisible() {
    check("invisible");
}
