//! A search reports what a player would find: every number is counted again from games that are really
//! started, from the board they draw, the rolls they make and the files they write. Nothing here uses the
//! code of surveys.

mod boards;
mod games;

use kernel::Options;
use records::challenge::{Condition, Search, all_fields};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The fields of a seed, counted independently.
type Counted = BTreeMap<String, i64>;

/// Number of seeds to check: all of them with `UNDERCROFT_SOAK=full`.
fn soak(full: u64, part: u64) -> u64 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full") { full } else { part }
}

fn options(id: &str, set: &[(&str, &str)]) -> Options {
    let table = catalog::find(id).unwrap().options;
    let mut options = Options::default();
    set.iter().for_each(|(name, value)| options.set(table, name, value).unwrap());
    options
}

/// Compares every field of every seed, then a search on two threads with a naive one.
fn agrees(
    id: &str,
    set: &[(&str, &str)],
    seeds: u64,
    count: fn(&Options, &str) -> Counted,
    condition: &str,
    holds: fn(&Counted) -> bool,
) {
    let entry = catalog::find(id).unwrap();
    let options = options(id, set);
    let mut wanted = Vec::new();
    for seed in 0..seeds {
        let counted = count(&options, &seed.to_string());
        let told = all_fields(entry, &options, &seed.to_string(), 1).unwrap();
        for (field, told) in entry.surveys.fields.iter().zip(&told) {
            let counted =
                counted.get(field.name).unwrap_or_else(|| panic!("nobody counts {} of {id}", field.name));
            assert_eq!(told, counted, "{} of {id}, seed {seed}", field.name);
        }
        if holds(&counted) {
            wanted.push(seed);
        }
    }
    let condition = Condition::read(condition, entry.surveys.fields, entry.surveys.floors).unwrap();
    let search = Search {
        entry,
        options,
        condition,
        prefix: String::new(),
        from: 0,
        until: seeds,
        count: u64::MAX,
        threads: 2,
    };
    let mut found = Vec::new();
    let searched = search
        .run(
            &AtomicBool::new(false),
            &mut |seed| {
                found.push(seed.number);
                true
            },
            &mut |_| {},
        )
        .unwrap();
    assert_eq!(found, wanted, "{id}");
    assert_eq!((searched.next, searched.found), (seeds, wanted.len() as u64));
    assert!(!wanted.is_empty() && wanted.len() < seeds as usize, "{id}: {} of {seeds}", wanted.len());
}

#[test]
fn boo_surveys_match_the_board() {
    agrees(
        "boo",
        &[],
        soak(10_000, 600),
        games::boo,
        "stairs.distance < 20 && fish.nearest < ghosts.nearest",
        |counted| counted["stairs.distance"] < 20 && counted["fish.nearest"] < counted["ghosts.nearest"],
    );
    agrees(
        "boo",
        &[("rooms", "plus"), ("side", "8")],
        soak(2_000, 100),
        games::boo,
        "tiles > 250",
        |counted| counted["tiles"] > 250,
    );
}

#[test]
fn chambers_surveys_match_the_board_and_the_rolls() {
    agrees(
        "chambers",
        &[],
        soak(10_000, 300),
        games::chambers,
        "potions.BA >= 3 && stairs.distance < 20",
        |counted| counted["potions.BA"] >= 3 && counted["stairs.distance"] < 20,
    );
    let all = [("gear", "on"), ("foes", "on"), ("chambers", "on")];
    agrees(
        "chambers",
        &all,
        soak(2_000, 100),
        games::chambers,
        "gear.sword > 0 || enemies.knight > 2",
        |counted| counted["gear.sword"] > 0 || counted["enemies.knight"] > 2,
    );
}

#[test]
fn cave_surveys_match_the_screen_and_the_files() {
    agrees(
        "cave",
        &[],
        soak(10_000, 300),
        games::cave,
        "best.weapon >= 8 && chests.nearest <= 9",
        |counted| counted["best.weapon"] >= 8 && counted["chests.nearest"] <= 9,
    );
}

#[test]
fn pursuit_surveys_match_the_coach() {
    agrees("pursuit", &[], soak(10_000, 100), games::pursuit, "escape == 0 && turns >= 10", |counted| {
        counted["escape"] == 0 && counted["turns"] >= 10
    });
    agrees(
        "pursuit",
        &[("diagonals", "joined")],
        soak(1_000, 40),
        games::pursuit,
        "escape == 1",
        |counted| counted["escape"] == 1,
    );
}

#[test]
fn dungeon_surveys_match_the_text_and_the_board() {
    agrees("dungeon", &[], soak(10_000, 200), games::dungeon, "rooms < 6 && swords.best >= 3", |counted| {
        counted["rooms"] < 6 && counted["swords.best"] >= 3
    });
}

/// Floors beyond the first, compared with what is drawn when a player gets there.
#[test]
fn surveys_of_deeper_floors_match_play() {
    for (id, seeds, wanted) in [("boo", soak(400, 40), 60), ("chambers", soak(60, 6), 10)] {
        let entry = catalog::find(id).unwrap();
        let mut reached = 0;
        for seed in 0..seeds {
            games::climb(entry, &seed.to_string(), |floor, counted| {
                reached += 1;
                let told = all_fields(entry, &Options::default(), &seed.to_string(), floor).unwrap();
                for (field, told) in entry.surveys.fields.iter().zip(&told) {
                    assert_eq!(
                        told, &counted[field.name],
                        "floor{floor}.{} of {id}, seed {seed}",
                        field.name
                    );
                }
            });
        }
        assert!(reached >= wanted, "{id}: only {reached} floors were reached");
    }
}
