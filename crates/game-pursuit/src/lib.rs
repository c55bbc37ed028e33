//! Pursuit: a hero flees from a monster over a field of rooms and hallways.
//!
//! The rules know two seats, the hero's (0) and the monster's (1), and take one single move at a time from
//! the seat to move. Whether a person, a strategy or a program decides these moves does not concern them.
#![no_std]
extern crate alloc;

mod command;
mod content;
mod draw;
mod event;
mod field;
mod generate;
mod ladder;
mod panel;
mod player;
mod read;
mod reference;
mod rules;
mod setup;
mod speech;
pub mod strategy;
mod tutorial;

pub use command::Command;
pub use content::{FIELD, SIZE_MAX};
pub use event::Event;
pub use field::{CellId, Diagonals, Field, Ground, NOWHERE, Plan, UNREACHED};
pub use generate::{Shape, fresh_field, sketch};
pub use ladder::{RUNGS, Rung};
pub use player::Player;
pub use read::read_field;
pub use rules::{End, Pursuit, Side};
pub use setup::Setup;

use alloc::{format, string::String, vec::Vec};
use kernel::{
    About, Adjustment, Canvas, Cell, Extent, Game, Gauge, Grammar, Guide, Heard, Mood, Options, Outcome,
    Panel, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Teaching, Verdict, View, Vital, Vitals,
    Warning, fill,
};

impl Game for Pursuit {
    const ABOUT: About = About {
        id: "pursuit",
        title: "Pursuit",
        pitch: "One hero, one monster, one move at a time: run the right way round.",
        goal: "The monster wins by catching the hero, the hero by staying free for ever.",
        scene_speaks: false,
        misread: None,
        leave: &["q", "quit", ":q"],
        rest: "There is no health to regain here; stay passes one move.",
        evade: "",
        rules: 2,
        seats: 2,
        options: &setup::OPTIONS,
        gauges: &[
            Gauge::from("turn", 1),
            Gauge::new("remaining", 0, u16::MAX as i32),
            Gauge::new("hero_potions", 0, u16::MAX as i32),
            Gauge::new("monster_potions", 0, u16::MAX as i32),
            Gauge::from("score", 1),
        ],
        guards: panel::GUARDS,
    };

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    /// Version 2 of the rules changed the dice of `random` and nothing else.
    fn plays_rules(rules: u32, options: &Options) -> bool {
        let is_random = |side| {
            let name = options.get(&setup::OPTIONS, side);
            name.trim().eq_ignore_ascii_case("random")
        };
        rules == Self::ABOUT.rules || (rules == 1 && !is_random("hero") && !is_random("monster"))
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    /// The rules use no dice: the seed is for the strategies and, with the option `field`, for the field.
    fn start(setup: &Setup, seed: &Seed) -> Self {
        setup.on(seed).begin()
    }

    fn refusal(&self, seat: Seat, command: Command) -> Option<Refused> {
        rules::refusal(self, seat, command)
    }

    fn may(&self, seat: Seat, command: Command) -> bool {
        rules::may(self, seat, command)
    }

    fn act(&mut self, seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        rules::act(self, seat, command, events)
    }

    fn draw(&self, seat: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(self, seat, view, scene);
    }

    fn paint(&self, seat: Seat, canvas: &mut Canvas<'_>) {
        draw::paint(self, seat, canvas);
    }

    fn extent(&self, _seat: Seat, _view: &View<'_>) -> Extent {
        let size = self.field().size();
        Extent { cols: size, rows: size }
    }

    fn look(&self, _seat: Seat, _view: &View<'_>, at: Pos, out: &mut String) {
        draw::look(self, at, out);
    }

    fn gauges(&self, _seat: Seat, out: &mut [i32]) {
        let (turn, remaining) = (self.turn().into(), self.remaining().into());
        let [hero, monster] = Side::ALL.map(|side| self.drunk(side).into());
        fill(out, [turn, remaining, hero, monster, turn]);
    }

    /// Limit and repetition both count as escapes. The score is the round in which the game ended; for a
    /// capture it compares with the solver's number.
    fn outcome(&self) -> Option<Outcome> {
        let verdict = match self.end()? {
            End::Caught(_) => Verdict::Caught,
            End::Escape(_) | End::Limit(_) => Verdict::Escaped,
        };
        Some(Outcome::new(verdict, i64::from(self.turn())))
    }

    fn to_move(&self) -> Seat {
        self.side().seat()
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }
}

impl Guide for Pursuit {
    const TEACHING: Teaching = Teaching {
        tutorial: Some(&tutorial::LESSON),
        hints: &tutorial::HINTS,
        reference: reference::tables,
        editions: &[
            "One field, one monster that takes the shortest path, and no dice. Find the loop that saves you.",
            "A fresh field for every seed, with loops and potions. Running round is an escape; three stars are for perfect play.",
        ],
        ..Teaching::NONE
    };

    fn vitals(&self, seat: Seat) -> Vitals {
        let place = |side| {
            let at = self.field().pos(self.at(side));
            Vital::Text(format!("{},{}", at.x, at.y))
        };
        let player = |side| Vital::Text(self.player(side).name());
        let legal: Vec<&str> =
            if self.end().is_some() { Vec::new() } else { self.legal().map(Command::word).collect() };
        Vitals::of(self, seat)
            .insert(1, "to_move", self.side().word())
            .insert(3, "legal", Vital::Text(legal.join(" ")))
            .insert(4, "hero", place(Side::Hero))
            .insert(5, "monster", place(Side::Monster))
            .insert(8, "hero_player", player(Side::Hero))
            .insert(9, "monster_player", player(Side::Monster))
    }

    fn hear(&self, seat: Seat, _view: &View<'_>, at: Pos, _cell: Cell) -> Heard {
        speech::hear(self, seat, at)
    }

    fn panel(&self, seat: Seat, _view: &View<'_>) -> Panel {
        panel::panel(self, seat)
    }

    fn mood(&self, _seat: Seat) -> Option<Mood> {
        Some(panel::MOOD)
    }

    fn warning(&self, _seat: Seat, command: Command) -> Option<Warning> {
        panel::warning(self, command)
    }

    fn advise(&self, seat: Seat, _dice: &mut Rng) -> Option<Command> {
        if self.end().is_some() {
            return None;
        }
        let advisor = if seat == Side::Hero.seat() { strategy::speedy } else { strategy::monster };
        Some(advisor(self, seat))
    }

    fn adjustments(&self, _: Seat) -> Vec<Adjustment> {
        self.adjustments()
    }

    fn adjust(&mut self, _: Seat, name: &str, value: u32) {
        self.adjust(name, value);
    }
}
