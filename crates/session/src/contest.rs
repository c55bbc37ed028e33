//! Playing for points: options, level, and the value of a result.
//!
//! Points range from 0 to 1000 in every game, so that results of different games can be added.

use crate::{Header, Level};

/// The maximum points of a game.
pub const POINTS_MAX: u32 = 1000;

/// The name of a level that was made from the seed.
pub const MADE: &str = "made from the seed";

/// Makes the level of a seed, or returns the reason why there is none.
pub type Maker = fn(&str) -> Result<Level, String>;

/// The rules for playing a game for points.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Options that differ from the defaults.
    pub rules: &'static [(&'static str, &'static str)],
    /// Makes the level of a seed, in games where the seed alone changes too little.
    pub make: Option<Maker>,
    /// The number of commands that count, in games without an end.
    pub commands: Option<usize>,
    /// The value of a result.
    pub worth: Worth,
    /// The same as a sentence.
    pub told: &'static str,
    /// Whether it is a game of the pentathlon. Feats that span games count the same games, so that adding a
    /// game to the catalogue changes neither.
    pub pentathlon: bool,
}

/// The value of a result.
#[derive(Clone, Copy, Debug)]
pub enum Worth {
    /// 1000 s / (s + half), where s is the score above `from`.
    Half {
        /// The score that is worth 0 points.
        from: i64,
        /// The score above it that is worth 500 points.
        half: i64,
    },
    /// The share of the best possible score, or 1000 for a certain result.
    Share {
        /// The best possible score of a game; `None` if the score says nothing.
        best: fn(&Header) -> Option<i64>,
        /// The result that is worth 1000 points.
        win: &'static str,
        /// The score that is worth 500 points if there is no best score.
        half: i64,
        /// Where the best score is easy to reach, speed counts: half of the points decreases with the turns
        /// taken, to half of itself after this many.
        pace: Option<i64>,
    },
}

impl Contest {
    /// A game whose score has no limit.
    #[must_use]
    pub const fn open_ended(from: i64, half: i64, told: &'static str) -> Self {
        let worth = Worth::Half { from, half };
        Self { rules: &[], make: None, commands: None, worth, told, pentathlon: false }
    }

    /// The points of a result, 0 to 1000.
    #[must_use]
    pub fn points(&self, header: &Header, result: &str, score: i64, turns: i64) -> u32 {
        match self.worth {
            Worth::Half { from, half } => part(score.saturating_sub(from), half),
            Worth::Share { win, .. } if result == win => POINTS_MAX,
            Worth::Share { best, half, pace, .. } => {
                let points = match best(header).filter(|&best| best > 0) {
                    Some(best) => {
                        (i128::from(score.clamp(0, best)) * i128::from(POINTS_MAX) / i128::from(best)) as u32
                    }
                    None => part(score, half),
                };
                match pace {
                    Some(pace) => points - points * part(turns, pace) / (2 * POINTS_MAX),
                    None => points,
                }
            }
        }
    }
}

/// 1000 s / (s + half), rounded down.
fn part(score: i64, half: i64) -> u32 {
    let score = i128::from(score.max(0));
    (score * i128::from(POINTS_MAX) / (score + i128::from(half))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_grow_with_the_score_and_stay_below_a_thousand() {
        let contest = Contest::open_ended(1, 10, "");
        let points = |score| contest.points(&Header::default(), "died", score, 9);
        assert_eq!([-5, 0, 1, 2, 11, 21, i64::MAX].map(points), [0, 0, 0, 90, 500, 666, 999]);
        assert!((0..500).all(|score| points(score) <= points(score + 1)));
    }
}
