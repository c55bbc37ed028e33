//! A whole run or level as a link: its plain text, deflated and encoded in letters that need no escaping in a
//! URL.

use kernel::{of_digits, to_digits};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use session::{Entry, Level, Run, find, of_plain, to_plain};

/// Maximum length of a link to a run; a longer run must be shared as a file.
pub const LINK_MAX: usize = 2_000;

/// Maximum length of a link to a level: what every browser and most messengers accept.
pub const LEVEL_LINK_MAX: usize = 8_000;

/// The name of a level that came from a link.
const LEVEL_NAME: &str = "level of a link";

/// Maximum size of an unpacked link. No link this program makes unpacks to more.
const TEXT_BYTES_MAX: usize = 256 * 1024;

/// Base 64 for URLs (RFC 4648), without padding, and the bits of a letter.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS: u32 = 6;

/// The highest compression level.
const LEVEL: u8 = 10;

/// Encodes a run.
///
/// # Errors
/// A sentence, when the run does not verify or is too long for a link.
pub fn link_of(games: &[Entry], run: &Run) -> Result<String, String> {
    let text = to_plain(games, run).map_err(|fault| format!("This run cannot be shared: it {fault}."))?;
    let link = pack(&text);
    if link.len() > LINK_MAX {
        return Err("This run is too long for a link. Share its file instead.".to_owned());
    }
    Ok(link)
}

/// Decodes a run and verifies it by replaying it.
///
/// # Errors
/// A sentence that says what is wrong with the link.
pub fn run_of(games: &[Entry], link: &str) -> Result<Run, String> {
    of_plain(games, &unpack(link, LINK_MAX)?)
}

/// Encodes a level: the id of its game, a dot, and its text.
///
/// # Errors
/// A sentence, when it is too long for a link.
pub fn level_link_of(entry: &Entry, text: &str) -> Result<String, String> {
    let link = format!("{}.{}", entry.id, pack(text));
    if text.len() > TEXT_BYTES_MAX || link.len() > LEVEL_LINK_MAX {
        return Err(format!(
            "This level is too long for a link: {} characters, at most {LEVEL_LINK_MAX} are allowed. Save it as a file instead.",
            link.len()
        ));
    }
    Ok(link)
}

/// Decodes a level and its game; `None` if this is not a link to a level. The level is not checked yet.
///
/// # Errors
/// A sentence that says what is wrong with the link.
pub fn level_of(games: &'static [Entry], link: &str) -> Option<Result<(&'static Entry, Level), String>> {
    let (id, packed) = link.split_once('.')?;
    let entry = find(games, id)?;
    let level = unpack(packed, LEVEL_LINK_MAX).map(|text| Level { name: LEVEL_NAME.to_owned(), text });
    Some(level.map(|level| (entry, level)))
}

fn pack(text: &str) -> String {
    letters_of(&compress_to_vec(text.as_bytes(), LEVEL))
}

fn unpack(link: &str, longest: usize) -> Result<String, String> {
    let damaged = || "This link is damaged or was cut off.".to_owned();
    if link.len() > longest {
        return Err(damaged());
    }
    let packed = bytes_of(link).ok_or_else(damaged)?;
    let text = decompress_to_vec_with_limit(&packed, TEXT_BYTES_MAX).map_err(|_| damaged())?;
    String::from_utf8(text).map_err(|_| damaged())
}

fn letters_of(bytes: &[u8]) -> String {
    to_digits(bytes, BITS).into_iter().map(|digit| char::from(LETTERS[usize::from(digit)])).collect()
}

fn bytes_of(letters: &str) -> Option<Vec<u8>> {
    let digit = |letter: u8| LETTERS.iter().position(|known| *known == letter).map(|digit| digit as u8);
    of_digits(&letters.bytes().map(digit).collect::<Option<Vec<u8>>>()?, BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_rfc_4648() {
        // RFC 4648, section 10, without padding.
        let pairs =
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")];
        for (plain, letters) in pairs {
            assert_eq!(letters_of(plain.as_bytes()), letters);
            assert_eq!(bytes_of(letters).as_deref(), Some(plain.as_bytes()));
        }
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(bytes_of(&letters_of(&all)), Some(all));
        assert_eq!(letters_of(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn non_canonical_base64_is_refused() {
        for text in ["Z", "Zm9vY", "Zh", "Zm9", "Zg==", "Z g", "Zm+v", "Zm/v", "é", "Zg\n"] {
            assert_eq!(bytes_of(text), None, "{text}");
        }
    }
}
