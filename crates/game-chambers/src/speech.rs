//! The board in words, for screen readers.

use crate::floor::Item;
use crate::plan::{Ground, Spot};
use crate::rules::World;
use alloc::format;
use kernel::{Cell, Heard, Ink, Pos, Sort, Ways};

/// What a cell of the board shows. Enemies include the letter that the sentences use; a potion is named once
/// its kind is known.
pub(crate) fn hear(world: &World, at: Pos, cell: Cell) -> Heard {
    let Some(spot) = Spot::from_pos(at) else { return Heard::closed("nothing") };
    let thing = |name: alloc::string::String, sort| Heard::thing(name, sort, Ways::ALL);
    match cell.ink {
        Ink::Hero => return Heard::thing("you", Sort::Friend, Ways::ALL),
        Ink::Stairs => return Heard::thing("stairs", Sort::Exit, Ways::ALL),
        Ink::Foe | Ink::Neutral => {
            if let Some(foe) = world.floor().foe_at(spot) {
                let row = world.floor().foes[foe].kind.row();
                let sort = if cell.ink == Ink::Foe { Sort::Foe } else { Sort::Friend };
                return thing(format!("{} {}", row.name, row.letter), sort);
            }
        }
        Ink::Treasure | Ink::Potion | Ink::Item => match world.floor().thing_at(spot) {
            Some(Item::Gold(_)) => return Heard::thing("gold", Sort::Prize, Ways::ALL),
            Some(Item::Potion(potion)) if world.hero().knows(potion) => {
                return thing(format!("{} potion", potion.row().name), Sort::Tool);
            }
            Some(Item::Potion(_)) => return Heard::thing("unknown potion", Sort::Tool, Ways::ALL),
            Some(Item::Gear(gear)) => return Heard::thing(gear.row().name, Sort::Tool, Ways::ALL),
            None => {}
        },
        _ => {}
    }
    match world.floor().plan.ground(spot) {
        Ground::Void => Heard::closed("nothing"),
        Ground::Upright | Ground::Level => Heard::closed("wall"),
        Ground::Door => Heard::open("doorway", Ways::ALL),
        Ground::Passage => Heard::open("passage", Ways::ALL),
        Ground::Tile => Heard::open("floor", Ways::ALL),
    }
}
