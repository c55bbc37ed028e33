//! Pursuit: a hero flees from a monster over a field of rooms and hallways.
//!
//! The rules know two seats, the hero's (0) and the monster's (1), and take one single move at a time from the
//! seat that is to move. Who decides those moves, a person, a strategy, a program, is not their business.
#![no_std]
extern crate alloc;

mod command;
mod content;
mod draw;
mod event;
mod field;
mod generate;
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
pub use generate::{Shape, sketch};
pub use player::Player;
pub use read::read_field;
pub use rules::{End, Pursuit, Side};
pub use setup::Setup;

use alloc::{format, string::String, vec::Vec};
use kernel::{
    Cell, Game, Grammar, Heard, Hint, OptionSpec, Options, Outcome, Policy, Pos, Prepared, Refused, Rng,
    Scene, Seat, Seed, Table, Tutorial, Verdict, View, Vital, Vitals,
};

impl Game for Pursuit {
    const ID: &'static str = "pursuit";
    const TITLE: &'static str = "Pursuit";
    const PITCH: &'static str = "One hero, one monster, one move at a time: run the right way round.";
    const GOAL: &'static str =
        "The monster wins by stepping onto the hero, the hero by staying free for good.";
    const RULES: u32 = 2;
    const SCENE_SPEAKS: bool = false;

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn options() -> &'static [OptionSpec] {
        &setup::OPTIONS
    }

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    /// Rules 2 changed the dice of `random` and nothing else.
    fn plays_rules(rules: u32, options: &Options) -> bool {
        let is_random = |side| {
            let name = options.get(&setup::OPTIONS, side);
            name.trim().eq_ignore_ascii_case("random")
        };
        rules == Self::RULES || (rules == 1 && !is_random("hero") && !is_random("monster"))
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    /// Nothing here is left to chance: the seed serves the strategies only.
    fn start(setup: &Setup, _seed: &Seed) -> Self {
        setup.begin()
    }

    fn act(&mut self, seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.play(seat, command, events)
    }

    fn draw(&self, seat: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(self, seat, view, scene);
    }

    fn look(&self, _seat: Seat, _view: &View<'_>, at: Pos, out: &mut String) {
        draw::look(self, at, out);
    }

    fn vitals(&self, _seat: Seat) -> Vitals {
        let pos = |side| self.field().pos(self.at(side));
        let (hero, monster) = (pos(Side::Hero), pos(Side::Monster));
        let legal: Vec<&str> =
            if self.end().is_some() { Vec::new() } else { self.legal().map(Command::word).collect() };
        Vitals::default()
            .with("turn", i64::from(self.turn()))
            .with("to_move", self.side().word())
            .with("remaining", i64::from(self.remaining()))
            .with("legal", Vital::Text(legal.join(" ")))
            .with("hero", Vital::Text(format!("{},{}", hero.x, hero.y)))
            .with("monster", Vital::Text(format!("{},{}", monster.x, monster.y)))
            .with("hero_potions", i64::from(self.drunk(Side::Hero)))
            .with("monster_potions", i64::from(self.drunk(Side::Monster)))
            .with("hero_player", Vital::Text(self.player(Side::Hero).name()))
            .with("monster_player", Vital::Text(self.player(Side::Monster).name()))
            .with("score", i64::from(self.turn()))
    }

    /// Limit and repetition both leave the hero free. The score is the round it ended in: for a capture the
    /// number the solver names, so the two compare.
    fn outcome(&self) -> Option<Outcome> {
        let verdict = match self.end()? {
            End::Caught(_) => Verdict::Caught,
            End::Escape(_) | End::Limit(_) => Verdict::Escaped,
        };
        Some(Outcome { verdict, score: i64::from(self.turn()) })
    }

    fn to_move(&self) -> Seat {
        self.side().seat()
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }

    fn hear(&self, seat: Seat, _view: &View<'_>, at: Pos, _cell: Cell) -> Heard {
        speech::hear(self, seat, at)
    }

    fn advise(&self, seat: Seat, _dice: &mut Rng) -> Option<Command> {
        if self.end().is_some() {
            return None;
        }
        let advisor = if seat == Side::Hero.seat() { strategy::speedy } else { strategy::monster };
        Some(advisor(self, seat))
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
