//! The option `shop`: what merchants offer and buy, and the messages.

use crate::common::*;
use crate::extras::{on, with};
use game_chambers::content::POTIONS;

#[test]
fn merchants_sell_and_what_they_sell_is_known() {
    let picture = "@.M.........\n888888888888\n888888888888";
    let gold = "s so ea ea ea ea ea we we we we we no";
    let mut played = with(&["shop"], picture, gold);
    assert_eq!(played.vital("gold"), 24);
    let offered = (0..200u32).find_map(|seed| {
        let mut played = Played::new(&on(&["shop"]), Some(&stage(picture)), &seed.to_string(), "s f so ea");
        (played.said.contains("M offers 1 RH +10 HP: 3, ")).then(|| {
            played.orders("ea ea ea ea we we we we no");
            played
        })
    });
    let mut offered = offered.expect("some merchant offers RH first");
    let before = (offered.vital("gold"), offered.vital("hp"));
    offered.orders("buy 1");
    // Without a bag it is drunk at once.
    assert_eq!(offered.said, "PC buys RH (+10 HP) for 3 gold. PC uses RH.");
    assert_eq!((offered.vital("gold"), offered.vital("hp")), (before.0 - 3, before.1));
    played.orders("buy 4");
    assert!(played.said.contains("offers no item") || played.said.contains("no merchant"), "{}", played.said);
    // No trade without gold, at a distance, or with hostile merchants.
    assert_eq!(with(&["shop"], "@M..........", "s buy 1").said, "You do not have enough gold.");
    assert_eq!(with(&["shop"], "@.....M.....", "s buy 1").said, "There is no merchant beside you.");
    assert_eq!(
        with(&["shop"], "@M..........", "s f a ea buy 1").said,
        "Merchants are hostile and do not trade."
    );
    assert!(with(&["shop"], "@.M.........", "s").look(10, 40).contains("It offers 1 "));
}

/// The effect of a potion according to the document, half as much again for a drow.
fn ability(name: &str, race: &str) -> &'static str {
    match (name, race) {
        ("RH", "d") => "+15 HP",
        ("BA", "d") => "+7 Atk",
        ("BD", "d") => "+7 Def",
        ("RH", _) => "+10 HP",
        ("BA", _) => "+5 Atk",
        ("BD", _) => "+5 Def",
        _ => panic!("{name} is never on offer"),
    }
}

#[test]
fn merchants_show_what_every_potion_does_to_the_buyer() {
    let level = stage("@.M.........\n............");
    for seed in 0..40u32 {
        for race in ["s", "d", "z"] {
            let options = on(&["shop", "races", "gear"]);
            let mut played = Played::new(&options, Some(&level), &seed.to_string(), race);
            let told = played.look(10, 40);
            let (_, offers) = told.split_once("It offers ").expect("the goods are told");
            let goods: Vec<&str> = offers.trim_end_matches('.').split(", ").collect();
            assert_eq!(goods.len(), 4, "{told}");
            for (number, good) in (1..).zip(&goods[..3]) {
                let name = good.split(' ').nth(1).unwrap();
                let price = if name == "RH" { 3 } else { 4 };
                assert_eq!(*good, format!("{number} {name} {}: {price}", ability(name, race)), "{told}");
            }
            // All four fit into the action row when the player steps next to a merchant.
            played.orders("f ea");
            assert_eq!(played.said, format!("PC moves East. M offers {offers}"));
            assert_eq!(played.rows()[29], format!("Action: M offers {offers}"));
        }
    }
}

#[test]
fn bought_potions_go_into_the_bag_named_and_things_are_sold() {
    let extras = ["shop", "inventory", "gear"];
    let picture = "@.M.........\n888888888888";
    let mut played = with(&extras, picture, "s f so ea ea ea ea we we we no");
    assert!(played.said.contains("M offers 1 "), "{}", played.said);
    let gold = played.vital("gold");
    played.orders("buy 1");
    let name = played.said.split(' ').nth(2).unwrap().to_string();
    let price = POTIONS.iter().find(|row| row.name == name).unwrap().price;
    let effect = ability(&name, "s");
    assert_eq!(played.said, format!("PC buys {name} ({effect}) for {price} gold."));
    assert_eq!(played.vital("gold"), gold - i64::from(price));
    assert!(played.rows()[26].ends_with(&format!("Bag: 1 {name}")), "{}", played.rows()[26]);
    played.orders("sell 1");
    let article = if name == "RH" { "an" } else { "a" };
    assert_eq!(played.said, format!("PC sells {article} {name} potion for 1 gold."));
    played.orders("sell 1");
    assert_eq!(played.said, "The bag has no item 1.");
    // The fourth ware is gear, unless something was bought before it.
    let mut smith = with(&extras, picture, "s f so ea ea ea ea we we we no buy 4");
    if smith.said.starts_with("PC buys") {
        smith.orders("bag 1");
        assert!(smith.said.starts_with("PC wields") || smith.said.starts_with("PC wears"), "{}", smith.said);
    }
    // Gear sells for half its price; an unknown potion is sold as unknown.
    assert_eq!(with(&extras, "@)M.........", "s f take ea ea sell 1").said, "PC sells a sword for 4 gold.");
    assert_eq!(
        with(&extras, "@3M.........", "s f take ea ea sell 1").said,
        "PC sells an unknown potion for 1 gold."
    );
}
