//! Playing by program, as docs/protocol.md specifies.

use crate::support;
use support::{House, json_lines, text};

#[test]
fn the_first_line_is_the_first_frame_and_every_line_gets_one_answer() {
    let house = House::new();
    let mut input = b"d\nfoo\n\n\0\0\n\xff\xfe\xfd\nwwwww\n  A  \n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 80_000));
    input.extend_from_slice(b"\ne\nd");
    let left = house.run(&["boo", "--seed", "7", "--json"], &input);
    assert_eq!(left.status, 0);
    assert_eq!(left.err, "");
    let answers = json_lines(&left.out);
    let replies: Vec<&str> = answers.iter().map(|answer| answer["reply"].as_str().unwrap()).collect();
    assert_eq!(
        replies,
        [
            "start", "played", "misread", "misread", "misread", "misread", "misread", "played", "misread",
            "refused", "played"
        ]
    );
    for pair in answers.windows(2) {
        for key in ["said", "events", "scene"] {
            assert!(pair[1][key].is_array());
        }
        assert!(pair[1]["outcome"].is_null());
        if pair[1]["reply"] != "played" {
            assert_eq!(pair[1]["scene"], pair[0]["scene"], "nothing moves when nothing was played");
            assert_eq!(pair[1]["vitals"], pair[0]["vitals"]);
            assert_eq!(pair[1]["said"].as_array().unwrap().len(), 1, "one clear sentence");
        }
    }
    assert_eq!(answers[0]["vitals"]["hp"], 100);
    assert_eq!(answers[0]["vitals"]["floor"], 1);
}

#[test]
fn the_same_seed_shows_the_same_rows_whatever_the_seed_is() {
    let house = House::new();
    let long = "s".repeat(4000);
    for seed in ["7", "", "-5", "ünïcödé", "--json", "1e5", long.as_str()] {
        let once = house.run(&["boo", "--seed", seed, "--json"], b"d\ns\na\n");
        let again = house.run(&["boo", "--seed", seed, "--json"], b"d\ns\na\n");
        assert_eq!((once.status, again.status), (0, 0), "{}", once.err);
        assert_eq!(once.out, again.out);
    }
    let one = house.run(&["boo", "--seed", "1", "--json"], b"");
    let two = house.run(&["boo", "--seed", "2", "--json"], b"");
    assert_ne!(one.out, two.out);
}

#[test]
fn line_mode_prints_the_rows_of_the_scene() {
    let house = House::new();
    let lines = house.run(&["boo", "--seed", "7"], b"d\nd\n");
    let answers = json_lines(&house.run(&["boo", "--seed", "7", "--json"], b"d\nd\n").out);
    let mut expected = String::new();
    for answer in &answers {
        for said in answer["said"].as_array().unwrap() {
            expected += &format!("{}\n", said.as_str().unwrap());
        }
        for row in answer["scene"].as_array().unwrap() {
            expected += &format!("{}\n", row.as_str().unwrap());
        }
        expected += "\n";
    }
    assert_eq!(lines.out, expected);
}

#[test]
fn the_record_is_written_before_the_answer() {
    let house = House::new();
    let record = house.path("game.run");
    let mut talk = house.talk(&["boo", "--seed", "7", "--json", "--record", &text(&record)]);
    assert_eq!(talk.hear().unwrap()["reply"], "start");
    for turn in 1..=20 {
        talk.ask(if turn % 2 == 0 { "d" } else { "a" });
        let commands = house.run(&["saves", "--json"], b"");
        assert_eq!(commands.out, "", "a recorded game is not in the data folder");
        let kept = std::fs::read_to_string(&record).unwrap();
        let commands = kept.lines().filter(|line| line.starts_with("a ") || line.starts_with("d ")).count();
        assert_eq!(commands, turn);
    }
    assert_eq!(talk.finish(), 0);
    assert!(house.run(&["verify", &text(&record)], b"").out.starts_with("verified: boo, 20 turns, score 1"));
}

#[test]
fn leaving_ends_the_session_and_keeps_the_run() {
    let house = House::new();
    let answers = json_lines(&house.run(&["boo", "--seed", "7", "--json"], b"d\nq\nd\n").out);
    assert_eq!(answers[2]["reply"], "played");
    assert_eq!(answers[2]["outcome"]["result"], "quit");
    assert_eq!(answers[3]["reply"], "over");
    let run = text(&house.runs("boo")[0]);
    let opened = json_lines(&house.run(&["open", &run, "--json"], b"d\n").out);
    assert_eq!(opened[0]["scene"], answers[1]["scene"], "the run goes on where it was left");
    assert_eq!(opened[0]["reply"], "start");
    assert_eq!(opened[1]["vitals"]["turn"], 2);
    assert_eq!(house.runs("boo").len(), 1);
}

#[test]
fn a_run_that_has_ended_answers_over_with_its_last_frame() {
    let house = House::new();
    let mut talk = house.talk(&["boo", "--seed", "end", "--json"]);
    let mut last = talk.hear().unwrap();
    for step in 0..20_000 {
        if !last["outcome"].is_null() {
            break;
        }
        last = talk.ask(["w", "a", "s", "d"][step % 4]);
    }
    assert_eq!(last["outcome"]["result"], "died", "ghosts find a cat that turns in circles");
    assert_eq!(talk.ask("w")["reply"], "over");
    assert_eq!(talk.ask("nonsense")["reply"], "over");
    assert_eq!(talk.finish(), 0);
    let run = text(&house.runs("boo")[0]);
    let opened = json_lines(&house.run(&["open", &run, "--json"], b"").out);
    assert_eq!(opened.len(), 1);
    assert_eq!((&opened[0]["reply"], &opened[0]["scene"]), (&"over".into(), &last["scene"]));
    assert_eq!(opened[0]["outcome"], last["outcome"]);
    let scores = house.run(&["scores", "boo"], b"");
    assert!(scores.out.contains("died"), "{}", scores.out);
}

#[test]
fn bad_options_and_files_are_reported_on_standard_error_only() {
    let house = House::new();
    let cases: [(&[&str], &str); 6] = [
        (&["boo", "--set", "colour=red"], "There is no option 'colour'"),
        (&["boo", "--set", "fog"], "--set takes NAME=VALUE"),
        (&["boo", "--set", "side=5"], "side takes"),
        (&["open", "nowhere.run"], "nowhere.run"),
        (&["nethack"], "nethack"),
        (&["verify"], "RUN"),
    ];
    for (args, said) in cases {
        let left = house.run(args, b"");
        assert_eq!((left.status, left.out.as_str()), (2, ""), "{args:?}");
        assert!(left.err.contains(said), "{args:?}: {}", left.err);
    }
    let junk = house.write("junk.txt", "hello\n");
    let left = house.run(&["open", &text(&junk)], b"");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("junk.txt:1:1: error:"), "{}", left.err);
    assert_eq!(house.run(&["check", &text(&junk)], b"").status, 1);
}

#[test]
fn every_command_has_help() {
    let house = House::new();
    for args in [
        &["--help"][..],
        &["boo", "--help"],
        &["open", "--help"],
        &["check", "--help"],
        &["verify", "--help"],
        &["replay", "--help"],
        &["saves", "--help"],
        &["scores", "--help"],
        &["bench", "--help"],
        &["completions", "bash"],
        &["--version"],
    ] {
        let left = house.run(args, b"");
        assert_eq!(left.status, 0, "{args:?}");
        assert!(left.out.contains("undercroft"), "{args:?}");
    }
}

/// The facts of a command are reported once, whatever is typed after it.
#[test]
fn a_line_that_was_not_played_has_no_events() {
    let house = House::new();
    // The lines that begin a game, lines that sooner or later cause an event, and one that is refused.
    let games: [(&str, &[&str], &[&str], &str); 5] = [
        ("boo", &[], &["d", "s", "a", "w", "s"], "e"),
        ("cave", &[], &["i"], "equip 99"),
        ("chambers", &["s"], &["no", "so"], "u no"),
        ("pursuit", &[], &["stay"], "ne"),
        ("dungeon", &[], &["h", "l"], "d 99"),
    ];
    for (game, first, moves, refused) in games {
        let mut talk = house.talk(&[game, "--seed", "7", "--json"]);
        talk.hear();
        first.iter().for_each(|line| drop(talk.ask(line)));
        let mut lines = moves.iter().cycle().take(400);
        for idle in [refused, "no such command", "", "help", refused] {
            let spoke = lines
                .by_ref()
                .map(|line| talk.ask(line))
                .find(|answer| answer["reply"] == "played" && answer["events"] != serde_json::json!([]));
            assert!(spoke.is_some(), "{game}: there must be events to resend");
            let answer = talk.ask(idle);
            assert_ne!(answer["reply"], "played", "{game}: {idle}");
            assert_eq!(answer["events"], serde_json::json!([]), "{game}: {idle}");
        }
        assert_eq!(talk.finish(), 0);
    }
}
