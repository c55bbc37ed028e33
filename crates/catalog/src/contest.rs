//! How a game is played for points: by which options, on what level, and what a result is worth.
//!
//! Points go from 0 to 1000 in every game, so that results of different games can be added up.

use game_dungeon::{check, from_seed, solve};
use kernel::Seed;
use session::{Header, Level};

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
    pub(crate) const fn open_ended(from: i64, half: i64, told: &'static str) -> Self {
        Self { rules: &[], make: None, commands: None, worth: Worth::Half { from, half }, told }
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

/// The cave has no end: what one has after a while counts.
pub(crate) const CAVE: Contest = Contest {
    commands: Some(500),
    ..Contest::open_ended(0, 60, "1000 s / (s + 60) for a score of s after the first 500 commands")
};

pub(crate) const CHAMBERS: Contest = Contest::open_ended(0, 60, "1000 s / (s + 60) for a score of s");

pub(crate) const BOO: Contest = Contest::open_ended(1, 8, "1000 s / (s + 8) for s floors climbed");

/// The dungeon is a new one for every seed; its highest score is known.
pub(crate) const DUNGEON: Contest = Contest {
    rules: &[],
    make: Some(|seed| Ok(Level { name: MADE.to_owned(), text: from_seed(&Seed::from_text(seed)) })),
    commands: None,
    worth: Worth::Share { best: best_in_dungeon, win: "", half: 50, pace: Some(300) },
    told: "1000 x score / the highest score there is, less up to half of it for haste: a quarter after 300 moves",
};

fn best_in_dungeon(header: &Header) -> Option<i64> {
    let setup = check(&header.level.as_ref()?.text).setup?;
    solve(&setup).best_score
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

    #[test]
    fn the_highest_score_of_a_dungeon_is_worth_all_points() {
        let made = (DUNGEON.make.unwrap())("7").unwrap();
        let header = Header { level: Some(made), ..Header::default() };
        let best = best_in_dungeon(&header).unwrap();
        let points = |score| DUNGEON.points(&header, "died", score, 0);
        assert_eq!([points(-3), points(0), points(best), points(best + 5)], [0, 0, 1000, 1000]);
        assert!(points(best / 2) >= 450 && points(best / 2) <= 500);
        let hurried = |turns| DUNGEON.points(&header, "won", best, turns);
        assert_eq!([0, 300, 900, i64::MAX].map(hurried), [1000, 750, 625, 501]);
    }
}
