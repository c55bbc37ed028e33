//! Text for screens of fixed width: cut, wrapped, and without characters that steer a terminal.

use kernel::printable;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The text cut to so many columns, with a sign at the end when something is missing.
#[must_use]
pub fn cut(text: &str, cols: usize, unicode: bool) -> String {
    let text = printable(text);
    if text.width() <= cols {
        return text.into_owned();
    }
    let sign = if unicode { "…" } else { "~" };
    let mut room = cols.saturating_sub(1);
    let mut out = String::new();
    for c in text.chars() {
        let width = c.width().unwrap_or(0);
        if width > room {
            break;
        }
        room -= width;
        out.push(c);
    }
    if cols > 0 {
        out.push_str(sign);
    }
    out
}

/// The text in lines of at most so many columns, broken at blanks where possible. At least one line.
#[must_use]
pub fn wrap(text: &str, cols: usize) -> Vec<String> {
    let cols = cols.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut width = 0;
    for word in printable(text).split(' ').filter(|word| !word.is_empty()) {
        let wide = word.width();
        if width > 0 && width + 1 + wide > cols {
            lines.push(std::mem::take(&mut line));
            width = 0;
        }
        if width > 0 {
            line.push(' ');
            width += 1;
        }
        if wide <= cols {
            line.push_str(word);
            width += wide;
            continue;
        }
        // A word longer than a line is broken where it must be.
        for c in word.chars() {
            let step = c.width().unwrap_or(0);
            if width + step > cols && width > 0 {
                lines.push(std::mem::take(&mut line));
                width = 0;
            }
            line.push(c);
            width += step;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_long_words_where_they_must() {
        assert_eq!(wrap("the cat  climbs", 8), ["the cat", "climbs"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a abcdef b", 3), ["a", "abc", "def", "b"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    #[test]
    fn cut_text_says_so() {
        assert_eq!(cut("tower", 5, true), "tower");
        assert_eq!(cut("towers", 5, true), "towe…");
        assert_eq!(cut("towers", 5, false), "towe~");
        assert_eq!(cut("a\tb\u{1b}\u{202e}", 9, true), "a b??");
        assert_eq!(cut("日本語", 4, true), "日…");
        assert_eq!(cut("xyz", 0, true), "");
    }
}
