//! A screen as plain data: a grid of characters with styles, for recordings and pictures.

use crate::theme::Style;
use unicode_width::UnicodeWidthStr as _;

/// A cell of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its character; empty if the wide character on the left covers it.
    pub text: String,
    /// Its style.
    pub style: Style,
}

/// A screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    cols: u16,
    rows: u16,
    spots: Vec<Spot>,
}

impl Page {
    /// A blank page in one style.
    #[must_use]
    pub fn blank(cols: u16, rows: u16, style: Style) -> Self {
        let spot = Spot { text: " ".to_owned(), style };
        Self { cols, rows, spots: vec![spot; usize::from(cols) * usize::from(rows)] }
    }

    /// Number of columns.
    #[must_use]
    pub const fn cols(&self) -> u16 {
        self.cols
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Writes one character with its combining marks. A wide one covers the next column, too. A character
    /// that is not printable or does not fit is dropped.
    pub fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if x >= self.cols || y >= self.rows {
            return;
        }
        let at = usize::from(y) * usize::from(self.cols) + usize::from(x);
        let fits = match text.width() {
            1 => true,
            2 => x + 1 < self.cols,
            _ => false,
        };
        let shown = if fits && !text.chars().any(kernel::is_unprintable) { text } else { " " };
        self.spots[at] = Spot { text: shown.to_owned(), style };
        if shown.width() == 2 {
            self.spots[at + 1] = Spot { text: String::new(), style };
        }
    }

    /// One row, from left to right.
    #[must_use]
    pub fn row(&self, y: u16) -> &[Spot] {
        let from = usize::from(y) * usize::from(self.cols);
        &self.spots[from..from + usize::from(self.cols)]
    }

    /// The rows as text, without trailing blanks.
    #[must_use]
    pub fn text(&self) -> Vec<String> {
        let row = |y| self.row(y).iter().map(|spot| spot.text.as_str()).collect::<String>();
        (0..self.rows).map(|y| row(y).trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_contains_what_was_written() {
        let mut page = Page::blank(6, 2, Style::default());
        page.put(0, 0, "@", Style::default());
        page.put(1, 0, "日", Style::default());
        page.put(3, 0, "e\u{301}", Style::default());
        page.put(5, 0, "本", Style::default());
        page.put(0, 1, "\u{1b}", Style::default());
        page.put(1, 1, "a\u{202e}", Style::default());
        page.put(9, 9, "x", Style::default());
        assert_eq!(page.text(), ["@日e\u{301}", ""]);
        assert_eq!(page.row(0)[2].text, "", "a wide character covers two columns");
    }
}
