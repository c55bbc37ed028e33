//! Sets of cells, one bit per cell, optimised for the question every enemy asks each turn: which adjacent
//! cells are free?

use crate::plan::{COLS, Spot};
use kernel::Dir;

/// A set of cells, with one word per column: cell (x, y) is bit y + 1 of word x + 1. A rim makes bounds checks
/// unnecessary.
///
/// Looking around takes three reads, adding or removing a cell one write. The whole set fits in six cache
/// lines, which matters to batches: they step a thousand games in turn, so each comes from memory. An enemy
/// reads what the one before it has just written; the processor forwards the store because both access the
/// same words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask([u32; COLS + 2]);

impl Default for Mask {
    fn default() -> Self {
        Self([0; COLS + 2])
    }
}

impl Mask {
    #[inline]
    pub(crate) fn set(&mut self, at: Spot) {
        self.0[usize::from(at.x()) + 1] |= 2 << at.y();
    }

    #[inline]
    pub(crate) fn clear(&mut self, at: Spot) {
        self.0[usize::from(at.x()) + 1] &= !(2 << at.y());
    }

    #[inline]
    pub(crate) fn has(&self, at: Spot) -> bool {
        self.0[usize::from(at.x()) + 1] & 2 << at.y() != 0
    }

    /// The same for the neighbour in a direction; false beyond the board.
    #[inline]
    pub(crate) fn has_beside(&self, at: Spot, dir: Dir) -> bool {
        let (right, down) = OFFSETS[dir as usize];
        self.0[usize::from(at.x()) + usize::from(right)] & (1 << down << at.y()) != 0
    }

    /// The nine bits around a cell, column by column.
    #[inline]
    pub(crate) fn around(&self, at: Spot) -> u32 {
        let first = usize::from(at.x());
        let columns = &self.0[first..first + 3];
        let three = |column: u32| column >> at.y() & 0b111;
        three(columns[0]) | three(columns[1]) << 3 | three(columns[2]) << 6
    }
}

/// The steps in each direction plus (1, 1).
static OFFSETS: [(u8, u8); 8] = {
    let mut offsets = [(0, 0); 8];
    let mut way = 0;
    while way < 8 {
        let (dx, dy) = Dir::ALL[way].delta();
        offsets[way] = ((dx + 1) as u8, (dy + 1) as u8);
        way += 1;
    }
    offsets
};

/// For each pattern of nine bits and each cell set in it, in reading order: the offset of that cell, to be
/// added to the key of the middle cell.
static STEPS: [[u16; 8]; 512] = steps();
/// The number of bits set in each pattern of nine. The baseline processor has no instruction for it.
static COUNT: [u8; 512] = counts();

const fn steps() -> [[u16; 8]; 512] {
    let mut all = [[0; 8]; 512];
    let mut pattern = 0;
    while pattern < 512 {
        let (mut cell, mut found) = (0, 0);
        while cell < 9 && found < 8 {
            let (x, y) = (cell % 3, cell / 3);
            if pattern >> (3 * x + y) & 1 == 1 {
                all[pattern][found] = Spot::new(x, y).key().wrapping_sub(Spot::new(1, 1).key());
                found += 1;
            }
            cell += 1;
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
static BITS: [u32; 16] = [1, 8, 64, 0, 2, 16, 128, 0, 4, 32, 256, 0, 0, 0, 0, 0];

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

/// The `nth` cell, in reading order, of those set in [`Mask::around`]; supports at most eight.
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
            for dir in Dir::ALL {
                assert_eq!(mask.has_beside(at, dir), at.step(dir).is_some(), "{at:?} {dir:?}");
            }
            for other in (0..CELLS).map(Spot::from_index) {
                mask = Mask::default();
                mask.set(other);
                assert_eq!(bit_around(at, other), mask.around(at), "{at:?} {other:?}");
            }
        }
    }
}
