//! Line of sight against a second implementation of the pseudo-code of §2.4.3: x to the right, y up.

use super::*;
use crate::rules::{Kept, Marks};
use crate::setup::{ExtendedOptions, OPTIONS};
use alloc::{format, vec::Vec};
use kernel::Options;

/// The cells PLOT yields, in the order of the pseudo-code. "The IF statement within the FOR loop undoes this
/// normalisation", so it tests whether the coordinates were swapped.
fn plotted(start: Spot, end: Spot) -> Vec<Spot> {
    let ((mut x0, mut y0), (mut x1, mut y1)) = (start, end);
    let swapped = (y1 - y0).abs() > (x1 - x0).abs();
    if swapped {
        (x0, y0) = (y0, x0);
        (x1, y1) = (y1, x1);
    }
    if x0 > x1 {
        (x0, y0, x1, y1) = (x1, y1, x0, y0);
    }
    let rise = (y1 - y0).abs();
    let step = if y0 > y1 { -1 } else { 1 };
    let dx = x1 - x0;
    let mut e = dx >> 1;
    let mut y = y0;
    let mut cells = Vec::new();
    for x in x0..=x1 {
        cells.push(if swapped { (y, x) } else { (x, y) });
        e -= rise;
        if e < 0 {
            y += step;
            e += dx;
        }
    }
    cells
}

/// "checks if any of the cells in this line are marked as impassable", and "that the line does not pass
/// through diagonal gaps".
fn plain_sees(rock: impl Fn(Spot) -> bool, a: Spot, b: Spot) -> bool {
    let line = plotted(a, b);
    let gap = |pair: &[Spot]| {
        let [(x, y), (u, v)] = [pair[0], pair[1]];
        x != u && y != v && rock((x, v)) && rock((u, y))
    };
    !line.iter().any(|&cell| rock(cell)) && !line.windows(2).any(gap)
}

#[test]
fn the_oracle_draws_the_lines_of_the_document() {
    assert_eq!(plotted((0, 0), (3, 1)), [(0, 0), (1, 0), (2, 1), (3, 1)]);
    // A steep line starts at its lower end: for an offset of (1, 2) it passes the cell above that end.
    assert_eq!(plotted((0, 0), (1, 2)), [(0, 0), (0, 1), (1, 2)]);
    assert_eq!(plotted((0, 0), (-1, 2)), [(0, 0), (0, 1), (-1, 2)]);
    assert_eq!(plotted((0, 0), (1, -2)), [(1, -2), (1, -1), (0, 0)]);
    assert_eq!(plotted((0, 0), (-1, -2)), [(-1, -2), (-1, -1), (0, 0)]);
}

#[test]
fn line_of_sight_is_that_of_the_pseudo_code() {
    let settings = Settings::of(&Options::default());
    assert_eq!(settings.region_size, 50, "{}", OPTIONS[0].name);
    let (marks, kept) = (Marks::default(), Kept::new());
    let (mut seen, mut hidden, mut steep) = (0u64, 0u64, 0u64);
    for number in 0..6 {
        let seed = Seed::from_text(&format!("sight {number}"));
        let source = Source {
            seed: &seed,
            settings: &settings,
            marks: &marks,
            kept: &kept,
            extended: ExtendedOptions::default(),
        };
        let mut land = Land::default();
        // Around a corner of four regions, to include negative coordinates.
        land.survey(&source, (0, 0), (30, 30));
        let rock = |(x, y): Spot| land.at(x, y) == ROCK;
        for a in (-20..=20).flat_map(|y| (-20..=20).map(move |x| (x, y))).filter(|&a| !rock(a)) {
            for (dx, dy) in (-8i64..=8).flat_map(|dy| (-8i64..=8).map(move |dx| (dx, dy))) {
                let b = (a.0 + dx, a.1 + dy);
                let sees = land.sees(a, b);
                assert_eq!(sees, plain_sees(rock, a, b), "seed {number}: {a:?} to {b:?}");
                *(if sees { &mut seen } else { &mut hidden }) += 1;
                steep += u64::from(dx.abs() == 1 && dy.abs() == 2);
            }
        }
    }
    assert!(seen > 100_000 && hidden > 100_000 && steep > 20_000);
}
