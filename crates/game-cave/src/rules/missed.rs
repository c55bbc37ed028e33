//! Changes by others that a hero did not see. His display shows the world as he saw it last.

use super::{Cave, Marks, Spot};
use alloc::collections::{BTreeMap, BTreeSet};
use serde::{Deserialize, Serialize};

/// A change of the world that other heroes may miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The chest here was emptied.
    Chest(Spot),
    /// The monster of a region, which was at `from`, has moved, was hurt or died.
    Foe { home: Spot, from: Spot },
}

/// The differences between a hero's memory and the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Missed {
    /// Chests he remembers as full.
    chests: BTreeSet<Spot>,
    /// Where he remembers monsters, by home region; `None` for one he knows is no longer where it was.
    foes: BTreeMap<Spot, Option<Spot>>,
}

impl Missed {
    pub(super) fn is_empty(&self) -> bool {
        self.chests.is_empty() && self.foes.is_empty()
    }

    /// The world as he remembers it.
    pub(super) fn remembered(&self, marks: &Marks) -> Marks {
        let mut marks = marks.clone();
        for chest in &self.chests {
            marks.claimed.remove(chest);
        }
        for (home, place) in &self.foes {
            marks.health.remove(home);
            match place {
                Some(place) => {
                    marks.dead.remove(home);
                    marks.roamed.insert(*home, *place);
                }
                None => {
                    marks.dead.insert(*home);
                }
            }
        }
        marks
    }
}

impl Marks {
    /// The position of the monster of a region; `None` when it is dead.
    fn place_of(&self, home: Spot, unmoved: Option<Spot>) -> Option<Spot> {
        if self.dead.contains(&home) { None } else { self.roamed.get(&home).copied().or(unmoved) }
    }
}

/// How a hero's display treats a change.
enum Perception {
    /// He saw it.
    Seen,
    /// He did not see it, and his display would show it: it shows the monster or chest here instead.
    AsItWas(Option<Spot>),
    /// His display does not show it.
    Nothing,
}

impl Perception {
    fn chest(cave: &Cave, at: Spot) -> Self {
        match cave.is_here() && cave.sees_ground(at) {
            true => Self::Seen,
            false if cave.remembers(at.0, at.1) => Self::AsItWas(Some(at)),
            false => Self::Nothing,
        }
    }

    fn foe(cave: &Cave, home: Spot, from: Spot) -> Self {
        let now = cave.marks.place_of(home, Some(from));
        let sees = |at: Spot| cave.is_here() && cave.sees_body(at);
        if now.is_some_and(sees) {
            return Self::Seen;
        }
        match sees(from) {
            true if now.is_none() => Self::Seen,
            true => Self::AsItWas(None),
            false if cave.remembers(from.0, from.1) => Self::AsItWas(Some(from)),
            false if now.is_some_and(|at| cave.remembers(at.0, at.1)) => Self::AsItWas(None),
            false => Self::Nothing,
        }
    }
}

impl Cave {
    /// Records a change that others may miss.
    pub(super) fn change(&mut self, change: Change) {
        if self.is_shared() {
            self.changes.push(change);
        }
    }

    /// Records which of some changes the active hero missed.
    pub(super) fn miss(&mut self, changes: &[Change]) {
        for &change in changes {
            let perception = match change {
                Change::Chest(at) => Perception::chest(self, at),
                Change::Foe { home, from } => Perception::foe(self, home, from),
            };
            let Some(missed) = self.missed_mut() else { return };
            match (change, perception) {
                (Change::Chest(at), Perception::AsItWas(_)) => {
                    missed.chests.insert(at);
                }
                (Change::Foe { home, .. }, Perception::AsItWas(place)) => {
                    missed.foes.entry(home).or_insert(place);
                }
                (Change::Foe { home, .. }, Perception::Seen) => {
                    missed.foes.remove(&home);
                }
                _ => {}
            }
        }
    }

    /// Forgets the differences that the active hero sees now.
    pub(super) fn notice(&mut self) {
        let Some(missed) = self.missed_mut().filter(|missed| !missed.is_empty()).map(core::mem::take) else {
            return;
        };
        let here = self.is_here();
        let Missed { mut chests, mut foes } = missed;
        chests.retain(|&at| !(here && self.sees_ground(at)));
        foes.retain(|&home, belief| {
            let now = self.marks.place_of(home, *belief);
            if here && now.is_some_and(|at| self.sees_body(at)) {
                return false;
            }
            if here && belief.is_some_and(|at| self.sees_body(at)) {
                *belief = None;
            }
            belief.is_some() || now.is_some()
        });
        if let Some(missed) = self.missed_mut() {
            *missed = Missed { chests, foes };
        }
    }
}
