//! Section 5: the damage formula and its table in full.

use crate::common::*;
use crate::document::{self, FOES, RACES};
use game_chambers::content::damage;

#[test]
fn damage_is_the_exact_ceiling_for_every_pair() {
    for atk in 0..=200u32 {
        for def in 0..=200u32 {
            assert_eq!(i64::from(damage(atk, def)), document::damage(atk.into(), def.into()), "{atk} {def}");
        }
    }
    assert_eq!(damage(39, 56), 25, "floating point as the document writes it gives 26");
}

/// The order in which the player drinks the potions around him, with an immobile enemy two cells away.
const SIPS: [&str; 7] = ["nw", "no", "ne", "we", "sw", "so", "se"];

/// The sentences of a blow at this enemy after `count` potions of a kind, over many seeds.
fn blows_after(potion: char, count: usize, letter: char) -> Vec<String> {
    let picture = format!(
        "{potion}{potion}{potion}.........\n{potion}@.{letter}........\n{potion}{potion}{potion}........."
    );
    let sips: String = SIPS[..count].iter().map(|way| format!(" u {way}")).collect();
    outcomes(&[], &picture, &format!("s f{sips} ea a ea"), 12).into_keys().collect()
}

/// The potion that changes 25 towards this value in steps of 5, and how many are needed.
fn potions(value: i64, boost: char, wound: char) -> (char, usize) {
    (if value > 25 { boost } else { wound }, (value - 25).unsigned_abs() as usize / 5)
}

/// Computed independently of the game, with exact fractions. Rows: attack of the player; columns: H W E O M D
/// L.
const BLOWS_OF_THE_PLAYER: [(i64, [i64; 7]); 11] = [
    (0, [0, 0, 0, 0, 0, 0, 0]),
    (5, [5, 4, 5, 4, 5, 5, 5]),
    (10, [9, 8, 10, 8, 10, 9, 9]),
    (15, [13, 12, 14, 12, 15, 13, 13]),
    (20, [17, 16, 19, 16, 20, 17, 17]),
    (25, [21, 20, 23, 20, 24, 21, 21]),
    (30, [25, 24, 28, 24, 29, 25, 25]),
    (35, [30, 27, 32, 28, 34, 30, 30]),
    (40, [34, 31, 37, 32, 39, 34, 34]),
    (45, [38, 35, 41, 36, 43, 38, 38]),
    (50, [42, 39, 46, 40, 48, 42, 42]),
];

#[test]
fn the_players_blows_are_those_of_the_formula_for_every_attack_and_enemy() {
    for (atk, row) in BLOWS_OF_THE_PLAYER {
        for (foe, blow) in FOES.iter().zip(row) {
            let (potion, count) = potions(atk, '1', '4');
            let (letter, all) = (foe.letter, blows_after(potion, count, foe.letter));
            let told = format!("PC deals {blow} damage to {letter} ({} HP).", (foe.hp - blow).max(0));
            let landed: Vec<&String> = all.iter().filter(|said| said.starts_with("PC deals ")).collect();
            assert!(
                !landed.is_empty() && landed.iter().all(|said| said.starts_with(&told)),
                "{atk}: {all:?}"
            );
            assert!(letter == 'L' || landed.len() == all.len(), "the player never misses: {all:?}");
        }
    }
}

/// Rows: defence of the player; columns: H W E O M D L.
const BLOWS_OF_THE_ENEMIES: [(i64, [i64; 7]); 11] = [
    (0, [20, 20, 30, 30, 70, 20, 15]),
    (5, [20, 20, 29, 29, 67, 20, 15]),
    (10, [19, 19, 28, 28, 64, 19, 14]),
    (15, [18, 18, 27, 27, 61, 18, 14]),
    (20, [17, 17, 25, 25, 59, 17, 13]),
    (25, [16, 16, 24, 24, 56, 16, 12]),
    (30, [16, 16, 24, 24, 54, 16, 12]),
    (35, [15, 15, 23, 23, 52, 15, 12]),
    (40, [15, 15, 22, 22, 50, 15, 11]),
    (45, [14, 14, 21, 21, 49, 14, 11]),
    (50, [14, 14, 20, 20, 47, 14, 10]),
];

#[test]
fn the_enemies_blows_are_those_of_the_formula_for_every_defence_and_enemy() {
    for (def, row) in BLOWS_OF_THE_ENEMIES {
        for (foe, blow) in FOES.iter().zip(row) {
            let (potion, count) = potions(def, '2', '5');
            let (letter, all) = (foe.letter, blows_after(potion, count, foe.letter));
            let deals = format!("{letter} deals ");
            let told = format!("{letter} deals {blow} damage to PC.");
            assert!(all.iter().any(|said| said.contains(&told)), "{def}: {all:?}");
            let others = |said: &&String| said.matches(&deals).count() > said.matches(&told).count();
            assert!(!all.iter().any(|said| others(&said)), "{def}: {all:?}");
        }
    }
}

#[test]
fn looking_tells_how_many_blows_a_fight_takes() {
    let blows = |hp: i64, blow: i64| (1..).find(|count| count * blow >= hp).unwrap();
    for race in &RACES {
        for foe in &FOES {
            let (letter, blow) = (foe.letter, document::damage(race.atk, foe.def));
            let told = on_stage(&format!("@...{letter}......."), race.letter).look(10, 42);
            let slain = format!("You slay it with {} hits of {blow} damage", blows(foe.hp, blow));
            assert!(told.contains(&slain), "{told}");
        }
    }
}

#[test]
fn the_player_strikes_first_and_the_slain_do_not_strike_back() {
    let all = outcomes(&[], "@M..........", "s a ea a ea", 60);
    assert!(
        all.keys().all(|said| said == "PC deals 24 damage to M (0 HP). PC slays M. M drops 4 gold."
            || said.starts_with("The game is over")),
        "{all:?}"
    );
}

#[test]
fn remaining_hp_is_told_and_never_negative() {
    check("@M..........", "s f a ea a ea", "@G..........");
    let played = on_stage("@M..........", "g f a ea");
    assert!(played.said.starts_with("PC deals 15 damage to M (15 HP)."), "{}", played.said);
}

#[test]
fn the_player_stays_where_it_strikes() {
    check("@M..........", "s f a ea a ea", "@G..........");
}

#[test]
fn death_ends_the_enemies_phase_at_once() {
    // Two orcs and a weak vampire: no enemy strikes after the blow that kills.
    let all = outcomes(&[], "333.........\nO@O.........", "v f u nw u no u ne", 200);
    let deaths: Vec<&String> =
        all.keys().filter(|said| said.contains("O deals") && said.contains("PC is slain")).collect();
    assert!(!deaths.is_empty());
    assert!(
        deaths.iter().all(|said| said.contains("O deals 24 damage to PC. PC is slain, score 0.")),
        "{deaths:?}"
    );
}

#[test]
fn enemies_do_nothing_to_a_player_who_died_by_an_own_blow() {
    // A vampire of 10 HP between a dwarf and an orc: two blows at the dwarf cost it 5 HP each. If neither
    // enemy hit before, the second blow kills the vampire, and no enemy strikes or moves after it.
    let level = stage("333.........\n3@....W.....\n......O...L.");
    let low = "v f u nw u no u ne u we ea ea ea ea f";
    let end = "PC deals 20 damage to W (60 HP). PC loses 5 HP. PC is slain, score 0. \
               Play again: s shade, d drow, v vampire, t troll, g goblin; q quits.";
    let mut deaths = 0;
    for seed in 0..600u32 {
        let mut played = Played::new(&[], Some(&level), &seed.to_string(), low);
        played.orders("a ea");
        if played.vital("hp") != 5 {
            continue;
        }
        let before = played.picture();
        played.orders("a ea");
        deaths += 1;
        assert_eq!(played.said, end);
        assert_eq!((played.vital("hp"), played.picture()), (0, before), "seed {seed}");
    }
    assert!(deaths > 10, "{deaths}");
}

#[test]
fn enemies_do_nothing_to_a_player_who_died_of_poison() {
    // Five potions kill a vampire. The merchant stays neutral, so only its steps would show that it acted.
    let level = stage("333.........\n3@3.........\n...........M");
    let end = "PC uses PH. PC is slain, score 0. Play again: s shade, d drow, v vampire, t troll, g goblin; q quits.";
    for seed in 0..50u32 {
        let mut played = Played::new(&[], Some(&level), &seed.to_string(), "v u nw u no u ne u we");
        let before = played.picture().replace("P", ".");
        played.orders("u ea");
        assert_eq!(played.said, end);
        assert_eq!(played.picture(), before, "seed {seed}");
    }
}
