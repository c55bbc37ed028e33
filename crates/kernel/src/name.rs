//! Names of players.

use crate::Refused;
use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The maximum length of a name, in bytes and characters.
const BYTES_MAX: usize = 24;
const CHARS_MAX: usize = 16;

/// The name of a player: one word of letters, digits, `-` and `_`. It is part of a command, so it has a fixed
/// size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    bytes: [u8; BYTES_MAX],
    len: u8,
}

impl Name {
    /// Reads a name.
    ///
    /// # Errors
    /// A sentence, if it is empty, too long or contains anything else.
    pub fn new(text: &str) -> Result<Self, Refused> {
        let fits = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
        if text.is_empty() || !text.chars().all(fits) {
            return Err(Refused::because("A name is one word of letters, digits, - and _."));
        }
        if text.len() > BYTES_MAX || text.chars().count() > CHARS_MAX {
            return Err(Refused::because("That name is too long."));
        }
        let mut bytes = [0; BYTES_MAX];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, len: text.len() as u8 })
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    /// Whether people would take both for the same name.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }

    /// The name in lower case, for comparison.
    #[must_use]
    pub fn folded(&self) -> String {
        self.as_str().to_lowercase()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).map_err(|refused| D::Error::custom(refused.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn a_name_is_one_short_word() {
        for good in ["ann", "Jo-Jo_2", "Zoë", "七"] {
            assert_eq!(Name::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "a b", "a:b", "\u{1b}[2J", "a\u{202e}b", "seventeen-letters", "ééééééééééééé"]
        {
            assert!(Name::new(bad).is_err(), "{bad:?}");
        }
        assert!(Name::new("Ann").unwrap().is_like(&Name::new("aNN").unwrap()));
        let kept = postcard::to_allocvec(&Name::new("ann").unwrap()).unwrap();
        assert_eq!(postcard::from_bytes::<Name>(&kept).unwrap().as_str(), "ann");
    }
}
