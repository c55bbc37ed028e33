//! Cellular automata on bits: as many cells at a time as a machine word has bits.
//!
//! The rule is the one caves are grown by: a cell is set in the next generation when at least `threshold` of its eight
//! neighbours are set. The cell itself is not counted. Eight one-bit planes are added up by full adders written as
//! plain word operations, so one pass costs about thirty operations for 64 or 128 cells.

use alloc::{vec, vec::Vec};
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word used as a row of cells: bit 0 is the leftmost.
pub trait Word:
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
    /// How many cells a word holds.
    const CELLS: u32;

    /// The sum of two words, the carry out of the last cell dropped.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// How many cells are set.
    #[must_use]
    fn count(self) -> u32;

    /// The number of the leftmost set cell; [`Word::CELLS`] if none is.
    #[must_use]
    fn first(self) -> u32;

    /// The number of the rightmost set cell; [`Word::CELLS`] if none is.
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

/// One generation of a board that is at most one word wide, a row per word. What lies outside counts as clear.
///
/// # Panics
/// If the two boards differ in height.
pub fn smooth_rows<W: Word>(rows: &[W], next: &mut [W], threshold: u32) {
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
    // Columns first: the sums of three cells above each other are then shifted left and right as two planes.
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

/// A board of any size, one bit a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitBoard {
    cols: u32,
    rows: u32,
    stride: usize,
    words: Vec<u64>,
}

/// What [`BitBoard::smooth`] needs beside the board; kept by the caller from call to call.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    next: Vec<u64>,
    planes: [Vec<u64>; 3],
}

impl BitBoard {
    /// A clear board.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Self {
        let stride = cols.div_ceil(64) as usize;
        Self { cols, rows, stride, words: vec![0; stride * rows as usize] }
    }

    /// Number of columns.
    #[must_use]
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// True when a cell is set; cells off the board are clear.
    #[must_use]
    pub fn get(&self, x: u32, y: u32) -> bool {
        x < self.cols
            && y < self.rows
            && self.words[y as usize * self.stride + x as usize / 64] >> (x % 64) & 1 == 1
    }

    /// Sets or clears a cell; cells off the board are left alone.
    pub fn set(&mut self, x: u32, y: u32, set: bool) {
        if x < self.cols && y < self.rows {
            let word = &mut self.words[y as usize * self.stride + x as usize / 64];
            *word = *word & !(1 << (x % 64)) | u64::from(set) << (x % 64);
        }
    }

    /// Fills the board word by word, 64 cells a call, row after row. Cells beyond the last column are dropped.
    pub fn fill_with(&mut self, mut word: impl FnMut() -> u64) {
        self.words.fill_with(&mut word);
        self.trim();
    }

    /// One generation. What lies outside counts as clear.
    pub fn smooth(&mut self, threshold: u32, scratch: &mut Scratch) {
        scratch.next.resize(self.words.len(), 0);
        match threshold {
            0 => scratch.next.fill(!0),
            1 => self.pass::<1>(scratch),
            2 => self.pass::<2>(scratch),
            3 => self.pass::<3>(scratch),
            4 => self.pass::<4>(scratch),
            5 => self.pass::<5>(scratch),
            6 => self.pass::<6>(scratch),
            7 => self.pass::<7>(scratch),
            8 => self.pass::<8>(scratch),
            _ => scratch.next.fill(0),
        }
        core::mem::swap(&mut self.words, &mut scratch.next);
        self.trim();
    }

    /// Clears what lies beyond the last column.
    fn trim(&mut self) {
        let kept = u64::full((self.cols + 63) % 64 + 1);
        if self.stride > 0 && kept != !0 {
            for last in self.words.iter_mut().skip(self.stride - 1).step_by(self.stride) {
                *last &= kept;
            }
        }
    }

    fn pass<const T: u32>(&self, scratch: &mut Scratch) {
        let stride = self.stride;
        if stride == 0 || self.rows == 0 {
            return;
        }
        let Scratch { next, planes } = scratch;
        // Each buffer holds four planes of one row: the sums of two (left and right) and of three (with the middle).
        for buffer in planes.iter_mut() {
            buffer.clear();
            buffer.resize(4 * stride, 0);
        }
        let [above, here, below] = planes;
        sums(&self.words[..stride], here);
        let mut rows = self.words.chunks_exact(stride);
        rows.next();
        for out in next.chunks_exact_mut(stride) {
            match rows.next() {
                Some(row) => sums(row, below),
                None => below.fill(0),
            }
            row_pass::<T>(above, here, below, out);
            core::mem::swap(above, here);
            core::mem::swap(here, below);
        }
    }
}

/// Adds up the cells left and right of each cell, without it (planes 0 and 1) and with it (planes 2 and 3).
fn sums(row: &[u64], planes: &mut [u64]) {
    let stride = row.len();
    let (two, three) = planes.split_at_mut(2 * stride);
    let (two_ones, two_twos) = two.split_at_mut(stride);
    let (three_ones, three_twos) = three.split_at_mut(stride);
    let add = |before: u64, here: u64, after: u64| {
        let (left, right) = (here << 1 | before >> 63, here >> 1 | after << 63);
        let (half, both) = (left ^ right, left & right);
        (half, both, half ^ here, both | (half & here))
    };
    let mut put = |i: usize, sum: (u64, u64, u64, u64)| {
        (two_ones[i], two_twos[i], three_ones[i], three_twos[i]) = sum;
    };
    let last = stride - 1;
    put(0, add(0, row[0], row.get(1).copied().unwrap_or(0)));
    if last > 0 {
        put(last, add(row[last - 1], row[last], 0));
    }
    if stride < 3 {
        return;
    }
    // All slices are cut to one length that the compiler knows to be the same, so that it takes several words at once.
    let inner = stride - 2;
    let (before, here, after) = (&row[..inner], &row[1..][..inner], &row[2..][..inner]);
    let (two_ones, two_twos) = (&mut two_ones[1..][..inner], &mut two_twos[1..][..inner]);
    let (three_ones, three_twos) = (&mut three_ones[1..][..inner], &mut three_twos[1..][..inner]);
    for i in 0..inner {
        (two_ones[i], two_twos[i], three_ones[i], three_twos[i]) = add(before[i], here[i], after[i]);
    }
}

fn row_pass<const T: u32>(above: &[u64], here: &[u64], below: &[u64], out: &mut [u64]) {
    let stride = out.len();
    let (a_ones, a_twos) = (&above[2 * stride..][..stride], &above[3 * stride..][..stride]);
    let (b_ones, b_twos) = (&below[2 * stride..][..stride], &below[3 * stride..][..stride]);
    let (h_ones, h_twos) = (&here[..stride], &here[stride..][..stride]);
    for i in 0..stride {
        out[i] = at_least::<T, u64>((a_ones[i], a_twos[i]), (h_ones[i], h_twos[i]), (b_ones[i], b_twos[i]));
    }
}

#[cfg(test)]
#[path = "automaton_tests.rs"]
mod tests;
