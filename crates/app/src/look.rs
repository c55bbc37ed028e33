//! The styles and glyphs in force, as the screen library wants them.

use console::{Colour, Depth, GlyphSet, Lines, Paint, Palette, Rgb, Theme};
use kernel::Ink;
use ratatui_core::style::{Color, Modifier};

/// Colours and weight of a cell, complete: whatever was there before is replaced.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Brush {
    pub(crate) fg: Color,
    pub(crate) bg: Color,
    pub(crate) modifier: Modifier,
}

/// How the program looks now.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    palette: Palette,
    inks: [Brush; Ink::ALL.len()],
    pub(crate) glyphs: GlyphSet,
    pub(crate) lines: Lines,
}

impl Look {
    pub(crate) fn new(theme: Theme, depth: Depth, glyphs: GlyphSet) -> Self {
        let palette = Palette::new(theme, depth);
        let inks = Ink::ALL.map(|ink| brush(palette.of(Paint::Ink(ink))));
        Self { palette, inks, glyphs, lines: glyphs.lines() }
    }

    /// The same look with boards that stay in the background: halfway between what they were and nothing.
    pub(crate) fn faint(&self) -> Self {
        let ground = self.of(Paint::Ink(Ink::Text)).bg;
        let dim = self.ink(Ink::Dim);
        let inks = self.inks.map(|brush| match (brush.fg, ground) {
            (Color::Rgb(r, g, b), Color::Rgb(br, bg, bb)) => {
                let mix = |over: u8, under: u8| ((u16::from(over) + u16::from(under)) / 2) as u8;
                Brush {
                    fg: Color::Rgb(mix(r, br), mix(g, bg), mix(b, bb)),
                    bg: ground,
                    modifier: Modifier::empty(),
                }
            }
            _ => dim,
        });
        Self { inks, ..self.clone() }
    }

    pub(crate) fn of(&self, paint: Paint) -> Brush {
        brush(self.palette.of(paint))
    }

    pub(crate) fn ink(&self, ink: Ink) -> Brush {
        self.inks[ink as usize]
    }

    pub(crate) const fn is_unicode(&self) -> bool {
        self.glyphs.is_unicode()
    }

    pub(crate) const fn up_down(&self) -> &'static str {
        if self.is_unicode() { "↑↓" } else { "Up/Down" }
    }

    pub(crate) const fn left_right(&self) -> &'static str {
        if self.is_unicode() { "←→" } else { "Left/Right" }
    }
}

fn brush(style: console::Style) -> Brush {
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::BOLD, style.bold);
    modifier.set(Modifier::DIM, style.dim);
    modifier.set(Modifier::UNDERLINED, style.underline);
    modifier.set(Modifier::REVERSED, style.reverse);
    Brush { fg: colour(style.fg), bg: colour(style.bg), modifier }
}

const fn colour(colour: Option<Colour>) -> Color {
    match colour {
        None => Color::Reset,
        Some(Colour::Rgb(Rgb(r, g, b))) => Color::Rgb(r, g, b),
        Some(Colour::Number(number)) => Color::Indexed(number),
    }
}
