//! How a game is played for points: by which options, on what level, and what a result is worth.
//!
//! Points go from 0 to 1000 in every game, so that results of different games can be added up.

use crate::{Header, Level};

/// The most points of one game.
pub const POINTS_MAX: u32 = 1000;

/// The name of a level that was made from the seed of its game.
pub const MADE: &str = "made from the seed";

/// Makes the level of a seed, or says why there is none.
pub type Maker = fn(&str) -> Result<Level, String>;

/// How a game is played for points.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Options that differ from the usual ones.
    pub rules: &'static [(&'static str, &'static str)],
    /// Makes the level of a seed, where a seed alone would change too little.
    pub make: Option<Maker>,
    /// Only so many commands count, where a game has no end.
    pub commands: Option<usize>,
    /// What a result is worth.
    pub worth: Worth,
    /// The same in words.
    pub told: &'static str,
    /// True for the games of the pentathlon. The feats that span games count the same games, so that one more game in the
    /// catalogue moves neither.
    pub pentathlon: bool,
}

/// What a result is worth.
#[derive(Clone, Copy, Debug)]
pub enum Worth {
    /// 1000 s / (s + half), where s is the score without its first `from`: there is always more to gain.
    Half {
        /// The score that is worth nothing yet.
        from: i64,
        /// How much more is worth 500 points.
        half: i64,
    },
    /// The share of the best there is, or 1000 for a certain result.
    Share {
        /// The best score of the game that began like this; `None` where the score says nothing.
        best: fn(&Header) -> Option<i64>,
        /// The result that is worth everything.
        win: &'static str,
        /// Without a best score, how much of a score is worth half of all points.
        half: i64,
        /// Where the best is in easy reach, haste decides: half of the points shrinks with the turns taken, to half of
        /// itself after so many.
        pace: Option<i64>,
    },
}

impl Contest {
    /// A game whose score can always grow.
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
