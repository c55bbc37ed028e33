//! Codes, daily games, the pentathlon and the seed search through the real program.

use crate::support;
use std::fs;
use std::io::Read as _;
use std::process::Stdio;
use support::{House, Left, json_lines, text};

const DAY: &str = "2026-11-15";

/// Runs the program on a chosen day.
fn on(house: &House, day: &str, args: &[&str], input: &str) -> Left {
    let mut child = house
        .command(args)
        .env("UNDERCROFT_TODAY", day)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Left { status: output.status.code().unwrap_or(-1), out: told(output.stdout), err: told(output.stderr) }
}

#[test]
fn a_code_starts_the_same_game_as_its_seed_and_options() {
    let house = House::new();
    for (game, more, input) in [
        ("boo", vec!["--seed", "ünï 7", "--set", "rooms=plus"], "wasd\n"),
        ("chambers", vec!["--seed", "-5", "--set", "gear=on", "--set", "foes=on"], "s\n"),
        ("cave", vec!["--seed", "fisovakebu", "--set", "fChestSpawnBoundary=0.9"], "w\n"),
        ("pursuit", vec!["--seed", "1", "--set", "monster=optimal"], "stay\n"),
        ("dungeon", vec!["--seed", "12", "--set", "campaign=throne"], "h\n"),
    ] {
        let with = |word: &'static str| -> Vec<&str> {
            [word, game].into_iter().chain(more.iter().copied()).collect()
        };
        let code = house.run(&with("code"), b"");
        assert_eq!((code.status, code.err.as_str()), (0, ""), "{game}");
        let code = code.out.trim();
        let straight: Vec<&str> =
            [game].into_iter().chain(more.iter().copied()).chain(["--json", "--unsaved"]).collect();
        let played = house.run(&["play", code, "--json", "--unsaved"], input.as_bytes());
        assert_eq!(played.status, 0, "{}", played.err);
        assert_eq!(played.out, house.run(&straight, input.as_bytes()).out, "{code}");
        // As dictated over the telephone: lower case, with blanks, as several words.
        let spoken = code.to_lowercase().replace('-', " ");
        let words: Vec<&str> =
            ["play"].into_iter().chain(spoken.split(' ')).chain(["--json", "--unsaved"]).collect();
        assert_eq!(played.out, house.run(&words, input.as_bytes()).out);
    }
}

#[test]
fn saved_runs_have_a_code_and_level_files_have_none() {
    let house = House::new();
    let record = house.path("seven.run");
    house.run(&["boo", "--seed", "7", "--record", &text(&record), "--json"], b"w\n");
    assert_eq!(house.run(&["code", &text(&record)], b"").out, "boo-047D-21\n");
    house.run(&["boo", "--seed", "7", "--json"], b"w\n");
    assert_eq!(json_lines(&house.run(&["saves", "--json"], b"").out)[0]["code"], "boo-047D-21");
    // A game without a given seed reports its code.
    let fresh = house.run(&["boo", "--unsaved", "--json"], b"");
    let code = fresh.err.lines().find_map(|line| line.strip_prefix("code: ")).unwrap().to_owned();
    assert_eq!(house.run(&["play", &code, "--unsaved", "--json"], b"").out, fresh.out);
    // The level of a made dungeon is part of its code; a level file is not.
    let made = house.run(&["code", "dungeon", "--seed", "7", "--made"], b"").out;
    let run = house.path("made.run");
    assert_eq!(house.run(&["play", made.trim(), "--record", &text(&run), "--json"], b"h\n").status, 0);
    assert_eq!(house.run(&["code", &text(&run)], b"").out, made);
    let file = house.path("mine.xml");
    house.run(&["dungeon", "generate", "--seed", "7", &text(&file)], b"");
    let mine = house.path("mine.run");
    house.run(&["dungeon", &text(&file), "--record", &text(&mine), "--json"], b"h\n");
    let left = house.run(&["code", &text(&mine)], b"");
    assert_eq!(left.status, 2);
    assert!(left.err.contains("A code cannot hold the level file 'mine.xml'"), "{}", left.err);
}

#[test]
fn an_invalid_code_is_one_error() {
    let house = House::new();
    for (args, said) in [
        (vec!["play", "boo-047D-22"], "This code is mistyped: its check letters do not match.\n"),
        (vec!["play", "hello"], "'hello' is not a code"),
        (vec!["code", "nosuch"], "'nosuch' is neither a game nor a run file.\n"),
        (vec!["code", "boo", "--made"], "has no levels generated from a seed"),
        (vec!["code", "boo", "--set", "rooms=x"], "rooms takes one of times, plus, not 'x'."),
        (vec!["daily", "nosuch"], "There is no game 'nosuch'.\n"),
        (vec!["daily", "--date", "2026-02-30"], "'2026-02-30' is not a date; write it as 2026-11-15.\n"),
        (vec!["seeds", "boo"], "Say what to search for with --where CONDITION"),
        (
            vec!["seeds", "boo", "--where", "fsh > 1"],
            "column 1: there is no field 'fsh' (did you mean fish?).",
        ),
        (vec!["seeds", "boo", "--seed", "7", "--floor", "51"], "--floor takes a number from 1 to 50.\n"),
    ] {
        let left = house.run(&args, b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{args:?}");
        assert!(left.err.contains(said), "{args:?}: {}", left.err);
    }
    let left = on(&house, "yesterday", &["daily"], "");
    assert_eq!(
        (left.status, left.err.as_str()),
        (2, "UNDERCROFT_TODAY: 'yesterday' is not a date; write it as 2026-11-15.\n")
    );
    assert!(!house.path("home").exists(), "nothing was begun");
}

#[test]
fn the_daily_game_is_scored_once() {
    let house = House::new();
    let first = on(&house, DAY, &["daily", "boo", "--line"], "w\na\n");
    assert_eq!(first.status, 0);
    assert!(first.err.starts_with("This is the scored try of the daily boo 2026-11-15."), "{}", first.err);
    assert!(
        first.err.contains("The try of the daily boo 2026-11-15 is open (score 1, 0 points so far)."),
        "{}",
        first.err
    );
    // The same try goes on; a new one is not scored and enters no list.
    let on_again = on(&house, DAY, &["daily", "boo", "--json"], "s\n");
    assert!(
        on_again.err.starts_with("This continues the scored try of the daily boo 2026-11-15."),
        "{}",
        on_again.err
    );
    assert_eq!(json_lines(&on_again.out)[0]["vitals"]["turn"], 2);
    let second = on(&house, DAY, &["daily", "boo", "--again", "--line"], "w\n");
    assert!(second.err.contains("this one is not scored."), "{}", second.err);
    let runs = house.runs("boo");
    assert_eq!(runs.len(), 2);
    let marked =
        runs.iter().filter(|run| fs::read_to_string(run).unwrap().contains("\nmark second try ")).count();
    assert_eq!(marked, 1);
    for run in &runs {
        assert_eq!(house.run(&["verify", &text(run)], b"").status, 0);
    }
    let rows = json_lines(&on(&house, DAY, &["daily", "--json"], "").out);
    assert_eq!(rows.len(), 5);
    assert_eq!(
        (&rows[2]["game"], &rows[2]["state"], &rows[2]["score"]),
        (&"boo".into(), &"open".into(), &1.into())
    );
    assert_eq!(rows[0]["state"], "waiting");
    // A clock that was set back is reported, the try is not scored, and nothing changes.
    let history = house.path("home").join("challenges.txt");
    let before = fs::read_to_string(&history).unwrap();
    let back = on(&house, "2026-11-14", &["daily", "boo", "--json"], "w\n");
    assert!(back.err.starts_with("The clock says 2026-11-14, but line 2 of "), "{}", back.err);
    assert_eq!(fs::read_to_string(&history).unwrap(), before);
}

#[test]
fn the_pentathlon_plays_every_game_and_adds_up() {
    let house = House::new();
    let list = on(&house, DAY, &["pentathlon", "--list"], "");
    assert!(
        list.out.contains("boo-0492-6BCY-1FM8-K") && list.out.contains("0 of 5000 points"),
        "{}",
        list.out
    );
    // The cave ends after its 500 commands, chambers when the player quits.
    let cave = on(&house, DAY, &["pentathlon", "--line"], &"s\nw\nd\na\n".repeat(130));
    assert!(cave.err.contains("pentathlon 2026-11-15 1/5 is over (counted, "), "{}", cave.err);
    assert!(cave.err.contains("next: ChamberCrawler3000."), "{}", cave.err);
    let chambers = on(&house, DAY, &["pentathlon", "--line"], "s q");
    assert!(chambers.err.contains("2/5 is over (quit, score 0, 0 points)"), "{}", chambers.err);
    assert!(chambers.err.contains("next: Meow and Boo."), "{}", chambers.err);
    let history = on(&house, DAY, &["pentathlon", "--history"], "");
    assert_eq!(history.out.lines().count(), 3, "{}", history.out);
    assert!(history.out.contains("2026-11-15  total "), "{}", history.out);
    // Damage in the history is reported, and the file is kept.
    let file = house.path("home").join("challenges.txt");
    let mut bytes = fs::read(&file).unwrap();
    bytes.splice(0..0, b"\xFF garbage\n".iter().copied());
    fs::write(&file, &bytes).unwrap();
    let left = on(&house, DAY, &["pentathlon", "--list"], "");
    assert_eq!(left.status, 0);
    assert!(left.err.contains("challenges.txt:1: this line is not a try; it is ignored."), "{}", left.err);
    assert_eq!(left.out.lines().nth(1), on(&house, DAY, &["pentathlon", "--list"], "").out.lines().nth(1));
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_search_is_the_same_on_any_number_of_threads_and_can_be_continued() {
    let house = House::new();
    let wanted = ["seeds", "chambers", "--where", "potions.BA >= 3 && stairs.distance < 20", "--count", "12"];
    let with = |more: &[&'static str]| -> Left {
        let args: Vec<&str> = wanted.iter().copied().chain(more.iter().copied()).collect();
        house.run(&args, b"")
    };
    let all = with(&[]);
    assert_eq!((all.status, all.out.lines().count()), (0, 12), "{}", all.err);
    assert!(all.err.contains(": about 1 in ") && all.err.contains(" seeds per second on "), "{}", all.err);
    assert!(all.out.starts_with("51 "), "{}", all.out);
    assert_eq!(with(&["--threads", "1"]).out, all.out);
    // In two pieces.
    let some = with(&["--tries", "100"]);
    assert!(some.err.contains("--from 100."), "{}", some.err);
    assert_eq!(
        format!("{}{}", some.out, with(&["--from", "100"]).out).lines().take(12).collect::<Vec<_>>(),
        all.out.lines().collect::<Vec<_>>()
    );
    // The game of a found seed can be played by its code.
    let json = json_lines(&with(&["--json"]).out);
    let start = house.run(&["play", json[0]["code"].as_str().unwrap(), "--json", "--unsaved"], b"s\n").out;
    let straight = house.run(&["chambers", "--seed", "51", "--json", "--unsaved"], b"s\n").out;
    assert_eq!(start, straight);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_shows_how_to_continue() {
    let house = House::new();
    let mut child = house
        .command(&["seeds", "boo", "--where", "fish == 0 || fish > 99 || fish < 99", "--count", "1000000000"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first seed is printed after the search has begun, so signals are handled by then.
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{err}");
    reader.join().unwrap().unwrap();
    assert!(err.contains("Continue with the same command and --from "), "{err}");
}
