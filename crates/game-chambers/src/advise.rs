//! A sensible player: takes what gold lies on a safe way, fights when the odds are good, leaves by the stairs.
//! It uses only what a player sees: the board, the known potions and the formula of the fights.

use crate::Chambers;
use crate::command::Command;
use crate::content::{CLASSES, CLASSIC_RACES, Class, FLOORS, FoeKind, HALFLING_DODGES, Potion, RACES, Race};
use crate::floor::{Foe, Item};
use crate::look::odds;
use crate::plan::{COLS, Mask, ROWS, Spot};
use crate::rules::{Stage, World};
use crate::setup::Extras;
use alloc::vec::Vec;
use kernel::{Dir, Game, Options, Rng, Seat, Seed, Verdict};
use toolkit::DistanceMap;

/// Commands after which a game that does not end is given up.
const PATIENCE: u32 = 5000;

/// How a game of the bot went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// True when the last stairs were reached.
    pub won: bool,
    /// Gold at the end.
    pub gold: i32,
    /// The floor where it ended.
    pub floor: u8,
    /// Turns played.
    pub turns: u32,
    /// The score; 0 for a game that was given up.
    pub score: i64,
}

/// Plays one game by advice alone. The same arguments give the same game.
///
/// # Panics
/// If the race belongs to the extra `races` and that is off.
#[must_use]
pub fn bot_game(race: Race, options: &Options, seed: &str) -> Summary {
    let setup = Chambers::prepare(options, None).setup.expect("a game without a layout is never refused");
    let mut game = Chambers::start(&setup, &Seed::from_text(seed));
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[race as i64]);
    let mut events = Vec::new();
    game.act(Seat(0), Command::Race(race), &mut events).expect("the race can be chosen");
    for _ in 0..PATIENCE {
        let Some(command) = game.advise(Seat(0), &mut dice) else { break };
        events.clear();
        let _ = game.act(Seat(0), command, &mut events);
    }
    let outcome = game.outcome();
    let world = &game.world;
    Summary {
        won: outcome.as_ref().is_some_and(|outcome| outcome.verdict == Verdict::Won),
        gold: world.hero.gold,
        floor: world.level,
        turns: world.turn,
        score: outcome.map_or(0, |outcome| outcome.score),
    }
}

pub(crate) fn advise(world: &World, dice: &mut Rng) -> Option<Command> {
    match world.stage {
        Stage::Race => {
            let count = if world.has(Extras::RACES) { RACES.len() } else { CLASSIC_RACES };
            Some(Command::Race(dice.pick(&RACES[..count], "race").race))
        }
        Stage::Class(_) => Some(Command::Class(dice.pick(&CLASSES, "class").class)),
        Stage::Play => Some(Mind::new(world).decide(dice)),
        Stage::Over { .. } | Stage::Quit => None,
    }
}

struct Mind<'a> {
    world: &'a World,
    /// Cells where an enemy that is no prey would attack.
    danger: Mask,
    /// Enemies worth fighting.
    prey: Vec<Spot>,
    map: DistanceMap,
}

impl<'a> Mind<'a> {
    fn new(world: &'a World) -> Self {
        let mut danger = Mask::default();
        let mut prey = Vec::new();
        let hostile = |foe: &&Foe| !world.is_neutral(foe.kind);
        for foe in world.floor.foes.iter().filter(hostile) {
            if is_prey(world, foe) {
                prey.push(foe.at);
                continue;
            }
            // Archers reach two cells; nobody reaches more, nor does a hoard lie further off.
            for y in foe.at.y.saturating_sub(2)..=(foe.at.y + 2).min(ROWS as u8 - 1) {
                for x in foe.at.x.saturating_sub(2)..=(foe.at.x + 2).min(COLS as u8 - 1) {
                    if world.threatens(foe, Spot { x, y }) {
                        danger.set(Spot { x, y });
                    }
                }
            }
        }
        Self { world, danger, prey, map: DistanceMap::new(COLS as u32, ROWS as u32) }
    }

    fn decide(mut self, dice: &mut Rng) -> Command {
        if let Some(command) = self.from_bag().or_else(|| self.trade()).or_else(|| self.cast()) {
            return command;
        }
        let here = self.world.floor.hero;
        if let Some(at) = self.prey.iter().copied().find(|at| at.near(here)) {
            return Command::Attack(here.way_to(at).expect("prey stands beside the hero"));
        }
        if !self.danger.has(here) && self.wants_rest() {
            if let Some(dir) = self.stroll(dice) {
                return Command::Go(dir);
            }
        }
        let goals = self.goals();
        let stairs = [self.world.floor.stairs];
        if let Some(dir) = self.toward(&goals, true).or_else(|| self.toward(&stairs, true)) {
            return self.carry_out(dir);
        }
        // No safe way: dare it now and then, else wait for a gap.
        if self.danger.has(here) || dice.chance(1, 4, "dare") {
            if let Some(dir) = self.toward(&stairs, false) {
                return self.carry_out(dir);
            }
        }
        if let Some(dir) = self.stroll(dice) {
            return Command::Go(dir);
        }
        self.last_resort(dice)
    }

    /// Walks, or does what the thing in that direction is for.
    fn carry_out(&self, dir: Dir) -> Command {
        let world = self.world;
        let Some(at) = world.floor.hero.step(dir) else { return Command::Go(dir) };
        if world.floor.foe_at(at).is_some() {
            return Command::Attack(dir);
        }
        match world.floor.thing_at(at) {
            Some(Item::Gear(_)) => Command::Take(dir),
            Some(Item::Potion(potion)) if self.keeps(potion) => Command::Take(dir),
            Some(Item::Potion(_)) => Command::Use(dir),
            _ => Command::Go(dir),
        }
    }

    /// Healing that is not needed yet goes into the bag.
    fn keeps(&self, potion: Potion) -> bool {
        let world = self.world;
        let room = world.has(Extras::INVENTORY) && world.hero.bag.len() < crate::content::BAG_SIZE;
        room && world.hero.knows(potion) && potion == Potion::RH && !self.is_hurt()
    }

    fn is_hurt(&self) -> bool {
        let hero = &self.world.hero;
        let (hp, _, _) = Potion::RH.row().effect;
        hero.hp <= hero.hp_max().saturating_sub(hp * hero.race.row().potion_halves / 2)
    }

    fn wants_rest(&self) -> bool {
        let hero = &self.world.hero;
        let regain = hero.race.row().regain + hero.class.map_or(0, |class| class.row().regain);
        regain > 0 && hero.race.row().capped && hero.hp * 4 < hero.hp_max() * 3
    }

    /// Gold nobody guards, potions worth a sip, gear worth a hand, enemies worth a fight.
    fn goals(&self) -> Vec<Spot> {
        let world = self.world;
        let bold = world.hero.hp >= 40 && world.level < FLOORS;
        let wanted = |item: Item, at: Spot| match item {
            Item::Gold(_) => !world.floor.is_guarded(at),
            Item::Potion(Potion::RH) if world.hero.knows(Potion::RH) => {
                self.is_hurt() || self.keeps(Potion::RH)
            }
            Item::Potion(potion) if world.hero.knows(potion) => potion.is_good(),
            Item::Potion(_) => bold,
            Item::Gear(gear) => world.is_better(gear) && world.hero.bag.len() < crate::content::BAG_SIZE,
        };
        let things = world.floor.things.iter().filter(|thing| wanted(thing.what, thing.at));
        things.map(|thing| thing.at).chain(self.prey.iter().copied()).collect()
    }

    /// The first step of the shortest way to the nearest goal.
    fn toward(&mut self, goals: &[Spot], safely: bool) -> Option<Dir> {
        let (floor, danger) = (&self.world.floor, &self.danger);
        let mut blocked = Mask::default();
        let solid = floor.things.iter().filter(|thing| !matches!(thing.what, Item::Gold(_)));
        solid.map(|thing| thing.at).chain(floor.foes.iter().map(|foe| foe.at)).for_each(|at| blocked.set(at));
        blocked.set(floor.stairs);
        let reachable = goals.iter().filter(|&&goal| !safely || !danger.has(goal));
        self.map.measure(reachable.map(|goal| goal.pos()), &Dir::ALL, |at| {
            Spot::from_pos(at).is_some_and(|at| {
                let open = floor.plan.walkable.has(at) && !blocked.has(at);
                at == floor.hero || (open && !(safely && danger.has(at)))
            })
        });
        self.map.nearer(floor.hero.pos(), &Dir::ALL)
    }

    /// A random step to a cell where nobody attacks.
    fn stroll(&self, dice: &mut Rng) -> Option<Dir> {
        let world = self.world;
        let safe = |dir: &&Dir| {
            world.floor.hero.step(**dir).is_some_and(|at| {
                world.floor.plan.walkable.has(at)
                    && !self.danger.has(at)
                    && at != world.floor.stairs
                    && world.floor.foe_at(at).is_none()
                    && world.floor.thing_at(at).is_none()
            })
        };
        let ways: Vec<Dir> = Dir::ALL.iter().filter(safe).copied().collect();
        (!ways.is_empty()).then(|| *dice.pick(&ways, "stroll"))
    }

    /// Cornered: strike whoever falls soonest, a merchant in the way last of all.
    fn last_resort(&self, dice: &mut Rng) -> Command {
        let (world, here) = (self.world, self.world.floor.hero);
        let beside = world.floor.foes.iter().filter(|foe| foe.at.near(here));
        let target = beside.min_by_key(|foe| (world.is_neutral(foe.kind), odds(world, foe).to_slay));
        match target.and_then(|foe| here.way_to(foe.at)) {
            Some(dir) => Command::Attack(dir),
            None => {
                let potion = |dir: &&Dir| {
                    let thing = here.step(**dir).and_then(|at| world.floor.thing_at(at));
                    matches!(thing, Some(Item::Potion(_)))
                };
                let way = *dice.pick(&Dir::ALL, "any way");
                Dir::ALL.iter().find(potion).map_or(Command::Go(way), |&dir| Command::Use(dir))
            }
        }
    }

    /// Extras `inventory` and `gear`: better gear is put on, healing is drunk in need.
    fn from_bag(&self) -> Option<Command> {
        let hero = &self.world.hero;
        let weak = hero.hp * 2 < hero.race.row().hp;
        let useful = |item: &Item| match *item {
            Item::Potion(potion) => weak && potion == Potion::RH,
            Item::Gear(gear) => self.world.is_better(gear),
            Item::Gold(_) => false,
        };
        let place = hero.bag.iter().position(useful)?;
        Some(Command::Bag(place as u32 + 1))
    }

    /// Extra `shop`: gold is score, so it is spent on healing only, and only in need.
    fn trade(&self) -> Option<Command> {
        let (world, hero) = (self.world, &self.world.hero);
        let poor = hero.hp * 2 >= hero.race.row().hp || hero.gold < Potion::RH.row().price;
        if poor || world.angry || !world.has(Extras::SHOP) || !world.is_beside_merchant() {
            return None;
        }
        let full = world.has(Extras::INVENTORY) && hero.bag.len() >= crate::content::BAG_SIZE;
        let place = world.wares.iter().position(|&ware| ware == Item::Potion(Potion::RH));
        place.filter(|_| !full).map(|place| Command::Buy(place as u32 + 1))
    }

    /// Extra `classes`: a wizard strikes from afar whoever is hostile and in line.
    fn cast(&self) -> Option<Command> {
        let world = self.world;
        if world.hero.class != Some(Class::Wizard) || world.hero.bolts == 0 {
            return None;
        }
        let hostile = |foe: usize| {
            let kind = world.floor.foes[foe].kind;
            !world.is_neutral(kind) && kind != FoeKind::Dragon
        };
        let way = Dir::ALL.iter().find(|&&dir| world.bolt_target(dir).is_some_and(hostile))?;
        Some(Command::Cast(*way))
    }
}

/// True when the fight would cost little: a quarter of what is left for those who heal by fighting or with time,
/// an eighth for the others.
fn is_prey(world: &World, foe: &Foe) -> bool {
    let (row, odds) = (world.hero.race.row(), odds(world, foe));
    let Some(blows) = odds.to_slay else { return false };
    let dodges = if foe.kind == FoeKind::Halfling { HALFLING_DODGES.1 / HALFLING_DODGES.0 } else { 1 };
    let turns = (blows * dodges) as i32;
    let (num, den) = row.struck;
    let hurt = (odds.its_blow * world.blows_of(foe.kind) * num) as i32 * (turns - 1) / den as i32;
    let drain = if foe.kind == FoeKind::Dwarf { -row.drain } else { row.drain };
    let regain = row.regain + world.hero.class.map_or(0, |class| class.row().regain);
    let cost = hurt - drain * blows as i32 - regain * turns;
    let share = if row.drain > 0 || regain > 0 { 4 } else { 8 };
    // A hunter cannot be shaken off: better face it while the odds are fair.
    let share = if world.has(Extras::PURSUE) { share / 2 } else { share };
    cost * share <= world.hero.hp
}
