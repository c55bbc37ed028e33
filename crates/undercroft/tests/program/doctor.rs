//! `undercroft doctor` finds every kind of problem, says what to do, and changes nothing.

use crate::support;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use support::{House, text};

/// Every file below a folder with its bytes and modification time.
fn contents(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, meta) = (entry.path(), entry.metadata().expect("a file"));
        let written = meta.modified().expect("a time");
        if meta.is_dir() {
            all.extend(contents(&path));
            all.insert(path, (Vec::new(), written));
        } else {
            all.insert(path.clone(), (fs::read(&path).expect("a file"), written));
        }
    }
    all
}

/// The doctor's findings as lines `PLACE: WHAT`, and whether all is well. Also asserts that nothing changed.
fn findings(house: &House, args: &[&str]) -> (Vec<String>, bool) {
    let before = contents(&house.path("home"));
    let left = house.run(&[&["doctor"], args].concat(), b"");
    assert_eq!(contents(&house.path("home")), before, "looking changes nothing");
    assert_eq!(left.err, "");
    let json = house.run(&[&["doctor", "--json"], args].concat(), b"");
    assert_eq!(json.status, left.status);
    let told: serde_json::Value = serde_json::from_str(&json.out).expect("one JSON object");
    let well = left.out.ends_with("No problems found.\n");
    assert_eq!((left.status == 0, &told["well"]), (well, &serde_json::Value::Bool(well)), "{}", left.out);
    let mut lines = Vec::new();
    for finding in told["findings"].as_array().expect("a list") {
        let path = finding["path"].as_str().expect("a path");
        let name = path.strip_prefix(&text(&house.path("home"))).unwrap_or(path).trim_start_matches('/');
        let line = finding["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
        let mark = if finding["wrong"] == true { "" } else { "(note) " };
        let what = finding["what"].as_str().expect("a sentence");
        assert!(finding["advice"].as_str().expect("advice").ends_with('.'), "{finding}");
        assert!(left.out.contains(&format!("{path}{line}: {what}\n")), "{what} in {}", left.out);
        lines.push(format!("{mark}{name}{line}: {what}"));
    }
    (lines, well)
}

/// Plays some commands and returns the kept run's path.
fn kept(house: &House, game: &str, name: &str, input: &str) -> PathBuf {
    house.run(&[game, "--seed", name, "--world", name, "--json"], input.as_bytes());
    house.path("home").join("runs").join(game).join(format!("{name}.run"))
}

#[test]
fn bad_lines_of_the_history_are_reported() {
    let house = House::new();
    house.run(&["daily", "boo", "--line"], b"d\n");
    assert_eq!(findings(&house, &[]), (vec![], true));
    let path = house.path("home/challenges.txt");
    let text = fs::read_to_string(&path).expect("a history");
    fs::write(&path, format!("{text}yesterday I won\n")).expect("written");
    let line = text.lines().count() + 1;
    assert_eq!(
        findings(&house, &[]),
        (vec![format!("challenges.txt:{line}: this line is not a try of a daily game")], false)
    );
}

#[test]
fn a_missing_data_folder_is_no_problem_and_is_not_created() {
    let house = House::new();
    assert_eq!(findings(&house, &[]), (vec![], true));
    assert!(!house.path("home").exists());
    let left = house.run(&["doctor"], b"");
    for told in [
        "not a terminal",
        "home (does not exist yet; it is created when something is saved",
        "UNDERCROFT_HOME is set to it",
        "(none yet)",
    ] {
        assert!(left.out.contains(told), "{told} in {}", left.out);
    }
    kept(&house, "boo", "one", "d\nd\n");
    kept(&house, "boo", "two", "d\n");
    assert_eq!(findings(&house, &["--verify"]), (vec![], true));
    assert!(house.run(&["doctor"], b"").out.contains("runs: 2 of boo\n"));
}

#[test]
fn damaged_runs_are_reported_with_their_line() {
    let house = House::new();
    let flipped = kept(&house, "boo", "flipped", "d\nd\ns\na\n");
    let mut bytes = fs::read(&flipped).expect("a run");
    let at = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(6).expect("a line").0;
    bytes[at - 8] ^= 1;
    fs::write(&flipped, bytes).expect("a run");
    let torn = kept(&house, "boo", "torn", "d\nd\n");
    let whole = fs::read(&torn).expect("a run");
    fs::write(&torn, &whole[..whole.len() - 3]).expect("a run");
    let folder = flipped.parent().expect("a folder").to_owned();
    fs::write(folder.join("empty.run"), "").expect("a file");
    fs::write(folder.join("noise.run"), b"\xff\xfe noise\n").expect("a file");
    fs::create_dir(folder.join("folder.run")).expect("a folder");
    let (found, well) = findings(&house, &[]);
    assert!(!well);
    let wanted = [
        "runs/boo/empty.run: it is empty",
        "runs/boo/flipped.run:7: damaged: its seal does not fit: the line was changed or damaged",
        "runs/boo/folder.run: it cannot be read: is a directory",
        "runs/boo/noise.run:1: damaged: this is not a run of Undercroft",
        "(note) runs/boo/torn.run:8: the last line was cut off while it was written",
    ];
    assert_eq!(found, wanted);
    for name in ["empty.run", "flipped.run", "noise.run"] {
        fs::remove_file(folder.join(name)).expect("a file");
    }
    fs::remove_dir(folder.join("folder.run")).expect("a folder");
    assert_eq!(findings(&house, &[]).0.len(), 1);
    assert!(findings(&house, &[]).1, "a line that was cut off is no problem");
}

#[test]
fn runs_of_other_programs_are_reported() {
    let house = House::new();
    let path = kept(&house, "boo", "mine", "d\nd\ns\n");
    let whole = fs::read_to_string(&path).expect("a run");
    let plant = |name: &str, from: &str, to: &str| {
        let changed = session::with_name(&whole.replacen(from, to, 1), name);
        fs::write(path.with_file_name(format!("{name}.run")), changed).expect("a run");
    };
    let rules = catalog::find("boo").expect("a game").rules;
    plant("chess", &format!("game boo {rules}"), "game chess 1");
    plant("later", &format!("game boo {rules}"), "game boo 9");
    let mut run = session::Run::parse(whole.as_bytes()).run.expect("a run");
    run.header.options.push(("wings".to_owned(), "on".to_owned()));
    fs::write(path.with_file_name("options.run"), run.to_text()).expect("a run");
    run.header.options.clear();
    run.steps[1].pulse ^= 3;
    fs::write(path.with_file_name("pulse.run"), run.to_text()).expect("a run");
    let (found, _) = findings(&house, &[]);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert_eq!(found[0], "runs/boo/chess.run:2: there is no game 'chess' here");
    let told =
        format!("runs/boo/later.run:2: it was played by rules 9 of boo, this program plays rules {rules}");
    assert_eq!(found[1], told);
    assert!(found[2].starts_with("runs/boo/options.run:2: ") && found[2].contains("wings"), "{found:#?}");
    let (found, _) = findings(&house, &["--verify"]);
    assert_eq!(found.len(), 4);
    assert!(found[3].starts_with("runs/boo/pulse.run:7: differs at turn 2: "), "{found:#?}");
}

#[test]
fn unused_leftover_files_are_reported() {
    let house = House::new();
    let long = kept(&house, "cave", "long", "w\na\n");
    assert_eq!(findings(&house, &[]), (vec![], true));
    fs::write(long.with_extension("snap"), "undercroft snap1").expect("a file");
    for (name, age) in [(".tmpOld123", 3600), (".tmpNew123", 0)] {
        let file = File::create(long.with_file_name(name)).expect("a file");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("a time");
    }
    let wanted = [
        "runs/cave/.tmpOld123: this is left of a write that was interrupted",
        "runs/cave/long.snap: a snapshot of version 0.1; nothing reads it any more",
    ];
    assert_eq!(findings(&house, &[]), (wanted.map(str::to_owned).to_vec(), false));
}

#[test]
fn bad_and_unknown_settings_are_reported_with_their_lines() {
    let house = House::new();
    fs::create_dir_all(house.path("home")).expect("a folder");
    let settings = "# mine\ntheme = pink\nteme = dark\nkeys.boo.fly = f\nkeys.chess.move = f\nkeys.fly = f\n\
                    keys.look = f12\nkeys.travel = f12\nmouse = off\nkeys.help = esc\n";
    fs::write(house.path("home/settings.txt"), settings).expect("settings");
    fs::write(house.path("home/boo.properties"), "paths=on\nside=99\n").expect("options");
    fs::write(house.path("home/chess.properties"), "x=1\n").expect("options");
    let (found, well) = findings(&house, &[]);
    assert!(!well);
    let lines: Vec<&str> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let wanted = [
        "settings.txt:2",
        "settings.txt:3",
        "settings.txt:4",
        "settings.txt:5",
        "settings.txt:6",
        "settings.txt:8",
        "settings.txt:10",
        "boo.properties:2",
        "chess.properties",
    ];
    assert_eq!(lines, wanted, "{found:#?}");
    assert!(found[1].contains("there is no setting 'teme'") && found[2].contains("boo has no command 'fly'"));
    assert!(found[3].contains("no game 'chess'") && found[4].contains("no game has a command 'fly'"));
    assert!(found[5].contains("The key f12 is set for both"), "{found:#?}");
    assert!(house.run(&["doctor"], b"").out.contains("off, because settings.txt sets it"));
}

#[test]
fn an_unwritable_data_folder_is_reported() {
    let house = House::new();
    house.write("home", "a file where the folder should be");
    let (found, well) = findings(&house, &[]);
    assert_eq!(
        (found, well),
        (vec![": the data folder is not a folder; nothing can be saved".to_owned()], false)
    );
}

#[test]
fn a_game_in_progress_is_no_problem() {
    let house = House::new();
    let mut talk = house.talk(&["boo", "--seed", "1", "--world", "now", "--json"]);
    talk.hear();
    talk.ask("d");
    let (found, well) = findings(&house, &[]);
    assert_eq!(
        (found, well),
        (vec!["(note) runs/boo/now.run: it is open in another process now".to_owned()], true)
    );
    assert_eq!(talk.ask("d")["reply"], "played", "and it goes on undisturbed");
    assert_eq!(talk.finish(), 0);
    assert_eq!(findings(&house, &[]), (vec![], true));
}

/// The doctor's output in a terminal of this size, and its status.
fn in_terminal(house: &House, cols: u16, rows: u16, env: &[(&str, &str)]) -> (String, u32) {
    let pair = native_pty_system()
        .openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })
        .expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_undercroft"));
    command.arg("doctor");
    command.env_clear();
    command.env("UNDERCROFT_HOME", house.path("home"));
    for (name, value) in env {
        command.env(name, value);
    }
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("the screen");
    let mut out = Vec::new();
    let _ = reader.read_to_end(&mut out);
    (String::from_utf8_lossy(&out).into_owned(), child.wait().expect("an end").exit_code())
}

#[test]
fn the_terminal_is_described_correctly() {
    let house = House::new();
    let rich = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "de_DE.UTF-8")];
    let (out, status) = in_terminal(&house, 100, 30, &rich);
    assert_eq!(status, 0, "{out}");
    for told in [
        "full screen",
        "100x30",
        "true colour, because COLORTERM is truecolor",
        "lines and blocks, because LANG is de_DE.UTF-8",
    ] {
        assert!(out.contains(told), "{told} in {out}");
    }
    let poor = [("TERM", "vt100"), ("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")];
    let (out, status) = in_terminal(&house, 30, 10, &poor);
    assert_eq!(status, 1, "{out}");
    for told in [
        "none, because TERM is vt100",
        "plain ASCII, because LC_ALL is C",
        "the terminal has only 30x10 characters",
    ] {
        assert!(out.contains(told), "{told} in {out}");
    }
    let (out, _) = in_terminal(&house, 80, 24, &[("TERM", "xterm-256color"), ("NO_COLOR", "1")]);
    assert!(out.contains("none, because NO_COLOR is set"), "{out}");
    let (out, _) = in_terminal(&house, 80, 24, &[("TERM", "dumb")]);
    assert!(out.contains("line by line"), "{out}");
}
