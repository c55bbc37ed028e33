//! Generated floors against the rules page: placement, tree, hallways, stairs, and how many rooms fit.

use super::*;
use crate::content::{COLS, ROWS};
use crate::setup::{Additions, RoomCount};
use alloc::{format, vec::Vec};
use core::cell::RefCell;
use kernel::grid::{Groups, spanning_tree};

const TIMES: Setup =
    Setup { rooms: RoomCount::Times, side: 4, fog: false, paths: false, additions: Additions::NONE };

fn seed(number: u32) -> Seed {
    Seed::from_text(&format!("floor test {number}"))
}

fn dice(number: u32) -> Rng {
    Rng::stream(&seed(number), "rooms", &[])
}

/// One setup for each kind of option that shapes a floor.
fn setups() -> [Setup; 4] {
    [
        TIMES,
        Setup { side: 8, ..TIMES },
        Setup { rooms: RoomCount::Plus, ..TIMES },
        Setup { rooms: RoomCount::Plus, side: 8, ..TIMES },
    ]
}

#[test]
fn rooms_keep_their_distance_and_their_size() {
    for number in 0..300 {
        for side in [4, 8] {
            let rooms = place_rooms(2000, side, &mut dice(number));
            let all = rooms.all();
            assert_eq!((all[0].x0, all[0].y0), FIRST_ROOM);
            for (index, room) in all.iter().enumerate() {
                assert!((3..=51).contains(&room.x0) && (3..=31).contains(&room.y0));
                assert!(room.x1 - room.x0 < side && room.y1 - room.y0 < side);
                for other in &all[..index] {
                    let gap =
                        |a0: u8, a1: u8, b0: u8, b1: u8| b0.saturating_sub(a1).max(a0.saturating_sub(b1));
                    let dx = gap(room.x0, room.x1, other.x0, other.x1);
                    let dy = gap(room.y0, room.y1, other.y0, other.y1);
                    assert!(dx > 4 || dy > 4, "{room:?} {other:?}");
                }
            }
        }
    }
}

#[test]
fn placement_ends_only_when_no_start_is_legal() {
    for number in 0..100 {
        let rooms = place_rooms(2000, 4, &mut dice(number));
        for x in 3..=51u8 {
            for y in 3..=31u8 {
                let near = |room: &Room| {
                    let apart =
                        |at: u8, low: u8, high: u8| low.saturating_sub(at).max(at.saturating_sub(high));
                    apart(x, room.x0, room.x1) <= 4 && apart(y, room.y0, room.y1) <= 4
                };
                assert!(rooms.all().iter().any(near), "a room could begin at {x},{y}");
            }
        }
    }
}

#[test]
fn every_size_of_a_free_room_is_equally_likely() {
    let mut seen = [[0u32; 4]; 4];
    let mut dice = dice(0);
    for _ in 0..16_000 {
        let room = room_from(Spot::new(20, 20), 4, &Rows::FULL, &mut dice);
        seen[usize::from(room.x1 - room.x0)][usize::from(room.y1 - room.y0)] += 1;
    }
    assert!(seen.iter().flatten().all(|times| (840..1160).contains(times)), "{seen:?}");
}

/// The numbers measured for the rules page (B1), within statistical error.
#[test]
fn as_many_rooms_fit_as_were_measured() {
    let placed = |side| {
        let mut counts: Vec<usize> =
            (0..500).map(|n| place_rooms(2000, side, &mut dice(n)).all().len()).collect();
        counts.sort_unstable();
        counts
    };
    let share = |counts: &[usize], rooms| counts.iter().filter(|&&count| count >= rooms).count() as f64 / 5.0;
    let small = placed(4);
    assert!((24..=28).contains(&small[0]) && (36..=40).contains(&small[499]), "{small:?}");
    assert!((31..=33).contains(&small[250]), "{small:?}");
    assert_eq!(share(&small, 20), 100.0);
    assert!((82.0..94.0).contains(&share(&small, 30)), "{}", share(&small, 30));
    assert_eq!(share(&small, 40), 0.0);
    let large = placed(8);
    assert!((25..=27).contains(&large[250]), "{large:?}");
    assert!(share(&large, 20) >= 99.0);
    assert!((3.0..11.0).contains(&share(&large, 30)), "{}", share(&large, 30));
}

#[test]
fn the_tree_is_kruskals() {
    for number in 0..200 {
        let rooms = place_rooms(5 + number * 3 % 40, 4, &mut dice(number));
        let middles: Vec<Spot> = rooms.all().iter().map(middle).collect();
        let weight = |a: u32, b: u32| {
            let (a, b) = (middles[a as usize], middles[b as usize]);
            let dx = u64::from(a.x.abs_diff(b.x));
            dx * dx + u64::from(a.y.abs_diff(b.y))
        };
        let mut wanted = spanning_tree(middles.len() as u32, weight);
        let mut grown = Vec::new();
        tree(rooms.all(), |a, b| grown.push((a as u32, b as u32)));
        assert_eq!(grown.len(), middles.len() - 1);
        let total = |edges: &[(u32, u32)]| edges.iter().map(|&(a, b)| weight(a, b)).sum::<u64>();
        assert_eq!(total(&grown), total(&wanted));
        wanted.sort_unstable();
        grown.sort_unstable();
        assert_eq!(grown, wanted);
        let mut groups = Groups::new(middles.len() as u32);
        assert!(grown.iter().all(|&(a, b)| groups.join(a, b)));
    }
}

/// Draws the floor tile by tile as the rules page describes it: rooms with a ring of wall, then hallways that
/// become floor and turn the void beside them into wall.
fn drawn_by_the_letter(rooms: &Rooms) -> (Rows, Rows) {
    let grid = RefCell::new([[b' '; COLS as usize]; ROWS as usize]);
    let set = |x: i32, y: i32, tile: u8| {
        let cell = &mut grid.borrow_mut()[y as usize][x as usize];
        if tile == b'.' || *cell == b' ' {
            *cell = tile;
        }
    };
    for room in rooms.all() {
        for y in i32::from(room.y0) - 1..=i32::from(room.y1) + 1 {
            for x in i32::from(room.x0) - 1..=i32::from(room.x1) + 1 {
                let inside = (i32::from(room.x0)..=i32::from(room.x1)).contains(&x)
                    && (i32::from(room.y0)..=i32::from(room.y1)).contains(&y);
                set(x, y, if inside { b'.' } else { b'#' });
            }
        }
    }
    let horizontal = |x0: i32, x1: i32, y: i32| {
        for x in x0..=x1 {
            set(x, y, b'.');
            set(x, y + 1, b'#');
            set(x, y - 1, b'#');
        }
    };
    let vertical = |y0: i32, y1: i32, x: i32| {
        for y in y0..=y1 {
            set(x, y, b'.');
            set(x - 1, y, b'#');
            set(x + 1, y, b'#');
        }
    };
    tree(rooms.all(), |a, b| {
        let place = |index: usize| {
            let spot = middle(&rooms.all()[index]);
            (i32::from(spot.x), i32::from(spot.y))
        };
        let (p, q) = (place(a), place(b));
        let (x0, x1) = (p.0.min(q.0), p.0.max(q.0));
        let (y0, y1) = (p.1.min(q.1), p.1.max(q.1));
        if p.1 == q.1 {
            horizontal(x0, x1, y0);
        } else if p.0 == q.0 {
            vertical(y0, y1, x0);
        } else {
            let first_or_third = (q.0 - p.0 > 0) == (q.1 - p.1 > 0);
            let column = if first_or_third { x1 } else { x0 };
            horizontal(x0, x1, y0);
            vertical(y0, y1, column);
            for x in column - 1..=column + 1 {
                set(x, y0 - 1, b'#');
            }
        }
    });
    let rows_of = |tile: u8| {
        let mut rows = Rows::EMPTY;
        for (spot, &cell) in Rows::FULL.spots().zip(grid.borrow().iter().flatten()) {
            if cell == tile {
                rows.add(spot);
            }
        }
        rows
    };
    (rows_of(b'.'), rows_of(b'#'))
}

#[test]
fn hallways_and_walls_are_as_the_letter_draws_them() {
    for number in 0..200 {
        let side = if number % 2 == 0 { 4 } else { 8 };
        let rooms = place_rooms(10 + number % 30, side, &mut dice(number));
        let mut ground = rooms.tiles();
        dig_hallways(&rooms, &mut ground);
        let (floor, wall) = drawn_by_the_letter(&rooms);
        assert_eq!(ground, floor);
        assert_eq!(ground.rim(), wall);
    }
}

#[test]
fn a_hallway_is_straight_or_bends_by_the_quadrant_rule() {
    let dug = |p: (u8, u8), q: (u8, u8)| {
        let mut ground = Rows::EMPTY;
        dig(&mut ground, Spot::new(p.0, p.1), Spot::new(q.0, q.1));
        let mut back = Rows::EMPTY;
        dig(&mut back, Spot::new(q.0, q.1), Spot::new(p.0, p.1));
        assert_eq!(ground, back, "a hallway has no direction");
        ground.spots().map(|spot| (spot.x, spot.y)).collect::<Vec<_>>()
    };
    assert_eq!(dug((3, 5), (6, 5)), [(3, 5), (4, 5), (5, 5), (6, 5)]);
    assert_eq!(dug((3, 5), (3, 7)), [(3, 5), (3, 6), (3, 7)]);
    // Lower end is left: along the bottom, then up on the larger x.
    assert_eq!(dug((3, 5), (5, 7)), [(3, 5), (4, 5), (5, 5), (5, 6), (5, 7)]);
    // Lower end is right: along the bottom, then up on the smaller x.
    assert_eq!(dug((5, 5), (3, 7)), [(3, 5), (4, 5), (5, 5), (3, 6), (3, 7)]);
}

#[test]
fn everything_is_reachable_without_crossing_the_stairs() {
    for number in 0..150 {
        for setup in setups() {
            for floor in [1, 2, 3, 4, 7, 12, 40] {
                let plan = plan(&seed(number), &setup, floor);
                let layout = &plan.layout;
                let mut flood = Flood::new(layout.haunt.clone(), plan.cat);
                flood.run_dry();
                assert_eq!(flood.dry().count(), 0, "seed {number}, floor {floor}, {setup:?}");
                let beside = Way::ALL.iter().filter_map(|&way| layout.stairs.step(way));
                assert!(beside.into_iter().any(|side| layout.haunt.has(side)));
            }
        }
    }
}

use crate::command::Way;

#[test]
fn things_stand_apart_and_inside_their_frame() {
    for number in 0..200 {
        for setup in setups() {
            for floor in [1, 2, 5, 6, 13] {
                let plan = plan(&seed(number), &setup, floor);
                let wanted = content::rooms(setup.rooms, floor);
                assert_eq!(plan.ghosts.all().len() as u32, content::ghosts(floor));
                assert_eq!(plan.fish.all().len() as u32, content::fish(wanted));
                let mut taken = Rows::EMPTY;
                let all = [plan.layout.stairs, plan.cat];
                for &spot in all.iter().chain(plan.ghosts.all()).chain(plan.fish.all()) {
                    assert!((5..=54).contains(&spot.x) && (5..=34).contains(&spot.y), "{spot:?}");
                    assert!(plan.layout.floor.has(spot) && !taken.has(spot));
                    taken.add(spot);
                }
                for &ghost in plan.ghosts.all() {
                    let steps = Flood::new(plan.layout.floor.clone(), plan.cat).steps_to(ghost);
                    assert!(steps >= Some(8), "seed {number}, floor {floor}: a ghost {steps:?} steps away");
                }
            }
        }
    }
}

#[test]
fn stairs_lie_in_rooms_and_hallways_leave_them_alone() {
    for number in 0..300 {
        let mut dice = Rng::stream(&seed(number), "floor", &[2]);
        let rooms = place_rooms(20, 4, &mut dice).tiles();
        let plan = plan(&seed(number), &TIMES, 2);
        assert!(rooms.has(plan.layout.stairs));
    }
}

/// BOO-8: the dice are rolled in the order of creation.
#[test]
fn a_floor_is_made_in_the_order_of_the_document() {
    extern crate std;
    std::thread_local! {
        static HEARD: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }
    fn hear(roll: kernel::Roll) {
        HEARD.with_borrow_mut(|heard| {
            if heard.last() != Some(&roll.label) {
                heard.push(roll.label);
            }
        });
    }
    plan(&seed(1).heard_by(hear), &TIMES, 3);
    let mut heard = HEARD.take();
    let rooms = heard.iter().rposition(|label| label.starts_with("room")).expect("rooms are thrown");
    assert!(heard[..=rooms].iter().all(|label| label.starts_with("room")));
    assert_eq!(heard.split_off(rooms + 1), ["stairs", "cat", "ghost", "fish"]);
}

/// Whether the floor stays connected without a tile, by a plain search.
fn holds_plainly(floor: &Rows, tile: Spot) -> bool {
    let mut rest = floor.clone();
    rest.remove(tile);
    let start = rest.spots().next().expect("more than one tile");
    let mut flood = Flood::new(rest, start);
    flood.run_dry();
    flood.dry().count() == 0
}

#[test]
fn the_quick_test_for_cuts_agrees_with_a_flood() {
    for number in 0..40 {
        let floor = plan(&seed(number), &setups()[number as usize % 4], 2).layout.floor;
        for tile in floor.spots() {
            assert_eq!(is_connected_without(&floor, tile), holds_plainly(&floor, tile), "{tile:?}");
        }
    }
}

#[test]
fn stairs_find_a_place_when_every_tile_of_the_rooms_is_needed() {
    // A one-tile room in the middle of a hallway: only the ends of the hallway can be removed.
    let mut ground = Rows::EMPTY;
    dig(&mut ground, Spot::new(10, 10), Spot::new(20, 10));
    let mut room = Rows::EMPTY;
    room.add(Spot::new(15, 10));
    let stairs = place_stairs(&room, &ground, &mut dice(0));
    assert!([Spot::new(10, 10), Spot::new(20, 10)].contains(&stairs));
}

#[test]
fn a_floor_depends_on_seed_number_and_setup_alone() {
    for number in 0..20 {
        let show = |setup: &Setup, floor| {
            let plan = plan(&seed(number), setup, floor);
            (plan.layout.floor, plan.layout.stairs, plan.cat, plan.ghosts, plan.fish)
        };
        assert_eq!(show(&TIMES, 3), show(&TIMES, 3));
        assert_ne!(show(&TIMES, 3), show(&TIMES, 4));
        assert_eq!(
            show(&TIMES, 3),
            show(&Setup { fog: true, paths: true, ..TIMES }, 3),
            "a view shapes no floor"
        );
    }
}
