//! Options: one table per game. Menus, `--set` and the headers of runs are made from it.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// The name of the option that chooses an edition, a preset of the words `classic` (the default, faithful to
/// the document) and `undercroft`.
pub const EDITION: &str = "edition";

/// The heading of options that only old files need: they have no effect, and menus leave them out.
pub const UNUSED: &str = "Kept for old files";

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, as typed after `--set`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The default, which is faithful to the game's document.
    pub default: &'static str,
    /// One line for the menu and the help page.
    pub help: &'static str,
    /// Its name for people ("Size of a region"); empty if `name` is good enough.
    pub label: &'static str,
    /// Its heading in a menu ("World"); empty for the first.
    pub group: &'static str,
}

impl OptionSpec {
    /// An option without a label.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind, default: &'static str, help: &'static str) -> Self {
        Self { name, kind, default, help, label: "", group: "" }
    }

    /// The same with a label, under a heading.
    #[must_use]
    pub const fn called(self, label: &'static str, group: &'static str) -> Self {
        Self { label, group, ..self }
    }
}

/// Reads a name. Returns its canonical spelling and, if it was misspelled in a known way, a sentence that says
/// how it was read. The error lists the valid names.
pub type NameReader = fn(&str) -> Result<(String, Option<String>), String>;

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `on` or `off`; `true`, `false`, `yes`, `no`, `1` and `0` are accepted.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within these bounds.
    Whole(i64, i64),
    /// A decimal number within these bounds, all in millionths.
    Decimal(i64, i64),
    /// Any text.
    Text,
    /// A name that the game parses.
    Named(NameReader),
    /// A word that stands for the values of several other options. Setting it sets those. A run records them
    /// instead of the word, so each of them can be changed by itself.
    Preset {
        /// The words; the default means the defaults of all these options.
        words: &'static [&'static str],
        /// A word, an option, and the value the word gives it.
        sets: &'static [(&'static str, &'static str, &'static str)],
    },
}

impl Kind {
    /// Whether it is a word for the values of other options.
    #[must_use]
    pub const fn is_preset(&self) -> bool {
        matches!(self, Self::Preset { .. })
    }

    /// The words it takes; none if it takes other values.
    #[must_use]
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Switch => &["on", "off"],
            Self::Choice(words) | Self::Preset { words, .. } => words,
            Self::Whole(..) | Self::Decimal(..) | Self::Text | Self::Named(_) => &[],
        }
    }

    /// What values it takes, for people.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Whole(low, high) => format!("{low} to {high}"),
            Self::Decimal(..) => "a decimal number".into(),
            Self::Text => "any text".into(),
            Self::Named(_) => "a name".into(),
            _ => self.words().join(", "),
        }
    }
}

impl OptionSpec {
    /// The value in its canonical spelling.
    ///
    /// # Errors
    /// A sentence that says what values the option takes.
    pub fn canonical(&self, value: &str) -> Result<String, String> {
        let value = value.trim();
        let wrong =
            |wanted: &str| Err(format!("{} takes {wanted}, not '{}'.", self.name, value.escape_debug()));
        match self.kind {
            Kind::Switch => match value.to_ascii_lowercase().as_str() {
                "on" | "true" | "yes" | "1" => Ok("on".into()),
                "off" | "false" | "no" | "0" => Ok("off".into()),
                _ => wrong("on or off"),
            },
            Kind::Choice(words) | Kind::Preset { words, .. } => {
                match words.iter().find(|word| word.eq_ignore_ascii_case(value)) {
                    Some(word) => Ok((*word).into()),
                    None => wrong(&format!("one of {}", words.join(", "))),
                }
            }
            Kind::Whole(low, high) => match value.parse::<i64>() {
                Ok(number) if (low..=high).contains(&number) => Ok(format!("{number}")),
                _ => wrong(&format!("a whole number from {low} to {high}")),
            },
            Kind::Decimal(low, high) => match millionths(value) {
                Some(number) if (low..=high).contains(&number) => Ok(decimal(number)),
                _ => wrong(&format!("a number from {} to {}", decimal(low), decimal(high))),
            },
            Kind::Text => Ok(value.into()),
            Kind::Named(read) => read(value).map(|(name, _)| name),
        }
    }

    /// How a misspelled value was read, if that is worth saying.
    #[must_use]
    pub fn reading(&self, value: &str) -> Option<String> {
        if let Kind::Named(read) = self.kind { read(value.trim()).ok()?.1 } else { None }
    }
}

/// Reads a decimal number as millionths; more than six places are an error.
fn millionths(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !plain(whole) || !plain(part) || part.len() > 6 {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = format!("{part:0<6}").parse().ok()?;
    whole.checked_mul(1_000_000)?.checked_add(part)?.checked_mul(sign)
}

/// Millionths as the shortest decimal number.
fn decimal(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:06}", value.unsigned_abs() / 1_000_000, value.unsigned_abs() % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The options of one game that differ from their defaults, in canonical spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    set: BTreeMap<String, String>,
}

impl Options {
    /// Sets one option, or all options of a preset.
    ///
    /// # Errors
    /// A sentence, if the game has no such option or the value does not fit.
    pub fn set(&mut self, table: &[OptionSpec], name: &str, value: &str) -> Result<(), String> {
        let Some(spec) = table.iter().find(|spec| spec.name.eq_ignore_ascii_case(name.trim())) else {
            let names: Vec<&str> = table.iter().map(|spec| spec.name).collect();
            return Err(format!(
                "There is no option '{}'. Options: {}.",
                name.escape_debug(),
                names.join(", ")
            ));
        };
        let value = spec.canonical(value)?;
        if let Kind::Preset { sets, .. } = spec.kind {
            sets.iter().for_each(|(_, member, _)| drop(self.set.remove(*member)));
            return sets
                .iter()
                .filter(|(word, ..)| *word == value)
                .try_for_each(|(_, member, value)| self.set(table, member, value));
        }
        if spec.canonical(spec.default).as_deref() == Ok(value.as_str()) {
            self.set.remove(spec.name);
        } else {
            self.set.insert(spec.name.into(), value);
        }
        Ok(())
    }

    /// Sets several options. Presets are set first, so that single options override them in any order.
    ///
    /// # Errors
    /// The sentence about the first that cannot be set.
    pub fn set_all(&mut self, table: &[OptionSpec], pairs: &[(&str, &str)]) -> Result<(), String> {
        let is_preset = |name: &str| {
            table.iter().any(|spec| spec.kind.is_preset() && spec.name.eq_ignore_ascii_case(name.trim()))
        };
        for first in [true, false] {
            for (name, value) in pairs.iter().filter(|(name, _)| is_preset(name) == first) {
                self.set(table, name, value)?;
            }
        }
        Ok(())
    }

    /// The value of an option, set or default. A preset has the value of the word whose options are all set.
    ///
    /// # Panics
    /// If the table has no such option, which is a mistake in the game.
    #[must_use]
    pub fn get(&self, table: &[OptionSpec], name: &str) -> String {
        let spec = table.iter().find(|spec| spec.name == name).expect("the option is in the game's table");
        if let Kind::Preset { words, sets } = spec.kind {
            let holds = |word: &&&str| {
                let mut given = sets.iter().filter(|(other, ..)| other == *word).peekable();
                given.peek().is_some() && given.all(|(_, member, value)| self.get(table, member) == *value)
            };
            return (*words.iter().find(holds).unwrap_or(&spec.default)).into();
        }
        match self.set.get(name) {
            Some(value) => value.clone(),
            None => spec.canonical(spec.default).expect("the default fits its own option"),
        }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, table: &[OptionSpec], name: &str) -> bool {
        self.get(table, name) == "on"
    }

    /// The value of a whole-number option.
    #[must_use]
    pub fn whole(&self, table: &[OptionSpec], name: &str) -> i64 {
        self.get(table, name).parse().unwrap_or(0)
    }

    /// The value of a decimal option, in millionths.
    #[must_use]
    pub fn millionths(&self, table: &[OptionSpec], name: &str) -> i64 {
        millionths(&self.get(table, name)).unwrap_or(0)
    }

    /// The options that differ from their defaults, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.set.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether every option has its default value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const TABLE: [OptionSpec; 4] = [
        OptionSpec::new("fog", Kind::Switch, "off", ""),
        OptionSpec::new("rooms", Kind::Choice(&["times", "plus"]), "times", ""),
        OptionSpec::new("side", Kind::Whole(1, 8), "4", ""),
        OptionSpec::new("stun", Kind::Decimal(0, 1_000_000), "0.05", ""),
    ];

    #[test]
    fn values_have_one_spelling_and_defaults_are_not_kept() {
        let mut options = Options::default();
        options.set(&TABLE, "FOG", "True").unwrap();
        options.set(&TABLE, "stun", "0.1000").unwrap();
        options.set(&TABLE, "side", " 4 ").unwrap();
        assert_eq!(options.iter().collect::<Vec<_>>(), [("fog", "on"), ("stun", "0.1")]);
        assert_eq!(options.millionths(&TABLE, "stun"), 100_000);
        assert_eq!(options.whole(&TABLE, "side"), 4);
        options.set(&TABLE, "fog", "off").unwrap();
        assert!(!options.is_on(&TABLE, "fog"));
        assert_eq!(options.iter().count(), 1);
    }

    #[test]
    fn a_preset_sets_other_options_and_each_can_be_changed_by_itself() {
        const SETS: &[(&str, &str, &str)] = &[("old", "rooms", "plus"), ("old", "stun", "0.1")];
        let mut table = TABLE.to_vec();
        let kind = Kind::Preset { words: &["new", "old"], sets: SETS };
        table.push(OptionSpec::new("rules", kind, "new", ""));
        let mut options = Options::default();
        options.set(&table, "rules", "OLD").unwrap();
        assert_eq!(options.iter().collect::<Vec<_>>(), [("rooms", "plus"), ("stun", "0.1")]);
        assert_eq!(options.get(&table, "rules"), "old");
        options.set(&table, "stun", "0.05").unwrap();
        assert_eq!((options.get(&table, "rules").as_str(), options.iter().count()), ("new", 1));
        options.set(&table, "rules", "new").unwrap();
        assert!(options.is_empty());
        for pairs in [[("stun", "0.05"), ("rules", "old")], [("rules", "old"), ("stun", "0.05")]] {
            let mut options = Options::default();
            options.set_all(&table, &pairs).unwrap();
            assert_eq!(options.iter().collect::<Vec<_>>(), [("rooms", "plus")], "in any order: {pairs:?}");
        }
        assert_eq!(
            options.set(&table, "rules", "x").unwrap_err(),
            "rules takes one of new, old, not 'x'.".to_string()
        );
    }

    #[test]
    fn what_does_not_fit_is_told_and_changes_nothing() {
        let mut options = Options::default();
        let told = |options: &mut Options, name, value| options.set(&TABLE, name, value).unwrap_err();
        assert_eq!(told(&mut options, "fog", "maybe"), "fog takes on or off, not 'maybe'.");
        assert_eq!(told(&mut options, "side", "9"), "side takes a whole number from 1 to 8, not '9'.");
        assert_eq!(told(&mut options, "stun", "1.5"), "stun takes a number from 0 to 1, not '1.5'.");
        assert_eq!(told(&mut options, "stun", "."), "stun takes a number from 0 to 1, not '.'.");
        assert_eq!(told(&mut options, "rooms", "x"), "rooms takes one of times, plus, not 'x'.");
        assert_eq!(
            told(&mut options, "colour", "x"),
            "There is no option 'colour'. Options: fog, rooms, side, stun.".to_string()
        );
        assert!(options.is_empty());
    }
}
