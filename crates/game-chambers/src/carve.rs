//! Option `chambers`: random chambers, randomly connected.
//!
//! The board is divided into three by two lots, each surrounded by a free lane, so that a passage can lead
//! from any doorway to any other. Each lot has one chamber; one lot may stay empty.

use crate::plan::{CELLS, COLS, Ground, Plan, ROWS, Spot};
use alloc::{vec, vec::Vec};
use kernel::grid::{DistanceMap, spanning_tree};
use kernel::{Dir, Rng};

const LOT_COLS: usize = 24;
const LOT_ROWS: usize = 10;
const LOTS_ACROSS: usize = 3;
const LOTS: usize = 6;
/// The minimum size of a chamber, walls included.
const LEAST: (i32, i32) = (12, 7);

/// A chamber with its walls, given by its first and last corner.
#[derive(Clone, Copy)]
struct Built {
    lot: usize,
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// A floor with five or six random, connected chambers.
pub(crate) fn plan(rng: &mut Rng) -> Plan {
    let mut ground = frame();
    let empty = rng.below(2 * LOTS as u32, "empty lot") as usize;
    let rooms: Vec<Built> = (0..LOTS).filter(|&lot| lot != empty).map(|lot| room(lot, rng)).collect();
    for room in &rooms {
        build(&mut ground, room);
    }
    let mut roads = DistanceMap::new(COLS as u32, ROWS as u32);
    for (a, b) in connections(&rooms, rng) {
        let (from, to) = doors(&mut ground, rooms[a as usize], rooms[b as usize], rng);
        lead(&mut ground, &mut roads, from, to);
    }
    Plan::new(ground)
}

fn frame() -> Vec<Ground> {
    let mut ground = vec![Ground::Void; CELLS];
    for (index, cell) in ground.iter_mut().enumerate() {
        let at = Spot::from_index(index);
        if at.x() == 0 || usize::from(at.x()) == COLS - 1 {
            *cell = Ground::Upright;
        } else if at.y() == 0 || usize::from(at.y()) == ROWS - 1 {
            *cell = Ground::Level;
        }
    }
    ground
}

fn room(lot: usize, rng: &mut Rng) -> Built {
    let mut within = |size: usize, least: i32, label| {
        let taken = rng.between(least, size as i32, label) as usize;
        let before = rng.below((size - taken) as u32 + 1, label) as usize;
        (before, before + taken - 1)
    };
    let (left, right) = within(LOT_COLS, LEAST.0, "chamber width");
    let (top, bottom) = within(LOT_ROWS, LEAST.1, "chamber height");
    let (x, y) = (2 + lot % LOTS_ACROSS * (LOT_COLS + 1), 2 + lot / LOTS_ACROSS * (LOT_ROWS + 1));
    Built { lot, left: x + left, right: x + right, top: y + top, bottom: y + bottom }
}

fn build(ground: &mut [Ground], room: &Built) {
    for y in room.top..=room.bottom {
        for x in room.left..=room.right {
            ground[Spot::new(x, y).index()] = if x == room.left || x == room.right {
                Ground::Upright
            } else if y == room.top || y == room.bottom {
                Ground::Level
            } else {
                Ground::Tile
            };
        }
    }
}

/// A random tree over the chambers that prefers neighbours, plus up to two more links.
fn connections(rooms: &[Built], rng: &mut Rng) -> Vec<(u32, u32)> {
    let count = rooms.len() as u32;
    let apart = |a: u32, b: u32| {
        let (a, b) = (rooms[a as usize].lot, rooms[b as usize].lot);
        (a % LOTS_ACROSS).abs_diff(b % LOTS_ACROSS) + (a / LOTS_ACROSS).abs_diff(b / LOTS_ACROSS)
    };
    let mut links =
        spanning_tree(count, |a, b| apart(a, b) as u64 * 100 + u64::from(rng.below(100, "link weight")));
    for _ in 0..rng.below(3, "more links") {
        let (a, b) = (rng.below(count, "link"), rng.below(count, "link"));
        if a != b && !links.contains(&(a.min(b), a.max(b))) {
            links.push((a.min(b), a.max(b)));
        }
    }
    links
}

/// Opens a doorway in each of two chambers and returns the cells outside.
fn doors(ground: &mut [Ground], a: Built, b: Built, rng: &mut Rng) -> (Spot, Spot) {
    let beside = a.lot % LOTS_ACROSS != b.lot % LOTS_ACROSS;
    let below = a.lot / LOTS_ACROSS != b.lot / LOTS_ACROSS;
    let sideways = beside && (!below || rng.chance(1, 2, "link side"));
    let (from, to) = if sideways {
        if a.left < b.left { (Dir::E, Dir::W) } else { (Dir::W, Dir::E) }
    } else if a.top < b.top {
        (Dir::S, Dir::N)
    } else {
        (Dir::N, Dir::S)
    };
    (door(ground, a, from, rng), door(ground, b, to, rng))
}

fn door(ground: &mut [Ground], room: Built, side: Dir, rng: &mut Rng) -> Spot {
    let mut along =
        |low: usize, high: usize| rng.between(low as i32 + 1, high as i32 - 1, "doorway") as usize;
    let at = match side {
        Dir::E => Spot::new(room.right, along(room.top, room.bottom)),
        Dir::W => Spot::new(room.left, along(room.top, room.bottom)),
        Dir::S => Spot::new(along(room.left, room.right), room.bottom),
        _ => Spot::new(along(room.left, room.right), room.top),
    };
    ground[at.index()] = Ground::Door;
    at.step(side).expect("chambers keep clear of the frame")
}

/// Digs a passage from one cell to another, around everything in the way.
fn lead(ground: &mut [Ground], roads: &mut DistanceMap, from: Spot, to: Spot) {
    roads.measure([to.pos()], &Dir::ORTHOGONAL, |at| {
        Spot::from_pos(at).is_some_and(|at| matches!(ground[at.index()], Ground::Void | Ground::Passage))
    });
    let mut at = from;
    ground[at.index()] = Ground::Passage;
    while let Some(way) = roads.nearer(at.pos(), &Dir::ORTHOGONAL) {
        at = at.step(way).expect("roads stay on the board");
        ground[at.index()] = Ground::Passage;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seed;

    #[test]
    fn every_floor_is_one_piece_with_five_or_six_chambers() {
        for number in 0..500 {
            let plan = plan(&mut Rng::stream(&Seed::from_text("carve"), "plan", &[number]));
            assert!((5..=6).contains(&plan.chambers.len()), "floor {number}");
            assert!(plan.chambers.iter().all(|chamber| chamber.piece == plan.main_piece), "floor {number}");
            assert!(plan.chambers.iter().all(|chamber| chamber.tiles.len() >= 50), "floor {number}");
            let walkable = |at: Spot| plan.ground(at).is_walkable();
            let rim = (0..CELLS).map(Spot::from_index).filter(|at| {
                at.x() == 0
                    || at.y() == 0
                    || usize::from(at.x()) == COLS - 1
                    || usize::from(at.y()) == ROWS - 1
            });
            assert_eq!(rim.filter(|&at| walkable(at)).count(), 0, "floor {number}");
        }
    }
}
