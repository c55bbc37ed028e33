//! The letters of codes: thirty-two that are hard to confuse, and check letters that detect typing errors.
//!
//! The check is a Reed-Solomon remainder over the field of 32 elements: one wrong letter or two neighbours swapped never pass,
//! however long the code is; up to three wrong letters never pass in codes of up to 31.

/// Digits and capitals without I, L, O and U, as Crockford chose them.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters at the end of a code that only guard the others.
pub(crate) const CHECK: usize = 3;

/// The remainder by which is divided, without its leading 1: (x + a)(x + a²)(x + a³) with a = 2.
const DIVISOR: [u8; CHECK] = {
    let (a, b, c) = (2, times(2, 2), times(times(2, 2), 2));
    [a ^ b ^ c, times(a, b) ^ times(a, c) ^ times(b, c), times(times(a, b), c)]
};

/// The letter of a number below 32.
pub(crate) const fn letter(symbol: u8) -> char {
    LETTERS[symbol as usize & 31] as char
}

/// The number of a letter. Small ones count, and those that look alike are taken for what they look like.
pub(crate) fn symbol(letter: char) -> Option<u8> {
    let letter = match letter.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        other => other,
    };
    LETTERS.iter().position(|&known| char::from(known) == letter).map(|place| place as u8)
}

/// The check letters of a text of symbols, mixed with a salt so that texts of different games do not pass for each other.
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

/// The product in the field of 32 elements (x⁵ = x² + 1).
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

/// A number made of a text, for names that stand in codes: FNV-1a.
pub(crate) fn mark(text: &str) -> u32 {
    let hash =
        text.bytes().fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash ^ hash >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back_small_and_large() {
        for number in 0..32 {
            assert_eq!(symbol(letter(number)), Some(number));
            assert_eq!(symbol(letter(number).to_ascii_lowercase()), Some(number));
        }
        assert_eq!(['o', 'i', 'L', 'U', '-'].map(symbol), [Some(0), Some(1), Some(1), None, None]);
    }

    #[test]
    fn one_slip_or_a_swap_never_passes() {
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
