//! Generated floors written as a layout are read back unchanged.

use super::*;
use crate::floor::Floor;
use crate::generate::{self, Address};
use crate::setup::{Setup, prepare};
use alloc::string::ToString;
use kernel::{Options, Seed};

/// The digits of section 6 of the document.
fn digit(item: Item) -> char {
    use crate::content::Potion;
    match item {
        Item::Potion(Potion::RH) => '0',
        Item::Potion(Potion::BA) => '1',
        Item::Potion(Potion::BD) => '2',
        Item::Potion(Potion::PH) => '3',
        Item::Potion(Potion::WA) => '4',
        Item::Potion(Potion::WD) => '5',
        Item::Gold(2) => '6',
        Item::Gold(1) => '7',
        Item::Gold(4) => '8',
        Item::Gold(6) => '9',
        other => panic!("the document has no digit for {other:?}"),
    }
}

fn write(floor: &Floor, out: &mut String) {
    let mut cells: Vec<char> =
        (0..ROWS * COLS).map(|at| floor.plan.ground(Spot::from_index(at)).glyph()).collect();
    floor.things.iter().for_each(|thing| cells[thing.at.index()] = digit(thing.what));
    floor.foes.iter().for_each(|foe| cells[foe.at.index()] = foe.kind.row().letter);
    cells[floor.hero.index()] = '@';
    cells[floor.stairs.index()] = '\\';
    for row in cells.chunks(COLS) {
        out.extend(row);
        out.push('\n');
    }
}

fn setup(options: &[(&str, &str)], level: Option<&str>) -> (Setup, Vec<Finding>) {
    let mut set = Options::default();
    options.iter().for_each(|(name, value)| set.set(&crate::setup::OPTIONS, name, value).unwrap());
    let prepared = prepare(&set, level, &kernel::Policy::DENY);
    (prepared.setup.expect("a layout that can be played"), prepared.findings)
}

/// A thousand games of five floors each. Reading pairs hoards anew in reading order; where two are adjacent,
/// one may stay without a dragon, which is the only finding allowed.
fn generated_floors_are_read_back(options: &[(&str, &str)]) {
    let (original, _) = setup(options, None);
    for number in 0..1000u32 {
        let seed = Seed::from_text(&number.to_string());
        let floors: Vec<Floor> = (1..=FLOORS)
            .map(|level| generate::floor(&original.0, &seed, Address { game: 1, level }))
            .collect();
        let mut text = String::new();
        floors.iter().for_each(|floor| write(floor, &mut text));
        let (read, findings) = setup(options, Some(&text));
        for finding in &findings {
            let known = ["No dragon guards", "This dragon has no hoard", "has its own walls"];
            assert!(known.iter().any(|known| finding.what.contains(known)), "{number}: {finding:?}");
        }
        for (level, floor) in (1..).zip(&floors) {
            let again = generate::floor(&read.0, &Seed::from_text("other"), Address { game: 9, level });
            assert_eq!((again.hero, again.stairs), (floor.hero, floor.stairs), "{number}");
            assert_eq!(again.things, floor.things, "{number}");
            let bodies =
                |floor: &Floor| floor.foes.iter().map(|foe| (foe.at, foe.kind, foe.hp)).collect::<Vec<_>>();
            assert_eq!(bodies(&again), bodies(floor), "{number}");
            let mut same = String::new();
            write(&again, &mut same);
            assert!(text.contains(&same), "{number}: the ground differs");
        }
    }
}

#[test]
fn generated_floors_written_as_layouts_are_read_back() {
    generated_floors_are_read_back(&[]);
}

#[test]
fn random_chambers_written_as_layouts_are_read_back() {
    generated_floors_are_read_back(&[("chambers", "on"), ("foes", "on"), ("difficulty", "hard")]);
}
