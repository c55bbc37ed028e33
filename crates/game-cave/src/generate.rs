//! Generates regions: pure functions of the world's seed, its settings and their coordinates.
//!
//! The order is noise, automaton, tunnels, chests with their contents, one monster. Nothing depends on what
//! the player has done, so worlds of one seed are equal in any order of exploration.

mod areas;
mod automaton;
mod noise;
mod tunnel;

use crate::content::{
    FOE_WEIGHTS, GOLD_MOST, GOODS_WEIGHTS, ITEMS, Item, ItemKind, LEVEL_CELLS, LEVEL_WEIGHTS, LEVELS,
    RELIC_CELLS, WARDEN, WEIGHTS,
};
use crate::setup::{ExtendedOptions, SIZE_MOST, Settings};
use crate::spiral::spiral;
use alloc::vec::Vec;
use automaton::Word;
use kernel::{Rng, Seed};
use noise::{Noise, Rows, Use};
use serde::{Deserialize, Serialize};
use tunnel::{Ground, Lie};

/// A complete square of the world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Region {
    /// The floor, bottom row first; bit x of a row is its cell x.
    pub(crate) floor: Vec<u128>,
    /// The chests, in row order.
    pub(crate) chests: Vec<Chest>,
    /// The contents of all chests in one list.
    pub(crate) loot: Vec<Item>,
    pub(crate) monster: Option<Monster>,
}

/// A chest, with the range of the region's loot it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chest {
    pub(crate) x: u8,
    pub(crate) y: u8,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// The monster of a region: its birthplace, and its row in the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Monster {
    pub(crate) x: u8,
    pub(crate) y: u8,
    pub(crate) kind: u8,
}

impl Region {
    pub(crate) fn is_floor(&self, x: u32, y: u32) -> bool {
        self.floor.get(y as usize).is_some_and(|row| x < u128::BITS && row >> x & 1 == 1)
    }

    /// The contents of the chest in a cell.
    pub(crate) fn chest(&self, x: u32, y: u32) -> Option<&[Item]> {
        let at = self.chests.binary_search_by_key(&(y, x), |chest| (chest.y.into(), chest.x.into())).ok()?;
        let Chest { first, count, .. } = self.chests[at];
        self.loot.get(first as usize..(first + count) as usize)
    }

    /// Adds a chest; chests must be added in row order.
    pub(crate) fn place_chest(&mut self, x: u32, y: u32, items: impl FnOnce(&mut Vec<Item>)) {
        let first = self.loot.len() as u32;
        items(&mut self.loot);
        self.chests.push(Chest { x: x as u8, y: y as u8, first, count: self.loot.len() as u32 - first });
    }
}

/// The region at (rx, ry).
pub(crate) fn region(
    seed: &Seed,
    settings: &Settings,
    extended: ExtendedOptions,
    rx: i64,
    ry: i64,
) -> Region {
    Grounds::default().region(seed, settings, extended, rx, ry)
}

/// A cache of the grounds of regions. Since every region needs the grounds of its four neighbours, code that
/// generates several regions of a world should share one.
#[derive(Default)]
pub(crate) struct Grounds {
    narrow: Near<u64>,
    wide: Near<u128>,
}

impl Grounds {
    /// The region at (rx, ry).
    pub(crate) fn region(
        &mut self,
        seed: &Seed,
        settings: &Settings,
        extended: ExtendedOptions,
        rx: i64,
        ry: i64,
    ) -> Region {
        if fits_64(settings) {
            self.narrow.grow(seed, settings, extended, rx, ry)
        } else {
            self.wide.grow(seed, settings, extended, rx, ry)
        }
    }
}

/// The grounds of one word width, by region, and the noise they are made from: each region's noise is also the border of
/// its neighbours. There are few, so lookup is linear.
struct Near<W> {
    grounds: Vec<((i64, i64), Ground<W>)>,
    noise: Vec<((i64, i64), Rows<W>)>,
}

impl<W> Default for Near<W> {
    fn default() -> Self {
        Self { grounds: Vec::new(), noise: Vec::new() }
    }
}

/// The level of danger and loot of a region, by its distance.
pub(crate) fn level(settings: &Settings, (rx, ry): (i64, i64)) -> usize {
    let away = |r: i64| if r < 0 { -(r + 1) } else { r };
    let cells = away(rx).max(away(ry)).saturating_mul(settings.size()) + settings.size() / 2;
    usize::try_from(cells / LEVEL_CELLS).unwrap_or(LEVELS).min(LEVELS - 1)
}

/// The region of the relic: a random one of a ring at the right distance.
pub(crate) fn relic_region(seed: &Seed, settings: &Settings) -> (i64, i64) {
    let ring = (RELIC_CELLS / settings.size()).max(1);
    let mut dice = Rng::stream(seed, "relic", &[]);
    let along = dice.between(-ring as i32, ring as i32 - 1, "relic place").into();
    match dice.below(4, "relic side") {
        0 => (ring, along),
        1 => (-along, ring),
        2 => (-ring, -along),
        _ => (along, -ring),
    }
}

/// The relic's cell within its region: the free cell of the main area nearest the centre.
pub(crate) fn relic_cell(region: &Region) -> (u8, u8) {
    let mut free = main_floor(region);
    for chest in &region.chests {
        free[usize::from(chest.y)] &= !(1 << chest.x);
    }
    if free.iter().all(|row| *row == 0) { central_cell(&region.floor) } else { central_cell(&free) }
}

/// The main floor area of a finished region. Tunnels connect it with those of all neighbours.
pub(crate) fn main_floor(region: &Region) -> Vec<u128> {
    if region.floor.len() > u64::CELLS as usize {
        area_of::<u128>(region, areas::main_area)
    } else {
        area_of::<u64>(region, areas::main_area)
    }
}

/// A part of the main floor area with more than half of the floor, at a fifth of the cost.
pub(crate) fn sure_floor(region: &Region) -> Vec<u128> {
    if region.floor.len() > u64::CELLS as usize {
        area_of::<u128>(region, areas::sure_area)
    } else {
        area_of::<u64>(region, areas::sure_area)
    }
}

fn area_of<W: Word>(region: &Region, area: impl Fn(&Rows<W>, u32) -> Rows<W>) -> Vec<u128> {
    let mut floor = [W::EMPTY; SIZE_MOST];
    for (row, &bits) in floor.iter_mut().zip(&region.floor) {
        *row = W::narrowed(bits);
    }
    let rows = region.floor.len().min(SIZE_MOST);
    area(&floor, rows as u32)[..rows].iter().map(|row| row.widened()).collect()
}

/// The number of floor cells of a region from noise and automaton alone, to measure the cost of the
/// automaton.
pub(crate) fn caves_alone(seed: &Seed, settings: &Settings, rx: i64, ry: i64) -> u32 {
    let noise = Noise::new(seed);
    if fits_64(settings) {
        areas::count(&noise::caves::<u64>(&noise, settings, rx, ry))
    } else {
        areas::count(&noise::caves::<u128>(&noise, settings, rx, ry))
    }
}

/// How good rewards and how strong monsters are, depending on options and region.
#[derive(Clone, Copy)]
struct Plenty {
    goods: bool,
    growth: bool,
    level: usize,
}

impl Plenty {
    fn of(settings: &Settings, extended: ExtendedOptions, region: (i64, i64)) -> Self {
        // Without growth, goods are as in the middle of the range.
        let level = if extended.growth { level(settings, region) } else { LEVELS / 2 };
        Self { goods: extended.goods, growth: extended.growth, level }
    }
}

/// One reward: from 1 item up to the maximum, each drawn independently from the whole table.
fn reward(settings: &Settings, plenty: Plenty, dice: &mut Rng, items: &mut Vec<Item>) {
    let weights: &[u32] = if plenty.goods { &GOODS_WEIGHTS[plenty.level] } else { &WEIGHTS };
    for _ in 0..=dice.below(settings.chest_items_most.max(1), "reward size") {
        let kind = ITEMS[dice.weighted(weights, "reward item")].kind;
        let heap = if plenty.growth { 1 + plenty.level as u32 } else { 1 };
        let amount =
            if kind == ItemKind::Gold { heap * dice.between(1, GOLD_MOST as i32, "gold") as u32 } else { 1 };
        items.push(Item { kind, amount });
    }
}

/// What the monster of a region leaves when it dies.
pub(crate) fn spoils(
    seed: &Seed,
    settings: &Settings,
    extended: ExtendedOptions,
    home: (i64, i64),
    items: &mut Vec<Item>,
) {
    reward(
        settings,
        Plenty::of(settings, extended, home),
        &mut Rng::stream(seed, "spoils", &[home.0, home.1]),
        items,
    );
}

fn fits_64(settings: &Settings) -> bool {
    settings.region_size + 2 * settings.iterations <= u64::CELLS
}

/// The floor of a region and a sufficient part of its main area. If noise and automaton leave no floor at
/// all, the middle cell is dug, so that tunnels always have two ends and every world can be walked.
fn ground<W: Word>(noise: &Noise, settings: &Settings, at: (i64, i64), beside: [&Rows<W>; 3]) -> Ground<W> {
    let size = settings.region_size;
    let mut floor = noise::caves_from(noise, settings, at, beside);
    if floor[..size as usize].iter().all(|row| *row == W::EMPTY) {
        floor[size as usize / 2] = W::cell(size / 2);
    }
    let main = areas::sure_area(&floor, size);
    Ground { floor, main }
}

impl<W: Word> Near<W> {
    /// The index of the ground of a region, generating it if necessary.
    fn find(&mut self, noise: &Noise, settings: &Settings, at: (i64, i64)) -> usize {
        if let Some(index) = self.grounds.iter().rposition(|(known, _)| *known == at) {
            return index;
        }
        let beside = [-1, 0, 1].map(|dx| self.find_noise(noise, settings, (at.0.wrapping_add(dx), at.1)));
        let made = ground(noise, settings, at, beside.map(|index| &self.noise[index].1));
        self.grounds.push((at, made));
        self.grounds.len() - 1
    }

    /// The index of the noise of a region, drawing it if necessary.
    fn find_noise(&mut self, noise: &Noise, settings: &Settings, at: (i64, i64)) -> usize {
        self.noise.iter().rposition(|(known, _)| *known == at).unwrap_or_else(|| {
            self.noise.push((at, noise::floor_noise(noise, settings, at.0, at.1)));
            self.noise.len() - 1
        })
    }

    fn grow(
        &mut self,
        seed: &Seed,
        settings: &Settings,
        extended: ExtendedOptions,
        rx: i64,
        ry: i64,
    ) -> Region {
        let noise = Noise::new(seed);
        let size = settings.region_size;
        if self.grounds.is_empty() {
            // Room for four regions and their neighbours: each is about a kilobyte, so growing would be slow.
            self.grounds.reserve(12);
            self.noise.reserve(20);
        }
        let own = self.find(&noise, settings, (rx, ry));
        let mut floor = self.grounds[own].1.floor;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let other = self.find(&noise, settings, (rx.wrapping_add(dx), ry.wrapping_add(dy)));
            let lie = if dy == 0 { Lie::East } else { Lie::North };
            let first = dx + dy > 0;
            let (a, b) = if first { (own, other) } else { (other, own) };
            let (a, b) = (&self.grounds[a].1, &self.grounds[b].1);
            if tunnel::touch(a, b, lie, size) {
                continue;
            }
            // Dig only the part of the tunnel in this region; the neighbour digs the rest by the same
            // computation.
            let (left, bottom) =
                if first { (0, 0) } else { (-dx as i32 * size as i32, -dy as i32 * size as i32) };
            for cell in tunnel::between(a, b, lie, size) {
                let (x, y) = (cell.x - left, cell.y - bottom);
                if (0..size as i32).contains(&x) && (0..size as i32).contains(&y) {
                    floor[y as usize] = floor[y as usize] | W::cell(x as u32);
                }
            }
        }
        furnish(seed, &noise, settings, extended, (rx, ry), &floor)
    }
}

/// Puts chests and the monster on the finished floor.
fn furnish<W: Word>(
    seed: &Seed,
    noise: &Noise,
    settings: &Settings,
    extended: ExtendedOptions,
    (rx, ry): (i64, i64),
    floor: &Rows<W>,
) -> Region {
    let size = settings.region_size;
    let rows = size as usize;
    let share = noise::fraction(1_000_000 - settings.chest_boundary.min(1_000_000));
    let key = noise.region(rx, ry, Use::Chests);
    let mut chests: Rows<W> = [W::EMPTY; SIZE_MOST];
    let mut free: Rows<W> = [W::EMPTY; SIZE_MOST];
    for y in 0..rows {
        chests[y] = noise::row::<W>(key, y as u32, share, size, floor[y]);
        free[y] = floor[y] & !chests[y];
    }
    let mut dice = Rng::stream(seed, "region", &[rx, ry]);
    let plenty = Plenty::of(settings, extended, (rx, ry));
    let mut monster = place_monster(settings, plenty, &mut dice, &free[..rows]);
    if extended.quest && (rx, ry) == relic_region(seed, settings) {
        monster = monster.map(|monster| Monster { kind: WARDEN, ..monster });
    }
    let mut region = Region {
        floor: floor[..rows].iter().map(|row| row.widened()).collect(),
        chests: Vec::with_capacity(24),
        loot: Vec::with_capacity(48),
        monster,
    };
    for y in 0..size {
        let mut rest = chests[y as usize];
        while rest != W::EMPTY {
            let x = rest.first();
            rest = rest & !W::cell(x);
            region.place_chest(x, y, |loot| reward(settings, plenty, &mut dice, loot));
        }
    }
    region
}

/// Places one monster on a random free cell, or on the one nearest the centre; none if there is no free cell.
fn place_monster<W: Word>(
    settings: &Settings,
    plenty: Plenty,
    dice: &mut Rng,
    free: &[W],
) -> Option<Monster> {
    let cells = areas::count(free);
    if cells == 0 {
        return None;
    }
    let drawn = nth_cell(free, dice.below(cells, "monster place"));
    let (x, y) = if settings.centre { central_cell(free) } else { drawn };
    let weights: &[u32] = if plenty.growth { &LEVEL_WEIGHTS[plenty.level] } else { &FOE_WEIGHTS };
    let kind = dice.weighted(weights, "monster kind") as u8;
    Some(Monster { x, y, kind: if settings.kinds { kind } else { 0 } })
}

/// The set cell nearest the centre of a region, in the order of the spiral of §2.4.4. There must be one.
fn central_cell<W: Word>(rows: &[W]) -> (u8, u8) {
    let side = rows.len() as i64;
    let cells = (2 * side + 1) * (2 * side + 1);
    let found = (1..=cells as u32).map(spiral).find_map(|(dx, dy)| {
        let (x, y) = (side / 2 + dx, side / 2 + dy);
        let inside = (0..side).contains(&x) && (0..side).contains(&y);
        (inside && rows[y as usize] & W::cell(x as u32) != W::EMPTY).then_some((x as u8, y as u8))
    });
    found.expect("the spiral passes every cell of the region")
}

/// The set cell with this index, counted row by row.
fn nth_cell<W: Word>(rows: &[W], number: u32) -> (u8, u8) {
    let mut rest = number;
    for (y, &row) in rows.iter().enumerate() {
        let here = row.count();
        if rest >= here {
            rest -= here;
            continue;
        }
        let mut row = row;
        for _ in 0..rest {
            row = row & !W::cell(row.first());
        }
        return (row.first() as u8, y as u8);
    }
    unreachable!("the number lies below the count of set cells")
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
