//! What a player knows, for helpers that walk, and how a sensible cat would play. Nothing here writes the state.

use crate::content::{COLS, DANGER_STEPS, HEAL_MEAN_TENTHS, HP_MAX, ROWS, THREAT_STEPS};
use crate::ground::{Few, Flood, Rows, Spot};
use crate::rules::Boo;
use crate::{Command, Way};
use kernel::{Chart, Grid, Ground, Rng};

/// How far the adviser goes out of its way for a fish, in steps.
const FISH_STEPS: u32 = 12;
/// A floor has fewer tiles than this, so no race is longer.
const RACE_STEPS: u32 = 600;

impl Boo {
    /// The ground as far as the player knows it, in board coordinates.
    pub(crate) fn survey(&self) -> Chart {
        let mut ground = Grid::new(u32::from(COLS), u32::from(ROWS), Ground::Blocked);
        let ghosts = self.ghosts_in_view();
        let danger = self.near_ghosts(&ghosts, DANGER_STEPS);
        for at in ground.positions() {
            let Some(spot) = Spot::at_screen(at) else { continue };
            let known = if !self.knows(spot) {
                Ground::Unknown
            } else if spot == self.layout.stairs {
                Ground::Exit
            } else if !self.layout.floor.has(spot) {
                Ground::Blocked
            } else if danger.has(spot) {
                Ground::Danger
            } else if self.fish.has(spot) {
                Ground::Prize
            } else {
                Ground::Open
            };
            ground.set(at, known);
        }
        let threat = self.near_ghosts(&ghosts, THREAT_STEPS).has(self.cat);
        Chart { ground, hero: self.cat.on_screen(), diagonal: false, threat }
    }

    fn ghosts_in_view(&self) -> Few {
        let sight = self.in_sight();
        let mut few = Few::default();
        for &ghost in self.ghosts.all() {
            if sight.as_ref().is_none_or(|sight| sight.has(ghost)) {
                few.push(ghost);
            }
        }
        few
    }

    /// The tiles these ghosts could reach in so many steps.
    fn near_ghosts(&self, ghosts: &Few, steps: u32) -> Rows {
        let mut reached = Rows::EMPTY;
        if let Some((&first, others)) = ghosts.all().split_first() {
            let mut flood = Flood::new(self.layout.haunt.clone(), first);
            others.iter().for_each(|&ghost| flood.begin(ghost));
            reached.add_all(flood.edge());
            for _ in 0..steps {
                flood.spread();
                reached.add_all(flood.edge());
            }
        }
        reached
    }

    /// Eats when hurt, fetches a fish that is near, makes for the stairs (or, in fog, for what is unknown) by a way on
    /// which no ghost can come first; and if there is none, runs for it. It knows no more than the player.
    pub(crate) fn advice(&self, dice: &mut Rng) -> Option<Command> {
        if self.is_over() {
            return None;
        }
        if self.bag > 0 && self.hp + 2 * HEAL_MEAN_TENTHS / 10 <= HP_MAX {
            return Some(Command::Eat);
        }
        let mut known = self.layout.floor.clone();
        if self.setup.fog {
            known.keep(&self.seen);
        }
        let ghosts = self.ghosts_in_view();
        let mut prizes = Rows::EMPTY;
        self.fish.all().iter().filter(|&&fish| known.has(fish)).for_each(|&fish| prizes.add(fish));
        let goals = self.goals(&known);
        // Off the stairs until they are the goal: what is worth having on this floor comes first.
        let mut inside = known.clone();
        inside.remove(self.layout.stairs);
        let way = self
            .best_way(&inside, &prizes, &ghosts, FISH_STEPS)
            .or_else(|| self.best_way(&known, &goals, &ghosts, RACE_STEPS))
            .or_else(|| self.best_way(&known, &goals, &Few::default(), RACE_STEPS))
            .unwrap_or_else(|| *dice.pick(&Way::ALL, "a way out of a corner"));
        Some(Command::Step(way))
    }

    /// The stairs if they are known, else the known tiles next to unknown ones.
    fn goals(&self, known: &Rows) -> Rows {
        let mut goals = Rows::EMPTY;
        if known.has(self.layout.stairs) {
            goals.add(self.layout.stairs);
            return goals;
        }
        for spot in known.spots() {
            if Way::ALL.into_iter().filter_map(|way| spot.step(way)).any(|side| !self.knows(side)) {
                goals.add(spot);
            }
        }
        goals
    }

    /// The first step towards the goal that is soonest reached without a ghost being able to come first.
    fn best_way(&self, known: &Rows, goals: &Rows, ghosts: &Few, limit: u32) -> Option<Way> {
        let mut best: Option<(u32, Way)> = None;
        for way in Way::ALL {
            let Some(to) = self.cat.step(way).filter(|&to| known.has(to) && !ghosts.has(to)) else {
                continue;
            };
            let limit = best.map_or(limit, |(steps, _)| steps - 1);
            if let Some(steps) = self.race(to, known, goals, ghosts, limit) {
                best = Some((steps, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// How many steps the cat needs to a goal if it goes to `to` first and ghosts always take their most steps towards
    /// every tile at once; `None` if one of them can cut it off.
    fn race(&self, to: Spot, known: &Rows, goals: &Rows, ghosts: &Few, limit: u32) -> Option<u32> {
        let mut cat = Flood::new(known.clone(), to);
        let mut foes = ghosts.all().split_first().map(|(&first, others)| {
            let mut flood = Flood::new(self.layout.haunt.clone(), first);
            others.iter().for_each(|&ghost| flood.begin(ghost));
            flood
        });
        let mut resting = self.resting;
        for steps in 1..=limit {
            if !cat.is_live() {
                return None;
            }
            if cat.edge().meets(goals) {
                return Some(steps);
            }
            if let Some(foes) = foes.as_mut().filter(|_| !resting) {
                for _ in 0..2 {
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
