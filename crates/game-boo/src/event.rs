//! What can happen in the tower, and the sentence for each.

use alloc::{format, string::String};
use kernel::{Cue, Narrate};
use serde::Serialize;

/// Something that happened in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A ghost and the cat met.
    Attacked {
        /// The damage rolled; the cat cannot lose more health than it has.
        damage: u32,
        /// Health left.
        hp: u32,
    },
    /// The cat picked up a fish.
    PickedUp {
        /// Fish in the bag now.
        fish: u32,
    },
    /// A fish was eaten.
    Ate {
        /// Health regained.
        healed: u32,
        /// Health now.
        hp: u32,
        /// Fish left in the bag.
        fish: u32,
    },
    /// The cat took the stairs.
    Climbed {
        /// The floor it reached.
        floor: u32,
    },
    /// A fish was thrown.
    Threw {
        /// Fish left in the bag.
        fish: u32,
        /// How many ghosts are near enough to go for it.
        drawn: u32,
    },
    /// The bait has lost its effect.
    BaitGone,
    /// A ghost opened a door.
    DoorOpened,
    /// The display of the ghosts' paths was turned on or off.
    Paths {
        /// True when it was turned on.
        shown: bool,
    },
    /// The cat has no health left: the game is over.
    Died {
        /// Turns played.
        turns: u32,
        /// The floor it died on, which is the score.
        floor: u32,
    },
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        out.push_str(&match *self {
            Self::Attacked { damage, .. } => {
                format!("Boo!! A ghost attacked you! You lost {damage} HP. It shares your tile.")
            }
            Self::PickedUp { fish } => format!("You picked up a fish. Fish in your bag: {fish}."),
            Self::Ate { healed, hp, .. } => {
                format!("You ate a fish and regained {healed} HP. You have {hp} HP now.")
            }
            Self::Climbed { floor } => format!("You climbed the stairs to floor {floor}."),
            Self::Threw { drawn: 0, .. } => "You throw a fish. No ghost is near enough to go for it.".into(),
            Self::Threw { drawn: 1, .. } => "You throw a fish. A ghost goes for it.".into(),
            Self::Threw { drawn, .. } => format!("You throw a fish. {drawn} ghosts go for it."),
            Self::BaitGone => "The bait is gone.".into(),
            Self::DoorOpened => "A ghost opens a door.".into(),
            Self::Paths { shown: true } => "The ghosts' paths are shown.".into(),
            Self::Paths { shown: false } => "The ghosts' paths are hidden.".into(),
            Self::Died { turns, floor } => {
                format!("Game Over ! You played total of {turns} turns. You reached the floor {floor}.")
            }
        });
    }

    fn tell_player(&self, out: &mut String) -> bool {
        out.push_str(&match *self {
            Self::Attacked { damage, hp: 0 } => format!("Boo! A ghost walks into you: -{damage} HP."),
            Self::Attacked { damage, hp } => {
                format!(
                    "Boo! You meet a ghost: -{damage} HP, {hp} left. It stays on your tile until you move on."
                )
            }
            Self::PickedUp { fish: 1 } => "You pick up a fish.".into(),
            Self::PickedUp { fish } => format!("You pick up a fish: you have {fish} now."),
            Self::Ate { healed, hp, .. } => format!("You eat a fish: +{healed} HP, you have {hp} now."),
            Self::Climbed { floor } => format!("You climb to floor {floor}."),
            Self::Paths { shown: true } => "You see which way each ghost means to take.".into(),
            Self::Paths { shown: false } => "You no longer see the ways of the ghosts.".into(),
            Self::Died { floor, .. } => format!("You die on floor {floor}."),
            Self::Threw { .. } | Self::BaitGone | Self::DoorOpened => return false,
        });
        true
    }

    fn cue(&self) -> Cue {
        match self {
            Self::Attacked { .. } => Cue::Bad,
            Self::PickedUp { .. } | Self::Ate { .. } | Self::Climbed { .. } => Cue::Good,
            Self::Threw { .. } | Self::BaitGone => Cue::Plain,
            Self::DoorOpened | Self::Paths { .. } => Cue::Routine,
            Self::Died { .. } => Cue::Pause,
        }
    }
}
