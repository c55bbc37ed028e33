//! The built-in bot: plays demonstrations and soak tests. It works on a copy of the game that holds only what
//! the player knows.

use crate::content::{GHOST_STEPS_MAX, HEAL_MEAN_TENTHS, HP_MAX};
use crate::ground::{Flood, Rows, Spot};
use crate::rules::Boo;
use crate::{Command, Way};
use kernel::Rng;

/// At or below this health the bot also eats the fish it keeps for throwing.
const HURT: u32 = 45;
/// Fish kept back for throwing, with the option `bait`.
const BAIT_KEPT: u32 = 2;
/// Longest detour for a fish, in steps.
const FISH_STEPS: u32 = 12;
/// Longer than any path: a floor has fewer tiles.
const RACE_STEPS: u32 = 600;

impl Boo {
    /// Eats when hurt, fetches fish that are near, and heads for the stairs (in fog: for unexplored tiles)
    /// along a path on which no ghost can intercept the cat. If there is none, it takes the shortest path
    /// even through a ghost: waiting only attracts more of them.
    pub(crate) fn advice(&self, dice: &mut Rng) -> Option<Command> {
        if self.is_over() {
            return None;
        }
        let spare = if self.additions().bait && self.hp() > HURT { BAIT_KEPT } else { 0 };
        if self.bag() > spare && self.hp() + 2 * HEAL_MEAN_TENTHS / 10 <= HP_MAX {
            return Some(Command::Eat);
        }
        let known = self.as_known();
        let floor = &known.layout().floor;
        let mut fish = Rows::EMPTY;
        known.fish().all().iter().for_each(|&spot| fish.add(spot));
        // Fish first, avoiding the stairs: they leave everything on the floor behind.
        let goals = self.goals(floor);
        let safe = known
            .safe_way(&known.layout().haunt, &fish, FISH_STEPS)
            .or_else(|| known.safe_way(floor, &goals, RACE_STEPS));
        if safe.is_none()
            && let Some(way) = known.useful_throw(floor, &goals)
        {
            return Some(Command::Throw(way));
        }
        let way = safe
            .or_else(|| known.short_way(floor, &goals))
            .unwrap_or_else(|| *dice.pick(&Way::ALL, "a way out of a corner"));
        Some(Command::Step(way))
    }

    /// A throw that opens a safe path to a goal.
    fn useful_throw(&self, floor: &Rows, goals: &Rows) -> Option<Way> {
        Way::ALL.into_iter().find(|&way| {
            self.after_throw(way).is_some_and(|after| after.safe_way(floor, goals, RACE_STEPS).is_some())
        })
    }

    /// The tiles that ghosts on their way to the bait will cross.
    fn drawn_paths(&self) -> Rows {
        let mut tiles = Rows::EMPTY;
        for ghost in (0..self.ghosts().all().len()).filter(|&ghost| self.is_drawn(ghost)) {
            let (mut at, goal) = (self.ghosts().all()[ghost], self.quarry(ghost));
            tiles.add(at);
            while let Some(to) = self.hunt(ghost, at, goal).and_then(|way| at.step(way)) {
                tiles.add(to);
                at = to;
            }
        }
        tiles
    }

    /// The stairs if they are known, else the known tiles at the edge of the unexplored ground.
    fn goals(&self, known: &Rows) -> Rows {
        let mut goals = Rows::EMPTY;
        if known.has(self.layout().stairs) {
            goals.add(self.layout().stairs);
            return goals;
        }
        let borders_on_unknown =
            |spot: &Spot| Way::ALL.into_iter().filter_map(|way| spot.step(way)).any(|side| !self.knows(side));
        known.spots().filter(borders_on_unknown).for_each(|spot| goals.add(spot));
        goals
    }

    /// The first step of the quickest path to a goal on which no ghost can intercept the cat.
    fn safe_way(&self, open: &Rows, goals: &Rows, limit: u32) -> Option<Way> {
        let mut best: Option<(u32, Way)> = None;
        for way in Way::ALL {
            let Some(to) = self.cat().step(way).filter(|&to| open.has(to) && !self.ghosts().has(to)) else {
                continue;
            };
            let limit = best.map_or(limit, |(steps, _)| steps - 1);
            if let Some(steps) = self.race(to, open, goals, limit) {
                best = Some((steps, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// The first step of a shortest path to a goal, ignoring ghosts.
    fn short_way(&self, open: &Rows, goals: &Rows) -> Option<Way> {
        let mut flood = Flood::from_all(open.clone(), goals.spots())?;
        while flood.is_live() {
            let beside = |way: &Way| self.cat().step(*way).is_some_and(|to| flood.edge().has(to));
            if let Some(way) = Way::ALL.into_iter().find(beside) {
                return Some(way);
            }
            flood.spread();
        }
        None
    }

    /// Number of steps to the nearest goal if the cat goes to `to` first, assuming that every ghost moves at
    /// full speed in all directions at once; `None` if a ghost can intercept it.
    fn race(&self, to: Spot, open: &Rows, goals: &Rows, limit: u32) -> Option<u32> {
        let mut open = open.clone();
        if self.bait().is_some() {
            // Ghosts drawn by a bait do not chase the cat, so only the tiles on their path are dangerous.
            open.drop_all(&self.drawn_paths());
            if !open.has(to) {
                return None;
            }
        }
        let hunters = (0..self.ghosts().all().len()).filter(|&ghost| !self.is_drawn(ghost));
        let mut foes =
            Flood::from_all(self.layout().haunt.clone(), hunters.map(|ghost| self.ghosts().all()[ghost]));
        let mut cat = Flood::new(open, to);
        let mut resting = self.is_resting();
        for steps in 1..=limit {
            if !cat.is_live() {
                return None;
            }
            if cat.edge().meets(goals) {
                return Some(steps);
            }
            if let Some(foes) = foes.as_mut().filter(|_| !resting) {
                for _ in 0..GHOST_STEPS_MAX {
                    foes.spread();
                    cat.exclude(foes.edge());
                }
            }
            resting = !resting;
            cat.spread();
        }
        None
    }
}
