//! Where heroes appear, checked cell by cell over many seeds.

use super::*;
use crate::Setup;
use crate::content::FOES;
use crate::setup::{ExtendedOptions, OPTIONS, Settings};
use alloc::{format, vec};
use kernel::{Options, Seed};

/// The cells of the spiral, following its picture in §2.4.4: 1 in the middle, then right, up, left, down.
fn walked_spiral(cells: usize) -> Vec<Spot> {
    let mut spots = vec![(0, 0)];
    let (mut x, mut y) = (0, 0);
    for side in 1.. {
        let (dx, dy) = if side % 2 == 1 { (1, 1) } else { (-1, -1) };
        for (dx, dy) in [(dx, 0), (0, dy)] {
            for _ in 0..side {
                (x, y) = (x + dx, y + dy);
                spots.push((x, y));
                if spots.len() == cells {
                    return spots;
                }
            }
        }
    }
    unreachable!()
}

#[test]
fn the_walked_spiral_is_the_one_of_the_picture() {
    let spots = walked_spiral(25);
    for (n, at) in [
        (1, (0, 0)),
        (2, (1, 0)),
        (3, (1, 1)),
        (5, (-1, 1)),
        (7, (-1, -1)),
        (10, (2, -1)),
        (17, (-2, 2)),
        (25, (2, -2)),
    ] {
        assert_eq!(spots[n - 1], at, "{n}");
    }
}

/// The four regions around (0, 0) as one square of cells.
struct Square {
    size: i64,
    regions: Vec<Region>,
}

impl Square {
    fn of(seed: &Seed, settings: &Settings) -> Self {
        let make = |(rx, ry)| generate::region(seed, settings, ExtendedOptions::default(), rx, ry);
        Self { size: settings.size(), regions: [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(make).into() }
    }

    fn region(&self, (x, y): Spot) -> (&Region, u32, u32) {
        let region = &self.regions[usize::from(x >= 0) + 2 * usize::from(y >= 0)];
        (region, x.rem_euclid(self.size) as u32, y.rem_euclid(self.size) as u32)
    }

    fn is_floor(&self, at: Spot) -> bool {
        let (region, x, y) = self.region(at);
        region.is_floor(x, y)
    }

    /// True when there is a path from a cell to the edge of the square; no pocket is that large.
    fn leads_out(&self, from: Spot) -> bool {
        let side = 2 * self.size as usize;
        let mut seen = vec![false; side * side];
        let mut todo = vec![from];
        while let Some((x, y)) = todo.pop() {
            if !(-self.size..self.size).contains(&x) || !(-self.size..self.size).contains(&y) {
                return true;
            }
            let index = (y + self.size) as usize * side + (x + self.size) as usize;
            if !self.is_floor((x, y)) || core::mem::replace(&mut seen[index], true) {
                continue;
            }
            todo.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        }
        false
    }

    /// Floor without a chest, outside the sight area of every monster.
    fn is_free(&self, at: Spot) -> bool {
        let (region, x, y) = self.region(at);
        let corners = [(-1, -1), (0, -1), (-1, 0), (0, 0)];
        let watched = self.regions.iter().zip(corners).any(|(region, (rx, ry))| {
            region.monster.is_some_and(|foe| {
                let (dx, dy) =
                    (at.0 - rx * self.size - i64::from(foe.x), at.1 - ry * self.size - i64::from(foe.y));
                let r = FOES[0].sight;
                dx.abs() <= r && dy.abs() <= r && 10 * (dx * dx + dy * dy) <= 18 * r * r
            })
        });
        region.is_floor(x, y) && region.chest(x, y).is_none() && !watched
    }
}

#[test]
fn the_hero_appears_on_the_first_free_cell_that_leads_out() {
    let settings = Settings::of(&Options::default());
    let spiral = walked_spiral(441);
    let (mut past_pockets, mut outside_main) = (0, 0);
    for number in 0..1_200 {
        let seed = Seed::from_text(&format!("spawn {number}"));
        let square = Square::of(&seed, &settings);
        let expected = spiral.iter().copied().find(|&at| square.is_free(at) && square.leads_out(at));
        let cave =
            Cave::begin(&Setup { settings, extended: ExtendedOptions::default(), import: None }, &seed);
        assert_eq!(Some((cave.hero.x, cave.hero.y)), expected, "seed {number}");
        let first = spiral.iter().copied().find(|&at| square.is_free(at));
        past_pockets += u32::from(first != expected);
        let (region, x, y) = square.region((cave.hero.x, cave.hero.y));
        outside_main += u32::from(generate::main_floor(region)[y as usize] >> x & 1 == 0);
    }
    assert!(past_pockets > 3, "some worlds have a pocket at the origin: {past_pockets}");
    assert!(outside_main > 20, "some heroes start outside the main area of their region: {outside_main}");
}

#[test]
fn a_pocket_is_never_taken_for_the_cave_and_the_search_ends() {
    // Dense rock: most floor lies in pockets, and only tunnels lead out.
    for (size, share) in [("10", "0.3"), ("50", "0.36"), ("100", "0.3"), ("20", "0")] {
        let mut options = Options::default();
        options.set(&OPTIONS, "iRegionSize", size).unwrap();
        options.set(&OPTIONS, "fRandomBoundary", share).unwrap();
        let settings = Settings::of(&options);
        for number in 0..12 {
            let seed = Seed::from_text(&format!("dense {number}"));
            let cave =
                Cave::begin(&Setup { settings, extended: ExtendedOptions::default(), import: None }, &seed);
            let square = Square::of(&seed, &settings);
            let at = (cave.hero.x, cave.hero.y);
            let inside = (-settings.size()..settings.size()).contains(&at.0)
                && (-settings.size()..settings.size()).contains(&at.1);
            assert!(inside && square.leads_out(at), "{size} {share}, seed {number}: {at:?}");
        }
    }
}
