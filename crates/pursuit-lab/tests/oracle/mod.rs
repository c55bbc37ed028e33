//! A plain game graph with its own rules, solved by sweeping over all positions until nothing changes. It
//! shares no code with the game or the solver.

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) hero: (i32, i32),
    pub(crate) monster: (i32, i32),
    pub(crate) hero_to_move: bool,
    pub(crate) remaining: u32,
    pub(crate) left: u32,
    pub(crate) by_hero: u32,
    pub(crate) by_monster: u32,
}

pub(crate) const FOR_EVER: u32 = u32::MAX;
pub(crate) const WAYS: [(&str, i32, i32); 9] = [
    ("N", 0, -1),
    ("NE", 1, -1),
    ("E", 1, 0),
    ("SE", 1, 1),
    ("S", 0, 1),
    ("SW", -1, 1),
    ("W", -1, 0),
    ("NW", -1, -1),
    ("stay", 0, 0),
];

pub(crate) struct Oracle {
    /// True when a diagonal step needs a third room cell that touches both.
    joined: bool,
    grid: Vec<Vec<u8>>,
    potions: Vec<(i32, i32)>,
    pub(crate) values: HashMap<State, u32>,
}

impl Oracle {
    pub(crate) fn new(text: &str) -> (Self, State) {
        Self::with(text, false)
    }

    pub(crate) fn with(text: &str, joined: bool) -> (Self, State) {
        let size: usize = text.lines().next().unwrap().parse().unwrap();
        let mut grid = vec![vec![b' '; size]; size];
        let (mut hero, mut monster, mut potions) = ((0, 0), (0, 0), Vec::new());
        for (y, line) in text.lines().skip(1).take(size).enumerate() {
            for (x, kind) in grid[y].iter_mut().enumerate() {
                let cell = line.as_bytes().get(2 * x).copied().unwrap_or(b' ');
                let at = (x as i32, y as i32);
                match cell {
                    b'@' => hero = at,
                    b's' => potions.push(at),
                    b'A'..=b'Z' => monster = at,
                    _ => {}
                }
                *kind = if cell == b' ' || cell == b'+' { cell } else { b'.' };
            }
        }
        let start = State {
            hero,
            monster,
            hero_to_move: false,
            remaining: 0,
            left: (1 << potions.len()) - 1,
            by_hero: 0,
            by_monster: 0,
        };
        let mut oracle = Self { joined, grid, potions, values: HashMap::new() };
        oracle.iterate(start);
        (oracle, start)
    }

    fn kind(&self, (x, y): (i32, i32)) -> u8 {
        let inside = x >= 0 && y >= 0 && (y as usize) < self.grid.len() && (x as usize) < self.grid.len();
        if inside { self.grid[y as usize][x as usize] } else { b' ' }
    }

    fn legal(&self, from: (i32, i32), dx: i32, dy: i32) -> Option<(i32, i32)> {
        let to = (from.0 + dx, from.1 + dy);
        let slanting = dx != 0 && dy != 0;
        let rooms = self.kind(from) == b'.' && self.kind(to) == b'.';
        let joined = !self.joined || self.kind((to.0, from.1)) == b'.' || self.kind((from.0, to.1)) == b'.';
        let good = self.kind(to) != b' ' && (!slanting || (rooms && joined));
        good.then_some(to)
    }

    /// Every legal move and the position after it.
    pub(crate) fn next(&self, state: State) -> Vec<(&'static str, State)> {
        let from = if state.hero_to_move { state.hero } else { state.monster };
        let mut all = Vec::new();
        for (word, dx, dy) in WAYS {
            let Some(to) = self.legal(from, dx, dy) else { continue };
            let mut next = state;
            if state.hero_to_move {
                next.hero = to
            } else {
                next.monster = to
            }
            for (number, &potion) in self.potions.iter().enumerate() {
                if potion == to && next.left >> number & 1 == 1 {
                    next.left &= !(1 << number);
                    if state.hero_to_move { next.by_hero += 1 } else { next.by_monster += 1 }
                }
            }
            if state.remaining > 0 {
                next.remaining -= 1;
            } else {
                next.hero_to_move = !state.hero_to_move;
                next.remaining = if next.hero_to_move { next.by_hero } else { next.by_monster };
            }
            all.push((word, next));
        }
        all
    }

    /// The value of a move from `state` to `next`, from the values known so far.
    pub(crate) fn worth(&self, state: State, next: State) -> u32 {
        if next.hero == next.monster {
            return u32::from(!state.hero_to_move);
        }
        let value = self.values.get(&next).copied().unwrap_or(FOR_EVER);
        let new_round = !state.hero_to_move && next.hero_to_move;
        if new_round && value != FOR_EVER { value + 1 } else { value }
    }

    fn iterate(&mut self, start: State) {
        let mut all = vec![start];
        let mut numbers = HashMap::from([(start, 0)]);
        // For each position its successors: their index, `None` for a capture, and whether a round ends.
        let mut links: Vec<Vec<(Option<usize>, bool)>> = Vec::new();
        while let Some(&state) = all.get(links.len()) {
            let mut own = Vec::new();
            for (_, next) in self.next(state) {
                let caught = next.hero == next.monster;
                let number = (!caught).then(|| {
                    *numbers.entry(next).or_insert_with(|| {
                        all.push(next);
                        all.len() - 1
                    })
                });
                own.push((number, !state.hero_to_move && (caught || next.hero_to_move)));
            }
            links.push(own);
        }
        let mut values = vec![FOR_EVER; all.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (number, state) in all.iter().enumerate() {
                let worth = links[number].iter().map(|&(next, round)| {
                    next.map_or(0, |next| values[next]).saturating_add(u32::from(round))
                });
                let value = if state.hero_to_move { worth.max() } else { worth.min() }.unwrap();
                changed |= values[number] != value;
                values[number] = value;
            }
        }
        self.values = all.into_iter().zip(values).collect();
    }
}
