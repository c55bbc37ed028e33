//! Identifiers. The caller chooses them; the ledger has no randomness.

use crate::{LedgerError, Result};
use data_encoding::HEXLOWER;
use std::fmt;

/// Milliseconds since 1970 in UTC, by the caller's clock.
pub type Millis = i64;

/// Maximum length of an id.
const ID_LETTERS_MAX: usize = 64;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Parses an id: 1 to 64 ASCII letters, digits, `-` and `_`.
            ///
            /// # Errors
            /// When it is anything else.
            pub fn new(text: &str) -> Result<Self> {
                let fits = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
                if text.is_empty() || text.len() > ID_LETTERS_MAX || !text.bytes().all(fits) {
                    return Err(LedgerError::refused("That is not an id."));
                }
                Ok(Self(text.to_owned()))
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// An id read from the database.
            #[allow(dead_code, reason = "not every kind of id is read back")]
            pub(crate) const fn kept(text: String) -> Self {
                Self(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A game of a room.
    GameId
);
id!(
    /// An account.
    AccountId
);
id!(
    /// A process that owns games. It keeps its id across restarts, and no two running processes share one.
    NodeId
);
id!(
    /// A seal, and the challenge that uses it.
    SealId
);

/// The BLAKE3 hash of a run's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunHash(String);

impl RunHash {
    /// Hashes a text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        Self(HEXLOWER.encode(blake3::hash(text).as_bytes()))
    }

    /// Parses a hash: 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn new(text: &str) -> Result<Self> {
        match HEXLOWER.decode(text.as_bytes()) {
            Ok(bytes) if bytes.len() == 32 => Ok(Self(text.to_owned())),
            _ => Err(LedgerError::refused("That is not the hash of a run.")),
        }
    }

    pub(crate) const fn kept(text: String) -> Self {
        Self(text)
    }

    /// The hash in hexadecimal.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The stored form of a token or code: enough to recognize it, not to use it.
pub(crate) fn token_hash(secret: &str) -> String {
    HEXLOWER.encode(&blake3::derive_key("undercroft ledger token v1", secret.as_bytes()))
}

/// A 256-bit secret, never printed by accident.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    pub(crate) fn hex(self) -> String {
        HEXLOWER.encode(&self.0)
    }

    pub(crate) fn kept(text: &str) -> Result<Self> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| LedgerError::Failed("a kept secret is damaged".to_owned()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
