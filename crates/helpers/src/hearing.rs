//! Distances and directions of a player's surroundings, for speech.
//!
//! Everything is computed from [`Surroundings`] and the chart, which contain only what the player has seen.

use kernel::grid::{DistanceMap, FAR};
use kernel::{Chart, Dir, Grid, Ground, Pos, Sort, Surroundings, Thing};
use session::Session;

/// Straight steps come first, so that ways of equal length are described with few turns.
const WAYS: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// The surroundings of a player, with the distances.
#[derive(Clone, Debug)]
pub struct Hearing {
    /// The surroundings.
    pub around: Surroundings,
    /// Ground beside ground that was never seen, as destinations; described only on request.
    pub edges: Vec<Thing>,
    /// Whether something hostile is near, as the game defines it; `None` if it does not say.
    pub threat: Option<bool>,
    danger: Grid<bool>,
    reach: DistanceMap,
    safe_reach: DistanceMap,
}

impl Hearing {
    /// The surroundings of the player to move; `None` while the player is not on the board.
    #[must_use]
    pub fn of(session: &dyn Session) -> Option<Self> {
        let around = session.surroundings(session.to_move())?;
        let chart = session.chart(session.to_move(), 0, 0);
        let (cols, rows) = (around.ground.cols(), around.ground.rows());
        let mut danger = Grid::new(cols, rows, false);
        if let Some(chart) = &chart {
            let dangers = chart.ground.positions().zip(chart.ground.cells());
            dangers.filter(|(_, known)| **known == Ground::Danger).for_each(|(at, _)| danger.set(at, true));
        }
        let mut hearing = Self {
            edges: chart.as_ref().map(|chart| edges(&around, chart)).unwrap_or_default(),
            threat: chart.map(|chart| chart.threat),
            danger,
            reach: DistanceMap::new(cols, rows),
            safe_reach: DistanceMap::new(cols, rows),
            around,
        };
        hearing.reach = hearing.measure(false);
        hearing.safe_reach = hearing.measure(true);
        Some(hearing)
    }

    /// Steps from the player over open ground.
    fn measure(&self, safe: bool) -> DistanceMap {
        let mut map = DistanceMap::new(self.around.ground.cols(), self.around.ground.rows());
        map.measure_steps([self.around.hero], &WAYS, |from, way, to| {
            self.may_leave(from, way) && self.may_enter(to, safe)
        });
        map
    }

    fn may_leave(&self, from: Pos, way: Dir) -> bool {
        self.around.ground.get(from).is_some_and(|footing| footing.ways.has(way))
    }

    fn may_enter(&self, to: Pos, safe: bool) -> bool {
        let open = self.around.ground.get(to).is_some_and(|footing| footing.open);
        open && !(safe && self.is_dangerous(to))
    }

    /// Whether the game says that walking there costs or risks something.
    #[must_use]
    pub fn is_dangerous(&self, at: Pos) -> bool {
        self.danger.get(at).is_some_and(|danger| *danger)
    }

    /// The number of steps to a cell, also if the last one cannot be made.
    #[must_use]
    pub fn path(&self, goal: Pos) -> Option<u16> {
        self.last_step(&self.reach, goal)
    }

    /// The same on ways without danger, including the goal.
    #[must_use]
    pub fn safe_path(&self, goal: Pos) -> Option<u16> {
        if self.is_dangerous(goal) { None } else { self.last_step(&self.safe_reach, goal) }
    }

    fn last_step(&self, reach: &DistanceMap, goal: Pos) -> Option<u16> {
        if goal == self.around.hero {
            return Some(0);
        }
        let before = WAYS.iter().filter_map(|&way| {
            let from = goal.step(way.opposite());
            (reach.at(from) != FAR && self.may_leave(from, way)).then(|| reach.at(from))
        });
        before.min().map(|steps| steps.saturating_add(1))
    }

    /// A shortest way to a cell. Among equally short ones north is preferred to east, south and west, and
    /// straight steps to diagonal ones.
    #[must_use]
    pub fn way(&self, goal: Pos, safe: bool) -> Option<Vec<Dir>> {
        if safe && self.is_dangerous(goal) {
            return None;
        }
        let mut map = DistanceMap::new(self.around.ground.cols(), self.around.ground.rows());
        // The map spreads from the goal, so the steps of the way are those of the map reversed.
        map.measure_steps([goal], &WAYS, |_, way, to| {
            (to == self.around.hero || self.may_enter(to, safe)) && self.may_leave(to, way.opposite())
        });
        let mut at = self.around.hero;
        let mut steps = Vec::new();
        while at != goal {
            let left = map.at(at);
            let nearer = |&&way: &&Dir| {
                left != FAR && self.may_leave(at, way) && map.at(at.step(way)).saturating_add(1) == left
            };
            let way = *WAYS.iter().find(nearer)?;
            at = at.step(way);
            steps.push(way);
        }
        Some(steps)
    }
}

fn edges(around: &Surroundings, chart: &Chart) -> Vec<Thing> {
    if !chart.ground.cells().contains(&Ground::Unknown) {
        return Vec::new();
    }
    let unseen = |at: Pos| chart.ground.get(at) == Some(&Ground::Unknown);
    let open = around.ground.positions().zip(around.ground.cells()).filter(|(_, footing)| footing.open);
    let edge = open.filter(|(at, _)| !unseen(*at) && Dir::ALL.iter().any(|&way| unseen(at.step(way))));
    edge.map(|(at, _)| Thing { name: "unexplored ground".into(), sort: Sort::Prize, at }).collect()
}

#[cfg(test)]
#[path = "hearing_tests.rs"]
mod tests;
