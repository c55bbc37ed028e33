//! The alphabet of codes: 32 letters that are hard to confuse, and check letters that detect typing errors.
//!
//! The check is a Reed-Solomon remainder over GF(32). It detects every single wrong letter and every swap of
//! two neighbours, at any length, and up to three wrong letters in codes of up to 31.

/// Crockford's base 32: digits and capitals without I, L, O and U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Number of check letters at the end of a code.
pub(crate) const CHECK: usize = 3;

/// The generator polynomial without its leading 1: (x + a)(x + a²)(x + a³) with a = 2.
const DIVISOR: [u8; CHECK] = {
    let (a, b, c) = (2, times(2, 2), times(times(2, 2), 2));
    [a ^ b ^ c, times(a, b) ^ times(a, c) ^ times(b, c), times(times(a, b), c)]
};

/// The letter of a symbol below 32.
pub(crate) const fn letter(symbol: u8) -> char {
    LETTERS[symbol as usize & 31] as char
}

/// The symbol of a letter. Lower case is accepted, and letters that look alike are read as the valid one.
pub(crate) fn symbol(letter: char) -> Option<u8> {
    let letter = match letter.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        other => other,
    };
    LETTERS.iter().position(|&known| char::from(known) == letter).map(|place| place as u8)
}

/// The check letters of some symbols. The salt keeps a code of one game from being valid for another.
pub(crate) fn check(symbols: &[u8], salt: u32) -> [u8; CHECK] {
    let mut rest = [0u8; CHECK];
    for &symbol in symbols {
        let lead = symbol ^ rest[0];
        rest =
            [rest[1] ^ times(lead, DIVISOR[0]), rest[2] ^ times(lead, DIVISOR[1]), times(lead, DIVISOR[2])];
    }
    for (place, part) in rest.iter_mut().enumerate() {
        *part ^= (salt >> (5 * place)) as u8 & 31;
    }
    rest
}

/// Multiplication in GF(32) (x⁵ = x² + 1).
const fn times(a: u8, b: u8) -> u8 {
    let (mut a, mut b, mut product) = (a, b, 0);
    while b > 0 {
        if b & 1 != 0 {
            product ^= a;
        }
        a <<= 1;
        if a & 32 != 0 {
            a ^= 0b10_0101;
        }
        b >>= 1;
    }
    product
}

/// A 32-bit hash of a name, for use in codes: FNV-1a, folded.
pub(crate) fn mark(text: &str) -> u32 {
    let hash =
        text.bytes().fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash ^ hash >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip_in_both_cases() {
        for number in 0..32 {
            assert_eq!(symbol(letter(number)), Some(number));
            assert_eq!(symbol(letter(number).to_ascii_lowercase()), Some(number));
        }
        assert_eq!(['o', 'i', 'L', 'U', '-'].map(symbol), [Some(0), Some(1), Some(1), None, None]);
    }

    #[test]
    fn single_errors_and_swaps_are_detected() {
        for length in [1, 4, 9, 30, 70] {
            let text: Vec<u8> = (0..length).map(|i| (i * 7 + i * i * 3) as u8 & 31).collect();
            let mut whole = text.clone();
            whole.extend(check(&text, 12345));
            let passes = |whole: &[u8]| {
                let (text, end) = whole.split_at(whole.len() - CHECK);
                check(text, 12345) == end
            };
            assert!(passes(&whole));
            for place in 0..whole.len() {
                for other in (0..32).filter(|&other| other != whole[place]) {
                    let mut slip = whole.clone();
                    slip[place] = other;
                    assert!(!passes(&slip), "{other} at {place} of {length}");
                }
                if place > 0 && whole[place] != whole[place - 1] {
                    let mut swapped = whole.clone();
                    swapped.swap(place, place - 1);
                    assert!(!passes(&swapped), "swap at {place} of {length}");
                }
            }
        }
    }
}
