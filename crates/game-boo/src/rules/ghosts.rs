//! How ghosts hunt: by the shortest path, around walls, stairs and each other.

use super::Boo;
use crate::Way;
use crate::content::{BAIT_STEPS, GHOST_STEPS_MAX};
use crate::event::Event;
use crate::ground::{Flood, Rows, Spot};
use alloc::vec::Vec;

/// What came of one step of a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glide {
    /// It is where it wants to be, or somebody is in its way.
    Waits,
    /// It opened a door.
    Opens,
    /// It came to a tile.
    Comes(Spot),
}

impl Boo {
    /// Every ghost, in the order of creation, goes one or two steps; the cat's death ends the turn.
    pub(super) fn haunt(&mut self, events: &mut Vec<Event>) {
        for ghost in 0..self.ghosts.all().len() {
            if self.is_over() {
                return;
            }
            let steps = self.fate.between(1, GHOST_STEPS_MAX as i32, "ghost steps");
            for _ in 0..steps {
                match self.glide(ghost) {
                    Glide::Waits => break,
                    Glide::Opens => {
                        events.push(Event::DoorOpened);
                        break;
                    }
                    Glide::Comes(to) if to == self.cat => self.suffer(events),
                    Glide::Comes(_) => {}
                }
            }
        }
    }

    /// One step of a ghost. A shut door is opened instead of entered, and ends the ghost's move.
    pub(super) fn glide(&mut self, ghost: usize) -> Glide {
        let at = self.ghosts.all()[ghost];
        let Some(to) = self.hunt(ghost, at, self.quarry(ghost)).and_then(|way| at.step(way)) else {
            return Glide::Waits;
        };
        if let Some(more) = self.more.as_mut().filter(|more| more.shut.has(to)) {
            more.shut.remove(to);
            return Glide::Opens;
        }
        self.ghosts.set(ghost, to);
        Glide::Comes(to)
    }

    /// What a ghost goes for: the bait if it is near enough, else the cat.
    pub(crate) fn quarry(&self, ghost: usize) -> Spot {
        self.bait().filter(|&bait| self.smells(self.ghosts.all()[ghost], bait)).unwrap_or(self.cat)
    }

    fn smells(&self, at: Spot, bait: Spot) -> bool {
        let mut flood = Flood::new(self.layout.haunt.clone(), bait);
        for _ in 0..BAIT_STEPS {
            if flood.edge().has(at) {
                return true;
            }
            flood.spread();
        }
        flood.edge().has(at)
    }

    /// True when a ghost goes for the bait.
    pub(crate) fn is_drawn(&self, ghost: usize) -> bool {
        self.bait().is_some_and(|bait| self.smells(self.ghosts.all()[ghost], bait))
    }

    /// The step a ghost at `at` takes: the first of its shortest path to its goal, or `None` when it is there or has to wait.
    ///
    /// Other ghosts are walked around. The goal stays the goal even if a ghost is on it. Where the others close
    /// every way, the shortest path that ignores them is taken as far as it is free. No ghost enters a tile that holds
    /// another, so it waits in front of it.
    pub(crate) fn hunt(&self, ghost: usize, at: Spot, goal: Spot) -> Option<Way> {
        let way = path_from(at, goal, self.haunted(ghost, goal))
            .or_else(|| path_from(at, goal, self.layout.haunt.clone()))?;
        let to = at.step(way)?;
        let taken = self.ghosts.all().iter().enumerate().any(|(other, &spot)| other != ghost && spot == to);
        (!taken).then_some(way)
    }

    /// The tiles open to one ghost: no stairs, no other ghost. Its goal stays open, whoever is there.
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

    /// How many steps a ghost is away from the cat, if a path is free.
    pub(crate) fn steps_to_cat(&self, ghost: usize) -> Option<u32> {
        let open = self.haunted(ghost, self.cat);
        if !open.has(self.cat) {
            return None;
        }
        Flood::new(open, self.cat).steps_to(self.ghosts.all()[ghost])
    }
}

/// The first step of a shortest path from `at` to a goal over open tiles; of several the first in the order up, down, left,
/// right. `None` when there is no path or `at` is its end.
///
/// The flood begins at the goal and stops when it touches the ghost: whichever neighbour it comes through lies on a
/// shortest path. The ghost's own tile is on none of those paths, so it does not matter that it is open.
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
