//! The board in words, for screen readers.

use crate::field::{Ground, NOWHERE};
use crate::{Pursuit, Side};
use kernel::{Dir, Heard, Pos, Seat, Sort, Ways};

/// What a cell of the board shows to a seat. The other side is always its foe.
pub(crate) fn hear(game: &Pursuit, seat: Seat, at: Pos) -> Heard {
    let field = game.field();
    let cell = field.cell_at(at);
    if cell == NOWHERE {
        return Heard::closed("wall");
    }
    let steps = field.steps(cell);
    let ways = Dir::ALL.iter().zip(steps).filter(|(_, to)| **to != NOWHERE);
    let ways = Ways(ways.map(|(dir, _)| 1u8 << *dir as u8).sum());
    for side in Side::ALL {
        if game.at(side) == cell {
            let sort = if side.seat() == seat { Sort::Friend } else { Sort::Foe };
            return Heard::thing(side.word(), sort, ways);
        }
    }
    if game.potions().binary_search(&cell).is_ok() {
        return Heard::thing("potion of speed", Sort::Prize, ways);
    }
    Heard::open(if field.ground(cell) == Ground::Room { "room" } else { "hallway" }, ways)
}
