//! The settings file: `name = value` lines that a person can read and edit. Lines that are not understood are
//! reported and left alone.

use crate::colour::Depth;
use crate::glyphs::GlyphSet;
use crate::key::Key;
use crate::theme::Theme;
use std::time::Duration;

/// Pace of animated fights and walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Animation {
    Off,
    Fast,
    Normal,
    Slow,
}

impl Animation {
    /// Delay between two beats of a fight; `None` if all are shown at once.
    #[must_use]
    pub const fn beat(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::Fast => Some(Duration::from_millis(90)),
            Self::Normal => Some(Duration::from_millis(220)),
            Self::Slow => Some(Duration::from_millis(500)),
        }
    }

    /// Delay between two steps of a walk; `None` if only the end is shown.
    #[must_use]
    pub const fn step(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::Fast => Some(Duration::from_millis(8)),
            Self::Normal => Some(Duration::from_millis(16)),
            Self::Slow => Some(Duration::from_millis(50)),
        }
    }
}

/// Keys the player chose for a game's verb or an application command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChoice {
    /// Id of the game; `None` for all games.
    pub game: Option<String>,
    /// The verb's name with `-` for blanks, or the name of an application command.
    pub name: String,
    /// The keys.
    pub keys: Vec<Key>,
}

/// All settings of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The theme; `None` for the system's preference.
    pub theme: Option<Theme>,
    /// The glyph set; `None` for what the terminal supports.
    pub glyphs: Option<GlyphSet>,
    /// The colour depth; `None` for what the terminal supports.
    pub colours: Option<Depth>,
    /// Pace of animations.
    pub animation: Animation,
    /// Whether effects are animated.
    pub effects: bool,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Whether to use the keys of the games' documents instead of the common ones.
    pub document_keys: bool,
    /// Whether the number pad moves, where the game leaves its keys free.
    pub numpad: bool,
    /// Whether `hjklyubn` move, where the game leaves them free.
    pub vi: bool,
    /// Whether `wasd` and `qezc` move, where the game leaves them free.
    pub wasd: bool,
    /// Whether beginners get hints.
    pub hints: bool,
    /// Percentage of health at which an automatic fight stops; `None` for never.
    pub fight_stop: Option<u8>,
    /// Guards switched on or off, by game and name.
    pub guards: Vec<(String, String, bool)>,
    /// Keys chosen by the player.
    pub keys: Vec<KeyChoice>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: None,
            glyphs: None,
            colours: None,
            animation: Animation::Normal,
            effects: true,
            mouse: true,
            document_keys: false,
            numpad: true,
            vi: true,
            wasd: true,
            hints: true,
            fight_stop: Some(50),
            guards: Vec::new(),
            keys: Vec::new(),
        }
    }
}

/// A setting and its values. The file, the settings screen and the help page are generated from the table of
/// these.
pub struct Spec {
    /// Its name in the file.
    pub name: &'static str,
    /// Its name on the screen.
    pub title: &'static str,
    /// The heading it is listed under.
    pub group: &'static str,
    /// The names of its values; the first is the default.
    pub values: &'static [&'static str],
    /// One line about it.
    pub help: &'static str,
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

const GLYPHS: [Option<GlyphSet>; 3] = [None, Some(GlyphSet::Unicode), Some(GlyphSet::Ascii)];
const DEPTHS: [Option<Depth>; 5] =
    [None, Some(Depth::True), Some(Depth::Many), Some(Depth::Sixteen), Some(Depth::None)];
const SPEEDS: [Animation; 4] = [Animation::Normal, Animation::Fast, Animation::Slow, Animation::Off];
const FIGHT_STOPS: [Option<u8>; 4] = [Some(50), Some(25), Some(75), None];
const ON_OFF: [&str; 2] = ["on", "off"];

fn place<T: PartialEq>(all: &[T], value: &T) -> usize {
    all.iter().position(|other| other == value).unwrap_or(0)
}

/// The headings, in display order.
pub const GROUPS: [&str; 4] = ["Look", "Motion", "Help", "Keys and mouse"];

static SPECS: [Spec; 12] = [
    Spec {
        name: "theme",
        title: "Theme",
        group: GROUPS[0],
        values: &[
            "auto",
            "dark",
            "light",
            "high-contrast",
            "protanopia",
            "deuteranopia",
            "tritanopia",
            "monochrome",
        ],
        help: "The colours of the screen; three themes are for colour-blind players. Auto is dark, or follows the browser.",
        get: |s| s.theme.map_or(0, |theme| place(&Theme::ALL, &theme) + 1),
        set: |s, i| s.theme = i.checked_sub(1).map(|i| Theme::ALL[i]),
    },
    Spec {
        name: "glyphs",
        title: "Glyphs",
        group: GROUPS[0],
        values: &["auto", "unicode", "ascii"],
        help: "Line and block characters, or plain ASCII only.",
        get: |s| place(&GLYPHS, &s.glyphs),
        set: |s, i| s.glyphs = GLYPHS[i],
    },
    Spec {
        name: "colours",
        title: "Colours",
        group: GROUPS[0],
        values: &["auto", "true", "256", "16", "none"],
        help: "How many colours the terminal shows. Auto follows NO_COLOR, COLORTERM and TERM.",
        get: |s| place(&DEPTHS, &s.colours),
        set: |s, i| s.colours = DEPTHS[i],
    },
    Spec {
        name: "animation",
        title: "Animation",
        group: GROUPS[1],
        values: &["normal", "fast", "slow", "off"],
        help: "Speed of animated fights and walks. Any key skips the animation.",
        get: |s| place(&SPEEDS, &s.animation),
        set: |s, i| s.animation = SPEEDS[i],
    },
    Spec {
        name: "effects",
        title: "Effects",
        group: GROUPS[1],
        values: &["moving", "still"],
        help: "Flashes, rising numbers, shrinking bars and shimmering ghosts; still shows them without motion.",
        get: |s| usize::from(!s.effects),
        set: |s, i| s.effects = i == 0,
    },
    Spec {
        name: "mouse",
        title: "Mouse",
        group: GROUPS[3],
        values: &ON_OFF,
        help: "Hovering names a place, a click walks there. Off leaves the mouse to the terminal.",
        get: |s| usize::from(!s.mouse),
        set: |s, i| s.mouse = i == 0,
    },
    Spec {
        name: "key-set",
        title: "Key set",
        group: GROUPS[3],
        values: &["common", "document"],
        help: "The same keys in every game, or first the keys from each game's document.",
        get: |s| usize::from(s.document_keys),
        set: |s, i| s.document_keys = i == 1,
    },
    Spec {
        name: "numpad",
        title: "Number pad",
        group: GROUPS[3],
        values: &ON_OFF,
        help: "Digits move in eight directions unless the game uses them.",
        get: |s| usize::from(!s.numpad),
        set: |s, i| s.numpad = i == 0,
    },
    Spec {
        name: "vi",
        title: "vi keys",
        group: GROUPS[3],
        values: &ON_OFF,
        help: "h j k l and y u b n move unless the game uses them.",
        get: |s| usize::from(!s.vi),
        set: |s, i| s.vi = i == 0,
    },
    Spec {
        name: "wasd",
        title: "WASD keys",
        group: GROUPS[3],
        values: &ON_OFF,
        help: "w a s d and q e z c move unless the game uses them.",
        get: |s| usize::from(!s.wasd),
        set: |s, i| s.wasd = i == 0,
    },
    Spec {
        name: "hints",
        title: "Hints",
        group: GROUPS[2],
        values: &ON_OFF,
        help: "Short advice in games that are new to you. Each hint appears a few times, until you have followed it.",
        get: |s| usize::from(!s.hints),
        set: |s, i| s.hints = i == 0,
    },
    Spec {
        name: "fight-stop",
        title: "Auto-fight stops at",
        group: GROUPS[2],
        values: &["50%", "25%", "75%", "never"],
        help: "An automatic fight stops when less than this share of your health is left.",
        get: |s| place(&FIGHT_STOPS, &s.fight_stop),
        set: |s, i| s.fight_stop = FIGHT_STOPS[i],
    },
];

impl Spec {
    /// The index of the current value.
    #[must_use]
    pub fn get(&self, settings: &Settings) -> usize {
        (self.get)(settings)
    }

    /// Sets a value by index.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn set(&self, settings: &mut Settings, value: usize) {
        assert!(value < self.values.len(), "a setting has only the values it lists");
        (self.set)(settings, value);
    }
}

impl Settings {
    /// All settings except keys.
    #[must_use]
    pub fn specs() -> &'static [Spec] {
        &SPECS
    }

    /// Parses a settings file. The notes report every line that was not understood.
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut notes = Vec::new();
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if let Err(what) = settings.line(line) {
                notes.push(format!("settings.txt:{}: {what}; the line is ignored.", number + 1));
            }
        }
        (settings, notes)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let Some((name, value)) = line.split_once('=') else {
            return Err(format!("'{}' is not 'name = value'", shown(line)));
        };
        let (name, value) = (name.trim(), value.trim());
        if let Some(rest) = name.strip_prefix("keys.") {
            return self.key_line(rest, value);
        }
        if let Some(rest) = name.strip_prefix("guard.") {
            return self.guard_line(rest, value);
        }
        let Some(spec) = SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) else {
            return Err(format!("there is no setting '{}'", shown(name)));
        };
        let Some(index) = spec.values.iter().position(|word| word.eq_ignore_ascii_case(value)) else {
            return Err(format!(
                "{} takes one of {}, not '{}'",
                spec.name,
                spec.values.join(", "),
                shown(value)
            ));
        };
        spec.set(self, index);
        Ok(())
    }

    /// Parses `guard.GAME.NAME = off`.
    fn guard_line(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (Some((game, guard)), Some(off)) =
            (name.split_once('.'), ON_OFF.iter().position(|word| word.eq_ignore_ascii_case(value)))
        else {
            return Err(format!("'{}' is not 'guard.GAME.NAME = on|off'", shown(name)));
        };
        self.set_guard(game, guard, off == 0);
        Ok(())
    }
    /// Whether a guard of a game asks before a command.
    #[must_use]
    pub fn is_guarded(&self, game: &str, guard: &str, default: bool) -> bool {
        let chosen = self.guards.iter().find(|(of, name, _)| of == game && name == guard);
        chosen.map_or(default, |(_, _, on)| *on)
    }

    /// Switches a guard of a game on or off.
    pub fn set_guard(&mut self, game: &str, guard: &str, on: bool) {
        self.guards.retain(|(of, name, _)| of != game || name != guard);
        self.guards.push((game.to_owned(), guard.to_owned(), on));
    }

    /// Parses `keys.look = x` (a command in every game) and `keys.GAME.eat = e f` (a verb of one game).
    fn key_line(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (game, name) = match name.split_once('.') {
            Some((game, name)) => (Some(game.to_ascii_lowercase()), name),
            None => (None, name),
        };
        if name.is_empty() || game.as_deref() == Some("") {
            return Err("'keys.' needs the name of a command".to_owned());
        }
        let mut keys = Vec::new();
        for word in value.split_whitespace() {
            let key = Key::read(word)?;
            if key.is_reserved() {
                return Err(format!("'{key}' always leaves and cannot be bound"));
            }
            keys.push(key);
        }
        self.choose_keys(game.as_deref(), &name.to_ascii_lowercase(), keys);
        Ok(())
    }

    /// Sets the keys of a verb or command.
    pub fn choose_keys(&mut self, game: Option<&str>, name: &str, keys: Vec<Key>) {
        self.forget_keys(game, name);
        self.keys.push(KeyChoice { game: game.map(str::to_owned), name: name.to_owned(), keys });
    }

    /// Restores the default keys of a verb or command.
    pub fn forget_keys(&mut self, game: Option<&str>, name: &str) {
        self.keys.retain(|choice| choice.game.as_deref() != game || choice.name != name);
    }

    /// Updates the text of the file. Comments, unknown lines and the order of lines are preserved.
    #[must_use]
    pub fn amend(&self, text: &str) -> String {
        let mut wanted: Vec<(String, String)> = Vec::new();
        let plain = Self::default();
        for spec in &SPECS {
            if spec.get(self) != spec.get(&plain) || has_line(text, spec.name) {
                wanted.push((spec.name.to_owned(), spec.values[spec.get(self)].to_owned()));
            }
        }
        for (game, guard, on) in &self.guards {
            wanted.push((format!("guard.{game}.{guard}"), ON_OFF[usize::from(!on)].to_owned()));
        }
        for choice in &self.keys {
            let keys: Vec<String> = choice.keys.iter().map(Key::to_string).collect();
            wanted.push((choice.line_name(), keys.join(" ")));
        }
        let mut out = String::new();
        for line in text.lines() {
            let name = name_of(line);
            let ours = name.as_deref().is_some_and(|name| {
                SPECS.iter().any(|spec| spec.name == name)
                    || ((name.starts_with("keys.") || name.starts_with("guard."))
                        && Self::default().line(line).is_ok())
            });
            if !ours {
                out.push_str(line);
                out.push('\n');
            } else if let Some(index) =
                wanted.iter().position(|(other, _)| Some(other.as_str()) == name.as_deref())
            {
                let (name, value) = wanted.remove(index);
                out.push_str(&format!("{name} = {value}\n"));
            }
        }
        for (name, value) in wanted {
            out.push_str(&format!("{name} = {value}\n"));
        }
        out
    }
}

impl KeyChoice {
    fn line_name(&self) -> String {
        match &self.game {
            Some(game) => format!("keys.{game}.{}", self.name),
            None => format!("keys.{}", self.name),
        }
    }
}

fn name_of(line: &str) -> Option<String> {
    let line = line.trim();
    let name = line.split_once('=')?.0.trim();
    (!line.starts_with('#')).then(|| name.to_ascii_lowercase())
}

fn has_line(text: &str, name: &str) -> bool {
    text.lines().any(|line| name_of(line).as_deref() == Some(name))
}

/// Words from the file, escaped so that they are safe to print.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
