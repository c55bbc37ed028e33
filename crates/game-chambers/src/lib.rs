//! `chambers`: ChamberCrawler3000, villain edition. Five floors of chambers, races, potions, hoards, and the
//! additions its document wishes for, each an option that is off by default.
//!
//! With all switches off the game is the document's to the letter; where the document leaves a question open,
//! the answer is the one most programs for it give.
#![no_std]
extern crate alloc;

mod advise;
mod carve;
mod command;
pub mod content;
mod draw;
mod event;
mod floor;
mod generate;
mod layout;
mod look;
mod mask;
mod plan;
mod reference;
mod rules;
mod setup;
#[cfg(test)]
mod soak_tests;
mod speech;
mod survey;
mod tutorial;

pub use advise::{Summary, bot_game};
pub use command::Command;
pub use event::{Event, Seen, Sight, Wares};
pub use setup::Setup;

use alloc::{string::String, vec::Vec};
use kernel::{
    Cell, Chart, Game, Grammar, Heard, Hint, OptionSpec, Options, Outcome, Policy, Pos, Prepared, Refused,
    Rng, Roll, Scene, Seat, Seed, Survey, Table, Tutorial, View, Vitals,
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
        command::is_offered(verb, self.world.extras())
    }

    fn pulse(&self) -> u64 {
        self.world.fingerprint()
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        look::chart(&self.world)
    }

    fn roll_word(roll: &Roll) -> Option<&'static str> {
        content::roll_word(roll)
    }

    fn hear(&self, _: Seat, _: &View<'_>, at: Pos, cell: Cell) -> Heard {
        speech::hear(&self.world, at, cell)
    }

    fn question(&self, _: Seat) -> Option<String> {
        self.world.question()
    }

    fn advise(&self, _: Seat, dice: &mut Rng) -> Option<Command> {
        advise::advise(&self.world, dice)
    }

    fn tutorial() -> Option<&'static Tutorial> {
        Some(&tutorial::LESSON)
    }

    fn hints() -> &'static [Hint] {
        &tutorial::HINTS
    }

    fn reference() -> Vec<Table> {
        reference::tables()
    }
}

impl Serialize for Chambers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.world.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chambers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let world = World::deserialize(deserializer)?;
        let world = world.restored().ok_or_else(|| D::Error::custom("something stands off the board"))?;
        Ok(Self { world })
    }
}
