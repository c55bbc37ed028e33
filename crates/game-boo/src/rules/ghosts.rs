//! How ghosts hunt: by the shortest path, around walls, stairs and each other.

use super::Boo;
use crate::Way;
use crate::content::GHOST_STEPS_MAX;
use crate::event::Event;
use crate::ground::{Flood, Rows, Spot};
use alloc::vec::Vec;

impl Boo {
    /// Every ghost, in the order of creation, goes one or two steps; the cat's death ends the turn.
    pub(super) fn haunt(&mut self, events: &mut Vec<Event>) {
        for ghost in 0..self.0.ghosts.all().len() {
            if self.is_over() {
                return;
            }
            let steps = self.0.fate.between(1, GHOST_STEPS_MAX as i32, "ghost steps");
            for _ in 0..steps {
                let at = self.0.ghosts.all()[ghost];
                let Some(way) = self.hunt(ghost, at) else { break };
                let to = at.step(way).expect("a path stays on the floor");
                self.0.ghosts.set(ghost, to);
                if to == self.0.cat {
                    self.suffer(events);
                }
            }
        }
    }

    /// The step a ghost at `at` takes: the first of its shortest path to the cat, or `None` when it is there or has to wait.
    ///
    /// Other ghosts are walked around. The cat's own tile is the goal even if a ghost is on it. Where the others close
    /// every way, the shortest path that ignores them is taken as far as it is free. No ghost enters a tile that holds
    /// another, so it waits in front of it.
    pub(crate) fn hunt(&self, ghost: usize, at: Spot) -> Option<Way> {
        let way = self
            .path_from(at, self.haunted(ghost))
            .or_else(|| self.path_from(at, self.0.layout.haunt.clone()))?;
        let to = at.step(way)?;
        let taken = self.0.ghosts.all().iter().enumerate().any(|(other, &spot)| other != ghost && spot == to);
        (!taken).then_some(way)
    }

    /// The first step of a shortest path to the cat over open tiles; of several the first in the order up, down, left,
    /// right. `None` when there is no path or `at` is its end.
    ///
    /// The flood begins at the cat and stops when it touches the ghost: whichever neighbour it comes through lies on a
    /// shortest path. The ghost's own tile is on none of those paths, so it does not matter that it is open.
    fn path_from(&self, at: Spot, open: Rows) -> Option<Way> {
        if at == self.0.cat || !open.has(self.0.cat) {
            return None;
        }
        let sides = Way::ALL.map(|way| at.step(way));
        let mut flood = Flood::new(open, self.0.cat);
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

    /// The tiles open to one ghost: no stairs, no other ghost. The cat's tile stays open, whoever shares it.
    pub(crate) fn haunted(&self, ghost: usize) -> Rows {
        let mut open = self.0.layout.haunt.clone();
        for (other, &spot) in self.0.ghosts.all().iter().enumerate() {
            if other != ghost && spot != self.0.cat {
                open.remove(spot);
            }
        }
        open
    }

    /// True when a ghost shares the cat's tile.
    pub(crate) fn is_haunted(&self) -> bool {
        self.0.ghosts.has(self.0.cat)
    }

    /// How many steps a ghost is away from the cat, if a path is free.
    pub(crate) fn steps_to_cat(&self, ghost: usize) -> Option<u32> {
        let open = self.haunted(ghost);
        if !open.has(self.0.cat) {
            return None;
        }
        Flood::new(open, self.0.cat).steps_to(self.0.ghosts.all()[ghost])
    }
}
