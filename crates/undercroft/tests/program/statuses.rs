//! The exit status shows the result, whatever happens to the output; a missing, closed, full or odd output
//! never causes a panic.

use crate::support;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{House, json_lines, text};

/// Where a channel of the program leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Nowhere,
    /// A pipe with a closed reader.
    Closed,
    /// A device that is always full.
    Full,
}

impl To {
    fn stdio(self) -> Stdio {
        match self {
            Self::Nowhere => Stdio::null(),
            Self::Closed => std::io::pipe().expect("a pipe").1.into(),
            Self::Full => File::options().write(true).open("/dev/full").expect("/dev/full").into(),
        }
    }
}

/// Whether the always-full device exists.
fn has_full_device() -> bool {
    let there = Path::new("/dev/full").exists();
    if !there {
        testkit::skip("there is no /dev/full");
    }
    there
}

/// The exit status with this standard output, and the text on standard error.
fn status(house: &House, args: &[&str], out: To) -> (i32, String) {
    let output =
        house.command(args).stdin(Stdio::null()).stdout(out.stdio()).output().expect("the program runs");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A good run and a damaged one.
fn good_and_bad(house: &House) -> (String, String) {
    let good = house.path("good.run");
    house.run(&["boo", "--seed", "7", "--json", "--record", &text(&good)], b"d\nd\n");
    let damaged = std::fs::read_to_string(&good).expect("a run").replace("\nd ", "\na ");
    (text(&good), text(&house.write("bad.run", &damaged)))
}

#[test]
fn a_full_output_is_an_error() {
    if !has_full_device() {
        return;
    }
    let house = House::new();
    let (good, bad) = good_and_bad(&house);
    assert_eq!(status(&house, &["verify", &good], To::Nowhere), (0, String::new()));
    let told = "The output cannot be written: no space left on device.\n".to_owned();
    assert_eq!(status(&house, &["verify", &good], To::Full), (2, told.clone()));
    assert_eq!(status(&house, &["verify", &bad], To::Full), (1, told.clone()));
    assert_eq!(status(&house, &["verify", &bad, &good], To::Full), (1, told.clone()));
    for args in [
        &["--help"][..],
        &["--version"],
        &["help", "boo"],
        &["completions", "bash"],
        &["saves"],
        &["scores"],
        &["doctor"],
        &["replay", &good, "--text"],
        &["replay", &good, "--cast"],
        &["replay", &good, "--svg"],
        &["boo", "--seed", "7", "--json", "--unsaved"],
        &["boo", "--seed", "7", "--line", "--unsaved"],
        &["boo", "--seed", "7", "--speak", "--unsaved"],
        &["boo", "--seed", "7", "--bot", "--unsaved"],
        &["boo", "--keys", "N1S"],
        &["dungeon", "new"],
        &["pursuit", "--hero", "rogue", "--monster", "monster", "--quiet"],
        &["seeds", "boo", "--where", "ghosts > 0"],
    ] {
        let (status, err) = status(&house, args, To::Full);
        assert!(status != 0 && status != 101, "{args:?}: {status}: {err}");
        assert!(err.ends_with(&told), "{args:?}: {err}");
        assert_eq!(err.matches("cannot be written").count(), 1, "{args:?}: {err}");
    }
}

#[test]
fn status_does_not_depend_on_the_output_being_read() {
    let house = House::new();
    let (good, bad) = good_and_bad(&house);
    assert_eq!(status(&house, &["verify", &good], To::Closed), (0, String::new()));
    assert_eq!(status(&house, &["verify", &bad], To::Closed), (1, String::new()));
    assert_eq!(status(&house, &["verify", &good, &bad, &good], To::Closed), (1, String::new()));
    assert_eq!(status(&house, &["check", &good, &bad], To::Closed), (1, String::new()));
    assert_eq!(status(&house, &["diff", &good, &bad], To::Closed).0, 1);
    for args in [
        &["--help"][..],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["saves"],
        &["replay", &good, "--text"],
        &["replay", &good, "--cast"],
        &["boo", "--seed", "7", "--json", "--unsaved"],
        &["boo", "--seed", "7", "--line", "--unsaved"],
        &["boo", "--seed", "7", "--bot", "--unsaved"],
        &["dungeon", "generate", "--seed", "1"],
        &["solve", &text(&field(&house))],
        &["arena", "--hero", "rogue", "--monster", "monster", "--fields", &text(&field(&house))],
        &["seeds", "boo", "--where", "ghosts > 0", "--count", "1000000"],
    ] {
        let (status, err) = status(&house, args, To::Closed);
        assert_eq!(status, 0, "{args:?}: {err}");
        assert!(!err.contains("written"), "{args:?}: {err}");
    }
}

fn field(house: &House) -> PathBuf {
    house.write("field.txt", "4\n@ . . A\n. . . .\n. . . .\n. . . .\n")
}

#[test]
fn a_closed_or_full_standard_error_never_panics() {
    if !has_full_device() {
        return;
    }
    let house = House::new();
    let (good, bad) = good_and_bad(&house);
    for err in [To::Closed, To::Full] {
        for (args, expected) in [
            (&["seeds", "boo", "--where", "ghosts > 0", "--count", "3"][..], 0),
            (&["seeds", "boo", "--where", "nonsense"], 2),
            (&["boo", "--line", "--unsaved"], 0),
            (&["boo", "--nonsense"], 2),
            (&["nonsense"], 2),
            (&["verify", &good], 0),
            (&["verify", &bad], 1),
            (&["replay", &bad, "--text"], 0),
            (&["open", "nonsense.run"], 2),
            (&["saves", "delete", "nonsense"], 2),
            (&["pursuit", "new", "--size", "6"], 0),
            (&["verify", &good], 0),
        ] {
            for out in [To::Nowhere, err] {
                let mut command = house.command(args);
                command.stdin(Stdio::null()).stdout(out.stdio()).stderr(err.stdio());
                let code = command.status().expect("the program runs").code();
                let unwritten = out == To::Full && code == Some(2);
                assert!(code == Some(expected) || unwritten, "{args:?} to {out:?} and {err:?}: {code:?}");
            }
        }
    }
}

#[test]
fn command_lines_that_used_to_panic_do_not() {
    if Command::new("bash").arg("--version").output().is_err() {
        testkit::skip("there is no bash");
        return;
    }
    let house = House::new();
    for line in [
        "\"$U\" seeds boo --where 'ghosts > 0' --count 3 2>&1 | head -1; echo ${PIPESTATUS[0]} >&2",
        "\"$U\" completions bash | true; echo ${PIPESTATUS[0]} >&2",
    ] {
        let mut command = Command::new("bash");
        command.args(["-c", line]).env("U", env!("CARGO_BIN_EXE_undercroft"));
        let output = command.env("UNDERCROFT_HOME", house.path("home")).output().expect("bash");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n", "{line}");
    }
}

/// Creates a file with this text whose name is not UTF-8.
fn odd_file(folder: PathBuf, extension: &str, text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut name = b"odd-\xff\xfe-".to_vec();
    name.extend_from_slice(extension.as_bytes());
    let path = folder.join(std::ffi::OsStr::from_bytes(&name));
    std::fs::write(&path, text).expect("a file of that name");
    path
}

#[test]
fn file_names_that_are_not_utf_8_are_shown_as_well_as_can_be() {
    let house = House::new();
    let (good, bad) = good_and_bad(&house);
    let runs = house.path("home/runs/boo");
    odd_file(runs.clone(), "good.run", &std::fs::read_to_string(&good).expect("a run"));
    // Ghosts find a cat that walks in circles: a finished game.
    house.run(&["boo", "--seed", "end", "--json", "--record", "ended.run"], &b"w\na\ns\nd\n".repeat(5_000));
    odd_file(runs.clone(), "ended.run", &std::fs::read_to_string(house.path("ended.run")).expect("a run"));
    odd_file(runs.clone(), "bad.run", &std::fs::read_to_string(&bad).expect("a run"));
    let level = odd_file(house.path("levels"), "level.txt", "nonsense");
    for args in [
        &["saves"][..],
        &["saves", "--json"],
        &["scores"],
        &["scores", "--json", "--all"],
        &["feats", "--json"],
        &["doctor"],
        &["doctor", "--json", "--verify"],
        &["boo", "--keys", "LDD"],
    ] {
        let left = house.run(args, b"");
        assert!([0, 1].contains(&left.status), "{args:?}: {} {}", left.status, left.err);
        assert!(!left.err.contains("panicked"), "{args:?}: {}", left.err);
    }
    let saves = json_lines(&house.run(&["saves", "--json"], b"").out);
    let path = |save: &serde_json::Value| save["path"].as_str().unwrap_or_default().to_owned();
    assert!(saves.iter().any(|save| path(save).contains("odd-\u{fffd}\u{fffd}-good.run")), "{saves:?}");
    let scores = json_lines(&house.run(&["scores", "--json"], b"").out);
    assert!(
        scores.iter().any(|record| path(record).contains("odd-\u{fffd}\u{fffd}-ended.run")),
        "{scores:?}"
    );
    for command in ["verify", "check", "open", "replay", "morgue", "diff", "solve", "dungeon"] {
        let file = std::fs::read_dir(&runs).expect("runs").flatten().next().expect("a run").path();
        for odd in [&file, &level] {
            let output =
                house.command(&[command]).arg(odd).stdin(Stdio::null()).output().expect("the program runs");
            assert_ne!(
                output.status.code(),
                Some(101),
                "{command}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

/// Lines a program might send by mistake.
fn garbage() -> Vec<Vec<u8>> {
    vec![
        b"".to_vec(),
        b"   ".to_vec(),
        b"\0\0".to_vec(),
        b"\xff\xfe\xfd".to_vec(),
        vec![b'x'; 80_000],
        b"\x1b[2J".to_vec(),
    ]
}

#[test]
fn garbage_gets_exactly_one_line_of_json_each_in_every_game() {
    let house = House::new();
    let input = garbage().join(&b'\n');
    for entry in catalog::GAMES {
        let left =
            house.run(&[entry.id, "--seed", "7", "--json", "--unsaved"], &[&input[..], b"\n"].concat());
        assert_eq!(left.status, 0, "{}: {}", entry.id, left.err);
        let answers = json_lines(&left.out);
        assert_eq!(answers.len(), 1 + garbage().len(), "{}", entry.id);
        for answer in &answers[1..] {
            assert_eq!(answer["reply"], "misread", "{}: {answer}", entry.id);
            assert_eq!(answer["scene"], answers[0]["scene"], "{}", entry.id);
        }
    }
}

#[test]
fn a_program_that_stops_reading_leaves_a_good_run_and_status_0() {
    for entry in catalog::GAMES {
        let house = House::new();
        let mut command = house.command(&[entry.id, "--seed", "7", "--json", "--record", "game.run"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        answers.read_line(&mut first).expect("a first frame");
        serde_json::from_str::<serde_json::Value>(&first).expect("JSON");
        drop(answers);
        let mut stdin = child.stdin.take().expect("a pipe");
        for line in garbage() {
            // The program may end before it has read everything.
            let _ = stdin.write_all(&[&line[..], b"\n"].concat());
        }
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {err}", entry.id);
        assert_eq!(err, "", "{}", entry.id);
        let verified = house.run(&["verify", "game.run"], b"");
        assert!(verified.out.starts_with(&format!("verified: {}", entry.id)), "{}", verified.out);
    }
}
