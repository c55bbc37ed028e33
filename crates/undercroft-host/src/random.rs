//! Randomness of the system: ids that cannot be guessed, secrets and sealed seeds.

use data_encoding::{BASE32_NOPAD, HEXLOWER};

/// Bytes of the id of a game: nobody finds a private game by trying.
const ID_BYTES: usize = 15;

/// A new id of a game.
pub(crate) fn id() -> String {
    BASE32_NOPAD.encode(&bytes::<ID_BYTES>()).to_ascii_lowercase()
}

/// True for a text that could be the id of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_BYTES * 8 / 5
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// A seed of 256 bits.
pub(crate) fn seed() -> String {
    HEXLOWER.encode(&bytes::<32>())
}

/// Bytes of the system's own generator.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}
