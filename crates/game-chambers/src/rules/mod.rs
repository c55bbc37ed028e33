//! The state of a game and the only code that changes it.

mod bag;
mod cache;
mod foes;
mod hero;
mod practice;
#[cfg(test)]
mod soundness;

use crate::command::{CLASS_PROMPT, Command, PLAY, PLAY_WASD, RACE_PROMPT};
use crate::content::{Class, FLOORS, Race};
use crate::event::{Event, class_prompt, race_prompt};
use crate::floor::{Floor, Item};
use crate::generate::{self, Address};
use crate::plan::Spot;
use crate::setup::{Base, EditionOptions};
use alloc::{sync::Arc, vec::Vec};
pub(crate) use bag::{price, resale};
use cache::BoardCache;
pub(crate) use cache::{STAIRS, item_cell};
pub(crate) use hero::Hero;
use kernel::{Dir, Outcome, Refused, Rng, Seed, Verdict, pulse_of};
use serde::{Deserialize, Serialize};

/// The stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// At the race prompt.
    Race,
    /// Option `classes`: at the class prompt.
    Class(Race),
    Play,
    /// A game was won or lost; another may follow unless the player has quit.
    Over {
        won: bool,
        score: i64,
        left: bool,
    },
    /// The player quit without a result.
    Quit,
}

/// The complete state of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    base: Arc<Base>,
    seed: Seed,
    /// Number of games started in this run; part of the address of floors and dice.
    game: u32,
    fate: Rng,
    stage: Stage,
    turn: u32,
    level: u8,
    frozen: bool,
    /// True once a merchant was attacked.
    angry: bool,
    hero: Hero,
    floor: Floor,
    /// Option `shop`: the wares left on this floor.
    wares: Vec<Item>,
    /// The free cells, derived from the rest.
    #[serde(skip)]
    cache: BoardCache,
}

const OVER: Refused = Refused(alloc::borrow::Cow::Borrowed("The game is over."));
const INVALID: Refused = Refused(alloc::borrow::Cow::Borrowed("Invalid command."));

impl World {
    /// A run at its race prompt.
    pub(crate) fn new(base: &Arc<Base>, seed: &Seed) -> Self {
        let floor = bare(base);
        let mut world = Self {
            base: base.clone(),
            seed: seed.clone(),
            game: 0,
            fate: Rng::stream(seed, "fate", &[0]),
            stage: Stage::Race,
            turn: 0,
            level: 1,
            frozen: false,
            angry: false,
            hero: Hero::new(Race::Shade, None, base.options.tuning()),
            floor,
            wares: Vec::new(),
            cache: BoardCache::default(),
        };
        world.rebuild_cache();
        world
    }

    /// Prepares a loaded state; `None` when something lies off the board. Derived data (the free cells) is
    /// rebuilt.
    pub(crate) fn restored(mut self) -> Option<Self> {
        if !self.floor.is_sound() || !(1..=FLOORS).contains(&self.level) {
            return None;
        }
        self.floor.number_foes();
        self.hero.balance = hero::Balance(self.options().tuning());
        self.rebuild_cache();
        Some(self)
    }

    pub(crate) fn has(&self, option: EditionOptions) -> bool {
        self.options().has(option)
    }

    pub(crate) fn options(&self) -> EditionOptions {
        self.base.options
    }

    pub(crate) const fn stage(&self) -> Stage {
        self.stage
    }

    pub(crate) const fn turn(&self) -> u32 {
        self.turn
    }

    /// The number of the floor, from 1.
    pub(crate) const fn level(&self) -> u8 {
        self.level
    }

    /// True while enemies are frozen.
    pub(crate) const fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// True when merchants are hostile.
    pub(crate) const fn is_angry(&self) -> bool {
        self.angry
    }

    pub(crate) const fn hero(&self) -> &Hero {
        &self.hero
    }

    pub(crate) const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// Option `shop`: the wares left on this floor.
    pub(crate) fn wares(&self) -> &[Item] {
        &self.wares
    }

    /// A cheap fingerprint of everything a command can change.
    pub(crate) fn fingerprint(&self) -> u64 {
        let hero = &self.hero;
        let body = [hero.hp, hero.atk(), hero.def(), hero.gold].map(|number| number as u64);
        let place = u64::from(self.floor.hero.key());
        let flags = u64::from(self.phase()) << 2 | u64::from(self.frozen) << 1 | u64::from(self.angry);
        let bag = hero.bag.len() as u64 | (self.wares.len() as u64) << 8 | u64::from(hero.known) << 16;
        pulse_of(&[
            self.fate.fingerprint(),
            u64::from(self.game) << 32 | u64::from(self.turn),
            body[0] << 32 | body[1] << 16 | body[2],
            body[3] << 32 | place << 16 | flags << 8 | u64::from(self.level),
            bag << 8 | u64::from(self.outcome().is_some()),
        ])
    }

    /// True while no floor is shown: at the prompts before a game.
    pub(crate) fn is_bare(&self) -> bool {
        // The player character never stands on the stairs, except on this placeholder.
        self.floor.hero == self.floor.stairs
    }

    /// Why a command cannot be carried out now; `None` if it can.
    pub(crate) fn refusal(&self, command: Command) -> Option<Refused> {
        match (self.stage, command) {
            (Stage::Quit | Stage::Over { left: true, .. }, _) => Some(OVER),
            (_, Command::Quit) => None,
            (Stage::Play | Stage::Class(_) | Stage::Over { .. }, Command::Restart) => None,
            (Stage::Race | Stage::Over { .. }, Command::Race(race)) => {
                (race.needs_option() && !self.has(EditionOptions::RACES)).then(|| off(EditionOptions::RACES))
            }
            (Stage::Class(_), Command::Class(_)) => None,
            (Stage::Race, _) => Some(Refused::because(race_prompt(self.has(EditionOptions::RACES)))),
            (Stage::Class(_), _) => Some(Refused::because(class_prompt())),
            (Stage::Over { .. }, _) => Some(OVER),
            (Stage::Play, command) => self.refusal_in_play(command),
        }
    }

    /// True when a command would be carried out. Obvious cases are decided first, since bots ask about every
    /// command after every turn.
    #[inline(always)]
    pub(crate) fn may(&self, command: Command) -> bool {
        let plain = match self.stage {
            Stage::Play => self.plain_answer(command),
            Stage::Race if !matches!(command, Command::Race(_) | Command::Quit) => Some(false),
            Stage::Class(_) if !matches!(command, Command::Class(_) | Command::Quit | Command::Restart) => {
                Some(false)
            }
            _ => None,
        };
        plain.unwrap_or_else(|| self.refusal(command).is_none())
    }

    /// The answer in play, if it is obvious.
    #[inline(always)]
    fn plain_answer(&self, command: Command) -> Option<bool> {
        match command {
            Command::Go(dir) => self.plain_step(dir),
            // Enemies and things are on walkable ground, never two on one cell.
            Command::Attack(dir) => self.holds(dir, false),
            Command::Use(dir) | Command::Take(dir) => self.holds(dir, true),
            Command::Freeze => Some(true),
            Command::Bag(number) | Command::Drop(number) | Command::Sell(number) => {
                (number as usize > self.hero.bag.len()).then_some(false)
            }
            Command::Buy(number) => (number as usize > self.wares.len()).then_some(false),
            _ => None,
        }
    }

    /// Decides the obvious cases of a step: onto a free cell, into a wall.
    #[inline(always)]
    fn plain_step(&self, dir: Dir) -> Option<bool> {
        let hero = self.floor.hero;
        if !self.floor.plan.walkable.has_beside(hero, dir) {
            return Some(false);
        }
        self.cache.free.has_beside(hero, dir).then_some(true)
    }

    /// False if the cell in a direction is a wall or free, or if it holds a thing and none is asked for, or the other way
    /// round: then nothing to act on is there.
    #[inline(always)]
    fn holds(&self, dir: Dir, thing: bool) -> Option<bool> {
        let hero = self.floor.hero;
        let taken = self.floor.plan.walkable.has_beside(hero, dir) && !self.cache.free.has_beside(hero, dir);
        (!taken || self.cache.occupied.has_beside(hero, dir) != thing).then_some(false)
    }

    fn refusal_in_play(&self, command: Command) -> Option<Refused> {
        match command {
            Command::Go(dir) => self.step_toward(dir).err(),
            Command::Use(dir) => self.potion_at(dir).err(),
            Command::Attack(dir) => self.target(dir).err(),
            Command::Freeze => None,
            Command::Take(dir) => self.item_to_take(dir).err(),
            Command::Bag(number) => self.in_bag(number).err(),
            Command::Drop(number) => self.room_to_lay(number).err(),
            Command::Buy(number) => self.ware(number).err(),
            Command::Sell(number) => self.meet_merchant().and_then(|()| self.in_bag(number)).err(),
            Command::Cast(dir) => self.bolt(dir).err(),
            Command::Class(_) if !self.has(EditionOptions::CLASSES) => Some(off(EditionOptions::CLASSES)),
            Command::Race(_) | Command::Class(_) | Command::Restart | Command::Quit => Some(INVALID),
        }
    }

    /// Replaces the dice that are rolled in turn.
    pub(crate) fn set_dice(&mut self, dice: Rng) {
        self.fate = dice;
    }

    /// Carries out one command.
    pub(crate) fn act(&mut self, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        if let Some(refused) = self.refusal(command) {
            return Err(refused);
        }
        match (self.stage, command) {
            (Stage::Play, Command::Go(dir)) => self.go(self.step_toward(dir)?, dir, events),
            (_, Command::Use(dir)) => self.use_potion(self.potion_at(dir)?, events),
            (_, Command::Attack(dir)) => self.attack(self.target(dir)?, events),
            (_, Command::Freeze) => {
                self.frozen = !self.frozen;
                events.push(Event::Frozen { on: self.frozen });
            }
            (_, Command::Take(dir)) => self.take(self.item_to_take(dir)?, events),
            (_, Command::Bag(number)) => self.use_from_bag(self.in_bag(number)?, events),
            (_, Command::Drop(number)) => self.lay_down(self.room_to_lay(number)?, events),
            (_, Command::Buy(number)) => self.buy(self.ware(number)?, events),
            (_, Command::Sell(number)) => self.sell(self.in_bag(number)?, events),
            (_, Command::Cast(dir)) => self.cast(self.bolt(dir)?, events),
            (Stage::Class(race), Command::Class(class)) => self.begin(race, Some(class), events),
            (_, Command::Race(race)) => self.choose(race, events),
            (_, Command::Restart) => self.restart(events),
            (stage, _) => {
                self.stage = match stage {
                    Stage::Over { won, score, .. } => Stage::Over { won, score, left: true },
                    _ => Stage::Quit,
                };
                events.push(Event::Quit);
            }
        }
        Ok(())
    }

    fn choose(&mut self, race: Race, events: &mut Vec<Event>) {
        if self.has(EditionOptions::CLASSES) {
            self.clear_board(race);
            self.stage = Stage::Class(race);
            events.push(Event::ClassAsked { race });
        } else {
            self.begin(race, None, events);
        }
    }

    fn restart(&mut self, events: &mut Vec<Event>) {
        self.clear_board(Race::Shade);
        self.stage = Stage::Race;
        events.push(Event::Prompted { more_races: self.has(EditionOptions::RACES) });
    }

    /// Shows the empty board with the numbers of a race, as in the document's figure 1 for the shade.
    fn clear_board(&mut self, race: Race) {
        self.hero = Hero::new(race, None, self.options().tuning());
        self.floor = bare(&self.base);
        self.wares.clear();
        (self.turn, self.level, self.frozen, self.angry) = (0, 1, false, false);
        self.rebuild_cache();
    }

    fn begin(&mut self, race: Race, class: Option<Class>, events: &mut Vec<Event>) {
        self.game += 1;
        self.fate = Rng::stream(&self.seed, "fate", &[i64::from(self.game)]);
        self.stage = Stage::Play;
        self.hero = Hero::new(race, class, self.options().tuning());
        (self.turn, self.level, self.frozen, self.angry) = (0, 1, false, false);
        self.arrive();
        events.push(Event::Spawned { race, class });
    }

    /// Places the player character on floor `level`; the effects of potions on attack and defence wear off.
    fn arrive(&mut self) {
        let address = Address { game: self.game, level: self.level };
        self.floor = generate::floor(&self.base, &self.seed, address);
        self.floor.number_foes();
        self.wares = generate::wares(&self.base, &self.seed, address);
        self.hero.refresh();
        self.rebuild_cache();
    }

    /// Takes the stairs down, or out of the last floor. Enemies do not act on this command.
    fn descend(&mut self, events: &mut Vec<Event>) {
        self.turn += 1;
        if self.level == FLOORS {
            self.end(true, events);
            return;
        }
        self.level += 1;
        self.arrive();
        events.push(Event::Entered { floor: self.level });
        let breather = self.hero.row().hp * self.options().tuning().breather_percent / 100;
        let hp = if breather > 0 { self.hero.heal(breather) } else { 0 };
        if hp > 0 {
            events.push(Event::Regained { hp });
        }
        self.regain(events);
    }

    /// Runs the rest of a turn after an action: the enemies' phase, then healing.
    fn end_turn(&mut self, events: &mut Vec<Event>) {
        self.turn += 1;
        if self.hero.hp > 0 {
            self.foes_act(events);
        }
        if self.hero.hp > 0 {
            self.regain(events);
        } else {
            self.end(false, events);
        }
    }

    fn end(&mut self, won: bool, events: &mut Vec<Event>) {
        let (score, more_races) = (self.score(), self.has(EditionOptions::RACES));
        self.stage = Stage::Over { won, score, left: false };
        events.push(if won { Event::Won { score, more_races } } else { Event::Died { score, more_races } });
    }

    /// The score: the gold, for shades half as much again, rounded down.
    pub(crate) fn score(&self) -> i64 {
        i64::from(self.hero.gold) * i64::from(self.hero.row().score_halves) / 2
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over { won: true, score, .. } => Some(Outcome::new(Verdict::Won, score)),
            Stage::Over { won: false, score, .. } => Some(Outcome::new(Verdict::Died, score)),
            Stage::Quit => Some(Outcome::new(Verdict::Quit, 0)),
            _ => None,
        }
    }

    pub(crate) fn phase(&self) -> u8 {
        match self.stage {
            Stage::Play if self.has(EditionOptions::WASD) => PLAY_WASD,
            Stage::Play => PLAY,
            Stage::Class(_) => CLASS_PROMPT,
            _ => RACE_PROMPT,
        }
    }

    /// The current question, if there is one.
    pub(crate) fn question(&self) -> Option<alloc::string::String> {
        match self.stage {
            Stage::Race => Some(race_prompt(self.has(EditionOptions::RACES))),
            Stage::Class(_) => Some(class_prompt()),
            _ => None,
        }
    }
}

/// The refusal of a command whose option is off.
fn off(option: EditionOptions) -> Refused {
    Refused::because(match option {
        EditionOptions::RACES => "Invalid command: the option races is off.",
        EditionOptions::CLASSES => "Invalid command: the option classes is off.",
        EditionOptions::SHOP => "Invalid command: the option shop is off.",
        _ => "Invalid command: the option inventory is off.",
    })
}

fn bare(base: &Base) -> Floor {
    Floor {
        plan: base.classic.clone(),
        hero: Spot::default(),
        stairs: Spot::default(),
        things: Vec::new(),
        foes: Vec::new(),
    }
}
