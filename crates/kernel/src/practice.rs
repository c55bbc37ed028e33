//! What a practice game lets somebody set: health, floor, things, the map, the dice.
//!
//! A practice game is marked from its first line on and never ranked. Its adjustments are no commands of a game's grammar, so
//! keys, action numbers and the digests of other games stay as they are; a run spells them `practice NAME VALUE`.

use alloc::{string::String, vec::Vec};

/// Something that can be set in a practice game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// How a line names it, in one word ("health").
    pub name: &'static str,
    /// What a menu calls it ("Health").
    pub label: &'static str,
    /// The smallest value; the same as the largest where there is nothing to choose.
    pub first: u32,
    /// The largest value.
    pub last: u32,
    /// What it is now, where that is a number.
    pub now: Option<u32>,
    /// What the values are called, from the smallest on; none where the numbers say it.
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

    /// One of several things; the first has the number 1.
    #[must_use]
    pub fn choice(name: &'static str, label: &'static str, words: Vec<String>) -> Self {
        Self { name, label, first: 1, last: words.len() as u32, now: None, words }
    }

    /// Something that is only done.
    #[must_use]
    pub const fn deed(name: &'static str, label: &'static str) -> Self {
        Self { name, label, first: 1, last: 1, now: None, words: Vec::new() }
    }

    /// Other dice from here on, by their number.
    #[must_use]
    pub const fn dice() -> Self {
        Self { name: "dice", label: "Dice from here on", first: 1, last: 999, now: None, words: Vec::new() }
    }

    /// True for something that is only done.
    #[must_use]
    pub const fn is_deed(&self) -> bool {
        self.first == self.last && self.words.is_empty()
    }

    /// What a value is called.
    #[must_use]
    pub fn word(&self, value: u32) -> Option<&str> {
        let index = value.checked_sub(self.first)? as usize;
        self.words.get(index).map(String::as_str)
    }

    /// The value that a text means: a number within the bounds, or one of the words. Nothing is needed where there is
    /// nothing to choose.
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
