//! Section 6: potions.

use crate::common::*;

#[test]
fn each_potion_does_what_it_says() {
    check("@1..........", "s u ea", "@...........\nHP: 125\nAtk: 30\nDef: 25\nAction: PC uses BA.");
    check("@2..........", "s u ea", "@...........\nHP: 125\nAtk: 25\nDef: 30\nAction: PC uses BD.");
    check("@3..........", "s u ea", "@...........\nHP: 115\nAtk: 25\nDef: 25\nAction: PC uses PH.");
    check("@4..........", "s u ea", "@...........\nHP: 125\nAtk: 20\nDef: 25\nAction: PC uses WA.");
    check("@5..........", "s u ea", "@...........\nHP: 125\nAtk: 25\nDef: 20\nAction: PC uses WD.");
    check("30..........\n@...........", "s u no", "HP: 115\nAction: PC uses PH.");
    check("30..........\n@...........", "s u no u ne", "HP: 125\nAction: PC uses RH.");
    check("@0..........", "s u ea", "@...........\nHP: 125\nAtk: 25\nDef: 25\nAction: PC uses RH.");
}

#[test]
fn rh_restores_up_to_10_hp_never_above_the_maximum_and_for_good() {
    // 20 HP lost, 10 restored, 10 restored, then nothing more: the maximum is the race's initial value.
    let picture = "330.........\n.@0.........\n..0.........";
    let races = [("s", 125), ("d", 150), ("t", 120), ("g", 110)];
    for (race, most) in races {
        // Drow get 15 from each; a troll regains 5 with every turn.
        let step = if race == "d" { 15 } else { 10 };
        let regain = if race == "t" { 5 } else { 0 };
        let mut hp = most;
        let mut played = on_stage(picture, race);
        for (sip, change) in [("nw", -step), ("no", -step), ("ne", step), ("ea", step), ("se", step)] {
            played.orders(&format!("u {sip}"));
            hp = ((hp + change).min(most) + regain).min(most);
            assert_eq!(played.vital("hp"), hp, "{race}: {sip}");
        }
        assert_eq!(hp, most);
    }
    // "Up to": a shade that lacks 6 HP gets 6: 125 - 16 + 10 = 119, then 125.
    let level = stage("00..........\n@H..........");
    let mut full = 0;
    for seed in 0..100u32 {
        let mut played = Played::new(&[], Some(&level), &seed.to_string(), "s a ea u no");
        if played.vital("hp") == 119 && played.orders("u ne").said.ends_with("misses.") {
            assert_eq!(played.vital("hp"), 125);
            full += 1;
        }
    }
    assert!(full > 5, "{full}");
    // A vampire has no maximum.
    check("000.........\n.@..........", "v u nw u no u ne", "HP: 80\nAction: PC uses RH.");
    // Restored health stays on the next floor.
    let level =
        floor_with(&[(10, 38, "@\\"), (11, 38, "30")]) + &floor_with(&[(10, 38, "@"), (20, 70, "\\")]);
    compare(&Played::new(&[], Some(&level), "x", "s u so u se ea"), "HP: 125\nAction: PC enters floor 2.");
    compare(&Played::new(&[], Some(&level), "x", "v u se ea"), "HP: 60\nAction: PC enters floor 2.");
}

#[test]
fn attack_and_defence_stop_at_0_and_rise_from_there() {
    // Goblin: 15 attack. Three wounds bring it to 0, the fourth changes nothing, a boost adds 5.
    check("444.........\n4@1.........", "g u nw u no u ne u we", "Atk: 0");
    check("444.........\n4@1.........", "g u nw u no u ne u we u ea", "Atk: 5");
    // Drow: 15 defence, wounds of 7.
    check("555.........\n.@2.........", "d u nw u no", "Def: 1");
    check("555.........\n.@2.........", "d u nw u no u ne", "Def: 0");
    check("555.........\n.@2.........", "d u nw u no u ne u ea", "Def: 7");
    // Without attack a blow does nothing, and the enemy stays.
    let played = on_stage("444.........\n4@M.........", "g f u nw u no u ne u we a ea");
    assert!(played.said.starts_with("PC deals 0 damage to M (30 HP)."), "{}", played.said);
}

#[test]
fn poison_may_kill() {
    let mut poisons = String::from("v");
    let picture = "3333........\n3@3.........\n333.........";
    for way in ["nw", "no", "ne", "we", "ea"] {
        poisons += &format!(" u {way}");
    }
    let played = on_stage(picture, &poisons);
    compare(&played, "HP: 0");
    assert_eq!(
        played.said,
        "PC uses PH. PC is slain, score 0. Play again: s shade, d drow, v vampire, t troll, g goblin; q quits."
    );
    assert_eq!(played.vital("score"), 0);
}

#[test]
fn boosts_and_wounds_end_with_the_floor_but_health_stays() {
    let first = floor_with(&[(10, 38, "@\\"), (11, 38, "34"), (9, 38, "-"), (10, 37, "|"), (12, 38, "5")]);
    let second = floor_with(&[(10, 38, "@1"), (20, 70, "\\")]);
    let level = first + &second;
    compare(&Played::new(&[], Some(&level), "x", "s u so u se"), "HP: 115\nAtk: 20\nDef: 25");
    compare(
        &Played::new(&[], Some(&level), "x", "s u so u se ea"),
        "HP: 115\nAtk: 25\nDef: 25\nAction: PC enters floor 2.\nRace: Shade Gold: 0                                                  Floor 2",
    );
    compare(&Played::new(&[], Some(&level), "x", "s u so u se ea u ea"), "HP: 115\nAtk: 30\nDef: 25");
}

#[test]
fn a_kind_is_unknown_until_it_is_used_and_only_that_kind_is_learnt() {
    check("@.1.........", "s ea", "Action: PC moves East and sees an unknown potion.");
    check("@1.1.2......", "s u ea ea", ".@.P.P......\nAction: PC moves East.");
    check("@1.1.2......", "s u ea ea ea", "..@P.P......\nAction: PC moves East and sees a BA potion.");
    check("1.1.........\n@...........", "s u no ea", "Action: PC moves East and sees a BA potion.");
    check("1.2.........\n@...........", "s u no ea", "Action: PC moves East and sees an unknown potion.");
    check("0.0.........\n@...........", "s u no ea", "Action: PC moves East and sees an RH potion.");
    // Several of them, in reading order.
    let several = on_stage("1.2.........\n@...........\n1.1.........", "s u no ea");
    assert_eq!(several.said, "PC moves East and sees an unknown potion and a BA potion and a BA potion.");
}

#[test]
fn what_is_known_stays_known_on_later_floors_and_is_forgotten_at_restart() {
    let level =
        floor_with(&[(10, 38, "@\\"), (11, 38, "1")]) + &floor_with(&[(10, 38, "@.1"), (20, 70, "\\")]);
    let said = |orders: &str| Played::new(&[], Some(&level), "x", orders).said;
    assert_eq!(said("s u so ea ea"), "PC moves East and sees a BA potion.");
    assert_eq!(said("s ea ea"), "PC moves East and sees an unknown potion.");
    assert_eq!(said("s u so r s ea ea"), "PC moves East and sees an unknown potion.");
}

#[test]
fn potions_are_used_from_the_next_cell_and_never_walked_onto() {
    check("@1..........", "s ea", "@P..........\nAction: PC cannot move East.");
    check("@.1.........", "s u ea", "@.P.........\nAction: No potion to the East.");
    check("@6..........", "s u ea", "@G..........\nAction: No potion to the East.");
    // All eight directions.
    let picture = "012.........\n3@4.........\n501.........";
    for (way, name) in [
        ("nw", "RH"),
        ("no", "BA"),
        ("ne", "BD"),
        ("we", "PH"),
        ("ea", "WA"),
        ("sw", "WD"),
        ("so", "RH"),
        ("se", "BA"),
    ] {
        check(picture, &format!("s u {way}"), &format!("Action: PC uses {name}."));
    }
}

#[test]
fn enemies_act_after_a_potion() {
    let said = "PC uses RH. H deals 16 damage to PC.";
    compare(&saying(&[], "0...........\n@H..........", "s u no", said), "HP: 109");
}
