//! The ground for helpers that walk: which cells are safe, which enemies can arrive and when, and what is
//! worth a detour.

use crate::command::Command;
use crate::content::{BAG_SIZE, FoeKind, Potion};
use crate::floor::{Foe, Item};
use crate::panel::{line, name_of};
use crate::plan::{CELLS, COLS, ROWS, Spot};
use crate::rules::{Stage, World};
use crate::setup::EditionOptions;
use alloc::string::String;
use alloc::vec::Vec;
use kernel::grid::{DistanceMap, FAR};
use kernel::{Chart, Dir, Errand, Grid, Ground as Known, Threat};

/// Helpers that walk stop when a hostile enemy is this close.
const THREAT_CELLS: u32 = 2;

/// Distances on a floor: from the player character, and of enemies to cells from where they can strike it.
pub(crate) struct Ways {
    steps: DistanceMap,
    strikes: DistanceMap,
    shots: DistanceMap,
}

impl Ways {
    pub(crate) fn measure(world: &World) -> Self {
        let floor = world.floor();
        let solid = |at: Spot| {
            at == floor.stairs
                || floor.foe_at(at).is_some()
                || matches!(floor.thing_at(at), Some(Item::Potion(_) | Item::Gear(_)))
        };
        let mut steps = DistanceMap::new(COLS as u32, ROWS as u32);
        steps.measure([floor.hero.pos()], &Dir::ALL, |at| {
            Spot::from_pos(at).is_some_and(|at| floor.plan.walkable.has(at) && !solid(at))
        });
        // Enemies move out of each other's way eventually; things do not.
        let roams = |at: Spot| world.is_roamed(at) && floor.thing_at(at).is_none() && at != floor.stairs;
        let reach = |kind: FoeKind| {
            let mut map = DistanceMap::new(COLS as u32, ROWS as u32);
            let sources = (0..CELLS)
                .map(Spot::from_index)
                .filter(|&at| at != floor.hero && roams(at) && world.reaches(kind, at, floor.hero));
            map.measure(sources.map(Spot::pos), &Dir::ALL, |at| Spot::from_pos(at).is_some_and(roams));
            map
        };
        let strikes = reach(FoeKind::Human);
        let shots =
            if world.has(EditionOptions::FOES) { reach(FoeKind::Archer) } else { DistanceMap::default() };
        Self { steps, strikes, shots }
    }

    /// Steps to a cell the player character can stand on.
    pub(crate) fn steps(&self, at: Spot) -> Option<u16> {
        Some(self.steps.at(at.pos())).filter(|&steps| steps != FAR)
    }

    /// Steps to a cell that the player character need not be able to enter.
    pub(crate) fn steps_beside(&self, at: Spot) -> Option<u16> {
        self.nearest_beside(at).map(|(steps, _)| steps + 1)
    }

    /// The nearest cell adjacent to a cell, and the steps to it.
    fn nearest_beside(&self, at: Spot) -> Option<(u16, Spot)> {
        at.around().filter_map(|beside| Some((self.steps(beside)?, beside))).min()
    }
}

/// The number of turns until an enemy can strike at the earliest if the player character stays; `None` if it
/// cannot.
pub(crate) fn turns_to_harm(world: &World, ways: &Ways, foe: &Foe) -> Option<u16> {
    if world.threatens(foe, world.floor().hero) {
        return Some(1);
    }
    if world.is_neutral(foe.kind) || foe.is_rooted() || world.is_frozen() {
        return None;
    }
    let map = if foe.kind == FoeKind::Archer { &ways.shots } else { &ways.strikes };
    Some(map.at(foe.at.pos())).filter(|&steps| steps != FAR).map(|steps| steps + 1)
}

/// The ground as helpers see it. The player character sees the whole floor; cells an enemy would attack at
/// are danger.
pub(crate) fn chart(world: &World) -> Option<Chart> {
    if world.stage() != Stage::Play {
        return None;
    }
    let floor = world.floor();
    let hostile: Vec<&Foe> = floor.foes.iter().filter(|foe| !world.is_neutral(foe.kind)).collect();
    let mut ground = Grid::new(COLS as u32, ROWS as u32, Known::Blocked);
    let cells = ground.cells_mut();
    for (index, known) in cells.iter_mut().enumerate() {
        let at = Spot::from_index(index);
        if floor.plan.walkable.has(at) {
            let danger = hostile.iter().any(|foe| world.threatens(foe, at));
            *known = if danger { Known::Danger } else { Known::Open };
        }
    }
    for thing in &floor.things {
        let known = &mut cells[thing.at.index()];
        match thing.what {
            Item::Gold(_) if floor.is_guarded(thing.at) => *known = Known::Danger,
            Item::Gold(_) if *known == Known::Open => *known = Known::Prize,
            Item::Gold(_) => {}
            Item::Potion(_) | Item::Gear(_) => *known = Known::Blocked,
        }
    }
    cells[floor.stairs.index()] = Known::Exit;
    for foe in &floor.foes {
        cells[foe.at.index()] = Known::Blocked;
    }
    cells[floor.hero.index()] = Known::Open;
    let hero = floor.hero.pos();
    let threat = hostile
        .iter()
        .any(|foe| foe.at.pos().king_distance(hero) <= THREAT_CELLS || world.threatens(foe, floor.hero));
    let ways = Ways::measure(world);
    let threats = hostile
        .iter()
        .map(|foe| Threat { id: foe.id(), at: foe.at.pos(), turns: turns_to_harm(world, &ways, foe) })
        .collect();
    let errands = errands(world, &ways, &ground);
    Some(Chart { ground, hero, diagonal: true, threat, threats, errands, ..Chart::default() })
}

/// The things worth a detour, without gambles: unknown potions that cannot be carried are left to the player.
/// Things that an enemy threatens or guards are included, for when the enemy is gone.
fn errands(world: &World, ways: &Ways, ground: &Grid<Known>) -> Vec<Errand> {
    let is_risky = |at: Spot| !matches!(ground.get(at.pos()), Some(Known::Open | Known::Prize));
    let things = world.floor().things.iter();
    things
        .filter_map(|thing| {
            let name = || name_of(world, thing.what);
            if matches!(thing.what, Item::Gold(_)) {
                let errand = || Errand { at: thing.at.pos(), line: String::new(), name: name() };
                return is_risky(thing.at).then(errand);
            }
            let command = errand_for(world, thing.what)?;
            let spots = thing.at.around().filter_map(|at| Some((ways.steps(at)?, at)));
            let (.., at) = spots.map(|(steps, at)| (is_risky(at), steps, at)).min()?;
            let line = line(command(at.way_to(thing.at)?));
            Some(Errand { at: at.pos(), line, name: name() })
        })
        .collect()
}

/// The command to use next to a thing, if it is worth having.
fn errand_for(world: &World, item: Item) -> Option<fn(Dir) -> Command> {
    let hero = world.hero();
    let room = hero.bag().len() < BAG_SIZE;
    match item {
        Item::Gold(_) => None,
        Item::Gear(gear) => {
            let carried = hero.bag().contains(&item);
            (room && !carried && world.is_better(gear)).then_some(Command::Take as fn(Dir) -> Command)
        }
        Item::Potion(potion) if hero.knows(potion) && !potion.is_good() => None,
        Item::Potion(_) if world.has(EditionOptions::INVENTORY) => {
            room.then_some(Command::Take as fn(Dir) -> Command)
        }
        Item::Potion(Potion::RH) if hero.is_whole() => None,
        Item::Potion(potion) => hero.knows(potion).then_some(Command::Use as fn(Dir) -> Command),
    }
}
