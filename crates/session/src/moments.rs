//! Moments of a run that viewers look for: fights, new floors, deaths. They are recognised by vitals, cues and
//! outcome, which every game has.

use crate::contract::Session;
use kernel::{Cue, Verdict};

/// A kind of moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An exchange of blows, or an injury.
    Fight,
    /// A new floor.
    Floor,
    /// A death, or any other end.
    Death,
}

impl Moment {
    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fight => "fight",
            Self::Floor => "floor",
            Self::Death => "death",
        }
    }
}

/// The values that are compared before and after a command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    hp: Option<i64>,
    floor: Option<i64>,
    deaths: Option<i64>,
    over: bool,
}

impl Before {
    /// The current values of a session.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let vitals = session.vitals(session.to_move());
        let number = |name: &str| vitals.number(name);
        let over = session.outcome().is_some_and(|outcome| outcome.verdict != Verdict::Quit);
        Self { hp: number("hp"), floor: number("floor"), deaths: number("deaths"), over }
    }

    /// Whether the command after these values was such a moment.
    #[must_use]
    pub fn leads_to(&self, session: &dyn Session, moment: Moment) -> bool {
        let now = Self::of(session);
        match moment {
            Moment::Fight => {
                session.said().iter().any(|sentence| sentence.cue == Cue::Beat) || now.hp < self.hp
            }
            Moment::Floor => now.floor != self.floor,
            Moment::Death => (now.over && !self.over) || now.deaths > self.deaths,
        }
    }
}
