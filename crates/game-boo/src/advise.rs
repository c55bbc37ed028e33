//! How a sensible cat would play: the player of demonstrations and soak tests. It thinks about a copy of the game that
//! holds no more than the player knows.

use crate::content::{GHOST_STEPS_MAX, HEAL_MEAN_TENTHS, HP_MAX};
use crate::ground::{Flood, Rows, Spot};
use crate::rules::Boo;
use crate::{Command, Way};
use kernel::Rng;

/// How far it goes out of its way for a fish, in steps.
const FISH_STEPS: u32 = 12;
/// No path is longer: a floor has fewer tiles.
const RACE_STEPS: u32 = 600;

/// Eats when hurt, fetches a fish that is near, makes for the stairs (or, in fog, for what is unknown) by a way on
/// which no ghost can come first; and if there is none, runs for it, through a ghost if need be: waiting only gathers
/// more of them.
pub(crate) fn advise(game: &Boo, dice: &mut Rng) -> Option<Command> {
    if game.is_over() {
        return None;
    }
    if game.bag > 0 && game.hp + 2 * HEAL_MEAN_TENTHS / 10 <= HP_MAX {
        return Some(Command::Eat);
    }
    let known = game.as_known();
    let floor = &known.layout.floor;
    let mut fish = Rows::EMPTY;
    known.fish.all().iter().for_each(|&spot| fish.add(spot));
    // Fish first: the stairs end a floor and are no way to anything on it.
    let goals = game.goals(floor);
    let way = known
        .safe_way(&known.layout.haunt, &fish, FISH_STEPS)
        .or_else(|| known.safe_way(floor, &goals, RACE_STEPS))
        .or_else(|| known.short_way(floor, &goals))
        .unwrap_or_else(|| *dice.pick(&Way::ALL, "a way out of a corner"));
    Some(Command::Step(way))
}

impl Boo {
    /// The stairs if they are known, else the known tiles next to unknown ones.
    fn goals(&self, known: &Rows) -> Rows {
        let mut goals = Rows::EMPTY;
        if known.has(self.layout.stairs) {
            goals.add(self.layout.stairs);
            return goals;
        }
        let borders_on_unknown =
            |spot: &Spot| Way::ALL.into_iter().filter_map(|way| spot.step(way)).any(|side| !self.knows(side));
        known.spots().filter(borders_on_unknown).for_each(|spot| goals.add(spot));
        goals
    }

    /// The first step towards the goal that is soonest reached without a ghost being able to come first.
    fn safe_way(&self, open: &Rows, goals: &Rows, limit: u32) -> Option<Way> {
        let mut best: Option<(u32, Way)> = None;
        for way in Way::ALL {
            let Some(to) = self.cat.step(way).filter(|&to| open.has(to) && !self.ghosts.has(to)) else {
                continue;
            };
            let limit = best.map_or(limit, |(steps, _)| steps - 1);
            if let Some(steps) = self.race(to, open, goals, limit) {
                best = Some((steps, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// The first step of a shortest path to a goal, whoever stands on it.
    fn short_way(&self, open: &Rows, goals: &Rows) -> Option<Way> {
        let mut flood = Flood::from_all(open.clone(), goals.spots())?;
        while flood.is_live() {
            let beside = |way: &Way| self.cat.step(*way).is_some_and(|to| flood.edge().has(to));
            if let Some(way) = Way::ALL.into_iter().find(beside) {
                return Some(way);
            }
            flood.spread();
        }
        None
    }

    /// How many steps the cat needs to a goal if it goes to `to` first and ghosts always take their most steps towards
    /// every tile at once; `None` if one of them can cut it off.
    fn race(&self, to: Spot, open: &Rows, goals: &Rows, limit: u32) -> Option<u32> {
        let mut cat = Flood::new(open.clone(), to);
        let mut foes = Flood::from_all(self.layout.haunt.clone(), self.ghosts.all().iter().copied());
        let mut resting = self.resting;
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
                    cat.give_up(foes.edge());
                }
            }
            resting = !resting;
            cat.spread();
        }
        None
    }
}
