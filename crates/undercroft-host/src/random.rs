//! Randomness of the system: ids that cannot be guessed, tokens and sealed seeds.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use ledger::Secret;

/// Bytes of an id: nobody finds a private game by trying.
const ID_BYTES: usize = 15;

/// A new id, of lower-case letters and digits.
pub(crate) fn id() -> String {
    BASE32_NOPAD.encode(&bytes::<ID_BYTES>()).to_ascii_lowercase()
}

/// A code that a person types: nobody finds one by trying as often as it is allowed.
pub(crate) fn code() -> String {
    BASE32_NOPAD.encode(&bytes::<5>()).to_ascii_lowercase()
}

/// A token that brings somebody back.
pub(crate) fn token() -> String {
    HEXLOWER.encode(&bytes::<32>())
}

/// A seed that is to be sealed.
pub(crate) fn secret() -> Secret {
    Secret(bytes())
}

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}
