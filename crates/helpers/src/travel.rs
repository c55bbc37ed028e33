//! Path finding for walking helpers.
//!
//! Pure functions of a chart, which contains only what the player has seen. The caller submits each step as an
//! ordinary command, so a run contains only primitive commands.

use kernel::grid::{DistanceMap, FAR};
use kernel::{Chart, Dir, Ground, Pos};

/// The distance within which an enemy makes the ground dangerous.
const REACH: u32 = 2;

/// The directions a walker of this chart can take. Straight steps come first, so that equally short walks look
/// straight.
fn ways(chart: &Chart) -> &'static [Dir] {
    const STRAIGHT_FIRST: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];
    if chart.diagonal { &STRAIGHT_FIRST } else { &STRAIGHT_FIRST[..4] }
}

/// Ground that is safe to walk on. Exits and dangers are entered only as the goal.
fn is_safe(chart: &Chart, at: Pos) -> bool {
    matches!(chart.ground.get(at), Some(Ground::Open | Ground::Prize))
}

/// Distances from some goals over safe ground. The hero's own cell counts as safe.
fn map_to(chart: &Chart, goals: impl IntoIterator<Item = Pos>) -> DistanceMap {
    map_over(chart, goals, |at| is_safe(chart, at))
}

fn map_over(chart: &Chart, goals: impl IntoIterator<Item = Pos>, open: impl Fn(Pos) -> bool) -> DistanceMap {
    let mut map = DistanceMap::new(chart.ground.cols(), chart.ground.rows());
    map.measure(goals, ways(chart), |at| at == chart.hero || open(at));
    map
}

/// A shortest safe walk to the nearest of these cells; empty if the hero stands on one.
#[must_use]
pub fn nearest(chart: &Chart, goals: impl IntoIterator<Item = Pos>) -> Option<Vec<Dir>> {
    walk_down(chart, &map_to(chart, goals))
}

/// A shortest safe walk to a cell, or to a neighbour if it cannot be entered.
#[must_use]
pub fn beside(chart: &Chart, place: Pos) -> Option<Vec<Dir>> {
    let onto = match chart.ground.get(place) {
        Some(Ground::Open | Ground::Prize | Ground::Exit) => path(chart, place),
        _ => None,
    };
    onto.or_else(|| {
        let cells = ways(chart).iter().map(|&way| place.step(way));
        nearest(chart, cells.filter(|&at| at == chart.hero || is_safe(chart, at)))
    })
}

/// The first dangerous cell on the shortest walk to the nearest of these cells if dangers and enemies are
/// ignored; `None` if there is no such walk.
#[must_use]
pub fn first_danger(chart: &Chart, goals: impl IntoIterator<Item = Pos>) -> Option<Pos> {
    let is_danger = |at: Pos| {
        chart.ground.get(at) == Some(&Ground::Danger) || chart.threats.iter().any(|threat| threat.at == at)
    };
    let map = map_over(chart, goals, |at| is_safe(chart, at) || is_danger(at));
    let walk = walk_down(chart, &map)?;
    let cells = walk.iter().scan(chart.hero, |at, &way| {
        *at = at.step(way);
        Some(*at)
    });
    cells.into_iter().find(|&at| is_danger(at))
}

/// A walk to attack what stands at a cell, which is its last step. Dangers that the enemy causes may be
/// entered, others only if there is no other way.
#[must_use]
pub fn to_fight(chart: &Chart, place: Pos) -> Option<Vec<Dir>> {
    let walk = |reach: u32| {
        let is_faced =
            |at: Pos| chart.ground.get(at) == Some(&Ground::Danger) && at.king_distance(place) <= reach;
        walk_down(chart, &map_over(chart, [place], |at| is_safe(chart, at) || is_faced(at)))
    };
    walk(REACH).or_else(|| walk(u32::MAX))
}

/// A shortest safe walk to `goal`, as steps. It stays valid while the board scrolls.
#[must_use]
pub fn path(chart: &Chart, goal: Pos) -> Option<Vec<Dir>> {
    if !may_be_goal(chart, goal) {
        return None;
    }
    walk_down(chart, &map_to(chart, [goal]))
}

/// The steps from the hero to the nearest goal of a map.
fn walk_down(chart: &Chart, map: &DistanceMap) -> Option<Vec<Dir>> {
    if map.at(chart.hero) == FAR {
        return None;
    }
    let mut at = chart.hero;
    let mut steps = Vec::new();
    while let Some(way) = map.nearer(at, ways(chart)) {
        at = at.step(way);
        steps.push(way);
    }
    Some(steps)
}

/// A safe walk to a place that may lie beyond the chart. Then it leads to the known cell nearest to the place,
/// if that is nearer than the hero: repeated planning ends.
#[must_use]
pub fn approach(chart: &Chart, place: Pos) -> Option<Vec<Dir>> {
    if chart.ground.contains(place) {
        return path(chart, place);
    }
    let reach = map_to(chart, [chart.hero]);
    let left = |at: Pos| (at.block_distance(place), reach.at(at));
    let known = chart.ground.positions().filter(|&at| is_safe(chart, at) && reach.at(at) != FAR);
    let nearest = known.min_by_key(|&at| left(at))?;
    if left(nearest).0 < left(chart.hero).0 { path(chart, nearest) } else { None }
}

fn may_be_goal(chart: &Chart, goal: Pos) -> bool {
    !matches!(chart.ground.get(goal), None | Some(Ground::Unknown | Ground::Blocked))
}

/// Whether a cell is worth exploring: it holds a prize or lies beside unknown ground.
#[must_use]
pub fn is_goal_of_exploring(chart: &Chart, at: Pos) -> bool {
    match chart.ground.get(at) {
        Some(Ground::Prize) => true,
        Some(Ground::Open) => {
            Dir::ALL.iter().any(|&way| chart.ground.get(at.step(way)) == Some(&Ground::Unknown))
        }
        _ => false,
    }
}

/// The nearest exit that can be reached.
#[must_use]
pub fn nearest_exit(chart: &Chart) -> Option<Pos> {
    let map = map_to(chart, [chart.hero]);
    let exits = chart.ground.positions().filter(|&at| chart.ground.get(at) == Some(&Ground::Exit));
    let reach = |at: Pos| ways(chart).iter().map(|&way| map.at(at.step(way.opposite()))).min().unwrap_or(FAR);
    exits
        .map(|at| (reach(at), at.y, at.x))
        .filter(|(steps, ..)| *steps != FAR)
        .min()
        .map(|(_, y, x)| Pos::new(x, y))
}

#[cfg(test)]
#[path = "travel_tests.rs"]
mod tests;
