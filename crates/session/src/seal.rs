//! The seal of every line of a run: a CRC-24 that is chained from line to line.
//!
//! A CRC detects every single flipped bit. Because each seal depends on the one before, missing, repeated and
//! swapped lines are detected as well. Written with 64 letters, four for a seal.

use crc::{CRC_24_OPENPGP, Crc};

const ALPHABET: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// The chain before the first line: the start value of RFC 4880.
pub(crate) const START: u32 = CRC_24_OPENPGP.init;
static CRC: Crc<u32> = Crc::<u32>::new(&CRC_24_OPENPGP);

/// The chain after another line.
pub(crate) fn chain(previous: u32, line: &[u8]) -> u32 {
    let mut digest = CRC.digest_with_initial(previous);
    digest.update(line);
    // An empty line changes the chain as well.
    digest.update(b"\n");
    digest.finalize()
}

/// Appends a number as `letters` letters of six bits.
pub(crate) fn write(value: u32, letters: u32, out: &mut String) {
    for letter in (0..letters).rev() {
        out.push(ALPHABET[(value >> (6 * letter)) as usize & 63] as char);
    }
}

/// Reads such a number; `None` if a letter is invalid.
pub(crate) fn read(letters: &[u8]) -> Option<u32> {
    letters.iter().try_fold(0u32, |value, letter| {
        let digit = match letter {
            b'0'..=b'9' => letter - b'0',
            b'A'..=b'Z' => letter - b'A' + 10,
            b'a'..=b'z' => letter - b'a' + 36,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        Some(value << 6 | u32::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seals_are_read_as_written() {
        for value in [0, 1, 63, 64, 0x00B7_04CE, 0x00FF_FFFF] {
            let mut text = String::new();
            write(value, 4, &mut text);
            assert_eq!(read(text.as_bytes()), Some(value));
        }
        assert_eq!(read(b"ab d"), None);
    }

    #[test]
    fn seals_are_those_of_the_first_release() {
        assert_eq!(START, 0x00B7_04CE);
        assert_eq!(chain(START, b""), 0x004A_3DE7);
        assert_eq!(chain(chain(START, b"undercroft-run 1"), b"game boo"), 0x00C3_11E7);
    }

    #[test]
    fn every_flipped_bit_moves_the_chain() {
        let line = b"= 128 0123456789abcdef hp=100 floor=3";
        let good = chain(START, line);
        for bit in 0..line.len() * 8 {
            let mut bad = *line;
            bad[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(chain(START, &bad), good);
        }
    }
}
