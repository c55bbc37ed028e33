//! Dungeons generated from a seed alone, including their size, and what a search for seeds can ask about
//! them.

use crate::generate::{BREEDS, LORD, Wishes, generate};
use crate::plan::{Facts, Kind};
use crate::setup::{Setup, check};
use crate::solve::solve;
use alloc::string::String;
use kernel::grid::{DistanceMap, FAR};
use kernel::{Asked, Dir, Pos, Rng, Seed, Survey, SurveyField};

pub(crate) const SURVEY: Survey<Setup> = Survey { fields: &FIELDS, floors: 1, look };

/// Ranges for a dungeon generated from a seed.
const ROOMS_RANGE: (i32, i32) = (4, 9);
const MONSTERS_RANGE: (i32, i32) = (4, 12);
const ITEMS_RANGE: (i32, i32) = (4, 10);

const ROOMS: usize = 0;
const LORD_DISTANCE: usize = 1;
const SCORE: usize = 2;
const MONSTERS: usize = 3;
const MONSTERS_HP: usize = 4;
/// The first of the fields for each row of [`BREEDS`].
const BREED: usize = 5;
const ITEMS: usize = BREED + BREEDS.len();
const SWORDS: usize = ITEMS + 1;
const ARMORS: usize = ITEMS + 2;
const SCROLLS: usize = ITEMS + 3;
const SWORD_BEST: usize = ITEMS + 4;
const ARMOR_BEST: usize = ITEMS + 5;

const fn field(name: &'static str, help: &'static str) -> SurveyField {
    SurveyField::new(name, help)
}

const FIELDS: [SurveyField; ARMOR_BEST + 1] = [
    field("rooms", "rooms of the dungeon"),
    field("lord.distance", "steps from the player to the troll lord, ignoring creatures"),
    field("score.best", "the highest possible score"),
    field("monsters", "monsters, the troll lord included"),
    field("monsters.hp", "the hit points of all monsters together"),
    field("monsters.snake", "snakes"),
    field("monsters.adder", "adders"),
    field("monsters.hobgoblin", "hobgoblins"),
    field("monsters.hobgoblin_guard", "hobgoblin guards"),
    field("monsters.troll", "trolls"),
    field("monsters.old_troll", "old trolls"),
    field("items", "items on the floors"),
    field("swords", "swords"),
    field("armors", "armors"),
    field("scrolls", "scrolls"),
    field("swords.best", "strength of the best sword; 0 if there is none"),
    field("armors.best", "strength of the best armor; 0 if there is none"),
];

/// The dungeon of a seed; its size and contents are drawn, too.
#[must_use]
pub fn from_seed(seed: &Seed) -> String {
    generate(seed, &wishes(seed))
}

fn wishes(seed: &Seed) -> Wishes {
    let mut dice = Rng::stream(seed, "wishes", &[]);
    let mut draw = |(low, high), label| dice.between(low, high, label).unsigned_abs();
    Wishes {
        rooms: draw(ROOMS_RANGE, "rooms"),
        monsters: draw(MONSTERS_RANGE, "monsters"),
        items: draw(ITEMS_RANGE, "items"),
    }
}

/// Answers about the dungeon of the seed, whatever dungeon the setup has.
fn look(_setup: &Setup, seed: &Seed, _floor: u32, asked: Asked, out: &mut [i64]) {
    let wishes = wishes(seed);
    let Some(setup) = check(&generate(seed, &wishes)).setup else { return };
    let facts = &setup.plan.facts;
    out[ROOMS] = i64::from(wishes.rooms);
    out[MONSTERS] = facts.foes.len() as i64;
    for foe in &facts.foes {
        out[MONSTERS_HP] += i64::from(foe.hp);
        if let Some(breed) = BREEDS.iter().position(|breed| breed.name == &*foe.name) {
            out[BREED + breed] += 1;
        }
    }
    out[ITEMS] = facts.items.len() as i64;
    for item in &facts.items {
        let (count, best) = match item.kind {
            Kind::Sword => (SWORDS, Some(SWORD_BEST)),
            Kind::Armor => (ARMORS, Some(ARMOR_BEST)),
            Kind::Scroll => (SCROLLS, None),
        };
        out[count] += 1;
        if let Some(best) = best {
            out[best] = out[best].max(i64::from(item.value));
        }
    }
    if asked.has(LORD_DISTANCE) {
        let lord = facts.foes.iter().find(|foe| &*foe.name == LORD.name);
        out[LORD_DISTANCE] = lord.map_or(-1, |lord| steps(facts, facts.hero.at, lord.at));
    }
    if asked.has(SCORE) {
        out[SCORE] = solve(&setup).best_score.unwrap_or(-1);
    }
}

/// Number of steps between two cells over open ground; -1 if there is no path.
fn steps(facts: &Facts, from: Pos, to: Pos) -> i64 {
    let mut map = DistanceMap::new(facts.cols.into(), facts.rows.into());
    map.measure([from], &Dir::ORTHOGONAL, |at| facts.is_open(at));
    match map.at(to) {
        FAR => -1,
        steps => steps.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_breed_has_its_field() {
        for (index, breed) in BREEDS.iter().enumerate() {
            let name = breed.name.to_lowercase().replace(' ', "_");
            assert_eq!(FIELDS[BREED + index].name, alloc::format!("monsters.{name}"));
        }
        assert_eq!((FIELDS[ITEMS].name, FIELDS[ARMOR_BEST].name), ("items", "armors.best"));
    }

    #[test]
    fn every_dungeon_of_a_seed_can_be_won() {
        for seed in 0..200 {
            let text = from_seed(&Seed::from_text(&alloc::format!("{seed}")));
            let setup = check(&text).setup.expect("it can be read");
            let report = solve(&setup);
            assert!(report.winnable && report.is_complete() && report.best_score > Some(0), "seed {seed}");
        }
    }
}
