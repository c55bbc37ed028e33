//! The board in words, for those who play by ear.

use crate::content::{CAT, FISH, FLOOR, GHOST, PATH, STAIRS, Thing, VOID, WALL};
use alloc::{borrow::Cow, format};
use kernel::{Cell, Heard, Ink, Sort, Ways};

/// What a cell of the board shows. The glyph alone decides; what is only remembered is said to be.
pub(crate) fn hear(cell: Cell) -> Heard {
    let shows = |thing: &Thing| cell.glyph() == thing.cell.glyph();
    let name = |thing: &Thing| match cell.ink {
        Ink::Memory => Cow::Owned(format!("remembered {}", thing.name)),
        _ => Cow::Borrowed(thing.name),
    };
    let sorts = [(&GHOST, Sort::Foe), (&FISH, Sort::Prize), (&STAIRS, Sort::Exit), (&CAT, Sort::Friend)];
    if let Some((thing, sort)) = sorts.into_iter().find(|(thing, _)| shows(thing)) {
        return Heard::thing(name(thing), sort, Ways::STRAIGHT);
    }
    if shows(&FLOOR) {
        Heard::open(FLOOR.name, Ways::STRAIGHT)
    } else if shows(&PATH) {
        Heard::open("path of a ghost", Ways::STRAIGHT)
    } else if shows(&WALL) {
        Heard::closed(WALL.name)
    } else {
        Heard::closed(VOID.name)
    }
}
