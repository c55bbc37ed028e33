//! All numbers of the game, one row per thing. Rules, help and tests read them here.

mod foes;
mod goods;

pub(crate) use foes::{DOCUMENT_FOES, FOE_WEIGHTS, FOES, FoeRow, LEVEL_WEIGHTS, Nature, SIGHT_MOST, WARDEN};
pub(crate) use goods::{DOCUMENT_ITEMS, GOODS_WEIGHTS, ITEMS, Item, ItemKind, ItemRow, Power, Slot, WEIGHTS};

use kernel::{Roll, Throw};
use serde::{Deserialize, Serialize};

/// Maximum number of a waypoint; each is one key.
pub(crate) const WAYPOINTS: u32 = 9;

/// Health of the hero at the start of every fight, in hundredths.
pub(crate) const HERO_HEALTH: u32 = 50_00;
/// Score of a kill; a coin scores one.
pub(crate) const KILL_SCORE: i64 = 10;
/// Maximum number of blows in a fight, after which it ends without a winner (only extreme options come near).
pub(crate) const FIGHT_LIMIT: u32 = 1_000;
/// Damage factor of every blow with `fights=short`.
pub(crate) const SHORT_FIGHT_FACTOR: u32 = 3;
/// Damage factor of a weapon against the kind of monster it is good against.
pub(crate) const BANE_FACTOR: u32 = 2;
/// The sight area is `dx² + dy² <= 1.8 r²`, as a fraction (§2.4.2 in words).
pub(crate) const SIGHT_RULE: (i64, i64) = (18, 10);
/// Half the default window: 24 cells to each side, 15 up and down, with the hero in the middle.
pub(crate) const WINDOW_HALF: (i64, i64) = (24, 15);
/// Roaming monsters notice a hero they can see within this many cells.
pub(crate) const HUNT_CELLS: i64 = 8;
/// A roaming monster that does not hunt takes a step with a chance of one in this many per turn.
pub(crate) const STROLL_ONE_IN: u32 = 4;
/// Maximum number of coins in a heap; the minimum is 1.
pub(crate) const GOLD_MOST: u32 = 9;

/// Number of levels in which danger and loot grow, and the width of each in cells; only with `growth`.
pub(crate) const LEVELS: usize = 5;
pub(crate) const LEVEL_CELLS: i64 = 40;
/// Distance of the relic from the middle of the world in cells, rounded to whole regions.
pub(crate) const RELIC_CELLS: i64 = 300;
/// Score of the relic once it is home.
pub(crate) const RELIC_SCORE: i64 = 500;

/// Sight with a burning lamp and without light, in cells.
pub(crate) const LAMP_CELLS: i64 = 9;
pub(crate) const DARK_CELLS: i64 = 2;
/// Additional sight with a bright charm, in cells.
pub(crate) const BRIGHT_CELLS: i64 = 4;
/// Turns of light at the start, and the maximum.
pub(crate) const OIL_START: u32 = 400;
pub(crate) const OIL_MOST: u32 = 900;
/// The lamp is reported low when it has this many turns left.
pub(crate) const OIL_LOW: [u32; 2] = [100, 25];
/// By lamplight one point of health is regained per this many turns; with an empty lamp one is lost.
pub(crate) const HEAL_TURNS: u64 = 6;
/// Monsters notice a hero without light within this many cells.
pub(crate) const HUNT_DARK_CELLS: i64 = 3;
/// A hero with the relic is noticed from this many more cells.
pub(crate) const RELIC_NOISE_CELLS: i64 = 4;
/// Bonus of a hardy charm to health, in hundredths.
pub(crate) const HARDY_HEALTH: u32 = 15_00;
/// Duration of a potion and of smoke, in turns.
pub(crate) const POTION_TURNS: u32 = 40;
pub(crate) const SMOKE_TURNS: u32 = 12;
/// Bonus of potions to attack and armour.
pub(crate) const MIGHT_ATTACK: u32 = 4;
pub(crate) const STONE_ARMOUR: u32 = 6;
/// Damage of a scroll of fire in hundredths, and its range in cells.
pub(crate) const FIRE_DAMAGE: u32 = 20_00;
pub(crate) const FIRE_CELLS: i64 = 4;
/// Distance of a scroll of escape, and range of a scroll of mapping, in cells.
pub(crate) const BLINK_CELLS: i64 = 12;
pub(crate) const MAP_CELLS: i64 = 30;
/// Health per blow that a leeching blade restores and that spiked armour returns as damage, in hundredths.
pub(crate) const LEECH: u32 = 2_00;
pub(crate) const THORNS: u32 = 4_00;
/// Chance that a club stuns, in millionths.
pub(crate) const CLUB_STUN: u32 = 250_000;

/// Which values of weapons, armour and the monster's attack apply; the document has two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Values {
    /// Those of its program, example files and transcript.
    Program,
    /// Those of the table in §2.4.5.
    Table,
}

/// Maximum health of a monster, in points.
pub(crate) const HEALTH_MOST: u32 = 1_000;
/// Attack of the document's monster according to the table of §2.4.5.
pub(crate) const TABLE_ATTACK: u32 = 7;

/// The result of a roll, as a name from these tables.
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
