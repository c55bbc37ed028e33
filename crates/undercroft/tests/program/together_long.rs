//! A shared cave of more than one chapter, over real sockets and on disk.

use crate::together::{Player, verify};
use std::path::{Path, PathBuf};
use std::process::Command;

/// More commands than a chapter has.
const COMMANDS: usize = 8192 + 20;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut runs: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "run")).collect();
    runs.sort();
    runs
}

fn told(args: &[&str], path: &Path) -> (bool, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_undercroft")).args(args).arg(path).output().unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn a_long_cave_continues_in_chapters_that_verify() {
    let folder = tempfile::tempdir().unwrap();
    let home = |name: &str| folder.path().join(name);
    let begin = ["cave", "--host", "127.0.0.1:0", "--world", "Deep", "--player", "ann", "--json"];
    let (mut ann, address) = Player::host(&home("ann"), &begin);
    assert_eq!(ann.answer()["reply"], "start");
    let join = |name: &str| Player::start(&home(name), &["join", &address, "--name", name, "--json"]);
    let mut bob = join("bob");
    assert_eq!(bob.answer()["reply"], "start");
    for _ in 0..COMMANDS {
        ann.type_line("i");
    }
    for _ in 0..COMMANDS {
        assert_eq!(ann.answer()["reply"], "played");
    }
    assert_eq!(bob.ask("i")["reply"], "played");
    // A player who joins now is given only the second chapter.
    let mut cid = join("cid");
    assert_eq!(cid.answer()["seat"], 2);
    assert_eq!(cid.ask("i")["reply"], "played");
    assert_eq!(ann.end().1, Some(0));
    for guest in [bob, cid] {
        assert_eq!(guest.end().1, Some(0));
    }
    let runs = |name: &str| files(&home(name).join("runs/cave"));
    let closed = |name: &str| files(&home(name).join("runs/cave/chapters"));
    let read = |path: &PathBuf| std::fs::read(path).unwrap();
    assert_eq!((runs("ann").len(), closed("ann").len(), closed("cid").len()), (1, 1, 0));
    for name in ["bob", "cid"] {
        assert!(read(&runs(name)[0]) == read(&runs("ann")[0]), "{name} has the host's run");
    }
    assert!(read(&closed("bob")[0]) == read(&closed("ann")[0]));
    verify(folder.path(), &read(&closed("ann")[0]));
    let (holds, line) = told(&["verify"], &runs("bob")[0]);
    assert!(holds && line.contains("chapter 2") && line.contains("it continues"), "{line}");
    let (holds, line) = told(&["verify"], &runs("cid")[0]);
    assert!(holds && line.contains("its starting state is not verified"), "{line}");
    // The world is opened from its last chapter, and is not a branch.
    let (mut ann, _) = Player::host(&home("ann"), &begin);
    assert_eq!(ann.answer()["reply"], "start");
    assert_eq!(ann.ask("i")["reply"], "played");
    assert_eq!(ann.end().1, Some(0));
    let text = String::from_utf8(read(&runs("ann")[0])).unwrap();
    assert!(text.contains("\nmark together") && !text.contains("mark branch"));
    assert!(text.lines().count() < 400, "{} lines", text.lines().count());
}
