//! Section 5: the damage formula and its table in full.

use crate::common::*;
use game_chambers::content::{FoeKind, RACES, damage};

#[test]
fn damage_is_the_exact_ceiling_for_every_pair() {
    for atk in 0..=400u32 {
        for def in 0..=400u32 {
            // The least whole number n with n * (100 + def) >= 100 * atk.
            let blow = damage(atk, def);
            assert!(blow * (100 + def) >= 100 * atk);
            assert!(blow == 0 || (blow - 1) * (100 + def) < 100 * atk);
        }
    }
    assert_eq!(damage(39, 56), 25, "floating point as the document writes it gives 26");
}

const FOES: [char; 7] = ['H', 'W', 'E', 'O', 'M', 'D', 'L'];

#[test]
fn the_players_blows_are_those_of_the_table() {
    let strong = [(21, 7), (20, 5), (23, 7), (20, 9), (24, 2), (21, 8), (21, 5)];
    let goblin = [(13, 11), (12, 9), (14, 10), (12, 15), (15, 2), (13, 12), (13, 8)];
    for (race, table) in [("s", strong), ("d", strong), ("v", strong), ("t", strong), ("g", goblin)] {
        for (letter, (blow, blows)) in FOES.into_iter().zip(table) {
            let hp = FoeKind::from_letter(letter).unwrap().row().hp;
            let all = outcomes(&[], &format!("@{letter}.........."), &format!("{race} a ea"), 30);
            let said = format!("PC deals {blow} damage to {letter} ({} HP).", u32::from(hp) - blow);
            assert!(all.keys().any(|all| all.starts_with(&said)), "{race} {letter}: {all:?}");
            let played = on_stage(&format!("@...{letter}......."), race);
            let told = played.look(10, 42);
            assert!(told.contains(&format!("You slay it with {blows} hits of {blow} damage")), "{told}");
        }
    }
}

#[test]
fn the_enemies_blows_are_those_of_the_table() {
    let shade = [16, 16, 24, 24, 56, 16, 12];
    let drow = [18, 18, 27, 27, 61, 18, 14];
    let goblin = [17, 17, 25, 37, 59, 17, 13];
    for (race, table) in [("s", shade), ("v", shade), ("d", drow), ("t", drow), ("g", goblin)] {
        for (letter, blow) in FOES.into_iter().zip(table) {
            // A blow at the enemy makes merchants strike too.
            let all = outcomes(&[], &format!("@{letter}.........."), &format!("{race} a ea"), 60);
            let said = format!("{letter} deals {blow} damage to PC.");
            assert!(all.keys().any(|all| all.contains(&said)), "{race} {letter}: {all:?}");
            let other = |all: &String| all.contains(&format!("{letter} deals ")) && !all.contains(&said);
            assert!(!all.keys().any(other), "{race} {letter}: {all:?}");
        }
    }
    assert_eq!(RACES.len(), 8);
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
    // Two orcs and a weak vampire: nobody strikes after the blow that kills.
    let all = outcomes(&[], "333.........\nO@O.........", "v f u nw u no u ne", 200);
    let deaths: Vec<&String> =
        all.keys().filter(|said| said.contains("O deals") && said.contains("PC is slain")).collect();
    assert!(!deaths.is_empty());
    assert!(
        deaths.iter().all(|said| said.contains("O deals 24 damage to PC. PC is slain, score 0.")),
        "{deaths:?}"
    );
}
