//! Themes: the colour and weight of each ink and each part of the frame.
//!
//! The colours are in `shades`. Colour is only an aid: glyphs alone distinguish things, and on terminals
//! without colour the weights below still distinguish hero, foes, selection and memory.

use crate::colour::{Colour, Depth, Rgb};
use crate::shades::{
    BLUE, BLUE_TONES, Colours, DARK, HIGH_CONTRAST, LIGHT, RED_GREEN, RED_GREEN_TONES, Shade, Tint,
};
use kernel::{Hue, Ink, Tone};

/// What is painted: a thing in a scene, or a part of the application's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A thing in a scene, or plain text.
    Ink(Ink),
    /// The bars at the top and bottom of every screen.
    Bar,
    /// A key shown on a bar.
    BarKey,
    /// Less important words on a bar.
    BarDim,
    /// The selected row of a list.
    Chosen,
    /// The lines around boxes and panels.
    Frame,
    /// The cell under a cursor.
    Cursor,
    /// A warning that must not be missed.
    Alarm,
    /// A text field.
    Field,
    /// A tone: how something is to be taken.
    Tone(Tone),
    /// A hue that tells things of one ink apart.
    Hue(Hue),
}

const INKS: usize = Ink::ALL.len();
pub(crate) const PARTS: usize = INKS + 8;
pub(crate) const TONES: [Tone; 8] =
    [Tone::Plain, Tone::Good, Tone::Magic, Tone::Cold, Tone::Calm, Tone::Wary, Tone::Dangerous, Tone::Deadly];
pub(crate) const HUES: usize = Hue::ALL.len();
const PAINTS: usize = PARTS + TONES.len() + HUES;

impl Paint {
    const fn index(self) -> usize {
        match self {
            Self::Ink(ink) => ink as usize,
            Self::Bar => INKS,
            Self::BarKey => INKS + 1,
            Self::BarDim => INKS + 2,
            Self::Chosen => INKS + 3,
            Self::Frame => INKS + 4,
            Self::Cursor => INKS + 5,
            Self::Alarm => INKS + 6,
            Self::Field => INKS + 7,
            Self::Tone(tone) => PARTS + tone as usize,
            Self::Hue(hue) => PARTS + TONES.len() + hue as usize,
        }
    }

    /// Every paint.
    pub fn all() -> impl Iterator<Item = Self> {
        let parts = [
            Self::Bar,
            Self::BarKey,
            Self::BarDim,
            Self::Chosen,
            Self::Frame,
            Self::Cursor,
            Self::Alarm,
            Self::Field,
        ];
        let tones = TONES.into_iter().map(Self::Tone);
        Ink::ALL
            .into_iter()
            .map(Self::Ink)
            .chain(parts)
            .chain(tones)
            .chain(Hue::ALL.into_iter().map(Self::Hue))
    }
}

/// The style of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Style {
    pub fg: Option<Colour>,
    pub bg: Option<Colour>,
    pub bold: bool,
    pub dim: bool,
    pub underline: bool,
    pub reverse: bool,
}

/// A theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Theme {
    Dark,
    Light,
    HighContrast,
    Protanopia,
    Deuteranopia,
    Tritanopia,
    Monochrome,
}

impl Theme {
    /// All themes, in the order of the settings.
    pub const ALL: [Self; 7] = [
        Self::Dark,
        Self::Light,
        Self::HighContrast,
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
        Self::Monochrome,
    ];

    fn shade(self, paint: Paint) -> Option<Shade> {
        let table = self.table()?;
        let plain = |fg| Shade { fg, bg: None };
        let inks: &[(Ink, Tint)] = match self {
            Self::Protanopia | Self::Deuteranopia => &RED_GREEN,
            Self::Tritanopia => &BLUE,
            _ => &[],
        };
        let tones: &[(Tone, Tint)] = match self {
            Self::Protanopia | Self::Deuteranopia => &RED_GREEN_TONES,
            Self::Tritanopia => &BLUE_TONES,
            _ => &[],
        };
        Some(match paint {
            Paint::Hue(hue) => plain(table.hues[hue as usize]),
            Paint::Tone(tone) => {
                let changed = tones.iter().find(|(other, _)| *other == tone);
                plain(changed.map_or(table.tones[tone as usize], |(_, tint)| *tint))
            }
            _ => {
                let mut shade = table.shades[paint.index()];
                if let Some((_, tint)) = inks.iter().find(|(other, _)| Paint::Ink(*other) == paint) {
                    shade.fg = *tint;
                }
                shade
            }
        })
    }

    /// Whether the board may have lighting and hues: a theme with many colours on a dark background.
    #[must_use]
    pub const fn is_lit(self) -> bool {
        matches!(self, Self::Dark | Self::Protanopia | Self::Deuteranopia | Self::Tritanopia)
    }

    /// Whether hues distinguish things of this ink. The colour-vision presets keep one colour for hostile
    /// things.
    #[must_use]
    pub const fn has_hue(self, ink: Ink) -> bool {
        match self {
            Self::Dark | Self::Light | Self::HighContrast => true,
            Self::Protanopia | Self::Deuteranopia | Self::Tritanopia => {
                !matches!(ink, Ink::Foe | Ink::Neutral | Ink::Hero)
            }
            Self::Monochrome => false,
        }
    }

    fn table(self) -> Option<&'static Colours> {
        match self {
            Self::Dark | Self::Protanopia | Self::Deuteranopia | Self::Tritanopia => Some(&DARK),
            Self::Light => Some(&LIGHT),
            Self::HighContrast => Some(&HIGH_CONTRAST),
            Self::Monochrome => None,
        }
    }

    /// Foreground and background in true colour; `None` if the terminal's default colours are used.
    #[must_use]
    pub fn colours(self, paint: Paint) -> Option<(Rgb, Rgb)> {
        let shade = self.shade(paint)?;
        let ground = shade.bg.unwrap_or(self.table()?.ground);
        Some((Rgb::hex(shade.fg.0), Rgb::hex(ground.0)))
    }

    /// The style of a paint at a colour depth.
    #[must_use]
    pub fn style(self, paint: Paint, depth: Depth) -> Style {
        let mut style = weight(paint);
        let shade = self.shade(paint).filter(|_| depth != Depth::None);
        let (Some(shade), Some(table)) = (shade, self.table()) else {
            // Without colours, parts that differ by background are reversed instead.
            style.reverse = matches!(
                paint,
                Paint::Bar
                    | Paint::BarKey
                    | Paint::BarDim
                    | Paint::Chosen
                    | Paint::Cursor
                    | Paint::Alarm
                    | Paint::Ink(Ink::Hero)
            );
            style.underline = matches!(paint, Paint::Field);
            style.dim = matches!(paint, Paint::Ink(Ink::Memory | Ink::Dim));
            return style;
        };
        let told = |tint: Tint| match depth {
            Depth::True => Colour::Rgb(Rgb::hex(tint.0)),
            Depth::Many => Colour::Number(Rgb::hex(tint.0).nearest_256()),
            Depth::Sixteen | Depth::None => Colour::Number(tint.1),
        };
        style.fg = Some(told(shade.fg));
        style.bg = Some(told(shade.bg.unwrap_or(table.ground)));
        if depth == Depth::Sixteen
            && matches!(paint, Paint::Bar | Paint::BarKey | Paint::BarDim)
            && self != Self::Light
        {
            // Sixteen colours include no darker grey, so the bars are reversed.
            (style.fg, style.bg) = (Some(Colour::Number(0)), Some(Colour::Number(7)));
        }
        style
    }
}

/// Weights that apply in every theme, so that nothing is shown by colour alone.
fn weight(paint: Paint) -> Style {
    let bold = matches!(
        paint,
        Paint::Ink(Ink::Title | Ink::Hero | Ink::Foe | Ink::Stairs | Ink::Bad)
            | Paint::BarKey
            | Paint::Chosen
            | Paint::Alarm
            | Paint::Tone(Tone::Deadly)
    );
    Style { bold, ..Style::default() }
}

/// All styles of a theme at a depth, precomputed.
#[derive(Clone, Debug)]
pub struct Palette {
    styles: [Style; PAINTS],
}

impl Palette {
    /// The styles of a theme at a depth.
    #[must_use]
    pub fn new(theme: Theme, depth: Depth) -> Self {
        let mut styles = [Style::default(); PAINTS];
        for paint in Paint::all() {
            styles[paint.index()] = theme.style(paint, depth);
        }
        Self { styles }
    }

    /// The style of a paint.
    #[must_use]
    pub const fn of(&self, paint: Paint) -> Style {
        self.styles[paint.index()]
    }
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
