//! The odds of section 8, measured over many floors, and the order of placement.

use super::*;
use crate::content::GEAR_PER_FLOOR;
use crate::content::Potion;
use crate::setup::{Setup, prepare};
use alloc::{format, string::String, vec};
use kernel::{Options, Roll};

extern crate std;
use std::sync::Mutex;

/// Number of floors to generate: the full count with `UNDERCROFT_SOAK=full`.
fn floors() -> u32 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full") { 100_000 } else { 6_000 }
}

fn plain() -> Setup {
    prepare(&Options::default(), None, &kernel::Policy::DENY).setup.unwrap()
}

/// Floor number `number` of a long sequence of games.
fn nth(base: &Base, seed: &Seed, number: u32) -> Floor {
    floor(base, seed, Address { game: number / 5, level: (number % 5) as u8 + 1 })
}

/// Chi-square test of the counts against weights, with the threshold that chance exceeds once in a million
/// times (Wilson and Hilferty).
fn assert_odds(what: &str, seen: &[u32], weights: &[u32]) {
    let total: f64 = seen.iter().map(|&n| f64::from(n)).sum();
    let sum: f64 = weights.iter().map(|&w| f64::from(w)).sum();
    let mut chi = 0.0;
    for (&n, &w) in seen.iter().zip(weights) {
        if w == 0 {
            assert_eq!(n, 0, "{what}: something impossible happened");
            continue;
        }
        let expected = total * f64::from(w) / sum;
        assert!(expected >= 5.0, "{what}: too few draws");
        chi += (f64::from(n) - expected).powi(2) / expected;
    }
    let free = (weights.iter().filter(|&&w| w > 0).count() - 1) as f64;
    let limit = free * (1.0 - 2.0 / (9.0 * free) + 4.753 * (2.0 / (9.0 * free)).sqrt()).powi(3);
    assert!(chi < limit, "{what}: chi-square {chi:.1} is above {limit:.1}: {seen:?}");
}

#[test]
fn every_spawn_chance_is_the_documents() {
    let setup = plain();
    let (base, seed) = (&setup.0, Seed::from_text("odds"));
    let mut hero = [0u32; 5];
    let mut pair = [0u32; 25];
    let (mut potion_room, mut gold_room, mut foe_room) = ([0u32; 5], [0u32; 5], [0u32; 5]);
    let (mut potions, mut gold, mut foes) = ([0u32; 6], [0u32; 4], [0u32; 7]);
    let mut dragon_side = [0u32; 9];
    for number in 0..floors() {
        let floor = nth(base, &seed, number);
        let plan = &floor.plan;
        let room = |at| plan.chamber_of(at).expect("everything stands on a tile");
        hero[room(floor.hero)] += 1;
        pair[room(floor.hero) * 5 + room(floor.stairs)] += 1;
        for thing in &floor.things {
            match thing.what {
                Item::Potion(potion) => {
                    potions[potion as usize] += 1;
                    potion_room[room(thing.at)] += 1;
                }
                Item::Gold(worth) => {
                    gold[GOLD.iter().position(|row| row.1 == worth).unwrap()] += 1;
                    gold_room[room(thing.at)] += 1;
                }
                Item::Gear(_) => panic!("gear is an extra"),
            }
        }
        for foe in &floor.foes {
            if let Some(hoard) = foe.hoard() {
                assert!(foe.at.near(hoard) && room(foe.at) == room(hoard));
                dragon_side[usize::from((foe.at.y() + 1 - hoard.y()) * 3 + foe.at.x() + 1 - hoard.x())] += 1;
            } else {
                foes[foe.kind as usize] += 1;
                foe_room[room(foe.at)] += 1;
            }
        }
    }
    assert_odds("player chamber", &hero, &[1; 5]);
    let apart: Vec<u32> = (0..25).map(|n| u32::from(n / 5 != n % 5)).collect();
    assert_odds("player and stairs chambers", &pair, &apart);
    assert_odds("potion chamber", &potion_room, &[1; 5]);
    assert_odds("gold chamber", &gold_room, &[1; 5]);
    assert_odds("enemy chamber", &foe_room, &[1; 5]);
    assert_odds("potion kinds", &potions, &[1; 6]);
    assert_odds("gold kinds", &gold, &[5, 2, 0, 1]);
    assert_odds("enemy kinds", &foes, &[4, 3, 5, 2, 2, 2, 0]);
    assert_eq!(dragon_side[4], 0);
    // Walls and neighbours make some sides rarer, but opposite sides are equally frequent.
    for (a, b) in [(0, 8), (1, 7), (2, 6), (3, 5)] {
        let (a, b) = (f64::from(dragon_side[a]), f64::from(dragon_side[b]));
        assert!((a - b).abs() < 0.2 * (a + b) / 2.0 + 30.0, "dragon sides: {dragon_side:?}");
    }
}

#[test]
fn every_tile_of_a_chamber_is_as_likely_as_the_next() {
    let setup = plain();
    let (base, seed) = (&setup.0, Seed::from_text("tiles"));
    let plan = &base.classic;
    let (mut hero, mut stairs) = (vec![0u32; 2000], vec![0u32; 2000]);
    let (mut potion, mut foe_tile) = (vec![0u32; 2000], vec![0u32; 2000]);
    for number in 0..floors() {
        let floor = nth(base, &seed, number);
        hero[floor.hero.index()] += 1;
        stairs[floor.stairs.index()] += 1;
        for thing in floor.things.iter().filter(|thing| matches!(thing.what, Item::Potion(_))) {
            potion[thing.at.index()] += 1;
        }
        for foe in floor.foes.iter().filter(|foe| foe.kind != FoeKind::Dragon) {
            foe_tile[foe.at.index()] += 1;
        }
    }
    for (name, counts) in [("player", &hero), ("stairs", &stairs), ("potion", &potion)] {
        for (number, chamber) in plan.chambers.iter().enumerate() {
            let seen: Vec<u32> = chamber.tiles.iter().map(|at| counts[at.index()]).collect();
            assert_odds(&format!("{name} tiles of chamber {number}"), &seen, &vec![1; seen.len()]);
        }
    }
    // Enemies come last, so tiles next to hoards are free slightly less often; only a rough comparison is
    // possible.
    for chamber in &plan.chambers {
        let seen: Vec<u32> = chamber.tiles.iter().map(|at| foe_tile[at.index()]).collect();
        let mean = seen.iter().sum::<u32>() as f64 / seen.len() as f64;
        assert!(seen.iter().all(|&n| (f64::from(n) - mean).abs() < 8.0 * mean.sqrt() + 0.1 * mean));
    }
}

#[test]
fn ten_potions_ten_piles_twenty_enemies_and_a_dragon_for_each_hoard() {
    let setup = plain();
    let seed = Seed::from_text("counts");
    for number in 0..floors() / 10 {
        let floor = nth(&setup.0, &seed, number);
        let potions = floor.things.iter().filter(|thing| matches!(thing.what, Item::Potion(_))).count();
        let hoards = floor.things.iter().filter(|thing| thing.what == Item::Gold(DRAGON_HOARD)).count();
        let dragons = floor.foes.iter().filter(|foe| foe.kind == FoeKind::Dragon).count();
        assert_eq!((potions, floor.things.len()), (10, 20));
        assert_eq!(dragons, hoards);
        assert_eq!(floor.foes.len(), 20 + dragons);
        let bodies = floor.foes.iter().map(|foe| foe.at);
        let mut all: Vec<Spot> = bodies.chain(floor.things.iter().map(|thing| thing.at)).collect();
        all.extend([floor.hero, floor.stairs]);
        assert!(all.iter().all(|&at| floor.plan.tiles.has(at)), "only floor tiles");
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "one thing per cell");
    }
}

static HEARD: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

fn hear(roll: Roll) {
    HEARD.lock().unwrap().push(roll.label);
}

#[test]
fn things_are_placed_in_the_documents_order() {
    let setup = plain();
    for game in 0..200 {
        HEARD.lock().unwrap().clear();
        floor(&setup.0, &Seed::from_text("order").heard_by(hear), Address { game, level: 1 });
        let order = ["player", "stairs", "potion", "gold", "enemy"];
        let heard = HEARD.lock().unwrap();
        let ranks: Vec<usize> = heard
            .iter()
            .map(|label| {
                let first = label.split(' ').next().unwrap();
                let thing = if first == "dragon" { "gold" } else { first };
                order.iter().position(|name| *name == thing).unwrap()
            })
            .collect();
        assert!(ranks.is_sorted(), "{heard:?}");
        assert_eq!(heard[..4], ["player chamber", "player tile", "stairs chamber", "stairs tile"]);
        // For each thing: its kind, then the chamber, then the tile.
        assert_eq!(heard[4..7], ["potion", "potion chamber", "potion tile"]);
    }
}

#[test]
fn a_full_chamber_is_drawn_again_and_a_full_floor_is_left_alone() {
    // Chambers of a few tiles each: everything must fit somewhere or be left out.
    let mut rows: Vec<String> = vec![" ".repeat(79); 25];
    for (row, text) in [(2, "|....|"), (4, "|..|..|...|"), (8, "|.....................|")] {
        rows[row].replace_range(3..3 + text.len(), text);
    }
    // A passage below and beside them connects them.
    rows[3].replace_range(2..30, &"#".repeat(28));
    rows[5].replace_range(2..30, &"#".repeat(28));
    rows[6].replace_range(2..3, "#");
    rows[7].replace_range(2..30, &"#".repeat(28));
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let prepared = prepare(&Options::default(), Some(&text), &kernel::Policy::DENY);
    let setup = prepared.setup.unwrap();
    assert!(setup.0.sheets[0].is_empty());
    for game in 0..200 {
        let floor = floor(&setup.0, &Seed::from_text("full"), Address { game, level: 1 });
        let tiles: usize = floor.plan.chambers.iter().map(|chamber| chamber.tiles.len()).sum();
        assert_eq!(tiles, 32);
        let dragons = floor.foes.iter().filter(|foe| foe.kind == FoeKind::Dragon).count();
        assert!(floor.things.len() + floor.foes.len() + 2 <= tiles && dragons <= 10);
        assert!(floor.foes.len() + floor.things.len() >= 30 - 10, "the floor is filled");
        assert_ne!(floor.plan.chamber_of(floor.hero), floor.plan.chamber_of(floor.stairs));
    }
}

#[test]
fn floors_are_addressed_by_game_and_number() {
    let setup = plain();
    let seed = Seed::from_text("address");
    let key = |game, level| {
        let floor = floor(&setup.0, &seed, Address { game, level });
        (floor.hero, floor.stairs, floor.foes.iter().map(|foe| foe.at).collect::<Vec<_>>())
    };
    assert_eq!(key(1, 3), key(1, 3));
    assert_ne!(key(1, 3), key(1, 4));
    assert_ne!(key(1, 3), key(2, 3));
}

#[test]
fn options_change_only_their_own_dice() {
    let seed = Seed::from_text("apart");
    let floor_with = |names: &[&str]| {
        let mut options = Options::default();
        names.iter().for_each(|name| options.set(&crate::setup::OPTIONS, name, "on").unwrap());
        let setup = prepare(&options, None, &kernel::Policy::DENY).setup.unwrap();
        floor(&setup.0, &seed, Address { game: 1, level: 2 })
    };
    let plain = floor_with(&[]);
    let more = floor_with(&["wasd", "inventory", "gear", "pursue", "shop", "classes", "races"]);
    assert_eq!((plain.hero, plain.stairs), (more.hero, more.stairs));
    assert_eq!(plain.foes, more.foes);
    let kept: Vec<_> =
        more.things.iter().copied().filter(|thing| !matches!(thing.what, Item::Gear(_))).collect();
    assert_eq!(plain.things, kept);
    assert_eq!(more.things.len(), plain.things.len() + GEAR_PER_FLOOR as usize);
}

#[test]
fn extra_foes_and_gear_keep_their_odds() {
    let mut options = Options::default();
    ["foes", "gear", "shop"].iter().for_each(|name| options.set(&crate::setup::OPTIONS, name, "on").unwrap());
    let setup = prepare(&options, None, &kernel::Policy::DENY).setup.unwrap();
    let seed = Seed::from_text("extra odds");
    let (mut foes, mut gear, mut offers) = ([0u32; 10], [0u32; 6], [0u32; 6]);
    for number in 0..floors() / 5 {
        let floor = nth(&setup.0, &seed, number);
        floor
            .foes
            .iter()
            .filter(|foe| foe.kind != FoeKind::Dragon)
            .for_each(|foe| foes[foe.kind as usize] += 1);
        for thing in &floor.things {
            if let Item::Gear(piece) = thing.what {
                gear[piece as usize] += 1;
            }
        }
        let goods = wares(&setup.0, &seed, Address { game: number, level: 1 });
        assert_eq!(goods.len(), 4);
        for ware in goods {
            if let Item::Potion(potion) = ware {
                assert!(potion.is_good() && potion != Potion::PH);
                offers[potion as usize] += 1;
            }
        }
    }
    assert_odds("enemy kinds", &foes, &FOES.map(|row| row.weight));
    assert_odds("gear", &gear, &GEAR.map(|row| row.weight));
    assert_odds("wares", &offers, &[1, 1, 1, 0, 0, 0]);
}
