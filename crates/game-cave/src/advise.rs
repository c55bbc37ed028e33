//! The built-in bot: wears the best gear, opens the chests in view, avoids monsters until it is strong, then
//! hunts them.

mod journey;

use crate::content::Slot;
use crate::draw::{self, Window};
use crate::rules::Held;
use crate::{Cave, Command, Spot};
use alloc::vec::Vec;
use kernel::grid::{DistanceMap, FAR};
use kernel::{Dir, Grid, Ground, Pos, Rng, View, pulse_of};

/// A weapon with this damage wins every fight of the document's game.
const STRONG_WEAPON: u32 = 5;
/// Armour with this protection wins three of four fights, even with a wooden sword.
const STRONG_ARMOUR: u32 = 10;

/// Number of turns for which the bot keeps one kind of goal before it changes. A plan limited to the window
/// could otherwise walk back and forth between two goals for ever.
const ERA_TURNS: u64 = 64;

/// Half the size of the area planned on when everything in the window is known.
const FAR_HALF: Spot = (100, 75);

pub(crate) fn advise(cave: &Cave, dice: &mut Rng) -> Command {
    if cave.extended().turns {
        return journey::advise(cave, dice);
    }
    if let Some(number) = better_item(cave) {
        return Command::Equip(number);
    }
    let far = Window { half: FAR_HALF, cell_cols: 1 };
    plan(cave, Window::of(cave, &View::default()))
        .or_else(|| plan(cave, far))
        .map_or_else(|| Command::Go(*dice.pick(&Dir::ORTHOGONAL, "wander")), Command::Go)
}

/// The first step of a plan on the chart of a window, if the chart has a goal.
fn plan(cave: &Cave, window: Window) -> Option<Dir> {
    let chart = draw::chart(cave, window);
    let (ground, hero, brave) = (&chart.ground, chart.hero, is_strong(cave));
    let gain = |at: Pos| match ground.get(at) {
        Some(Ground::Prize) => true,
        Some(Ground::Danger) => brave,
        _ => false,
    };
    let edge = |at: Pos| {
        matches!(ground.get(at), Some(Ground::Open))
            && Dir::ORTHOGONAL.iter().any(|&way| ground.get(at.step(way)) == Some(&Ground::Unknown))
    };
    let era = cave.turn() / ERA_TURNS;
    // Every other era heads outwards in a direction that follows no pattern.
    let outward = Dir::ORTHOGONAL[(pulse_of(&[era]) >> 62) as usize].delta();
    let ahead = |at: Pos| edge(at) && (at.x - hero.x) * outward.0 + (at.y - hero.y) * outward.1 > 0;
    let first = if era.is_multiple_of(2) {
        plan_to(ground, hero, brave, gain)
    } else {
        plan_to(ground, hero, brave, ahead)
    };
    first.or_else(|| plan_to(ground, hero, brave, edge)).or_else(|| plan_to(ground, hero, true, edge))
}

/// True when the hero wins most fights.
fn is_strong(cave: &Cave) -> bool {
    cave.thing(cave.weapon()).value >= STRONG_WEAPON || cave.thing(cave.armour()).value >= STRONG_ARMOUR
}

/// The number of an item that is better than the one in use.
fn better_item(cave: &Cave) -> Option<u32> {
    let better = |held: &Held| {
        let value = cave.thing(held.item).value;
        match held.item.kind.row().slot {
            Slot::Weapon => value > cave.thing(cave.weapon()).value,
            Slot::Armour => value > cave.thing(cave.armour()).value,
            Slot::Charm => cave.delve().is_some_and(|delve| delve.charm == 0),
            Slot::Purse | Slot::Supply => false,
        }
    };
    cave.hero().pack.iter().position(better).map(|index| index as u32 + 1)
}

/// The first step of a shortest path to the nearest goal; only with `brave` does it cross cells that monsters
/// watch.
fn plan_to(ground: &Grid<Ground>, hero: Pos, brave: bool, goal: impl Fn(Pos) -> bool) -> Option<Dir> {
    let open = |at: Pos| match ground.get(at) {
        Some(Ground::Open | Ground::Prize) => true,
        Some(Ground::Danger) => brave,
        _ => false,
    };
    let goals: Vec<Pos> = ground.positions().filter(|&at| at != hero && goal(at)).collect();
    if goals.is_empty() {
        return None;
    }
    let mut steps = DistanceMap::new(ground.cols(), ground.rows());
    steps.measure([hero], &Dir::ORTHOGONAL, open);
    let target = goals.into_iter().filter(|&at| steps.at(at) != FAR).min_by_key(|&at| steps.at(at))?;
    steps.measure([target], &Dir::ORTHOGONAL, |at| open(at) || at == hero);
    steps.nearer(hero, &Dir::ORTHOGONAL)
}

/// The first step of a shortest path to the cell with the lowest cost; `cost` gets the cell and the steps to
/// it.
fn plan_cheapest(ground: &Grid<Ground>, hero: Pos, cost: impl Fn(Pos, u16) -> Option<i64>) -> Option<Dir> {
    let open = |at: Pos| matches!(ground.get(at), Some(Ground::Open | Ground::Prize));
    let mut steps = DistanceMap::new(ground.cols(), ground.rows());
    steps.measure([hero], &Dir::ORTHOGONAL, open);
    let priced =
        |at: Pos| Some(steps.at(at)).filter(|&far| far != FAR && at != hero).and_then(|far| cost(at, far));
    let target = ground.positions().filter_map(|at| Some((priced(at)?, at))).min_by_key(|(cost, _)| *cost)?.1;
    steps.measure([target], &Dir::ORTHOGONAL, |at| open(at) || at == hero);
    steps.nearer(hero, &Dir::ORTHOGONAL)
}
