//! Meow and Boo: a cat climbs a haunted tower. Every floor is a new dungeon; its stairs lead up, its fish heal, its
//! ghosts hunt by the shortest path. The score is the floor the cat reaches.
//!
//! Rooms of this crate: [`command`] what can be ordered, [`event`] what can happen, [`setup`] the options,
//! [`content`] the numbers, `ground` and `layout` sets of tiles, `generate` from seed to floor, `rules` the state and
//! its only writer, `sight` and `draw` what is seen, `speech` what it is called, `guide` and `advise` what walking helpers and the player of
//! demonstrations know, `survey` what a search of seeds can ask.
#![no_std]
extern crate alloc;

mod advise;
pub mod command;
pub mod content;
mod draw;
pub mod event;
mod generate;
mod ground;
mod guide;
mod layout;
mod reference;
mod rules;
pub mod setup;
mod sight;
mod speech;
mod survey;
mod tutorial;

pub use command::{Command, Way};
pub use event::Event;
pub use rules::Boo;
pub use setup::{RoomCount, Setup};

use alloc::{string::String, vec::Vec};
use kernel::{
    Cell, Chart, Game, Grammar, Heard, Hint, OptionSpec, Options, Outcome, Policy, Pos, Prepared, Refused,
    Rng, Scene, Seat, Seed, Survey, Table, Tutorial, Verdict, View, Vitals,
};

impl Game for Boo {
    const ID: &'static str = "boo";
    const TITLE: &'static str = "Meow and Boo";
    const PITCH: &'static str = "A cat climbs a haunted tower; its ghosts know every shortest path.";
    const GOAL: &'static str =
        "Find the stairs of every floor and climb as high as you can; the floor you reach is your score.";
    const RULES: u32 = 2;
    const SCENE_SPEAKS: bool = false;
    const SURVEY: Survey<Setup> = survey::SURVEY;

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn options() -> &'static [OptionSpec] {
        setup::OPTIONS
    }

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    fn start(setup: &Setup, seed: &Seed) -> Self {
        Self::on_floor(setup, seed, 1)
    }

    fn act(&mut self, _seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.obey(command, events)
    }

    fn draw(&self, _seat: Seat, view: &View<'_>, scene: &mut Scene) {
        self.show(view, scene);
    }

    fn look(&self, _seat: Seat, _view: &View<'_>, at: Pos, out: &mut String) {
        self.name(at, out);
    }

    fn vitals(&self, _seat: Seat) -> Vitals {
        Vitals::default()
            .with("hp", i64::from(self.hp))
            .with("fish", i64::from(self.bag))
            .with("turn", i64::from(self.turns))
            .with("floor", i64::from(self.floor))
            .with("score", i64::from(self.floor))
            .with("haunted", i64::from(self.is_haunted()))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { verdict: Verdict::Died, score: i64::from(self.floor) })
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }

    fn chart(&self, _seat: Seat, _view: &View<'_>) -> Option<Chart> {
        Some(self.survey())
    }

    fn hear(&self, _seat: Seat, _view: &View<'_>, _at: Pos, cell: Cell) -> Heard {
        speech::hear(cell)
    }

    fn advise(&self, _seat: Seat, dice: &mut Rng) -> Option<Command> {
        self.advice(dice)
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
