//! The hero's light: lit ground is drawn normally, remembered ground dimly, and monsters only in light and in
//! sight.

use crate::draw::Window;
use crate::rules::land::{Foe, Land};
use crate::rules::{Delve, Tiles, has_tile, tile_cells};
use crate::{Cave, Spot};
use kernel::{Cell, Hue, Ink, Pos};

const CAMP: Cell = Cell::new('<', Ink::Stairs).hued(Hue::Green);
const RELIC: Cell = Cell::new('*', Ink::Treasure).hued(Hue::White);

/// The camp, and the relic until it is taken.
pub(crate) fn landmarks(cave: &Cave, delve: &Delve) -> impl Iterator<Item = (Spot, Cell)> + use<> {
    let camp = delve.extended.quest.then_some((delve.camp, CAMP));
    let lies = delve.extended.quest && !delve.carries_relic && !cave.relic_is_away();
    let relic = lies.then_some((delve.relic, RELIC));
    camp.into_iter().chain(relic)
}

/// The description of a landmark.
pub(crate) fn landmark_told(cave: &Cave, delve: &Delve, at: Spot) -> Option<&'static str> {
    let (_, cell) = landmarks(cave, delve).find(|(place, _)| *place == at)?;
    Some(if cell == CAMP { "Your camp. Bring the relic here." } else { "The relic." })
}

/// True when the player has seen the ground at a position.
pub(crate) fn is_known(cave: &Cave, at: Spot) -> bool {
    !cave.extended().light || cave.lights(at) || cave.remembers(at.0, at.1)
}

/// True when the player sees a monster.
pub(crate) fn reveals(cave: &Cave, land: &Land, foe: &Foe) -> bool {
    let at = (foe.x, foe.y);
    !cave.extended().light || cave.lights(at) && land.sees(at, (cave.hero().x, cave.hero().y))
}

/// Hides ground that was never seen and dims remembered ground.
pub(crate) fn dim(cave: &Cave, window: Window, cells: &mut [Cell]) {
    if !cave.extended().light {
        return;
    }
    let tile = tile_cells(cave.settings().size()) as u32;
    let (mut region, mut tiles) = ((i64::MIN, i64::MIN), Tiles::default());
    let cols = 2 * window.half.0 + 1;
    for (index, cell) in (0i64..).zip(cells.iter_mut()) {
        let place = window.world(cave, Pos::new((index % cols) as i32, (index / cols) as i32));
        if cave.lights(place) {
            continue;
        }
        let (here, (cx, cy)) = Cave::locate(cave.settings(), place);
        if here != region {
            region = here;
            tiles = cave.memory().seen.get(&here).copied().unwrap_or_default();
        }
        *cell = match has_tile(&tiles, cx / tile, cy / tile) {
            true => Cell::new(cell.glyph(), Ink::Memory),
            false => Cell::BLANK,
        };
    }
}
