//! Walks on pictures. `@` hero, `.` open, `#` wall, `$` prize, `>` exit, `^` danger, blank unknown, `X` the
//! goal.

use super::*;
use kernel::Grid;

/// The walk to the nearest goal of exploring, as a walker plans it.
fn exploration(chart: &Chart) -> Option<Vec<Dir>> {
    let goals = chart.ground.positions().filter(|&at| at != chart.hero && is_goal_of_exploring(chart, at));
    nearest(chart, goals)
}

/// The first step of exploring.
fn explore(chart: &Chart) -> Option<Dir> {
    exploration(chart)?.first().copied()
}

fn chart(picture: &[&str], diagonal: bool) -> (Chart, Option<Pos>) {
    let cols = picture[0].len() as u32;
    let mut ground = Grid::new(cols, picture.len() as u32, Ground::Unknown);
    let (mut hero, mut goal) = (None, None);
    for (y, row) in picture.iter().enumerate() {
        assert_eq!(row.len() as u32, cols, "a picture is a rectangle");
        for (x, glyph) in row.bytes().enumerate() {
            let at = Pos::new(x as i32, y as i32);
            ground.set(
                at,
                match glyph {
                    b'#' => Ground::Blocked,
                    b'$' => Ground::Prize,
                    b'>' => Ground::Exit,
                    b'^' => Ground::Danger,
                    b' ' => Ground::Unknown,
                    _ => Ground::Open,
                },
            );
            match glyph {
                b'@' => hero = Some(at),
                b'X' => goal = Some(at),
                _ => {}
            }
        }
    }
    (Chart { ground, hero: hero.expect("a hero"), diagonal, threat: false, ..Chart::default() }, goal)
}

/// The walk to `X` as directions; `-` if there is none.
fn walk(picture: &[&str], diagonal: bool) -> String {
    let (chart, goal) = chart(picture, diagonal);
    let goal = goal.expect("a goal");
    let Some(steps) = path(&chart, goal) else { return "-".to_owned() };
    steps.iter().map(|way| way.short()).collect::<Vec<_>>().join(" ")
}

/// Explores a picture, taking prizes and seeing cells next to the hero, until nothing is left; returns the
/// visited cells.
fn explored(truth: &[&str], diagonal: bool) -> usize {
    let (mut full, _) = chart(truth, diagonal);
    let mut known = full.clone();
    known.ground.fill(Ground::Unknown);
    let mut steps = 0;
    loop {
        if full.ground.get(known.hero) == Some(&Ground::Prize) {
            full.ground.set(known.hero, Ground::Open);
        }
        for near in [known.hero].into_iter().chain(Dir::ALL.map(|way| known.hero.step(way))) {
            if let Some(&ground) = full.ground.get(near) {
                known.ground.set(near, ground);
            }
        }
        let Some(way) = explore(&known) else { break };
        known.hero = known.hero.step(way);
        let under = full.ground.get(known.hero);
        assert!(matches!(under, Some(Ground::Open | Ground::Prize)), "explorers never step on {under:?}");
        steps += 1;
        assert!(steps < 10_000, "exploring ends");
    }
    assert!(!full.ground.cells().contains(&Ground::Prize), "no prize is left");
    steps
}

#[test]
fn walls_are_walked_around() {
    assert_eq!(walk(&["@#X", ".#.", "..."], false), "S S E E N N");
    assert_eq!(walk(&["@#X", ".#.", "..."], true), "S SE NE N");
    assert_eq!(walk(&["@..X"], false), "E E E");
}

#[test]
fn equally_short_walks_go_straight_first() {
    assert_eq!(walk(&["@...", "....", "...X"], false), "E E E S S");
}

#[test]
fn no_walk_leads_over_what_is_unknown_dangerous_or_leaves_the_board() {
    assert_eq!(walk(&["@ X"], false), "-");
    assert_eq!(walk(&["@^X", "..."], false), "S E E N");
    assert_eq!(walk(&["@>X"], false), "-");
    assert_eq!(walk(&["@#X"], true), "-");
}

#[test]
fn exits_and_dangers_can_be_goals_themselves() {
    let (chart, _) = chart(&["@.>", "^.."], false);
    assert_eq!(path(&chart, Pos::new(2, 0)), Some(vec![Dir::E, Dir::E]));
    assert_eq!(path(&chart, Pos::new(0, 1)), Some(vec![Dir::S]));
    assert_eq!(path(&chart, Pos::new(9, 9)), None);
    assert_eq!(path(&chart, chart.hero), Some(vec![]), "already there");
    assert_eq!(nearest_exit(&chart), Some(Pos::new(2, 0)));
}

#[test]
fn a_hero_on_stairs_can_walk_away_from_them() {
    let (mut chart, _) = chart(&["@.X"], false);
    chart.ground.set(chart.hero, Ground::Exit);
    assert_eq!(path(&chart, Pos::new(2, 0)), Some(vec![Dir::E, Dir::E]));
}

#[test]
fn an_exit_behind_a_wall_is_none() {
    assert_eq!(nearest_exit(&chart(&["@#>"], true).0), None);
    assert_eq!(nearest_exit(&chart(&["..@..", ">###.", "....>"], false).0), Some(Pos::new(0, 1)));
}

#[test]
fn explorers_take_the_nearest_prize_or_unknown_ground_first() {
    assert_eq!(explore(&chart(&["$...@..$"], false).0), Some(Dir::E));
    assert_eq!(explore(&chart(&["#######", "$...@. ", "#######"], false).0), Some(Dir::E));
    assert_eq!(explore(&chart(&["#####", "#.@.#", "#####"], false).0), None, "all is known");
    assert_eq!(
        explore(&chart(&["#####", "#.@> ", "#####"], false).0),
        None,
        "behind the stairs is another place"
    );
}

#[test]
fn a_whole_floor_is_explored_and_every_prize_taken() {
    let floor = [
        "####################",
        "#.....#....$#......#",
        "#.@...#.....#..##..#",
        "#.....+.....+..#$#.#",
        "#.....#..^..#..#.#.#",
        "####.###.####..#...#",
        "#....#.....##..#####",
        "#.$..#..>..........#",
        "####################",
    ];
    for diagonal in [false, true] {
        let steps = explored(&floor, diagonal);
        assert!((40..200).contains(&steps), "{steps} steps");
    }
}

#[test]
fn an_exploration_is_the_walk_its_first_step_belongs_to() {
    let (map, _) = chart(&["#######", "#@.... ", "####.##"], false);
    assert_eq!(exploration(&map).map(|steps| steps.len()), Some(4));
    assert_eq!(explore(&map), Some(Dir::E));
    assert_eq!(exploration(&chart(&["#####", "#.@.#", "#####"], false).0), None, "all is known");
}

#[test]
fn a_place_beyond_the_chart_is_approached_over_known_ground() {
    let (map, _) = chart(&["....#", ".@.#.", "...##", "...  "], false);
    assert_eq!(approach(&map, Pos::new(0, 3)), path(&map, Pos::new(0, 3)), "on the chart it is a walk");
    assert_eq!(approach(&map, Pos::new(4, 1)), None, "a place on the chart that cannot be reached");
    assert_eq!(approach(&map, Pos::new(90, -1)), Some(vec![Dir::N, Dir::E, Dir::E]));
    assert_eq!(approach(&map, Pos::new(2, 1 << 30)), Some(vec![Dir::E, Dir::S, Dir::S]));
    let (end, _) = chart(&["...@"], false);
    assert_eq!(approach(&end, Pos::new(9, 0)), None, "no cell is nearer than the hero");
}
