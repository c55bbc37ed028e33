//! How large anything may be. What is larger is refused before it reaches the database.

use crate::{LedgerError, Result};

/// The most bytes of an uploaded run.
pub const RUN_BYTES_MAX: usize = 2 * 1024 * 1024;
/// The most bytes a game's run may be allowed to grow to.
pub const GAME_BYTES_MAX: i64 = 64 * 1024 * 1024;
/// The most bytes of run text in one write.
pub const LINES_BYTES_MAX: usize = 256 * 1024;
/// The most answers in one write.
pub const ANSWERS_MAX: usize = 64;
/// The most bytes of a kept reply.
pub const REPLY_BYTES_MAX: usize = 16 * 1024;
/// How many commands back the answers of a game are kept.
pub const ANSWERS_KEPT: i64 = 256;
/// The most bytes of one text of an account.
pub const TEXT_BYTES_MAX: i64 = 16 * 1024 * 1024;
/// The most texts of an account.
pub const TEXTS_MAX: i64 = 2000;
/// The most bytes of a path of such a text.
pub const PATH_BYTES_MAX: usize = 255;
/// The most bytes of a sentence: why a game was closed, what a verdict says.
pub const SENTENCE_BYTES_MAX: usize = 500;
/// The most rows of any list.
pub const ROWS_MAX: u32 = 1000;

/// A sentence as it can be shown, cut to its limit.
pub(crate) fn sentence(text: &str) -> String {
    let mut shown = kernel::printable(text).into_owned();
    shown.truncate(shown.floor_char_boundary(SENTENCE_BYTES_MAX));
    shown
}

/// A short text that is refused, not changed, when it is too long or cannot be shown.
pub(crate) fn word(text: &str, bytes_max: usize) -> Result<String> {
    if text.len() > bytes_max || kernel::printable(text) != text {
        return Err(LedgerError::refused("That text is too long or holds characters that cannot be shown."));
    }
    Ok(text.to_owned())
}

/// A number of rows within the limit.
pub(crate) fn rows(wanted: u32) -> i64 {
    i64::from(wanted.min(ROWS_MAX))
}
