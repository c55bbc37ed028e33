//! Themes: what colour and weight each ink and each part of the frame has.
//!
//! The tables are in `shades`. Colours are an aid: the glyph alone distinguishes things, and where a
//! terminal shows no colour the weights below still part hero, foes, choice and memory.

use crate::colour::{Colour, Depth, Rgb};
use crate::shades::{
    BLUE, BLUE_TONES, Colours, DARK, HIGH_CONTRAST, LIGHT, RED_GREEN, RED_GREEN_TONES, Shade, Tint,
};
use kernel::{Hue, Ink, Tone};

/// What is painted: a thing of a scene, or a part of the application's own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A thing of a scene, or plain text.
    Ink(Ink),
    /// The bars above and below every screen.
    Bar,
    /// A key named on a bar.
    BarKey,
    /// Less important words on a bar.
    BarDim,
    /// The chosen row of a list.
    Chosen,
    /// The lines around boxes and panels.
    Frame,
    /// The cell a cursor stands on.
    Cursor,
    /// A warning that must not be missed.
    Alarm,
    /// A text field.
    Field,
    /// Something that is to be taken in a certain way.
    Tone(Tone),
    /// One of several things of the same ink.
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

/// How a cell is written.
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

/// A look for the whole program.
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
    /// Every theme, in the order of the settings.
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

    /// True when a board may be lit and hued: a theme of many colours on a dark ground.
    #[must_use]
    pub const fn is_lit(self) -> bool {
        matches!(self, Self::Dark | Self::Protanopia | Self::Deuteranopia | Self::Tritanopia)
    }

    /// True when things of one ink are told apart by hue. The presets for colour vision keep one colour for what is hostile.
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

    /// Foreground and background in true colour; nothing where the terminal's own two colours are used.
    #[must_use]
    pub fn colours(self, paint: Paint) -> Option<(Rgb, Rgb)> {
        let shade = self.shade(paint)?;
        let ground = shade.bg.unwrap_or(self.table()?.ground);
        Some((Rgb::hex(shade.fg.0), Rgb::hex(ground.0)))
    }

    /// How a paint is written at a colour depth.
    #[must_use]
    pub fn style(self, paint: Paint, depth: Depth) -> Style {
        let mut style = weight(paint);
        let shade = self.shade(paint).filter(|_| depth != Depth::None);
        let (Some(shade), Some(table)) = (shade, self.table()) else {
            // Without colours the parts that differ by background are turned over instead.
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
            // Sixteen colours have no darker grey to spare: the bars are turned over.
            (style.fg, style.bg) = (Some(Colour::Number(0)), Some(Colour::Number(7)));
        }
        style
    }
}

/// Weights that hold in every theme, so that nothing is shown by colour alone.
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

/// All styles of a theme at a depth, ready to be looked up.
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

    /// How a paint is written.
    #[must_use]
    pub const fn of(&self, paint: Paint) -> Style {
        self.styles[paint.index()]
    }
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
