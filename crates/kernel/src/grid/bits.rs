//! Converts rows of bits to rows of bytes.

/// Eight bytes for each byte of bits, 1 where its bit is set; bit 0 comes first.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < table.len() {
        let mut at = 0;
        while at < 8 {
            table[bits] |= ((bits as u64 >> at) & 1) << (8 * at);
            at += 1;
        }
        bits += 1;
    }
    table
};

/// Writes `byte` wherever a bit of the row is set, eight cells at a time; other cells are unchanged. Bit 0 is
/// the first cell.
#[inline]
pub fn paint_bits(mut bits: u64, byte: u8, cells: &mut [u8]) {
    let all = u64::from_le_bytes([byte; 8]);
    let (eights, rest) = cells.as_chunks_mut::<8>();
    for eight in eights {
        let mask = SPREAD[(bits & 0xFF) as usize] * 0xFF;
        *eight = (u64::from_le_bytes(*eight) & !mask | all & mask).to_le_bytes();
        bits >>= 8;
    }
    let mut mask = SPREAD[(bits & 0xFF) as usize] * 0xFF;
    for cell in rest {
        *cell = *cell & !(mask as u8) | byte & mask as u8;
        mask >>= 8;
    }
}

#[cfg(test)]
mod tests {
    use super::paint_bits;

    #[test]
    fn set_bits_are_painted_and_nothing_else() {
        for length in 0..=64 {
            let bits = 0xF0E1_D2C3_B4A5_9687_u64;
            let mut cells = [b'.'; 64];
            paint_bits(bits, b'#', &mut cells[..length]);
            for (at, cell) in cells.iter().enumerate() {
                let set = at < length && bits >> at & 1 == 1;
                assert_eq!(*cell, if set { b'#' } else { b'.' }, "cell {at} of {length}");
            }
        }
    }
}
