//! What a client reports about its terminal: size, type, and a few environment variables.

use app::{Depth, GlyphSet};

/// Maximum size that is painted, because every cell takes memory here.
const SIZE_MAX: (u16, u16) = (320, 100);
/// The size assumed for a terminal that reports 0.
const SIZE_UNKNOWN: (u16, u16) = (80, 24);
/// The variables that are used.
const NAMES: [&str; 5] = ["COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE"];
/// Maximum length of a value in bytes; longer ones are ignored.
const VALUE_MAX: usize = 64;

/// What a client reports about its terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// `None` without a terminal.
    pub(crate) size: Option<(u16, u16)>,
    term: String,
    variables: Vec<(&'static str, String)>,
}

impl Wishes {
    /// Sets the terminal's type and size.
    pub(crate) fn terminal(&mut self, term: &str, cols: u32, rows: u32) {
        self.size = Some(usable(cols, rows));
        self.term = term.chars().take(VALUE_MAX).collect();
    }

    /// Sets a variable; false if it is not used here.
    pub(crate) fn variable(&mut self, name: &str, value: &str) -> bool {
        let Some(name) = NAMES.into_iter().find(|known| *known == name) else { return false };
        if value.len() > VALUE_MAX {
            return false;
        }
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name, value.to_owned()));
        true
    }

    /// The colour depth and the glyph set.
    pub(crate) fn look(&self) -> (Depth, GlyphSet) {
        let variable = |name: &str| {
            let known = self.variables.iter().find(|(known, _)| *known == name);
            known.map(|(_, value)| value.clone()).or_else(|| (name == "TERM").then(|| self.term.clone()))
        };
        (Depth::detect(variable), GlyphSet::detect(variable))
    }
}

/// The part of a terminal that is painted.
pub(crate) fn usable(cols: u32, rows: u32) -> (u16, u16) {
    if cols == 0 || rows == 0 {
        return SIZE_UNKNOWN;
    }
    let within = |number: u32, most: u16| u16::try_from(number).map_or(most, |number| number.min(most));
    (within(cols, SIZE_MAX.0), within(rows, SIZE_MAX.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_of_any_size_is_painted_as_far_as_memory_allows() {
        assert_eq!(usable(80, 24), (80, 24));
        assert_eq!(usable(u32::MAX, 1), (320, 1));
        assert_eq!(usable(1, 70_000), (1, 100));
        for unknown in [(0, 0), (0, 24), (80, 0)] {
            assert_eq!(usable(unknown.0, unknown.1), (80, 24));
        }
    }

    #[test]
    fn the_client_says_which_colours_and_glyphs_it_shows() {
        let mut wishes = Wishes::default();
        wishes.terminal("xterm-256color", 80, 24);
        assert_eq!(wishes.look(), (Depth::Many, GlyphSet::Ascii));
        assert!(wishes.variable("LANG", "de_DE.UTF-8") && wishes.variable("COLORTERM", "truecolor"));
        assert_eq!(wishes.look(), (Depth::True, GlyphSet::Unicode));
        assert!(wishes.variable("LC_ALL", "C") && wishes.variable("NO_COLOR", "1"));
        assert_eq!(wishes.look(), (Depth::None, GlyphSet::Ascii));
        assert!(!wishes.variable("LD_PRELOAD", "x") && !wishes.variable("LANG", &"x".repeat(65)));
        assert_eq!(wishes.variables.len(), 4);
    }
}
