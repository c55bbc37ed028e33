//! Meow and Boo as its course specifies it.

use crate::support;
use support::{House, json_lines, text};

fn keys(house: &House, keys: &str) -> String {
    let left = house.run(&["boo", "--keys", keys], b"");
    assert_eq!(left.status, 0, "{}", left.err);
    left.out
}

#[test]
fn input_strings_continue_where_they_stopped() {
    let whole = keys(&House::new(), "N999SDDDWWWDDD");
    assert_eq!(whole.lines().count(), 41, "one frame: the HUD and forty rows");
    for parts in [
        &["N999SDDD:Q", "LWWWDDD"][..],
        &["n999sddd:q", "l:q", "lwww:q", "LDDD:q"],
        &["N999SDDDQ", "LWWWDDD"],
    ] {
        let house = House::new();
        let last = parts.iter().fold(String::new(), |_, part| keys(&house, part));
        assert_eq!(last, whole, "{parts:?}");
        assert_eq!(house.runs("boo").len(), 1);
    }
}

#[test]
fn odd_input_strings_are_handled() {
    let house = House::new();
    assert_eq!(keys(&house, "LDD"), "", "there is nothing to load");
    assert_eq!(keys(&house, "Q"), "");
    assert_eq!(keys(&house, "xyzQ"), "");
    assert_eq!(keys(&house, "NS"), "", "a seed needs a digit");
    let plain = keys(&house, "N5SDD");
    assert_eq!(keys(&House::new(), "N5SDD:QWWWW"), plain, "nothing counts after :Q");
    assert_eq!(keys(&House::new(), "N5SDD:"), plain);
    assert_eq!(keys(&House::new(), "N5SD:xD"), plain);
    assert_eq!(keys(&House::new(), "NabS5xSDD"), plain, "letters inside a seed are ignored");
    assert_eq!(keys(&House::new(), "N5SD!?D"), plain, "unknown keys cost nothing");
}

#[test]
fn a_seed_on_the_command_line_needs_no_digits() {
    let house = House::new();
    let left = house.run(&["boo", "--seed", "5", "--keys", "NDD"], b"");
    assert_eq!(left.out, keys(&House::new(), "N5SDD"));
}

#[test]
fn a_dead_cat_leaves_nothing_to_load() {
    let house = House::new();
    let death = format!("N1S{}", "WASD".repeat(3000));
    let last = keys(&house, &death);
    assert!(last.starts_with("HP: 0 "), "{}", last.lines().next().unwrap());
    assert_eq!(keys(&house, "L"), "");
}

#[test]
fn a_new_game_resets_floor_turns_and_fish() {
    let house = House::new();
    let hud = |screen: &str| screen.lines().next().unwrap().to_owned();
    let fresh = keys(&house, "N9S");
    assert_eq!(hud(&fresh), format!("{:<41}{}", "HP: 100 / Fish: 0", "Turns: 0 / Floor: 1"));
    // A walk over two floors that picks up a fish.
    let played =
        hud(&keys(&house, "N9SSSSSDWDDDDDDDDDDSDSSSSSSSSSSSSSSSDDDDDDDDDDWWWWWWWWWWWWWDDDWWWWWWWWW"));
    assert!(
        played.contains("Fish: 1") && !played.contains("Turns: 0 ") && played.ends_with("Floor: 2"),
        "{played}"
    );
    assert_eq!(keys(&house, "N9S"), fresh, "in the same data folder, after a game that got further");
    assert!(hud(&keys(&house, "N8S")).ends_with("Turns: 0 / Floor: 1"));
}

#[test]
fn a_ghost_on_the_same_tile_is_reported_in_vitals_sentence_and_picture() {
    let house = House::new();
    let answers = json_lines(&house.run(&["boo", "--seed", "1", "--json"], &b"w\na\ns\nd\n".repeat(500)).out);
    let mut told = 0;
    for answer in &answers {
        let haunted = answer["vitals"]["haunted"].as_i64().expect("haunted is a number");
        let hud = answer["scene"][0].as_str().unwrap();
        assert_eq!(haunted == 1, hud.contains("(haunted)"), "{answer}");
        let said = answer["said"].to_string();
        if said.contains("A ghost attacked you!") {
            assert!(haunted == 1 && said.contains("It shares your tile."), "{answer}");
            told += 1;
        }
    }
    assert!(told > 2, "{told} meetings");
    assert_eq!(answers[0]["vitals"]["haunted"], 0);
}

#[test]
fn the_end_shows_turns_and_floor() {
    let house = House::new();
    let answers =
        json_lines(&house.run(&["boo", "--seed", "1", "--json"], &b"w\na\ns\nd\n".repeat(3000)).out);
    let last = answers.iter().find(|answer| !answer["outcome"].is_null()).expect("the cat dies");
    let (turns, floor) = (&last["vitals"]["turn"], &last["vitals"]["floor"]);
    let told = format!("Game Over ! You played total of {turns} turns. You reached the floor {floor}.");
    assert_eq!(last["said"].as_array().unwrap().last().unwrap(), &told);
    let hud = last["scene"][0].as_str().unwrap();
    assert!(
        hud.starts_with("HP: 0 / Fish: ") && hud.ends_with(&format!("Turns: {turns} / Floor: {floor}")),
        "{hud}"
    );
    assert_eq!(last["outcome"]["score"], *floor);
    let line = house.run(&["boo", "--seed", "1"], &b"w\na\ns\nd\n".repeat(3000)).out;
    assert!(line.contains(&told), "line mode says it too");
}

#[test]
fn no_seed_draws_a_fresh_one_and_shows_it() {
    let house = House::new();
    let one = house.run(&["boo", "--json"], b"d\na\nw\ns\n");
    let two = house.run(&["boo", "--json"], b"");
    let seed = |err: &str| err.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap().to_owned();
    assert_ne!(seed(&one.err), seed(&two.err));
    let again = house.run(&["boo", "--seed", &seed(&one.err), "--json"], b"");
    assert_eq!(json_lines(&again.out)[0]["scene"], json_lines(&one.out)[0]["scene"]);
    let line = format!("seed \"{}\"", seed(&one.err));
    assert!(house.runs("boo").iter().any(|run| std::fs::read_to_string(run).unwrap().contains(&line)));
}

#[test]
fn a_replay_shows_every_frame_or_one() {
    let house = House::new();
    let played = house.run(&["boo", "--seed", "7"], b"d\nd\ns\n").out;
    let run = text(&house.runs("boo")[0]);
    let all = house.run(&["replay", &run, "--text"], b"").out;
    let without_orders: String =
        all.lines().filter(|line| !line.starts_with("> ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(without_orders, played);
    let second = house.run(&["replay", &run, "--at", "2"], b"").out;
    assert!(second.starts_with("HP: 100 / Fish: 0                        Turns: 2"), "{second}");
    assert_eq!(second.lines().count(), 42);
}

#[test]
fn a_save_point_can_be_returned_to_and_the_run_is_unchanged() {
    let house = House::new();
    let input = b"d\ns\nsave here\na\nw\nsave\nd\n";
    let answers = json_lines(&house.run(&["boo", "--seed", "7", "--json"], input).out);
    assert_eq!(
        (&answers[3]["reply"], &answers[3]["said"][0]),
        (&"played".into(), &"Save point 'here'.".into())
    );
    assert_eq!(answers[3]["scene"], answers[2]["scene"]);
    let run = text(&house.runs("boo")[0]);
    let before = std::fs::read(&run).unwrap();
    let back = house.run(&["open", &run, "--point", "here", "--json"], b"d\n");
    assert_eq!(json_lines(&back.out)[0]["scene"], answers[2]["scene"]);
    assert_eq!(std::fs::read(&run).unwrap(), before);
    assert_eq!(house.runs("boo").len(), 2);
    let later = house.run(&["open", &run, "--at", "4", "--json"], b"");
    assert_eq!(json_lines(&later.out)[0]["scene"], answers[5]["scene"]);
    let none = house.run(&["open", &run, "--point", "there", "--json"], b"");
    assert_eq!(none.status, 2);
    assert!(none.err.contains("the run has: here, turn 4"), "{}", none.err);
    assert_eq!(house.run(&["open", &run, "--at", "6", "--json"], b"").status, 2);
    for run in house.runs("boo") {
        assert_eq!(house.run(&["verify", &text(&run)], b"").status, 0);
    }
}

#[test]
fn explain_lists_the_rolls_and_diff_finds_the_turn() {
    let house = House::new();
    let game = |name: &str, input: &str| {
        let record = text(&house.path(name));
        house.run(&["boo", "--seed", "7", "--json", "--record", &record], input.as_bytes());
        record
    };
    let one = game("one.run", "d\nd\ns\ns\na\n");
    let two = game("two.run", "d\nd\ns\nw\na\n");
    let short = game("short.run", "d\nd\ns\n");
    let start = house.run(&["explain", &one, "--at", "0"], b"").out;
    assert!(start.lines().count() > 20, "a floor takes many rolls: {start}");
    let second = house.run(&["explain", &one, "--at", "2"], b"").out;
    assert!(
        second.starts_with("turn 2: d\n") && second.contains("(1 in 2)"),
        "the ghost rolls its steps: {second}"
    );
    assert_eq!(house.run(&["explain", &one, "--at", "9"], b"").status, 2);
    let parted = house.run(&["diff", &one, &two], b"");
    assert_eq!(parted.status, 1);
    assert!(
        parted.out.starts_with("The runs differ at turn 4: the commands are 's' and 'w'"),
        "{}",
        parted.out
    );
    assert_eq!(house.run(&["diff", &one, &one], b"").out, "The runs are the same: 5 turns.\n");
    assert!(house.run(&["diff", &one, &short], b"").out.starts_with("The runs are the same for 3 turns"));
}
