//! The distance of every cell of a board from some sources: breadth-first search with a flat queue.
//!
//! One map from the hunted serves all hunters. The buffers are reused.

use crate::{Dir, Pos};
use alloc::{vec, vec::Vec};

/// The distance of a cell that cannot be reached.
pub const FAR: u16 = u16::MAX;

/// The number of steps from the nearest source, for every cell of a board.
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    cols: u32,
    rows: u32,
    steps: Vec<u16>,
    queue: Vec<u32>,
}

impl DistanceMap {
    /// A map for boards of this size; nothing is measured yet.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Self {
        Self { cols, rows, steps: vec![FAR; cols as usize * rows as usize], queue: Vec::new() }
    }

    /// Measures from the sources over all `open` cells, with steps in the directions `ways`. A source counts
    /// even if it is not open. Distances from [`FAR`] on are equal.
    pub fn measure(
        &mut self,
        sources: impl IntoIterator<Item = Pos>,
        ways: &[Dir],
        mut open: impl FnMut(Pos) -> bool,
    ) {
        self.measure_steps(sources, ways, |_, _, to| open(to));
    }

    /// The same if some steps between open cells are impossible: `step` gets the cell it leads from, its
    /// direction and the cell it leads to.
    pub fn measure_steps(
        &mut self,
        sources: impl IntoIterator<Item = Pos>,
        ways: &[Dir],
        mut step: impl FnMut(Pos, Dir, Pos) -> bool,
    ) {
        self.steps.fill(FAR);
        self.queue.clear();
        for source in sources {
            if let Some(index) = self.index(source).filter(|&index| self.steps[index] == FAR) {
                self.steps[index] = 0;
                self.queue.push(index as u32);
            }
        }
        let cols = self.cols.max(1);
        let mut head = 0;
        while let Some(&index) = self.queue.get(head) {
            head += 1;
            let next = self.steps[index as usize].saturating_add(1);
            if next == FAR {
                break;
            }
            let at = Pos::new((index % cols) as i32, (index / cols) as i32);
            for &way in ways {
                let to = at.step(way);
                let Some(index) = self.index(to) else { continue };
                if self.steps[index] == FAR && step(at, way, to) {
                    self.steps[index] = next;
                    self.queue.push(index as u32);
                }
            }
        }
    }

    /// The number of steps from the nearest source, or [`FAR`].
    #[must_use]
    pub fn at(&self, at: Pos) -> u16 {
        self.index(at).map_or(FAR, |index| self.steps[index])
    }

    /// The first of `ways` that leads one step nearer to a source.
    #[must_use]
    pub fn nearer(&self, from: Pos, ways: &[Dir]) -> Option<Dir> {
        let best = ways.iter().map(|&way| self.at(from.step(way))).min()?;
        let here = self.at(from);
        (best != FAR && best < here)
            .then(|| ways.iter().copied().find(|&way| self.at(from.step(way)) == best))?
    }

    /// The number of reached cells, including the sources.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.queue.len()
    }

    fn index(&self, at: Pos) -> Option<usize> {
        let inside =
            at.x >= 0 && at.y >= 0 && at.x.unsigned_abs() < self.cols && at.y.unsigned_abs() < self.rows;
        inside.then(|| at.y as usize * self.cols as usize + at.x as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map_of(picture: &[&str], ways: &[Dir]) -> DistanceMap {
        let find = |wanted: u8| {
            picture.iter().enumerate().find_map(|(y, row)| {
                row.bytes().position(|glyph| glyph == wanted).map(|x| Pos::new(x as i32, y as i32))
            })
        };
        let mut map = DistanceMap::new(picture[0].len() as u32, picture.len() as u32);
        map.measure(find(b'@'), ways, |at| picture[at.y as usize].as_bytes()[at.x as usize] != b'#');
        map
    }

    #[test]
    fn walls_are_walked_around() {
        let map = map_of(&["@#.", ".#.", "..."], &Dir::ORTHOGONAL);
        assert_eq!(map.at(Pos::new(2, 0)), 6);
        assert_eq!(map.at(Pos::new(1, 0)), FAR);
        assert_eq!(map.at(Pos::new(5, 5)), FAR);
        assert_eq!(map.reached(), 7);
        assert_eq!(map.nearer(Pos::new(2, 2), &Dir::ORTHOGONAL), Some(Dir::W));
        assert_eq!(map.nearer(Pos::new(0, 0), &Dir::ORTHOGONAL), None, "already there");
    }

    #[test]
    fn diagonals_count_where_they_are_allowed() {
        let map = map_of(&["@..", "...", "..."], &Dir::ALL);
        assert_eq!(map.at(Pos::new(2, 2)), 2);
        assert_eq!(
            map.nearer(Pos::new(2, 1), &Dir::ALL),
            Some(Dir::W),
            "the first way in order that is nearest"
        );
    }
}
