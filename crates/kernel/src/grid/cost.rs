//! The cheapest path on a board where cells cost different amounts: Dijkstra's search from one cell, with one
//! bucket per cost (Dial).
//!
//! For walkers that weigh a detour against a danger. The order of the search is fixed, so the result is the
//! same everywhere. The buffers are reused.

use crate::{Dir, Pos};
use alloc::{vec, vec::Vec};

/// The cost of a cell that cannot be reached.
pub const NEVER: u32 = u32::MAX;
/// The maximum cost of entering a cell; more counts as this.
pub const DEAREST: u32 = 255;

/// The cost of reaching every cell of a board from one cell, and the path.
///
/// All buffers have a border of closed cells, so that the search needs no bounds checks.
#[derive(Clone, Debug, Default)]
pub struct CostMap {
    cols: u32,
    rows: u32,
    /// The cost of entering a cell, or [`CLOSED`].
    price: Vec<u16>,
    cost: Vec<u32>,
    /// The direction of the last step, as an index into `ways`.
    came_by: Vec<u8>,
    /// The offsets of the steps back, by the same index.
    back: Vec<isize>,
    ways: Vec<Dir>,
    /// Cells to visit, by their cost modulo the number of buckets: waiting costs are never further apart.
    buckets: Vec<Vec<u32>>,
}

const CLOSED: u16 = u16::MAX;
const NOT_COME: u8 = u8::MAX;

impl CostMap {
    /// A map for boards of this size; nothing is measured yet.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Self {
        let cells = (cols as usize + 2) * (rows as usize + 2);
        Self {
            cols,
            rows,
            price: vec![CLOSED; cells],
            cost: vec![NEVER; cells],
            came_by: vec![NOT_COME; cells],
            back: Vec::new(),
            ways: Vec::new(),
            buckets: vec![Vec::new(); DEAREST as usize + 1],
        }
    }

    /// Measures from `source` with steps in the directions `ways`. `enter` returns the cost of entering a cell,
    /// or `None` if it cannot be entered; `through` says whether the path may continue from a cell.
    pub fn measure(
        &mut self,
        source: Pos,
        ways: &[Dir],
        mut enter: impl FnMut(Pos) -> Option<u32>,
        mut through: impl FnMut(Pos) -> bool,
    ) {
        self.cost.fill(NEVER);
        self.came_by.fill(NOT_COME);
        let stride = self.cols as isize + 2;
        let step = |way: &Dir| way.delta().1 as isize * stride + way.delta().0 as isize;
        self.back.clear();
        self.back.extend(ways.iter().map(|way| -step(way)));
        self.ways.clear();
        self.ways.extend_from_slice(ways);
        for y in 0..self.rows as i32 {
            for x in 0..self.cols as i32 {
                let at = Pos::new(x, y);
                let price = enter(at).map_or(CLOSED, |price| price.min(DEAREST) as u16);
                let index = self.index(at).expect("the cell lies on the board");
                self.price[index] = price;
            }
        }
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
            let index = index as usize;
            if self.cost[index] != now || (index != start && !through(self.pos(index))) {
                continue;
            }
            for (way, back) in self.back.iter().enumerate() {
                let to = index.wrapping_add_signed(-back);
                let price = self.price[to];
                let sum = now + u32::from(price);
                if price != CLOSED && sum < self.cost[to] {
                    self.cost[to] = sum;
                    self.came_by[to] = way as u8;
                    self.buckets[(sum & DEAREST) as usize].push(to as u32);
                    waiting += 1;
                }
            }
        }
    }

    /// The cost of reaching a cell, or [`NEVER`].
    #[must_use]
    pub fn at(&self, at: Pos) -> u32 {
        self.index(at).map_or(NEVER, |index| self.cost[index])
    }

    /// The first step of the cheapest path to a cell; `None` if there is no path, or no step to take.
    #[must_use]
    pub fn first_step(&self, goal: Pos) -> Option<Dir> {
        let mut index = self.index(goal)?;
        let mut first = None;
        while self.came_by[index] != NOT_COME {
            let way = usize::from(self.came_by[index]);
            first = Some(self.ways[way]);
            index = index.wrapping_add_signed(self.back[way]);
        }
        first
    }

    fn pos(&self, index: usize) -> Pos {
        let stride = self.cols as usize + 2;
        Pos::new((index % stride) as i32 - 1, (index / stride) as i32 - 1)
    }

    fn index(&self, at: Pos) -> Option<usize> {
        let inside =
            at.x >= 0 && at.y >= 0 && at.x.unsigned_abs() < self.cols && at.y.unsigned_abs() < self.rows;
        inside.then(|| (at.y as usize + 1) * (self.cols as usize + 2) + at.x as usize + 1)
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
