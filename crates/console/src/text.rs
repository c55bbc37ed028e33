//! Text for screens of fixed width: cut, wrapped, without characters that control a terminal.

use kernel::{capital, printable};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Cuts text to this many columns, with an ellipsis if something is missing.
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

/// Wraps text to lines of at most `cols` columns, at blanks where possible. Returns at least one line.
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
        // Break a word that is longer than a line.
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

/// The text as a sentence.
#[must_use]
pub fn sentence(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{end}", capital(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wrap_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("the cat  climbs", 8), ["the cat", "climbs"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a abcdef b", 3), ["a", "abc", "def", "b"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    #[test]
    fn cut_text_ends_with_an_ellipsis() {
        assert_eq!(cut("tower", 5, true), "tower");
        assert_eq!(cut("towers", 5, true), "towe…");
        assert_eq!(cut("towers", 5, false), "towe~");
        assert_eq!(cut("a\tb\u{1b}\u{202e}", 9, true), "a b??");
        assert_eq!(cut("日本語", 4, true), "日…");
        assert_eq!(cut("xyz", 0, true), "");
    }
}
