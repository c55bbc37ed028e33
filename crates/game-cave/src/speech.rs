//! The board in words, for screen readers.

use crate::Cave;
use crate::content::FOES;
use crate::draw::Window;
use crate::rules::land::{CHEST, FELLOW, HERO, ROCK};
use alloc::borrow::Cow;
use kernel::{Cell, Heard, Ink, Pos, Sort, View, Ways};

/// What a cell of the board shows. Monsters are named as by `look`.
pub(crate) fn hear(cave: &Cave, view: &View<'_>, at: Pos, cell: Cell) -> Heard {
    match cell {
        ROCK => Heard::closed("rock"),
        CHEST => Heard::thing("chest", Sort::Prize, Ways::STRAIGHT),
        HERO => Heard::thing("you", Sort::Friend, Ways::STRAIGHT),
        FELLOW => Heard::thing("another hero", Sort::Friend, Ways::STRAIGHT),
        _ if cell.ink == Ink::Stairs => Heard::thing("camp", Sort::Exit, Ways::STRAIGHT),
        _ if cell.ink == Ink::Treasure => Heard::thing("relic", Sort::Prize, Ways::STRAIGHT),
        _ if cell.ink == Ink::Memory && cell.glyph() == ROCK.glyph() => Heard::closed("rock"),
        _ if cell.ink == Ink::Memory && cell.glyph() == CHEST.glyph() => {
            Heard::thing("chest", Sort::Prize, Ways::STRAIGHT)
        }
        _ if cell.ink == Ink::Void => Heard::closed("darkness"),
        _ if cell.ink == Ink::Foe => Heard::thing(monster(cave, view, at), Sort::Foe, Ways::STRAIGHT),
        _ => Heard::open("floor", Ways::STRAIGHT),
    }
}

/// The name of a monster; it always contains the word `monster`.
fn monster(cave: &Cave, view: &View<'_>, at: Pos) -> Cow<'static, str> {
    let window = Window::of(cave, view);
    let place = window.world(cave, at);
    let name = cave.with_land(window.half, |land| {
        land.foes.iter().find(|foe| (foe.x, foe.y) == place).map(|foe| foe.row().name)
    });
    match name.filter(|name| *name != FOES[0].name) {
        Some(name) => Cow::Owned(name.to_lowercase() + " monster"),
        None => Cow::Borrowed("monster"),
    }
}
