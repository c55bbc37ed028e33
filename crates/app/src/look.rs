//! The current styles and glyphs, as types of the screen library.

use console::{Colour, Depth, GlyphSet, Lines, Paint, Palette, Rgb, Theme};
use kernel::{Cell, Hue, Ink};
use ratatui_core::style::{Color, Modifier};

/// Colours and weight of a cell; they replace whatever was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Brush {
    pub(crate) fg: Color,
    pub(crate) bg: Color,
    pub(crate) modifier: Modifier,
}

/// The current look of the program.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    palette: Palette,
    pub(crate) theme: Theme,
    pub(crate) depth: Depth,
    pub(crate) glyphs: GlyphSet,
    pub(crate) lines: Lines,
    /// Whether boards are drawn for tiles, with square cells.
    pub(crate) tiles: bool,
}

impl Look {
    pub(crate) fn new(theme: Theme, depth: Depth, glyphs: GlyphSet) -> Self {
        Self {
            palette: Palette::new(theme, depth),
            theme,
            depth,
            glyphs,
            lines: glyphs.lines(),
            tiles: false,
        }
    }

    pub(crate) fn of(&self, paint: Paint) -> Brush {
        brush(self.palette.of(paint))
    }

    /// The brush of things of an ink and a hue.
    pub(crate) fn thing(&self, ink: Ink, hue: Hue) -> Brush {
        let own = self.of(Paint::Ink(ink));
        // Without lighting, the hero keeps a colour that nobody else has.
        if hue == Hue::Own || !self.theme.has_hue(ink) || (ink == Ink::Hero && !self.is_lit()) {
            return own;
        }
        Brush { fg: self.of(Paint::Hue(hue)).fg, ..own }
    }

    /// The brush of a cell outside a board.
    pub(crate) fn cell(&self, cell: Cell) -> Brush {
        self.thing(cell.ink, cell.hue)
    }

    /// Whether boards are lit: a theme with many colours on a dark background, on a screen that can show
    /// them.
    pub(crate) fn is_lit(&self) -> bool {
        self.theme.is_lit() && matches!(self.depth, Depth::True | Depth::Many)
    }

    /// Whether boards have the tints of their place: the light theme, on a screen that can show them.
    pub(crate) fn is_tinted(&self) -> bool {
        self.theme == Theme::Light && matches!(self.depth, Depth::True | Depth::Many)
    }

    /// A colour as this screen shows it.
    pub(crate) fn colour(&self, rgb: Rgb) -> Color {
        match self.depth {
            Depth::Many => Color::Indexed(rgb.nearest_256()),
            _ => Color::Rgb(rgb.0, rgb.1, rgb.2),
        }
    }

    /// Foreground and background of a paint in true colour, if the theme has colours.
    pub(crate) fn colours(&self, paint: Paint) -> Option<(Rgb, Rgb)> {
        self.theme.colours(paint)
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
