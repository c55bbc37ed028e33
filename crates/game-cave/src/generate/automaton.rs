//! Cellular automata on bits: as many cells at a time as a machine word has bits.
//!
//! The rule for growing caves: a cell is set in the next generation if at least `threshold` of its eight
//! neighbours are set; the cell itself is not counted. Eight one-bit planes are added with full adders of word
//! operations, so one pass costs about thirty operations for 64 or 128 cells.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word used as a row of cells: bit 0 is the leftmost.
pub(crate) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell set.
    const EMPTY: Self;
    /// The number of cells of a word.
    const CELLS: u32;

    /// The sum of two words; the carry out of the last cell is dropped.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The number of set cells.
    #[must_use]
    fn count(self) -> u32;

    /// The index of the leftmost set cell; [`Word::CELLS`] if none is.
    #[must_use]
    fn first(self) -> u32;

    /// The index of the rightmost set cell; [`Word::CELLS`] if none is.
    #[must_use]
    fn last(self) -> u32;

    /// One set cell.
    #[must_use]
    fn cell(at: u32) -> Self;

    /// The leftmost `count` cells set.
    #[must_use]
    fn full(count: u32) -> Self;

    /// A word from the bits of a wider one.
    #[must_use]
    fn narrowed(bits: u128) -> Self;

    /// The same bits in the widest word.
    #[must_use]
    fn widened(self) -> u128;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            const CELLS: u32 = <$type>::BITS;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn last(self) -> u32 {
                if self == 0 { Self::CELLS } else { Self::CELLS - 1 - self.leading_zeros() }
            }
            #[inline]
            fn cell(at: u32) -> Self {
                1 << at
            }
            #[inline]
            fn full(count: u32) -> Self {
                if count >= Self::CELLS { !0 } else { (1 << count) - 1 }
            }
            #[inline]
            fn narrowed(bits: u128) -> Self {
                bits as Self
            }
            #[inline]
            fn widened(self) -> u128 {
                u128::from(self)
            }
        }
    };
}
word!(u64);
word!(u128);

/// Adds three bits: (the sum's lowest bit, its carry).
#[inline]
fn add3<W: Word>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Where the three two-bit numbers a, b and c add up to at least `T`.
#[inline]
fn at_least<const T: u32, W: Word>(a: (W, W), b: (W, W), c: (W, W)) -> W {
    let (ones, carry) = add3(a.0, b.0, c.0);
    let (twos, fours) = add3(a.1, b.1, c.1);
    let (twos, more) = (twos ^ carry, twos & carry);
    let (fours, eights) = (fours ^ more, fours & more);
    let mut enough = !W::EMPTY;
    for (bit, plane) in [ones, twos, fours, eights].into_iter().enumerate() {
        enough = if T & (1 << bit) == 0 { plane | enough } else { plane & enough };
    }
    enough
}

/// One generation of a board that is at most one word wide, one word per row. Cells outside are clear.
///
/// # Panics
/// If the two boards differ in height.
pub(super) fn smooth_rows<W: Word>(rows: &[W], next: &mut [W], threshold: u32) {
    assert_eq!(rows.len(), next.len(), "both generations have the same rows");
    match threshold {
        0 => next.fill(!W::EMPTY),
        1 => rows_pass::<1, W>(rows, next),
        2 => rows_pass::<2, W>(rows, next),
        3 => rows_pass::<3, W>(rows, next),
        4 => rows_pass::<4, W>(rows, next),
        5 => rows_pass::<5, W>(rows, next),
        6 => rows_pass::<6, W>(rows, next),
        7 => rows_pass::<7, W>(rows, next),
        8 => rows_pass::<8, W>(rows, next),
        _ => next.fill(W::EMPTY),
    }
}

#[inline]
fn rows_pass<const T: u32, W: Word>(rows: &[W], next: &mut [W]) {
    // Columns first: the sums of three vertically adjacent cells are then shifted left and right as two planes.
    let cell = |above: W, here: W, below: W| {
        let middle = (above ^ below, above & below);
        let column = (middle.0 ^ here, middle.1 | (middle.0 & here));
        at_least::<T, W>((column.0 << 1, column.1 << 1), middle, (column.0 >> 1, column.1 >> 1))
    };
    let last = rows.len().saturating_sub(1);
    if rows.len() < 3 {
        for y in 0..rows.len() {
            let above = if y > 0 { rows[y - 1] } else { W::EMPTY };
            let below = if y < last { rows[y + 1] } else { W::EMPTY };
            next[y] = cell(above, rows[y], below);
        }
        return;
    }
    next[0] = cell(W::EMPTY, rows[0], rows[1]);
    next[last] = cell(rows[last - 1], rows[last], W::EMPTY);
    for (out, three) in next[1..last].iter_mut().zip(rows.windows(3)) {
        *out = cell(three[0], three[1], three[2]);
    }
}

#[cfg(test)]
#[path = "automaton_tests.rs"]
mod tests;
