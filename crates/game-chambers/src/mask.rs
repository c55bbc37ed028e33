//! One bit for each cell of the board, made for the question every enemy asks each turn: which cells around me?

use crate::plan::{ROWS, Spot};

/// Bytes of a row of a [`Mask`]: 81 bits with the rim, and room to read four bytes from any of them.
const STRIDE: usize = 16;

/// One bit per cell, with a rim of zeros so that neighbours need no bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask([u8; (ROWS + 2) * STRIDE]);

impl Default for Mask {
    fn default() -> Self {
        Self([0; (ROWS + 2) * STRIDE])
    }
}

impl Mask {
    /// The byte and the bit of a cell; the rim comes first.
    #[inline]
    const fn place(at: Spot) -> (usize, u8) {
        let column = at.x + 1;
        ((at.y as usize + 1) * STRIDE + (column >> 3) as usize, 1 << (column & 7))
    }

    #[inline]
    pub(crate) fn set(&mut self, at: Spot) {
        let (byte, bit) = Self::place(at);
        self.0[byte] |= bit;
    }

    #[inline]
    pub(crate) fn clear(&mut self, at: Spot) {
        let (byte, bit) = Self::place(at);
        self.0[byte] &= !bit;
    }

    #[inline]
    pub(crate) fn has(&self, at: Spot) -> bool {
        let (byte, bit) = Self::place(at);
        self.0[byte] & bit != 0
    }

    /// The nine bits around a cell in reading order.
    #[inline]
    pub(crate) fn around(&self, at: Spot) -> u32 {
        let (byte, shift) = (usize::from(at.y) * STRIDE + usize::from(at.x >> 3), at.x & 7);
        let three = |row: usize| {
            let pair = u16::from_le_bytes([self.0[byte + row * STRIDE], self.0[byte + row * STRIDE + 1]]);
            u32::from(pair >> shift & 7)
        };
        three(0) | three(1) << 3 | three(2) << 6
    }
}

/// For each pattern of nine bits, which of them are set, in order.
static SET_BITS: [[u8; 8]; 512] = set_bits();
/// For each pattern of nine bits, how many are set. The plain processor this is built for cannot count them.
static COUNT: [u8; 512] = counts();

const fn set_bits() -> [[u8; 8]; 512] {
    let mut all = [[0; 8]; 512];
    let mut pattern = 0;
    while pattern < 512 {
        let (mut bit, mut found) = (0, 0);
        while bit < 9 && found < 8 {
            if pattern >> bit & 1 == 1 {
                all[pattern][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        pattern += 1;
    }
    all
}

const fn counts() -> [u8; 512] {
    let mut all = [0; 512];
    let mut pattern = 0;
    while pattern < 512 {
        all[pattern] = (pattern as u32).count_ones() as u8;
        pattern += 1;
    }
    all
}

/// How many of the bits of [`Mask::around`] are set.
#[inline]
pub(crate) fn count_around(bits: u32) -> u32 {
    u32::from(COUNT[bits as usize & 511])
}

/// The cell that the `nth` set bit of [`Mask::around`] stands for; at most eight are told apart.
#[inline]
pub(crate) fn nth_around(at: Spot, bits: u32, nth: u32) -> Spot {
    const DOWN: [u8; 9] = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    const RIGHT: [u8; 9] = [0, 1, 2, 0, 1, 2, 0, 1, 2];
    let bit = usize::from(SET_BITS[bits as usize & 511][nth as usize & 7]);
    Spot { y: at.y + DOWN[bit] - 1, x: at.x + RIGHT[bit] - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::CELLS;
    use alloc::vec::Vec;

    #[test]
    fn masks_see_the_neighbours_of_every_cell() {
        let mut mask = Mask::default();
        for at in [Spot::new(0, 0), Spot::new(78, 24), Spot::new(1, 1)] {
            mask.set(at);
            assert!(mask.has(at));
        }
        assert_eq!(mask.around(Spot::new(0, 0)), 0b100_010_000);
        assert_eq!(nth_around(Spot::new(0, 0), 0b100_010_000, 1), Spot::new(1, 1));
        assert_eq!(mask.around(Spot::new(77, 23)), 0b100_000_000);
        mask.clear(Spot::new(0, 0));
        assert_eq!(mask.around(Spot::new(0, 0)), 0b100_000_000);
        for at in (0..CELLS).map(Spot::from_index) {
            let mut mask = Mask::default();
            at.around().for_each(|to| mask.set(to));
            let bits = mask.around(at);
            let found: Vec<Spot> = (0..count_around(bits)).map(|nth| nth_around(at, bits, nth)).collect();
            assert!(found.iter().copied().eq(at.around()), "{at:?}");
        }
    }
}
