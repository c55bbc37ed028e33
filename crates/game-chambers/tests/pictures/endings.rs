//! Sections 5 and 10: how a game ends, and what may follow.

use crate::common::*;
use kernel::{Game, Verdict};

const AGAIN: &str = "Play again: s shade, d drow, v vampire, t troll, g goblin; q quits.";

fn five_short_floors() -> String {
    (0..5).map(|_| floor_with(&[(10, 38, "@8\\")])).collect()
}

#[test]
fn stairs_lead_to_the_next_floor_and_those_of_floor_5_win() {
    let level = five_short_floors();
    let mut played = Played::new(&[], Some(&level), "x", "d");
    for floor in 2..=5 {
        played.orders("ea ea");
        assert_eq!(played.said, format!("PC enters floor {floor}."));
        assert_eq!(played.vital("floor"), floor);
        assert!(played.rows()[25].ends_with(&format!("Floor {floor}")));
        compare(&played, "@G\\.........");
    }
    played.orders("ea ea");
    assert_eq!(played.said, format!("PC leaves floor 5 and wins, score 20. {AGAIN}"));
    let outcome = played.game.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.score), (Verdict::Won, 20));
    assert_eq!((played.game.phase(), played.vital("turn")), (1, 10));
}

#[test]
fn death_ends_the_game_with_a_score() {
    let mut played = on_stage("6@3.........\n333.........\n33..........", "v we ea u ea u sw u so u se f");
    assert_eq!(played.vital("hp"), 10);
    played.orders("so u so");
    let mut dead = played;
    dead.orders("u sw");
    assert_eq!(dead.game.outcome().map(|outcome| (outcome.verdict, outcome.score)), Some((Verdict::Died, 2)));
    assert_eq!(dead.vital("hp"), 0);
    assert!(dead.rows()[..25].join("").contains('@'), "the last board stays");
}

#[test]
fn after_the_end_a_race_begins_another_game() {
    let mut played = Played::new(&[], Some(&five_short_floors()), "x", &format!("s{}", " ea ea".repeat(5)));
    assert!(played.game.outcome().is_some());
    for order in ["no", "a no", "u no", "f"] {
        played.orders(order);
        assert_eq!(played.said, "The game is over.");
    }
    played.orders("g");
    assert_eq!(played.said, "Player character has spawned.");
    assert!(played.game.outcome().is_none());
    compare(&played, "@G\\.........\nHP: 110");
    assert_eq!((played.vital("gold"), played.vital("floor"), played.vital("turn")), (0, 1, 0));
}

#[test]
fn after_the_end_r_shows_the_prompt_and_q_leaves_with_the_result() {
    let won = format!("s{}", " ea ea".repeat(5));
    let mut played = Played::new(&[], Some(&five_short_floors()), "x", &won);
    played.orders("r");
    assert!(played.game.outcome().is_none());
    assert!(played.said.starts_with("Choose a race: "));
    let mut played = Played::new(&[], Some(&five_short_floors()), "x", &won);
    played.orders("q");
    assert_eq!(played.said, "The player quits.");
    assert_eq!(
        played.game.outcome().map(|outcome| (outcome.verdict, outcome.score)),
        Some((Verdict::Won, 30))
    );
    for order in ["s", "r", "q", "no"] {
        played.orders(order);
        assert_eq!(played.said, "The game is over.");
    }
}
