//! Section 2: the races.

use crate::common::*;
use game_chambers::content::RACES;

#[test]
fn every_race_begins_with_its_numbers() {
    let wanted = [
        ("s", "Shade", 125, 25, 25),
        ("d", "Drow", 150, 25, 15),
        ("v", "Vampire", 50, 25, 25),
        ("t", "Troll", 120, 25, 15),
        ("g", "Goblin", 110, 15, 20),
    ];
    for (letter, name, hp, atk, def) in wanted {
        let after = format!(
            "Race: {name} Gold: 0{:pad$}Floor 1\nHP: {hp}\nAtk: {atk}\nDef: {def}\nAction: Player character has spawned.",
            "",
            pad = 69 - format!("Race: {name} Gold: 0").len()
        );
        check("@...........", letter, &after);
        let row = RACES.iter().find(|row| row.letter.to_string() == letter).unwrap();
        assert_eq!((row.name, row.hp, row.atk, row.def), (name, hp, atk, def));
    }
}

#[test]
fn a_shade_scores_half_as_much_again_rounded_down() {
    for (gold, shade, drow) in [("7", 1, 1), ("6", 3, 2), ("8", 6, 4), ("9", 9, 6)] {
        let won = |letter: &str| {
            let floors: String = (0..5)
                .map(|number| {
                    let pile = if number == 0 { gold } else { "." };
                    floor_with(&[(10, 38, "@"), (10, 39, pile), (10, 40, "\\")])
                })
                .collect();
            Played::new(&[], Some(&floors), "x", &format!("{letter} ea ea{}", " ea ea".repeat(4)))
        };
        let mut played = won("s");
        assert!(played.said.contains(&format!("wins, score {shade}.")), "{}", played.said);
        assert_eq!(played.vital("score"), shade);
        played = won("d");
        assert_eq!(played.vital("score"), drow);
    }
}

#[test]
fn a_drow_gets_half_as_much_again_from_every_potion() {
    check("@1..........", "d u ea", "Atk: 32\nDef: 15\nHP: 150\nAction: PC uses BA.");
    check("@2..........", "d u ea", "Atk: 25\nDef: 22");
    check("@4..........", "d u ea", "Atk: 18\nDef: 15");
    check("@5..........", "d u ea", "Atk: 25\nDef: 8");
    check("@3..........", "d u ea", "HP: 135");
    check("3...........\n@0..........", "d u no u ea", "HP: 150");
    check("33..........\n@0..........", "d u no u ne u ea", "HP: 135");
}

#[test]
fn a_vampire_gains_5_hp_for_a_blow_that_lands_without_limit() {
    let said = "PC deals 21 damage to H (119 HP). PC gains 5 HP. H attacks PC and misses.";
    compare(&saying(&[], "@H..........", "v a ea", said), "HP: 55");
    // A dodged blow gives nothing.
    let said = "PC attacks L and misses. L attacks PC and misses.";
    compare(&saying(&[], "@L..........", "v a ea", said), "HP: 50");
    // Potions have no maximum either.
    check("00..........\n@...........", "v u no u ne", "HP: 70");
}

#[test]
fn a_vampire_loses_5_hp_to_every_dwarf_it_strikes_and_may_die_of_it() {
    let said = "PC deals 20 damage to W (80 HP). PC loses 5 HP. W attacks PC and misses.";
    compare(&saying(&[], "@W..........", "v a ea", said), "HP: 45");
    // The killing blow costs 5 too, as far as there are 5 left: 50 - 10 poison - 16 from the dwarf - 4 blows.
    let end = "PC deals 20 damage to W (0 HP). PC slays W. PC picks up 1 gold. PC loses 4 HP. PC is slain, score 1. \
               Play again: s shade, d drow, v vampire, t troll, g goblin; q quits.";
    let dead = saying(&[], "3...........\n@W..........", "v u no a ea a ea a ea a ea a ea", end);
    compare(&dead, "HP: 0");
}

#[test]
fn a_troll_regains_5_hp_after_the_enemies_each_counted_turn_up_to_120() {
    check("3...........\n@...........", "t u no", "HP: 115");
    check("3...........\n@...........", "t u no ea", "HP: 120");
    check("3...........\n@...........", "t u no ea ea", "HP: 120");
    // Refused commands and `f` take no turn.
    check("33..........\n@...........", "t u no u ne", "HP: 110");
    check("33..........\n@...........", "t u no u ne f u no a ea we", "HP: 110");
    // After the enemies' phase: 120 - 18 + 5.
    let said = "PC deals 21 damage to H (119 HP). H deals 18 damage to PC.";
    compare(&saying(&[], "@H..........", "t a ea", said), "HP: 107");
    // Also on the turn that enters a new floor.
    let floors =
        floor_with(&[(10, 38, "@\\"), (11, 38, "33")]) + &floor_with(&[(10, 38, "@"), (20, 70, "\\")]);
    compare(&Played::new(&[], Some(&floors), "x", "t u so u se ea"), "HP: 115\nAction: PC enters floor 2.");
}

#[test]
fn a_goblin_steals_5_gold_from_every_slain_enemy_of_any_kind() {
    // A merchant falls to two blows: 4 gold are left on the floor, 5 are stolen at once.
    let said = "PC deals 15 damage to M (0 HP). PC slays M. M drops 4 gold. PC steals 5 gold.";
    let played = saying(&[], "@M..........", "g a ea a ea", said);
    assert_eq!(played.vital("gold"), 5);
    compare(&played, "@G..........");
    // A dragon leaves nothing, but frees its hoard.
    let fight = format!("g{}", " a ea".repeat(12));
    let said = "PC deals 13 damage to D (0 HP). PC slays D. PC steals 5 gold.";
    assert_eq!(saying(&[], "@D9.........", &fight, said).vital("gold"), 5);
    // In addition to the ordinary gold.
    let said = "PC deals 12 damage to W (0 HP). PC slays W. PC picks up 2 gold. PC steals 5 gold.";
    assert_eq!(saying(&[], "@W..........", &format!("g{}", " a ea".repeat(9)), said).vital("gold"), 7);
}

#[test]
fn hp_never_exceeds_what_the_race_began_with() {
    for (letter, hp) in [("s", 125), ("d", 150), ("t", 120), ("g", 110)] {
        check("@0..........", &format!("{letter} u ea"), &format!("HP: {hp}"));
    }
}
