//! What the cat sees with the option `fog`: symmetric shadow casting in integers.

use crate::content::{COLS, ROWS, SIGHT_TILES};
use crate::ground::{Rows, Spot};

/// A slope as a fraction; the denominator is positive.
type Slope = (i32, i32);

/// The tiles visible from a floor tile, including the walls that end the view.
pub(crate) fn visible(floor: &Rows, from: Spot) -> Rows {
    let mut seen = Rows::EMPTY;
    seen.add(from);
    for turn in 0..4 {
        Quadrant { floor, from, turn }.scan(1, (-1, 1), (1, 1), &mut seen);
    }
    seen
}

/// A quarter of the view, rotated so that depth points away from the cat.
struct Quadrant<'a> {
    floor: &'a Rows,
    from: Spot,
    turn: u8,
}

impl Quadrant<'_> {
    fn tile(&self, depth: i32, side: i32) -> Option<Spot> {
        let (dx, dy) = match self.turn {
            0 => (side, depth),
            1 => (side, -depth),
            2 => (depth, side),
            _ => (-depth, side),
        };
        let (x, y) = (i32::from(self.from.x) + dx, i32::from(self.from.y) + dy);
        let inside = (0..i32::from(COLS)).contains(&x) && (0..i32::from(ROWS)).contains(&y);
        inside.then(|| Spot::new(x as u8, y as u8))
    }

    /// Scans one row of the view between two slopes, then the rows behind it, up to the sight radius.
    fn scan(&self, depth: i32, mut start: Slope, end: Slope, seen: &mut Rows) {
        if depth > SIGHT_TILES {
            return;
        }
        let first = (2 * depth * start.0 + start.1).div_euclid(2 * start.1);
        let last = -((end.1 - 2 * depth * end.0).div_euclid(2 * end.1));
        let mut before = None;
        for side in first..=last {
            let tile = self.tile(depth, side);
            let clear = tile.is_some_and(|tile| self.floor.has(tile));
            // A floor tile counts only if its centre is in view; this makes sight symmetric.
            let central = side * start.1 >= depth * start.0 && side * end.1 <= depth * end.0;
            let near = depth * depth + side * side <= SIGHT_TILES * SIGHT_TILES;
            if let Some(tile) = tile.filter(|_| near && (!clear || central)) {
                seen.add(tile);
            }
            let edge = (2 * side - 1, 2 * depth);
            match before {
                Some(false) if clear => start = edge,
                Some(true) if !clear => self.scan(depth + 1, start, edge, seen),
                _ => {}
            }
            before = Some(clear);
        }
        if before == Some(true) {
            self.scan(depth + 1, start, end, seen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::plan;
    use crate::setup::{Additions, RoomCount, Setup};
    use alloc::format;
    use kernel::Seed;

    #[test]
    fn whoever_is_seen_sees_back_and_every_neighbour_is_seen() {
        for number in 0..20 {
            let seed = Seed::from_text(&format!("sight {number}"));
            let setup = Setup {
                rooms: RoomCount::Times,
                side: 8,
                fog: true,
                paths: false,
                additions: Additions::NONE,
            };
            let floor = plan(&seed, &setup, 2).layout.floor;
            for from in floor.spots() {
                let seen = visible(&floor, from);
                for other in seen.spots().filter(|&other| floor.has(other)) {
                    assert!(visible(&floor, other).has(from), "{from:?} sees {other:?}");
                    let (dx, dy) =
                        (i32::from(from.x) - i32::from(other.x), i32::from(from.y) - i32::from(other.y));
                    assert!(dx * dx + dy * dy <= SIGHT_TILES * SIGHT_TILES);
                }
                for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                    let (x, y) = (i32::from(from.x) + dx, i32::from(from.y) + dy);
                    assert!(seen.has(Spot::new(x as u8, y as u8)), "{from:?} misses its neighbour {dx},{dy}");
                }
            }
        }
    }
}
