//! The smallest game there can be: the rules and nothing else. Only tests use it. They prove that one more game costs one
//! crate and one line of the catalogue (`crates/catalog/tests/sixth.rs`).
#![no_std]
extern crate alloc;

use alloc::{format, string::String, vec::Vec};
use kernel::{
    About, Dir, Form, Game, Gauge, Grammar, Guide, Ink, Narrate, Options, Outcome, Policy, Pos, Prepared,
    Refused, Rng, Scene, Seat, Seed, Verb, Verdict, View, fill, pulse_of,
};
use serde::{Deserialize, Serialize};

/// The number of the easternmost cell.
const LAST: u8 = 8;

/// A walk along a corridor of nine cells; the east end wins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Corridor {
    x: u8,
    turn: u32,
    dice: Rng,
}

/// What the player can order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// One step.
    Go(Dir),
    /// Up to two cells to the east.
    Leap,
}

/// What happens.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The hero has moved.
    Walked {
        /// The cell.
        to: u8,
    },
}

impl Narrate for Event {
    fn tell(&self, out: &mut String) {
        let Self::Walked { to } = self;
        *out += &format!("You are at {to}.");
    }
}

static GRAMMAR: Grammar<Command> = Grammar {
    verbs: &[
        Verb::new("west", &["west"], &['h'], "One step west.", Form::Plain(Command::Go(Dir::W)))
            .moving(Dir::W),
        Verb::new("east", &["east"], &['l'], "One step east.", Form::Plain(Command::Go(Dir::E)))
            .moving(Dir::E),
        Verb::new("leap", &["leap"], &['j'], "Leap east.", Form::Plain(Command::Leap)),
    ],
    ways: &[],
    fold_case: false,
    flowing: false,
};

impl Game for Corridor {
    const ABOUT: About = About {
        id: "corridor",
        title: "Corridor",
        pitch: "Nine cells.",
        goal: "Reach the east end.",
        scene_speaks: false,
        misread: None,
        leave: &["q"],
        rest: "",
        evade: "",
        rules: 1,
        seats: 1,
        options: &[],
        gauges: &[Gauge::new("x", 0, LAST as i32), Gauge::from("turn", 0)],
        guards: &[],
    };

    type Setup = ();
    type Command = Command;
    type Event = Event;

    fn grammar() -> &'static Grammar<Command> {
        &GRAMMAR
    }

    fn prepare(_: &Options, _: Option<&str>, _: &Policy) -> Prepared<()> {
        Prepared::clean(())
    }

    fn start((): &(), seed: &Seed) -> Self {
        Self { x: 0, turn: 0, dice: Rng::stream(seed, "fate", &[]) }
    }

    fn refusal(&self, _: Seat, command: Command) -> Option<Refused> {
        Some(Refused::because(match command {
            _ if self.outcome().is_some() => "The game is over.",
            Command::Go(Dir::W) if self.x == 0 => "There is a wall.",
            _ => return None,
        }))
    }

    fn act(&mut self, seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        if let Some(refused) = self.refusal(seat, command) {
            return Err(refused);
        }
        self.x = match command {
            Command::Go(Dir::W) => self.x - 1,
            Command::Go(_) => self.x + 1,
            Command::Leap => LAST.min(self.x + self.dice.below(3, "leap") as u8),
        };
        self.turn += 1;
        events.push(Event::Walked { to: self.x });
        Ok(())
    }

    fn draw(&self, _: Seat, _: &View<'_>, scene: &mut Scene) {
        let board = scene.board(u16::from(LAST) + 1, 1);
        let hero = Pos::new(self.x.into(), 0);
        scene.print(board, Pos::new(0, 0), Ink::Floor, ".........");
        scene.print(board, hero, Ink::Hero, "@");
        scene.area_mut(board).focus = Some(hero);
    }

    fn look(&self, _: Seat, _: &View<'_>, _: Pos, out: &mut String) {
        out.push_str("floor");
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        fill(out, [self.x.into(), self.turn.into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.x == LAST).then_some(Outcome::new(Verdict::Won, 100 - i64::from(self.turn.min(100))))
    }

    fn pulse(&self) -> u64 {
        pulse_of(&[self.x.into(), self.turn.into(), self.dice.fingerprint()])
    }
}

impl Guide for Corridor {}
