//! Boards of any size for the automaton, one bit a cell.
//!
//! A row is laid out like cards dealt round a table: with `stride` words a row, cell x is bit x / stride of word
//! x % stride. Its neighbours to the left and right are then the same bit of the words beside it, so a generation
//! needs no shifts inside a row, and several words can be taken at once by whatever the machine offers. Only at
//! the ends of a row neighbours lie one bit apart; a border word on each side holds them ready.
//!
//! ```text
//! stride 3    border  word 0    word 1    word 2    border
//! bit 0          -    cell 0    cell 1    cell 2    cell 3
//! bit 1       cell 2  cell 3    cell 4    cell 5    cell 6
//! ```

use crate::automaton::{Word, add3};
use alloc::{vec, vec::Vec};

/// A board of any size, one bit a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitBoard {
    cols: u32,
    rows: u32,
    /// Words that hold the cells of a row, the two border words not counted.
    stride: usize,
    /// The rows, an empty one if their number is odd, and one more empty one: a generation takes two rows at a time.
    words: Vec<u64>,
}

/// What [`BitBoard::smooth`] needs beside the board; kept by the caller from call to call.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    next: Vec<u64>,
    sums: Vec<u64>,
}

/// The sum of three neighbours in a row, as two planes of bits.
type Sum = (u64, u64);

impl BitBoard {
    /// A clear board.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Self {
        let stride = cols.div_ceil(64) as usize;
        let kept = rows as usize + rows as usize % 2 + 1;
        Self { cols, rows, stride, words: vec![0; (stride + 2) * kept] }
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
        x < self.cols && y < self.rows && {
            let (word, bit) = self.place(x, y);
            self.words[word] >> bit & 1 == 1
        }
    }

    /// Sets or clears a cell; cells off the board are left alone.
    pub fn set(&mut self, x: u32, y: u32, set: bool) {
        if x < self.cols && y < self.rows {
            let (word, bit) = self.place(x, y);
            self.words[word] = self.words[word] & !(1 << bit) | u64::from(set) << bit;
            let width = self.stride + 2;
            border(&mut self.words[y as usize * width..][..width]);
        }
    }

    /// Fills the board, 64 cells a call, row after row; the cells of a call lie apart. What is left over is dropped.
    pub fn fill_with(&mut self, mut word: impl FnMut() -> u64) {
        let (width, rows) = (self.stride + 2, self.rows as usize);
        for row in self.words.chunks_exact_mut(width).take(rows) {
            row[1..=self.stride].fill_with(&mut word);
        }
        self.trim();
    }

    /// One generation: a cell is set when at least `threshold` of its eight neighbours are. What lies outside counts as
    /// clear.
    pub fn smooth(&mut self, threshold: u32, scratch: &mut Scratch) {
        if self.cols == 0 {
            return;
        }
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

    /// The word and the bit of a cell.
    fn place(&self, x: u32, y: u32) -> (usize, usize) {
        let x = x as usize;
        (y as usize * (self.stride + 2) + 1 + x % self.stride, x / self.stride)
    }

    /// Clears what belongs to no cell, and fills the borders.
    fn trim(&mut self) {
        let (stride, width, rows) = (self.stride, self.stride + 2, self.rows as usize);
        self.words[rows * width..].fill(0);
        // Words further right may hold one cell less.
        let (bits, longer) = (self.cols as usize / stride.max(1), self.cols as usize % stride.max(1));
        let whole = u64::full(bits as u32);
        for row in self.words.chunks_exact_mut(width).take(rows) {
            if bits < 64 {
                let more = u64::full(bits as u32 + 1);
                row[1..=longer].iter_mut().for_each(|word| *word &= more);
                row[1 + longer..=stride].iter_mut().for_each(|word| *word &= whole);
            }
            border(row);
        }
    }

    fn pass<const T: u32>(&self, scratch: &mut Scratch) {
        let (stride, width) = (self.stride, self.stride + 2);
        let Scratch { next, sums } = scratch;
        sums.clear();
        sums.resize(4 * stride, 0);
        let (above, here) = sums.split_at_mut(2 * stride);
        let (above, here) = (above.split_at_mut(stride), here.split_at_mut(stride));
        for (i, three) in self.words[..width].windows(3).enumerate() {
            (here.0[i], here.1[i]) = add3(three[0], three[2], three[1]);
        }
        for (y, out) in next.chunks_exact_mut(2 * width).enumerate() {
            let row = |down: usize| &self.words[(2 * y + down) * width..][..width];
            let (first, second) = out.split_at_mut(width);
            two_rows::<T>(
                [row(0), row(1), row(2)],
                (above.0, above.1),
                (here.0, here.1),
                &mut first[1..=stride],
                &mut second[1..=stride],
            );
        }
    }
}

/// Puts the neighbours of the first and the last word of a row where all others have theirs.
fn border(row: &mut [u64]) {
    let last = row.len() - 1;
    row[0] = row[last - 1] << 1;
    row[last] = row[1] >> 1;
}

/// Two rows of the next generation. `rows` are these two and the one below them, with borders; `above` and `here` hold
/// the sums of the row above and of the first row, and are left holding those of the second and of the one below.
///
/// It stays a function of its own because its parameters are known not to overlap: only so all the words of a row are
/// worked on several at a time.
#[inline(never)]
fn two_rows<const T: u32>(
    rows: [&[u64]; 3],
    above: (&mut [u64], &mut [u64]),
    here: (&mut [u64], &mut [u64]),
    first: &mut [u64],
    second: &mut [u64],
) {
    // All slices are cut to one length, so that no word needs a check.
    let count = first.len();
    let cut = |row: usize, from: usize| &rows[row][from..][..count];
    let first_middle = cut(0, 1);
    let (left, middle, right) = (cut(1, 0), cut(1, 1), cut(1, 2));
    let (below_left, below_middle, below_right) = (cut(2, 0), cut(2, 1), cut(2, 2));
    let (above_ones, above_twos) = (&mut above.0[..count], &mut above.1[..count]);
    let (here_ones, here_twos) = (&mut here.0[..count], &mut here.1[..count]);
    let second = &mut second[..count];
    for i in 0..count {
        let next = add3(left[i], right[i], middle[i]);
        let below = add3(below_left[i], below_right[i], below_middle[i]);
        // Both rows need the sum of the two.
        let both = pair((here_ones[i], here_twos[i]), next);
        first[i] = enough::<T>(both, (above_ones[i], above_twos[i]), first_middle[i]);
        second[i] = enough::<T>(both, below, middle[i]);
        (above_ones[i], above_twos[i]) = next;
        (here_ones[i], here_twos[i]) = below;
    }
}

/// The sum of two sums, as three planes.
#[inline]
fn pair(a: Sum, b: Sum) -> (u64, u64, u64) {
    let (ones, carry) = (a.0 ^ b.0, a.0 & b.0);
    let (twos, fours) = add3(a.1, b.1, carry);
    (ones, twos, fours)
}

/// Where at least `T` neighbours are set. The nine cells of the sums hold the cell itself; adding one where it is clear
/// makes up for that: nine cells and the addition come to `T` + 1 exactly where the neighbours alone come to `T`.
#[inline]
fn enough<const T: u32>(both: (u64, u64, u64), third: Sum, cell: u64) -> u64 {
    let (ones, carry) = add3(both.0, third.0, !cell);
    let (twos, carry) = add3(both.1, third.1, carry);
    let (fours, eights) = (both.2 ^ carry, both.2 & carry);
    let mut enough = !0;
    for (bit, plane) in [ones, twos, fours, eights].into_iter().enumerate() {
        enough = if (T + 1) & (1 << bit) == 0 { plane | enough } else { plane & enough };
    }
    enough
}

#[cfg(test)]
#[path = "bitboard_tests.rs"]
mod tests;
