//! `chambers`: ChamberCrawler3000, villain edition. Five floors of chambers, races, potions, hoards, and the
//! additions its document suggests, each an option that is off by default.
//!
//! With all options off the game follows the document to the letter; questions it leaves open are answered as
//! most implementations do.
#![no_std]
extern crate alloc;

mod advise;
mod carve;
mod chart;
mod choice;
mod command;
pub mod content;
mod draw;
mod event;
mod floor;
mod forecast;
mod generate;
mod layout;
mod look;
mod mask;
mod panel;
mod plan;
mod reference;
mod rules;
mod setup;
#[cfg(test)]
mod soak_tests;
mod speech;
mod survey;
mod tutorial;

pub use advise::{Entrant, Summary, bot_game, entrants};
pub use command::Command;
pub use event::{Event, Seen, Sight, Wares};
pub use plan::FIGURE_1;
pub use setup::Setup;

use alloc::{string::String, vec::Vec};
use kernel::{
    About, Adjustment, Canvas, Cell, Chart, Choice, Extent, Game, Gauge, Grammar, Guide, Heard, Mood,
    Options, Outcome, Panel, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Survey, Teaching, View,
    Vitals, Warning,
};
use rules::World;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A run of ChamberCrawler3000: a race prompt, a game, and further games if the player likes.
#[derive(Clone, Debug)]
pub struct Chambers {
    world: World,
}

impl Game for Chambers {
    const ABOUT: About = About {
        id: "chambers",
        title: "ChamberCrawler3000",
        pitch: "Five floors, one life: slay, sip unknown potions and leave with the gold.",
        goal: "Gather gold and reach the stairs of the fifth floor alive; your score is the gold you carry.",
        scene_speaks: true,
        misread: Some("Invalid command."),
        leave: &[],
        rest: "You cannot wait here. Potions heal, and in the Undercroft edition so does every new floor.",
        evade: "",
        rules: 1,
        seats: 1,
        options: &setup::OPTIONS,
        gauges: &[
            Gauge::from("hp", 0),
            Gauge::from("atk", 0),
            Gauge::from("def", 0),
            Gauge::from("gold", 0),
            Gauge::new("floor", 1, content::FLOORS as i32),
            Gauge::from("turn", 0),
            Gauge::from("score", 0),
            Gauge::new("bolts", 0, u8::MAX as i32),
            Gauge::new("bag", 0, content::BAG_SIZE as i32),
        ],
        guards: choice::GUARDS,
    };

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    fn start(setup: &Setup, seed: &Seed) -> Self {
        Self { world: World::new(&setup.0, seed) }
    }

    fn refusal(&self, _: Seat, command: Command) -> Option<Refused> {
        self.world.refusal(command)
    }

    #[inline]
    fn may(&self, _: Seat, command: Command) -> bool {
        self.world.may(command)
    }

    fn act(&mut self, _: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.world.act(command, events)
    }

    fn set_dice(&mut self, dice: Rng) {
        self.world.set_dice(dice);
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(&self.world, view, scene);
    }

    fn paint(&self, _: Seat, canvas: &mut Canvas<'_>) {
        draw::paint(&self.world, canvas);
    }

    fn extent(&self, _seat: Seat, _view: &View<'_>) -> Extent {
        Extent { cols: plan::COLS as u16, rows: plan::ROWS as u16 }
    }

    fn look(&self, _: Seat, _: &View<'_>, at: Pos, out: &mut String) {
        look::look(&self.world, at, out);
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        draw::gauges(&self.world, out);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    fn phase(&self) -> u8 {
        self.world.phase()
    }

    fn pulse(&self) -> u64 {
        self.world.fingerprint()
    }
}

impl Guide for Chambers {
    const SURVEY: Survey<Setup> = survey::SURVEY;
    const TEACHING: Teaching = Teaching {
        tutorial: Some(&tutorial::LESSON),
        hints: &tutorial::HINTS,
        reference: reference::tables,
        roll_word: content::roll_word,
        editions: &[
            "Five floors, five races, unknown potions. Enemies keep to their chambers; doorways are safe.",
            "All options together, balanced: a bag, gear, shops, classes, random chambers, and enemies that hunt you.",
        ],
    };

    fn vitals(&self, seat: Seat) -> Vitals {
        draw::vitals(&self.world, Vitals::of(self, seat))
    }

    fn offers(&self, verb: &str) -> bool {
        command::is_offered(verb, self.world.options())
    }

    fn has_chart(&self) -> bool {
        self.world.stage() == rules::Stage::Play
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        chart::chart(&self.world)
    }

    fn hear(&self, _: Seat, _: &View<'_>, at: Pos, cell: Cell) -> Heard {
        speech::hear(&self.world, at, cell)
    }

    fn refused_player(reason: &str) -> Option<alloc::string::String> {
        event::refused(reason)
    }

    fn panel(&self, _: Seat, _: &View<'_>) -> Panel {
        panel::panel(&self.world)
    }

    fn choice(&self, _: Seat) -> Option<Choice> {
        choice::choice(&self.world)
    }

    fn mood(&self, _: Seat) -> Option<Mood> {
        Some(content::MOODS[usize::from(self.world.level()) - 1])
    }

    fn warning(&self, _: Seat, command: Command) -> Option<Warning> {
        choice::warning(&self.world, command)
    }

    fn advise(&self, _: Seat, dice: &mut Rng) -> Option<Command> {
        advise::advise(&self.world, dice)
    }

    fn adjustments(&self, _: Seat) -> Vec<Adjustment> {
        self.world.adjustments()
    }

    fn adjust(&mut self, _: Seat, name: &str, value: u32) {
        self.world.adjust(name, value);
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
