//! The document's three strategies and the turns of a match, written from the rules page alone. It shares no
//! code with the game.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet, VecDeque};

type Cell = (i32, i32);

/// N, NE, E, SE, S, SW, W, NW, stay: the order that breaks ties.
const WAYS: [(i32, i32); 9] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, 0)];
const FAR: u32 = u32::MAX;

/// Which of the document's heroes plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hero {
    Rogue,
    Speedy,
}

struct Board {
    kinds: HashMap<Cell, u8>,
    potions: Vec<Cell>,
    /// Positions of hero and monster, and how much each has drunk.
    at: [Cell; 2],
    drunk: [u32; 2],
}

const HERO: usize = 0;
const MONSTER: usize = 1;

fn read(text: &str) -> Board {
    let mut lines = text.lines();
    let size: i32 = lines.next().expect("a size").trim().parse().expect("a number");
    let mut board = Board { kinds: HashMap::new(), potions: Vec::new(), at: [(0, 0); 2], drunk: [0; 2] };
    for (y, line) in (0..size).zip(lines) {
        for (x, glyph) in (0..size).zip(line.bytes().step_by(2)) {
            match glyph {
                b' ' | b'\r' => continue,
                b'@' => board.at[HERO] = (x, y),
                b's' => board.potions.push((x, y)),
                b'A'..=b'Z' => board.at[MONSTER] = (x, y),
                _ => {}
            }
            board.kinds.insert((x, y), if glyph == b'+' { b'+' } else { b'.' });
        }
    }
    board
}

impl Board {
    /// The cells a move leads to, staying last.
    fn moves(&self, from: Cell) -> Vec<Cell> {
        let legal = |(dx, dy): (i32, i32)| {
            let to = (from.0 + dx, from.1 + dy);
            let kind = *self.kinds.get(&to)?;
            let slanting = dx != 0 && dy != 0;
            (!slanting || kind == b'.' && self.kinds[&from] == b'.').then_some(to)
        };
        WAYS.into_iter().filter_map(legal).collect()
    }

    fn steps(&self, from: Cell) -> HashMap<Cell, u32> {
        let mut known = HashMap::from([(from, 0)]);
        let mut open = VecDeque::from([from]);
        while let Some(cell) = open.pop_front() {
            for to in self.moves(cell) {
                if !known.contains_key(&to) {
                    known.insert(to, known[&cell] + 1);
                    open.push_back(to);
                }
            }
        }
        known
    }

    /// 5.1: an adjacent cell on a shortest path, the one nearest to the hero in a straight line; stays if
    /// there is no path.
    fn monster(&self) -> Cell {
        let (from, hero) = (self.at[MONSTER], self.at[HERO]);
        let steps = self.steps(hero);
        let Some(&here) = steps.get(&from) else { return from };
        let straight = |cell: &Cell| (cell.0 - hero.0).pow(2) + (cell.1 - hero.1).pow(2);
        first_best(self.moves(from).into_iter().filter(|to| steps[to] + 1 == here), |cell| -straight(cell))
            .unwrap_or(from)
    }

    /// 5.2: the cell farthest from the monster by path; ties go to the one with most neighbours; staying
    /// comes last.
    fn rogue(&self) -> Cell {
        let steps = self.steps(self.at[MONSTER]);
        let worth = |cell: &Cell| (steps.get(cell).copied().unwrap_or(FAR), self.moves(*cell).len());
        first_best(self.moves(self.at[HERO]).into_iter(), worth).expect("staying is a move")
    }

    /// 5.3: to the nearest potion the hero reaches no later than the monster would; ties go away from the
    /// monster.
    fn speedy(&self) -> Cell {
        let (mine, theirs) = (self.steps(self.at[HERO]), self.steps(self.at[MONSTER]));
        let turns = |steps: u32, who: usize| steps.div_ceil(1 + self.drunk[who]);
        let wins = |potion: &&Cell| {
            let own = mine.get(*potion).map_or(FAR, |&steps| turns(steps, HERO));
            own != FAR && own <= theirs.get(*potion).map_or(FAR, |&steps| turns(steps, MONSTER))
        };
        let Some(&potion) = first_best(self.potions.iter().filter(wins), |potion| -i64::from(mine[*potion]))
        else {
            return self.rogue();
        };
        let to_potion = self.steps(potion);
        let nearer =
            self.moves(self.at[HERO]).into_iter().filter(|to| to_potion[to] < to_potion[&self.at[HERO]]);
        first_best(nearer, |to| theirs.get(to).copied().unwrap_or(FAR))
            .expect("a potion in reach has a way to it")
    }

    /// Moves one side by one cell and drinks a potion there. True when the two have met.
    fn go(&mut self, who: usize, to: Cell) -> bool {
        self.at[who] = to;
        let before = self.potions.len();
        self.potions.retain(|potion| *potion != to);
        self.drunk[who] += (before - self.potions.len()) as u32;
        self.at[HERO] == self.at[MONSTER]
    }
}

/// The first item with the greatest worth.
fn first_best<T, W: Ord>(all: impl Iterator<Item = T>, worth: impl Fn(&T) -> W) -> Option<T> {
    all.fold(None, |best: Option<(W, T)>, one| {
        let own = worth(&one);
        match best {
            Some((known, kept)) if known >= own => Some((known, kept)),
            _ => Some((own, one)),
        }
    })
    .map(|(_, one)| one)
}

/// Plays one of the document's heroes against its monster: the turn of the capture, or 0 when a position
/// repeats.
pub(crate) fn caught_on(text: &str, hero: Hero) -> u32 {
    let mut board = read(text);
    let mut seen = HashSet::new();
    for turn in 1.. {
        if !seen.insert((board.at, board.drunk, board.potions.clone())) {
            return 0;
        }
        for who in [MONSTER, HERO] {
            // A potion drunk on the way counts from the next turn on.
            for _ in 0..=board.drunk[who] {
                let to = match (who, hero) {
                    (MONSTER, _) => board.monster(),
                    (_, Hero::Rogue) => board.rogue(),
                    _ => board.speedy(),
                };
                if board.go(who, to) {
                    return turn;
                }
            }
        }
    }
    unreachable!("there are only so many positions")
}
