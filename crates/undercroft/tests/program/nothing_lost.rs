//! A run is never lost: processes are killed, files cut and bits flipped, disks are full, files are shared.

use crate::support;
use std::fs;
use support::{House, json_lines, text};

/// A cheap random generator for the tests' own choices.
fn die(state: &mut u64, sides: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % sides
}

/// Number of kills; the full number takes a few seconds more.
fn kills() -> u64 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full") { 200 } else { 60 }
}

#[test]
fn a_killed_game_loses_at_most_the_last_command() {
    let mut state = 1;
    for round in 0..kills() {
        let house = House::new();
        let record = house.path("game.run");
        let mut talk =
            house.talk(&["boo", "--seed", &round.to_string(), "--json", "--record", &text(&record)]);
        talk.hear();
        let mut answered = 0;
        for _ in 0..die(&mut state, 40) {
            let answer = talk.ask(["w", "a", "s", "d"][die(&mut state, 4) as usize]);
            answered += u64::from(answer["reply"] == "played");
        }
        // Some more commands are on their way when it is killed.
        for _ in 0..die(&mut state, 30) {
            talk.say(["w", "a", "s", "d"][die(&mut state, 4) as usize]);
        }
        std::thread::sleep(std::time::Duration::from_micros(die(&mut state, 600)));
        talk.kill();
        let mut seen = answered;
        while let Some(answer) = talk.hear() {
            seen += u64::from(answer["reply"] == "played");
        }
        let left = house.run(&["verify", &text(&record)], b"");
        assert_eq!(left.status, 0, "round {round}: {}", left.out);
        let kept: u64 = left.out.split(" turns").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(kept >= seen, "round {round}: {seen} were answered, {kept} are kept");
        let opened = json_lines(&house.run(&["open", &text(&record), "--json"], b"d\n").out);
        assert_eq!(opened[0]["vitals"]["turn"], kept);
    }
}

fn a_run(house: &House) -> Vec<u8> {
    let record = house.path("whole.run");
    let input: String = (0..30).map(|turn| ["d\n", "s\n", "a\n", "w\n", "bad\n"][turn % 5]).collect();
    house.run(
        &["boo", "--seed", "flip", "--set", "paths=on", "--json", "--record", &text(&record)],
        input.as_bytes(),
    );
    fs::read(record).unwrap()
}

#[test]
fn flipped_bits_are_reported_with_their_line_and_the_file_is_kept() {
    let house = House::new();
    let whole = a_run(&house);
    let bad = house.path("bad.run");
    let mut state = 5;
    for _ in 0..40 {
        let bit = die(&mut state, whole.len() as u64 * 8) as usize;
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&bad, &bytes).unwrap();
        let left = house.run(&["verify", &text(&bad)], b"");
        let line = 1 + whole[..bit / 8].iter().filter(|&&byte| byte == b'\n').count();
        let torn = bit / 8 == whole.len() - 1;
        assert_eq!(left.status, i32::from(!torn), "bit {bit}: {}", left.out);
        assert!(
            left.out.contains(&format!("line {line}")) || left.out.contains(&format!("line {}", line - 1)),
            "{}",
            left.out
        );
        assert!(torn || left.out.starts_with("damaged: "), "{}", left.out);
        let checked = house.run(&["check", &text(&bad)], b"");
        assert!(checked.out.contains("bad.run:"), "{}", checked.out);
        assert_eq!(fs::read(&bad).unwrap(), bytes, "neither verify nor check changes a file");
    }
}

#[test]
fn a_damaged_run_continues_in_a_copy() {
    let house = House::new();
    let whole = a_run(&house);
    let lines: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    let mut bytes = whole;
    let at = lines[lines.len() - 6] + 1;
    bytes[at] ^= 1;
    let bad = house.path("bad.run");
    fs::write(&bad, &bytes).unwrap();
    let left = house.run(&["open", &text(&bad), "--json"], b"d\n");
    assert_eq!(left.status, 0, "{}", left.err);
    assert!(
        left.err.contains("is damaged at line") && left.err.contains("bad-recovered.run"),
        "{}",
        left.err
    );
    assert_eq!(fs::read(&bad).unwrap(), bytes, "the damaged file is kept as it is");
    assert_eq!(house.run(&["verify", &text(&house.path("bad-recovered.run"))], b"").status, 0);
}

#[test]
fn every_truncation_verifies_up_to_where_it_is_cut_or_names_the_line() {
    let house = House::new();
    let whole = a_run(&house);
    let cut = house.path("cut.run");
    let begin = String::from_utf8(whole.clone()).unwrap().find("\nbegin").unwrap() + 13;
    let mut state = 9;
    for round in 0..40 {
        let length =
            if round < 10 { whole.len() - round } else { die(&mut state, whole.len() as u64) as usize };
        fs::write(&cut, &whole[..length]).unwrap();
        let left = house.run(&["verify", &text(&cut)], b"");
        if length >= begin {
            assert_eq!(left.status, 0, "{length}: {}", left.out);
            let torn = whole[length - 1] != b'\n';
            assert_eq!(left.out.contains("was cut off"), torn, "{length}: {}", left.out);
        } else {
            assert_eq!(left.status, 1);
            assert!(left.out.starts_with("damaged: ") && left.out.contains("line "), "{}", left.out);
        }
    }
}

#[test]
fn a_run_that_was_tampered_with_differs_at_its_turn() {
    let house = House::new();
    let whole = a_run(&house);
    let mut run = session::Run::parse(&whole).run.unwrap();
    run.steps[11].text = if run.steps[11].text == "e" { "w".into() } else { "e".into() };
    let forged = house.write("forged.run", &run.to_text());
    let left = house.run(&["verify", &text(&forged)], b"");
    assert_eq!(left.status, 1);
    assert!(left.out.starts_with("differs at turn 12: "), "{}", left.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_stops_the_game_before_it_answers() {
    let house = House::new();
    let left = house.run(&["boo", "--seed", "1", "--json", "--record", "/dev/full"], b"d\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("/dev/full: no space left on device"), "{}", left.err);
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let house = House::new();
    house.write("home", "a file where the folder should be");
    let left = house.run(&["boo", "--seed", "1", "--json"], b"d\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("home") && left.err.lines().count() == 1, "{}", left.err);
    assert_eq!(house.run(&["boo", "--seed", "1", "--json", "--unsaved"], b"d\n").status, 0);
}

#[test]
fn a_record_is_never_overwritten() {
    let house = House::new();
    let precious = house.write("precious.txt", "my thesis");
    let left = house.run(&["boo", "--record", &text(&precious), "--json"], b"d\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "my thesis");
}

#[test]
fn a_second_process_on_the_same_run_is_refused() {
    let house = House::new();
    let record = house.path("game.run");
    let mut talk = house.talk(&["boo", "--seed", "1", "--json", "--record", &text(&record)]);
    talk.hear();
    talk.ask("d");
    let second = house.run(&["open", &text(&record), "--json"], b"a\na\n");
    assert_eq!((second.status, second.out.as_str()), (2, ""));
    assert!(second.err.contains("open in another process"), "{}", second.err);
    talk.ask("a");
    assert_eq!(talk.finish(), 0);
    assert!(house.run(&["verify", &text(&record)], b"").out.starts_with("verified: boo, 2 turns"));
}

#[test]
fn a_damaged_save_does_not_hide_the_others() {
    let house = House::new();
    house.run(&["boo", "--seed", "good", "--json"], b"d\n");
    fs::write(house.path("home").join("runs/boo/bad.run"), b"\xff\xff not a run").unwrap();
    fs::create_dir_all(house.path("home").join("runs/boo/folder.run")).unwrap();
    let left = house.run(&["saves"], b"");
    assert_eq!(left.status, 0);
    assert_eq!(left.out.lines().count(), 2, "{}", left.out);
    assert!(left.out.contains("open") && left.out.contains("damaged at line 1"), "{}", left.out);
}

#[test]
fn worlds_have_any_name_and_are_opened_renamed_and_deleted_by_it() {
    let house = House::new();
    let name = "../ü \"/\\:x";
    let first = json_lines(&house.run(&["boo", "--seed", "1", "--world", name, "--json"], b"d\nd\n").out);
    let second = house.run(&["boo", "--seed", "2", "--set", "fog=on", "--world", name, "--json"], b"a\n");
    let answers = json_lines(&second.out);
    assert_eq!(answers[0]["scene"], first[2]["scene"], "the world of that name is played on");
    assert!(second.err.contains("exists already"), "{}", second.err);
    assert!(second.err.contains("made with fog = off and keeps it"), "{}", second.err);
    assert_eq!(house.runs("boo").len(), 1);
    assert_eq!(house.run(&["saves", "rename", name, "cellar"], b"").status, 0);
    assert_eq!(house.run(&["verify", &text(&house.runs("boo")[0])], b"").status, 0);
    assert_eq!(
        house.run(&["saves", "delete", "cellar"], b"no\n").err.lines().last().unwrap_or(""),
        "Delete 'cellar' with 3 commands permanently? Type yes: Nothing was deleted."
    );
    assert_eq!(house.runs("boo").len(), 1);
    assert_eq!(house.run(&["saves", "delete", "nobody"], b"yes\n").status, 2);
    assert_eq!(house.run(&["saves", "delete", "cellar"], b"yes\n").status, 0);
    assert_eq!(house.runs("boo").len(), 0);
    assert_eq!(
        house.run(&["boo", "--world", "", "--seed", "1", "--json"], b"d\n").status,
        0,
        "an empty name is a name"
    );
}

#[test]
fn option_files_in_the_data_folder_apply_and_bad_lines_are_reported() {
    let house = House::new();
    fs::create_dir_all(house.path("home")).unwrap();
    fs::write(house.path("home").join("boo.properties"), "paths=on\nside=99\n").unwrap();
    let left = house.run(&["boo", "--seed", "1", "--json"], b"d\n");
    assert_eq!(left.status, 0);
    assert!(left.err.contains("boo.properties:2: side takes"), "{}", left.err);
    let kept = fs::read_to_string(&house.runs("boo")[0]).unwrap();
    assert!(kept.contains("set paths \"on\"") && !kept.contains("side"), "{kept}");
}

/// Version 0.1 trusted a state kept beside long runs without a replay; a forged one could crash the program.
#[test]
fn opening_a_long_run_ignores_files_beside_it() {
    let house = House::new();
    let record = house.path("long.run");
    let input = "mark 1\nw\na\ns\nd\n".repeat(800);
    let played = json_lines(
        &house.run(&["cave", "--seed", "7", "--json", "--record", &text(&record)], input.as_bytes()).out,
    );
    let beside = house.path("long.snap");
    assert!(!beside.exists(), "only the run is kept");
    let forged = [b"undercroft snap1".to_vec(), b"undercroft snap1".repeat(400), vec![0xff; 9_000]];
    for bytes in forged {
        fs::write(&beside, &bytes).unwrap();
        let opened = json_lines(&house.run(&["open", &text(&record), "--json"], b"").out);
        assert_eq!(opened[0]["scene"], played[played.len() - 1]["scene"]);
        assert_eq!(opened[0]["vitals"], played[played.len() - 1]["vitals"]);
        assert_eq!(fs::read(&beside).unwrap(), bytes, "it is nobody's business");
    }
    assert_eq!(house.run(&["verify", &text(&record)], b"").status, 0);
}
