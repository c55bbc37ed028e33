//! Keyed dice: every command of a game rolls a generator of its own.
//!
//! Most games roll one generator in turn. A program that sees enough of its rolls could work out its state and
//! with it all later ones. With keyed dice the generator is replaced before every command by the stream
//! `command[n]` of the seed: earlier rolls tell nothing about later ones to anybody who does not know the seed.

use crate::run::Header;
use kernel::{Rng, Seed};

/// The remark in a header that says how the dice are rolled.
const DICE: &str = "dice";
const KEYED: &str = "keyed";
/// The stream that keyed dice are rolled from, addressed by the number of the command.
const STREAM: &str = "command";

/// The remark that starts a game with keyed dice.
#[must_use]
pub fn keyed_dice() -> (String, String) {
    (DICE.to_owned(), KEYED.to_owned())
}

/// True for a game with keyed dice.
#[must_use]
pub fn has_keyed_dice(header: &Header) -> bool {
    crate::remark(&header.about, DICE) == Some(KEYED)
}

/// The dice of one command; `number` counts from 0 through all chapters.
pub(crate) fn command_dice(seed: &Seed, number: usize) -> Rng {
    Rng::stream(seed, STREAM, &[number as i64])
}
