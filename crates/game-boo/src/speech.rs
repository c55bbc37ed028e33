//! The board in words, for screen readers.

use crate::content::{
    BAIT, CAT, FISH, FLOOR, GHOST, HAUNTED, OPEN_DOOR, PATH, SHUT_DOOR, STAIRS, Thing, VOID, WALL,
};
use kernel::{Cell, Heard, Sort, Ways};

/// What a cell of the board shows, by its glyph; the colour of the cat tells whether a ghost shares its tile.
pub(crate) fn hear(cell: Cell) -> Heard {
    let shows = |thing: &Thing| cell.glyph() == thing.cell.glyph();
    let sorts = [
        (&GHOST, Sort::Foe),
        (&FISH, Sort::Prize),
        (&BAIT, Sort::Prize),
        (&STAIRS, Sort::Exit),
        (&CAT, Sort::Friend),
    ];
    if cell == HAUNTED.cell {
        return Heard::thing(HAUNTED.name, Sort::Friend, Ways::STRAIGHT);
    }
    if let Some((thing, sort)) = sorts.into_iter().find(|(thing, _)| shows(thing)) {
        // The cat can walk through a ghost, at a cost.
        let open = matches!(sort, Sort::Prize | Sort::Foe);
        return Heard::Thing { name: thing.name.into(), sort, open, ways: Ways::STRAIGHT };
    }
    if shows(&FLOOR) {
        Heard::open(FLOOR.name, Ways::STRAIGHT)
    } else if shows(&OPEN_DOOR) {
        Heard::open(OPEN_DOOR.name, Ways::STRAIGHT)
    } else if shows(&SHUT_DOOR) {
        Heard::open(SHUT_DOOR.name, Ways::STRAIGHT)
    } else if shows(&PATH) {
        Heard::open("path of a ghost", Ways::STRAIGHT)
    } else if shows(&WALL) {
        Heard::closed(WALL.name)
    } else {
        Heard::closed(VOID.name)
    }
}
