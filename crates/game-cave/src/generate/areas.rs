//! Connected floor areas. The hero makes no diagonal steps, so areas are four-connected.

use super::automaton::Word;
use super::noise::Rows;
use crate::setup::SIZE_MOST;

/// All cells of `floor` connected to `start` within the row. A carry covers everything to the right; to the
/// left a call covers eight cells, and [`spread`] repeats it until nothing changes.
#[inline]
fn along<W: Word>(floor: W, start: W) -> W {
    let mut area = ((floor.plus(start) ^ floor) | start) & floor;
    let mut free = floor;
    area = area | (free & (area >> 1));
    free = free & (free >> 1);
    area = area | (free & (area >> 2));
    free = free & (free >> 2);
    area | (free & (area >> 4))
}

/// Grows an area, which must have cells in row `from` only, over the connected floor. With enough rounds it
/// covers all of it; most areas are complete after the first.
pub(crate) fn spread<W: Word>(floor: &[W], area: &mut [W], from: usize, rounds: u32) {
    let (mut low, mut high) = (from, from);
    for _ in 0..rounds {
        let mut changed = false;
        let mut beside = W::EMPTY;
        for y in low..floor.len() {
            let wider = along(floor[y], area[y] | (beside & floor[y]));
            changed |= wider != area[y];
            area[y] = wider;
            beside = wider;
            if wider != W::EMPTY {
                high = high.max(y);
            } else if y > high {
                break;
            }
        }
        beside = W::EMPTY;
        for y in (0..=high).rev() {
            let wider = along(floor[y], area[y] | (beside & floor[y]));
            changed |= wider != area[y];
            area[y] = wider;
            beside = wider;
            if wider != W::EMPTY {
                low = low.min(y);
            } else if y < low {
                break;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The first round of [`spread`] without its bookkeeping: from a start cell up to the last row, then down to the first.
fn sweep<W: Word>(floor: &[W], area: &mut [W], start: W, from: usize) {
    let mut beside = start;
    for (floor, area) in floor.iter().zip(&mut *area).skip(from) {
        beside = along(*floor, beside & *floor);
        *area = beside;
    }
    beside = W::EMPTY;
    for (floor, area) in floor.iter().zip(area).rev() {
        beside = along(*floor, *area | (beside & *floor));
        *area = beside;
    }
}

/// Number of cells set.
pub(crate) fn count<W: Word>(rows: &[W]) -> u32 {
    rows.iter().map(|row| row.count()).sum()
}

/// A connected part of the main area with more than half of the floor. It is usually nearly all of the main
/// area, at a third of the cost; where one round does not reach so many cells, it is the whole main area.
pub(crate) fn sure_area<W: Word>(floor: &Rows<W>, size: u32) -> Rows<W> {
    let rows = size as usize;
    let mut area = [W::EMPTY; SIZE_MOST];
    if let Some((x, y)) = middle_cell(floor, size) {
        sweep(&floor[..rows], &mut area[..rows], W::cell(x), y);
    }
    if 2 * count(&area[..rows]) > count(&floor[..rows]) { area } else { main_area(floor, size) }
}

/// The main area of a region: the largest one; ties go to the one found first, starting in the middle. Empty
/// only if there is no floor at all.
pub(crate) fn main_area<W: Word>(floor: &Rows<W>, size: u32) -> Rows<W> {
    let rows = size as usize;
    let mut rest = *floor;
    let mut left = count(&rest[..rows]);
    let mut best = [W::EMPTY; SIZE_MOST];
    let mut best_cells = 0;
    let mut first = middle_cell(floor, size);
    while let Some((x, y)) = first {
        let mut area = [W::EMPTY; SIZE_MOST];
        area[y] = W::cell(x);
        spread(&rest[..rows], &mut area[..rows], y, u32::MAX);
        let cells = count(&area[..rows]);
        left -= cells;
        if cells > best_cells {
            (best, best_cells) = (area, cells);
        }
        if best_cells >= left {
            break;
        }
        for y in 0..rows {
            rest[y] = rest[y] & !area[y];
        }
        first = (0..rows).find(|&y| rest[y] != W::EMPTY).map(|y| (rest[y].first(), y));
    }
    best
}

/// The floor cell to start from: in the middle row, or the next row above it with floor.
fn middle_cell<W: Word>(floor: &Rows<W>, size: u32) -> Option<(u32, usize)> {
    let (rows, middle) = (size as usize, size / 2);
    let y = (rows / 2..rows).chain(0..rows / 2).find(|&y| floor[y] != W::EMPTY)?;
    let right = (floor[y] >> middle).first();
    Some((if right < W::CELLS { middle + right } else { floor[y].first() }, y))
}
