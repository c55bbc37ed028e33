//! Reads drawn boards: a path search over glyphs, independent of the program's.

use super::Walk;
use kernel::Dir;

type Cell = (i32, i32);

/// Straight steps first, in the order speech prefers them.
const WAYS: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// A drawn board and how its glyphs are read.
pub struct Board {
    pub rows: Vec<Vec<char>>,
    pub hero: Cell,
    /// Glyphs that can be walked on.
    pub walked: &'static str,
    pub slanting: bool,
    pub danger: Vec<Vec<bool>>,
}

impl Board {
    pub fn new(rows: &[&str], walked: &'static str, slanting: bool) -> Self {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let danger = rows.iter().map(|row| vec![false; row.len()]).collect();
        let mut board = Self { rows, hero: (0, 0), walked, slanting, danger };
        board.hero = board.all("@")[0];
        board
    }

    pub fn at(&self, (x, y): Cell) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)).copied().unwrap_or(' ')
    }

    /// Every cell with one of these glyphs, in reading order.
    pub fn all(&self, glyphs: &str) -> Vec<Cell> {
        let cells = self
            .rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| (0..row.len()).map(move |x| (x as i32, y as i32)));
        cells.filter(|&cell| glyphs.contains(self.at(cell))).collect()
    }

    pub fn mark_danger(&mut self, (x, y): Cell) {
        if let Some(cell) = self.danger.get_mut(y as usize).and_then(|row| row.get_mut(x as usize)) {
            *cell = true;
        }
    }

    pub fn ways(&self) -> &'static [Dir] {
        if self.slanting { &WAYS } else { &WAYS[..4] }
    }

    pub fn is_walked(&self, cell: Cell) -> bool {
        self.walked.contains(self.at(cell))
    }

    fn is_danger(&self, (x, y): Cell) -> bool {
        self.danger[y as usize][x as usize]
    }

    /// Distances from some cells to every other (flood fill), at most `upto`.
    pub fn flood(&self, from: &[Cell], upto: u16, may: impl Fn(Cell) -> bool) -> Vec<Vec<u16>> {
        let mut steps: Vec<Vec<u16>> = self.rows.iter().map(|row| vec![u16::MAX; row.len()]).collect();
        let mut edge = from.to_vec();
        from.iter().for_each(|&(x, y)| steps[y as usize][x as usize] = 0);
        for step in 1..=upto {
            let mut next = Vec::new();
            for &cell in &edge {
                for &way in self.ways() {
                    let (x, y) = beside(cell, way);
                    if may((x, y)) && steps[y as usize][x as usize] == u16::MAX {
                        steps[y as usize][x as usize] = step;
                        next.push((x, y));
                    }
                }
            }
            edge = next;
            if edge.is_empty() {
                break;
            }
        }
        steps
    }

    /// Distances from the hero to every cell it can stand on; with `safe`, over safe cells only.
    pub fn reach(&self, safe: bool) -> Vec<Vec<u16>> {
        self.flood(&[self.hero], u16::MAX, |cell| self.is_walked(cell) && !(safe && self.is_danger(cell)))
    }

    /// Distance to a goal, even if one cannot stand on it.
    pub fn path(&self, reach: &[Vec<u16>], goal: Cell) -> Option<u16> {
        let near = self.ways().iter().map(|&way| beside(goal, way));
        let near = near.filter(|&cell| self.at(cell) != ' ').map(|(x, y)| reach[y as usize][x as usize]);
        near.filter(|&steps| steps != u16::MAX).min().map(|steps| steps + 1)
    }

    /// The path to the best of some goals: the nearest safe one, else the nearest.
    pub fn way(&self, reach: &[Vec<u16>], safe_reach: &[Vec<u16>], goals: &[Cell]) -> Option<Walk> {
        let order = |&(x, y): &Cell| {
            let king = (x - self.hero.0).abs().max((y - self.hero.1).abs());
            (self.path(reach, (x, y)).unwrap_or(u16::MAX), king, y, x)
        };
        let safe = goals.iter().filter(|&&goal| !self.is_danger(goal));
        let safe = safe.filter_map(|&goal| Some((self.path(safe_reach, goal)?, order(&goal), goal))).min();
        let (goal, is_safe) = match safe {
            Some((.., goal)) => (goal, true),
            None => (*goals.iter().min_by_key(|goal| order(goal))?, false),
        };
        let left = self.flood(&[goal], u16::MAX, |cell| {
            cell == self.hero || (self.is_walked(cell) && !(is_safe && self.is_danger(cell)))
        });
        let mut at = self.hero;
        let mut steps = Vec::new();
        while at != goal {
            let here = left[at.1 as usize][at.0 as usize];
            let nearer = |way: &&Dir| {
                let (x, y) = beside(at, **way);
                here != u16::MAX
                    && left.get(y as usize).and_then(|row| row.get(x as usize)) == Some(&(here - 1))
            };
            let way = *self.ways().iter().find(nearer)?;
            at = beside(at, way);
            steps.push(way);
        }
        Some(Walk { safe: is_safe, steps })
    }
}

pub fn beside((x, y): Cell, way: Dir) -> Cell {
    let (dx, dy) = way.delta();
    (x + dx, y + dy)
}
