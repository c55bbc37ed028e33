//! Two glyph sets: plain ASCII, which works on any terminal and with any screen reader, and Unicode lines and
//! blocks.

use kernel::{Cell, Ink};

/// The characters used to draw the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum GlyphSet {
    Ascii,
    Unicode,
}

/// The characters of frames, lists and bars.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Lines {
    pub horizontal: char,
    pub vertical: char,
    pub corners: [char; 4],
    pub pointer: char,
    pub dot: char,
    pub full: char,
    pub rest: char,
    pub up: char,
    pub down: char,
    pub left: char,
    pub right: char,
    /// The filled part of a bar.
    pub bar: char,
    /// The empty part of a bar.
    pub gone: char,
    pub times: char,
}

impl GlyphSet {
    /// Detects the character set from the environment.
    #[must_use]
    pub fn detect(env: impl Fn(&str) -> Option<String>) -> Self {
        Self::detect_why(env).0
    }

    /// The same, with the reason.
    #[must_use]
    pub fn detect_why(env: impl Fn(&str) -> Option<String>) -> (Self, String) {
        let set = |name: &'static str| env(name).filter(|value| !value.is_empty()).map(|value| (name, value));
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let why = match &locale {
            Some((name, value)) => format!("{name} is {value}"),
            None => "neither LC_ALL, LC_CTYPE nor LANG is set".to_owned(),
        };
        let locale = locale.map(|(_, value)| value.to_ascii_lowercase()).unwrap_or_default();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        // The Linux console has too few glyphs, whatever the locale says.
        let small = env("TERM").filter(|term| term == "linux" || term.starts_with("vt"));
        match (utf8, small) {
            (true, None) => (Self::Unicode, why),
            (true, Some(term)) => (Self::Ascii, format!("TERM is {term}")),
            (false, _) => (Self::Ascii, why),
        }
    }

    /// The glyph of a cell in this set. A plain glyph with a meaning of its own is kept.
    #[must_use]
    pub const fn of(self, cell: Cell) -> char {
        let glyph = cell.glyph();
        if matches!(self, Self::Ascii) {
            return if glyph.is_ascii() { glyph } else { '?' };
        }
        match (cell.ink, glyph) {
            (Ink::Wall | Ink::Memory, '#') | (Ink::Wall, 'X') => '▒',
            (Ink::Wall | Ink::Memory, '|') => '│',
            (Ink::Wall | Ink::Memory, '-') => '─',
            (Ink::Floor | Ink::Memory, '.') => '·',
            (Ink::Passage, '#') => '░',
            (Ink::Mark, '*') => '•',
            _ => glyph,
        }
    }

    /// A piece of wall connected to its neighbours in the north, east, south and west.
    #[must_use]
    pub const fn joined(links: [bool; 4]) -> char {
        const PIECES: [char; 16] =
            ['─', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        let [n, e, s, w] = links;
        PIECES[n as usize + 2 * e as usize + 4 * s as usize + 8 * w as usize]
    }

    /// Whether this is the set with lines and blocks.
    #[must_use]
    pub const fn is_unicode(self) -> bool {
        matches!(self, Self::Unicode)
    }

    /// The characters of frames, lists and bars.
    #[must_use]
    pub const fn lines(self) -> Lines {
        match self {
            Self::Ascii => Lines {
                horizontal: '-',
                vertical: '|',
                corners: ['+'; 4],
                pointer: '>',
                dot: '-',
                full: '=',
                rest: '-',
                up: '^',
                down: 'v',
                left: '<',
                right: '>',
                bar: '#',
                gone: '.',
                times: 'x',
            },
            Self::Unicode => Lines {
                horizontal: '─',
                vertical: '│',
                corners: ['╭', '╮', '╰', '╯'],
                pointer: '▸',
                dot: '·',
                full: '━',
                rest: '─',
                up: '▴',
                down: '▾',
                left: '◂',
                right: '▸',
                bar: '█',
                gone: '░',
                times: '×',
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_is_chosen_only_where_it_can_be_shown() {
        let with = |vars: &'static [(&str, &str)]| {
            GlyphSet::detect(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, v)| (*v).to_owned()))
        };
        assert_eq!(with(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm")]), GlyphSet::Unicode);
        assert_eq!(with(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]), GlyphSet::Ascii);
        assert_eq!(with(&[("LANG", "C.utf8"), ("TERM", "linux")]), GlyphSet::Ascii);
        assert_eq!(with(&[]), GlyphSet::Ascii);
    }

    #[test]
    fn ascii_is_ascii_and_things_keep_their_letter() {
        for ink in Ink::ALL {
            for glyph in " #.|-*@GfC?ü".chars() {
                assert!(GlyphSet::Ascii.of(Cell::new(glyph, ink)).is_ascii());
            }
            assert_eq!(GlyphSet::Unicode.of(Cell::new('@', ink)), '@');
        }
        assert_eq!(GlyphSet::Unicode.of(Cell::new('#', Ink::Wall)), '▒');
    }
}
