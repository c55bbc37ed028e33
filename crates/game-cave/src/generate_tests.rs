//! Worlds: the automaton against the plain rule, seams, connections, chests, monsters, and independence of
//! order.

use super::*;
use crate::content::Slot;
use crate::rules::land::{Land, Source};
use crate::rules::{Kept, Marks};
use crate::{Cave, setup};
use alloc::{collections::BTreeSet, format, string::String, vec};
use kernel::grid::{DistanceMap, FAR};
use kernel::{Dir, Options, Pos};

extern crate std;

/// Number of rounds of a soak test: `full` with `UNDERCROFT_SOAK=full`, otherwise `part`.
fn soak(part: u32, full: u32) -> u32 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { full } else { part }
}

fn settings(set: &[(&str, &str)]) -> Settings {
    let mut options = Options::default();
    for (name, value) in set {
        options.set(&setup::OPTIONS, name, value).expect("the option takes the value");
    }
    Settings::of(&options)
}

/// A region without extended options.
fn region(seed: &Seed, settings: &Settings, rx: i64, ry: i64) -> Region {
    super::region(seed, settings, ExtendedOptions::default(), rx, ry)
}

fn seed(text: &str) -> Seed {
    Seed::from_text(text)
}

/// Smooths the raw noise of a large piece of the world cell by cell, following the rule literally: no words,
/// no borders.
fn plain_caves(seed: &Seed, settings: &Settings, rx: i64, ry: i64) -> Vec<u128> {
    let (size, reach) = (settings.size(), 2);
    let side = ((2 * reach + 1) * size) as usize;
    let noise = Noise::new(seed);
    let share = noise::fraction(settings.floor_share);
    let mut rock = vec![vec![false; side]; side];
    for (y, line) in rock.iter_mut().enumerate() {
        for (x, cell) in line.iter_mut().enumerate() {
            let (wx, wy) = (x as i64 - reach * size, y as i64 - reach * size);
            let key = noise.region(rx + wx.div_euclid(size), ry + wy.div_euclid(size), Use::Floor);
            let all = u128::full(settings.region_size);
            let row = noise::row::<u128>(key, wy.rem_euclid(size) as u32, share, settings.region_size, all);
            *cell = row >> wx.rem_euclid(size) & 1 == 0;
        }
    }
    for _ in 0..settings.iterations {
        let before = rock.clone();
        for (y, line) in rock.iter_mut().enumerate() {
            for (x, cell) in line.iter_mut().enumerate() {
                let mut count = 0;
                for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                    let (nx, ny) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    count += u32::from(nx < side && ny < side && before[ny][nx]);
                }
                *cell = count >= settings.threshold;
            }
        }
    }
    let (from, to) = ((reach * size) as usize, ((reach + 1) * size) as usize);
    rock[from..to]
        .iter()
        .map(|row| (0..to - from).fold(0, |bits, x| bits | u128::from(!row[from + x]) << x))
        .collect()
}

#[test]
fn caves_follow_the_plain_rule_with_the_true_neighbours() {
    for (number, set) in [
        &[][..],
        &[("iRegionIterationCount", "4")],
        &[("iRegionSize", "10"), ("iRegionIterationCount", "10")],
        &[("iRegionSize", "60"), ("iRegionIterationCount", "3")],
        &[("iRegionSize", "100"), ("iRegionIterationCount", "10"), ("fRandomBoundary", "0.612345")],
        &[("iRegionSize", "64"), ("iRegionIterationCount", "0"), ("fRandomBoundary", "0.3")],
        &[("iCellDeathThreshold", "0")],
        &[("iCellDeathThreshold", "9")],
        &[("iCellDeathThreshold", "4"), ("fRandomBoundary", "0.55")],
    ]
    .into_iter()
    .enumerate()
    {
        let settings = settings(set);
        let seed = seed(&format!("plain {number}"));
        for (rx, ry) in [(0, 0), (-3, 7)] {
            let noise = Noise::new(&seed);
            let rows = settings.region_size as usize;
            let wide = noise::caves::<u128>(&noise, &settings, rx, ry)[..rows].to_vec();
            assert_eq!(wide, plain_caves(&seed, &settings, rx, ry), "{set:?} at ({rx}, {ry})");
            if fits_64(&settings) {
                let narrow = noise::caves::<u64>(&noise, &settings, rx, ry);
                assert!(narrow[..rows].iter().zip(&wide).all(|(a, b)| a.widened() == *b), "{set:?}");
            }
            let counted: u32 = wide.iter().map(|row| row.count_ones()).sum();
            assert_eq!(caves_alone(&seed, &settings, rx, ry), counted);
        }
    }
}

#[test]
fn the_share_of_rock_is_that_of_the_document() {
    let (settings, seed) = (settings(&[]), seed("share"));
    let floor: u32 = (0..400).map(|n| caves_alone(&seed, &settings, n % 20, n / 20)).sum();
    let rock = 1.0 - f64::from(floor) / (400.0 * 2500.0);
    assert!((0.235..0.255).contains(&rock), "24.5 % were measured, here it is {rock}");
}

#[test]
fn noise_is_fair_and_regions_do_not_echo_each_other() {
    let noise = Noise::new(&seed("noise"));
    for share in [0u32, 5_000, 300_000, 500_000, 777_777, 1_000_000] {
        let mut set = 0;
        for row in 0..2_000 {
            let key = noise.region(i64::from(row) / 50, 0, Use::Floor);
            set += noise::row::<u64>(key, row % 50, noise::fraction(share), 50, u64::full(50)).count();
        }
        let (expected, spread) = (f64::from(share) / 1e6, (f64::from(share) / 1e6 / 1e5).sqrt());
        assert!((f64::from(set) / 1e5 - expected).abs() <= 5.0 * spread, "{share}: {set}");
    }
    let rows = |rx, ry| -> Vec<u64> {
        let key = noise.region(rx, ry, Use::Floor);
        (0..50).map(|row| noise::row::<u64>(key, row, 1 << 31, 50, u64::full(50))).collect()
    };
    for (other, shift) in [((1, 0), 0), ((0, 1), 0), ((-1, 0), 1), ((1, 1), 3), ((1 << 40, 0), 0)] {
        let (a, b) = (rows(0, 0), rows(other.0, other.1));
        let same: u32 = a.iter().zip(&b).map(|(a, b)| 50 - (a ^ (b >> shift)).count_ones().min(50)).sum();
        assert!((1_050..1_450).contains(&same), "{other:?}: {same} of 2500 agree");
    }
}

/// True when there is a path between the main floors of two neighbours within the two regions.
fn joined(a: &Region, b: &Region, east: bool) -> bool {
    let size = a.floor.len() as i32;
    let (cols, rows) = if east { (2 * size, size) } else { (size, 2 * size) };
    let open = |at: Pos| {
        let second = if east { at.x >= size } else { at.y >= size };
        if second {
            b.is_floor((at.x % size) as u32, (at.y % size) as u32)
        } else {
            a.is_floor(at.x as u32, at.y as u32)
        }
    };
    let cell = |main: &[u128]| {
        let y = main.iter().position(|row| *row != 0).expect("every region has floor");
        Pos::new(main[y].trailing_zeros() as i32, y as i32)
    };
    let (from, to) = (cell(&main_floor(a)), cell(&main_floor(b)));
    let to = if east { Pos::new(to.x + size, to.y) } else { Pos::new(to.x, to.y + size) };
    let mut steps = DistanceMap::new(cols as u32, rows as u32);
    steps.measure([from], &Dir::ORTHOGONAL, open);
    steps.at(to) != FAR
}

/// All regions of a square block, row by row.
fn block(seed: &Seed, settings: &Settings, side: i64) -> Vec<Region> {
    (0..side * side).map(|n| region(seed, settings, n % side - side / 2, n / side - side / 2)).collect()
}

fn all_joined(regions: &[Region], side: usize) -> bool {
    (0..side * side).all(|n| {
        let (x, y) = (n % side, n / side);
        (x + 1 == side || joined(&regions[n], &regions[n + 1], true))
            && (y + 1 == side || joined(&regions[n], &regions[n + side], false))
    })
}

#[test]
fn every_region_is_joined_to_its_neighbours_and_has_a_monster() {
    let settings = settings(&[]);
    for number in 0..soak(60, 2_000) {
        let seed = seed(&format!("joined {number}"));
        let regions = block(&seed, &settings, 5);
        assert!(all_joined(&regions, 5), "seed {number}");
        assert!(regions.iter().all(|region| region.monster.is_some()), "seed {number}");
    }
}

#[test]
fn where_rock_is_dense_tunnels_join_what_caves_do_not() {
    let mut dug = 0;
    for set in [
        &[("fRandomBoundary", "0.42")][..],
        &[("fRandomBoundary", "0.38"), ("iRegionIterationCount", "4")],
        &[("fRandomBoundary", "0.2")],
        &[("iCellDeathThreshold", "0")],
        &[("fRandomBoundary", "0")],
        &[("iRegionSize", "80"), ("fRandomBoundary", "0.4"), ("iRegionIterationCount", "3")],
        &[("iRegionSize", "11"), ("fRandomBoundary", "0.42")],
    ] {
        let settings = settings(set);
        for number in 0..soak(3, 60) {
            let seed = seed(&format!("tunnels {number}"));
            let regions = block(&seed, &settings, 4);
            assert!(all_joined(&regions, 4), "{set:?}, seed {number}");
            assert!(regions.iter().all(|region| region.monster.is_some()), "{set:?}, seed {number}");
            let noise = Noise::new(&seed);
            for (n, made) in regions.iter().enumerate() {
                let mut near = Near::<u128>::default();
                let bare = near.find(&noise, &settings, (n as i64 % 4 - 2, n as i64 / 4 - 2));
                let bare = near.grounds[bare].1.floor;
                dug += u32::from(made.floor.iter().zip(&bare).any(|(a, b)| a != b));
            }
        }
    }
    assert!(dug > 100, "tunnels were needed here, and {dug} regions have one");
}

#[test]
fn a_tunnel_is_straight_and_the_same_from_both_sides() {
    let (settings, seed) = (settings(&[("fRandomBoundary", "0")]), seed("straight"));
    let region = region(&seed, &settings, 3, -4);
    // Nothing but rock: the middle cell is dug, and straight tunnels lead from it to the four neighbours.
    let rows: Vec<u128> = (0..50).map(|y| if y == 25 { u128::full(50) } else { 1 << 25 }).collect();
    assert_eq!(region.floor, rows);
}

#[test]
fn order_of_exploration_does_not_matter() {
    let (settings, seed) = (settings(&[]), seed("order"));
    let (marks, kept) = (Marks::default(), Kept::new());
    let source = Source {
        seed: &seed,
        settings: &settings,
        marks: &marks,
        kept: &kept,
        extended: ExtendedOptions::default(),
    };
    let side = i64::from(soak(24, 100));
    let spots: Vec<(i64, i64)> =
        (0..side * side).map(|n| (n % side - side / 2, n / side - side / 2)).collect();
    let mut shuffled = spots.clone();
    Rng::stream(&seed, "shuffle", &[]).shuffle(&mut shuffled, "spot");
    let mut first = Land::default();
    let regions: Vec<_> = spots.iter().map(|&spot| first.region(&source, spot)).collect();
    let mut second = Land::default();
    for spot in shuffled {
        let index = ((spot.1 + side / 2) * side + spot.0 + side / 2) as usize;
        assert_eq!(*second.region(&source, spot), *regions[index], "{spot:?}");
    }
    assert!(first.kept_regions() <= 8 && second.kept_regions() <= 8);
}

#[test]
fn different_seeds_make_different_worlds() {
    let settings = settings(&[]);
    let long = "x".repeat(1 << 20);
    let texts = ["", " ", "0", "Aa", "BB", "-5", "ünïcödé", "|0|0", "\0", long.as_str()];
    let worlds: BTreeSet<Vec<u128>> =
        texts.iter().map(|text| region(&seed(text), &settings, 0, 0).floor).collect();
    assert_eq!(worlds.len(), texts.len());
    let again = region(&seed("Aa"), &settings, 5, -5);
    assert_eq!(region(&seed("Aa"), &settings, 5, -5), again);
}

#[test]
fn regions_far_out_are_like_any_other() {
    let settings = settings(&[]);
    for at in [1i64 << 40, -(1 << 40), 1 << 57, i64::MAX / 50, i64::MIN / 50] {
        let seed = seed("far");
        let regions: Vec<Region> =
            [(at, at), (at + 1, at), (at, at + 1)].map(|(x, y)| region(&seed, &settings, x, y)).into();
        assert!(joined(&regions[0], &regions[1], true) && joined(&regions[0], &regions[2], false));
        assert_ne!(regions[0], regions[1]);
        assert!(regions[0].monster.is_some() && (1..30).contains(&regions[0].chests.len()));
    }
}

#[test]
fn chests_lie_on_floor_and_hold_what_the_table_gives() {
    let (settings, seed) = (settings(&[]), seed("chests"));
    let (mut chests, mut items, mut gold) = (Vec::new(), [0u32; WEIGHTS.len()], [0u32; 10]);
    let mut sizes = [0u32; 3];
    for n in 0..i64::from(soak(400, 4_000)) {
        let region = region(&seed, &settings, n % 20, n / 20);
        chests.push(region.chests.len() as f64);
        for chest in &region.chests {
            assert!(region.is_floor(chest.x.into(), chest.y.into()));
            let loot = region.chest(chest.x.into(), chest.y.into()).expect("a chest is where it is");
            sizes[loot.len()] += 1;
            for item in loot {
                items[item.kind as usize] += 1;
                if item.kind.row().slot == Slot::Purse {
                    gold[item.amount as usize] += 1;
                } else {
                    assert_eq!(item.amount, 1);
                }
            }
        }
        let monster = region.monster.expect("one monster a region");
        assert!(region.is_floor(monster.x.into(), monster.y.into()));
        assert_eq!(region.chest(monster.x.into(), monster.y.into()), None);
        assert_eq!(monster.kind, 0);
    }
    let mean = chests.iter().sum::<f64>() / chests.len() as f64;
    assert!((9.2..9.8).contains(&mean), "9.5 chests a region were measured, here it is {mean}");
    assert_eq!((sizes[0], gold[0]), (0, 0));
    let total = f64::from(items.iter().sum::<u32>());
    let share = |count: u32, of: f64| f64::from(count) / of;
    for (row, count) in ITEMS.iter().zip(items) {
        let expected = f64::from(row.weight) / 600.0;
        assert!(
            (share(count, total) - expected).abs() < 5.0 * (expected / total).sqrt(),
            "{}: {count}",
            row.name
        );
    }
    let heaps = f64::from(gold.iter().sum::<u32>());
    assert!(
        gold[1..]
            .iter()
            .all(|&count| (share(count, heaps) - 1.0 / 9.0).abs() < 5.0 * (1.0 / 9.0 / heaps).sqrt())
    );
    assert!((share(sizes[1], f64::from(sizes[1] + sizes[2])) - 0.5).abs() < 0.05);
}

/// Asserts that counts per square of ten by ten cells are proportional to the floor there.
fn assert_even(found: &[u32; 25], floor: &[u32; 25], what: &str) {
    let (all, ground): (u32, u32) = (found.iter().sum(), floor.iter().sum());
    for (square, (&count, &cells)) in found.iter().zip(floor).enumerate() {
        let expected = f64::from(all) * f64::from(cells) / f64::from(ground);
        let off = (f64::from(count) - expected).abs();
        assert!(off < 5.0 * expected.sqrt(), "{what} in square {square}: {count}, not {expected}");
    }
}

#[test]
fn chests_and_monsters_lie_at_random_all_over_the_floor() {
    let (settings, seed) = (settings(&[]), seed("anywhere"));
    let (mut chests, mut monsters, mut floor) = ([0; 25], [0; 25], [0; 25]);
    let square = |x: u32, y: u32| (x / 10 + 5 * (y / 10)) as usize;
    for n in 0..2_000i64 {
        let region = region(&seed, &settings, n % 50, n / 50);
        for (x, y) in (0..50).flat_map(|y| (0..50).map(move |x| (x, y))) {
            floor[square(x, y)] += u32::from(region.is_floor(x, y));
        }
        for chest in &region.chests {
            chests[square(chest.x.into(), chest.y.into())] += 1;
        }
        let monster = region.monster.expect("one monster");
        monsters[square(monster.x.into(), monster.y.into())] += 1;
    }
    assert!(chests.iter().sum::<u32>() > 15_000 && monsters.iter().sum::<u32>() == 2_000);
    assert_even(&chests, &floor, "chests");
    assert_even(&monsters, &floor, "monsters");
    let other = region(&self::seed("elsewhere"), &settings, 0, 0);
    assert_ne!(other.monster, region(&seed, &settings, 0, 0).monster, "another seed, another place");
}

#[test]
fn monsters_leave_what_chests_hold() {
    // The weights of the drop table in its order, out of 600.
    const CHANCES: [f64; 9] = [100.0, 80.0, 60.0, 10.0, 100.0, 80.0, 60.0, 10.0, 100.0];
    let (settings, seed) = (settings(&[]), seed("spoils"));
    let (mut kinds, mut sizes, mut gold) = ([0u32; 9], [0u32; 3], [0u32; 10]);
    for n in 0..8_000i64 {
        let mut items = Vec::new();
        spoils(&seed, &settings, ExtendedOptions::default(), (n % 90 - 45, n / 90), &mut items);
        sizes[items.len()] += 1;
        for item in items {
            kinds[item.kind as usize] += 1;
            if item.kind == ItemKind::Gold {
                gold[item.amount as usize] += 1;
            }
        }
    }
    assert!(sizes[0] == 0 && (3_750..4_250).contains(&sizes[1]), "one or two things: {sizes:?}");
    let all = f64::from(kinds.iter().sum::<u32>());
    for (kind, (&count, chance)) in kinds.iter().zip(CHANCES).enumerate() {
        let expected = all * chance / 600.0;
        assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "item {kind}: {count}");
    }
    assert!(gold[0] == 0 && gold[1..].iter().all(|&heaps| heaps > 100), "1 to 9 coins: {gold:?}");
}

#[test]
fn the_monster_of_the_document_is_born_nearest_the_centre() {
    let (settings, seed) = (settings(&[("rules", "document")]), seed("centre"));
    for n in 0..300i64 {
        let region = region(&seed, &settings, n % 20, n / 20);
        let monster = region.monster.expect("one monster");
        let ring = |x: u32, y: u32| (i64::from(x) - 25).abs().max((i64::from(y) - 25).abs());
        let free = |x: u32, y: u32| region.is_floor(x, y) && region.chest(x, y).is_none();
        let nearest = (0..50u32)
            .flat_map(|y| (0..50u32).map(move |x| (x, y)))
            .filter(|&(x, y)| free(x, y))
            .map(|(x, y)| ring(x, y))
            .min();
        assert!(free(monster.x.into(), monster.y.into()));
        assert_eq!(Some(ring(monster.x.into(), monster.y.into())), nearest, "region {n}");
    }
}

#[test]
fn extreme_settings_end_and_leave_no_monster_where_there_is_no_room() {
    let settings = settings(&[("fChestSpawnBoundary", "0"), ("iChestMaxItems", "1")]);
    let seed = seed("all chests");
    let made = region(&seed, &settings, 0, 0);
    assert_eq!(made.monster, None, "every floor cell holds a chest");
    assert!(made.chests.len() > 1_000 && made.loot.len() == made.chests.len());
    let cave =
        Cave::begin(&setup::Setup { settings, extended: ExtendedOptions::default(), import: None }, &seed);
    let (_, (x, y)) = Cave::locate(&settings, (cave.hero().x, cave.hero().y));
    assert!(made.is_floor(x, y) || cave.hero().x < 0 || cave.hero().y < 0);
    let none = self::settings(&[("fChestSpawnBoundary", "1")]);
    assert!(region(&seed, &none, 0, 0).chests.is_empty());
}

#[test]
fn kinds_of_monsters_appear_by_weight_and_change_nothing_else() {
    let (plain, kinds) = (settings(&[]), settings(&[("kinds", "on")]));
    let seed = seed("kinds");
    let mut seen = [0u32; FOE_WEIGHTS.len()];
    for n in 0..600 {
        let (a, b) = (region(&seed, &plain, n, 0), region(&seed, &kinds, n, 0));
        let (foe, other) = (a.monster.expect("one monster"), b.monster.expect("one monster"));
        assert_eq!((foe.x, foe.y, &a.floor, &a.loot), (other.x, other.y, &b.floor, &b.loot));
        seen[usize::from(other.kind)] += 1;
    }
    for (count, weight) in seen.iter().zip(FOE_WEIGHTS) {
        assert!((f64::from(*count) - 6.0 * f64::from(weight)).abs() < 60.0, "{seen:?}");
    }
}

#[test]
fn pictures_of_the_world_stay_as_they_are() {
    // A changed picture is a change of the rules: increase `ABOUT.rules`, and say so.
    let made = region(&seed("undercroft"), &settings(&[]), 0, 0);
    let corner: Vec<String> =
        (0..6).map(|y| (0..24).map(|x| if made.is_floor(x, y) { '.' } else { '#' }).collect()).collect();
    assert_eq!(
        corner,
        [
            "........#.#.............",
            ".....................###",
            "........................",
            "......##..............#.",
            "#.....###...............",
            "#.#....#............#..."
        ]
    );
}

#[test]
fn regions_are_the_same_whether_grounds_are_shared_or_not() {
    for set in [&[][..], &[("iRegionSize", "60")], &[("iRegionSize", "23"), ("iRegionIterationCount", "0")]] {
        let settings = settings(set);
        for number in 0..soak(6, 200) {
            let seed = seed(&format!("shared {number}"));
            let mut shared = Grounds::default();
            for (rx, ry) in [(0, 0), (-1, 0), (0, -1), (-1, -1), (2, 0), (1, 0), (i64::MAX, i64::MIN)] {
                let made = shared.region(&seed, &settings, ExtendedOptions::default(), rx, ry);
                assert!(made == region(&seed, &settings, rx, ry), "{set:?}, seed {number}, ({rx}, {ry})");
            }
        }
    }
}
