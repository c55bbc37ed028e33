//! The sound of a command, chosen by the cues of its sentences, for front-ends that play sounds.

use kernel::Cue;
use session::Sentence;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A command without noteworthy effect.
    Step,
    /// A beat of a fight.
    Hit,
    /// Something bad for the player.
    Hurt,
    /// Something good for the player.
    Gain,
    /// The game is won.
    Win,
    /// The game is lost.
    Loss,
}

impl Sound {
    /// The sound of a command, by its sentences. Bad news have precedence over good ones.
    pub(crate) fn of(said: &[Sentence]) -> Self {
        let has = |cue: Cue| said.iter().any(|sentence| sentence.cue == cue);
        match (has(Cue::Bad), has(Cue::Good), has(Cue::Beat)) {
            (true, _, _) => Self::Hurt,
            (_, true, _) => Self::Gain,
            (_, _, true) => Self::Hit,
            _ => Self::Step,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Hit => "hit",
            Self::Hurt => "hurt",
            Self::Gain => "gain",
            Self::Win => "win",
            Self::Loss => "loss",
        }
    }
}
