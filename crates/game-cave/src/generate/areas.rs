//! Connected floor: a walker makes no slanting steps, so an area is what four-way steps join.

use super::noise::Rows;
use crate::setup::SIZE_MOST;
use kernel::grid::Word;

/// All cells of `floor` that touch `start` along the row. Carries run to the right as far as the floor goes; to the
/// left eight cells a call, which [`spread`] repeats until nothing changes.
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

/// Lets an area that has cells in row `from` only spread over the floor it can reach: over all of it if there are rounds
/// enough, and most areas are full after the first.
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

/// How many cells are set.
pub(crate) fn count<W: Word>(rows: &[W]) -> u32 {
    rows.iter().map(|row| row.count()).sum()
}

/// Cells that belong to the main area for certain: more than half of the floor, and joined. Usually nearly all of it, at
/// a third of the price; where one round does not reach so many, the whole main area.
pub(crate) fn sure_area<W: Word>(floor: &Rows<W>, size: u32) -> Rows<W> {
    let rows = size as usize;
    let mut area = [W::EMPTY; SIZE_MOST];
    if let Some((x, y)) = middle_cell(floor, size) {
        area[y] = W::cell(x);
        spread(&floor[..rows], &mut area[..rows], y, 1);
    }
    if 2 * count(&area[..rows]) > count(&floor[..rows]) { area } else { main_area(floor, size) }
}

/// The main area of a region: the largest one; among equals the one found first, and the search begins in the middle.
/// Empty only where there is no floor at all.
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

/// A floor cell to begin with: in the middle row or the next above it that has floor.
fn middle_cell<W: Word>(floor: &Rows<W>, size: u32) -> Option<(u32, usize)> {
    let (rows, middle) = (size as usize, size / 2);
    let y = (rows / 2..rows).chain(0..rows / 2).find(|&y| floor[y] != W::EMPTY)?;
    let right = (floor[y] >> middle).first();
    Some((if right < W::CELLS { middle + right } else { floor[y].first() }, y))
}
