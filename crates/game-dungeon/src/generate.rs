//! Random dungeons in the format, all of them solvable: rooms in the fields of a checkerboard, passages along
//! a tree plus a few more, monsters and treasure, and in the farthest room a monster whose death ends the
//! game.

use alloc::{format, string::String, vec::Vec};
use core::fmt::Write as _;
use kernel::grid::spanning_tree;
use kernel::{Rng, Seed};

/// Parameters of a generated dungeon. Numbers out of range are clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Number of rooms, 2 to 16.
    pub rooms: u32,
    /// Number of monsters besides the last one, 0 to 40.
    pub monsters: u32,
    /// Number of swords, armors and scrolls together, 0 to 40.
    pub items: u32,
}

impl Default for Wishes {
    fn default() -> Self {
        Self { rooms: 6, monsters: 8, items: 6 }
    }
}

/// Size of the field of the checkerboard around each room.
const FIELD_COLS: u32 = 20;
const FIELD_ROWS: u32 = 9;
/// Number of fields side by side; together they have the usual width of the display.
const FIELDS_ACROSS: u32 = 4;

pub(crate) struct Breed {
    pub(crate) name: &'static str,
    letter: char,
    hp: (i32, i32),
    hit: (i32, i32),
    points: u32,
    last_words: &'static str,
}

pub(crate) const BREEDS: [Breed; 6] = [
    Breed {
        name: "Snake",
        letter: 'S',
        hp: (2, 4),
        hit: (1, 2),
        points: 1,
        last_words: "The snake stops writhing.",
    },
    Breed {
        name: "Adder",
        letter: 'S',
        hp: (3, 5),
        hit: (2, 3),
        points: 2,
        last_words: "The adder will hiss no more.",
    },
    Breed {
        name: "Hobgoblin",
        letter: 'H',
        hp: (5, 8),
        hit: (2, 4),
        points: 4,
        last_words: "The hobgoblin curses you and falls.",
    },
    Breed {
        name: "Hobgoblin guard",
        letter: 'H',
        hp: (7, 10),
        hit: (3, 4),
        points: 5,
        last_words: "The guard drops his spear.",
    },
    Breed {
        name: "Troll",
        letter: 'T',
        hp: (8, 12),
        hit: (3, 5),
        points: 8,
        last_words: "The troll turns to stone.",
    },
    Breed {
        name: "Old troll",
        letter: 'T',
        hp: (10, 14),
        hit: (4, 6),
        points: 10,
        last_words: "The old troll sighs and crumbles.",
    },
];
pub(crate) const LORD: Breed = Breed {
    name: "Troll lord",
    letter: 'T',
    hp: (14, 18),
    hit: (5, 7),
    points: 25,
    last_words: "The lord of this place is dead.",
};
const SWORDS: [&str; 4] = ["Rusty sword", "Short sword", "Long sword", "Bright sword"];
const ARMORS: [&str; 4] = ["Leather coat", "Chain mail", "Old breastplate", "Bright mail"];

#[derive(Clone, Copy)]
pub(crate) struct Room {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) cols: u32,
    pub(crate) rows: u32,
}

/// A random dungeon; a pure function of seed and wishes.
#[must_use]
pub fn generate(seed: &Seed, wishes: &Wishes) -> String {
    let rooms = wishes.rooms.clamp(2, 16);
    let mut dice = Rng::stream(seed, "rooms", &[]);
    let layout = Layout::new(rooms, &mut dice);
    let inhabitants = inhabit(&layout.places, &layout.hops, layout.last, wishes, seed);
    layout.text("Generated", &inhabitants, &mut dice)
}

/// Rooms and the passages between them.
pub(crate) struct Layout {
    pub(crate) places: Vec<Room>,
    doors: Vec<(u32, u32)>,
    /// Number of passages between each room and the first.
    hops: Vec<u32>,
    /// The room with the most.
    pub(crate) last: u32,
}

impl Layout {
    /// Places this many rooms and connects them.
    pub(crate) fn new(rooms: u32, dice: &mut Rng) -> Self {
        let places: Vec<Room> = (0..rooms).map(|field| place_room(field, dice)).collect();
        let doors = join_rooms(rooms, dice);
        let hops = hops_from_first(rooms, &doors);
        let last = (0..rooms).max_by_key(|&room| (hops[room as usize], room)).unwrap_or(rooms - 1);
        Self { places, doors, hops, last }
    }

    /// The text of the dungeon, given the contents of each room.
    pub(crate) fn text(&self, name: &str, inside: &[String], dice: &mut Rng) -> String {
        let Self { places, doors, .. } = self;
        let height = (places.len() as u32).div_ceil(FIELDS_ACROSS).max(2) * FIELD_ROWS;
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let width = FIELD_COLS * FIELDS_ACROSS;
        let _ = writeln!(
            out,
            "<Dungeon name=\"{name}\" width=\"{width}\" topHeight=\"2\" gameHeight=\"{height}\" bottomHeight=\"4\">\n    <Rooms>"
        );
        for (number, (room, inside)) in (1..).zip(places.iter().zip(inside)) {
            let Room { x, y, cols, rows } = room;
            let _ = writeln!(
                out,
                "        <Room room=\"{number}\">\n            <visible>1</visible>\n            <posX>{x}</posX>\n            \
             <posY>{y}</posY>\n            <width>{cols}</width>\n            <height>{rows}</height>\n{inside}        </Room>"
            );
        }
        out.push_str("    </Rooms>\n    <Passages>\n");
        for &(a, b) in doors {
            write_passage(places, a, b, dice, &mut out);
        }
        out.push_str("    </Passages>\n</Dungeon>\n");
        out
    }
}

/// A room inside its field, with rock around it for passages.
fn place_room(field: u32, dice: &mut Rng) -> Room {
    let (left, top) = (field % FIELDS_ACROSS * FIELD_COLS, field / FIELDS_ACROSS * FIELD_ROWS);
    let cols = 6 + dice.below(FIELD_COLS - 8, "width");
    let rows = 4 + dice.below(FIELD_ROWS - 5, "height");
    let x = left + 1 + dice.below(FIELD_COLS - 2 - cols, "left");
    let y = top + dice.below(FIELD_ROWS - 1 - rows, "top");
    Room { x, y, cols, rows }
}

/// The pairs of rooms to connect: a random tree over neighbouring fields, plus some of the other neighbours.
fn join_rooms(rooms: u32, dice: &mut Rng) -> Vec<(u32, u32)> {
    let neighbours =
        |a: u32, b: u32| b == a + FIELDS_ACROSS || (b == a + 1 && !b.is_multiple_of(FIELDS_ACROSS));
    let mut doors = spanning_tree(rooms, |a, b| {
        if neighbours(a, b) { u64::from(dice.below(1000, "weight")) } else { u64::from(u32::MAX) }
    });
    for a in 0..rooms {
        for b in a + 1..rooms {
            if neighbours(a, b) && !doors.contains(&(a, b)) && dice.chance(1, 4, "extra door") {
                doors.push((a, b));
            }
        }
    }
    doors
}

/// Number of passages between the first room and each room.
fn hops_from_first(rooms: u32, doors: &[(u32, u32)]) -> Vec<u32> {
    let mut hops = alloc::vec![u32::MAX; rooms as usize];
    hops[0] = 0;
    for _ in 0..rooms {
        for &(a, b) in doors {
            let (a, b) = (a as usize, b as usize);
            hops[a] = hops[a].min(hops[b].saturating_add(1));
            hops[b] = hops[b].min(hops[a].saturating_add(1));
        }
    }
    hops
}

/// A passage with two corners, in the rock between the fields, where there are no rooms.
fn write_passage(places: &[Room], a: u32, b: u32, dice: &mut Rng, out: &mut String) {
    let (from, to) = (places[a as usize], places[b as usize]);
    let mut inside = |low: u32, size: u32| low + 1 + dice.below(size - 2, "door");
    let corners = if b == a + 1 {
        let (ya, yb) = (inside(from.y, from.rows), inside(to.y, to.rows));
        let (xa, xb) = (from.x + from.cols - 1, to.x);
        let bend = xa + 1 + dice.below(xb - xa - 1, "bend");
        [(xa, ya), (bend, ya), (bend, yb), (xb, yb)]
    } else {
        let (xa, xb) = (inside(from.x, from.cols), inside(to.x, to.cols));
        let (ya, yb) = (from.y + from.rows - 1, to.y);
        let bend = ya + 1 + dice.below(yb - ya - 1, "bend");
        [(xa, ya), (xa, bend), (xb, bend), (xb, yb)]
    };
    let _ = writeln!(
        out,
        "        <Passage room1=\"{}\" room2=\"{}\">\n            <visible>1</visible>",
        a + 1,
        b + 1
    );
    for (x, y) in corners {
        let _ = writeln!(out, "            <posX>{x}</posX>\n            <posY>{y}</posY>");
    }
    out.push_str("        </Passage>\n");
}

/// Places the player in the first room, the last monster alone in the farthest, and everything else in
/// between, so that the one monster that must be killed last cuts nothing off.
fn inhabit(places: &[Room], hops: &[u32], last: u32, wishes: &Wishes, seed: &Seed) -> Vec<String> {
    let mut dice = Rng::stream(seed, "inhabitants", &[]);
    let mut inside: Vec<String> = places.iter().map(|_| String::new()).collect();
    let mut free: Vec<Vec<(u32, u32)>> = places.iter().map(cells).collect();
    for cells in &mut free {
        dice.shuffle(cells, "cells");
    }
    let far = hops.iter().copied().max().unwrap_or(1).max(1);
    let mut serial = 0;
    let mut next = |room: usize| {
        serial += 1;
        free[room].pop().map(|(x, y)| (x, y, serial))
    };
    if let Some((x, y, serial)) = next(0) {
        inside[0].push_str(&player(x, y, serial));
    }
    if let Some((x, y, serial)) = next(last as usize) {
        inside[last as usize].push_str(&monster(&LORD, last, (x, y, serial), "", true, &mut dice));
    }
    for _ in 0..wishes.monsters.min(40) {
        let room = dice.below(places.len() as u32 - 1, "room");
        let room = if room >= last { room + 1 } else { room };
        let Some(at) = next(room as usize) else { continue };
        // The deeper the room, the worse the monsters in it.
        let worst = 2 + hops[room as usize] * (BREEDS.len() as u32 - 2) / far;
        let breed = &BREEDS[dice.below(worst, "breed") as usize];
        let trick = if dice.chance(1, 5, "trick") { "Teleport" } else { "" };
        inside[room as usize].push_str(&monster(breed, room, at, trick, false, &mut dice));
    }
    for _ in 0..wishes.items.min(40) {
        let room = dice.below(places.len() as u32 - 1, "room");
        let room = if room >= last { room + 1 } else { room };
        if let Some(at) = next(room as usize) {
            inside[room as usize].push_str(&item(room, at, &mut dice));
        }
    }
    inside
}

pub(crate) fn cells(room: &Room) -> Vec<(u32, u32)> {
    (1..room.rows - 1).flat_map(|y| (1..room.cols - 1).map(move |x| (x, y))).collect()
}

pub(crate) fn placed((x, y, serial): (u32, u32, u32), kind: &str, name: &str, room: u32) -> String {
    format!(
        "            <{kind} name=\"{name}\" room=\"{}\" serial=\"{serial}\">\n                <visible>1</visible>\n\
         \x20               <posX>{x}</posX>\n                <posY>{y}</posY>\n",
        room + 1
    )
}

fn player(x: u32, y: u32, serial: u32) -> String {
    let mut out = placed((x, y, serial), "Player", "Player", 0);
    out.push_str(
        "                <hp>24</hp>\n                <hpMoves>9</hpMoves>\n                <maxhit>6</maxhit>\n\
         \x20               <CreatureAction name=\"ChangeDisplayedType\" type=\"death\">\n\
         \x20                   <actionCharValue>+</actionCharValue>\n                </CreatureAction>\n\
         \x20               <CreatureAction name=\"EndGame\" type=\"death\">\n\
         \x20                   <actionMessage>The dungeon keeps you.</actionMessage>\n                </CreatureAction>\n\
         \x20           </Player>\n",
    );
    out
}

fn monster(breed: &Breed, room: u32, at: (u32, u32, u32), trick: &str, last: bool, dice: &mut Rng) -> String {
    let mut out = placed(at, "Monster", breed.name, room);
    let hp = dice.between(breed.hp.0, breed.hp.1, "hp");
    let hit = dice.between(breed.hit.0, breed.hit.1, "maxhit");
    let _ = writeln!(
        out,
        "                <type>{}</type>\n                <hp>{hp}</hp>\n                <maxhit>{hit}</maxhit>",
        breed.letter
    );
    if !trick.is_empty() {
        let _ = writeln!(
            out,
            "                <CreatureAction name=\"{trick}\" type=\"hit\">\n                    \
             <actionMessage>{} vanishes into thin air!</actionMessage>\n                </CreatureAction>",
            breed.name
        );
    }
    let _ = writeln!(
        out,
        "                <CreatureAction name=\"Remove\" type=\"death\"/>\n                \
         <CreatureAction name=\"YouWin\" type=\"death\">\n                    \
         <actionMessage>{}</actionMessage>\n                    <actionIntValue>{}</actionIntValue>\n                \
         </CreatureAction>",
        breed.last_words, breed.points
    );
    if last {
        out.push_str(
            "                <CreatureAction name=\"EndGame\" type=\"death\">\n                    \
             <actionMessage>The dungeon is yours.</actionMessage>\n                </CreatureAction>\n",
        );
    }
    out.push_str("            </Monster>\n");
    out
}

fn item(room: u32, at: (u32, u32, u32), dice: &mut Rng) -> String {
    let kind = dice.weighted(&[3, 3, 4], "kind");
    if kind == 2 {
        return scroll(room, at, dice);
    }
    let value = dice.below(4, "strength");
    let (kind, name) = [("Sword", SWORDS[value as usize]), ("Armor", ARMORS[value as usize])][kind];
    let mut out = placed(at, kind, name, room);
    let _ =
        writeln!(out, "                <ItemIntValue>{}</ItemIntValue>\n            </{kind}>", value + 1);
    out
}

fn scroll(room: u32, at: (u32, u32, u32), dice: &mut Rng) -> String {
    let mut out = placed(at, "Scroll", "Scroll", room);
    let (action, message, value, target) = match dice.below(4, "scroll") {
        0 => ("BlessArmor", "Your armor feels lighter.", 2, "a"),
        1 => ("BlessArmor", "Your blade hums.", 2, "w"),
        2 => ("BlessArmor", "Rust blooms where you look.", -1, "a"),
        _ => ("Hallucinate", "The letters crawl off the page.", 6, ""),
    };
    let _ = writeln!(
        out,
        "                <ItemAction name=\"{action}\" type=\"item\">\n                    \
         <actionMessage>{message}</actionMessage>\n                    <actionIntValue>{value}</actionIntValue>"
    );
    if !target.is_empty() {
        let _ = writeln!(out, "                    <actionCharValue>{target}</actionCharValue>");
    }
    out.push_str("                </ItemAction>\n            </Scroll>\n");
    out
}
