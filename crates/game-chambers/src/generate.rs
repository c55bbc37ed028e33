//! From seed to floor. Floors are addressed by game and number, so visiting order and play do not affect
//! them.

use crate::carve;
use crate::content::{
    CLASSIC_FOES, DRAGON_HOARD, FOES, FoeKind, GEAR, GOLD, POTIONS, POTIONS_ON_OFFER, POTIONS_PER_FLOOR,
};
use crate::floor::{Floor, Foe, Item};
use crate::mask::{Mask, count_around, nth_around};
use crate::plan::{Plan, Spot};
use crate::setup::{Base, EditionOptions, LevelFloor};
use alloc::{sync::Arc, vec::Vec};
use kernel::{Rng, Seed};

/// Identifies a floor: the game of the run, and the floor number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) game: u32,
    pub(crate) level: u8,
}

impl Address {
    fn stream(self, seed: &Seed, name: &str) -> Rng {
        Rng::stream(seed, name, &[i64::from(self.game), i64::from(self.level)])
    }
}

/// The floor at an address: from the layout file if it has one, else generated.
pub(crate) fn floor(base: &Base, seed: &Seed, address: Address) -> Floor {
    let mut rng = address.stream(seed, "floor");
    let sheet = base.sheets.get(usize::from(address.level) - 1);
    if let Some(sheet) = sheet.filter(|sheet| !sheet.is_empty()) {
        return complete(sheet, &mut rng);
    }
    let plan = match sheet {
        Some(sheet) => sheet.plan.clone(),
        None if base.options.has(EditionOptions::CHAMBERS) => {
            Arc::new(carve::plan(&mut address.stream(seed, "plan")))
        }
        None => base.classic.clone(),
    };
    let place = usize::from(address.level) - 1;
    let mut floor = populate(plan, base.options, place, &mut rng);
    if base.options.has(EditionOptions::GEAR) {
        // Gear has its own stream, so that the option changes nothing else.
        let mut rng = address.stream(seed, "gear");
        let plan = floor.plan.clone();
        let mut tiles = FreeTiles::left_on(&plan, &floor);
        let weights = gear_weights(base.options, place);
        for _ in 0..base.options.tuning().gear[place] {
            let gear = GEAR[rng.weighted(&weights, "gear")].gear;
            if let Some(at) = tiles.place(&mut rng, None, ["gear chamber", "gear tile"]) {
                floor.put(at, Item::Gear(gear));
            }
        }
    }
    floor
}

/// Option `shop`: the wares of the merchants on a floor.
pub(crate) fn wares(base: &Base, seed: &Seed, address: Address) -> Vec<Item> {
    let mut wares = Vec::new();
    if base.options.has(EditionOptions::SHOP) {
        let mut rng = address.stream(seed, "wares");
        for _ in 0..POTIONS_ON_OFFER {
            let row = POTIONS[rng.weighted(&POTIONS.map(|row| u32::from(row.price > 0)), "potion on offer")];
            wares.push(Item::Potion(row.potion));
        }
        if base.options.has(EditionOptions::GEAR) {
            let weights = gear_weights(base.options, usize::from(address.level) - 1);
            wares.push(Item::Gear(GEAR[rng.weighted(&weights, "gear on offer")].gear));
        }
    }
    wares
}

/// The weight of each piece of gear; with the balance `tempered`, later floors have better ones.
fn gear_weights(options: EditionOptions, place: usize) -> [u32; GEAR.len()] {
    let better = options.tuning().better_gear * place as u32;
    GEAR.map(|row| row.weight + if row.weight < GEAR[0].weight { better } else { 0 })
}

/// A floor of a file; the spawn rules place what it lacks.
fn complete(sheet: &LevelFloor, rng: &mut Rng) -> Floor {
    let mut floor = Floor {
        plan: sheet.plan.clone(),
        hero: sheet.hero.unwrap_or_default(),
        stairs: sheet.stairs.unwrap_or_default(),
        things: sheet.things.clone(),
        foes: sheet.foes.clone(),
    };
    let mut tiles = FreeTiles::new(&sheet.plan);
    let things = sheet.things.iter().map(|thing| thing.at);
    let given = things.chain(sheet.foes.iter().map(|foe| foe.at)).chain(sheet.hero).chain(sheet.stairs);
    given.for_each(|at| tiles.occupy(at));
    let checked = "the layout was checked for room";
    if sheet.hero.is_none() {
        tiles.favour(sheet.stairs);
        let avoid = sheet.stairs.and_then(|at| sheet.plan.chamber_of(at));
        floor.hero = tiles.place_somewhere(rng, avoid, ["player chamber", "player tile"]).expect(checked);
    }
    if sheet.stairs.is_none() {
        tiles.favour(Some(floor.hero));
        let avoid = sheet.plan.chamber_of(floor.hero);
        floor.stairs = tiles.place_somewhere(rng, avoid, ["stairs chamber", "stairs tile"]).expect(checked);
    }
    floor
}

/// Places everything in the document's order: player, stairs, potions, gold, enemies.
fn populate(plan: Arc<Plan>, options: EditionOptions, place: usize, rng: &mut Rng) -> Floor {
    let (difficulty, tuning) = (options.difficulty(), options.tuning());
    let mut tiles = FreeTiles::new(&plan);
    let checked = "a floor has room for the player and the stairs";
    let hero = tiles.place_somewhere(rng, None, ["player chamber", "player tile"]).expect(checked);
    let home = plan.chamber_of(hero);
    let stairs = tiles.place_somewhere(rng, home, ["stairs chamber", "stairs tile"]).expect(checked);
    let mut floor = Floor { plan: plan.clone(), hero, stairs, things: Vec::new(), foes: Vec::new() };
    for _ in 0..POTIONS_PER_FLOOR {
        let potion = POTIONS[rng.below(POTIONS.len() as u32, "potion") as usize].potion;
        if let Some(at) = tiles.place(rng, None, ["potion chamber", "potion tile"]) {
            floor.put(at, Item::Potion(potion));
        }
    }
    for _ in 0..difficulty.piles {
        let worth = GOLD[rng.weighted(&GOLD.map(|row| row.2), "gold")].1;
        if worth != DRAGON_HOARD {
            if let Some(at) = tiles.place(rng, None, ["gold chamber", "gold tile"]) {
                floor.put(at, Item::Gold(worth));
            }
        } else if let Some((hoard, dragon)) = tiles.place_hoard(rng) {
            floor.put(hoard, Item::Gold(worth));
            floor.foes.push(Foe::dragon(&plan, dragon, hoard));
        }
    }
    let kinds = if options.has(EditionOptions::FOES) { FOES.len() } else { CLASSIC_FOES };
    let weights = FOES.map(|row| row.weight);
    for number in 0..difficulty.foes * tuning.foes_percent[place] / 100 {
        let kind: FoeKind = match number {
            0 if tuning.merchant => FoeKind::Merchant,
            _ => FOES[rng.weighted(&weights[..kinds], "enemy")].kind,
        };
        if let Some(at) = tiles.place(rng, None, ["enemy chamber", "enemy tile"]) {
            floor.foes.push(Foe::new(&plan, kind, at));
        }
    }
    kernel::sort_by_key(&mut floor.foes, |foe| foe.at);
    floor
}

/// Labels of the dice: for the chamber, then for the tile.
type Labels = [&'static str; 2];

/// The free tiles of a floor, by chamber.
struct FreeTiles<'a> {
    plan: &'a Plan,
    free: Mask,
    /// The tiles of each chamber, the free ones first and in reading order.
    tiles: Vec<Spot>,
    /// Index of the first tile of each chamber.
    first: Vec<usize>,
    /// Number of free tiles per chamber.
    left: Vec<u32>,
    piece: u16,
}

impl<'a> FreeTiles<'a> {
    fn new(plan: &'a Plan) -> Self {
        let tiles = plan.chambers.iter().flat_map(|chamber| &chamber.tiles).copied().collect();
        let left: Vec<u32> = plan.chambers.iter().map(|chamber| chamber.tiles.len() as u32).collect();
        let mut end = 0;
        let begin = |tiles: &u32| {
            end += *tiles as usize;
            end - *tiles as usize
        };
        let first = left.iter().map(begin).collect();
        Self { plan, free: plan.tiles.clone(), tiles, first, left, piece: plan.main_piece }
    }

    /// The free tiles of a chamber.
    fn free_tiles(&mut self, chamber: usize) -> &mut [Spot] {
        &mut self.tiles[self.first[chamber]..][..self.left[chamber] as usize]
    }

    /// Takes the free tile with this number in its chamber.
    fn take(&mut self, chamber: usize, nth: usize) -> Spot {
        let free = self.free_tiles(chamber);
        let at = free[nth];
        free.copy_within(nth + 1.., nth);
        self.left[chamber] -= 1;
        self.free.clear(at);
        at
    }

    fn left_on(plan: &'a Plan, floor: &Floor) -> Self {
        let mut tiles = Self::new(plan);
        let things = floor.things.iter().map(|thing| thing.at);
        let taken = things.chain(floor.foes.iter().map(|foe| foe.at)).chain([floor.hero, floor.stairs]);
        taken.for_each(|at| tiles.occupy(at));
        tiles
    }

    /// Restricts placement to the piece of the floor that contains this cell.
    fn favour(&mut self, at: Option<Spot>) {
        if let Some(chamber) = at.and_then(|at| self.plan.chamber_of(at)) {
            self.piece = self.plan.chambers[chamber].piece;
        }
    }

    fn occupy(&mut self, at: Spot) {
        if self.free.has(at) {
            let chamber = self.plan.chamber_of(at).expect("free tiles lie in chambers");
            let nth = self.free_tiles(chamber).binary_search(&at).expect("it is free");
            self.take(chamber, nth);
        }
    }

    /// A random chamber among those with a free tile, which is equivalent to drawing again whenever one is
    /// full; then a random tile. `None` when the floor is full.
    fn place(&mut self, rng: &mut Rng, avoid: Option<usize>, labels: Labels) -> Option<Spot> {
        let fits = |chamber: usize| {
            self.left[chamber] > 0
                && Some(chamber) != avoid
                && self.plan.chambers[chamber].piece == self.piece
        };
        let chamber = draw_one((0..self.left.len()).filter(|&chamber| fits(chamber)), rng, labels[0])?;
        let nth = rng.below(self.left[chamber], labels[1]) as usize;
        Some(self.take(chamber, nth))
    }

    /// Like [`FreeTiles::place`], but falls back to the chamber to avoid, and then to another piece of the floor.
    fn place_somewhere(&mut self, rng: &mut Rng, avoid: Option<usize>, labels: Labels) -> Option<Spot> {
        if let Some(at) = self.place(rng, avoid, labels).or_else(|| self.place(rng, None, labels)) {
            return Some(at);
        }
        let chamber = self.left.iter().position(|&left| left > 0)?;
        self.piece = self.plan.chambers[chamber].piece;
        self.place(rng, None, labels)
    }

    /// Places a hoard on a tile with a free neighbour, and its dragon on such a neighbour.
    fn place_hoard(&mut self, rng: &mut Rng) -> Option<(Spot, Spot)> {
        let suits = |at: &&Spot| self.free.has(**at) && self.free.around(**at) & !0b000_010_000 != 0;
        let count = |chamber: usize| self.plan.chambers[chamber].tiles.iter().filter(suits).count() as u32;
        let open =
            |chamber: &usize| self.plan.chambers[*chamber].piece == self.piece && self.left[*chamber] > 1;
        let all = 0..self.left.len();
        // Drawing again until a chamber suits is equivalent to drawing once more among those that suit.
        let mut chamber = draw_one(all.clone().filter(open), rng, "gold chamber")?;
        if count(chamber) == 0 {
            let fits = |chamber: &usize| open(chamber) && count(*chamber) > 0;
            chamber = draw_one(all.filter(fits), rng, "gold chamber")?;
        }
        let nth = rng.below(count(chamber), "gold tile") as usize;
        let hoard = *self.plan.chambers[chamber].tiles.iter().filter(suits).nth(nth)?;
        self.occupy(hoard);
        let beside = self.free.around(hoard);
        let dragon = nth_around(hoard, beside, rng.below(count_around(beside), "dragon tile"));
        self.occupy(dragon);
        Some((hoard, dragon))
    }
}

/// One of several, all equally likely; rolls no die if there are none.
fn draw_one(all: impl Iterator<Item = usize> + Clone, rng: &mut Rng, label: &'static str) -> Option<usize> {
    let count = all.clone().count() as u32;
    if count == 0 {
        return None;
    }
    let nth = rng.below(count, label) as usize;
    let mut all = all;
    all.nth(nth)
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
