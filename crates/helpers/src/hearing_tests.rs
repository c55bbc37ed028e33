//! Ways, distances and dangers on drawn boards.

use super::*;
use kernel::{Footing, Ways};

/// The hearing on a drawn board: `@` the player, `#` rock, `!` dangerous floor, `x` a cell that can only be
/// left along the axes.
fn hearing(picture: &[&str]) -> Hearing {
    let rock = Footing { name: "rock", open: false, ways: Ways(0) };
    let (cols, rows) = (picture[0].len() as u32, picture.len() as u32);
    let mut around = Surroundings {
        hero: Pos::default(),
        place: (0, 0),
        ground: Grid::new(cols, rows, rock),
        things: Vec::new(),
    };
    let mut danger = Grid::new(cols, rows, false);
    for at in around.ground.positions() {
        let glyph = picture[at.y as usize].as_bytes()[at.x as usize];
        let ways = if glyph == b'x' { Ways::STRAIGHT } else { Ways::ALL };
        if glyph != b'#' {
            around.ground.set(at, Footing { name: "floor", open: true, ways });
        }
        danger.set(at, glyph == b'!');
        if glyph == b'@' {
            around.hero = at;
        }
    }
    let map = DistanceMap::new(cols, rows);
    let mut hearing =
        Hearing { around, edges: Vec::new(), threat: None, danger, reach: map.clone(), safe_reach: map };
    hearing.reach = hearing.measure(false);
    hearing.safe_reach = hearing.measure(true);
    hearing
}

#[test]
fn ways_are_shortest_and_safe_ones_avoid_danger() {
    let hearing = hearing(&["@.!.", ".##.", "...."]);
    let corner = Pos::new(3, 0);
    assert_eq!(hearing.path(corner), Some(3));
    assert_eq!(hearing.way(corner, false), Some(vec![Dir::E; 3]));
    assert_eq!(hearing.safe_path(corner), Some(5));
    assert_eq!(hearing.way(corner, true).map(|steps| steps.len()), Some(5));
    assert_eq!(hearing.safe_path(Pos::new(2, 0)), None, "the goal itself is dangerous");
    assert_eq!(hearing.path(hearing.around.hero), Some(0));
    assert_eq!(hearing.way(hearing.around.hero, true), Some(Vec::new()));
}

#[test]
fn the_last_step_may_lead_where_nobody_can_stand() {
    let hearing = hearing(&["@.#", "###"]);
    assert_eq!(hearing.path(Pos::new(2, 0)), Some(2), "a blow at what stands there");
    assert_eq!(hearing.way(Pos::new(2, 0), false), Some(vec![Dir::E, Dir::E]));
    assert_eq!(hearing.path(Pos::new(9, 9)), None);
    assert_eq!(hearing.way(Pos::new(9, 9), false), None);
}

#[test]
fn slanting_steps_start_only_where_they_may() {
    let hearing = hearing(&["@x.", "...", "..."]);
    assert_eq!(hearing.path(Pos::new(2, 2)), Some(2), "slanting all the way");
    assert_eq!(hearing.path(Pos::new(2, 0)), Some(2));
    let narrow = super::tests::hearing(&["@##", "#x#", "##."]);
    assert_eq!(narrow.path(Pos::new(2, 2)), None, "x is not left slantwise");
}

#[test]
fn told_lengths_are_the_lengths_of_told_ways() {
    let hearing = hearing(&["@..#....", "##.#.##.", "...!..#.", ".####.#.", "......#."]);
    for goal in hearing.around.ground.positions() {
        for safe in [false, true] {
            let length = if safe { hearing.safe_path(goal) } else { hearing.path(goal) };
            let way = hearing.way(goal, safe);
            assert_eq!(way.as_ref().map(|steps| steps.len() as u16), length, "{goal:?} {safe}");
            let end = way.map(|steps| steps.iter().fold(hearing.around.hero, |at, &way| at.step(way)));
            assert!(end.is_none_or(|end| end == goal));
        }
    }
}
