//! What can be set in a practice game: health, floor, things, the map, the dice.
//!
//! A practice game is marked from its first line and never ranked. Adjustments are not part of a game's
//! grammar, so keys, action numbers and the digests of other games are unaffected. A run spells them `practice
//! NAME VALUE`.

use alloc::{string::String, vec::Vec};

/// Something that can be set in a practice game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Its name in a line, one word ("health").
    pub name: &'static str,
    /// Its name in a menu ("Health").
    pub label: &'static str,
    /// The minimum; equal to the maximum if there is nothing to choose.
    pub first: u32,
    /// The maximum.
    pub last: u32,
    /// The current value, if it is a number.
    pub now: Option<u32>,
    /// The names of the values, from the minimum on; empty if the numbers are enough.
    pub words: Vec<String>,
}

impl Adjustment {
    /// A number between two bounds.
    #[must_use]
    pub const fn number(
        name: &'static str,
        label: &'static str,
        (first, last): (u32, u32),
        now: u32,
    ) -> Self {
        Self { name, label, first, last, now: Some(now), words: Vec::new() }
    }

    /// One of several things, numbered from 1.
    #[must_use]
    pub fn choice(name: &'static str, label: &'static str, words: Vec<String>) -> Self {
        Self { name, label, first: 1, last: words.len() as u32, now: None, words }
    }

    /// An action without a value.
    #[must_use]
    pub const fn deed(name: &'static str, label: &'static str) -> Self {
        Self { name, label, first: 1, last: 1, now: None, words: Vec::new() }
    }

    /// Another seed for the dice from here on.
    #[must_use]
    pub const fn dice() -> Self {
        Self { name: "dice", label: "Dice from here on", first: 1, last: 999, now: None, words: Vec::new() }
    }

    /// Whether it is an action without a value.
    #[must_use]
    pub const fn is_deed(&self) -> bool {
        self.first == self.last && self.words.is_empty()
    }

    /// The name of a value.
    #[must_use]
    pub fn word(&self, value: u32) -> Option<&str> {
        let index = value.checked_sub(self.first)? as usize;
        self.words.get(index).map(String::as_str)
    }

    /// The value of a text: a number within the bounds, or one of the names. Empty for an action without a
    /// value.
    #[must_use]
    pub fn value(&self, text: &str) -> Option<u32> {
        if text.is_empty() {
            return self.is_deed().then_some(self.first);
        }
        let number = text.parse().ok().filter(|value| (self.first..=self.last).contains(value));
        let named = || self.words.iter().position(|word| word.eq_ignore_ascii_case(text));
        number.or_else(|| named().map(|index| self.first + index as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_number_within_the_bounds_or_a_word() {
        let health = Adjustment::number("health", "Health", (1, 100), 7);
        assert_eq!((health.value("100"), health.value("101"), health.value("")), (Some(100), None, None));
        let item = Adjustment::choice("item", "Item", Vec::from(["iron sword".into(), "torch".into()]));
        assert_eq!((item.value("Iron Sword"), item.value("2"), item.value("0")), (Some(1), Some(2), None));
        assert_eq!((item.word(2), item.word(3), item.is_deed()), (Some("torch"), None, false));
        assert_eq!(Adjustment::deed("reveal", "Reveal the map").value(""), Some(1));
    }
}
