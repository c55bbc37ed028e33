//! A whole run as a few letters for a link: its plain text, deflated, in letters that need no escape in an address.

use data_encoding::BASE64URL_NOPAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use session::{Entry, Run, of_plain, to_plain};

/// A link has at most so many letters; a longer run is passed on as a file.
pub const LINK_MAX: usize = 2_000;

/// What a link may unpack to. Nothing larger fits into one that this program made.
const TEXT_BYTES_MAX: usize = 256 * 1024;

/// The best compression there is.
const LEVEL: u8 = 10;

/// The letters of a run.
///
/// # Errors
/// A sentence, when the run does not hold or is too long for a link.
pub fn link_of(games: &[Entry], run: &Run) -> Result<String, String> {
    let text = to_plain(games, run).map_err(|fault| format!("This run cannot be shared: it {fault}."))?;
    let link = BASE64URL_NOPAD.encode(&compress_to_vec(text.as_bytes(), LEVEL));
    if link.len() > LINK_MAX {
        return Err("This run is too long for a link. Share its file instead.".to_owned());
    }
    Ok(link)
}

/// The run of such letters, played again and found to hold.
///
/// # Errors
/// A sentence that says what is wrong with them.
pub fn run_of(games: &[Entry], link: &str) -> Result<Run, String> {
    let damaged = || "This link is damaged or was cut off.".to_owned();
    if link.len() > LINK_MAX {
        return Err(damaged());
    }
    let packed = BASE64URL_NOPAD.decode(link.as_bytes()).map_err(|_| damaged())?;
    let text = decompress_to_vec_with_limit(&packed, TEXT_BYTES_MAX).map_err(|_| damaged())?;
    let text = String::from_utf8(text).map_err(|_| damaged())?;
    of_plain(games, &text)
}
