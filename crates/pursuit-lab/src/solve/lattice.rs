//! The field as rows of bits: a set of cells is a few machine words, and a step in one direction is a shift
//! of all of them.

use game_pursuit::{CellId, Field, NOWHERE};
use kernel::Dir;

/// One of the eight directions: the cells that may step that way, and the distance their bits move.
struct Way {
    from: Vec<u64>,
    /// True when bits move towards higher positions.
    up: bool,
    whole: usize,
    part: u32,
}

/// The walkable cells of a field as bits, in reading order.
pub(super) struct Lattice {
    pub(super) count: usize,
    pub(super) words: usize,
    /// The bit of each cell.
    pub(super) bits: Vec<u32>,
    /// The cell of each bit.
    pub(super) cells: Vec<CellId>,
    /// All walkable cells.
    pub(super) open: Vec<u64>,
    /// The neighbours of each cell and the cell itself, padded with [`NOWHERE`].
    pub(super) near: Vec<[CellId; 9]>,
    ways: Vec<Way>,
    margin: usize,
}

/// Buffers for one thread.
pub(super) struct Scratch {
    free: Vec<u64>,
    reached: Vec<u64>,
    padded: Vec<u64>,
}

impl Lattice {
    pub(super) fn new(field: &Field) -> Self {
        let size = usize::from(field.size());
        let count = field.count() as usize;
        let words = (size * size).div_ceil(64);
        let mut lattice = Self {
            count,
            words,
            bits: Vec::with_capacity(count),
            cells: vec![NOWHERE; words * 64],
            open: vec![0; words],
            near: Vec::with_capacity(count),
            ways: Vec::with_capacity(8),
            margin: (size + 1) / 64 + 2,
        };
        for cell in 0..count as CellId {
            let at = field.pos(cell);
            let bit = at.y as usize * size + at.x as usize;
            lattice.bits.push(bit as u32);
            lattice.cells[bit] = cell;
            lattice.open[bit / 64] |= 1 << (bit % 64);
            let mut near = [cell; 9];
            near[..8].copy_from_slice(field.steps(cell));
            lattice.near.push(near);
        }
        for dir in Dir::ALL {
            let mut from = vec![0; words];
            for cell in 0..count as CellId {
                if field.steps(cell)[dir as usize] != NOWHERE {
                    let bit = lattice.bits[usize::from(cell)] as usize;
                    from[bit / 64] |= 1 << (bit % 64);
                }
            }
            let (dx, dy) = dir.delta();
            let shift = dy * size as i32 + dx;
            let far = shift.unsigned_abs() as usize;
            lattice.ways.push(Way { from, up: shift > 0, whole: far / 64, part: (far % 64) as u32 });
        }
        lattice
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            free: vec![0; self.words],
            reached: vec![0; self.words],
            padded: vec![0; self.words + 2 * self.margin],
        }
    }

    /// The cells from which every move, staying included, leads into `lost`.
    ///
    /// A cell is not trapped if it is free itself or some step from it reaches a free cell. Steps are
    /// reversible, so these are the cells reached *from* a free cell: eight shifts compute the answer for all
    /// cells at once.
    pub(super) fn trapped<'s>(&self, lost: &[u64], scratch: &'s mut Scratch) -> &'s [u64] {
        let Scratch { free, reached, padded } = scratch;
        let mut any = 0;
        for ((free, &open), &lost) in free.iter_mut().zip(&self.open).zip(lost) {
            *free = open & !lost;
            any |= *free;
        }
        reached.copy_from_slice(free);
        if any != 0 {
            for way in &self.ways {
                self.step(way, free, padded, reached);
            }
        }
        for (reached, &open) in reached.iter_mut().zip(&self.open) {
            *reached = open & !*reached;
        }
        reached
    }

    /// Adds the cells reached from `free` by a step in one direction to `reached`.
    fn step(&self, way: &Way, free: &[u64], padded: &mut [u64], reached: &mut [u64]) {
        let (margin, words) = (self.margin, self.words);
        for ((padded, &free), &from) in padded[margin..margin + words].iter_mut().zip(free).zip(&way.from) {
            *padded = free & from;
        }
        // The bits that overflow a word come from the word before (after). Shifting twice keeps a shift by
        // zero legal.
        let (part, rest) = (way.part, 63 - way.part);
        if way.up {
            let near = &padded[margin - way.whole..][..words];
            let spill = &padded[margin - way.whole - 1..][..words];
            for ((reached, &near), &spill) in reached.iter_mut().zip(near).zip(spill) {
                *reached |= near << part | spill >> 1 >> rest;
            }
        } else {
            let near = &padded[margin + way.whole..][..words];
            let spill = &padded[margin + way.whole + 1..][..words];
            for ((reached, &near), &spill) in reached.iter_mut().zip(near).zip(spill) {
                *reached |= near >> part | spill << 1 << rest;
            }
        }
    }
}
