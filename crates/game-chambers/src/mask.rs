//! Sets of cells, one bit per cell, optimised for the question every enemy asks each turn: which adjacent
//! cells are free?

use crate::plan::{COLS, Spot};

/// Bytes per column: the rows with a rim above and below, rounded up.
const STRIDE: usize = 32;

/// A set of cells. Each cell stores three bits: whether its left neighbour, itself and its right neighbour
/// are in the set. A rim makes bounds checks unnecessary.
///
/// Looking around takes three reads, adding or removing a cell three writes. These are single bytes, far
/// enough apart that the compiler does not merge them: an enemy reads what the one before it has just
/// written, and the processor can forward a store directly only to a load of the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask([u8; (COLS + 2) * STRIDE]);

impl Default for Mask {
    fn default() -> Self {
        Self([0; (COLS + 2) * STRIDE])
    }
}

impl Mask {
    /// The bytes from the first to the last neighbour, column by column.
    #[inline]
    fn near(&mut self, at: Spot) -> &mut [u8; 2 * STRIDE + 3] {
        let first = usize::from(at.x()) * STRIDE + usize::from(at.y());
        (&mut self.0[first..first + 2 * STRIDE + 3]).try_into().expect("a slice of just that length")
    }

    #[inline]
    pub(crate) fn set(&mut self, at: Spot) {
        let near = self.near(at);
        near[1] |= 0b100;
        near[STRIDE + 1] |= 0b010;
        near[2 * STRIDE + 1] |= 0b001;
    }

    #[inline]
    pub(crate) fn clear(&mut self, at: Spot) {
        let near = self.near(at);
        near[1] &= !0b100;
        near[STRIDE + 1] &= !0b010;
        near[2 * STRIDE + 1] &= !0b001;
    }

    #[inline]
    pub(crate) fn has(&self, at: Spot) -> bool {
        self.0[(usize::from(at.x()) + 1) * STRIDE + usize::from(at.y()) + 1] & 0b010 != 0
    }

    /// The nine bits around a cell, in reading order.
    #[inline]
    pub(crate) fn around(&self, at: Spot) -> u32 {
        let first = (usize::from(at.x()) + 1) * STRIDE + usize::from(at.y());
        let rows = &self.0[first..first + 3];
        u32::from(rows[0]) | u32::from(rows[1]) << 3 | u32::from(rows[2]) << 6
    }
}

/// For each pattern of nine bits and each bit set in it, in order: the offset of its cell, to be added to the
/// key of the middle cell.
static STEPS: [[u16; 8]; 512] = steps();
/// The number of bits set in each pattern of nine. The baseline processor has no instruction for it.
static COUNT: [u8; 512] = counts();

const fn steps() -> [[u16; 8]; 512] {
    let mut all = [[0; 8]; 512];
    let mut pattern = 0;
    while pattern < 512 {
        let (mut bit, mut found) = (0, 0);
        while bit < 9 && found < 8 {
            if pattern >> bit & 1 == 1 {
                let there = Spot::new(bit % 3, bit / 3);
                all[pattern][found] = there.key().wrapping_sub(Spot::new(1, 1).key());
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

/// The bits of [`bit_around`], by row and column offset.
static BITS: [u32; 16] = [1, 2, 4, 0, 8, 16, 32, 0, 64, 128, 256, 0, 0, 0, 0, 0];

/// The bit of [`Mask::around`] that stands for another cell; 0 if they are not neighbours.
#[inline]
pub(crate) fn bit_around(at: Spot, other: Spot) -> u32 {
    let apart = other.apart(at);
    if other.may_be_near(at) { BITS[usize::from(apart >> 6 | apart) & 15] } else { 0 }
}

/// The number of bits set in [`Mask::around`].
#[inline]
pub(crate) fn count_around(bits: u32) -> u32 {
    u32::from(COUNT[bits as usize & 511])
}

/// The cell of the `nth` set bit of [`Mask::around`]; supports at most eight.
#[inline]
pub(crate) fn nth_around(at: Spot, bits: u32, nth: u32) -> Spot {
    Spot::from_key(at.key().wrapping_add(STEPS[bits as usize & 511][nth as usize & 7]))
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
            for other in (0..CELLS).map(Spot::from_index) {
                mask = Mask::default();
                mask.set(other);
                assert_eq!(bit_around(at, other), mask.around(at), "{at:?} {other:?}");
            }
        }
    }
}
