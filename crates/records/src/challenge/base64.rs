//! Bytes as letters that need no escape in an address: base64url of RFC 4648 without padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bits of a letter.
const BITS: usize = 6;

/// The letters of some bytes.
pub(crate) fn letters_of(bytes: &[u8]) -> String {
    let letter = |bits: u32| char::from(LETTERS[(bits & 63) as usize]);
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let bits = part.iter().zip([16, 8, 0]).map(|(&byte, by)| u32::from(byte) << by).sum::<u32>();
        text.extend([18, 12, 6, 0].into_iter().take(part.len() + 1).map(|by| letter(bits >> by)));
    }
    text
}

/// The bytes of such letters; nothing if they were not made of bytes.
pub(crate) fn bytes_of(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(letters.len() * BITS / 8);
    let (mut bits, mut count) = (0u32, 0);
    for letter in letters.bytes() {
        let value = LETTERS.iter().position(|&other| other == letter)?;
        bits = bits << BITS | value as u32;
        count += BITS;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // The rest of the last letter is empty, and less than a letter.
    (count < BITS && bits == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_standard() {
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
    fn every_text_but_the_letters_of_some_bytes_is_refused() {
        for text in ["Z", "Zm9vY", "Zh", "Zm9", "Zg==", "Z g", "Zm+v", "Zm/v", "é", "Zg\n"] {
            assert_eq!(bytes_of(text), None, "{text}");
        }
    }
}
