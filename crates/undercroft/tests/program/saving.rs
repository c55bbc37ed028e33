//! Saving in the real program: several processes, removed folders, strange files, names, shortened runs.

use crate::support;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use support::{House, json_lines, text};

fn steps(path: &Path) -> usize {
    let parsed = session::Run::parse(&fs::read(path).unwrap());
    assert_eq!(parsed.damage, None);
    parsed.run.unwrap().steps.len()
}

fn marks(path: &Path) -> Vec<String> {
    session::Run::parse(&fs::read(path).unwrap()).run.unwrap().marks
}

/// A second process starts while the first one plays, and opens the run just as the first one leaves. The run
/// is long, so that there is time between reading it and having opened it.
#[test]
fn a_run_being_closed_loses_nothing_to_a_second_process() {
    let house = House::new();
    let long = house.path("long.run");
    let input = "w\na\ns\nd\n".repeat(4_000);
    house.run(&["cave", "--seed", "7", "--json", "--record", &text(&long)], input.as_bytes());
    let before = steps(&long);
    assert!(before > 4_000);
    for round in 0..30 {
        let record = house.path(&format!("game-{round}.run"));
        fs::copy(&long, &record).unwrap();
        let mut talk = house.talk(&["open", &text(&record), "--json"]);
        talk.hear();
        let openers: Vec<Child> = (0..3)
            .map(|_| {
                let mut command = house.command(&["open", &text(&record), "--json"]);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                command.spawn().unwrap()
            })
            .collect();
        std::thread::sleep(std::time::Duration::from_millis(round % 10 * 5));
        for turn in 0..100 {
            talk.say(["w", "a", "s", "d"][turn % 4]);
        }
        let played = (0..100).filter(|_| talk.hear().unwrap()["reply"] == "played").count();
        assert!(played >= 50);
        assert_eq!(talk.finish(), 0);
        for mut opener in openers {
            opener.wait().unwrap();
        }
        assert_eq!(steps(&record), before + played, "round {round}");
        assert!(marks(&record).is_empty(), "round {round}");
    }
}

fn started_at_once(house: &House, args: &[&str]) -> Vec<(i32, String)> {
    let children: Vec<Child> = (0..60)
        .map(|_| {
            let mut command = house.command(args);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    // All are open at the same time before any of them ends.
    let mut children = children;
    for child in &mut children {
        use std::io::Write as _;
        let _ = child.stdin.as_mut().unwrap().write_all(b"d\n");
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let ended = children.into_iter().map(|child| child.wait_with_output().unwrap());
    ended
        .map(|left| (left.status.code().unwrap_or(-1), String::from_utf8_lossy(&left.stderr).into_owned()))
        .collect()
}

#[test]
fn sixty_games_started_at_once_are_sixty_runs() {
    let house = House::new();
    for (status, err) in started_at_once(&house, &["boo", "--seed", "1", "--json"]) {
        assert_eq!(status, 0, "{err}");
    }
    assert_eq!(house.runs("boo").len(), 60);
    assert!(house.runs("boo").iter().all(|run| steps(run) == 1));
}

#[test]
fn a_world_started_sixty_times_at_once_is_one_world() {
    let house = House::new();
    let ended = started_at_once(&house, &["boo", "--seed", "1", "--world", "cellar", "--json"]);
    let played = ended.iter().filter(|(status, _)| *status == 0).count();
    for (status, err) in &ended {
        assert!(*status == 0 || err.contains("it is open in another process"), "{err}");
    }
    assert!(played >= 1);
    assert_eq!(house.runs("boo").len(), 1);
    assert_eq!(steps(&house.runs("boo")[0]), played, "each that played has its command in it");
}

/// Plays while the data folder is removed; with `blocked`, it cannot be created again.
fn folder_removed(blocked: bool) -> (House, Vec<serde_json::Value>, std::process::Output) {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let house = House::new();
    let mut command = house.command(&["boo", "--seed", "1", "--json"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut answers = Vec::new();
    for turn in 0..7 {
        if turn > 0 {
            stdin.write_all([b"d\n", b"a\n"][turn % 2]).unwrap();
        }
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        answers.extend(json_lines(&line));
        if turn == 3 {
            fs::remove_dir_all(house.path("home")).unwrap();
            if blocked {
                fs::write(house.path("home"), "in the way").unwrap();
            }
        }
    }
    drop(stdin);
    let _ = stdout.read_to_end(&mut Vec::new());
    let output = child.wait_with_output().unwrap();
    (house, answers, output)
}

#[test]
fn a_data_folder_removed_during_play_is_reported_and_the_whole_run_is_saved_again() {
    let (house, answers, left) = folder_removed(false);
    assert_eq!(answers.len(), 7);
    assert!(answers[1..].iter().all(|answer| answer["reply"] == "played"));
    let err = String::from_utf8_lossy(&left.stderr).into_owned();
    assert_eq!(err.matches("it was deleted").count(), 1, "{err}");
    assert_eq!(left.status.code(), Some(0));
    assert_eq!(steps(&house.runs("boo")[0]), 6);
    assert_eq!(house.run(&["verify", &text(&house.runs("boo")[0])], b"").status, 0);
}

#[test]
fn a_game_that_can_no_longer_be_saved_continues_with_one_warning() {
    let (_house, answers, left) = folder_removed(true);
    assert_eq!(answers.len(), 7, "every command is answered");
    let err = String::from_utf8_lossy(&left.stderr).into_owned();
    assert_eq!(err.matches("The game is not being saved: ").count(), 1, "{err}");
    assert!(err.contains("--record FILE"), "{err}");
    assert!(err.contains("The last commands of the game are not saved: "), "{err}");
    assert_eq!(left.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn strange_files_in_the_data_folder_stop_no_command() {
    let house = House::new();
    house.run(&["boo", "--seed", "good", "--json"], b"d\n");
    let runs = house.path("home").join("runs/boo");
    let fifo =
        |path: PathBuf| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    fifo(runs.join("fifo.run"));
    fifo(runs.join("fifo.snap"));
    for name in
        ["settings.txt", "boo.properties", "challenges.txt", "runs/verified.txt", "logs/undercroft.log"]
    {
        let _ = fs::remove_file(house.path("home").join(name));
        fifo(house.path("home").join(name));
    }
    fs::remove_file(house.path("home").join("ledger.txt")).unwrap();
    fifo(house.path("home").join("ledger.txt"));
    std::os::unix::fs::symlink("/dev/zero", runs.join("zero.run")).unwrap();
    fs::create_dir(runs.join("folder.run")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(runs.join("socket.run")).unwrap();
    fs::File::create(runs.join("huge.run")).unwrap().set_len(1 << 40).unwrap();
    fs::write(runs.join("empty.run"), "").unwrap();
    for args in [&["saves"][..], &["saves", "--json"], &["scores"], &["doctor"], &["doctor", "--verify"]] {
        let mut child = house
            .command(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = std::time::Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > std::time::Duration::from_secs(20) {
                let _ = child.kill();
                panic!("{args:?} hangs");
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        if args[0] == "saves" {
            assert_eq!(out.lines().count(), 1, "{out}");
        }
        if args[0] == "doctor" {
            assert!(out.contains("fifo.run: it cannot be read: it is not a regular file"), "{out}");
        }
    }
    let again = house.run(&["boo", "--seed", "2", "--json"], b"d\n");
    assert_eq!(again.status, 0, "{}", again.err);
}

#[test]
fn a_failed_start_and_a_game_without_commands_leave_no_run() {
    let house = House::new();
    let level = house.write("bad.txt", "this is no dungeon");
    assert_eq!(house.run(&["dungeon", &text(&level), "--json"], b"").status, 2);
    assert_eq!(house.runs("dungeon").len(), 0);
    assert_eq!(house.run(&["boo", "--seed", "1", "--json"], b"").status, 0);
    assert_eq!(house.run(&["boo", "--seed", "1", "--json"], b"nonsense\n").status, 0);
    assert_eq!(house.run(&["boo", "--tutorial", "--line"], b"").status, 0);
    assert_eq!(house.runs("boo").len(), 0);
    assert!(house.run(&["saves"], b"").out.starts_with("There are no saved games"));
    assert_eq!(house.run(&["boo", "--seed", "1", "--world", "empty", "--json"], b"").status, 0);
    assert_eq!(house.run(&["saves"], b"").out.lines().count(), 1, "a world is listed as soon as it is made");
}

#[test]
fn saves_are_listed_by_their_given_names() {
    let house = House::new();
    let names = ["Zoë's 家", "наш дом", "בית", "a/b:c"];
    for name in names {
        assert_eq!(house.run(&["cave", "--seed", "1", "--world", name, "--json"], b"w\n").status, 0);
    }
    let listed = house.run(&["saves"], b"").out;
    for name in names {
        assert!(listed.lines().any(|line| line.contains(name)), "{name}: {listed}");
    }
}

#[test]
fn cutting_lines_off_a_run_and_playing_on_is_marked_but_a_kill_is_not() {
    let house = House::new();
    house.run(&["boo", "--seed", "1", "--json"], b"d\na\nd\na\nd\n");
    let run = house.runs("boo").remove(0);
    let whole = fs::read_to_string(&run).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&run, lines[..lines.len() - 3].join("\n") + "\n").unwrap();
    let left = house.run(&["open", &text(&run), "--json"], b"d\n");
    assert_eq!(left.status, 0);
    assert!(left.err.contains("it goes on as a branch"), "{}", left.err);
    assert_eq!(marks(&run), ["branched after 3"]);

    let record = house.path("killed.run");
    let mut talk = house.talk(&["boo", "--seed", "1", "--json", "--record", &text(&record)]);
    talk.hear();
    for turn in 0..9 {
        talk.ask(["d", "a"][turn % 2]);
    }
    talk.kill();
    let left = house.run(&["open", &text(&record), "--json"], b"d\n");
    assert!(!left.err.contains("branch"), "{}", left.err);
    assert!(marks(&record).is_empty());
}
