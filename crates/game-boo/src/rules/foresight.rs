//! Exact forecasts of the ghosts' next moves, by trying every outcome of their coins. The game's own dice are
//! not used.

use super::Boo;
use super::ghosts::GhostStep;
use crate::Way;
use crate::content::GHOST_STEPS_MAX;
use crate::ground::{Flood, Spot};

/// Which ghosts meet the cat at a step, as bit sets of their places in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meetings {
    /// The ghost whose tile the cat enters.
    pub(crate) entered: u8,
    /// Ghosts that reach the cat for some outcome of the coins.
    pub(crate) may: u8,
    /// Ghosts that reach the cat for every outcome of the coins.
    pub(crate) must: u8,
    /// Maximum number of meetings this step can cause.
    pub(crate) most: u32,
}

impl Boo {
    /// The meetings if the cat steps this way now, or stays where it is. Call it on the game as the player
    /// knows it.
    pub(crate) fn meetings(&self, way: Option<Way>) -> Meetings {
        let mut after = self.clone();
        after.enter(way);
        let mut met = Meetings::default();
        if after.cat != self.cat
            && let Some(ghost) = self.ghosts.all().iter().position(|&ghost| ghost == after.cat)
        {
            met.entered = 1 << ghost;
        }
        if !self.resting {
            met.must = u8::MAX;
            for coins in 0..1u32 << self.ghosts.all().len() {
                let mut after = after.clone();
                let came = after.haunt_by(coins);
                met.may |= came;
                met.must &= came;
                met.most = met.most.max(came.count_ones());
            }
        }
        met.most += met.entered.count_ones();
        met
    }

    /// Worst-case number of meetings if the cat steps this way. If the ghosts rest now, the best step after
    /// it is included.
    pub(crate) fn risk(&self, way: Way) -> u32 {
        let now = self.meetings(Some(way)).most;
        if !self.resting {
            return now;
        }
        let mut after = self.clone();
        after.enter(Some(way));
        if after.cat == self.layout.stairs {
            return now;
        }
        after.resting = false;
        let next = Way::ALL.into_iter().map(|way| after.meetings(Some(way)).most).min();
        now + next.unwrap_or_default()
    }

    /// The earliest of the cat's steps, counted from 1, at which a ghost can reach a waiting cat; `None` if
    /// there is no path.
    pub(crate) fn turns_to_cat(&self, ghost: usize, waiting: &Meetings) -> Option<u32> {
        let steps = self.way_to_cat(self.ghosts.all()[ghost])?;
        let moves = steps.div_ceil(GHOST_STEPS_MAX).max(1);
        // A ghost that is close enough but blocked by another has to wait for its next move.
        let held = !self.resting && moves == 1 && steps > 0 && waiting.may >> ghost & 1 == 0;
        Some(2 * (moves + u32::from(held)) - u32::from(!self.resting))
    }

    /// Number of steps from a tile to the cat, ignoring ghosts and avoiding the stairs.
    pub(crate) fn way_to_cat(&self, from: Spot) -> Option<u32> {
        Flood::new(self.layout.haunt.clone(), self.cat).steps_to(from)
    }

    /// Moves the ghosts with the given coins; returns which of them met the cat.
    fn haunt_by(&mut self, coins: u32) -> u8 {
        let mut came = 0;
        for ghost in 0..self.ghosts.all().len() {
            for _ in 0..=(coins >> ghost & 1) {
                let GhostStep::Comes(to) = self.step_ghost(ghost) else { break };
                came |= u8::from(to == self.cat) << ghost;
            }
        }
        came
    }
}
