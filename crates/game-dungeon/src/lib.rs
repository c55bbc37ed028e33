//! Dungeons written in XML: rooms and passages, creatures and items with actions, a pack, scrolls.
//!
//! The reader lives in `read`, what a file says in `plan`, the state and its rules in `rules`. Beside the game there
//! are pure tools for authors: [`check`], [`preview`], [`format`], [`starter`], [`generate`] and [`solve`].
#![no_std]
extern crate alloc;

mod advise;
mod author;
mod command;
mod content;
mod draw;
mod event;
mod generate;
mod plan;
mod read;
mod reference;
mod rules;
mod setup;
mod solve;
mod speech;
mod survey;
mod tutorial;

pub use author::{format, preview, starter};
pub use command::Command;
pub use event::{Event, Held};
pub use generate::{Wishes, generate};
pub use rules::Dungeon;
pub use setup::{Setup, check};
pub use solve::{Missed, Report, solve};
pub use survey::from_seed;

use alloc::{string::String, vec::Vec};
use kernel::{
    Cell, Chart, Game, Grammar, Heard, Hint, OptionSpec, Options, Outcome, Policy, Pos, Prepared, Refused,
    Rng, Scene, Seat, Seed, Survey, Table, Tutorial, View, Vitals,
};

impl Game for Dungeon {
    const ID: &'static str = "dungeon";
    const TITLE: &'static str = "Dungeons in XML";
    const PITCH: &'static str =
        "Dungeons anyone can write in a text file, with trolls, cursed scrolls and surprises.";
    const GOAL: &'static str =
        "Explore the rooms, slay what bars the way and gain points; the dungeon itself says when it is won.";
    const RULES: u32 = 1;
    const SCENE_SPEAKS: bool = true;

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
        Self::begin(setup, seed)
    }

    fn act(&mut self, _: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.obey(command, events)
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(self, view, scene);
    }

    fn look(&self, _: Seat, _: &View<'_>, at: Pos, out: &mut String) {
        draw::look(self, at, out);
    }

    fn vitals(&self, _: Seat) -> Vitals {
        let left = if self.is_hazy() { self.hero().hazy_until - self.hero().moves } else { 0 };
        Vitals::default()
            .with("hp", i64::from(self.hero().hp))
            .with("score", self.hero().score)
            .with("turn", i64::from(self.hero().moves))
            .with("pack", self.hero().pack.len() as i64)
            .with("hallucinating", i64::from(left))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| Outcome { verdict: end.verdict(), score: self.hero().score })
    }

    fn is_left(&self) -> bool {
        self.end() == Some(rules::End::Left)
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        Some(draw::chart(self))
    }

    fn hear(&self, _: Seat, _: &View<'_>, at: Pos, cell: Cell) -> Heard {
        self.hear_cell(at, cell)
    }

    fn advise(&self, _: Seat, dice: &mut Rng) -> Option<Command> {
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

#[cfg(test)]
mod laws_tests;
