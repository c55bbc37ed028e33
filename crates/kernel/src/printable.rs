//! Makes text from others safe to show: files, names and programs may contain characters that control a
//! terminal or reorder text. Only this module decides which characters those are.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write as _;

/// Replaces unprintable characters.
const REPLACEMENT: char = '?';

/// Whether a character must not reach a terminal: C0 and C1 controls, DEL, bidirectional controls, line and
/// paragraph separators, and invisible format characters. The joiners U+200C and U+200D are allowed: scripts
/// and emoji need them.
#[must_use]
pub const fn is_unprintable(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// One character made printable: a blank for white space that moves the cursor, a question mark for unprintable
/// characters.
#[must_use]
pub const fn printable_char(letter: char) -> char {
    match letter {
        // The common case: nearly all cells of a screen.
        ' '..='~' => letter,
        '\t' | '\n' | '\r' => ' ',
        other if is_unprintable(other) => REPLACEMENT,
        other => other,
    }
}

/// The text as one printable line of the same number of characters.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if is_clean(text, false) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(printable_char).collect())
}

/// The text as one printable line of at most this many characters; an ellipsis stands for the rest.
#[must_use]
pub fn shortened(text: &str, chars_max: usize) -> String {
    let mut letters = text.chars().map(printable_char);
    let mut out: String = letters.by_ref().take(chars_max).collect();
    out.extend(letters.next().map(|_| '…'));
    out
}

/// The text made printable, with its line breaks and tabs. A carriage return is kept only before a line break.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    if is_clean(text, true) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\n' | '\t' => letter,
            '\r' if letters.peek() == Some(&'\n') => letter,
            '\r' => REPLACEMENT,
            other => printable_char(other),
        });
    }
    Cow::Owned(out)
}

/// JSON text with its unprintable characters as `\uXXXX`. JSON allows them only inside strings, where the
/// escape means the same; line breaks and tabs between values are kept.
#[must_use]
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if is_clean(json, true) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if matches!(letter, '\n' | '\t') || !is_unprintable(letter) {
            out.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string never fails.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    Cow::Owned(out)
}

/// Whether nothing has to be replaced. Nearly all text is ASCII, which is checked many bytes at a time.
fn is_clean(text: &str, lines: bool) -> bool {
    let steers = |byte: u8| byte < b' ' && !(lines && matches!(byte, b'\n' | b'\t'));
    if !text.bytes().fold(false, |any, byte| any | steers(byte) | (byte >= 0x7f)) {
        return true;
    }
    !text.chars().any(|letter| is_unprintable(letter) && !(lines && matches!(letter, '\n' | '\t')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_or_reorders_text_is_unprintable() {
        for letter in ['\0', '\u{7}', '\u{1b}', '\u{7f}', '\u{80}', '\u{9b}', '\u{9f}'] {
            assert!(is_unprintable(letter), "{letter:?}");
        }
        let bidi = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
        for letter in bidi.into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            assert!(is_unprintable(letter), "{letter:?}");
        }
        for letter in
            [' ', '~', '\u{a0}', 'é', 'ш', '日', '\u{301}', '\u{200c}', '\u{200d}', '🦀', '\u{fffd}']
        {
            assert!(!is_unprintable(letter), "{letter:?}");
        }
    }

    #[test]
    fn one_line_stays_one_line_of_the_same_length() {
        assert_eq!(printable("a\u{1b}]0;x\u{7}b\u{202e}c"), "a?]0;x?b?c");
        assert_eq!(printable("a\tb\r\nc"), "a b  c");
        assert!(matches!(printable("tower — 日本"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_stay_lines_and_a_lone_return_cannot_overwrite_one() {
        assert_eq!(printable_lines("a\tb\nc\r\nd\re\u{9b}31m"), "a\tb\nc\r\nd?e?31m");
        assert!(matches!(printable_lines("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_means_the_same_after_escaping() {
        assert_eq!(
            printable_json("{\"a\":\"x\u{9b}\u{202e}\u{7f}\u{e0041}é\"}\n"),
            "{\"a\":\"x\\u009b\\u202e\\u007f\\udb40\\udc41é\"}\n"
        );
    }
}
