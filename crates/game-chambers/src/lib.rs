//! `chambers`: ChamberCrawler3000, villain edition. Five floors of chambers, races, potions, hoards, and the
//! extras its document wishes for, each a switch that is off until asked for.
//!
//! With all switches off the game is the document's to the letter; where the document leaves a question open,
//! the answer is the one most programs for it give.
#![no_std]
extern crate alloc;

mod advise;
mod almanac;
mod carve;
mod command;
pub mod content;
mod draw;
mod ear;
mod event;
mod floor;
mod generate;
mod layout;
mod lesson;
mod look;
mod mask;
mod plan;
mod rules;
mod setup;
#[cfg(test)]
mod soak_tests;
mod survey;

pub use advise::{Summary, bot_game};
pub use command::Command;
pub use event::{Event, Seen, Sight, Wares};
pub use setup::Setup;

use alloc::{string::String, vec::Vec};
use kernel::{
    Cell, Chart, Game, Grammar, Heard, Lesson, Nudge, OptionSpec, Options, Outcome, Policy, Pos, Prepared,
    Refused, Rng, Roll, Scene, Seat, Seed, Survey, Table, View, Vitals, pulse_of,
};
use rules::World;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A run of ChamberCrawler3000: a race prompt, a game, and another if the player likes.
#[derive(Clone, Debug)]
pub struct Chambers {
    world: World,
}

impl Game for Chambers {
    const ID: &'static str = "chambers";
    const TITLE: &'static str = "ChamberCrawler3000";
    const PITCH: &'static str = "Five floors, one life: slay, sip unknown potions and leave with the gold.";
    const GOAL: &'static str =
        "Gather gold and reach the stairs of the fifth floor alive; your score is the gold you carry.";
    const RULES: u32 = 1;
    const SCENE_SPEAKS: bool = true;
    const LEAVE: &[&str] = &[];
    const MISREAD: Option<&str> = Some("Invalid command.");

    const SURVEY: Survey<Setup> = survey::SURVEY;

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn options() -> &'static [OptionSpec] {
        &setup::OPTIONS
    }

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    fn start(setup: &Setup, seed: &Seed) -> Self {
        Self { world: World::new(&setup.0, seed) }
    }

    fn act(&mut self, _: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.world.act(command, events)
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(&self.world, view, scene);
    }

    fn look(&self, _: Seat, _: &View<'_>, at: Pos, out: &mut String) {
        look::look(&self.world, at, out);
    }

    fn vitals(&self, _: Seat) -> Vitals {
        draw::vitals(&self.world)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    fn phase(&self) -> u8 {
        self.world.phase()
    }

    fn offers(&self, verb: &str) -> bool {
        command::is_offered(verb, self.world.house.extras)
    }

    fn pulse(&self) -> u64 {
        let world = &self.world;
        let hero = &world.hero;
        let body = [hero.hp, hero.atk(), hero.def(), hero.gold].map(|number| number as u64);
        let place = u64::from(world.floor.hero.key());
        let flags = u64::from(world.phase()) << 2 | u64::from(world.frozen) << 1 | u64::from(world.angry);
        let bag =
            hero.bag.len() as u64 | (world.wares.len() as u64) << 8 | u64::from(hero.known_bits()) << 16;
        pulse_of(&[
            world.fate.fingerprint(),
            u64::from(world.game) << 32 | u64::from(world.turn),
            body[0] << 32 | body[1] << 16 | body[2],
            body[3] << 32 | place << 16 | flags << 8 | u64::from(world.level),
            bag << 8 | u64::from(world.outcome().is_some()),
        ])
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        look::chart(&self.world)
    }

    fn roll_word(roll: &Roll) -> Option<&'static str> {
        content::roll_word(roll)
    }

    fn hear(&self, _: Seat, _: &View<'_>, at: Pos, cell: Cell) -> Heard {
        ear::hear(&self.world, at, cell)
    }

    fn question(&self, _: Seat) -> Option<String> {
        self.world.question()
    }

    fn advise(&self, _: Seat, dice: &mut Rng) -> Option<Command> {
        advise::advise(&self.world, dice)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&lesson::LESSON)
    }

    fn nudges() -> &'static [Nudge] {
        &lesson::NUDGES
    }

    fn almanac() -> Vec<Table> {
        almanac::tables()
    }
}

impl Serialize for Chambers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.world.serialize(serializer)
    }
}

/// What is only made from the rest (the painted board, the free cells) is made again.
impl<'de> Deserialize<'de> for Chambers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut world = World::deserialize(deserializer)?;
        if !world.floor.is_sound() || !(1..=content::FLOORS).contains(&world.level) {
            return Err(D::Error::custom("something stands off the board"));
        }
        world.repaint_all();
        Ok(Self { world })
    }
}
