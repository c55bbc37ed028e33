//! Colours and colour depths of terminals.

/// The levels of the 6x6x6 colour cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xRRGGBB`.
    #[must_use]
    pub const fn hex(value: u32) -> Self {
        Self((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// The nearest colour of the 6x6x6 cube or the grey ramp, by its number.
    #[must_use]
    pub fn nearest_256(self) -> u8 {
        let level = |v: u8| (0..6).min_by_key(|&i| LEVELS[i].abs_diff(v)).unwrap_or(0);
        let (r, g, b) = (level(self.0), level(self.1), level(self.2));
        let cube = Self(LEVELS[r], LEVELS[g], LEVELS[b]);
        let average = (u32::from(self.0) + u32::from(self.1) + u32::from(self.2)) / 3;
        let step = (average.saturating_sub(3) / 10).min(23) as u8;
        let grey = Self(8 + 10 * step, 8 + 10 * step, 8 + 10 * step);
        if self.distance(grey) < self.distance(cube) { 232 + step } else { (16 + 36 * r + 6 * g + b) as u8 }
    }

    fn distance(self, other: Self) -> u32 {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(self.0, other.0) + part(self.1, other.1) + part(self.2, other.2)
    }
}

/// A terminal colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// True colour.
    Rgb(Rgb),
    /// A number from 0 to 255; 0 to 15 are the terminal's own sixteen.
    Number(u8),
}

impl Colour {
    /// As red, green and blue. The first sixteen, which terminals define themselves, have xterm's values.
    #[must_use]
    pub const fn rgb(self) -> Rgb {
        const FIRST: [u32; 16] = [
            0x00_00_00, 0xCD_00_00, 0x00_CD_00, 0xCD_CD_00, 0x00_00_EE, 0xCD_00_CD, 0x00_CD_CD, 0xE5_E5_E5,
            0x7F_7F_7F, 0xFF_00_00, 0x00_FF_00, 0xFF_FF_00, 0x5C_5C_FF, 0xFF_00_FF, 0x00_FF_FF, 0xFF_FF_FF,
        ];
        match self {
            Self::Rgb(rgb) => rgb,
            Self::Number(number @ 0..=15) => Rgb::hex(FIRST[number as usize]),
            Self::Number(number @ 16..=231) => {
                let at = number as usize - 16;
                Rgb(LEVELS[at / 36], LEVELS[at / 6 % 6], LEVELS[at % 6])
            }
            Self::Number(number) => {
                let grey = 8 + 10 * (number - 232);
                Rgb(grey, grey, grey)
            }
        }
    }
}

/// The number of colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Depth {
    True,
    Many,
    Sixteen,
    None,
}

impl Depth {
    /// Detects the depth from the environment. `NO_COLOR` has precedence.
    #[must_use]
    pub fn detect(env: impl Fn(&str) -> Option<String>) -> Self {
        Self::detect_why(env).0
    }

    /// The same, with the reason.
    #[must_use]
    pub fn detect_why(env: impl Fn(&str) -> Option<String>) -> (Self, String) {
        let has = |name: &str| env(name).filter(|value| !value.is_empty());
        let term = has("TERM").unwrap_or_default().to_ascii_lowercase();
        let by_term = if term.is_empty() { "TERM is not set".to_owned() } else { format!("TERM is {term}") };
        if has("NO_COLOR").is_some() {
            return (Self::None, "NO_COLOR is set".to_owned());
        }
        if term == "dumb" {
            return (Self::None, by_term);
        }
        let colorterm = has("COLORTERM").unwrap_or_default().to_ascii_lowercase();
        if colorterm == "truecolor" || colorterm == "24bit" {
            return (Self::True, format!("COLORTERM is {colorterm}"));
        }
        if has("WT_SESSION").is_some() {
            return (Self::True, "WT_SESSION is set".to_owned());
        }
        let known = ["kitty", "alacritty", "ghostty", "foot"].iter().any(|name| term.contains(name));
        let depth = if known || term.ends_with("-direct") {
            Self::True
        } else if term.contains("256") {
            Self::Many
        } else if term.starts_with("vt") && !term.contains("color") {
            Self::None
        } else {
            Self::Sixteen
        };
        (depth, by_term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(vars: &[(&str, &str)]) -> Depth {
        Depth::detect(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_environment_decides_how_many_colours_there_are() {
        assert_eq!(with(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(with(&[("TERM", "xterm-256color")]), Depth::Many);
        assert_eq!(with(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(with(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::None);
        assert_eq!(with(&[("TERM", "xterm-kitty"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(with(&[("TERM", "xterm-kitty"), ("NO_COLOR", "")]), Depth::True);
        assert_eq!(with(&[("TERM", "vt100")]), Depth::None);
        assert_eq!(with(&[]), Depth::Sixteen);
    }

    #[test]
    fn a_palette_colour_is_its_own_nearest() {
        assert_eq!(Rgb::hex(0xff_00_00).nearest_256(), 196);
        assert_eq!(Rgb::hex(0x00_00_00).nearest_256(), 16);
        assert_eq!(Rgb::hex(0x80_80_80).nearest_256(), 244);
        for number in 16..=255 {
            let rgb = Colour::Number(number).rgb();
            assert_eq!(Colour::Number(rgb.nearest_256()).rgb(), rgb, "{number}");
        }
    }
}
