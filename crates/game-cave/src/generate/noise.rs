//! Raw noise, addressed by region and row, and the caves the automaton grows from it.
//!
//! A row of noise is a pure function of seed, region and row number. A region therefore knows the exact noise
//! of its neighbours without generating them: it grows on a board with a border as wide as the number of
//! generations, and the middle of that board is exact. So neighbours join seamlessly in any order of
//! exploration.

use super::automaton::{Word, smooth_rows};
use crate::setup::{ITERATIONS_MOST, SIZE_MOST, Settings};
use kernel::Seed;

const BOARD_MOST: usize = SIZE_MOST + 2 * ITERATIONS_MOST;
/// A share of one half, as in the document, for which one draw decides a whole row.
const HALF: u64 = 1 << 31;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The rows of a region, bottom row first, bit 0 the leftmost cell; only the first `iRegionSize` are used.
pub(crate) type Rows<W> = [W; SIZE_MOST];

/// The purpose of a draw of noise; draws for different purposes are independent.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Floor = 1,
    Chests = 2,
}

/// Noise of one world.
pub(crate) struct Noise {
    key: [u64; 4],
}

/// A bijective mixer in which every input bit affects every output bit.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A share in millionths as a fraction of 2^32.
pub(crate) fn fraction(millionths: u32) -> u64 {
    (u64::from(millionths) << 32) / 1_000_000
}

impl Noise {
    pub(crate) fn new(seed: &Seed) -> Self {
        Self { key: seed.words() }
    }

    /// The key of all noise for one region and purpose.
    pub(crate) const fn region(&self, rx: i64, ry: i64, purpose: Use) -> u64 {
        let x = mix(self.key[0] ^ (rx as u64).wrapping_mul(GOLDEN));
        let y = mix(x ^ self.key[1] ^ (ry as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        mix(y ^ self.key[2].wrapping_add(purpose as u64))
    }
}

/// One row of cells: each of those in `among` is set with the probability `share` (a fraction of 2^32).
///
/// For each cell this compares 32 random bits with the share, highest bit first. All cells of the row are
/// compared at once, and the row is done as soon as every cell is decided: after one draw if the share is one
/// half.
#[inline]
pub(crate) fn row<W: Word>(key: u64, row: u32, share: u64, size: u32, among: W) -> W {
    if share == HALF {
        return among & !draw::<W>(key, row, size, 0);
    }
    row_by_planes(key, row, share, size, among)
}

/// Random bits for one row; each bit plane has its own.
#[inline]
fn draw<W: Word>(key: u64, row: u32, size: u32, plane: u64) -> W {
    let at = u64::from(row) << 8 | plane << 1;
    let low = mix(key.wrapping_add((at + 1).wrapping_mul(GOLDEN)));
    let high =
        if W::CELLS > 64 && size > 64 { mix(key.wrapping_add((at + 2).wrapping_mul(GOLDEN))) } else { 0 };
    W::narrowed(u128::from(high) << 64 | u128::from(low))
}

/// The same for any share.
fn row_by_planes<W: Word>(key: u64, row: u32, share: u64, size: u32, among: W) -> W {
    if share >> 32 != 0 {
        return among;
    }
    let draw = |plane| draw::<W>(key, row, size, plane);
    let (mut below, mut open) = (W::EMPTY, among);
    let mut rest = (share as u32).reverse_bits();
    let mut plane = 0;
    while rest != 0 && open != W::EMPTY {
        // Most shares are small: four draws that can only close cells are combined.
        if rest & 0b1111 == 0 {
            open = open & !(draw(plane) | draw(plane + 1) | draw(plane + 2) | draw(plane + 3));
            rest >>= 4;
            plane += 4;
            continue;
        }
        let drawn = draw(plane);
        if rest & 1 == 1 {
            below = below | (open & !drawn);
            open = open & drawn;
        } else {
            open = open & !drawn;
        }
        rest >>= 1;
        plane += 1;
    }
    below
}

/// Draws consecutive rows of the noise of a floor.
fn draw_rows<W: Word>(key: u64, settings: &Settings, from: u32, rows: &mut [W]) {
    let (size, share) = (settings.region_size, fraction(settings.floor_share));
    let all = W::full(size);
    if share == HALF {
        (from..).zip(rows).for_each(|(y, cells)| *cells = all & !draw::<W>(key, y, size, 0));
    } else {
        (from..).zip(rows).for_each(|(y, cells)| *cells = row_by_planes::<W>(key, y, share, size, all));
    }
}

/// The noise of a region's floor.
pub(crate) fn floor_noise<W: Word>(noise: &Noise, settings: &Settings, rx: i64, ry: i64) -> Rows<W> {
    let mut rows = [W::EMPTY; SIZE_MOST];
    let size = settings.region_size as usize;
    draw_rows(noise.region(rx, ry, Use::Floor), settings, 0, &mut rows[..size]);
    rows
}

/// The floor of a region before anything is dug or placed.
pub(crate) fn caves<W: Word>(noise: &Noise, settings: &Settings, rx: i64, ry: i64) -> Rows<W> {
    let beside = [-1, 0, 1].map(|dx| floor_noise(noise, settings, rx.wrapping_add(dx), ry));
    caves_from(noise, settings, (rx, ry), beside.each_ref())
}

/// The same from noise that was drawn before. `beside` is the noise of the region to the left, of the
/// region itself and of the one to the right; above and below only the rows of the border are drawn.
pub(crate) fn caves_from<W: Word>(
    noise: &Noise,
    settings: &Settings,
    (rx, ry): (i64, i64),
    beside: [&Rows<W>; 3],
) -> Rows<W> {
    let (size, border) = (settings.region_size, settings.iterations);
    let mut rock = [W::EMPTY; BOARD_MOST];
    let mut next = [W::EMPTY; BOARD_MOST];
    let board = (size + 2 * border) as usize;
    let join = |rock: &mut [W], [left, own, right]: [&[W]; 3]| {
        for (y, rock) in rock.iter_mut().enumerate() {
            let mut cells = own[y] << border;
            if border > 0 {
                cells = cells | (left[y] >> (size - border)) | (right[y] << (size + border));
            }
            *rock = !cells;
        }
    };
    let (low, high) = (border as usize, (size + border) as usize);
    join(&mut rock[low..high], beside.map(|rows| &rows[..size as usize]));
    for (dy, from, at) in [(-1, size - border, 0), (1, 0, high)] {
        let mut rows = [[W::EMPTY; ITERATIONS_MOST]; 3];
        for (dx, rows) in (-1..).zip(&mut rows) {
            let key = noise.region(rx.wrapping_add(dx), ry.wrapping_add(dy), Use::Floor);
            draw_rows(key, settings, from, &mut rows[..low]);
        }
        join(&mut rock[at..at + low], rows.each_ref().map(|rows| &rows[..low]));
    }
    for _ in 0..border {
        smooth_rows(&rock[..board], &mut next[..board], settings.threshold);
        core::mem::swap(&mut rock, &mut next);
    }
    let mut floor = [W::EMPTY; SIZE_MOST];
    for y in 0..size as usize {
        floor[y] = !(rock[y + low] >> border) & W::full(size);
    }
    floor
}
