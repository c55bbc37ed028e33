//! Generates the dungeons of a descent as texts in the format, from seed and depth; each of them is solvable.
//! Most treasure is guarded, and walking does not heal, so every fight has a price.

use crate::generate::{Layout, Room, cells, placed};
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write as _;
use kernel::{Rng, Seed};

/// Maximum number of dungeons in a descent.
pub(crate) const DEPTHS_MAX: i64 = 9;
/// Hit points of the player at the start, and the maximum a rest on the stairs can restore them to.
pub(crate) const HP: i32 = 34;
/// Hit points restored by a rest on the stairs.
pub(crate) const REST: i32 = 15;
/// Maximum damage of the player's bare hands.
const HIT_MAX: u32 = 6;
const ROOMS: u32 = 5;
const ROOMS_MAX: u32 = 9;

/// A kind of creature.
pub(crate) struct Beast {
    pub(crate) name: &'static str,
    pub(crate) letter: char,
    /// The first and last depth it occurs at.
    pub(crate) depths: (u32, u32),
    pub(crate) hp: (i32, i32),
    pub(crate) hit: (i32, i32),
    pub(crate) points: u32,
    /// True when a blow teleports it away.
    pub(crate) blinks: bool,
}

const fn beast(
    name: &'static str,
    letter: char,
    depths: (u32, u32),
    hp: (i32, i32),
    hit: (i32, i32),
    points: u32,
) -> Beast {
    Beast { name, letter, depths, hp, hit, points, blinks: false }
}

const fn blinking(beast: Beast) -> Beast {
    Beast { blinks: true, ..beast }
}

pub(crate) const BEASTS: [Beast; 14] = [
    beast("Cave rat", 'R', (1, 2), (2, 4), (3, 4), 1),
    beast("Snake", 'S', (1, 2), (3, 5), (3, 5), 2),
    blinking(beast("Bat", 'B', (1, 3), (2, 4), (3, 4), 2)),
    beast("Hobgoblin", 'H', (1, 3), (6, 9), (4, 5), 4),
    beast("Wolf", 'W', (2, 4), (9, 13), (6, 8), 6),
    beast("Skeleton", 'Z', (2, 4), (10, 14), (6, 8), 6),
    blinking(beast("Imp", 'I', (2, 5), (6, 9), (6, 8), 7)),
    beast("Troll", 'T', (3, 5), (16, 21), (9, 11), 9),
    beast("Ogre", 'O', (3, 6), (20, 25), (9, 12), 10),
    blinking(beast("Wraith", 'G', (4, 7), (14, 20), (12, 14), 12)),
    beast("Basilisk", 'L', (4, 8), (23, 30), (13, 15), 14),
    beast("Old troll", 'T', (5, 9), (32, 40), (15, 17), 16),
    beast("Giant", 'J', (6, 9), (46, 56), (17, 20), 20),
    beast("Dragon", 'D', (7, 9), (61, 76), (20, 23), 30),
];

/// The keeper of the stairs of each depth; the last one guards the last depth of every descent.
pub(crate) const KEEPERS: [Beast; 9] = [
    beast("Rat king", 'R', (1, 1), (11, 13), (5, 6), 10),
    beast("Hobgoblin chief", 'H', (2, 2), (18, 22), (8, 9), 15),
    beast("Bone captain", 'Z', (3, 3), (29, 34), (11, 12), 20),
    beast("Troll queen", 'T', (4, 4), (42, 48), (13, 15), 30),
    beast("Warden", 'W', (5, 5), (53, 60), (16, 18), 50),
    beast("Ogre lord", 'O', (6, 6), (74, 84), (19, 21), 60),
    beast("Pale king", 'G', (7, 7), (91, 103), (22, 24), 70),
    beast("Stone mother", 'J', (8, 8), (111, 127), (25, 27), 80),
    beast("Old dragon", 'D', (9, 9), (136, 154), (28, 31), 100),
];

/// Swords by strength, from 1.
pub(crate) const BLADES: [&str; 6] =
    ["Dagger", "Short sword", "Hand axe", "Long sword", "War axe", "Bright sword"];
/// Armor by strength, from 1.
pub(crate) const MAILS: [&str; 6] =
    ["Leather coat", "Studded coat", "Ring mail", "Chain mail", "Scale mail", "Banded mail"];

/// A kind of scroll, named after its effect, except for the sealed one.
pub(crate) struct ScrollKind {
    pub(crate) name: &'static str,
    /// Action, number, target and message.
    pub(crate) acts: &'static [(&'static str, i32, &'static str, &'static str)],
}

const SHARPER: (&str, i32, &str, &str) = ("BlessArmor", 1, "w", "Your blade hums.");
const HARDER: (&str, i32, &str, &str) = ("BlessArmor", 1, "a", "Your armor feels lighter.");

pub(crate) const SCROLL_KINDS: [ScrollKind; 6] = [
    ScrollKind { name: "Scroll of sharpening", acts: &[SHARPER] },
    ScrollKind { name: "Scroll of warding", acts: &[HARDER] },
    ScrollKind {
        name: "Scroll of bargains",
        acts: &[
            ("BlessArmor", 3, "w", "The blade drinks."),
            ("BlessArmor", -1, "a", "Rust blooms on your armor."),
        ],
    },
    ScrollKind { name: "Sealed scroll", acts: &[SHARPER, HARDER] },
    ScrollKind { name: "Sealed scroll", acts: &[("BlessArmor", -1, "a", "Rust blooms where you look.")] },
    ScrollKind {
        name: "Sealed scroll",
        acts: &[("Hallucinate", 8, "", "The letters crawl off the page."), SHARPER],
    },
];

const NAMES: [&str; 9] = [
    "The rat runs",
    "The goblin warrens",
    "The bone halls",
    "The troll deeps",
    "The warden's vault",
    "The ogre pits",
    "The pale court",
    "The stone womb",
    "The dragon's bed",
];

/// The text of one dungeon of a descent; a pure function of seed, depth and number of depths.
pub(crate) fn text(seed: &Seed, depth: u32, depths: u32) -> String {
    let mut dice = Rng::stream(seed, "depth", &[depth.into()]);
    let rooms = (ROOMS + depth / 2 + dice.below(2, "rooms")).min(ROOMS_MAX);
    let layout = Layout::new(rooms, &mut dice);
    let name = NAMES[(depth as usize - 1).min(NAMES.len() - 1)];
    let inside = people(&layout.places, layout.last, depth, depths, &mut dice);
    layout.text(name, &inside, &mut dice)
}

/// Places the player in the first room, the keeper of the stairs in the farthest, and guards on most of the
/// treasure in between.
fn people(places: &[Room], last: u32, depth: u32, depths: u32, dice: &mut Rng) -> Vec<String> {
    let mut inside: Vec<String> = places.iter().map(|_| String::new()).collect();
    let mut free: Vec<Vec<(u32, u32)>> = places.iter().map(cells).collect();
    for cells in &mut free {
        dice.shuffle(cells, "cells");
    }
    let mut serial = 0;
    let mut next = |room: u32| {
        serial += 1;
        free[room as usize].pop().map(|(x, y)| (x, y, serial))
    };
    if let Some(at) = next(0) {
        let player = placed(at, "Player", "Player", 0);
        let _ = write!(
            inside[0],
            "{player}                <hp>{HP}</hp>\n                <hpMoves>0</hpMoves>\n                \
             <maxhit>{HIT_MAX}</maxhit>\n                <CreatureAction name=\"ChangeDisplayedType\" type=\"death\">\n\
             \x20                   <actionCharValue>+</actionCharValue>\n                </CreatureAction>\n            </Player>\n"
        );
    }
    if let Some(at) = next(last) {
        let keeper = &KEEPERS[(depth as usize - 1).min(KEEPERS.len() - 1)];
        let words =
            if depth == depths { "The amulet of the deep is yours." } else { "The way down is open." };
        creature(keeper, last, at, Some(words), dice, &mut inside[last as usize]);
    }
    let kinds: Vec<&Beast> =
        BEASTS.iter().filter(|beast| (beast.depths.0..=beast.depths.1).contains(&depth)).collect();
    for number in 0..7 + depth.min(5) {
        let room = dice.below(places.len() as u32 - 1, "room");
        let room = if room >= last { room + 1 } else { room };
        let Some(at) = next(room) else { continue };
        if number < 6 {
            treasure(room, at, depth, dice, &mut inside[room as usize]);
        }
        // The first treasure is unguarded; all others have a guard, and a few creatures guard nothing.
        if number > 0 {
            let beast = *dice.pick(&kinds, "beast");
            creature(beast, room, at, None, dice, &mut inside[room as usize]);
        }
    }
    inside
}

fn creature(
    beast: &Beast,
    room: u32,
    at: (u32, u32, u32),
    ends: Option<&str>,
    dice: &mut Rng,
    out: &mut String,
) {
    let hp = dice.between(beast.hp.0, beast.hp.1, "hp");
    let hit = dice.between(beast.hit.0, beast.hit.1, "maxhit");
    let Beast { name, letter, points, .. } = beast;
    out.push_str(&placed(at, "Monster", name, room));
    let _ = writeln!(out, "<type>{letter}</type><hp>{hp}</hp><maxhit>{hit}</maxhit>");
    if beast.blinks {
        let _ = writeln!(
            out,
            "<CreatureAction name=\"Teleport\" type=\"hit\"><actionMessage>{name} vanishes!</actionMessage></CreatureAction>"
        );
    }
    let _ = writeln!(
        out,
        "<CreatureAction name=\"Remove\" type=\"death\"/><CreatureAction name=\"YouWin\" type=\"death\">\
         <actionIntValue>{points}</actionIntValue></CreatureAction>"
    );
    if let Some(words) = ends {
        let _ = writeln!(
            out,
            "<CreatureAction name=\"EndGame\" type=\"death\"><actionMessage>{words}</actionMessage></CreatureAction>"
        );
    }
    out.push_str("            </Monster>\n");
}

/// The strength of the weaker swords and armor of a depth; the others are stronger by one.
const fn least_strength(depth: u32) -> u32 {
    depth.div_ceil(2)
}

/// The first and last depth with swords and armor of this strength.
pub(crate) fn depths_of(value: u32) -> (u32, u32) {
    let mut depths = (1..=DEPTHS_MAX as u32)
        .filter(|&depth| [0, 1].contains(&(value.wrapping_sub(least_strength(depth)))));
    let first = depths.next().unwrap_or(1);
    (first, depths.next_back().unwrap_or(first))
}

fn treasure(room: u32, at: (u32, u32, u32), depth: u32, dice: &mut Rng, out: &mut String) {
    let kind = dice.weighted(&[3, 3, 2], "kind");
    if kind == 2 {
        let scroll = dice.pick(&SCROLL_KINDS, "scroll");
        out.push_str(&placed(at, "Scroll", scroll.name, room));
        for (action, number, target, message) in scroll.acts {
            let target = if target.is_empty() {
                String::new()
            } else {
                format!("<actionCharValue>{target}</actionCharValue>")
            };
            let _ = writeln!(
                out,
                "<ItemAction name=\"{action}\" type=\"item\"><actionMessage>{message}</actionMessage>\
                 <actionIntValue>{number}</actionIntValue>{target}</ItemAction>"
            );
        }
        out.push_str("            </Scroll>\n");
        return;
    }
    let value = least_strength(depth) + dice.below(2, "strength");
    let (kind, name) = [("Sword", BLADES[value as usize - 1]), ("Armor", MAILS[value as usize - 1])][kind];
    out.push_str(&placed(at, kind, name, room));
    let _ = writeln!(out, "<ItemIntValue>{value}</ItemIntValue></{kind}>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, solve};

    extern crate std;

    /// 50 seeds, or 1,000 with `UNDERCROFT_SOAK=full`.
    #[test]
    fn every_dungeon_of_every_descent_can_be_won_and_emptied() {
        let all = std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full");
        for seed in 0..if all { 1_000 } else { 50 } {
            for depth in 1..=DEPTHS_MAX as u32 {
                let text = text(&Seed::from_text(&format!("{seed}")), depth, 5);
                let prepared = check(&text);
                let setup = prepared.setup.unwrap_or_else(|| panic!("{:?}", prepared.findings));
                let report = solve(&setup);
                assert!(
                    report.winnable && report.is_complete(),
                    "seed {seed}, depth {depth}: {:?}",
                    report.missed
                );
            }
        }
    }
}
