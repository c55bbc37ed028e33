//! Keys and their names in settings, tables and help pages. There are no keys with Ctrl: no command needs
//! one, and terminals reserve several.

use std::fmt;
use std::sync::LazyLock;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Key {
    Char(char),
    Up,
    Down,
    Left,
    Right,
    /// An arrow with Shift, for running.
    ShiftUp,
    ShiftDown,
    ShiftLeft,
    ShiftRight,
    Home,
    End,
    PageUp,
    PageDown,
    Insert,
    Delete,
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    /// The middle of the number pad without Num Lock.
    Middle,
    F(u8),
}

/// Keys that have names; of several names, the first is the one shown.
const NAMED: [(&str, Key); 28] = [
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("shift-up", Key::ShiftUp),
    ("shift-down", Key::ShiftDown),
    ("shift-left", Key::ShiftLeft),
    ("shift-right", Key::ShiftRight),
    ("home", Key::Home),
    ("end", Key::End),
    ("page-up", Key::PageUp),
    ("page-down", Key::PageDown),
    ("insert", Key::Insert),
    ("delete", Key::Delete),
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("tab", Key::Tab),
    ("shift-tab", Key::BackTab),
    ("backspace", Key::Backspace),
    ("middle", Key::Middle),
    ("space", Key::Char(' ')),
    ("escape", Key::Esc),
    ("return", Key::Enter),
    ("pgup", Key::PageUp),
    ("pgdn", Key::PageDown),
    ("del", Key::Delete),
    ("ins", Key::Insert),
    ("backtab", Key::BackTab),
];

/// The same keys as shown on help pages, with and without Unicode; used to find the keys in hints, in every
/// frame.
static SHOWN: LazyLock<Vec<(String, Key)>> = LazyLock::new(|| {
    NAMED.iter().flat_map(|(_, key)| [true, false].map(|unicode| (key.shown(unicode), *key))).collect()
});

impl Key {
    /// Parses the name of a key.
    ///
    /// # Errors
    /// A sentence that says why this is not a key.
    pub fn read(name: &str) -> Result<Self, String> {
        let mut chars = name.chars();
        if let (Some(only), None) = (chars.next(), chars.next()) {
            return if only.is_control() {
                Err("that is not a key".to_owned())
            } else {
                Ok(Self::Char(only))
            };
        }
        let lower = name.to_ascii_lowercase();
        if let Some((_, key)) = NAMED.iter().find(|(named, _)| *named == lower) {
            return Ok(*key);
        }
        if lower.starts_with("ctrl") || lower.starts_with("c-") || lower.starts_with('^') {
            return Err(format!(
                "'{}' cannot be bound: keys with Ctrl are reserved for the terminal",
                name.escape_debug()
            ));
        }
        match lower.strip_prefix('f').and_then(|number| number.parse().ok()) {
            Some(number @ 1..=12) => Ok(Self::F(number)),
            _ => Err(format!("there is no key '{}'", name.escape_debug())),
        }
    }

    /// Its short form in hints and help pages, with arrow characters where available.
    #[must_use]
    pub fn shown(self, unicode: bool) -> String {
        match self {
            Self::Up if unicode => "↑".to_owned(),
            Self::Down if unicode => "↓".to_owned(),
            Self::Left if unicode => "←".to_owned(),
            Self::Right if unicode => "→".to_owned(),
            Self::ShiftUp | Self::ShiftDown | Self::ShiftLeft | Self::ShiftRight => {
                format!("Shift-{}", self.without_shift().shown(unicode))
            }
            Self::PageUp => "PgUp".to_owned(),
            Self::PageDown => "PgDn".to_owned(),
            Self::Char(' ') => "Space".to_owned(),
            Self::Char(other) => other.to_string(),
            other => {
                let name = other.to_string();
                name[..1].to_ascii_uppercase() + &name[1..]
            }
        }
    }

    /// The inverse of [`Key::shown`]; `None` if the text means several keys.
    #[must_use]
    pub fn of_shown(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && !"←↑↓→".contains(letter)
        {
            return Some(Self::Char(letter));
        }
        SHOWN.iter().find(|(shown, _)| shown == text).map(|(_, key)| *key)
    }

    /// The key without Shift, for screens that ignore Shift.
    #[must_use]
    pub const fn without_shift(self) -> Self {
        match self {
            Self::ShiftUp => Self::Up,
            Self::ShiftDown => Self::Down,
            Self::ShiftLeft => Self::Left,
            Self::ShiftRight => Self::Right,
            other => other,
        }
    }

    /// The key with Shift, if that is a different key.
    #[must_use]
    pub const fn with_shift(self) -> Self {
        match self {
            Self::Up => Self::ShiftUp,
            Self::Down => Self::ShiftDown,
            Self::Left => Self::ShiftLeft,
            Self::Right => Self::ShiftRight,
            Self::Tab => Self::BackTab,
            other => other,
        }
    }

    /// Whether the key is reserved for the terminal and every screen; commands cannot be bound to it.
    #[must_use]
    pub const fn is_reserved(self) -> bool {
        matches!(self, Self::Esc)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, key)| key == self) {
            return out.write_str(name);
        }
        match self {
            Self::Char(letter) => write!(out, "{letter}"),
            Self::F(number) => write!(out, "f{number}"),
            _ => unreachable!("every other key has a name"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_as_it_is_written() {
        let mut keys: Vec<Key> = NAMED.iter().map(|(_, key)| *key).collect();
        keys.extend((1..=12).map(Key::F));
        keys.extend("aZ9?:=#ü".chars().map(Key::Char));
        for key in keys {
            assert_eq!(Key::read(&key.to_string()), Ok(key));
            assert_eq!(Key::of_shown(&key.shown(true)), Some(key).filter(|key| !matches!(key, Key::F(_))));
        }
    }

    #[test]
    fn keys_with_ctrl_are_refused_by_name() {
        for name in ["ctrl-h", "Ctrl-S", "^Z", "c-q", "f13", "f0", "", "hello", "\u{7}"] {
            assert!(Key::read(name).is_err(), "{name}");
        }
    }
}
