//! Themes: what colour and weight each ink and each part of the frame has.
//!
//! One table per theme, one row per paint. Colours are an aid: the glyph alone distinguishes things, and where a
//! terminal shows no colour the weights below still part hero, foes, choice and memory.

use crate::colour::{Colour, Depth, Rgb};
use kernel::Ink;

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
}

const INKS: usize = Ink::ALL.len();
const PAINTS: usize = INKS + 8;

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
        Ink::ALL.into_iter().map(Self::Ink).chain(parts)
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

/// A colour in true colour and as one of the terminal's own sixteen.
#[derive(Clone, Copy)]
struct Tint(u32, u8);

/// The colours of one paint; no background means that of the theme.
#[derive(Clone, Copy)]
struct Shade {
    fg: Tint,
    bg: Option<Tint>,
}

const fn on(fg: u32, ansi: u8) -> Shade {
    Shade { fg: Tint(fg, ansi), bg: None }
}

const fn over(fg: u32, ansi: u8, bg: u32, bg_ansi: u8) -> Shade {
    Shade { fg: Tint(fg, ansi), bg: Some(Tint(bg, bg_ansi)) }
}

/// The background and then one row per paint, inks first, in their order.
struct Table {
    ground: Tint,
    shades: [Shade; PAINTS],
}

#[rustfmt::skip]
static DARK: Table = Table {
    ground: Tint(0x12_13_1A, 0),
    shades: [
        on(0xD4_D4_DC, 7),                      // Void
        on(0xD4_D4_DC, 7),                      // Text
        on(0x93_95_A3, 8),                      // Dim
        on(0xE8_C8_72, 11),                     // Title
        on(0x7F_D0_8A, 10),                     // Good
        on(0xFF_7A_6B, 9),                      // Bad
        on(0x8B_85_77, 7),                      // Wall
        on(0x75_76_85, 8),                      // Floor
        on(0xD9_A0_5B, 3),                      // Door
        on(0x9A_8F_7A, 3),                      // Passage
        on(0xF4_F4_F4, 15),                     // Stairs
        on(0xFF_F3_B0, 15),                     // Hero
        on(0xFF_6B_5E, 9),                      // Foe
        on(0x6F_C3_DF, 14),                     // Neutral
        on(0x9F_C8_FF, 12),                     // Item
        on(0xD9_9B_F0, 13),                     // Potion
        on(0xFF_D7_5F, 11),                     // Treasure
        on(0x5F_D7_C8, 6),                      // Mark
        on(0x70_72_88, 8),                      // Memory
        over(0xDC_DC_E6, 15, 0x2A_2C_3C, 0),    // Bar
        over(0xE8_C8_72, 11, 0x2A_2C_3C, 0),    // BarKey
        over(0xA6_A8_B8, 7, 0x2A_2C_3C, 0),     // BarDim
        over(0x12_13_1A, 0, 0xE8_C8_72, 11),    // Chosen
        on(0x6A_6C_82, 8),                      // Frame
        over(0x12_13_1A, 0, 0x5F_D7_C8, 6),     // Cursor
        over(0xFF_FF_FF, 15, 0xA0_20_28, 1),    // Alarm
        over(0xF4_F4_F4, 15, 0x34_36_48, 0),    // Field
    ],
};

#[rustfmt::skip]
static LIGHT: Table = Table {
    ground: Tint(0xFA_F8_F2, 15),
    shades: [
        on(0x22_24_2A, 0),                      // Void
        on(0x22_24_2A, 0),                      // Text
        on(0x66_68_70, 8),                      // Dim
        on(0x7A_4B_00, 3),                      // Title
        on(0x1D_6B_2C, 2),                      // Good
        on(0xB0_18_18, 1),                      // Bad
        on(0x5B_56_48, 8),                      // Wall
        on(0x7C_78_6A, 8),                      // Floor
        on(0x8A_4F_00, 3),                      // Door
        on(0x6E_64_50, 8),                      // Passage
        on(0x00_00_00, 0),                      // Stairs
        on(0x10_20_90, 4),                      // Hero
        on(0xB0_18_18, 1),                      // Foe
        on(0x00_5F_87, 6),                      // Neutral
        on(0x0B_4F_9C, 4),                      // Item
        on(0x7B_1F_A2, 5),                      // Potion
        on(0x8A_5A_00, 3),                      // Treasure
        on(0x00_69_5C, 6),                      // Mark
        on(0x80_82_8C, 8),                      // Memory
        over(0x22_24_2A, 0, 0xE2_DE_D0, 7),     // Bar
        over(0x7A_3B_00, 1, 0xE2_DE_D0, 7),     // BarKey
        over(0x50_52_58, 0, 0xE2_DE_D0, 7),     // BarDim
        over(0xFF_FF_FF, 15, 0x2F_4F_8F, 4),    // Chosen
        on(0x8A_86_78, 8),                      // Frame
        over(0xFF_FF_FF, 15, 0x00_69_5C, 6),    // Cursor
        over(0xFF_FF_FF, 15, 0xA0_20_28, 1),    // Alarm
        over(0x00_00_00, 0, 0xE8_E4_D8, 7),     // Field
    ],
};

#[rustfmt::skip]
static HIGH_CONTRAST: Table = Table {
    ground: Tint(0x00_00_00, 0),
    shades: [
        on(0xFF_FF_FF, 15),                     // Void
        on(0xFF_FF_FF, 15),                     // Text
        on(0xD0_D0_D0, 7),                      // Dim
        on(0xFF_FF_00, 11),                     // Title
        on(0x40_FF_60, 10),                     // Good
        on(0xFF_8C_8C, 9),                      // Bad
        on(0xE0_E0_E0, 7),                      // Wall
        on(0xA8_A8_A8, 7),                      // Floor
        on(0xFF_C0_60, 11),                     // Door
        on(0xD8_C8_A0, 7),                      // Passage
        on(0xFF_FF_FF, 15),                     // Stairs
        on(0xFF_FF_FF, 15),                     // Hero
        on(0xFF_8C_8C, 9),                      // Foe
        on(0x60_E8_FF, 14),                     // Neutral
        on(0xA8_D0_FF, 14),                     // Item
        on(0xF0_B0_FF, 13),                     // Potion
        on(0xFF_FF_00, 11),                     // Treasure
        on(0x60_FF_E8, 14),                     // Mark
        on(0xA8_A8_B8, 7),                      // Memory
        over(0x00_00_00, 0, 0xFF_FF_FF, 15),    // Bar
        over(0x00_00_80, 4, 0xFF_FF_FF, 15),    // BarKey
        over(0x30_30_30, 0, 0xFF_FF_FF, 15),    // BarDim
        over(0x00_00_00, 0, 0xFF_FF_00, 11),    // Chosen
        on(0xFF_FF_FF, 15),                     // Frame
        over(0x00_00_00, 0, 0x60_FF_E8, 14),    // Cursor
        over(0x00_00_00, 0, 0xFF_8C_8C, 9),     // Alarm
        over(0x00_00_00, 0, 0xFF_FF_FF, 15),    // Field
    ],
};

/// What the presets for colour vision change in the dark theme. Red and green eyes get blue against orange; the blue
/// eye gets red against teal. Light and dark part them a second time.
const RED_GREEN: [(Ink, Tint); 8] = [
    (Ink::Good, Tint(0x6C_BE_FF, 14)),
    (Ink::Bad, Tint(0xF0_8A_1E, 11)),
    (Ink::Foe, Tint(0xF0_8A_1E, 11)),
    (Ink::Neutral, Tint(0x5A_A0_E8, 12)),
    (Ink::Item, Tint(0xB8_D8_FF, 14)),
    (Ink::Potion, Tint(0x9C_8C_FF, 13)),
    (Ink::Treasure, Tint(0xFF_F0_78, 15)),
    (Ink::Door, Tint(0xC8_A8_70, 3)),
];
const BLUE: [(Ink, Tint); 8] = [
    (Ink::Good, Tint(0x4F_D8_D0, 14)),
    (Ink::Bad, Tint(0xFF_66_66, 9)),
    (Ink::Foe, Tint(0xFF_66_66, 9)),
    (Ink::Neutral, Tint(0x3C_C8_C8, 6)),
    (Ink::Item, Tint(0xA8_F0_F0, 14)),
    (Ink::Potion, Tint(0xE0_88_B8, 13)),
    (Ink::Treasure, Tint(0xFF_E4_E0, 15)),
    (Ink::Door, Tint(0xD0_A0_90, 3)),
];

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
        let mut shade = table.shades[paint.index()];
        let changed: &[(Ink, Tint)] = match self {
            Self::Protanopia | Self::Deuteranopia => &RED_GREEN,
            Self::Tritanopia => &BLUE,
            _ => &[],
        };
        if let Paint::Ink(ink) = paint
            && let Some((_, tint)) = changed.iter().find(|(other, _)| *other == ink)
        {
            shade.fg = *tint;
        }
        Some(shade)
    }

    fn table(self) -> Option<&'static Table> {
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
                Paint::Bar | Paint::BarKey | Paint::BarDim | Paint::Chosen | Paint::Cursor | Paint::Alarm
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
