//! The nine options of the edition, each by itself and together, that they change nothing while off, and the
//! difficulty.

use crate::common::*;
use game_chambers::Chambers;
use game_chambers::content::{BAG_SIZE, BOLTS_PER_FLOOR, CLASSES, FOES, GEAR, RACES};
use kernel::{Game, Kind};

const NAMES: [&str; 9] =
    ["wasd", "inventory", "gear", "pursue", "shop", "classes", "races", "foes", "chambers"];

pub(crate) fn on(names: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    names.iter().map(|name| (*name, "on")).collect()
}

pub(crate) fn with(names: &[&'static str], picture: &str, orders: &str) -> Played {
    Played::new(&on(names), Some(&stage(picture)), "stage", orders)
}

#[test]
fn all_extras_are_switches_and_off() {
    let (switches, others) = Chambers::ABOUT.options.split_at(NAMES.len());
    for (option, name) in switches.iter().zip(NAMES) {
        assert_eq!(option.name, name);
        assert!(matches!(option.kind, Kind::Switch) && option.default == "off" && !option.help.is_empty());
    }
    let others: Vec<(&str, &str)> = others.iter().map(|option| (option.name, option.default)).collect();
    assert_eq!(others, [("difficulty", "normal"), ("balance", "plain"), ("edition", "classic")]);
}

#[test]
fn commands_of_extras_that_are_off_are_refused_with_a_clear_sentence() {
    for (order, extra) in [
        ("take ea", "inventory"),
        ("bag 1", "inventory"),
        ("drop 1", "inventory"),
        ("buy 1", "shop"),
        ("sell 1", "shop"),
        ("cast ea", "classes"),
        ("kn", "classes"),
    ] {
        let mut played = on_stage("@1..........", "s");
        let before = testkit::bytes(&played.game);
        played.orders(order);
        assert_eq!(played.said, format!("Invalid command: the option {extra} is off."), "{order}");
        assert_eq!(testkit::bytes(&played.game), before);
    }
}

#[test]
fn an_extra_that_is_switched_off_again_leaves_the_classic_game() {
    let play = |options: &[(&str, &str)]| {
        let mut played = Played::new(options, None, "same", "s");
        for order in "ea so we no f se nw f ea ea so".split(' ') {
            played.orders(order);
        }
        (testkit::bytes(&played.game), played.rows())
    };
    let off: Vec<(&str, &str)> = NAMES.iter().map(|name| (*name, "off")).collect();
    assert_eq!(play(&[]), play(&off));
}

#[test]
fn wasd_has_keys_of_its_own_and_walking_into_things_uses_them() {
    let played = with(&["wasd"], "@...........", "s");
    assert_eq!(played.game.phase(), 3);
    let grammar = Chambers::grammar();
    for (key, dir) in
        [('w', kernel::Dir::N), ('a', kernel::Dir::W), ('s', kernel::Dir::S), ('d', kernel::Dir::E)]
    {
        let verb =
            grammar.verbs.iter().find(|verb| verb.phases & 8 != 0 && verb.keys.contains(&key)).unwrap();
        assert_eq!(verb.way, Some(dir));
    }
    check_with(&on(&["wasd"]), "@1..........", "s right", "@...........\nAtk: 30\nAction: PC uses BA.");
    let struck = saying(
        &on(&["wasd"]),
        "@H..........",
        "s ea",
        "PC deals 21 damage to H (119 HP). H attacks PC and misses.",
    );
    compare(&struck, "@H..........");
    // A neutral merchant is not attacked by accident, but may be on purpose.
    check_with(&on(&["wasd"]), "@M..........", "s ea", "Action: PC cannot move East.");
    assert!(with(&["wasd"], "@M..........", "s a ea").said.starts_with("PC deals 24 damage to M (6 HP)."));
    check_with(&on(&["wasd"]), "@...........", "s left", "Action: PC cannot move West.");
}

#[test]
fn with_wasd_the_letters_of_the_keys_can_be_typed() {
    let wasd = on(&["wasd"]);
    let middle = "............\n.....@......\n............";
    for (letter, name) in [("w", "North"), ("a", "West"), ("s", "South"), ("d", "East")] {
        assert_eq!(with(&["wasd"], middle, &format!("s {letter}")).said, format!("PC moves {name}."));
        // Without the option they keep their usual meaning: races, or an attack that waits for its direction.
        let mut classic = on_stage(middle, "s");
        let before = testkit::bytes(&classic.game);
        classic.orders(letter);
        assert_eq!(testkit::bytes(&classic.game), before, "{letter}");
    }
    assert_eq!(on_stage(middle, "s A").said, "'A' is not a command.", "lower case only");
    // Several on one line, and `a` means west even before other letters.
    check_with(&wasd, middle, "s w a a s s d", "............\n............\n....@.......");
    // An attack: `A` and a direction in words or letters, or `a` and a direction word on the same line.
    for order in ["A ea", "A d", "A right", "a ea"] {
        let played = Played::new(&wasd, Some(&stage("@M..........")), "x", &format!("s f {order}"));
        assert!(played.said.starts_with("PC deals 24 damage to M (6 HP)."), "{order}: {}", played.said);
    }
    for (orders, said) in
        [("s a", "PC cannot move West."), ("s u d", "PC uses BA."), ("s a d", "PC uses BA.")]
    {
        assert_eq!(Played::new(&wasd, Some(&stage("@1..........")), "x", orders).said, said, "{orders}");
    }
    // At the prompt they select races.
    assert_eq!(with(&["wasd"], middle, "d").vital("hp"), 150);
}

#[test]
fn potions_are_carried_in_the_bag_and_used_later() {
    let extra = ["inventory"];
    check_with(&on(&extra), "@1..........", "s", "HP: 125         Bag: empty\nAtk: 25\nDef: 25");
    check_with(
        &on(&extra),
        "@1..........",
        "s take ea",
        "@...........\nHP: 125         Bag: 1 ?\nAtk: 25\nAction: PC takes an unknown potion.",
    );
    check_with(
        &on(&extra),
        "@1..........",
        "s take ea bag 1",
        "HP: 125         Bag: empty\nAtk: 30\nAction: PC uses BA.",
    );
    // The second potion of a kind is known by then, and the bag is kept on the next floor.
    let level =
        floor_with(&[(10, 38, "@\\"), (11, 38, "11")]) + &floor_with(&[(10, 38, "@"), (20, 70, "\\")]);
    let mut played = Played::new(&on(&extra), Some(&level), "x", "s take so u se ea");
    compare(&played, "HP: 125         Bag: 1 BA\nAtk: 25\nAction: PC enters floor 2.");
    played.orders("bag 1");
    compare(&played, "Atk: 30");
    played.orders("bag 1");
    assert_eq!(played.said, "The bag has no item 1.");
    check_with(&on(&extra), "@...........", "s take ea", "Action: Nothing to take to the East.");
    check_with(&on(&extra), "@6..........", "s take ea", "Action: Nothing to take to the East.");
}

#[test]
fn the_bag_holds_eight_things_and_can_be_laid_out() {
    let picture = "000.........\n0@0.........\n000.........";
    let mut played = with(&["inventory"], picture, "s");
    for way in ["nw", "no", "ne", "we", "ea", "sw", "so", "se"] {
        played.orders(&format!("take {way}"));
    }
    assert_eq!(played.vital("bag"), BAG_SIZE as i64);
    played.orders("drop 1");
    compare(&played, ".P..........\n.@..........\nAction: PC lays down an unknown potion.");
    played.orders("ea");
    assert_eq!(played.said, "PC moves East and sees an unknown potion.");
    let eight = "s take nw take no take ne take we take ea take sw take so take se";
    let mut full = with(&["inventory"], "0000........\n0@0.........\n000.........", eight);
    full.orders("no ea take ea");
    assert_eq!(full.said, "The bag is full.");
}

#[test]
fn gear_is_found_taken_wielded_and_worn() {
    let extra = ["gear"];
    check_with(
        &on(&extra),
        "@.).........\n[...........",
        "s",
        "@.).........\n[...........\nAtk: 25         Weapon: none\nDef: 25         Armour: none",
    );
    let mut played = with(&extra, "@.).........\n............\n............", "s ea");
    assert_eq!(played.said, "PC moves East and sees a sword.");
    played.orders("take ea");
    assert_eq!(played.said, "PC takes a sword.");
    played.orders("bag 1");
    compare(&played, "HP: 125         Bag: empty\nAtk: 29         Weapon: sword\nAction: PC wields a sword.");
    let worn = with(&extra, "@[..........", "s take ea bag 1");
    compare(&worn, "Def: 29         Armour: mail\nAction: PC wears mail armour.");
    // Gear counts in fights: ceil(100 * 29 / 120) = 25; with armour: ceil(100 * 20 / 129) = 16.
    let fight = with(&extra, "@)..........\n.H..........", "s f take ea bag 1 a se");
    assert!(fight.said.starts_with("PC deals 25 damage to H (115 HP)."), "{}", fight.said);
    // Wielding a second weapon puts the first back into the bag.
    let two = with(&extra, "))..........\n.@..........", "s take no take nw bag 1 bag 1");
    compare(&two, "HP: 125         Bag: 1 sword\nAtk: 29         Weapon: sword");
    // Potions stay on the floor unless they may be carried.
    assert_eq!(
        with(&extra, "@1..........", "s take ea").said,
        "Invalid command: the option inventory is off."
    );
    check_with(&on(&extra), "@)..........", "s ea", "Action: PC cannot move East.");
    // The effects of potions end with the floor, those of gear do not.
    let level =
        floor_with(&[(10, 38, "@\\"), (11, 38, ")1")]) + &floor_with(&[(10, 38, "@"), (20, 70, "\\")]);
    compare(
        &Played::new(&on(&extra), Some(&level), "x", "s take so bag 1 u se"),
        "Atk: 34         Weapon: sword",
    );
    compare(
        &Played::new(&on(&extra), Some(&level), "x", "s take so bag 1 u se ea"),
        "Atk: 29         Weapon: sword",
    );
}

#[test]
fn every_piece_of_gear_is_told_with_its_numbers() {
    assert_eq!(with(&["gear"], "@.).........", "s").look(10, 40), "A sword (+4 Atk, +0 Def).");
    assert!(GEAR.iter().all(|row| row.weapon == (row.atk > row.def)));
    assert_eq!(GEAR.iter().map(|row| row.weight).sum::<u32>(), 12);
}

#[test]
fn hunters_follow_through_doorways_and_stop_at_the_stairs() {
    // A human three steps away comes straight at the player instead of wandering.
    let level = stage("............\n@..H........\n............");
    for seed in 0..20u32 {
        let mut played = Played::new(&on(&["pursue"]), Some(&level), &seed.to_string(), "s no");
        assert!(played.picture().lines().any(|row| row.find('H') == Some(2)), "{}", played.picture());
        played.orders("so");
        assert!(played.picture().lines().any(|row| row.find('H') == Some(1)), "{}", played.picture());
    }
    // Out of the chamber, through the doorway (9,43) and into the passage.
    let mut played = with(&["pursue"], "............\n.....@......\n.....H......", "s f no f no nw we we");
    let rows = played.rows();
    assert!(rows[8].contains('H') || rows[9].contains('H'), "{}", rows.join("\n"));
    // Frozen, it stays; neutral merchants and dragons do not hunt.
    played.orders("f");
    let before = played.rows()[..25].iter().map(|row| row.replace(['@', '#'], " ")).collect::<Vec<_>>();
    played.orders("we");
    assert_eq!(
        played.rows()[..25].iter().map(|row| row.replace(['@', '#'], " ")).collect::<Vec<_>>(),
        before
    );
    let mut calm = with(&["pursue"], "D...........\n...@........\n...........M", "s");
    for _ in 0..30 {
        calm.orders("ea we");
        assert!(calm.picture().starts_with('D'));
        assert!(!calm.rows()[..25].iter().any(|row| row.contains("+M") || row.contains("#M")));
    }
}

#[test]
fn too_far_away_nobody_hunts() {
    // With the player in another chamber the dwarf wanders as usual, in all directions.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200u32 {
        let level = stage("............\n.....W......\n............");
        seen.insert(Played::new(&on(&["pursue"]), Some(&level), &seed.to_string(), "s ea").picture());
    }
    assert_eq!(seen.len(), 8);
}

#[test]
fn a_class_is_chosen_after_the_race() {
    let mut played = with(&["classes"], "@6..........", "s");
    assert_eq!(played.said, "Choose a class: kn knight, mo monk, th thief, wi wizard; q quits.");
    assert_eq!(played.game.phase(), 2);
    assert!(played.rows()[..25].iter().map(String::as_str).eq(FLOOR.lines()));
    for order in ["no", "s", "f"] {
        played.orders(order);
        assert!(played.said.starts_with("Choose a class: "));
    }
    played.orders("kn");
    compare(
        &played,
        "@G..........\nRace: Shade Class: Knight Gold: 0                                    Floor 1\nHP: 125\nAtk: 25\nDef: 30\nAction: Player character has spawned.",
    );
    played.orders("r");
    assert_eq!(played.game.phase(), 1);
    assert_eq!(CLASSES.len(), 4);
    assert!(with(&["classes"], "@...........", "s q").game.outcome().is_some());
}

#[test]
fn each_class_does_what_it_says() {
    // A monk regains 1 HP per turn, a troll monk 6.
    compare(&with(&["classes"], "33..........\n@...........", "s mo u no u ne"), "HP: 107");
    compare(&with(&["classes"], "33..........\n@...........", "t mo u no u ne"), "HP: 112");
    // A thief finds 1 more in every pile.
    assert_eq!(with(&["classes"], "@6..........", "s th ea").said, "PC moves East. PC picks up 3 gold.");
    // A wizard's bolt flies up to six cells and ignores defence: 22 + 3 from a human's 140.
    let mut wizard = with(&["classes"], "@.....H.....", "s wi");
    compare(&wizard, "Atk: 22         Bolts: 5\nDef: 22");
    wizard.orders("f cast ea");
    assert_eq!(wizard.said, "PC deals 25 damage to H (115 HP).");
    assert_eq!(wizard.vital("bolts"), i64::from(BOLTS_PER_FLOOR) - 1);
    wizard.orders("cast ea cast ea cast ea cast ea");
    assert_eq!(wizard.said, "PC deals 25 damage to H (15 HP).");
    wizard.orders("cast ea");
    assert_eq!(wizard.said, "You have no bolts left on this floor.");
    assert_eq!(with(&["classes"], "@......H....", "s wi f cast ea").said, "There is no enemy in that line.");
    assert_eq!(with(&["classes"], "@..H........", "s wi f cast no").said, "There is no enemy in that line.");
    assert_eq!(with(&["classes"], "@..H........", "s kn f cast ea").said, "Only a wizard can cast.");
    // Bolts are restored on the next floor.
    let level = floor_with(&[(10, 38, "H..@\\")]) + &floor_with(&[(10, 38, "@"), (20, 70, "\\")]);
    let next = Played::new(&on(&["classes"]), Some(&level), "x", "s wi f cast we ea");
    compare(&next, "Atk: 22         Bolts: 5\nAction: PC enters floor 2.");
}

#[test]
fn three_more_races() {
    for (letter, name) in [("k", "Kobold"), ("w", "Wraith"), ("z", "Zombie")] {
        let played = with(&["races"], "@...........", letter);
        let row = RACES.iter().find(|row| row.name == name).unwrap();
        assert!(played.rows()[25].starts_with(&format!("Race: {name} Gold: 0")));
        assert_eq!(
            (played.vital("hp"), played.vital("atk"), played.vital("def")),
            (row.hp.into(), row.atk.into(), row.def.into())
        );
    }
    assert!(Played::new(&on(&["races"]), None, "x", "no").said.contains("k kobold, w wraith, z zombie"));
    assert_eq!(with(&["races"], "@6..........", "k ea").said, "PC moves East. PC picks up 3 gold.");
    // Harmful potions do nothing to a zombie, but it learns them.
    compare(&with(&["races"], "345.........\n.@..........", "z u nw u no u ne"), "HP: 160\nAtk: 20\nDef: 15");
    let all = outcomes(&on(&["races"]), "@.H.........", "w f ea", 300);
    assert_share(all["PC moves East. H deals 18 damage to PC."], 300, 1, 3);
}

#[test]
fn three_more_enemies() {
    for letter in ['A', 'R', 'K'] {
        let row = FOES.iter().find(|row| row.letter == letter).unwrap();
        let told = with(&["foes"], &format!("@....{letter}......"), "s").look(10, 43);
        assert!(told.starts_with(&format!("{letter}: {}, {} of", row.name, row.hp)), "{told}");
        // The classic game does not know the letter.
        assert_eq!(
            on_stage(&format!("@....{letter}......"), "s").picture().lines().next().unwrap(),
            "@..........."
        );
    }
    // An archer shoots two cells in line, not off the line and not through a wall.
    let shot = |picture: &str, orders: &str| {
        outcomes(&on(&["foes"]), picture, orders, 80)
            .keys()
            .any(|said| said.contains("A deals 16 damage to PC."))
    };
    assert!(shot("@..A........", "s f ea"));
    assert!(shot("@...........\n............\n...A........", "s f ea"));
    assert!(!shot("@...........\n............\n..A.........", "s f ea"), "off the line");
    assert!(!shot("@...A.......", "s f ea ea we we"), "three cells and four");
    // A robber takes 2 gold with each hit, or what is left.
    let said = "PC moves East. R deals 12 damage to PC. R takes 2 gold from PC.";
    let robbed = saying(&on(&["foes"]), "8@.R........", "s f we ea ea", said);
    assert_eq!(robbed.vital("gold"), 2);
    let said = "PC moves East. R deals 12 damage to PC. R takes 1 gold from PC.";
    assert_eq!(saying(&on(&["foes"]), "7@.R........", "s f we ea ea", said).vital("gold"), 0);
    let poor = outcomes(&on(&["foes"]), "@.R.........", "s f ea", 40);
    assert!(poor.contains_key("PC moves East. R deals 12 damage to PC."), "{poor:?}");
}

#[test]
fn random_chambers_differ_from_floor_to_floor_and_game_to_game() {
    let board = |seed: &str, orders: &str| {
        let rows = Played::new(&on(&["chambers"]), None, seed, orders).rows();
        let bare = |row: &String| row.replace(['@', '\\', 'P', 'G', 'H', 'W', 'L', 'E', 'O', 'M', 'D'], ".");
        rows[..25].iter().map(bare).collect::<Vec<_>>()
    };
    assert_ne!(board("a", "s"), board("b", "s"));
    assert_ne!(board("a", "s"), board("a", "s r s"));
    assert_eq!(board("a", "s"), board("a", "t"));
    assert!(board("a", "s").iter().all(|row| row.len() == 79));
    // A layout file is used as it is; only what it lacks is random.
    let level = plain_floor();
    let rows = Played::new(&on(&["chambers"]), Some(&level), "a", "s").rows();
    assert_eq!(rows[..25].join("\n") + "\n", level);
}

fn plain_floor() -> String {
    floor_with(&[(4, 10, "@"), (20, 70, "\\")])
}

#[test]
fn all_extras_play_together() {
    let mut played = Played::new(&on(&NAMES), None, "together", "z wi");
    assert_eq!(played.said, "Player character has spawned.");
    assert_eq!(played.game.phase(), 3);
    let rows = played.rows();
    assert!(rows[25].starts_with("Race: Zombie Class: Wizard Gold: 0"));
    assert_eq!(rows[25].find("Floor 1"), Some(69));
    assert!(
        rows[26].contains("Bag: empty")
            && rows[27].contains("Weapon: none  Bolts: 5")
            && rows[28].contains("Armour: none")
    );
    played.orders("up down left right no so ea we");
    assert_eq!(played.rows().len(), 30);
}
