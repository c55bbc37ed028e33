//! Recordings in asciicast v2: a header line with the size of the screen, then one line per change.
//!
//! The caller supplies the times, so the same run gives the same recording, byte for byte.

use crate::colour::Colour;
use crate::page::{Page, Spot};
use crate::theme::Style;
use std::fmt::Write as _;

/// The header line of a recording.
#[must_use]
pub fn cast_header(cols: u16, rows: u16, title: &str) -> String {
    let title = quoted(&kernel::printable(title));
    format!(
        "{{\"version\":2,\"width\":{cols},\"height\":{rows},\"title\":{title},\"env\":{{\"TERM\":\"xterm-256color\"}}}}\n"
    )
}

/// An event line: text written to the screen this many milliseconds after the start.
#[must_use]
pub fn cast_event(milliseconds: u64, written: &str) -> String {
    format!("[{}.{:03},\"o\",{}]\n", milliseconds / 1000, milliseconds % 1000, quoted(written))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Turns pages into terminal output: the first one completely, then only what changed.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    shown: Option<Page>,
    style: Option<Style>,
}

impl Painter {
    /// The output that makes a terminal show this page; empty if it shows it already.
    #[must_use]
    pub fn paint(&mut self, page: &Page) -> String {
        let mut out = String::new();
        let same_size = |old: &Page| (old.cols(), old.rows()) == (page.cols(), page.rows());
        let shown = self.shown.take().filter(same_size);
        if shown.is_none() {
            // Hide the cursor, reset the style, clear the screen.
            out.push_str("\u{1b}[?25l\u{1b}[0m\u{1b}[2J");
            self.style = None;
        }
        for y in 0..page.rows() {
            self.row(y, shown.as_ref().map(|old| old.row(y)), page.row(y), &mut out);
        }
        self.shown = Some(page.clone());
        out
    }

    fn row(&mut self, y: u16, old: Option<&[Spot]>, new: &[Spot], out: &mut String) {
        // The cursor's column, if the cursor is in this row.
        let mut cursor = None;
        for (x, spot) in new.iter().enumerate() {
            let changed = old.is_none_or(|old| old[x] != *spot || covers_less(old, new, x));
            if spot.text.is_empty() || !changed {
                continue;
            }
            if cursor != Some(x) {
                let _ = write!(out, "\u{1b}[{};{}H", y + 1, x + 1);
            }
            if self.style != Some(spot.style) {
                escape(spot.style, out);
                self.style = Some(spot.style);
            }
            out.push_str(&spot.text);
            let next = new[x + 1..].iter().take_while(|next| next.text.is_empty()).count() + 1;
            cursor = Some(x + next);
        }
    }
}

/// Whether a wide character begins or ends here: terminals then forget the cell it covers.
fn covers_less(old: &[Spot], new: &[Spot], x: usize) -> bool {
    let covered = |row: &[Spot]| row.get(x + 1).is_some_and(|next| next.text.is_empty());
    covered(old) != covered(new)
}

/// Writes the complete escape sequence of a style, whatever was set before.
fn escape(style: Style, out: &mut String) {
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
    use crate::colour::Rgb;

    fn page(rows: &[&str], style: Style) -> Page {
        let cols = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as u16;
        let mut page = Page::blank(cols, rows.len() as u16, Style::default());
        for (row, y) in rows.iter().zip(0..) {
            for (glyph, x) in row.chars().zip(0..) {
                page.put(x, y, &glyph.to_string(), style);
            }
        }
        page
    }

    #[test]
    fn only_changed_cells_are_written() {
        let mut painter = Painter::default();
        let first = painter.paint(&page(&["#@.#", "####"], Style::default()));
        assert_eq!(first, "\u{1b}[?25l\u{1b}[0m\u{1b}[2J\u{1b}[1;1H\u{1b}[0m#@.#\u{1b}[2;1H####");
        assert_eq!(painter.paint(&page(&["#@.#", "####"], Style::default())), "");
        assert_eq!(painter.paint(&page(&["#.@#", "####"], Style::default())), "\u{1b}[1;2H.@");
        let red = Style { fg: Some(Colour::Rgb(Rgb(255, 0, 0))), bold: true, ..Style::default() };
        let mut last = page(&["#.@#", "####"], Style::default());
        last.put(3, 1, "G", red);
        assert_eq!(painter.paint(&last), "\u{1b}[2;4H\u{1b}[0;1;38;2;255;0;0mG");
    }

    #[test]
    fn sixteen_colours_use_the_original_codes() {
        let style = Style {
            fg: Some(Colour::Number(15)),
            bg: Some(Colour::Number(0)),
            bold: true,
            ..Style::default()
        };
        let painted = Painter::default().paint(&page(&["@"], style));
        assert!(painted.ends_with("\u{1b}[0;1;97;40m@"), "{painted:?}");
    }

    #[test]
    fn lines_are_json_with_times_to_the_millisecond() {
        assert_eq!(cast_event(61_005, "a\u{1b}\"\n"), "[61.005,\"o\",\"a\\u001b\\\"\\n\"]\n");
        let header = cast_header(80, 24, "a \"b\"");
        let header: serde_json::Value = serde_json::from_str(&header).expect("JSON");
        assert_eq!(
            (&header["version"], &header["width"], &header["height"]),
            (&2.into(), &80.into(), &24.into())
        );
        assert_eq!(header["title"], "a \"b\"");
    }
}
