//! Sections 9 and 10: the words of the game.

use crate::common::*;
use game_chambers::Chambers;
use kernel::{Game, Seat};

const PROMPT: &str = "Choose a race: s shade, d drow, v vampire, t troll, g goblin; q quits.";

#[test]
fn all_eight_directions_move() {
    for (word, name, row, column) in [
        ("no", "North", 10, 43),
        ("so", "South", 12, 43),
        ("ea", "East", 11, 44),
        ("we", "West", 11, 42),
        ("ne", "Northeast", 10, 44),
        ("nw", "Northwest", 10, 42),
        ("se", "Southeast", 12, 44),
        ("sw", "Southwest", 12, 42),
    ] {
        let played = on_stage("............\n.....@......\n............", &format!("s {word}"));
        assert_eq!(played.said, format!("PC moves {name}."));
        assert_eq!(&played.rows()[row][column..=column], "@", "{word}");
    }
}

#[test]
fn all_eight_directions_attack_and_only_the_enemy_there_is_struck() {
    let ways = [
        ("nw", "Northwest", 0, 4),
        ("no", "North", 0, 5),
        ("ne", "Northeast", 0, 6),
        ("we", "West", 1, 4),
        ("ea", "East", 1, 6),
        ("sw", "Southwest", 2, 4),
        ("so", "South", 2, 5),
        ("se", "Southeast", 2, 6),
    ];
    for (way, _, row, column) in ways {
        let mut rows = [*b"............", *b".....@......", *b"............"];
        rows[row][column] = b'W';
        let picture = rows.map(|row| String::from_utf8(row.to_vec()).unwrap()).join("\n");
        let mut played = on_stage(&picture, "s f");
        let before = testkit::bytes(&played.game);
        for (other, name, ..) in ways.iter().filter(|other| other.0 != way) {
            played.orders(&format!("a {other}"));
            assert_eq!(played.said, format!("No enemy to the {name}."));
            assert_eq!(testkit::bytes(&played.game), before, "a blow at nobody costs nothing");
        }
        played.orders(&format!("a {way}"));
        assert!(played.said.starts_with("PC deals 20 damage to W (80 HP). W "), "{way}: {}", played.said);
        assert_eq!((played.picture(), played.vital("turn")), (picture, 1), "{way}");
    }
    // Two cells away is too far, in every direction.
    let mut far = on_stage("...W.W.W....\n............\n...W.@.W....", "s f");
    for way in ["nw", "no", "ne", "we", "ea"] {
        assert!(far.orders(&format!("a {way}")).said.starts_with("No enemy to the "), "{way}: {}", far.said);
    }
}

#[test]
fn what_cannot_be_entered_is_refused_and_costs_nothing() {
    // Walls, potions, enemies: the reason is shown and no turn passes.
    for (picture, order, said) in [
        ("@...........", "no", "PC cannot move North."),
        ("@...........", "nw", "PC cannot move Northwest."),
        ("@0..........", "ea", "PC cannot move East."),
        ("@M..........", "ea", "PC cannot move East."),
        ("@...........", "a ea", "No enemy to the East."),
        ("@0..........", "a ea", "No enemy to the East."),
        ("@...........", "u so", "No potion to the South."),
        ("@...........", "s", "Invalid command."),
        ("@...........", "g", "Invalid command."),
    ] {
        let mut played = on_stage(picture, "s");
        let before = testkit::bytes(&played.game);
        played.orders(order);
        assert_eq!(played.said, said, "{order}");
        assert_eq!(testkit::bytes(&played.game), before, "{order}");
        assert_eq!(played.rows()[29], format!("Action: {said}"));
    }
}

#[test]
fn diagonal_steps_go_around_corners_and_through_doorways() {
    // From the tile south-east of the doorway (9,43) straight onto it, and on diagonally into the passage.
    let mut played = on_stage("......@.....", "s nw");
    assert_eq!(played.said, "PC moves Northwest.");
    assert_eq!(&played.rows()[9][43..44], "@");
    played.orders("nw");
    assert_eq!(&played.rows()[8][42..43], "@");
}

#[test]
fn words_are_separated_by_any_white_space() {
    let grammar = Chambers::grammar();
    let spaced = grammar.read("a no", 0).unwrap();
    assert_eq!(grammar.read("a\tno", 0).unwrap(), spaced);
    assert_eq!(grammar.read("  a \r\n no ", 0).unwrap(), spaced);
    assert_eq!(grammar.read("no so a no", 0).unwrap().len(), 3);
    assert!(grammar.flowing && !grammar.fold_case);
    assert!(grammar.read("NO", 0).is_err(), "lower case only");
    assert!(grammar.read("a xx", 0).is_err(), "an attack on no direction is one invalid command");
}

#[test]
fn at_the_prompt_other_values_are_ignored() {
    let mut played = Played::new(&[], None, "x", "");
    let before = testkit::bytes(&played.game);
    for order in ["no", "u no", "a ea", "f", "r", "kn", "take no", "bag 1"] {
        played.orders(order);
        assert_eq!(played.said, PROMPT, "{order}");
        assert_eq!(testkit::bytes(&played.game), before, "{order}");
    }
    for letter in ["k", "w", "z"] {
        played.orders(letter);
        assert_eq!(played.said, "Invalid command: the option races is off.");
    }
    assert_eq!(played.game.phase(), 1);
    played.orders("t");
    assert_eq!((played.said.as_str(), played.game.phase()), ("Player character has spawned.", 0));
}

#[test]
fn quitting_ends_the_run_without_a_score() {
    for orders in ["q", "s q", "s ea ea q"] {
        let mut played = Played::new(&[], None, "x", orders);
        assert_eq!(played.said, "The player quits.");
        let outcome = played.game.outcome().unwrap();
        assert_eq!((outcome.verdict.word(), outcome.score), ("quit", 0));
        assert!(!played.rows()[29].contains("score"));
        for order in ["s", "no", "r", "q", "f"] {
            played.orders(order);
            assert_eq!(played.said, "The game is over.", "{orders}, then {order}");
        }
    }
}

#[test]
fn restart_asks_for_a_race_and_forgets_everything() {
    let mut played = on_stage("@6..........\n1...........", "s ea we u so f r");
    assert_eq!(played.said, PROMPT);
    assert_eq!(played.game.phase(), 1);
    assert!(played.game.outcome().is_none());
    let fresh = Played::new(&[], Some(&stage("@6..........\n1...........")), "stage", "");
    assert_eq!(played.rows()[..29], fresh.rows()[..29]);
    // The file's first floor is read again, and enemies are not frozen.
    played.orders("d");
    compare(
        &played,
        "@G..........\nP...........\nRace: Drow Gold: 0                                                   Floor 1\nHP: 150\nAtk: 25\nDef: 15\nAction: Player character has spawned.",
    );
    assert_eq!(played.vital("turn"), 0);
    let mut frozen = on_stage("............\n.....W......", "s f r s");
    let before = frozen.picture();
    assert_ne!(frozen.orders("ea").picture(), before);
}

#[test]
fn a_new_game_in_the_same_run_has_other_floors_and_the_same_run_has_the_same() {
    let board = |orders: &str| Played::new(&[], None, "again", orders).rows()[..25].to_vec();
    assert_ne!(board("s"), board("s r s"));
    assert_eq!(board("s r s"), board("s r s"));
    assert_eq!(board("s"), board("t"), "the floor does not depend on the race");
    assert_eq!(board("s r s"), board("s no so f r s"), "nor on what was played before");
}

#[test]
fn keys_are_single_and_do_not_clash_within_a_phase() {
    let grammar = Chambers::grammar();
    for phase in 0..4u8 {
        let mut keys = Vec::new();
        for verb in grammar.verbs.iter().filter(|verb| verb.phases & (1 << phase) != 0) {
            keys.extend(verb.keys.iter().copied());
        }
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "phase {phase}");
    }
    for phase in 0..4u8 {
        let of_phase = grammar.verbs.iter().filter(|verb| verb.phases & (1 << phase) != 0);
        let mut words: Vec<&str> = of_phase.flat_map(|verb| verb.words).copied().collect();
        words.sort_unstable();
        let twice: Vec<&str> =
            words.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        // With wasd=on, `a` moves west, and attacks before a direction.
        assert_eq!(twice, if phase == 3 { vec!["a"] } else { vec![] }, "phase {phase}");
    }
}

#[test]
fn same_seed_and_commands_same_game() {
    let run = |seed: &str| {
        let mut played = Played::new(&[], None, seed, "s");
        for word in "no so ea we ne nw se sw f ea ea so so r t we we".split(' ') {
            played.orders(word);
        }
        (played.rows(), testkit::bytes(&played.game), played.game.pulse())
    };
    assert_eq!(run("7"), run("7"));
    assert_ne!(run("7").0, run("8").0);
    for seed in ["", "-5", "ünïcödé"] {
        assert_eq!(run(seed), run(seed));
    }
}

#[test]
fn events_are_objects_with_a_kind() {
    let mut game: Chambers = testkit::start(&[], Some(&stage("@1H.........\n............")), "x");
    let mut events = Vec::new();
    for command in Chambers::grammar().read("s u ea ea", 1).unwrap() {
        game.act(Seat(0), command, &mut events).unwrap();
    }
    let facts: Vec<serde_json::Value> =
        events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    assert_eq!(facts[0], serde_json::json!({"kind": "spawned", "race": "shade", "class": null}));
    assert_eq!(facts[1], serde_json::json!({"kind": "used", "potion": "BA"}));
    assert!(facts.iter().all(|fact| fact["kind"].is_string()));
    let moved = facts.iter().find(|fact| fact["kind"] == "moved").unwrap();
    assert_eq!(moved["dir"], "E");
}
