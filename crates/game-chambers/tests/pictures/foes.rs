//! Sections 3 and 4: the enemies and their phase.

use crate::common::*;
#[test]
fn an_elf_attacks_twice_but_a_drow_only_once() {
    let hit = "E deals 24 damage to PC.";
    let miss = "E attacks PC and misses.";
    let all = outcomes(&[], "@.E.........\n............", "s f ea", 400);
    for (first, second) in [(hit, hit), (hit, miss), (miss, hit), (miss, miss)] {
        assert_share(all[&format!("PC moves East. {first} {second}")], 400, 1, 4);
    }
    let all = outcomes(&[], "@.E.........\n............", "d f ea", 200);
    assert_share(all["PC moves East. E deals 27 damage to PC."], 200, 1, 2);
    assert_share(all["PC moves East. E attacks PC and misses."], 200, 1, 2);
}

#[test]
fn an_orc_strikes_goblins_half_as_hard_again_rounded_down() {
    let all = outcomes(&[], "@.O.........", "g f ea", 60);
    assert!(all.contains_key("PC moves East. O deals 37 damage to PC."), "{all:?}");
    let all = outcomes(&[], "@.O.........", "d f ea", 60);
    assert!(all.contains_key("PC moves East. O deals 27 damage to PC."), "{all:?}");
}

#[test]
fn a_halfling_makes_half_of_the_blows_miss() {
    let all = outcomes(&[], "@L..........", "s a ea", 400);
    let missed: u32 =
        all.iter().filter(|(said, _)| said.starts_with("PC attacks L and misses.")).map(|(_, n)| n).sum();
    assert_share(missed, 400, 1, 2);
    // No other enemy does.
    let all = outcomes(&[], "@H..........", "s a ea", 50);
    assert!(all.keys().all(|said| said.starts_with("PC deals 21 damage to H (119 HP).")), "{all:?}");
}

#[test]
fn enemies_miss_half_of_the_time() {
    for (letter, blow) in [('H', 16), ('W', 16), ('O', 24), ('L', 12)] {
        let all = outcomes(&[], &format!("@.{letter}........."), "s f ea", 300);
        assert_share(all[&format!("PC moves East. {letter} deals {blow} damage to PC.")], 300, 1, 2);
        assert_share(all[&format!("PC moves East. {letter} attacks PC and misses.")], 300, 1, 2);
    }
}

#[test]
fn merchants_are_neutral_until_one_is_attacked() {
    // Next to a neutral merchant nothing happens, and it moves on.
    let all = outcomes(&[], "@.M.........", "s ea", 30);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["PC moves East."]);
    let said = "PC deals 24 damage to M (6 HP). Merchants are hostile now. M deals 56 damage to PC.";
    compare(&saying(&[], "@M..........", "s a ea", said), "HP: 69");
    // Slaying one angers the others too: the second merchant strikes when the first has fallen.
    let said = "PC deals 24 damage to M (0 HP). PC slays M. M drops 4 gold. M deals 56 damage to PC.";
    saying(&[], "@M..........\nM...........", "s a ea a ea", said);
}

#[test]
fn angry_merchants_stay_angry_on_later_floors_and_forget_in_a_new_game() {
    // Floor 1: strike a merchant, then leave. Floor 2: a merchant that cannot move is next to the path.
    let first = floor_with(&[(10, 38, "M@\\")]);
    let second = floor_with(&[(10, 38, "@.M"), (20, 70, "\\")]);
    let level = first + &second;
    let said = |orders: &str, wanted: &str| {
        (0..200u32).any(|seed| Played::new(&[], Some(&level), &seed.to_string(), orders).said == wanted)
    };
    assert!(said("s a we ea f ea", "PC moves East. M deals 56 damage to PC."));
    assert!(!said("s ea f ea", "PC moves East. M deals 56 damage to PC."));
    assert!(!said("s a we r s ea f ea", "PC moves East. M deals 56 damage to PC."));
    assert!(said("s a we r s ea f ea", "PC moves East."));
}

#[test]
fn dragons_never_move_and_attack_near_themselves_or_their_hoard() {
    let mut played = on_stage("D9..........\n............\n...........@", "s");
    for _ in 0..20 {
        played.orders("we ea");
        assert_eq!(played.picture().lines().next().unwrap(), "DG..........");
        assert_eq!(played.said, "PC moves East.");
    }
    // Two cells from the dragon, one from its hoard.
    let all = outcomes(&[], "D9.@........\n............", "s we", 200);
    assert_share(all["PC moves West. D deals 16 damage to PC."], 200, 1, 2);
    assert_share(all["PC moves West. D attacks PC and misses."], 200, 1, 2);
    // Next to the dragon but not to the hoard.
    let all = outcomes(&[], "9...........\n.D..........\n...@........", "s we", 50);
    assert!(all.contains_key("PC moves West. D deals 16 damage to PC."), "{all:?}");
    // Two cells from both: nothing.
    let all = outcomes(&[], "D9...@......", "s we", 50);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["PC moves West."]);
    // On the hoard: one attack per turn.
    let all = outcomes(&[], "D9@.........", "s we", 50);
    assert!(
        all.contains_key("PC moves West. A dragon guards this hoard. D deals 16 damage to PC."),
        "{all:?}"
    );
    assert_eq!(all.len(), 2);
}

#[test]
fn a_dragon_without_a_hoard_guards_only_itself() {
    let all = outcomes(&[], "D...@.......", "s we", 30);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["PC moves West."]);
}

#[test]
fn the_slain_leave_what_their_kind_carries() {
    // Dwarf, elf, orc, halfling: a small or a normal pile at once, with even odds.
    for (letter, blows) in [('W', 5), ('E', 7), ('O', 9)] {
        let fight = format!("d{}", " a ea".repeat(blows));
        let all = outcomes(&[], &format!("@{letter}.........."), &fight, 400);
        let sum = |gold: u32| -> u32 {
            let text = format!("PC slays {letter}. PC picks up {gold} gold.");
            all.iter().filter(|(said, _)| said.contains(&text)).map(|(_, n)| n).sum()
        };
        let slain = sum(1) + sum(2);
        assert!(slain > 150, "{letter}: {slain}");
        assert_share(sum(1), slain, 1, 2);
        assert!(all.keys().all(|said| !said.contains("drops")));
    }
    saying(
        &[],
        "@L..........",
        "s a ea a ea a ea a ea a ea",
        "PC deals 21 damage to L (0 HP). PC slays L. PC picks up 2 gold.",
    );
}

#[test]
fn a_human_leaves_two_normal_piles_side_by_side() {
    let fight = format!("d{}", " a ea".repeat(7));
    let said = "PC deals 21 damage to H (0 HP). PC slays H. H drops 4 gold.";
    let mut second: std::collections::BTreeSet<(usize, usize)> = std::collections::BTreeSet::new();
    for seed in 0..200u32 {
        let played = Played::new(&[], Some(&stage("@H..........")), &seed.to_string(), &fight);
        if played.said != said {
            continue;
        }
        let picture = played.picture();
        assert_eq!(picture.matches('G').count(), 2, "{picture}");
        assert_eq!(played.look(10, 39), "Gold, worth 2.");
        assert_eq!(played.vital("gold"), 0, "not taken before it is walked over");
        let rows: Vec<&str> = picture.lines().collect();
        second
            .extend([(0, 2), (1, 0), (1, 1), (1, 2)].iter().filter(|(y, x)| rows[*y].as_bytes()[*x] == b'G'));
    }
    assert_eq!(second.len(), 4, "every free neighbour is drawn: {second:?}");
    // No adjacent free tile: one pile of 4.
    let played = saying(&[], "@H0.........\n000.........", &fight, said);
    compare(&played, "@GP.........\nPPP.........");
    assert_eq!(played.look(10, 39), "Gold, worth 4.");
    let mut played = played;
    played.orders("ea");
    assert_eq!(played.vital("gold"), 4);
}

#[test]
fn a_merchant_leaves_a_hoard_of_4_on_the_floor() {
    let said = "PC deals 24 damage to M (0 HP). PC slays M. M drops 4 gold.";
    let mut played = saying(&[], "@M..........", "s a ea a ea", said);
    compare(
        &played,
        "@G..........\nRace: Shade Gold: 0                                                  Floor 1",
    );
    played.orders("ea");
    assert_eq!((played.said.as_str(), played.vital("gold")), ("PC moves East. PC picks up 4 gold.", 4));
}

#[test]
fn enemies_move_row_by_row_and_from_left_to_right() {
    // Both can only move to the one free cell: the left one acts first.
    check("0W.L0.......\n00000.......", "s ea", "P.WLP.......\nPPPPP.......");
    // The upper one acts first, even if it is further right.
    check("0000W0......\n000.00......\n00L000......", "s ea", "PPPP.P......\nPPPWPP......\nPPLPPP......");
}

#[test]
fn nobody_moves_twice_in_a_turn() {
    // A corridor of single tiles downwards: one step per turn, although the next row is processed later.
    check("0W0.........\n0.0.........\n0.0.........", "s ea", "P.P.........\nPWP.........\nP.P.........");
    // And the same to the right.
    let played = on_stage("W..000000000\n000000000000", "s ea");
    assert_eq!(played.picture().lines().next().unwrap(), ".W.PPPPPPPPP");
}

#[test]
fn an_enemy_steps_to_any_free_neighbour_with_even_odds() {
    let mut seen = std::collections::BTreeMap::new();
    let level = stage("............\n.....W......\n............");
    for seed in 0..1600u32 {
        let played = Played::new(&[], Some(&level), &seed.to_string(), "s ea");
        *seen.entry(played.picture()).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 8);
    seen.values().for_each(|&count| assert_share(count, 1600, 1, 8));
}

#[test]
fn enemies_step_on_bare_tiles_of_their_chamber_only() {
    // Surrounded by a doorway, gold, a potion and the stairs it stays, whatever the dice.
    for picture in ["....6W0.....\n....666.....", "....\\W6.....\n....000....."] {
        for seed in 0..40u32 {
            // (9,43) above the stage is the doorway.
            let mut played = Played::new(&[], Some(&stage(picture)), &seed.to_string(), "s");
            let before = played.picture();
            played.orders("ea we ea");
            assert_eq!(played.picture(), before);
        }
    }
}

#[test]
fn an_enemy_beside_the_player_attacks_instead_of_moving() {
    for seed in 0..50u32 {
        let played = Played::new(&[], Some(&stage("@.H.........")), &seed.to_string(), "s ea");
        assert_eq!(played.picture().lines().next().unwrap(), ".@H.........");
        assert!(played.said.starts_with("PC moves East. H "), "{}", played.said);
    }
    // An enemy that comes next to the player in this phase strikes in the next.
    for seed in 0..50u32 {
        let mut played = Played::new(&[], Some(&stage("@..W00000000\n000000000000")), &seed.to_string(), "s");
        played.orders("u so");
        assert_eq!(played.said, "PC uses RH.");
        played.orders("u se");
        if played.picture().starts_with("@W") {
            assert_eq!(played.said, "PC uses RH.", "it has only just come");
            played.orders("a ea");
            assert!(played.said.contains(" W "), "{}", played.said);
        }
    }
}

#[test]
fn all_enemies_around_the_player_may_strike_in_one_turn() {
    let said = "PC deals 21 damage to H (119 HP). H deals 16 damage to PC. W deals 16 damage to PC. O deals 24 damage to PC.";
    compare(&saying(&[], "H..........\n@W..........\nO...........", "s a no", said), "HP: 69");
}

#[test]
fn frozen_enemies_stand_still_and_still_strike() {
    let mut played = on_stage("............\n.....W......\n............", "s f");
    assert_eq!(played.said, "Enemies are frozen.");
    let before = played.picture();
    played.orders("ea we ea we ea");
    assert_eq!(played.picture(), before);
    played.orders("f");
    assert_eq!(played.said, "Enemies move again.");
    assert_eq!(played.picture(), before, "f itself is no turn");
    played.orders("ea");
    assert_ne!(played.picture(), before);
    let all = outcomes(&[], "@.H.........", "s f ea", 60);
    assert!(all.contains_key("PC moves East. H deals 16 damage to PC."), "{all:?}");
}

#[test]
fn boxed_in_enemies_stay_and_the_game_goes_on() {
    let mut played = on_stage("MMMMMMMMMMMM\nMMMMMMMMMMMM\nMMMMMMMMMMMM", "s");
    for _ in 0..50 {
        played.orders("ea we");
    }
    assert_eq!(played.picture(), "MMMMMMMMMMMM\nMMMMMMMMMMMM\nMMMMMMMMMMMM");
    assert_eq!(played.vital("turn"), 100);
}

#[test]
fn enemies_do_nothing_at_spawn_and_on_the_command_that_enters_a_floor() {
    let beside = floor_with(&[(10, 38, "@H"), (20, 70, "\\")]);
    for seed in 0..30u32 {
        let played = Played::new(&[], Some(&beside), &seed.to_string(), "s");
        assert_eq!((played.said.as_str(), played.vital("hp")), ("Player character has spawned.", 125));
        let two = floor_with(&[(10, 38, "@\\")]) + &beside;
        let played = Played::new(&[], Some(&two), &seed.to_string(), "s ea");
        assert_eq!((played.said.as_str(), played.vital("hp")), ("PC enters floor 2.", 125));
    }
}

#[test]
fn an_enemy_outside_the_chambers_stays_there_and_strikes() {
    let level = floor_with(&[(8, 40, "H"), (10, 43, "@"), (20, 70, "\\")]);
    let mut played = Played::new(&[], Some(&level), "x", "s");
    for _ in 0..10 {
        played.orders("so no");
        assert_eq!(&played.rows()[8][40..41], "H");
    }
    let struck = (0..50u32).any(|seed| {
        let mut played = Played::new(&[], Some(&level), &seed.to_string(), "s no nw we");
        played.orders("a we").said.contains("H deals 16 damage to PC.")
    });
    assert!(struck);
}
