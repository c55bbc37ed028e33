//! The reference tables, made from the numbers the rules read.

use crate::content::{
    BAIT, BAIT_STEPS, BAIT_TURNS, CAT, COLS, FISH, FLOOR, GHOST, GHOST_START_STEPS, GHOST_STEPS_MAX,
    HEAL_MEAN_TENTHS, HP_MAX, OPEN_DOOR, PATH, ROWS, SHUT_DOOR, SIGHT_TILES, STAIRS, THROW_TILES, Thing,
    WALL, damage_mean_tenths, fish, ghosts, rooms,
};
use crate::setup::RoomCount;
use alloc::{format, string::String, vec, vec::Vec};
use kernel::Table;

/// The floors a table shows; beyond the last only damage and rooms grow.
const FLOORS: [u32; 6] = [1, 2, 3, 4, 5, 6];

pub(crate) fn tables() -> Vec<Table> {
    vec![things(), floors(), numbers()]
}

fn things() -> Table {
    let row = |thing: &Thing, what: String| [format!("`{}`", thing.cell.glyph()), thing.name.into(), what];
    Table::new("things", "What you see", &["glyph", "name", "what it does"])
        .row(row(&CAT, format!("the cat: {HP_MAX} HP at the start, also the maximum")))
        .row(row(&GHOST, "hunts you along the shortest path; every meeting costs HP".into()))
        .row(row(&FISH, "goes into your bag when you walk over it; eaten, it heals".into()))
        .row(row(&STAIRS, "lead to the next floor; ghosts cannot enter them".into()))
        .row(row(&WALL, "stops everybody; walking into it still takes a step".into()))
        .row(row(&FLOOR, "free to walk on".into()))
        .row(row(&PATH, "the path a ghost plans to take (option `paths`)".into()))
        .row(row(&OPEN_DOOR, "closes behind you (option `doors`)".into()))
        .row(row(&SHUT_DOOR, "does not stop you; opening it costs a ghost the rest of its move".into()))
        .row(row(&BAIT, "a fish you threw: ghosts near it go for it (option `bait`)".into()))
}

fn floors() -> Table {
    let cells = |floor: u32| {
        let (times, plus) = (rooms(RoomCount::Times, floor), rooms(RoomCount::Plus, floor));
        [
            if floor == FLOORS[FLOORS.len() - 1] { format!("{floor} …") } else { format!("{floor}") },
            format!("{times}"),
            format!("{plus}"),
            format!("{}", ghosts(floor)),
            format!("{}", fish(times)),
            format!("{}", fish(plus)),
            tenths(damage_mean_tenths(floor)),
        ]
    };
    let head = [
        "floor",
        "rooms tried",
        "with `rooms=plus`",
        "ghosts",
        "fish",
        "with `rooms=plus`",
        "average damage of a meeting",
    ];
    Table::new("floors", "The floors", &head).rows(FLOORS, cells)
}

fn numbers() -> Table {
    let row = |what: &str, number: String| [what.into(), number];
    Table::new("numbers", "The numbers", &["what", "how much"])
        .row(row("a floor, in tiles", format!("{COLS} by {ROWS}")))
        .row(row("your health at the start, also the maximum", format!("{HP_MAX} HP")))
        .row(row("average healing by a fish", format!("{} HP", tenths(HEAL_MEAN_TENTHS))))
        .row(row(
            "steps between you and a ghost at the start of a floor",
            format!("at least {GHOST_START_STEPS}"),
        ))
        .row(row("steps of a ghost when it moves", format!("1 to {GHOST_STEPS_MAX}")))
        .row(row("range of sight with the option `fog`", format!("{SIGHT_TILES} tiles")))
        .row(row("range of a thrown fish", format!("{THROW_TILES} tiles at most")))
        .row(row("ghosts that go for a bait", format!("those up to {BAIT_STEPS} steps away from it")))
        .row(row("how long a bait lasts", format!("{BAIT_TURNS} of your steps")))
}

fn tenths(number: u32) -> String {
    if number.is_multiple_of(10) {
        format!("{}", number / 10)
    } else {
        format!("{}.{}", number / 10, number % 10)
    }
}
