//! Random numbers that are the same for ever, on every machine.
//!
//! A seed is any text. It is hashed to a key, and every use of randomness draws from a named stream of that key
//! (`floor[3]`, `region[x,y]`, `fate`). Streams are addressed and independent, so one more roll in one place
//! changes nothing elsewhere. Only `next_u64` comes from a library; bounded draws, shuffles and distributions
//! are implemented here because their values are part of the rules.

use crate::poisson;
use blake3::hazmat::{ContextKey, HasherExt as _};
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The kind of a roll, so that it can be described in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// A number, all equally likely, counted from this one.
    Number(i32),
    /// Yes or no; this many outcomes mean yes.
    Chance(u32),
    /// A row of a table: its index, and how many outcomes mean it.
    Row(u32, u32),
    /// A Poisson draw with this mean in tenths.
    Poisson(u32),
    /// Raw bits.
    Bits,
}

/// One roll, as a listener gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The purpose of the roll.
    pub label: &'static str,
    /// The number of possible outcomes; 0 if there is no bound, as for a Poisson draw.
    pub sides: u64,
    /// The result, counted from 0.
    pub value: u64,
    /// The kind of roll.
    pub throw: Throw,
}

/// A function that is called for every roll. Streams inherit it from their [`Seed`].
pub type Listener = fn(Roll);

/// A function that gives the result of a roll, by its label and number of sides, in place of the generator.
pub type Script = fn(&'static str, u64) -> u64;

/// A function that observes or replaces rolls.
#[derive(Clone, Copy, Debug)]
enum Hook {
    Hears(Listener),
    Says(Script),
}

impl Hook {
    /// Reports a roll, or replaces its result.
    #[cold]
    fn settle(self, label: &'static str, sides: u64, value: u64, throw: impl FnOnce(u64) -> Throw) -> u64 {
        match self {
            Self::Hears(listener) => {
                listener(Roll { label, sides, value, throw: throw(value) });
                value
            }
            Self::Says(script) => {
                let said = script(label, sides);
                assert!(sides == 0 || said < sides, "{label}: a die of {sides} sides never shows {said}");
                said
            }
        }
    }
}

/// The hash of the context "undercroft seed v1", from which the keys of all seeds are derived.
const SEED_CONTEXT: ContextKey = [
    173, 22, 162, 115, 56, 221, 199, 26, 233, 105, 53, 132, 14, 230, 51, 109, 145, 47, 35, 80, 234, 183, 30,
    137, 205, 208, 52, 212, 245, 185, 228, 159,
];

/// The key from which all randomness of a game is derived.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seed {
    key: [u8; 32],
    #[serde(skip)]
    hook: Option<Hook>,
}

impl PartialEq for Seed {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Seed {}

impl Seed {
    /// The seed of a text. Any text is valid, also the empty one.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut hasher = blake3::Hasher::new_from_context_key(&SEED_CONTEXT);
        hasher.update(text.as_bytes());
        Self { key: *hasher.finalize().as_bytes(), hook: None }
    }

    /// The same seed with a listener for every roll of every stream opened from it.
    #[must_use]
    pub fn heard_by(mut self, listener: Listener) -> Self {
        self.hook = Some(Hook::Hears(listener));
        self
    }

    /// The same seed with a script for every roll of every stream opened from it. The generator underneath is
    /// seeded differently, so that a draw that bypasses the script is noticed.
    #[must_use]
    pub fn scripted_by(mut self, script: Script) -> Self {
        self.hook = Some(Hook::Says(script));
        self
    }

    /// The first words of the key, for games that mix addresses themselves.
    #[must_use]
    pub fn words(&self) -> [u64; 4] {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(self.key.chunks_exact(8)) {
            *word = u64::from_le_bytes([
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            ]);
        }
        words
    }
}

/// A stream of random numbers. A clone continues with the same numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rng {
    core: Xoshiro256PlusPlus,
    #[serde(skip)]
    hook: Option<Hook>,
}

impl PartialEq for Rng {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core
    }
}

impl Eq for Rng {}

impl Rng {
    /// Opens the stream `name[address…]` of a seed.
    #[must_use]
    pub fn stream(seed: &Seed, name: &str, address: &[i64]) -> Self {
        let mut hasher = blake3::Hasher::new_keyed(&seed.key);
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        for part in address {
            hasher.update(&part.to_le_bytes());
        }
        if let Some(Hook::Says(_)) = seed.hook {
            hasher.update(b"scripted");
        }
        let core = Xoshiro256PlusPlus::from_seed(*hasher.finalize().as_bytes());
        Self { core, hook: seed.hook }
    }

    #[inline]
    fn settle(&self, label: &'static str, sides: u64, value: u64, throw: impl FnOnce(u64) -> Throw) -> u64 {
        match self.hook {
            None => value,
            Some(hook) => hook.settle(label, sides, value, throw),
        }
    }

    /// 64 raw bits.
    #[inline]
    pub fn bits(&mut self, label: &'static str) -> u64 {
        let value = self.core.next_u64();
        self.settle(label, 0, value, |_| Throw::Bits)
    }

    /// A uniform number from 0 to `sides - 1`.
    ///
    /// # Panics
    /// If `sides` is 0.
    #[inline]
    pub fn below(&mut self, sides: u32, label: &'static str) -> u32 {
        self.roll(sides, label, |_| Throw::Number(0))
    }

    #[inline]
    fn roll(&mut self, sides: u32, label: &'static str, throw: impl FnOnce(u32) -> Throw) -> u32 {
        assert!(sides > 0, "a die needs at least one side");
        // Multiply and keep the high half; the low half identifies the few draws that would favour small
        // numbers.
        let wide = u64::from(sides);
        let mut product = (self.core.next_u64() >> 32) * wide;
        if (product as u32) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = (self.core.next_u64() >> 32) * wide;
            }
        }
        self.settle(label, wide, product >> 32, |value| throw(value as u32)) as u32
    }

    /// A uniform number from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `high` is less than `low`.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32, label: &'static str) -> i32 {
        assert!(low <= high, "an empty range has no number");
        low.wrapping_add_unsigned(self.roll(high.abs_diff(low) + 1, label, |_| Throw::Number(low)))
    }

    /// True with probability `num / den`.
    #[inline]
    pub fn chance(&mut self, num: u32, den: u32, label: &'static str) -> bool {
        self.roll(den, label, |_| Throw::Chance(num)) < num
    }

    /// An index into `weights`, with probability proportional to its weight.
    ///
    /// # Panics
    /// If all weights are 0.
    pub fn weighted(&mut self, weights: &[u32], label: &'static str) -> usize {
        let row = |value| {
            let index = row_of(weights, value);
            Throw::Row(index as u32, weights[index])
        };
        row_of(weights, self.roll(weights.iter().sum(), label, row))
    }

    /// One of the items, all equally likely.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T], label: &'static str) -> &'a T {
        &things[self.below(things.len() as u32, label) as usize]
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, things: &mut [T], label: &'static str) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u32 + 1, label) as usize);
        }
    }

    /// A Poisson draw whose mean is given in tenths (45 = a mean of 4.5).
    pub fn poisson(&mut self, mean_tenths: u32, label: &'static str) -> u32 {
        let value = poisson::draw(mean_tenths, || self.core.next_u64());
        self.settle(label, 0, u64::from(value), |_| Throw::Poisson(mean_tenths)) as u32
    }

    /// A cheap fingerprint of the stream's state; draws nothing.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.core.clone().next_u64()
    }
}

/// The row of a table that a number below the sum of its weights falls into.
fn row_of(weights: &[u32], mut rest: u32) -> usize {
    for (index, &weight) in weights.iter().enumerate() {
        if rest < weight {
            return index;
        }
        rest -= weight;
    }
    unreachable!("the draw lies below the sum of the weights")
}

#[cfg(test)]
#[path = "random_tests.rs"]
mod tests;
