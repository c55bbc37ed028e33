//! The cheapest way over a board where cells cost different amounts: Dijkstra's search from one cell, with one
//! bucket for each cost (Dial).
//!
//! For walkers that weigh a detour against a danger. Everything is settled in a fixed order, so the answer is the
//! same everywhere. The buffers are kept from call to call.

use alloc::{vec, vec::Vec};
use kernel::{Dir, Pos};

/// The cost of a cell that cannot be reached.
pub const NEVER: u32 = u32::MAX;
/// The most that entering a cell can cost; more counts as this.
pub const DEAREST: u32 = 255;

/// What it costs to reach every cell of a board from one cell, and by which way.
#[derive(Clone, Debug, Default)]
pub struct CostMap {
    cols: u32,
    rows: u32,
    cost: Vec<u32>,
    came_by: Vec<Option<Dir>>,
    /// Cells to look at, by their cost modulo the number of buckets: no two costs that wait are further apart.
    buckets: Vec<Vec<u32>>,
}

impl CostMap {
    /// A map for boards of this size; nothing is reached yet.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Self {
        let cells = cols as usize * rows as usize;
        let buckets = vec![Vec::new(); DEAREST as usize + 1];
        Self { cols, rows, cost: vec![NEVER; cells], came_by: vec![None; cells], buckets }
    }

    /// Measures from `source` with steps in the directions `ways`. `enter` says what entering a cell costs, or that
    /// it cannot be entered; `through` says whether the way may go on from there.
    pub fn measure(
        &mut self,
        source: Pos,
        ways: &[Dir],
        mut enter: impl FnMut(Pos) -> Option<u32>,
        mut through: impl FnMut(Pos) -> bool,
    ) {
        self.cost.fill(NEVER);
        self.came_by.fill(None);
        let Some(start) = self.index(source) else { return };
        self.cost[start] = 0;
        self.buckets[0].push(start as u32);
        let (mut now, mut waiting) = (0u32, 1u32);
        while waiting > 0 {
            let Some(index) = self.buckets[(now & DEAREST) as usize].pop() else {
                now += 1;
                continue;
            };
            waiting -= 1;
            let at = Pos::new((index % self.cols) as i32, (index / self.cols) as i32);
            if self.cost[index as usize] != now || (at != source && !through(at)) {
                continue;
            }
            for &way in ways {
                let to = at.step(way);
                let Some(index) = self.index(to) else { continue };
                if self.cost[index] <= now {
                    continue;
                }
                let Some(more) = enter(to) else { continue };
                let sum = now + more.min(DEAREST);
                if sum < self.cost[index] {
                    self.cost[index] = sum;
                    self.came_by[index] = Some(way);
                    self.buckets[(sum & DEAREST) as usize].push(index as u32);
                    waiting += 1;
                }
            }
        }
    }

    /// What it costs to reach a cell, or [`NEVER`].
    #[must_use]
    pub fn at(&self, at: Pos) -> u32 {
        self.index(at).map_or(NEVER, |index| self.cost[index])
    }

    /// The first step of the cheapest way to a cell; `None` where there is no way, or nowhere to go.
    #[must_use]
    pub fn first_step(&self, goal: Pos) -> Option<Dir> {
        let mut first = None;
        let mut at = goal;
        while let Some(way) = self.index(at).and_then(|index| self.came_by[index]) {
            first = Some(way);
            at = at.step(way.opposite());
        }
        first
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

    fn map_of(picture: &[&str], ways: &[Dir]) -> CostMap {
        let mut map = CostMap::new(picture[0].len() as u32, picture.len() as u32);
        let glyph = |at: Pos| picture[at.y as usize].as_bytes()[at.x as usize];
        map.measure(
            Pos::new(0, 0),
            ways,
            |at| match glyph(at) {
                b'#' => None,
                digit @ b'0'..=b'9' => Some(u32::from(digit - b'0')),
                _ => Some(1),
            },
            |at| glyph(at) != b'x',
        );
        map
    }

    #[test]
    fn a_detour_is_taken_when_it_is_cheaper() {
        let map = map_of(&[".9.", "...", "###"], &Dir::ORTHOGONAL);
        assert_eq!(map.at(Pos::new(2, 0)), 4);
        assert_eq!(map.first_step(Pos::new(2, 0)), Some(Dir::S));
        let map = map_of(&[".2.", "...", "###"], &Dir::ORTHOGONAL);
        assert_eq!(map.at(Pos::new(2, 0)), 3);
        assert_eq!(map.first_step(Pos::new(2, 0)), Some(Dir::E));
    }

    #[test]
    fn ends_are_reached_but_not_passed() {
        let map = map_of(&[".x.", "###", "###"], &Dir::ALL);
        assert_eq!(map.at(Pos::new(1, 0)), 1);
        assert_eq!(map.at(Pos::new(2, 0)), NEVER);
        assert_eq!(map.first_step(Pos::new(2, 0)), None);
        assert_eq!(map.first_step(Pos::new(0, 0)), None);
        assert_eq!(map.at(Pos::new(9, 9)), NEVER);
    }

    #[test]
    fn a_map_can_be_used_again_and_again() {
        let mut map = CostMap::new(300, 1);
        for dear in [0, 1, 7, 254, 255, 9999] {
            map.measure(Pos::new(0, 0), &Dir::ALL, |_| Some(dear), |_| true);
            assert_eq!(map.at(Pos::new(299, 0)), 299 * dear.min(DEAREST));
        }
    }
}
