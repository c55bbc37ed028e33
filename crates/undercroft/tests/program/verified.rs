//! "Verified" is true: strategies' moves are recomputed, nobody plays for them, and the verdict says whose
//! game it was.

use crate::support;

use serde_json::{Value, json};
use session::{Run, Step};
use std::path::PathBuf;
use support::{House, json_lines, text};

/// Plays pursuit as JSON and records it in a file of that name; returns the file and the answers.
fn hunt(house: &House, name: &str, args: &[&str], lines: &str) -> (PathBuf, Vec<Value>) {
    let record = house.path(name);
    let left =
        house.run(&[&["pursuit", "--json", "--record", &text(&record)], args].concat(), lines.as_bytes());
    assert_eq!(left.status, 0, "{}", left.err);
    (record, json_lines(&left.out))
}

/// A run with the header of another that claims these moves: sealed anew, with valid pulses.
fn forged(header: &session::Header, moves: &[(u8, &str)]) -> String {
    let mut run = Run::default();
    run.header = header.clone();
    let mut session = catalog::find("pursuit")
        .unwrap()
        .replay(&run, 0, None, None, &session::Seating::OWNER)
        .unwrap()
        .session;
    for (seat, text) in moves {
        session.replay_step(*seat, text).unwrap();
        let pulse = session.last_step().unwrap().1;
        run.steps.push(Step { seat: *seat, text: (*text).to_owned(), pulse, line: 0 });
    }
    run.to_text()
}

#[test]
fn a_move_the_strategy_did_not_make_is_reported() {
    let house = House::new();
    let (record, _) = hunt(&house, "true.run", &["--seed", "1", "--monster", "optimal"], "stay\nstay\n");
    let left = house.run(&["verify", &text(&record)], b"");
    assert!(left.status == 0 && left.out.starts_with("verified: pursuit, "), "{}", left.out);
    let run = keeper::read_run(&record).unwrap().0;
    let moves: Vec<(u8, &str)> = (0..1000).flat_map(|_| [(1, "stay"), (0, "stay")]).collect();
    let still = house.write("still.run", &forged(&run.header, &moves));
    let left = house.run(&["verify", &text(&still)], b"");
    assert_eq!(left.status, 1);
    let monster = run.steps[0].text.as_str();
    assert_eq!(
        left.out,
        format!(
            "differs at turn 1: the monster's strategy optimal plays '{monster}' here, the run has 'stay'\n"
        )
    );
    // It is not opened or checked as a good run, either.
    let left = house.run(&["open", &text(&still), "--json"], b"stay\n");
    assert_eq!((left.status, left.out.as_str()), (2, ""));
    assert!(left.err.contains("differs at turn 1: the monster's strategy optimal"), "{}", left.err);
    assert_eq!(house.run(&["check", &text(&still)], b"").status, 1);
}

#[test]
fn strategies_move_first_however_a_run_is_opened() {
    let house = House::new();
    let (record, answers) = hunt(&house, "game.run", &["--seed", "1"], "stay\nstay\nstay\n");
    let run = keeper::read_run(&record).unwrap().0;
    assert_eq!((run.steps[0].seat, run.steps[1].seat, run.steps[2].seat), (1, 0, 1));
    // After two commands it is the monster's turn: it moves before anybody is asked.
    for at in ["0", "1", "2", "3", "4"] {
        let left = house.run(&["open", &text(&record), "--at", at, "--json"], b"stay\nstay\n");
        assert_eq!(left.status, 0, "{}", left.err);
        let opened = json_lines(&left.out);
        assert_eq!(opened[0]["vitals"]["to_move"], "hero", "opened after {at}");
        let turns = at.parse::<usize>().unwrap() / 2;
        assert_eq!(opened[0]["vitals"], answers[turns]["vitals"], "the monster played its own move");
        assert_eq!(opened[1]["vitals"], answers[turns + 1]["vitals"]);
    }
    // A run whose last round was cut off, opened as it is and at its save point.
    let mut cut = run.clone();
    cut.steps.truncate(2);
    let short = house.write("short.run", &cut.to_text());
    let opened = json_lines(&house.run(&["open", &text(&short), "--json"], b"stay\n").out);
    assert_eq!(opened[0]["vitals"], answers[1]["vitals"]);
    for name in ["short.run", "game-branch.run", "game-branch-2.run"] {
        let left = house.run(&["verify", &text(&house.path(name))], b"");
        assert_eq!(left.status, 0, "{name}: {}", left.out);
    }
}

#[test]
fn a_game_against_the_random_strategy_continues_unchanged() {
    let house = House::new();
    let args = ["--seed", "5", "--monster", "random"];
    let (_, whole) = hunt(&house, "whole.run", &args, &"stay\n".repeat(12));
    let (record, _) = hunt(&house, "parts.run", &args, "stay\n");
    for _ in 1..12 {
        assert_eq!(house.run(&["open", &text(&record), "--json"], b"stay\n").status, 0);
    }
    let last = json_lines(&house.run(&["open", &text(&record), "--json"], b"").out);
    assert_eq!(last[0]["vitals"], whole[whole.len() - 1]["vitals"]);
    assert_eq!(house.run(&["verify", &text(&record)], b"").status, 0);
}

#[test]
fn saves_and_scores_show_who_played() {
    let house = House::new();
    let play = |args: &[&str], lines: &str| {
        let left = house.run(&[&["pursuit", "--json", "--set", "limit=2"], args].concat(), lines.as_bytes());
        assert_eq!(left.status, 0, "{}", left.err);
    };
    play(&["--seed", "own"], "stay\nstay\n");
    play(&["--seed", "bot", "--hero", "optimal"], "");
    play(&["--seed", "person", "--monster", "human"], "stay\nstay\nstay\nstay\n");
    assert_eq!(house.run(&["boo", "--bot", "--seed", "plain"], b"").status, 0);
    let home = keeper::Home::at(house.path("home"), catalog::GAMES);
    let own = home.saves().into_iter().find(|save| save.seed == "own").map(|save| save.path);
    let branch = house.run(&["open", &text(&own.unwrap()), "--at", "1", "--json"], b"stay\nstay\n");
    assert_eq!(branch.status, 0);
    let marks = |lines: &[Value]| {
        let mut told: Vec<(String, Value)> = lines
            .iter()
            .map(|line| (line["seed"].as_str().unwrap().to_owned(), line["marks"].clone()))
            .collect();
        told.sort_by_key(|(seed, marks)| (seed.clone(), marks.to_string()));
        told
    };
    let wanted = [
        ("bot".to_owned(), json!(["bot"])),
        ("own".to_owned(), json!(["branch"])),
        ("own".to_owned(), json!([])),
        ("person".to_owned(), json!(["person"])),
        ("plain".to_owned(), json!(["bot"])),
    ];
    assert_eq!(marks(&json_lines(&house.run(&["saves", "--json"], b"").out)), wanted);
    assert_eq!(marks(&json_lines(&house.run(&["scores", "--json", "--all"], b"").out)), wanted);
    let shown = json_lines(&house.run(&["scores", "--json"], b"").out);
    let counted: Vec<&Value> = shown.iter().filter(|line| line["counts"] == true).collect();
    assert_eq!(counted.len(), 1, "{shown:?}");
    assert_eq!((&counted[0]["seed"], &counted[0]["marks"]), (&json!("own"), &json!([])));
    assert_eq!(marks(&shown).len(), 2, "games of bots are only listed with --all");
    let page = house.run(&["scores"], b"").out;
    assert!(page.contains("Ranked separately") && page.contains("marked as person"), "{page}");
}
