//! How each game is scored in challenges.

use game_dungeon::{check, from_seed, solve};
use kernel::Seed;
use session::{Contest, Header, Level, MADE, Worth};

/// The cave has no end: the score after a fixed number of commands counts.
pub(crate) const CAVE: Contest = Contest {
    commands: Some(500),
    pentathlon: true,
    ..Contest::open_ended(0, 60, "1000 s / (s + 60) for a score of s after the first 500 commands")
};

pub(crate) const CHAMBERS: Contest =
    Contest { pentathlon: true, ..Contest::open_ended(0, 60, "1000 s / (s + 60) for a score of s") };

pub(crate) const BOO: Contest =
    Contest { pentathlon: true, ..Contest::open_ended(1, 8, "1000 s / (s + 8) for s floors climbed") };

/// Every seed makes a new dungeon, whose highest possible score is known.
pub(crate) const DUNGEON: Contest = Contest {
    rules: &[],
    make: Some(|seed| Ok(Level { name: MADE.to_owned(), text: from_seed(&Seed::from_text(seed)) })),
    commands: None,
    worth: Worth::Share { best: best_in_dungeon, win: "", half: 50, pace: Some(300) },
    told: "1000 x score / the highest possible score, less up to half for slow play: a quarter at 300 moves",
    pentathlon: true,
};

fn best_in_dungeon(header: &Header) -> Option<i64> {
    let setup = check(&header.level.as_ref()?.text).setup?;
    solve(&setup).best_score
}

#[cfg(test)]
mod tests {
    use super::*;

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
