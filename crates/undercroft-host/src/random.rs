//! System randomness: unguessable ids, tokens and sealed seeds.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use ledger::Secret;

/// Length of an id in bytes: too long for guessing private games.
const ID_BYTES: usize = 15;

/// A new id, of lower-case letters and digits.
pub(crate) fn id() -> String {
    BASE32_NOPAD.encode(&bytes::<ID_BYTES>()).to_ascii_lowercase()
}

/// A code to be typed by a person, too long to guess within the allowed number of attempts.
pub(crate) fn code() -> String {
    BASE32_NOPAD.encode(&bytes::<5>()).to_ascii_lowercase()
}

/// A token for reclaiming a seat or session.
pub(crate) fn token() -> String {
    HEXLOWER.encode(&bytes::<32>())
}

/// A seed to be sealed.
pub(crate) fn secret() -> Secret {
    Secret(bytes())
}

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}
