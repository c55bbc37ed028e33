//! Retrograde analysis of one layer: all positions with the same potions left and the same potions drunk by
//! each side.
//!
//! Within a turn the positions form a ring of tables, one per single move:
//!
//! ```text
//!   M0 ◄ M1 ◄ … ◄ Mk        monster to move, 0..k moves left after this one
//!   │ next round   ▲ union: one good step is enough
//!   ▼              │
//!   Hl ─► … ─► H1 ─► H0      hero to move; trapped only if every move leads into a lost position
//! ```
//!
//! For each monster cell a table holds, as bits, the set of hero cells that are lost within `level` turns.
//! Each level carries the new bits once around the ring; a bit that appears determines a value. Positions in
//! which a side has just stepped onto a potion belong to another layer, which was solved before; their values
//! are fed in at their level.

use super::lattice::{Lattice, Scratch};
use super::store::{LONGEST, NEVER, Rows, Store};
use game_pursuit::{CellId, NOWHERE};

/// A value known from another layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feed {
    pub(super) level: u16,
    pub(super) table: u16,
    pub(super) monster: CellId,
    pub(super) hero: CellId,
}

/// The definition of a layer.
pub(super) struct Task {
    pub(super) monster_moves: usize,
    pub(super) hero_moves: usize,
    /// Cells of the remaining potions: positions on them are fed, not computed.
    pub(super) potions: Vec<CellId>,
    /// Sorted by level, table and cells.
    pub(super) feeds: Vec<Feed>,
    pub(super) threads: usize,
}

impl Task {
    pub(super) const fn tables(&self) -> usize {
        self.monster_moves + self.hero_moves
    }
}

/// A solved layer.
pub(super) struct Layer {
    pub(super) monster_moves: usize,
    /// The monster's tables, `remaining` 0 and up, then the hero's.
    pub(super) stores: Vec<Store>,
}

impl Layer {
    /// The table of a side to move with a number of moves left.
    pub(super) const fn table(&self, monster: bool, remaining: usize) -> usize {
        if monster { remaining } else { self.monster_moves + remaining }
    }
}

/// Why a layer was not solved.
pub(super) enum Stop {
    /// Cancelled.
    Asked,
    /// The tables need more than one byte per position, which exceeds the memory limit.
    Memory,
}

/// The new bits of one table at one level.
struct Wave {
    bits: Vec<u64>,
    fresh: Vec<bool>,
}

impl Wave {
    fn new(lattice: &Lattice) -> Self {
        Self { bits: vec![0; lattice.count * lattice.words], fresh: vec![false; lattice.count] }
    }
}

/// The source of a table's new bits.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The monster chooses: everything new in a neighbour's row.
    Union(&'a Wave),
    /// The hero chooses: the changed rows of this set are recomputed.
    Trapped(&'a [u64], &'a Wave),
}

struct Run<'a> {
    lattice: &'a Lattice,
    threads: usize,
    /// The hero cells that are computed here.
    mask: &'a [u64],
    /// The monster cells that are fed from other layers.
    fed: &'a [bool],
}

/// Solves a layer. `told` is called after each level with the number of positions found lost; returning false
/// stops the work.
pub(super) fn solve(
    lattice: &Lattice,
    task: Task,
    may_widen: bool,
    told: &mut dyn FnMut(u64) -> bool,
) -> Result<Layer, Stop> {
    let mut solving = Solving::new(lattice, task);
    while let Some(found) = solving.level(lattice, may_widen)? {
        if !told(found) {
            return Err(Stop::Asked);
        }
    }
    Ok(solving.layer())
}

/// A layer being solved, level by level.
pub(super) struct Solving {
    task: Task,
    mask: Vec<u64>,
    fed: Vec<bool>,
    stores: Vec<Store>,
    sets: Vec<Vec<u64>>,
    before: Wave,
    after: Wave,
    /// Number of feeds used so far.
    taken: usize,
    level: u32,
    is_solved: bool,
}

impl Solving {
    pub(super) fn new(lattice: &Lattice, task: Task) -> Self {
        let mut mask = lattice.open.clone();
        let mut fed = vec![false; lattice.count];
        for &potion in &task.potions {
            let bit = lattice.bits[usize::from(potion)] as usize;
            mask[bit / 64] &= !(1 << (bit % 64));
            fed[usize::from(potion)] = true;
        }
        let pairs = lattice.count * lattice.count;
        let stores = (0..task.tables()).map(|_| Store::new(pairs)).collect();
        let mut sets: Vec<Vec<u64>> =
            (0..task.tables()).map(|_| vec![0; lattice.count * lattice.words]).collect();
        // Level 0: a hero on the monster's cell, with the hero to move, is caught.
        let mut before = Wave::new(lattice);
        for cell in 0..lattice.count {
            let bit = lattice.bits[cell] as usize;
            let index = cell * lattice.words + bit / 64;
            before.bits[index] = 1 << (bit % 64);
            before.fresh[cell] = true;
            for set in &mut sets[task.monster_moves..] {
                set[index] |= 1 << (bit % 64);
            }
        }
        let after = Wave::new(lattice);
        Self { task, mask, fed, stores, sets, before, after, taken: 0, level: 0, is_solved: false }
    }

    /// Computes one level; returns the number of positions found lost, or `None` when the layer is solved.
    pub(super) fn level(&mut self, lattice: &Lattice, may_widen: bool) -> Result<Option<u64>, Stop> {
        if self.is_solved {
            return Ok(None);
        }
        self.level += 1;
        if self.level > LONGEST {
            return Err(Stop::Memory);
        }
        if self.level > u32::from(u8::MAX) && self.stores[0].is_narrow() {
            if !may_widen {
                return Err(Stop::Memory);
            }
            self.stores.iter_mut().for_each(Store::widen);
        }
        let Self { task, mask, fed, stores, sets, before, after, taken, level, .. } = self;
        let run = Run { lattice, threads: task.threads, mask, fed };
        let mut feeds = &task.feeds[*taken..];
        let mut found = 0;
        for table in 0..task.tables() {
            let mut set = std::mem::take(&mut sets[table]);
            let source = if table < task.monster_moves {
                Source::Union(before)
            } else {
                Source::Trapped(&sets[table - 1], before)
            };
            found += run.phase(source, &mut set, after, &mut stores[table], *level);
            found += run.feed(&mut feeds, table, &mut set, after, &mut stores[table], *level);
            sets[table] = set;
            std::mem::swap(before, after);
        }
        *taken = task.feeds.len() - feeds.len();
        if found == 0 {
            // Nothing changes until the level of the next feed, if there is one.
            match feeds.first() {
                Some(next) => *level = u32::from(next.level) - 1,
                None => self.is_solved = true,
            }
        }
        Ok(Some(found))
    }

    pub(super) const fn task(&self) -> &Task {
        &self.task
    }

    /// The layer, after it was solved.
    pub(super) fn layer(self) -> Layer {
        Layer { monster_moves: self.task.monster_moves, stores: self.stores }
    }
}

impl Run<'_> {
    /// Computes the new bits of one table, with the threads of the task.
    fn phase(
        &self,
        source: Source<'_>,
        set: &mut [u64],
        after: &mut Wave,
        store: &mut Store,
        level: u32,
    ) -> u64 {
        let (count, words) = (self.lattice.count, self.lattice.words);
        let rows = count.div_ceil(self.threads).max(1);
        let mut pieces = set
            .chunks_mut(rows * words)
            .zip(after.bits.chunks_mut(rows * words))
            .zip(after.fresh.chunks_mut(rows))
            .zip(store.pieces(rows * count))
            .enumerate()
            .map(|(piece, (((set, bits), fresh), values))| Piece {
                first: piece * rows,
                set,
                bits,
                fresh,
                values,
                level,
            });
        if self.threads <= 1 || cfg!(target_family = "wasm") {
            return pieces.map(|piece| self.work(source, piece)).sum();
        }
        std::thread::scope(|scope| {
            let mine = pieces.next();
            let others: Vec<_> = pieces.map(|piece| scope.spawn(move || self.work(source, piece))).collect();
            let own = mine.map_or(0, |piece| self.work(source, piece));
            own + others.into_iter().map(|worker| worker.join().expect("a worker does not fail")).sum::<u64>()
        })
    }

    fn work(&self, source: Source<'_>, mut piece: Piece<'_>) -> u64 {
        match source {
            Source::Union(before) => self.union(before, &mut piece),
            Source::Trapped(known, before) => self.trap(known, before, &mut piece),
        }
    }

    fn union(&self, before: &Wave, piece: &mut Piece<'_>) -> u64 {
        let words = self.lattice.words;
        let mut found = 0;
        for row in 0..piece.fresh.len() {
            let cell = piece.first + row;
            piece.fresh[row] = false;
            if self.fed[cell] {
                continue;
            }
            let mut any = false;
            for &near in &self.lattice.near[cell] {
                if near == NOWHERE || !before.fresh[usize::from(near)] {
                    continue;
                }
                let new = &before.bits[usize::from(near) * words..][..words];
                let sum = &mut piece.bits[row * words..][..words];
                if any {
                    sum.iter_mut().zip(new).for_each(|(sum, new)| *sum |= new);
                } else {
                    sum.copy_from_slice(new);
                    any = true;
                }
            }
            if any {
                found += piece.keep(row, self.lattice, self.mask);
            }
        }
        found
    }

    fn trap(&self, known: &[u64], before: &Wave, piece: &mut Piece<'_>) -> u64 {
        let words = self.lattice.words;
        let mut scratch: Scratch = self.lattice.scratch();
        let mut found = 0;
        for row in 0..piece.fresh.len() {
            let cell = piece.first + row;
            piece.fresh[row] = false;
            if self.fed[cell] || !before.fresh[cell] {
                continue;
            }
            let trapped = self.lattice.trapped(&known[cell * words..][..words], &mut scratch);
            piece.bits[row * words..][..words].copy_from_slice(trapped);
            found += piece.keep(row, self.lattice, self.mask);
        }
        found
    }

    /// Applies the feeds for this level and table.
    fn feed(
        &self,
        feeds: &mut &[Feed],
        table: usize,
        set: &mut [u64],
        after: &mut Wave,
        store: &mut Store,
        level: u32,
    ) -> u64 {
        let (count, words) = (self.lattice.count, self.lattice.words);
        let mut found = 0;
        while let Some((feed, rest)) = feeds.split_first() {
            if (u32::from(feed.level), usize::from(feed.table)) != (level, table) {
                break;
            }
            *feeds = rest;
            let (monster, hero) = (usize::from(feed.monster), usize::from(feed.hero));
            let bit = self.lattice.bits[hero] as usize;
            let row = monster * words;
            if !after.fresh[monster] {
                after.fresh[monster] = true;
                after.bits[row..row + words].fill(0);
            }
            after.bits[row + bit / 64] |= 1 << (bit % 64);
            set[row + bit / 64] |= 1 << (bit % 64);
            store.set(monster * count + hero, level);
            found += 1;
        }
        found
    }
}

/// The rows of some monster cells in one table.
struct Piece<'a> {
    first: usize,
    set: &'a mut [u64],
    bits: &'a mut [u64],
    fresh: &'a mut [bool],
    values: Rows<'a>,
    level: u32,
}

impl Piece<'_> {
    /// Reduces a row's candidate bits to the new ones, and stores their value.
    fn keep(&mut self, row: usize, lattice: &Lattice, mask: &[u64]) -> u64 {
        let words = lattice.words;
        let bits = &mut self.bits[row * words..][..words];
        let set = &mut self.set[row * words..][..words];
        let mut count = 0;
        for ((bits, set), mask) in bits.iter_mut().zip(set).zip(mask) {
            *bits &= mask & !*set;
            *set |= *bits;
            count += bits.count_ones();
        }
        if count > 0 {
            self.fresh[row] = true;
            self.values.write(row * lattice.count, bits, &lattice.cells, self.level);
        }
        u64::from(count)
    }
}

/// The values of a solved layer that are fed to another: everything in a row (monster on the potion) or a
/// column (hero on it).
pub(super) fn feeds_from(
    layer: &Layer,
    count: usize,
    task: &Task,
    potion: CellId,
    drinker_is_monster: bool,
    out: &mut Vec<Feed>,
) {
    for table in 0..task.tables() {
        let monster_moves = table < task.monster_moves;
        let remaining = if monster_moves { table } else { table - task.monster_moves };
        let store = &layer.stores[layer.table(monster_moves, remaining)];
        for other in (0..count as CellId).filter(|&other| other != potion) {
            let (monster, hero) = if drinker_is_monster { (potion, other) } else { (other, potion) };
            // If both are on potions the monster's row applies; such positions are never reached.
            if !drinker_is_monster && task.potions.contains(&monster) {
                continue;
            }
            let level = store.get(usize::from(monster) * count + usize::from(hero));
            if level != NEVER {
                out.push(Feed { level, table: table as u16, monster, hero });
            }
        }
    }
}
