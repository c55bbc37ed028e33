//! The rolls of a turn in words, with their odds.

use crate::replay::Difference;
use crate::{Entry, Run, Seating};
use kernel::{Roll, Throw};
use std::borrow::Cow;
use std::cell::RefCell;

thread_local! {
    /// The rolls since the last [`take_rolls`]. A listener is a plain function and has no state of its own.
    static ROLLS: RefCell<Vec<Roll>> = const { RefCell::new(Vec::new()) };
}

/// A listener that keeps the rolls of this thread for [`take_rolls`].
pub fn listen(roll: Roll) {
    ROLLS.with_borrow_mut(|rolls| rolls.push(roll));
}

/// The rolls that [`listen`] was called with on this thread since the last call; none of them is kept.
pub fn take_rolls() -> Vec<Roll> {
    ROLLS.take()
}

/// A turn of a run.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The sentences.
    pub said: Vec<String>,
    /// The rolls, in order.
    pub rolls: Vec<RollTold>,
}

/// A roll in words.
#[derive(Clone, Debug)]
pub struct RollTold {
    /// The roll itself.
    pub roll: Roll,
    /// The result, in words if there are any.
    pub came_to: String,
    /// How many outcomes of how many give this result; `None` without a bound.
    pub share: Option<(u64, u64)>,
    /// The probability: "1 in 2", "5 of 18", "certain".
    pub odds: String,
}

impl Entry {
    /// Replays a run up to a turn and returns the rolls of that turn in words. Turn 0 is the start of the game.
    ///
    /// # Errors
    /// If the run differs before it.
    pub fn explain(&self, run: &Run, turn: usize, seating: &Seating) -> Result<Explained, Difference> {
        ROLLS.take();
        let mut again = (self.again)(Cow::Borrowed(run), turn, None, Some(listen), seating)?;
        if turn > 0 {
            again.play(turn - 1, false);
            ROLLS.take();
            again.play(1, true);
        }
        if let Some(difference) = again.difference() {
            return Err(difference.clone());
        }
        let rolls = ROLLS.take().into_iter().map(|roll| self.tell_roll(roll)).collect();
        Ok(Explained { said: again.session().said().iter().map(|said| said.text.clone()).collect(), rolls })
    }

    /// A roll in words.
    #[must_use]
    pub fn tell_roll(&self, roll: Roll) -> RollTold {
        RollTold { roll, came_to: came_to(self, &roll), share: share(&roll), odds: odds(&roll) }
    }
}

/// The result, in words if there are any.
fn came_to(entry: &Entry, roll: &Roll) -> String {
    if let Some(word) = (entry.teaching.roll_word)(roll) {
        return word.to_owned();
    }
    match roll.throw {
        Throw::Number(low) => (i128::from(low) + i128::from(roll.value)).to_string(),
        Throw::Chance(num) => if roll.value < u64::from(num) { "yes" } else { "no" }.to_owned(),
        Throw::Row(index, _) => format!("row {}", index + 1),
        Throw::Poisson(_) => roll.value.to_string(),
        Throw::Bits => format!("{:016x}", roll.value),
    }
}

/// How many outcomes of how many give this result; `None` without a bound.
fn share(roll: &Roll) -> Option<(u64, u64)> {
    let outcomes = match roll.throw {
        Throw::Number(_) => 1,
        Throw::Chance(num) if roll.value < u64::from(num) => u64::from(num).min(roll.sides),
        Throw::Chance(num) => roll.sides.saturating_sub(num.into()),
        Throw::Row(_, weight) => weight.into(),
        Throw::Poisson(_) | Throw::Bits => return None,
    };
    Some((outcomes, roll.sides))
}

/// The probability: "1 in 2", "5 of 18", "certain".
fn odds(roll: &Roll) -> String {
    match (share(roll), roll.throw) {
        (Some((outcomes, sides)), _) => {
            let common = gcd(outcomes, sides);
            match (outcomes / common, sides / common) {
                (1, 1) => "certain".to_owned(),
                (1, sides) => format!("1 in {sides}"),
                (outcomes, sides) => format!("{outcomes} of {sides}"),
            }
        }
        (None, Throw::Poisson(mean)) if mean % 10 == 0 => format!("{} on average", mean / 10),
        (None, Throw::Poisson(mean)) => format!("{}.{} on average", mean / 10, mean % 10),
        (None, _) => "any number".to_owned(),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
