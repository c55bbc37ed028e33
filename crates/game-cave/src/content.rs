//! The numbers of the cave: one row per thing. Everything else, help and tests included, reads them here.

mod foes;
mod goods;

pub(crate) use foes::{DOCUMENT_FOES, FOE_WEIGHTS, FOES, FoeRow, LEVEL_WEIGHTS, Nature, SIGHT_MOST, WARDEN};
pub(crate) use goods::{DOCUMENT_ITEMS, GOODS_WEIGHTS, ITEMS, Item, ItemKind, ItemRow, Power, Slot, WEIGHTS};

use kernel::{Roll, Throw};
use serde::{Deserialize, Serialize};

/// The highest number of a waypoint; each is one key.
pub(crate) const WAYPOINTS: u32 = 9;

/// Health of the hero at the start of every fight, in hundredths.
pub(crate) const HERO_HEALTH: u32 = 50_00;
/// What a kill is worth in the score; gold counts one each.
pub(crate) const KILL_SCORE: i64 = 10;
/// A fight without a winner ends after this many blows (only extreme options come near).
pub(crate) const FIGHT_LIMIT: u32 = 1_000;
/// With `fights=short` every blow counts so many times.
pub(crate) const SHORT_FIGHT_FACTOR: u32 = 3;
/// A weapon hurts the kind of monster it is good against so many times as much.
pub(crate) const BANE_FACTOR: u32 = 2;
/// The sight area is `dx² + dy² <= 1.8 r²`, written as a fraction (§2.4.2 in words).
pub(crate) const SIGHT_RULE: (i64, i64) = (18, 10);
/// Half the window without a terminal: 24 cells to each side, 15 up and down, the hero in the middle.
pub(crate) const WINDOW_HALF: (i64, i64) = (24, 15);
/// Roaming monsters notice a hero they can see within so many cells.
pub(crate) const HUNT_CELLS: i64 = 8;
/// A roaming monster that hunts nobody takes a step once in so many turns, by chance.
pub(crate) const STROLL_ONE_IN: u32 = 4;
/// Gold lies in heaps of 1 to so many coins.
pub(crate) const GOLD_MOST: u32 = 9;

/// Danger and loot grow in so many levels, each this many cells wide; with `growth` only.
pub(crate) const LEVELS: usize = 5;
pub(crate) const LEVEL_CELLS: i64 = 40;
/// The relic lies so many cells from the middle of the world, rounded to whole regions.
pub(crate) const RELIC_CELLS: i64 = 300;
/// What the relic is worth in the score once it is home.
pub(crate) const RELIC_SCORE: i64 = 500;

/// How far a lamp shines, and how far one sees without light, in cells.
pub(crate) const LAMP_CELLS: i64 = 9;
pub(crate) const DARK_CELLS: i64 = 2;
/// A bright charm adds so many cells.
pub(crate) const BRIGHT_CELLS: i64 = 4;
/// Turns the lamp burns at the start, and at the most.
pub(crate) const OIL_START: u32 = 400;
pub(crate) const OIL_MOST: u32 = 900;
/// The lamp is reported when it has so many turns left.
pub(crate) const OIL_LOW: [u32; 2] = [100, 25];
/// By lamplight a wound of one point heals in so many turns; with an empty lamp a point of health is lost in as many.
pub(crate) const HEAL_TURNS: u64 = 6;
/// Without light monsters notice the hero within so many cells.
pub(crate) const HUNT_DARK_CELLS: i64 = 3;
/// Who carries the relic is noticed from so many cells further away.
pub(crate) const RELIC_NOISE_CELLS: i64 = 4;
/// What a hardy charm adds to health, in hundredths.
pub(crate) const HARDY_HEALTH: u32 = 15_00;
/// How long a potion or a cloud of smoke lasts, in turns.
pub(crate) const POTION_TURNS: u32 = 40;
pub(crate) const SMOKE_TURNS: u32 = 12;
/// What potions add to attack and armour.
pub(crate) const MIGHT_ATTACK: u32 = 4;
pub(crate) const STONE_ARMOUR: u32 = 6;
/// What a scroll of fire does, in hundredths, and within how many cells.
pub(crate) const FIRE_DAMAGE: u32 = 20_00;
pub(crate) const FIRE_CELLS: i64 = 4;
/// How far a scroll of escape carries, and how far a scroll of mapping shows, in cells.
pub(crate) const BLINK_CELLS: i64 = 12;
pub(crate) const MAP_CELLS: i64 = 30;
/// What a leeching blade gives back and a spiked armour returns at every blow, in hundredths.
pub(crate) const LEECH: u32 = 2_00;
pub(crate) const THORNS: u32 = 4_00;
/// Chance that a club stuns, in millionths.
pub(crate) const CLUB_STUN: u32 = 250_000;

/// Which values of weapons, armour and the monster's attack count; the document has two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Values {
    /// Those of its program, its example files and its transcript.
    Program,
    /// Those of the table in §2.4.5.
    Table,
}

/// No monster has more health, in points.
pub(crate) const HEALTH_MOST: u32 = 1_000;
/// What the monster of the document does by the table of §2.4.5.
pub(crate) const TABLE_ATTACK: u32 = 7;

/// What a roll came to, in the words of these tables.
pub(crate) fn roll_word(roll: &Roll) -> Option<&'static str> {
    match (roll.label, roll.throw) {
        ("reward item", Throw::Row(index, _)) => ITEMS.get(index as usize).map(|row| row.name),
        ("monster kind", Throw::Row(index, _)) => FOES.get(index as usize).map(|row| row.name),
        ("who goes first", Throw::Chance(num)) => {
            Some(if roll.value < u64::from(num) { "the hero" } else { "the enemy" })
        }
        _ => None,
    }
}

/// True when (dx, dy) lies in a sight area of this radius.
pub(crate) const fn in_sight_area(dx: i64, dy: i64, radius: i64) -> bool {
    dx.abs() <= radius
        && dy.abs() <= radius
        && (dx * dx + dy * dy) * SIGHT_RULE.1 <= SIGHT_RULE.0 * radius * radius
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_values_are_those_of_the_document() {
        let row = |slot: Slot, values: Values| -> alloc::vec::Vec<u32> {
            ITEMS[..DOCUMENT_ITEMS]
                .iter()
                .filter(|row| row.slot == slot)
                .map(|row| row.kind.value(values))
                .collect()
        };
        assert_eq!(row(Slot::Weapon, Values::Program), [1, 5, 8, 15]);
        assert_eq!(row(Slot::Armour, Values::Program), [5, 8, 10, 15]);
        assert_eq!(row(Slot::Weapon, Values::Table), [3, 7, 10, 14]);
        assert_eq!(row(Slot::Armour, Values::Table), [5, 8, 10, 12]);
    }

    #[test]
    fn the_drop_table_adds_up_and_stands_in_order() {
        assert_eq!(WEIGHTS.iter().sum::<u32>(), 600);
        assert!(ITEMS.iter().enumerate().all(|(i, row)| row.kind as usize == i));
        let glyphs: alloc::collections::BTreeSet<char> = FOES.iter().map(|row| row.glyph).collect();
        assert!(glyphs.len() == FOES.len() && glyphs.is_disjoint(&"P#C .<*".chars().collect()));
        assert!(ITEMS.len() >= 30 && ITEMS[DOCUMENT_ITEMS..].iter().all(|row| row.weight == 0));
    }

    #[test]
    fn a_sight_area_of_radius_three_has_45_cells() {
        let cells = |r: i64| {
            (-r..=r)
                .flat_map(|y| (-r..=r).map(move |x| (x, y)))
                .filter(|&(x, y)| in_sight_area(x, y, r))
                .count()
        };
        assert_eq!(cells(3), 45);
        assert!(!in_sight_area(3, 3, 3) && in_sight_area(3, 2, 3) && !in_sight_area(4, 0, 3));
        assert_eq!(FOES[0].sight, 3);
        assert_eq!(FOES[usize::from(WARDEN)].name, "Warden");
        assert_eq!(FOES.iter().map(|foe| foe.sight).max(), Some(SIGHT_MOST));
    }
}
