//! Size limits. Anything larger is refused before it reaches the database.

use crate::{LedgerError, Result};

/// Maximum size of an uploaded run, in bytes.
pub const RUN_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Maximum size a game's run can be allowed, in bytes.
pub const GAME_BYTES_MAX: i64 = 64 * 1024 * 1024;
/// Maximum size of run text in one write, in bytes.
pub const LINES_BYTES_MAX: usize = 256 * 1024;
/// Maximum number of answers in one write.
pub const ANSWERS_MAX: usize = 64;
/// Maximum size of a stored reply, in bytes.
pub const REPLY_BYTES_MAX: usize = 16 * 1024;
/// Answers of a game are kept for this many commands.
pub const ANSWERS_KEPT: i64 = 256;
/// Maximum size of one text of an account, in bytes.
pub const TEXT_BYTES_MAX: i64 = 16 * 1024 * 1024;
/// Maximum number of texts per account.
pub const TEXTS_MAX: i64 = 2000;
/// Maximum length of a text's path, in bytes.
pub const PATH_BYTES_MAX: usize = 255;
/// Maximum length of a sentence, such as a verdict or the reason for closing a game, in bytes.
pub const SENTENCE_BYTES_MAX: usize = 500;
/// Maximum number of rows in a list.
pub const ROWS_MAX: u32 = 1000;

/// A printable sentence, cut to its limit.
pub(crate) fn sentence(text: &str) -> String {
    let mut shown = kernel::printable(text).into_owned();
    shown.truncate(shown.floor_char_boundary(SENTENCE_BYTES_MAX));
    shown
}

/// A short text; refused, not changed, if it is too long or not printable.
pub(crate) fn word(text: &str, bytes_max: usize) -> Result<String> {
    if text.len() > bytes_max || kernel::printable(text) != text {
        return Err(LedgerError::refused("That text is too long or holds characters that cannot be shown."));
    }
    Ok(text.to_owned())
}

/// A number of rows, capped.
pub(crate) fn rows(wanted: u32) -> i64 {
    i64::from(wanted.min(ROWS_MAX))
}
