//! Tunnels: where the main areas of two neighbours are not connected, a straight line of floor is dug between
//! their two closest cells. A tunnel is a pure function of the pair, and it never leaves the two regions.

use super::areas::main_area;
use super::automaton::Word;
use super::noise::Rows;
use alloc::vec::Vec;
use kernel::grid::{DistanceMap, FAR, Line};
use kernel::{Dir, Pos};

/// What neighbours need of a region: its floor, and a sufficient part of its main area.
pub(crate) struct Ground<W> {
    pub(crate) floor: Rows<W>,
    pub(crate) main: Rows<W>,
}

/// The position of the second of two neighbours: east or north of the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lie {
    East,
    North,
}

/// Two neighbours in common coordinates, with the corner of the first at (0, 0).
struct Pair<'g, W> {
    first: &'g Ground<W>,
    second: &'g Ground<W>,
    lie: Lie,
    size: u32,
}

/// True when the main areas touch along the common edge, which proves that they are connected. Parts of the
/// main areas suffice.
pub(crate) fn touch<W: Word>(first: &Ground<W>, second: &Ground<W>, lie: Lie, size: u32) -> bool {
    let last = size as usize - 1;
    match lie {
        Lie::North => first.main[last] & second.main[0] != W::EMPTY,
        Lie::East => {
            let mut both = W::EMPTY;
            for y in 0..=last {
                both = both | ((first.main[y] >> (size - 1)) & second.main[y]);
            }
            both & W::cell(0) != W::EMPTY
        }
    }
}

/// The cells of the tunnel between two neighbours, in common coordinates; none if they are already connected.
pub(crate) fn between<W: Word>(first: &Ground<W>, second: &Ground<W>, lie: Lie, size: u32) -> Vec<Pos> {
    let whole = |ground: &Ground<W>| Ground { floor: ground.floor, main: main_area(&ground.floor, size) };
    let (first, second) = (&whole(first), &whole(second));
    let pair = Pair { first, second, lie, size };
    if touch(first, second, lie, size) || pair.joined() {
        return Vec::new();
    }
    let Some((a, b)) = pair.closest() else { return Vec::new() };
    let mut cells: Vec<Pos> = Vec::new();
    for at in Line::new(a, b) {
        // The hero cannot step diagonally, so the cell next to a diagonal step is dug too.
        if let Some(before) = cells.last().copied().filter(|before| before.x != at.x && before.y != at.y) {
            cells.push(Pos::new(at.x, before.y));
        }
        cells.push(at);
    }
    cells
}

impl<W: Word> Pair<'_, W> {
    /// The region of a common coordinate, and the cell within it.
    fn split(&self, at: Pos) -> (&Ground<W>, u32, usize) {
        let (x, y, size) = (at.x as u32, at.y as u32, self.size);
        match self.lie {
            Lie::East if x >= size => (self.second, x - size, y as usize),
            Lie::North if y >= size => (self.second, x, (y - size) as usize),
            _ => (self.first, x, y as usize),
        }
    }

    fn shift(&self) -> Pos {
        match self.lie {
            Lie::East => Pos::new(self.size as i32, 0),
            Lie::North => Pos::new(0, self.size as i32),
        }
    }

    /// True when there is a path between the main areas within the two regions.
    fn joined(&self) -> bool {
        let shift = self.shift();
        let mut steps = DistanceMap::new(self.size + shift.x as u32, self.size + shift.y as u32);
        let cells = |area: &Rows<W>| {
            let mut cells = Vec::new();
            for (y, row) in area.iter().enumerate().take(self.size as usize) {
                let row = row.widened();
                cells.extend(
                    (0..self.size as i32).filter(|x| row >> x & 1 == 1).map(|x| Pos::new(x, y as i32)),
                );
            }
            cells
        };
        steps.measure(cells(&self.first.main), &Dir::ORTHOGONAL, |at| {
            let (ground, x, y) = self.split(at);
            ground.floor[y] & W::cell(x) != W::EMPTY
        });
        cells(&self.second.main)
            .into_iter()
            .any(|at| steps.at(Pos::new(at.x + shift.x, at.y + shift.y)) != FAR)
    }

    /// The closest two cells of the main areas; ties go to the lowest, then the leftmost ones.
    fn closest(&self) -> Option<(Pos, Pos)> {
        let shift = self.shift();
        let near = self.edge_cells(&self.first.main, true);
        let far = self.edge_cells(&self.second.main, false);
        let mut best: Option<(i32, Pos, Pos)> = None;
        for &a in &near {
            for &b in &far {
                let b = Pos::new(b.x + shift.x, b.y + shift.y);
                let distance = (a.x - b.x).pow(2) + (a.y - b.y).pow(2);
                if best.is_none_or(|(least, ..)| distance < least) {
                    best = Some((distance, a, b));
                }
            }
        }
        best.map(|(_, a, b)| (a, b))
    }

    /// The cells of an area nearest the common edge, one per row (or column) across it; no other cell of that
    /// row is closer to anything beyond the edge.
    fn edge_cells(&self, area: &Rows<W>, first: bool) -> Vec<Pos> {
        let rows = &area[..self.size as usize];
        match self.lie {
            Lie::East => rows
                .iter()
                .enumerate()
                .filter(|(_, row)| **row != W::EMPTY)
                .map(|(y, row)| Pos::new((if first { row.last() } else { row.first() }) as i32, y as i32))
                .collect(),
            Lie::North => (0..self.size)
                .filter_map(|x| {
                    let mut found = rows
                        .iter()
                        .enumerate()
                        .filter(|(_, row)| **row & W::cell(x) != W::EMPTY)
                        .map(|(y, _)| y);
                    let y = if first { found.next_back() } else { found.next() }?;
                    Some(Pos::new(x as i32, y as i32))
                })
                .collect(),
        }
    }
}
