//! The Undercroft edition: every seed has its own field, and nothing else changes.

use game_pursuit::{Pursuit, Side, UNREACHED};
use kernel::Game as _;
use testkit::{bytes, random_play, rows, start};

const EDITION: [(&str, &str); 2] = [("edition", "undercroft"), ("monster", "human")];

#[test]
fn a_fresh_seed_is_a_fresh_field_and_the_same_seed_the_same() {
    let boards: Vec<Vec<String>> =
        (0..40).map(|seed| rows(&start::<Pursuit>(&EDITION, None, &seed.to_string()), "")).collect();
    for (index, board) in boards.iter().enumerate() {
        assert!(boards[..index].iter().all(|other| other != board), "seed {index}");
        assert_eq!(rows(&start::<Pursuit>(&EDITION, None, &index.to_string()), ""), *board);
    }
    let own = |seed| rows(&start::<Pursuit>(&[("monster", "human")], None, seed), "");
    assert_eq!(own("1"), own("2"), "the classic field does not know the seed");
}

#[test]
fn hero_and_monster_of_a_fresh_field_are_apart_and_can_meet() {
    for seed in 0..300 {
        let game: Pursuit = start(&EDITION, None, &format!("apart {seed}"));
        let (field, mut room) = (game.field(), Vec::new());
        let apart = field.distances(game.at(Side::Hero), &mut room)[usize::from(game.at(Side::Monster))];
        assert!(apart != UNREACHED && apart >= field.size() / 2, "seed {seed}");
        assert!((10..=14).contains(&field.size()) && field.potions().len() <= 2);
    }
}

#[test]
fn a_level_file_is_played_in_the_edition_too() {
    let level = "3\n@ . .\n. . .\n. . M\n";
    let game: Pursuit = start(&EDITION, Some(level), "any");
    assert_eq!(game.field().size(), 3);
}

#[test]
fn random_play_keeps_the_laws_on_fresh_fields() {
    for seed in 0..60 {
        random_play::<Pursuit>(&EDITION, None, &format!("fresh {seed}"), 400, |game| {
            assert_eq!(game.outcome().is_some(), game.end().is_some());
        });
    }
}

/// A digest that changes here is a change of the generator or of the rules: bump `ABOUT.rules` and say so.
#[test]
fn games_on_fresh_fields_end_as_they_did() {
    let digest = |seed: &str| {
        let game = random_play::<Pursuit>(&EDITION, None, seed, 300, |_| {});
        let hash = bytes(&game).iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("turn {} {hash:016x}", game.turn())
    };
    assert_eq!(
        ["7", "moon", "\u{fc}n\u{ef}"].map(digest),
        ["turn 4 3d0614ac0b3baec5", "turn 18 8b8c21e727281fa5", "turn 1 d3b5cc0389c79b7c"]
    );
}
