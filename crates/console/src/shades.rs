//! The colours of the themes: one table per theme, one row per paint.

use crate::theme::{HUES, PARTS, TONES};
use kernel::{Ink, Tone};

/// A colour, in true colour and as one of the terminal's own sixteen.
#[derive(Clone, Copy)]
pub(crate) struct Tint(pub(crate) u32, pub(crate) u8);

/// The colours of one paint; without a background, the theme's is used.
#[derive(Clone, Copy)]
pub(crate) struct Shade {
    pub(crate) fg: Tint,
    pub(crate) bg: Option<Tint>,
}

const fn on(fg: u32, ansi: u8) -> Shade {
    Shade { fg: Tint(fg, ansi), bg: None }
}

const fn over(fg: u32, ansi: u8, bg: u32, bg_ansi: u8) -> Shade {
    Shade { fg: Tint(fg, ansi), bg: Some(Tint(bg, bg_ansi)) }
}

/// The background, one row per ink and part, and the colours of tones and hues in their order.
pub(crate) struct Colours {
    pub(crate) ground: Tint,
    pub(crate) shades: [Shade; PARTS],
    pub(crate) tones: [Tint; TONES.len()],
    pub(crate) hues: [Tint; HUES],
}

#[rustfmt::skip]
pub(crate) static DARK: Colours = Colours {
    ground: Tint(0x12_12_1A, 0),
    shades: [
        on(0xC8_C8_D0, 7),                      // Void
        on(0xC8_C8_D0, 7),                      // Text
        on(0x8A_8A_98, 8),                      // Dim
        on(0xE6_C1_5A, 11),                     // Title
        on(0x9E_CE_6A, 10),                     // Good
        on(0xF7_76_8E, 9),                      // Bad
        on(0x8B_85_77, 7),                      // Wall
        on(0x75_76_85, 8),                      // Floor
        on(0xC0_8A_3E, 3),                      // Door
        on(0x9A_8F_7A, 3),                      // Passage
        on(0xF4_F4_F4, 15),                     // Stairs
        on(0xFF_F3_B0, 15),                     // Hero
        on(0xFF_6B_5E, 9),                      // Foe
        on(0x6F_C3_DF, 14),                     // Neutral
        on(0x9F_C8_FF, 12),                     // Item
        on(0xBB_9A_F7, 13),                     // Potion
        on(0xF2_CF_66, 11),                     // Treasure
        on(0x5F_D7_C8, 6),                      // Mark
        on(0x70_72_88, 8),                      // Memory
        over(0xDC_DC_E6, 15, 0x1E_1E_2A, 0),    // Bar
        over(0xE6_C1_5A, 11, 0x1E_1E_2A, 0),    // BarKey
        over(0x9A_9A_A8, 7, 0x1E_1E_2A, 0),     // BarDim
        over(0x12_12_1A, 0, 0xE6_C1_5A, 11),    // Chosen
        on(0x6C_6C_78, 8),                      // Frame
        over(0x12_12_1A, 0, 0x5F_D7_C8, 6),     // Cursor
        over(0xFF_FF_FF, 15, 0xA0_20_28, 1),    // Alarm
        over(0xF4_F4_F4, 15, 0x34_36_48, 0),    // Field
    ],
    tones: [
        Tint(0xC8_C8_D0, 7),                    // Plain
        Tint(0x9E_CE_6A, 10),                   // Good
        Tint(0xBB_9A_F7, 13),                   // Magic
        Tint(0x7D_CF_FF, 14),                   // Cold
        Tint(0x7A_A2_F7, 12),                   // Calm
        Tint(0xE0_AF_68, 11),                   // Wary
        Tint(0xF7_76_8E, 9),                    // Dangerous
        Tint(0xFF_5C_5C, 9),                    // Deadly
    ],
    hues: [
        Tint(0xC8_C8_D0, 7),                    // Own
        Tint(0xFF_6B_5E, 9),                    // Red
        Tint(0xFF_9E_62, 11),                   // Orange
        Tint(0xE6_C1_5A, 11),                   // Gold
        Tint(0x9E_CE_6A, 10),                   // Green
        Tint(0x5F_D7_C8, 14),                   // Teal
        Tint(0x7A_A2_F7, 12),                   // Blue
        Tint(0xBB_9A_F7, 13),                   // Violet
        Tint(0xF5_A0_D0, 13),                   // Pink
        Tint(0xF4_F4_F4, 15),                   // White
        Tint(0xC0_8A_5A, 3),                    // Brown
        Tint(0x9A_9A_A6, 7),                    // Grey
        Tint(0xA0_E7_FF, 14),                   // Ghost
    ],
};

#[rustfmt::skip]
pub(crate) static LIGHT: Colours = Colours {
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
    tones: [
        Tint(0x22_24_2A, 0),                    // Plain
        Tint(0x1D_6B_2C, 2),                    // Good
        Tint(0x7B_1F_A2, 5),                    // Magic
        Tint(0x00_5F_87, 6),                    // Cold
        Tint(0x0B_4F_9C, 4),                    // Calm
        Tint(0x8A_4F_00, 3),                    // Wary
        Tint(0xB0_18_18, 1),                    // Dangerous
        Tint(0x9A_00_10, 1),                    // Deadly
    ],
    hues: [
        Tint(0x22_24_2A, 0),                    // Own
        Tint(0xB0_18_18, 1),                    // Red
        Tint(0xA0_40_00, 1),                    // Orange
        Tint(0x7A_50_00, 3),                    // Gold
        Tint(0x1D_6B_2C, 2),                    // Green
        Tint(0x00_69_5C, 6),                    // Teal
        Tint(0x0B_4F_9C, 4),                    // Blue
        Tint(0x6A_2F_A2, 5),                    // Violet
        Tint(0xA0_18_70, 5),                    // Pink
        Tint(0x00_00_00, 0),                    // White
        Tint(0x6E_44_20, 3),                    // Brown
        Tint(0x58_5A_62, 8),                    // Grey
        Tint(0x2A_6C_8C, 6),                    // Ghost
    ],
};

#[rustfmt::skip]
pub(crate) static HIGH_CONTRAST: Colours = Colours {
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
    tones: [
        Tint(0xFF_FF_FF, 15),                   // Plain
        Tint(0x40_FF_60, 10),                   // Good
        Tint(0xF0_B0_FF, 13),                   // Magic
        Tint(0x60_E8_FF, 14),                   // Cold
        Tint(0xA8_D0_FF, 14),                   // Calm
        Tint(0xFF_FF_00, 11),                   // Wary
        Tint(0xFF_8C_8C, 9),                    // Dangerous
        Tint(0xFF_80_80, 9),                    // Deadly
    ],
    hues: [
        Tint(0xFF_FF_FF, 15),                   // Own
        Tint(0xFF_8C_8C, 9),                    // Red
        Tint(0xFF_B0_60, 11),                   // Orange
        Tint(0xFF_FF_00, 11),                   // Gold
        Tint(0x40_FF_60, 10),                   // Green
        Tint(0x60_FF_E8, 14),                   // Teal
        Tint(0xA8_D0_FF, 14),                   // Blue
        Tint(0xE0_B8_FF, 13),                   // Violet
        Tint(0xFF_B0_E0, 13),                   // Pink
        Tint(0xFF_FF_FF, 15),                   // White
        Tint(0xE0_B0_80, 11),                   // Brown
        Tint(0xC8_C8_C8, 7),                    // Grey
        Tint(0xA0_E7_FF, 14),                   // Ghost
    ],
};

/// Changes of the colour-vision presets to the dark theme: blue against orange for red-green deficiency, red
/// against teal for blue deficiency. Lightness separates them, too.
pub(crate) const RED_GREEN: [(Ink, Tint); 8] = [
    (Ink::Good, Tint(0x6C_BE_FF, 14)),
    (Ink::Bad, Tint(0xF0_8A_1E, 11)),
    (Ink::Foe, Tint(0xF0_8A_1E, 11)),
    (Ink::Neutral, Tint(0x5A_A0_E8, 12)),
    (Ink::Item, Tint(0xB8_D8_FF, 14)),
    (Ink::Potion, Tint(0x9C_8C_FF, 13)),
    (Ink::Treasure, Tint(0xFF_F0_78, 15)),
    (Ink::Door, Tint(0xC8_A8_70, 3)),
];
pub(crate) const BLUE: [(Ink, Tint); 8] = [
    (Ink::Good, Tint(0x4F_D8_D0, 14)),
    (Ink::Bad, Tint(0xFF_66_66, 9)),
    (Ink::Foe, Tint(0xFF_66_66, 9)),
    (Ink::Neutral, Tint(0x3C_C8_C8, 6)),
    (Ink::Item, Tint(0xA8_F0_F0, 14)),
    (Ink::Potion, Tint(0xE0_88_B8, 13)),
    (Ink::Treasure, Tint(0xFF_E4_E0, 15)),
    (Ink::Door, Tint(0xD0_A0_90, 3)),
];

/// The ramp from good and calm to deadly in the colour-vision presets: blue to orange, teal to red.
pub(crate) const RED_GREEN_TONES: [(Tone, Tint); 5] = [
    (Tone::Good, Tint(0x6C_BE_FF, 14)),
    (Tone::Calm, Tint(0x7A_A2_F7, 12)),
    (Tone::Wary, Tint(0xE8_D0_A0, 15)),
    (Tone::Dangerous, Tint(0xF0_8A_1E, 11)),
    (Tone::Deadly, Tint(0xFF_78_00, 11)),
];
pub(crate) const BLUE_TONES: [(Tone, Tint); 5] = [
    (Tone::Good, Tint(0x4F_D8_D0, 14)),
    (Tone::Calm, Tint(0x3C_C8_C8, 6)),
    (Tone::Wary, Tint(0xFF_E4_E0, 15)),
    (Tone::Dangerous, Tint(0xFF_7A_7A, 9)),
    (Tone::Deadly, Tint(0xFF_50_50, 9)),
];
