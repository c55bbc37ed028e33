//! What a search for seeds can ask about a floor: its contents, and the distance of the stairs.

use crate::content::{DRAGON_HOARD, FLOORS, FOES, FoeKind, GEAR, NORMAL, POTIONS, SMALL};
use crate::floor::{Floor, Item};
use crate::generate::{self, Address};
use crate::plan::Spot;
use crate::setup::Setup;
use kernel::{Asked, Seed, Survey, SurveyField};

pub(crate) const SURVEY: Survey<Setup> = Survey { fields: &FIELDS, floors: FLOORS as u32, look };

const STAIRS: usize = 0;
const CHAMBER: usize = 1;
const STAIRS_CHAMBER: usize = 2;
const POTIONS_ALL: usize = 3;
const POTIONS_GOOD: usize = 4;
/// The first of the fields for each row of [`POTIONS`].
const POTION: usize = 5;
const GOLD: usize = POTION + POTIONS.len();
const GOLD_SMALL: usize = GOLD + 1;
const GOLD_NORMAL: usize = GOLD + 2;
const GOLD_HOARDS: usize = GOLD + 3;
const ENEMIES: usize = GOLD + 4;
/// The first of the fields for each row of [`FOES`].
const ENEMY: usize = ENEMIES + 1;
const GEAR_ALL: usize = ENEMY + FOES.len();
/// The first of the fields for each row of [`GEAR`].
const PIECE: usize = GEAR_ALL + 1;
const NEAR_POTIONS: usize = PIECE + GEAR.len();
const NEAR_GOLD: usize = NEAR_POTIONS + 1;
const NEAR_ENEMIES: usize = NEAR_POTIONS + 2;

const fn field(name: &'static str, help: &'static str) -> SurveyField {
    SurveyField::new(name, help)
}

const FIELDS: [SurveyField; NEAR_ENEMIES + 1] = [
    field("stairs.distance", "steps from the player to the stairs, ignoring enemies and items"),
    field("chamber", "the player's chamber, in reading order from 1"),
    field("stairs.chamber", "the chamber of the stairs"),
    field("potions", "potions on the floor"),
    field("potions.good", "potions that help: RH, BA and BD"),
    field("potions.RH", "potions that restore health"),
    field("potions.BA", "potions that boost attack"),
    field("potions.BD", "potions that boost defence"),
    field("potions.PH", "potions that poison"),
    field("potions.WA", "potions that wound attack"),
    field("potions.WD", "potions that wound defence"),
    field("gold", "total value of the piles on the floor, hoards included"),
    field("gold.small", "small piles"),
    field("gold.normal", "normal piles"),
    field("gold.hoards", "dragon hoards"),
    field("enemies", "enemies on the floor, dragons included"),
    field("enemies.human", "humans"),
    field("enemies.dwarf", "dwarves"),
    field("enemies.halfling", "halflings"),
    field("enemies.elf", "elves"),
    field("enemies.orc", "orcs"),
    field("enemies.merchant", "merchants"),
    field("enemies.dragon", "dragons"),
    field("enemies.archer", "archers (with the option foes)"),
    field("enemies.robber", "robbers (with the option foes)"),
    field("enemies.knight", "knights (with the option foes)"),
    field("gear", "pieces of gear (with the option gear)"),
    field("gear.dagger", "daggers"),
    field("gear.sword", "swords"),
    field("gear.axe", "axes"),
    field("gear.leather", "suits of leather armour"),
    field("gear.mail", "suits of mail"),
    field("gear.plate", "suits of plate"),
    field("near.potions", "potions in the player's chamber"),
    field("near.gold", "total value of the piles in the player's chamber"),
    field("near.enemies", "enemies in the player's chamber"),
];

/// Answers about the floors of the first game of a run; those of later games differ.
fn look(setup: &Setup, seed: &Seed, floor: u32, asked: Asked, out: &mut [i64]) {
    let level = floor.clamp(1, u32::from(FLOORS)) as u8;
    let floor = generate::floor(&setup.0, seed, Address { game: 1, level });
    if asked.has(STAIRS) {
        out[STAIRS] = steps(&floor);
    }
    let home = floor.plan.chamber_of(floor.hero);
    let is_near = |at: Spot| i64::from(home.is_some() && floor.plan.chamber_of(at) == home);
    let number = |chamber: Option<usize>| chamber.map_or(0, |chamber| chamber as i64 + 1);
    out[CHAMBER] = number(home);
    out[STAIRS_CHAMBER] = number(floor.plan.chamber_of(floor.stairs));
    for thing in &floor.things {
        match thing.what {
            Item::Potion(potion) => {
                out[POTIONS_ALL] += 1;
                out[POTIONS_GOOD] += i64::from(potion.is_good());
                out[POTION + potion as usize] += 1;
                out[NEAR_POTIONS] += is_near(thing.at);
            }
            Item::Gold(worth) => {
                out[GOLD] += i64::from(worth);
                out[GOLD_SMALL] += i64::from(worth == SMALL);
                out[GOLD_NORMAL] += i64::from(worth == NORMAL);
                out[GOLD_HOARDS] += i64::from(worth == DRAGON_HOARD);
                out[NEAR_GOLD] += i64::from(worth) * is_near(thing.at);
            }
            Item::Gear(gear) => {
                out[GEAR_ALL] += 1;
                out[PIECE + gear as usize] += 1;
            }
        }
    }
    out[ENEMIES] = floor.foes.len() as i64;
    for foe in &floor.foes {
        let kind: FoeKind = foe.kind;
        out[ENEMY + kind as usize] += 1;
        out[NEAR_ENEMIES] += is_near(foe.at);
    }
}

/// Number of steps, diagonal ones included, from the player to the stairs over walkable ground; -1 if there
/// is no path. The floor is flooded one row at a time.
fn steps(floor: &Floor) -> i64 {
    let open = &floor.plan.ways;
    let bit = |at: Spot| 1u128 << (at.x() + 1);
    let (goal, mut reached) = (floor.stairs, [0u128; crate::plan::ROWS + 2]);
    reached[usize::from(floor.hero.y()) + 1] = bit(floor.hero);
    let (mut low, mut high) = (usize::from(floor.hero.y()) + 1, usize::from(floor.hero.y()) + 1);
    for steps in 0.. {
        if reached[usize::from(goal.y()) + 1] & bit(goal) != 0 {
            return steps;
        }
        (low, high) = ((low - 1).max(1), (high + 1).min(crate::plan::ROWS));
        let wide = |row: u128| row | row << 1 | row >> 1;
        let (mut grown, mut above) = (false, 0);
        for y in low..=high {
            let here = reached[y];
            let next = (wide(above) | wide(here) | wide(reached[y + 1])) & open[y];
            grown |= next != here;
            above = here;
            reached[y] = next;
        }
        if !grown {
            return -1;
        }
    }
    -1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_tables_has_its_field() {
        let named = |at: usize| FIELDS[at].name;
        for (index, row) in POTIONS.iter().enumerate() {
            assert_eq!(named(POTION + index), alloc::format!("potions.{}", row.name));
            assert_eq!(row.potion as usize, index);
        }
        for (index, row) in FOES.iter().enumerate() {
            assert_eq!(named(ENEMY + index), alloc::format!("enemies.{}", row.name));
            assert_eq!(row.kind as usize, index);
        }
        for (index, row) in GEAR.iter().enumerate() {
            assert_eq!(named(PIECE + index), alloc::format!("gear.{}", row.name));
            assert_eq!(row.gear as usize, index);
        }
        assert_eq!((named(GOLD), named(ENEMIES), named(GEAR_ALL)), ("gold", "enemies", "gear"));
        assert_eq!((named(GOLD_HOARDS), named(NEAR_ENEMIES)), ("gold.hoards", "near.enemies"));
    }
}
