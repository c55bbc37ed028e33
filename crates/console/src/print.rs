//! A scene as styled rows, for front-ends that write text: one row after the other, colours included.

use crate::colour::Colour;
use crate::glyphs::GlyphSet;
use crate::theme::{Paint, Palette, Style};
use kernel::{AreaId, Scene};
use std::fmt::Write as _;

/// Some text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Span {
    pub text: String,
    pub style: Style,
}

/// One row of the screen.
pub type StyledRow = Vec<Span>;

/// The whole scene, row by row, exactly the rows line mode prints.
#[must_use]
pub fn styled_rows(scene: &Scene, palette: &Palette, glyphs: GlyphSet) -> Vec<StyledRow> {
    let mut rows = Vec::new();
    for id in scene.ids() {
        rows.extend((0..scene.area(id).rows).map(|row| styled_row(scene, id, row, palette, glyphs)));
    }
    rows
}

fn styled_row(scene: &Scene, id: AreaId, row: u16, palette: &Palette, glyphs: GlyphSet) -> StyledRow {
    let area = scene.area(id);
    let from = usize::from(row) * usize::from(area.cols);
    let mut cells = &scene.cells(id)[from..from + usize::from(area.cols)];
    if area.trim {
        let kept = cells.iter().rposition(|cell| cell.glyph() != ' ').map_or(0, |last| last + 1);
        cells = &cells[..kept];
    }
    let mut spans: StyledRow = Vec::new();
    for cell in cells {
        let style = palette.of(Paint::Ink(cell.ink));
        if spans.last().is_none_or(|span| span.style != style) {
            spans.push(Span { text: String::new(), style });
        }
        if let Some(span) = spans.last_mut() {
            span.text.push(glyphs.of(*cell));
            span.text.extend((1..area.cell_cols).map(|_| ' '));
        }
    }
    spans
}

/// The whole scene with the escapes of ANSI terminals, appended to `out`; every row ends plain.
pub fn ansi_text(scene: &Scene, palette: &Palette, glyphs: GlyphSet, out: &mut String) {
    for row in styled_rows(scene, palette, glyphs) {
        for span in row {
            let plain = span.style == Style::default();
            if !plain {
                escape(span.style, out);
            }
            out.push_str(&span.text);
            if !plain {
                out.push_str("\u{1b}[0m");
            }
        }
        out.push('\n');
    }
}

/// Writes the escape of a style, whatever was in force before.
pub(crate) fn escape(style: Style, out: &mut String) {
    out.push_str("\u{1b}[0");
    for (wanted, code) in [(style.bold, 1), (style.dim, 2), (style.underline, 4), (style.reverse, 7)] {
        if wanted {
            let _ = write!(out, ";{code}");
        }
    }
    for (colour, base) in [(style.fg, 30), (style.bg, 40)] {
        let _ = match colour {
            None => Ok(()),
            Some(Colour::Rgb(rgb)) => write!(out, ";{};2;{};{};{}", base + 8, rgb.0, rgb.1, rgb.2),
            Some(Colour::Number(number @ 0..=7)) => write!(out, ";{}", base + number),
            Some(Colour::Number(number @ 8..=15)) => write!(out, ";{}", base + 60 + number - 8),
            Some(Colour::Number(number)) => write!(out, ";{};5;{number}", base + 8),
        };
    }
    out.push('m');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Depth;
    use crate::theme::Theme;
    use kernel::{Cell, Ink, Pos};

    fn scene() -> Scene {
        let mut scene = Scene::default();
        let board = scene.board(3, 1);
        scene.put(board, Pos::new(1, 0), Cell::new('@', Ink::Hero));
        scene.put(board, Pos::new(2, 0), Cell::new('#', Ink::Wall));
        let text = scene.text(9, 1);
        scene.print(text, Pos::new(0, 0), Ink::Text, "HP: 7");
        scene
    }

    #[test]
    fn without_colours_and_weights_it_is_the_text_of_line_mode() {
        let scene = scene();
        let palette = Palette::new(Theme::Dark, Depth::True);
        let rows: Vec<String> = styled_rows(&scene, &palette, GlyphSet::Ascii)
            .iter()
            .map(|row| row.iter().map(|span| span.text.as_str()).collect())
            .collect();
        assert_eq!(rows, scene.rows());
        let mut plain = String::new();
        ansi_text(&scene, &Palette::new(Theme::Monochrome, Depth::None), GlyphSet::Unicode, &mut plain);
        assert_eq!(plain, " \u{1b}[0;1m@\u{1b}[0m▒\nHP: 7\n");
    }

    #[test]
    fn sixteen_colours_are_written_as_the_first_terminals_knew_them() {
        let mut out = String::new();
        ansi_text(&scene(), &Palette::new(Theme::Dark, Depth::Sixteen), GlyphSet::Ascii, &mut out);
        assert!(out.contains("\u{1b}[0;1;97;40m@"), "{out:?}");
        assert!(!out.contains("38;"));
    }
}
