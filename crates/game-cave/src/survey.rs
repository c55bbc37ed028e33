//! What a search for seeds can ask about a world: the contents of the first screen, 49 by 31 cells around the
//! hero.
//!
//! Distances are measured on that screen alone, so that players can check the numbers by looking.

use crate::Cave;
use crate::content::{DOCUMENT_FOES, DOCUMENT_ITEMS, ItemKind, Slot, WINDOW_HALF};
use crate::rules::Spot;
use crate::rules::land::{CHEST, Land, ROCK, ground};
use crate::setup::Setup;
use kernel::{Asked, Seed, Survey, SurveyField};

pub(crate) const SURVEY: Survey<Setup> = Survey { fields: &FIELDS, floors: 1, look };

/// The answer for the nearest of a kind when none can be reached on the first screen.
const FAR: i64 = 999;

const ROWS: usize = 2 * WINDOW_HALF.1 as usize + 1;

const CHESTS: usize = 0;
const CHESTS_NEAREST: usize = 1;
const MONSTERS: usize = 2;
const MONSTERS_NEAREST: usize = 3;
/// The first of the fields for each kind of `kinds`.
const MONSTER: usize = 4;
const LOOT: usize = MONSTER + DOCUMENT_FOES;
/// The first of the fields for each item of the document; the last one, gold, counts coins.
const ITEM: usize = LOOT + 1;
const BEST_WEAPON: usize = ITEM + DOCUMENT_ITEMS;
const BEST_ARMOUR: usize = BEST_WEAPON + 1;
const FLOOR: usize = BEST_WEAPON + 2;
const SPAWN_X: usize = BEST_WEAPON + 3;
const SPAWN_Y: usize = BEST_WEAPON + 4;

const fn field(name: &'static str, help: &'static str) -> SurveyField {
    SurveyField::new(name, help)
}

const FIELDS: [SurveyField; SPAWN_Y + 1] = [
    field("chests", "chests on the first screen"),
    field("chests.nearest", "steps to the nearest chest; 999 if none can be reached on the first screen"),
    field("monsters", "monsters on the first screen"),
    field("monsters.nearest", "steps to the nearest monster; 999 if none can be reached on the first screen"),
    field("monsters.monster", "monsters of the usual kind"),
    field("monsters.bat", "bats (with the option kinds)"),
    field("monsters.ogre", "ogres (with the option kinds)"),
    field("monsters.wraith", "wraiths (with the option kinds)"),
    field("loot", "items in the chests of the first screen, gold included"),
    field("loot.wooden_sword", "wooden swords among them"),
    field("loot.iron_sword", "iron swords"),
    field("loot.steel_sword", "steel swords"),
    field("loot.infused_sword", "infused swords"),
    field("loot.leather_armour", "suits of leather armour"),
    field("loot.chainmail_armour", "suits of chainmail armour"),
    field("loot.iron_armour", "suits of iron armour"),
    field("loot.infused_armour", "suits of infused armour"),
    field("loot.gold", "coins"),
    field("best.weapon", "damage of the best weapon among them; 0 if there is none"),
    field("best.armour", "protection of the best armour among them; 0 if there is none"),
    field("floor", "walkable cells of the first screen, chests and monsters included"),
    field("spawn.x", "where the hero starts: cells to the right of (0, 0)"),
    field("spawn.y", "where the hero starts: cells above (0, 0)"),
];

fn look(setup: &Setup, seed: &Seed, _floor: u32, asked: Asked, out: &mut [i64]) {
    let cave = Cave::begin(setup, seed);
    (out[SPAWN_X], out[SPAWN_Y]) = (cave.hero().x, cave.hero().y);
    let middle = (cave.hero().x, cave.hero().y);
    cave.with_land(WINDOW_HALF, |land| {
        let screen = FirstScreen::of(land, middle);
        let sum = |rows: &[u64; ROWS]| rows.iter().map(|row| i64::from(row.count_ones())).sum::<i64>();
        out[CHESTS] = sum(&screen.chests);
        out[FLOOR] = sum(&screen.open);
        for foe in land.foes.iter().filter(|foe| is_on_screen((foe.x, foe.y), middle)) {
            out[MONSTERS] += 1;
            if usize::from(foe.kind) < DOCUMENT_FOES {
                out[MONSTER + usize::from(foe.kind)] += 1;
            }
        }
        if asked.has(CHESTS_NEAREST) {
            out[CHESTS_NEAREST] = screen.steps_to(&screen.chests);
        }
        if asked.has(MONSTERS_NEAREST) {
            out[MONSTERS_NEAREST] = screen.steps_to(&screen.foes);
        }
        if (LOOT..=BEST_ARMOUR).any(|field| asked.has(field)) {
            count_loot(&cave, land, &screen, out);
        }
    });
}

fn is_on_screen(at: Spot, middle: Spot) -> bool {
    (at.0 - middle.0).abs() <= WINDOW_HALF.0 && (at.1 - middle.1).abs() <= WINDOW_HALF.1
}

/// Counts what the chests on the screen contain.
fn count_loot(cave: &Cave, land: &Land, screen: &FirstScreen, out: &mut [i64]) {
    let mut regions = Land::with_regions_of(land);
    for at in screen.places(&screen.chests) {
        for item in Cave::chest_at(&mut regions, &cave.source(), at) {
            let row = item.kind.row();
            out[LOOT] += 1;
            if (item.kind as usize) < DOCUMENT_ITEMS {
                out[ITEM + item.kind as usize] +=
                    if item.kind == ItemKind::Gold { i64::from(item.amount) } else { 1 };
            }
            let best = match row.slot {
                Slot::Weapon => BEST_WEAPON,
                Slot::Armour => BEST_ARMOUR,
                Slot::Purse | Slot::Charm | Slot::Supply => continue,
            };
            out[best] = out[best].max(i64::from(item.kind.value(cave.settings().values)));
        }
    }
}

/// The first screen as sets of cells: one word per row, top row first, leftmost cell in the lowest bit.
struct FirstScreen {
    left: i64,
    top: i64,
    open: [u64; ROWS],
    chests: [u64; ROWS],
    foes: [u64; ROWS],
}

impl FirstScreen {
    fn of(land: &Land, (x, y): Spot) -> Self {
        let (left, top) = (x - WINDOW_HALF.0, y + WINDOW_HALF.1);
        let mut screen = Self { left, top, open: [0; ROWS], chests: [0; ROWS], foes: [0; ROWS] };
        let (cells, stride) = land.rows_from(left, top);
        for row in 0..ROWS {
            for (column, cell) in cells[row * stride..][..=2 * WINDOW_HALF.0 as usize].iter().enumerate() {
                screen.open[row] |= u64::from(ground(*cell) != ROCK) << column;
                screen.chests[row] |= u64::from(ground(*cell) == CHEST) << column;
            }
        }
        for foe in land.foes.iter().filter(|foe| is_on_screen((foe.x, foe.y), (x, y))) {
            screen.foes[(top - foe.y) as usize] |= 1 << (foe.x - left);
        }
        screen
    }

    fn places<'a>(&'a self, set: &'a [u64; ROWS]) -> impl Iterator<Item = Spot> + 'a {
        set.iter().zip(0..).flat_map(move |(&row, down)| {
            (0..u64::BITS)
                .filter(move |&bit| row >> bit & 1 == 1)
                .map(move |bit| (self.left + i64::from(bit), self.top - down))
        })
    }

    /// Number of steps from the middle to the nearest of some cells, by flooding one row at a time.
    fn steps_to(&self, goals: &[u64; ROWS]) -> i64 {
        let mut reached = [0u64; ROWS];
        reached[ROWS / 2] = 1 << WINDOW_HALF.0;
        for steps in 0..FAR {
            if reached.iter().zip(goals).any(|(reached, goals)| reached & goals != 0) {
                return steps;
            }
            let (mut above, mut grown) = (0, false);
            for row in 0..ROWS {
                let here = reached[row];
                let below = reached.get(row + 1).copied().unwrap_or(0);
                reached[row] = (here | here << 1 | here >> 1 | above | below) & self.open[row];
                grown |= reached[row] != here;
                above = here;
            }
            if !grown {
                break;
            }
        }
        FAR
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{FOES, ITEMS};

    #[test]
    fn every_row_of_the_tables_has_its_field() {
        let lower = |name: &str| name.to_lowercase().replace(' ', "_");
        for (index, row) in FOES[..DOCUMENT_FOES].iter().enumerate() {
            assert_eq!(FIELDS[MONSTER + index].name, alloc::format!("monsters.{}", lower(row.name)));
        }
        for (index, row) in ITEMS[..DOCUMENT_ITEMS].iter().enumerate() {
            assert_eq!(FIELDS[ITEM + index].name, alloc::format!("loot.{}", lower(row.name)));
        }
        assert_eq!(
            (FIELDS[LOOT].name, FIELDS[FLOOR].name, FIELDS[SPAWN_Y].name),
            ("loot", "floor", "spawn.y")
        );
    }
}
