//! The built-in bot: collects gold along safe paths, fights when the odds are good, and leaves by the stairs.
//! It uses only what a player sees: the board, the known potions and the combat formula.

use crate::Chambers;
use crate::command::Command;
use crate::content::{
    BAG_SIZE, CLASSES, CLASSIC_RACES, Class, FLOORS, FoeKind, HALFLING_DODGES, Potion, RACES, Race, RaceRow,
    SCENT_STEPS,
};
use crate::floor::{Foe, Item};
use crate::look::odds;
use crate::mask::Mask;
use crate::plan::{CELLS, COLS, ROWS, Spot};
use crate::rules::{Stage, World};
use crate::setup::EditionOptions;
use alloc::{vec, vec::Vec};
use kernel::grid::{CostMap, NEVER};
use kernel::{Dir, Game, Options, Rng, Seat, Seed, Verdict};

/// Maximum number of commands before an unfinished game is abandoned.
const PATIENCE: u32 = 5000;

/// Result of a bot's game.
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
    /// The score; 0 for an abandoned game.
    pub score: i64,
}

/// The bot and its character, for balance measurements.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The race.
    pub race: Race,
    /// Option `classes`: the class; random if not given.
    pub class: Option<Class>,
    /// True for a bot that gives random possible commands.
    pub random: bool,
}

impl Entrant {
    /// The careful bot with a race.
    #[must_use]
    pub const fn careful(race: Race) -> Self {
        Self { race, class: None, random: false }
    }
}

/// The bots that measure the balance under some options, by name: one for each race, one for each class with
/// all races in turn, and one that plays at random.
#[must_use]
pub fn entrants(options: &Options) -> Vec<(&'static str, Vec<Entrant>)> {
    let on = |name| options.is_on(Chambers::ABOUT.options, name);
    let races = &RACES[..if on("races") { RACES.len() } else { CLASSIC_RACES }];
    let careful = |row: &RaceRow| Entrant::careful(row.race);
    let mut all: Vec<_> = races.iter().map(|row| (row.name, vec![careful(row)])).collect();
    for class in CLASSES.iter().filter(|_| on("classes")) {
        let trained = |row| Entrant { class: Some(class.class), ..careful(row) };
        all.push((class.name, races.iter().map(trained).collect()));
    }
    let random = |row| Entrant { random: true, ..careful(row) };
    all.push(("random walker", races.iter().map(random).collect()));
    all
}

/// Plays one game with a bot. The same arguments give the same game.
///
/// # Panics
/// If the race needs the option `races` and that is off.
#[must_use]
pub fn bot_game(entrant: Entrant, options: &Options, seed: &str) -> Summary {
    let race = entrant.race;
    let setup = Chambers::prepare(options, None, &kernel::Policy::DENY)
        .setup
        .expect("a game without a layout is never refused");
    let mut game = Chambers::start(&setup, &Seed::from_text(seed));
    let mut dice = Rng::stream(&Seed::from_text(seed), "bot", &[race as i64]);
    let mut events = Vec::new();
    let mut map = CostMap::new(COLS as u32, ROWS as u32);
    game.act(Seat(0), Command::Race(race), &mut events).expect("the race can be chosen");
    let actions = Chambers::grammar().actions();
    for _ in 0..PATIENCE {
        let advised = match (game.world.stage(), entrant.class) {
            (Stage::Class(_), Some(class)) => Some(Command::Class(class)),
            (Stage::Play, _) if entrant.random => any_command(&game, &actions, &mut dice),
            _ => advise_with(&game.world, &mut dice, &mut map),
        };
        let Some(command) = advised else { break };
        events.clear();
        let _ = game.act(Seat(0), command, &mut events);
    }
    let outcome = game.outcome();
    let world = &game.world;
    Summary {
        won: outcome.as_ref().is_some_and(|outcome| outcome.verdict == Verdict::Won),
        gold: world.hero().gold(),
        floor: world.level(),
        turns: world.turn(),
        score: outcome.map_or(0, |outcome| outcome.score),
    }
}

/// A random possible command, except leaving.
fn any_command(game: &Chambers, actions: &[Command], dice: &mut Rng) -> Option<Command> {
    let leaves = |command: Command| matches!(command, Command::Quit | Command::Restart);
    let possible = |command: &Command| !leaves(*command) && game.refusal(Seat(0), *command).is_none();
    let all: Vec<Command> = actions.iter().copied().filter(possible).collect();
    (!all.is_empty()).then(|| *dice.pick(&all, "any"))
}

pub(crate) fn advise(world: &World, dice: &mut Rng) -> Option<Command> {
    advise_with(world, dice, &mut CostMap::new(COLS as u32, ROWS as u32))
}

/// Like [`advise`], but reuses the caller's map.
fn advise_with(world: &World, dice: &mut Rng, map: &mut CostMap) -> Option<Command> {
    match world.stage() {
        Stage::Race => {
            let count = if world.has(EditionOptions::RACES) { RACES.len() } else { CLASSIC_RACES };
            Some(Command::Race(dice.pick(&RACES[..count], "race").race))
        }
        Stage::Class(_) => Some(Command::Class(dice.pick(&CLASSES, "class").class)),
        Stage::Play => Some(Mind::new(world, map).decide(dice)),
        Stage::Over { .. } | Stage::Quit => None,
    }
}

/// Costs are in tenths of a hit point. A step has a small cost of its own, since time brings enemies closer.
const STEP: u32 = 2;
/// Value of one gold to a hero in full health.
const GOLD_WORTH: i64 = 60;
/// A path whose danger costs more than this is worth waiting for a better one.
const TOO_HOT: u32 = 50;
/// After this many turns the bot neither rests nor waits.
const PATIENT_TURNS: u32 = 3000;

struct Mind<'a> {
    world: &'a World,
    /// Expected damage of one turn at each cell.
    risk: Vec<u32>,
    /// Enemies worth fighting.
    prey: Vec<Spot>,
    map: &'a mut CostMap,
}

impl<'a> Mind<'a> {
    fn new(world: &'a World, map: &'a mut CostMap) -> Self {
        let mut mind = Self { world, risk: vec![0; CELLS], prey: Vec::new(), map };
        let hostile = |foe: &&Foe| !world.is_neutral(foe.kind);
        for foe in world.floor().foes.iter().filter(hostile) {
            if is_prey(world, foe) {
                mind.prey.push(foe.at);
            }
            mind.note_risk(foe);
        }
        mind.survey();
        mind
    }

    /// Adds the damage where an enemy can strike now and, with less weight, where it may strike after a step.
    fn note_risk(&mut self, foe: &Foe) {
        let (world, (num, den)) = (self.world, self.world.hero().row().struck);
        let blow = 10 * world.blow_of(foe.kind) * world.blows_of(foe.kind) * num / den;
        // Enemies strike at most two cells away, and a hoard is at most one cell from its dragon; hunters
        // reach further.
        let hunts = world.has(EditionOptions::PURSUE) && !foe.is_rooted();
        let reach = if hunts { SCENT_STEPS as u8 } else { 2 };
        for y in foe.at.y().saturating_sub(reach)..=(foe.at.y() + reach).min(ROWS as u8 - 1) {
            for x in foe.at.x().saturating_sub(reach)..=(foe.at.x() + reach).min(COLS as u8 - 1) {
                let at = Spot::new(x.into(), y.into());
                if world.threatens(foe, at) {
                    self.risk[at.index()] += blow;
                } else if !foe.is_rooted() && !world.is_frozen() {
                    self.risk[at.index()] += blow / if hunts { 3 } else { 6 };
                }
            }
        }
    }

    /// Computes the cheapest paths from the hero. Paths end at things, enemies and stairs.
    fn survey(&mut self) {
        let Self { world, risk, map, .. } = self;
        let floor = world.floor();
        let mut ends = Mask::default();
        let solid = floor.things.iter().filter(|thing| !matches!(thing.what, Item::Gold(_)));
        solid.map(|thing| thing.at).chain(floor.foes.iter().map(|foe| foe.at)).for_each(|at| ends.set(at));
        ends.set(floor.stairs);
        map.measure(
            floor.hero.pos(),
            &Dir::ALL,
            |at| {
                let at = Spot::from_pos(at).filter(|&at| floor.plan.walkable.has(at))?;
                // Taking the stairs comes before any strike.
                Some(if at == floor.stairs { STEP } else { STEP + risk[at.index()] })
            },
            |at| Spot::from_pos(at).is_some_and(|at| !ends.has(at)),
        );
    }

    fn decide(&self, dice: &mut Rng) -> Command {
        if let Some(command) = self.use_bag().or_else(|| self.trade()).or_else(|| self.cast()) {
            return command;
        }
        let (world, here) = (self.world, self.world.floor().hero);
        let foes = || world.floor().foes.iter().filter(|foe| !world.is_neutral(foe.kind));
        let threats = foes().filter(|foe| world.threatens(foe, here)).count();
        if let Some(at) = self.prey.iter().copied().find(|at| threats <= 1 && at.near(here)) {
            return Command::Attack(here.way_to(at).expect("prey stands beside the hero"));
        }
        // Waiting has a limit, or a crowded chamber before the stairs would keep the bot for ever.
        let out_of_patience = world.turn() > PATIENT_TURNS;
        if !out_of_patience
            && self.wants_rest()
            && let Some(command) = self.rest(dice)
        {
            return command;
        }
        if let Some(command) = self.best_goal().and_then(|goal| self.head_for(goal)) {
            return command;
        }
        let stairs = world.floor().stairs;
        let cost = self.map.at(stairs.pos());
        let steps = STEP * here.pos().king_distance(stairs.pos());
        let hunted = world.has(EditionOptions::PURSUE);
        let hot = cost != NEVER && cost > steps * 3 / 2 + TOO_HOT && !hunted;
        // Wait for a gap where waiting is safe, but not for ever.
        let waits = (hot && !out_of_patience || cost == NEVER) && self.risk[here.index()] < TOO_HOT;
        if waits
            && !dice.chance(1, 8, "dare")
            && let Some(dir) = self.stroll(dice)
        {
            return Command::Go(dir);
        }
        self.head_for(stairs).unwrap_or_else(|| self.last_resort(dice))
    }

    fn head_for(&self, goal: Spot) -> Option<Command> {
        self.map.first_step(goal.pos()).map(|dir| self.carry_out(dir))
    }

    /// The goal with the highest value after the cost of getting there.
    fn best_goal(&self) -> Option<Spot> {
        let (world, hero) = (self.world, self.world.hero());
        let health = i64::from(hero.hp()).min(i64::from(hero.row().hp)) * 100 / i64::from(hero.row().hp);
        let bold = health > 50 && world.level() < FLOORS;
        let full = hero.bag().len() >= BAG_SIZE;
        let worth = |item: Item, at: Spot| match item {
            Item::Gold(_) if world.floor().is_guarded(at) => 0,
            Item::Gold(worth) => i64::from(worth) * GOLD_WORTH * health / 100,
            Item::Potion(Potion::RH) if hero.knows(Potion::RH) => {
                100 * i64::from(self.is_hurt() || self.keeps(Potion::RH))
            }
            Item::Potion(potion) if hero.knows(potion) => 30 * i64::from(potion.is_good()),
            Item::Potion(_) => 40 * i64::from(bold),
            Item::Gear(gear) => 120 * i64::from(world.is_better(gear) && !full),
        };
        let things = world.floor().things.iter().map(|thing| (worth(thing.what, thing.at), thing.at));
        let prey = self.prey.iter().map(|&at| (GOLD_WORTH * i64::from(health > 75), at));
        things
            .chain(prey)
            .filter(|&(_, at)| self.map.at(at.pos()) != NEVER)
            .map(|(worth, at)| (worth - i64::from(self.map.at(at.pos())), at))
            .filter(|&(gain, _)| gain > 0)
            .max_by_key(|&(gain, at)| (gain, core::cmp::Reverse(at)))
            .map(|(_, at)| at)
    }

    /// A cell without adjacent tiles, so that enemies cannot come next to it (except with the option
    /// `pursue`).
    fn is_refuge(&self, at: Spot) -> bool {
        let plan = &self.world.floor().plan;
        plan.walkable.has(at) && plan.tiles.around(at) == 0
    }

    /// Goes to the nearest refuge, and walks up and down there.
    fn rest(&self, dice: &mut Rng) -> Option<Command> {
        let here = self.world.floor().hero;
        if self.is_refuge(here) {
            let ways: Vec<Dir> = Dir::ALL
                .into_iter()
                .filter(|&dir| {
                    here.step(dir)
                        .is_some_and(|at| self.is_refuge(at) && self.world.floor().foe_at(at).is_none())
                })
                .collect();
            return (!ways.is_empty()).then(|| Command::Go(*dice.pick(&ways, "rest")));
        }
        let refuges = (0..CELLS).map(Spot::from_index).filter(|&at| self.is_refuge(at));
        let nearest = refuges.min_by_key(|at| self.map.at(at.pos()))?;
        self.head_for(nearest)
    }

    /// Walks, or does what suits the thing in that direction.
    fn carry_out(&self, dir: Dir) -> Command {
        let world = self.world;
        let Some(at) = world.floor().hero.step(dir) else { return Command::Go(dir) };
        if world.floor().foe_at(at).is_some() {
            return Command::Attack(dir);
        }
        match world.floor().thing_at(at) {
            Some(Item::Gear(_)) => Command::Take(dir),
            Some(Item::Potion(potion)) if self.keeps(potion) => Command::Take(dir),
            Some(Item::Potion(_)) => Command::Use(dir),
            _ => Command::Go(dir),
        }
    }

    /// True for a healing potion that is not needed yet and fits into the bag.
    fn keeps(&self, potion: Potion) -> bool {
        let world = self.world;
        let room = world.has(EditionOptions::INVENTORY) && world.hero().bag().len() < BAG_SIZE;
        room && world.hero().knows(potion) && potion == Potion::RH && !self.is_hurt()
    }

    fn is_hurt(&self) -> bool {
        let hero = self.world.hero();
        hero.hp() <= hero.hp_max().saturating_sub(hero.effect_of(Potion::RH).hp)
    }

    /// A hero who heals with time rests when hurt, and stays until nearly healthy.
    fn wants_rest(&self) -> bool {
        let (hero, row) = (self.world.hero(), self.world.hero().row());
        let regain = hero.regain();
        let resting = self.is_refuge(self.world.floor().hero);
        regain > 0 && hero.hp() * 100 < row.hp * if resting { 95 } else { 60 }
    }

    /// A random step to a cell with little danger.
    fn stroll(&self, dice: &mut Rng) -> Option<Dir> {
        let world = self.world;
        let safe = |dir: &&Dir| {
            world.floor().hero.step(**dir).is_some_and(|at| {
                world.floor().plan.walkable.has(at)
                    && self.risk[at.index()] < TOO_HOT
                    && at != world.floor().stairs
                    && world.floor().foe_at(at).is_none()
                    && world.floor().thing_at(at).is_none()
            })
        };
        let ways: Vec<Dir> = Dir::ALL.iter().filter(safe).copied().collect();
        (!ways.is_empty()).then(|| *dice.pick(&ways, "stroll"))
    }

    /// When cornered, strikes the enemy that dies soonest, and a neutral merchant only if there is no other.
    fn last_resort(&self, dice: &mut Rng) -> Command {
        let (world, here) = (self.world, self.world.floor().hero);
        let beside = world.floor().foes.iter().filter(|foe| foe.at.near(here));
        let target = beside.min_by_key(|foe| (world.is_neutral(foe.kind), odds(world, foe).to_slay));
        match target.and_then(|foe| here.way_to(foe.at)) {
            Some(dir) => Command::Attack(dir),
            None => {
                let potion = |dir: &&Dir| {
                    let thing = here.step(**dir).and_then(|at| world.floor().thing_at(at));
                    matches!(thing, Some(Item::Potion(_)))
                };
                let way = *dice.pick(&Dir::ALL, "any way");
                Dir::ALL.iter().find(potion).map_or(Command::Go(way), |&dir| Command::Use(dir))
            }
        }
    }

    /// Options `inventory` and `gear`: equips better gear, and drinks a healing potion when weak.
    fn use_bag(&self) -> Option<Command> {
        let hero = self.world.hero();
        let weak = hero.hp() * 2 < hero.row().hp;
        let useful = |item: &Item| match *item {
            Item::Potion(potion) => weak && potion == Potion::RH,
            Item::Gear(gear) => self.world.is_better(gear),
            Item::Gold(_) => false,
        };
        let place = hero.bag().iter().position(useful)?;
        Some(Command::Bag(place as u32 + 1))
    }

    /// Option `shop`: gold is score, so it is spent only on healing, and only when weak.
    fn trade(&self) -> Option<Command> {
        let (world, hero) = (self.world, self.world.hero());
        let poor = hero.hp() * 2 >= hero.row().hp || hero.gold() < Potion::RH.row().price;
        if poor || world.is_angry() || !world.has(EditionOptions::SHOP) || !world.is_beside_merchant() {
            return None;
        }
        let full = world.has(EditionOptions::INVENTORY) && hero.bag().len() >= BAG_SIZE;
        let place = world.wares().iter().position(|&ware| ware == Item::Potion(Potion::RH));
        place.filter(|_| !full).map(|place| Command::Buy(place as u32 + 1))
    }

    /// Option `classes`: a wizard casts at the nearest enemy in line that is worth fighting.
    fn cast(&self) -> Option<Command> {
        let world = self.world;
        if world.hero().class() != Some(Class::Wizard) || world.hero().bolts() == 0 {
            return None;
        }
        let here = world.floor().hero;
        let target = |dir: Dir| {
            let foe = &world.floor().foes[world.bolt_target(dir)?];
            let wanted = foe.kind != FoeKind::Dragon && self.prey.contains(&foe.at);
            wanted.then(|| (foe.at.pos().king_distance(here.pos()), dir))
        };
        let (_, way) = Dir::ALL.into_iter().filter_map(target).min_by_key(|(far, _)| *far)?;
        Some(Command::Cast(way))
    }
}

/// True when the fight would cost little: a quarter of the remaining hit points for races that heal by
/// fighting or with time, an eighth for the others.
fn is_prey(world: &World, foe: &Foe) -> bool {
    let (row, odds) = (world.hero().row(), odds(world, foe));
    let Some(blows) = odds.to_slay else { return false };
    let dodges = if foe.kind == FoeKind::Halfling { HALFLING_DODGES.1 / HALFLING_DODGES.0 } else { 1 };
    let turns = (blows * dodges) as i32;
    let (num, den) = row.struck;
    let hurt = (odds.its_blow * world.blows_of(foe.kind) * num) as i32 * (turns - 1) / den as i32;
    let drain = if foe.kind == FoeKind::Dwarf { -row.drain } else { row.drain };
    let regain = world.hero().regain();
    let cost = hurt - drain * blows as i32 - regain * turns;
    let share = if row.drain > 0 || regain > 0 { 4 } else { 8 };
    // A hunter cannot be shaken off, so the bot accepts worse odds.
    let share = if world.has(EditionOptions::PURSUE) { share / 2 } else { share };
    cost * share <= world.hero().hp()
}
