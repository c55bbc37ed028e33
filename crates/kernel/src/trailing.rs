//! A state's last field that may be absent: `#[serde(with = "kernel::trailing")]`.
//!
//! The digest of a game is computed from its serialised state. A field that was added later must write nothing
//! for games without it, or their digests would change. Such a field is the last of the outermost struct and an
//! `Option`: `None` writes nothing, and the end of the input is read as `None`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the value, or nothing.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => ().serialize(serializer),
    }
}

/// Reads the value; `None` at the end of the input.
///
/// # Errors
/// None: what cannot be read is absent.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(T::deserialize(deserializer).ok())
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Before {
        turn: u32,
        name: String,
    }

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct After {
        turn: u32,
        name: String,
        #[serde(with = "crate::trailing")]
        more: Option<Vec<u32>>,
    }

    #[test]
    fn a_state_without_the_field_has_the_bytes_it_always_had() {
        let before = postcard::to_allocvec(&Before { turn: 7, name: "cat".into() }).unwrap();
        let after = After { turn: 7, name: "cat".into(), more: None };
        assert_eq!(postcard::to_allocvec(&after).unwrap(), before);
        assert_eq!(postcard::from_bytes::<After>(&before).unwrap(), after);
    }

    #[test]
    fn a_state_with_the_field_keeps_it() {
        let after = After { turn: 7, name: "cat".into(), more: Some(alloc::vec![1, 2]) };
        let bytes = postcard::to_allocvec(&after).unwrap();
        assert_eq!(postcard::from_bytes::<After>(&bytes).unwrap(), after);
    }
}
