//! How ghosts hunt: along the shortest path, around walls, stairs and each other.

use super::Boo;
use crate::Way;
use crate::content::{BAIT_STEPS, GHOST_STEPS_MAX};
use crate::event::Event;
use crate::ground::{Flood, Rows, Spot};
use alloc::vec::Vec;

/// Result of one step of a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GhostStep {
    /// It is at its goal, or its way is blocked.
    Waits,
    /// It opened a door.
    Opens,
    /// It moved to a tile.
    Comes(Spot),
}

impl Boo {
    /// Moves every ghost, in order of creation, one or two steps; the cat's death ends the turn.
    pub(super) fn haunt(&mut self, events: &mut Vec<Event>) {
        for ghost in 0..self.ghosts.all().len() {
            if self.is_over() {
                return;
            }
            let steps = self.fate.between(1, GHOST_STEPS_MAX as i32, "ghost steps");
            for _ in 0..steps {
                match self.step_ghost(ghost) {
                    GhostStep::Waits => break,
                    GhostStep::Opens => {
                        events.push(Event::DoorOpened);
                        break;
                    }
                    GhostStep::Comes(to) if to == self.cat => self.suffer(events),
                    GhostStep::Comes(_) => {}
                }
            }
        }
    }

    /// One step of a ghost. It opens a shut door instead of entering it, which ends its move.
    pub(super) fn step_ghost(&mut self, ghost: usize) -> GhostStep {
        let at = self.ghosts.all()[ghost];
        let Some(to) = self.hunt(ghost, at, self.quarry(ghost)).and_then(|way| at.step(way)) else {
            return GhostStep::Waits;
        };
        if let Some(edition) = self.edition.as_mut().filter(|edition| edition.shut.has(to)) {
            edition.shut.remove(to);
            return GhostStep::Opens;
        }
        self.ghosts.set(ghost, to);
        GhostStep::Comes(to)
    }

    /// A ghost's target: the bait if it is near enough, else the cat.
    pub(crate) fn quarry(&self, ghost: usize) -> Spot {
        self.bait().filter(|&bait| self.is_near_bait(self.ghosts.all()[ghost], bait)).unwrap_or(self.cat)
    }

    fn is_near_bait(&self, at: Spot, bait: Spot) -> bool {
        let mut flood = Flood::new(self.layout.haunt.clone(), bait);
        for _ in 0..BAIT_STEPS {
            if flood.edge().has(at) {
                return true;
            }
            flood.spread();
        }
        flood.edge().has(at)
    }

    /// True when a ghost is attracted by the bait.
    pub(crate) fn is_drawn(&self, ghost: usize) -> bool {
        self.bait().is_some_and(|bait| self.is_near_bait(self.ghosts.all()[ghost], bait))
    }

    /// The step a ghost at `at` takes: the first of its shortest path to the goal, or `None` when it is there
    /// or must wait.
    ///
    /// It walks around other ghosts, but the goal stays open even if a ghost is on it. If the others block
    /// every path, it follows the shortest path that ignores them as far as it is free. A ghost never enters
    /// a tile that holds another, but waits in front of it.
    pub(crate) fn hunt(&self, ghost: usize, at: Spot, goal: Spot) -> Option<Way> {
        let way = path_from(at, goal, self.haunted(ghost, goal))
            .or_else(|| path_from(at, goal, self.layout.haunt.clone()))?;
        let to = at.step(way)?;
        let taken = self.ghosts.all().iter().enumerate().any(|(other, &spot)| other != ghost && spot == to);
        (!taken).then_some(way)
    }

    /// The tiles open to one ghost: no stairs, no other ghosts. The goal stays open even if a ghost is on it.
    fn haunted(&self, ghost: usize, goal: Spot) -> Rows {
        let mut open = self.layout.haunt.clone();
        for (other, &spot) in self.ghosts.all().iter().enumerate() {
            if other != ghost && spot != goal {
                open.remove(spot);
            }
        }
        open
    }

    /// True when a ghost shares the cat's tile.
    pub(crate) fn is_haunted(&self) -> bool {
        self.ghosts.has(self.cat)
    }

    /// Number of steps from a ghost to the cat, if there is a free path.
    pub(crate) fn steps_to_cat(&self, ghost: usize) -> Option<u32> {
        let open = self.haunted(ghost, self.cat);
        if !open.has(self.cat) {
            return None;
        }
        Flood::new(open, self.cat).steps_to(self.ghosts.all()[ghost])
    }
}

/// The first step of a shortest path from `at` to a goal over open tiles; ties go by the order up, down,
/// left, right. `None` when there is no path or `at` is the goal.
///
/// The flood starts at the goal and stops when it touches the ghost: any neighbour it arrives through lies on
/// a shortest path. The ghost's own tile is on none of those paths, so it does not matter that it is open.
fn path_from(at: Spot, goal: Spot, open: Rows) -> Option<Way> {
    if at == goal || !open.has(goal) {
        return None;
    }
    let sides = Way::ALL.map(|way| at.step(way));
    let mut flood = Flood::new(open, goal);
    while flood.is_live() {
        let edge = flood.edge();
        for (way, side) in Way::ALL.into_iter().zip(sides) {
            if side.is_some_and(|side| edge.has(side)) {
                return Some(way);
            }
        }
        flood.spread();
    }
    None
}
