//! Generates seeds.

/// Letters of a generated seed, five bits each.
const SEED_LETTERS: usize = 26;

/// A seed of 130 bits from the system's randomness, in letters and digits that cannot be confused.
#[must_use]
pub fn fresh_seed() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    // Each state has 128 bits from the system; the words of one state are independent.
    let state = RandomState::new();
    let words = [0, 1, 2].map(|word: u8| state.hash_one(word));
    let letter = |index: usize| LETTERS[(words[index / 12] >> (index % 12 * 5) & 31) as usize];
    (0..SEED_LETTERS).map(|index| char::from(letter(index))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_can_be_typed() {
        let mut seeds: Vec<String> = (0..50).map(|_| fresh_seed()).collect();
        assert!(
            seeds
                .iter()
                .all(|seed| seed.len() == SEED_LETTERS && seed.bytes().all(|b| b.is_ascii_alphanumeric()))
        );
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), 50);
    }
}
