//! Meow and Boo: a cat climbs a haunted tower. Every floor is a new dungeon with stairs up, fish that heal,
//! and ghosts that hunt by the shortest path. The score is the floor the cat reaches.
//!
//! Modules: [`command`] (commands and verbs), [`event`] (events and their sentences), [`setup`] (options),
//! [`content`] (numbers), `ground` and `layout` (sets of tiles), `generate` and `passages` (seed to floor),
//! `rules` (the state and the only code that changes it), `sight` and `draw` (state to scene), `speech`
//! (cells in words), `panel`, `guide` and `advise` (panel, helpers that walk, bot), `survey` (what a search
//! for seeds can ask).
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
mod panel;
mod passages;
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
pub use setup::{Additions, RoomCount, Setup};

use alloc::{string::String, vec::Vec};
use kernel::{
    About, Adjustment, Canvas, Cell, Chart, Extent, Game, Gauge, Grammar, Guide, Heard, Mood, Options,
    Outcome, Panel, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Survey, Teaching, Verdict, View,
    Warning, fill,
};

impl Game for Boo {
    const ABOUT: About = About {
        id: "boo",
        title: "Meow and Boo",
        pitch: "A cat climbs a haunted tower; its ghosts know every shortest path.",
        goal: "Find the stairs of every floor and climb as high as you can; the floor you reach is your score.",
        scene_speaks: false,
        misread: None,
        leave: &["q", "quit", ":q"],
        rest: "You cannot wait here: ghosts move when you walk. A fish heals, and eating costs no step.",
        evade: "Let it come into a room and step round it, or run through it.",
        rules: 2,
        seats: 1,
        options: setup::OPTIONS,
        gauges: &[
            Gauge::new("hp", 0, content::HP_MAX as i32),
            Gauge::from("fish", 0),
            Gauge::from("turn", 0),
            Gauge::from("floor", 1),
            Gauge::from("score", 1),
            Gauge::new("haunted", 0, 1),
        ],
        guards: panel::GUARDS,
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
        Self::on_floor(setup, seed, 1)
    }

    fn refusal(&self, _seat: Seat, command: Command) -> Option<Refused> {
        rules::refusal(self, command)
    }

    fn act(&mut self, _seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        rules::act(self, command, events)
    }

    fn set_dice(&mut self, dice: Rng) {
        rules::set_dice(self, dice);
    }

    fn draw(&self, _seat: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(self, view, scene);
    }

    fn paint(&self, _seat: Seat, canvas: &mut Canvas<'_>) {
        draw::paint(self, canvas);
    }

    fn extent(&self, _seat: Seat, _view: &View<'_>) -> Extent {
        Extent { cols: content::COLS.into(), rows: content::ROWS.into() }
    }

    fn look(&self, _seat: Seat, _view: &View<'_>, at: Pos, out: &mut String) {
        draw::look(self, at, out);
    }

    fn gauges(&self, _seat: Seat, out: &mut [i32]) {
        let (hp, fish, floor) = (self.hp().into(), self.bag().into(), self.floor().into());
        fill(out, [hp, fish, self.turns().into(), floor, floor, self.is_haunted().into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::new(Verdict::Died, i64::from(self.floor())))
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }
}

impl Guide for Boo {
    const SURVEY: Survey<Setup> = survey::SURVEY;
    const TEACHING: Teaching = Teaching {
        tutorial: Some(&tutorial::LESSON),
        hints: &tutorial::HINTS,
        reference: reference::tables,
        editions: &[
            "A tower without a top. Ghosts hunt you by the shortest path; fish heal. How high can you climb?",
            "Loops to run round, doors that fall shut behind you, and fish to throw as bait: there is a way out, if you see it.",
        ],
        ..Teaching::NONE
    };

    fn offers(&self, verb: &str) -> bool {
        match verb {
            "throw" => self.additions().bait,
            "paths" => self.additions() != Additions::NONE,
            _ => true,
        }
    }

    fn has_chart(&self) -> bool {
        true
    }

    fn chart(&self, _seat: Seat, _view: &View<'_>) -> Option<Chart> {
        Some(guide::chart(self))
    }

    fn hear(&self, _seat: Seat, _view: &View<'_>, _at: Pos, cell: Cell) -> Heard {
        speech::hear(cell)
    }

    fn panel(&self, _seat: Seat, _view: &View<'_>) -> Panel {
        panel::panel(self)
    }

    fn mood(&self, _seat: Seat) -> Option<Mood> {
        Some(panel::mood(self))
    }

    fn warning(&self, _seat: Seat, command: Command) -> Option<Warning> {
        panel::warning(self, command)
    }

    fn advise(&self, _seat: Seat, dice: &mut Rng) -> Option<Command> {
        self.advice(dice)
    }

    fn adjustments(&self, _: Seat) -> Vec<Adjustment> {
        self.adjustments()
    }

    fn adjust(&mut self, _: Seat, name: &str, value: u32) {
        self.adjust(name, value);
    }
}
