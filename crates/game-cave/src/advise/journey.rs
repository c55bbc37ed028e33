//! The built-in bot for `fights=turns`: fights what it can beat, keeps light and health up, gathers gear near
//! home, then follows the compass and brings the relic back.

use super::{better_item, plan_to};
use crate::content::{Power, Slot, WINDOW_HALF};
use crate::draw::{self, Window};
use crate::light;
use crate::panel::forecast;
use crate::rules::land::Foe;
use crate::{Cave, Command, Spot, rules};
use alloc::vec::Vec;
use kernel::{Chart, Dir, Ground, Pos, Rng};

/// Minimum chance to win, in percent, for the bot to seek a fight.
const SURE_WINS: u32 = 90;
/// Below this health, in percent, the bot drinks in a fight and eats outside of one.
const LOW_HEALTH: u32 = 45;
const FULL_HEALTH: u32 = 85;
/// With less light than this, the bot burns the next torch.
const LOW_OIL: u32 = 60;
/// Resting uses up light; the bot rests only with more than this.
const REST_OIL: u32 = 150;
/// Number of turns the bot gathers gear before it follows the compass, unless it reaches this attack and
/// armour first.
const GATHER_TURNS: u64 = 900;
const READY: (u32, u32) = (8, 10);
/// The parts of the map the bot plans on: for the journey, and for a monster nearby.
const MAP: Window = Window { half: (84, 84), cell_cols: 1 };
const NEAR: Window = Window { half: (30, 24), cell_cols: 1 };

pub(crate) fn advise(cave: &Cave, dice: &mut Rng) -> Command {
    let foes = hunters(cave);
    let percent = cave.health() * 100 / cave.health_most();
    let oil = cave.delve().map_or(u32::MAX, |delve| if delve.extended.light { delve.oil } else { u32::MAX });
    // Somebody who hunts but does not come must not keep the hero in the dark.
    if oil == 0
        && !foes.first().is_some_and(|foe| is_beside(cave, foe))
        && let Some(number) = find(cave, |power| matches!(power, Power::Fuel(_)))
    {
        return Command::Use(number);
    }
    if let Some(command) = in_danger(cave, &foes, percent) {
        return command;
    }
    if foes.is_empty()
        && let Some(number) = better_item(cave)
    {
        return Command::Equip(number);
    }
    if oil < LOW_OIL
        && let Some(number) = find(cave, |power| matches!(power, Power::Fuel(_)))
    {
        return Command::Use(number);
    }
    if foes.is_empty() && percent < FULL_HEALTH {
        if percent < LOW_HEALTH
            && let Some(number) = find(cave, |power| matches!(power, Power::Heal(12)))
        {
            return Command::Use(number);
        }
        if oil > REST_OIL && cave.is_lit() {
            return Command::Wait;
        }
    }
    let walk = |way| Command::Go(way);
    journey(cave).map_or_else(|| walk(*dice.pick(&Dir::ORTHOGONAL, "wander")), walk)
}

/// The monsters in sight that hunt the hero, nearest first.
fn hunters(cave: &Cave) -> Vec<Foe> {
    let (x, y) = (cave.hero().x, cave.hero().y);
    let mut foes: Vec<Foe> = cave.with_land(WINDOW_HALF, |land| {
        let comes = |foe: &&Foe| light::reveals(cave, land, foe) && cave.is_hunted_by(land, (foe.x, foe.y));
        land.foes.iter().filter(comes).copied().collect()
    });
    kernel::sort_by_key(&mut foes, |foe| (foe.x - x).abs() + (foe.y - y).abs());
    foes
}

/// The response to monsters nearby, if one is needed.
fn in_danger(cave: &Cave, foes: &[Foe], percent: u32) -> Option<Command> {
    let foe = foes.first()?;
    let (dx, dy) = (foe.x - cave.hero().x, foe.y - cave.hero().y);
    let beside = is_beside(cave, foe);
    let wins = forecast(cave, foe).wins;
    if wins >= SURE_WINS {
        return if beside { Some(Command::Go(way_of(dx, dy))) } else { approach(cave, foe) };
    }
    let near = dx.abs().max(dy.abs()) <= 3;
    if near {
        let helps = |power: Power| match power {
            Power::Fire => true,
            Power::Might | Power::Stone => wins >= 20,
            Power::Heal(points) => percent < LOW_HEALTH + 20 && points > 12,
            _ => false,
        };
        let escapes = |power: Power| matches!(power, Power::Blink | Power::Smoke);
        let busy = cave.delve().is_some_and(|delve| delve.smoke > 0);
        if let Some(number) = find(cave, helps).or_else(|| find(cave, escapes).filter(|_| !busy)) {
            return Some(Command::Use(number));
        }
    }
    if beside && (foe.row().pace == 1 || wins >= 50) {
        return Some(Command::Go(way_of(dx, dy)));
    }
    flee(cave, foes)
}

fn is_beside(cave: &Cave, foe: &Foe) -> bool {
    (foe.x - cave.hero().x).abs() + (foe.y - cave.hero().y).abs() == 1
}

const fn way_of(dx: i64, dy: i64) -> Dir {
    match (dx, dy) {
        (1, _) => Dir::E,
        (-1, _) => Dir::W,
        (_, 1) => Dir::N,
        _ => Dir::S,
    }
}

/// Approaches a monster in such a way that the hero strikes first.
fn approach(cave: &Cave, foe: &Foe) -> Option<Command> {
    let far = (foe.x - cave.hero().x).abs() + (foe.y - cave.hero().y).abs();
    let chart = draw::chart(cave, NEAR);
    let goal = NEAR.board(cave, (foe.x, foe.y));
    // Monsters enter neither rock nor chests.
    let between = |way: &Dir| {
        let at = chart.hero.step(*way);
        Dir::ORTHOGONAL.iter().any(|way| at.step(*way) == goal)
            && matches!(chart.ground.get(at), Some(Ground::Open | Ground::Danger))
    };
    // Stepping next to a monster lets it strike first; at two cells it is better to wait for its step.
    if far == 2 && Dir::ORTHOGONAL.iter().any(between) {
        return Some(Command::Wait);
    }
    plan_to(&chart.ground, chart.hero, true, |at| at == goal).map(Command::Go)
}

/// The step that leads away from all hunters.
fn flee(cave: &Cave, foes: &[Foe]) -> Option<Command> {
    let danger = |(x, y): Spot| -> i64 {
        foes.iter().map(|foe| 100 / ((foe.x - x).abs() + (foe.y - y).abs()).max(1)).sum()
    };
    let free = |way: &Dir| {
        let at = cave.beside(*way);
        rules::refusal(cave, Command::Go(*way)).is_none() && foes.iter().all(|foe| (foe.x, foe.y) != at)
    };
    Dir::ORTHOGONAL.into_iter().filter(free).min_by_key(|way| danger(cave.beside(*way))).map(Command::Go)
}

/// The number of the first usable supply with a wanted power.
fn find(cave: &Cave, wanted: impl Fn(Power) -> bool) -> Option<u32> {
    let fits = |number: &u32| {
        let kind = cave.hero().pack[*number as usize - 1].item.kind.row();
        kind.slot == Slot::Supply
            && wanted(kind.power)
            && rules::refusal(cave, Command::Use(*number)).is_none()
    };
    (1..=cave.hero().pack.len() as u32).find(fits)
}

/// The next step when there is no danger.
fn journey(cave: &Cave) -> Option<Dir> {
    let chart = draw::chart(cave, MAP);
    let delve = cave.delve()?;
    let known = |at: Pos| matches!(chart.ground.get(at), Some(Ground::Open | Ground::Prize));
    let goal = cave.goal().map(|goal| MAP.board(cave, goal));
    if let Some(goal) = goal.filter(|goal| known(*goal))
        && let Some(way) = plan_to(&chart.ground, chart.hero, false, |at| at == goal)
    {
        return Some(way);
    }
    let (attack, armour) = cave.strength();
    let ready = attack >= READY.0 && armour >= READY.1 || cave.turn() > GATHER_TURNS;
    let reach = if delve.carries_relic { 4 } else { 12 };
    let prize =
        |at: Pos| chart.ground.get(at) == Some(&Ground::Prize) && at.king_distance(chart.hero) <= reach;
    let way = plan_to(&chart.ground, chart.hero, false, prize);
    way.or_else(|| explore(cave, &chart, goal.filter(|_| ready)))
        .or_else(|| plan_to(&chart.ground, chart.hero, true, |at| is_edge(&chart, at)))
}

fn is_edge(chart: &Chart, at: Pos) -> bool {
    matches!(chart.ground.get(at), Some(Ground::Open))
        && Dir::ORTHOGONAL.iter().any(|&way| chart.ground.get(at.step(way)) == Some(&Ground::Unknown))
}

/// Heads for unexplored ground: the edge nearest to the goal, or without a goal to the hero.
fn explore(cave: &Cave, chart: &Chart, goal: Option<Pos>) -> Option<Dir> {
    let level_most = 40 + 20 * (cave.turn() / 300) as i64;
    super::plan_cheapest(&chart.ground, chart.hero, |at, steps| {
        if !is_edge(chart, at) {
            return None;
        }
        Some(match goal {
            Some(goal) => 2 * i64::from(at.x.abs_diff(goal.x) + at.y.abs_diff(goal.y)) + i64::from(steps),
            None => {
                let (x, y) = MAP.world(cave, at);
                let out = (x.abs().max(y.abs()) - level_most).max(0);
                i64::from(steps) + 10 * out
            }
        })
    })
}
