//! The seal at the end of every line of a run: a CRC-24 chained from line to line.
//!
//! A CRC finds every single flipped bit for certain, and because each seal starts from the one before, lines that are
//! lost, doubled or swapped are found as well. Written in 64 letters, four for a seal.

const ALPHABET: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// The polynomial and start value of RFC 4880.
const POLYNOMIAL: u32 = 0x0186_4CFB;
pub(crate) const START: u32 = 0x00B7_04CE;

const TABLE: [u32; 256] = {
    let mut table = [0u32; 256];
    let mut i = 0;
    while i < 256 {
        let mut value = (i as u32) << 16;
        let mut bit = 0;
        while bit < 8 {
            value <<= 1;
            if value & 0x0100_0000 != 0 {
                value ^= POLYNOMIAL;
            }
            bit += 1;
        }
        table[i] = value & 0x00FF_FFFF;
        i += 1;
    }
    table
};

/// The chain after one more line.
pub(crate) fn chain(previous: u32, line: &[u8]) -> u32 {
    let mut crc = previous;
    for &byte in line {
        crc = ((crc << 8) & 0x00FF_FFFF) ^ TABLE[((crc >> 16) as u8 ^ byte) as usize];
    }
    // A line of zero length still moves the chain.
    ((crc << 8) & 0x00FF_FFFF) ^ TABLE[((crc >> 16) as u8 ^ b'\n') as usize]
}

/// Appends a number of `letters` times six bits.
pub(crate) fn write(value: u32, letters: u32, out: &mut String) {
    for letter in (0..letters).rev() {
        out.push(ALPHABET[(value >> (6 * letter)) as usize & 63] as char);
    }
}

/// Reads such a number; nothing if a letter is none of ours.
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
    fn the_polynomial_is_the_published_one() {
        // The check value of CRC-24 for "123456789" is 21CF02; ours adds the newline.
        let mut crc = START;
        for byte in b"123456789" {
            crc = ((crc << 8) & 0x00FF_FFFF) ^ TABLE[((crc >> 16) as u8 ^ byte) as usize];
        }
        assert_eq!(crc, 0x0021_CF02);
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
