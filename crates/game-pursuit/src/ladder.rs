//! The ladder of the Undercroft edition: thirty puzzles of increasing, measured difficulty. The seed `rung:7`
//! gives the field of rung 7.
//!
//! A rung is the first draw of its number whose difficulty lies in its band. The solver measured it; the
//! tests of `pursuit-lab` measure again and compare.

use crate::field::{Diagonals, Field};
use crate::generate::{Shape, sketch};
use crate::rules::Side;
use alloc::{format, string::String};
use kernel::{Rng, Seed};

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its number, from 1.
    pub number: u32,
    /// Which draw of its number it uses.
    pub draw: u32,
    /// The turn on which the hero is caught under perfect play by both sides; 0 if he escapes.
    pub turns: u32,
    /// Difficulty: the mistakes that random moves would make against perfect play, in hundredths, plus 100
    /// for each move on which the document's strategy goes wrong.
    pub points: u32,
}

const fn rung(number: u32, draw: u32, turns: u32, points: u32) -> Rung {
    Rung { number, draw, turns, points }
}

/// The ladder, the easiest rung first.
pub const RUNGS: [Rung; 30] = [
    rung(1, 1, 0, 212),
    rung(2, 495, 4, 309),
    rung(3, 20, 0, 467),
    rung(4, 407, 7, 504),
    rung(5, 20, 0, 693),
    rung(6, 534, 10, 732),
    rung(7, 82, 0, 826),
    rung(8, 74, 7, 975),
    rung(9, 93, 0, 1062),
    rung(10, 258, 11, 1143),
    rung(11, 217, 0, 1214),
    rung(12, 203, 9, 1340),
    rung(13, 111, 0, 1412),
    rung(14, 56, 14, 1534),
    rung(15, 17, 0, 1687),
    rung(16, 176, 13, 1727),
    rung(17, 137, 0, 1858),
    rung(18, 159, 14, 1938),
    rung(19, 127, 0, 2097),
    rung(20, 66, 13, 2110),
    rung(21, 69, 0, 2202),
    rung(22, 447, 12, 2367),
    rung(23, 232, 0, 2491),
    rung(24, 228, 19, 2597),
    rung(25, 1072, 0, 2689),
    rung(26, 389, 22, 2745),
    rung(27, 150, 0, 2850),
    rung(28, 392, 21, 2980),
    rung(29, 1135, 0, 3083),
    rung(30, 1360, 17, 3105),
];

/// Minimum points of the first rung, and the increase per rung.
const POINTS: (u32, u32) = (200, 100);

impl Rung {
    /// The rung a seed stands for, if it is the seed of one.
    #[must_use]
    pub fn of(seed: &Seed) -> Option<&'static Self> {
        RUNGS.iter().find(|rung| Seed::from_text(&rung.seed()) == *seed)
    }

    /// The seed that gives its field.
    #[must_use]
    pub fn seed(&self) -> String {
        format!("rung:{}", self.number)
    }

    /// The side to play: the hero, to escape, or the monster, to catch him.
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.number % 2 == 1 { Side::Hero } else { Side::Monster }
    }

    /// Minimum points of a rung; the maximum is just below the minimum of the next.
    #[must_use]
    pub const fn points_least(number: u32) -> u32 {
        POINTS.0 + POINTS.1 * number.saturating_sub(1)
    }

    /// Its field.
    #[must_use]
    pub fn field(&self, diagonals: Diagonals) -> Option<Field> {
        Self::drawn(self.number, self.draw, diagonals)
    }

    /// The field of any draw of a number; `None` if the dice left no room.
    #[must_use]
    pub fn drawn(number: u32, draw: u32, diagonals: Diagonals) -> Option<Field> {
        let seed = Seed::from_text("ladder");
        let dice = &mut Rng::stream(&seed, "rung", &[i64::from(number), i64::from(draw)]);
        let size = 7 + (number / 4) as u16;
        let potions = dice.between(0, (number / 7).min(2) as i32, "potions") as u16;
        let loops = dice.between(1, 3, "loops") as u16;
        Field::new(sketch(Shape { size, potions, loops }, dice)?, diagonals).ok()
    }
}
