//! The board in words, for screen readers.

use crate::content::{FLOOR, FOE_LETTERS, HERO_GLYPH, JUNCTION, PASSAGE, STAIRS, VISIONS, WALL};
use crate::plan::Kind;
use crate::rules::Dungeon;
use alloc::{format, string::String};
use kernel::{Cell, Heard, Ink, Pos, Sort, Ways, printable};

impl Dungeon {
    /// What a cell of the board shows. If the glyph is that of the ground, only the ground is named; a
    /// hallucinating player hears what is drawn.
    pub(crate) fn hear_cell(&self, at: Pos, cell: Cell) -> Heard {
        let facts = &self.plan().facts;
        if self.is_hallucinating() {
            return vision(cell);
        }
        let Some(index) = facts.index(at) else { return Heard::closed("nothing") };
        if self.hero().at == at && cell.ink == Ink::Hero {
            return Heard::thing("you", Sort::Friend, Ways::STRAIGHT);
        }
        let bare = facts.ground[index].shown().cell();
        if cell.glyph() == bare.glyph() {
            return ground(cell);
        }
        let mut foes = self.foes().iter().zip(&facts.foes).rev();
        let foe = foes.find(|(foe, plan)| foe.on_board && plan.visible && foe.at == at);
        let item = self.floor().iter().rev().filter(|lying| lying.at == at);
        let item = item.map(|lying| &facts.items[lying.item as usize]).find(|item| item.visible);
        match (foe, item) {
            (Some((_, foe)), _) => Heard::thing(printable(&foe.name).into_owned(), Sort::Foe, Ways::STRAIGHT),
            (None, Some(item)) => {
                Heard::thing(named(&item.name, word(item.kind)), Sort::Prize, Ways::STRAIGHT)
            }
            (None, None) if cell.glyph() == STAIRS.glyph() => {
                Heard::thing("stairs down", Sort::Exit, Ways::STRAIGHT)
            }
            (None, None) => ground(cell),
        }
    }
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Sword => "sword",
        Kind::Armor => "armor",
        Kind::Scroll => "scroll",
    }
}

/// The name in the file, followed by the common word unless the name contains it, so that players can ask for
/// either.
fn named(name: &str, word: &str) -> String {
    let name = printable(name).into_owned();
    if name.to_lowercase().contains(word) { name } else { format!("{name} {word}") }
}

fn ground(cell: Cell) -> Heard {
    match cell.glyph() {
        glyph if glyph == WALL.glyph() => Heard::closed("wall"),
        glyph if glyph == FLOOR.glyph() => Heard::open("floor", Ways::STRAIGHT),
        glyph if glyph == PASSAGE.glyph() => Heard::open("passage", Ways::STRAIGHT),
        glyph if glyph == JUNCTION.glyph() => Heard::open("junction", Ways::STRAIGHT),
        _ => Heard::closed("nothing"),
    }
}

/// What a hallucinating player takes a cell for.
fn vision(cell: Cell) -> Heard {
    let kinds = [Kind::Sword, Kind::Armor, Kind::Scroll];
    if let Some(kind) = kinds.into_iter().find(|kind| kind.cell().glyph() == cell.glyph()) {
        return Heard::thing(format!("blurred {}", word(kind)), Sort::Prize, Ways::STRAIGHT);
    }
    let glyph = cell.glyph();
    if glyph == HERO_GLYPH || FOE_LETTERS.contains(&glyph) {
        return Heard::thing(format!("blurred {glyph}"), Sort::Foe, Ways::STRAIGHT);
    }
    debug_assert!(glyph == ' ' || VISIONS.iter().any(|vision| vision.glyph() == glyph));
    ground(cell)
}
