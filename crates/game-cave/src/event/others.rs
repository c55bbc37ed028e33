//! Events among several heroes: which seats perceive an event, and what bystanders are told.

use super::Event;
use alloc::{boxed::Box, string::String};
use core::fmt::Write;
use kernel::{Cue, Name, article};
use serde::{Serialize, Serializer};

/// An event that only some seats perceive, one bit per seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aimed {
    pub(super) seats: u32,
    pub(super) event: Event,
}

impl Serialize for Aimed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.event.serialize(serializer)
    }
}

/// How a fight ended for the hero who fought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Ending {
    Won,
    Lost,
    Parted,
}

/// What others see or hear of a hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Witnessed {
    Joined,
    Left,
    Dismissed,
    Fought { foe: &'static str, end: Ending },
    Killed { foe: &'static str },
    Died,
    OpenedChest,
    TookRelic,
    BroughtRelicHome,
}

impl Witnessed {
    /// The most important of the events of one command that others can see.
    pub(crate) fn of(events: &[Event]) -> Option<Self> {
        let mut foe = "monster";
        let mut seen = None;
        for event in events {
            match event {
                Event::Met { foe: name } => foe = name,
                Event::Slain => seen = Some(Self::Fought { foe, end: Ending::Won }),
                Event::Parted => seen = Some(Self::Fought { foe, end: Ending::Parted }),
                Event::Killed if events.iter().any(|event| matches!(event, Event::FightBegan { .. })) => {
                    seen = Some(Self::Fought { foe, end: Ending::Lost });
                }
                Event::Killed | Event::Frozen => seen = Some(Self::Died),
                Event::RelicTaken => return Some(Self::TookRelic),
                Event::RelicHome => return Some(Self::BroughtRelicHome),
                Event::Felled { foe } => seen = seen.or(Some(Self::Killed { foe })),
                Event::Opened { .. } => seen = seen.or(Some(Self::OpenedChest)),
                _ => {}
            }
        }
        seen
    }

    /// True for events that every hero hears of, at any distance.
    pub(crate) const fn is_heard_by_all(self) -> bool {
        matches!(self, Self::Joined | Self::Left | Self::Dismissed | Self::TookRelic | Self::BroughtRelicHome)
    }

    pub(super) fn tell(self, who: Name, out: &mut String) {
        let _ = match self {
            Self::Joined => write!(out, "{who} joins."),
            Self::Left => write!(out, "{who} leaves."),
            Self::Dismissed => write!(out, "{who} is sent away."),
            Self::Fought { foe, end } => {
                let end = match end {
                    Ending::Won => " and wins.",
                    Ending::Lost => " and is killed.",
                    Ending::Parted => "; neither wins.",
                };
                write!(out, "{who} fights {} {foe}{end}", article(foe))
            }
            Self::Killed { foe } => write!(out, "{who} kills {} {foe}.", article(foe)),
            Self::Died => write!(out, "{who} dies."),
            Self::OpenedChest => write!(out, "{who} opens a chest."),
            Self::TookRelic => write!(out, "{who} lifts the relic. The cave stirs."),
            Self::BroughtRelicHome => write!(out, "{who} has brought the relic home. You have won!"),
        };
    }

    pub(super) const fn cue(self) -> Cue {
        match self {
            Self::BroughtRelicHome => Cue::Good,
            _ => Cue::Plain,
        }
    }
}

impl Event {
    /// The event, restricted to these seats.
    pub(crate) fn to(self, seats: u32) -> Self {
        Self::To(Box::new(Aimed { seats, event: self }))
    }

    /// Restricts the event to these seats.
    pub(crate) fn aim(&mut self, seats: u32) {
        let event = core::mem::replace(self, Self::Waited);
        *self = event.to(seats);
    }
}
