//! Words in sentences: capitals and articles.

use alloc::string::String;

/// The text with a capital letter first.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The article of a name: "an" before a vowel, else "a".
#[must_use]
pub fn article(name: &str) -> &'static str {
    let vowel = |first: char| matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u');
    if name.starts_with(vowel) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital() {
        for (text, capitalised) in
            [("", ""), ("up", "Up"), ("élan", "Élan"), ("ß", "SS"), ("1 fish", "1 fish")]
        {
            assert_eq!(capital(text), capitalised);
        }
    }

    #[test]
    fn vowels_have_their_article() {
        for (name, known) in [("ogre", "an"), ("Elf", "an"), ("troll", "a"), ("", "a")] {
            assert_eq!(article(name), known, "{name}");
        }
    }
}
