//! Section 7: gold.

use crate::common::*;

#[test]
fn walking_onto_gold_takes_it() {
    for (digit, worth) in [('6', 2), ('7', 1), ('8', 4), ('9', 6)] {
        let played = on_stage(&format!("@{digit}.........."), "s ea");
        compare(&played, &format!(".@..........\nAction: PC moves East. PC picks up {worth} gold."));
        assert_eq!(played.vital("gold"), worth);
        check(&format!("@{digit}.........."), "s ea ea", "..@.........\nAction: PC moves East.");
    }
}

#[test]
fn a_guarded_hoard_is_walked_over_and_drawn_again() {
    let played = on_stage("@9.D........", "s");
    compare(&played, "@G.D........");
    // Pairing needs a dragon next to the hoard: this one is two cells away, so the hoard is free.
    let free = on_stage("@9..D.......", "s ea");
    assert!(free.said.starts_with("PC moves East. PC picks up 6 gold."), "{}", free.said);
    let mut guarded = on_stage("@9D.........", "s ea");
    assert!(guarded.said.starts_with("PC moves East. A dragon guards this hoard. D "), "{}", guarded.said);
    compare(
        &guarded,
        ".@D.........\nRace: Shade Gold: 0                                                  Floor 1",
    );
    guarded.orders("we");
    compare(&guarded, "@GD.........");
    assert_eq!(guarded.vital("gold"), 0);
}

#[test]
fn a_hoard_is_free_once_its_dragon_is_slain() {
    let fight = format!("d{}", " a se".repeat(8));
    let mut played =
        saying(&[], "@9..........\n.D..........", &fight, "PC deals 21 damage to D (0 HP). PC slays D.");
    compare(&played, "@G..........\n............");
    played.orders("ea");
    assert_eq!((played.said.as_str(), played.vital("gold")), ("PC moves East. PC picks up 6 gold.", 6));
}

#[test]
fn a_hoard_under_the_player_waits_until_it_is_walked_onto_again() {
    let fight = format!("d ea{}", " a so".repeat(8));
    let mut played =
        saying(&[], "@9..........\n.D..........", &fight, "PC deals 21 damage to D (0 HP). PC slays D.");
    assert_eq!(played.vital("gold"), 0);
    played.orders("we");
    compare(&played, "@G..........");
    played.orders("ea");
    assert_eq!(played.said, "PC moves East. PC picks up 6 gold.");
}

#[test]
fn hoards_take_the_first_dragon_beside_them_in_reading_order() {
    // Two hoards, one dragon: the first hoard is guarded, the second free.
    let played = on_stage("9D9.........\n............", "s");
    assert_eq!(played.look(10, 38), "Gold, worth 6, guarded by a dragon.");
    assert_eq!(played.look(10, 40), "Gold, worth 6.");
    // Two hoards, two dragons: one each.
    let played = on_stage("9DD9........", "s");
    assert!(played.look(10, 38).contains("guarded") && played.look(10, 41).contains("guarded"));
}
