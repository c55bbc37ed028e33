//! Finds the known word closest to a misspelled one.

/// The maximum length of a word; longer input is not a typing mistake.
const LETTERS_MAX: usize = 24;

/// The candidate that differs by at most two letters added, left out or changed, ignoring case.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LETTERS_MAX {
        return None;
    }
    candidates
        .map(|candidate| (letters_apart(word, candidate), candidate))
        .filter(|&(apart, candidate)| apart <= 2 && apart * 2 < candidate.len())
        .min_by_key(|&(apart, _)| apart)
        .map(|(_, candidate)| candidate)
}

fn letters_apart(a: &str, b: &str) -> usize {
    let mut row: [usize; LETTERS_MAX + 1] = core::array::from_fn(|i| i);
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().take(LETTERS_MAX).enumerate() {
            let changed = corner + usize::from(!x.eq_ignore_ascii_case(&y));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len().min(LETTERS_MAX)]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelled_words_find_the_word_that_was_meant() {
        let names = || ["Room", "Monster", "CreatureAction"].into_iter();
        assert_eq!(nearest("Monstr", names()), Some("Monster"));
        assert_eq!(nearest("rom", names()), Some("Room"));
        assert_eq!(nearest("Weapon", names()), None);
        assert_eq!(nearest("", names()), None);
        assert_eq!(nearest("CreatureActionCreatureAction", names()), None);
    }
}
