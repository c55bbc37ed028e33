//! Bytes as digits of a few bits each, for codes and links: five for base 32, six for base 64.

use alloc::vec::Vec;

/// Bytes as digits of `width` bits, at most eight. The last digit is filled up with zeros.
#[must_use]
pub fn to_digits(bytes: &[u8], width: u32) -> Vec<u8> {
    let (mut digits, rest, bits) = regrouped(bytes, 8, width);
    if bits > 0 {
        digits.push((rest << (width - bits)) as u8);
    }
    digits
}

/// The bytes of digits; `None` if [`to_digits`] does not make these.
#[must_use]
pub fn of_digits(digits: &[u8], width: u32) -> Option<Vec<u8>> {
    let (bytes, rest, bits) = regrouped(digits, width, 8);
    (bits < width && rest == 0).then_some(bytes)
}

/// Values of `from` bits as values of `to` bits; then what is left over, and its number of bits.
fn regrouped(values: &[u8], from: u32, to: u32) -> (Vec<u8>, u32, u32) {
    let (mut all, mut rest, mut bits) = (Vec::new(), 0, 0);
    for value in values {
        rest = rest << from | u32::from(*value);
        bits += from;
        while bits >= to {
            bits -= to;
            all.push((rest >> bits) as u8);
            rest &= (1 << bits) - 1;
        }
    }
    (all, rest, bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_rfc_4648() {
        // RFC 4648, section 10: "Zm9vYg" and "MZXW6YQ" without padding, as numbers.
        assert_eq!(to_digits(b"foob", 6), [25, 38, 61, 47, 24, 32]);
        assert_eq!(to_digits(b"foob", 5), [12, 25, 23, 22, 30, 24, 16]);
    }

    #[test]
    fn every_text_comes_back_and_other_digits_are_refused() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for width in 5..=6 {
            for count in 0..all.len() {
                let digits = to_digits(&all[..count], width);
                assert_eq!(of_digits(&digits, width).as_deref(), Some(&all[..count]));
                // One digit too many, and bits that should be zero.
                assert!((0..1 << width).all(|more| {
                    let longer = [&digits[..], &[more]].concat();
                    of_digits(&longer, width).is_none_or(|bytes| to_digits(&bytes, width) == longer)
                }));
            }
        }
        assert_eq!(of_digits(&[25, 39], 6), None);
        assert_eq!(of_digits(&[25], 6), None);
        assert_eq!(of_digits(&[12, 25, 23], 5), None);
    }
}
