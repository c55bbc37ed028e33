//! Dungeons written in XML: rooms and passages, creatures and items with actions, a pack, scrolls.
//!
//! `read` is the reader, `plan` what a file describes, `rules` the state and the rules. Besides the game
//! there are pure tools for authors: [`check`], [`preview`], [`format`], [`starter`], [`generate()`] and
//! [`solve()`].
#![no_std]
extern crate alloc;

mod advise;
mod author;
mod command;
mod content;
mod deep;
mod descent_bot;
mod draw;
mod event;
mod forecast;
mod generate;
mod panel;
mod plan;
mod read;
mod reference;
mod rules;
mod setup;
mod solve;
mod speech;
mod survey;
mod tutorial;

pub use author::{examples, format, preview, starter};
pub use command::Command;
pub use descent_bot::{Summary, bot_game};
pub use event::{Event, Held};
pub use generate::{Wishes, generate};
pub use rules::Dungeon;
pub use setup::{Setup, check};
pub use solve::{Missed, Report, solve};
pub use survey::from_seed;

use alloc::{string::String, vec::Vec};
use kernel::{
    About, Adjustment, Canvas, Cell, Chart, Extent, Game, Gauge, Grammar, Guide, Heard, Mood, Options,
    Outcome, Panel, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Survey, Teaching, View, Vitals,
    Warning, fill,
};

impl Game for Dungeon {
    const ABOUT: About = About {
        id: "dungeon",
        title: "Dungeons in XML",
        pitch: "Dungeons anyone can write in a text file, with trolls, cursed scrolls and surprises.",
        goal: "Explore the rooms, slay what bars the way and gain points; each dungeon defines when it is won.",
        scene_speaks: true,
        misread: None,
        leave: &["q", "quit", ":q"],
        rest: "You cannot wait here, but walking heals: the panel shows when you regain the next HP.",
        evade: "",
        rules: 1,
        seats: 1,
        options: &setup::OPTIONS,
        gauges: &[
            Gauge::from("hp", i32::MIN),
            Gauge::from("score", i32::MIN),
            Gauge::from("turn", 0),
            Gauge::from("pack", 0),
            Gauge::from("hallucinating", 0),
        ],
        guards: &panel::GUARDS,
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
        Self::begin(setup, seed)
    }

    fn refusal(&self, _: Seat, command: Command) -> Option<Refused> {
        rules::refusal(self, command)
    }

    fn may(&self, _: Seat, command: Command) -> bool {
        rules::may(self, command)
    }

    fn act(&mut self, _: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        rules::act(self, command, events)
    }

    fn set_dice(&mut self, dice: Rng) {
        rules::set_dice(self, dice);
    }

    fn draw(&self, _: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(self, view, scene);
    }

    fn paint(&self, _: Seat, canvas: &mut Canvas<'_>) {
        draw::paint(self, canvas);
    }

    fn extent(&self, _: Seat, _: &View<'_>) -> Extent {
        let facts = &self.plan().facts;
        Extent { cols: facts.cols, rows: facts.rows }
    }

    fn look(&self, _: Seat, _: &View<'_>, at: Pos, out: &mut String) {
        draw::look(self, at, out);
    }

    fn gauges(&self, _: Seat, out: &mut [i32]) {
        let hero = self.hero();
        let left = if self.is_hallucinating() { hero.hallucinating_until - hero.moves } else { 0 };
        let (hp, turn, pack) = (hero.hp.into(), hero.moves.into(), hero.pack.len() as i64);
        fill(out, [hp, hero.score, turn, pack, left.into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = self.hero().score;
        self.end().map(|end| Outcome { verdict: end.verdict(), score, left: end == rules::End::Left })
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }
}

impl Guide for Dungeon {
    const SURVEY: Survey<Setup> = survey::SURVEY;
    const TEACHING: Teaching = Teaching {
        tutorial: Some(&tutorial::LESSON),
        hints: &tutorial::HINTS,
        reference: reference::tables,
        editions: &[
            "A dungeon from a text file: the wine cellar, another of the campaign, or one you have written.",
            "Five dungeons below each other, new for every seed, a keeper before each stairs, and the amulet of the deep at the end.",
        ],
        ..Teaching::NONE
    };

    fn vitals(&self, seat: Seat) -> Vitals {
        let vitals = Vitals::of(self, seat).exactly("score", self.hero().score);
        match self.descent() {
            Some(descent) => vitals.with("depth", i64::from(descent.depth)),
            None => vitals,
        }
    }

    fn has_chart(&self) -> bool {
        true
    }

    fn chart(&self, _: Seat, _: &View<'_>) -> Option<Chart> {
        Some(draw::chart(self))
    }

    fn panel(&self, _: Seat, _: &View<'_>) -> Panel {
        self.at_a_glance()
    }

    fn mood(&self, _: Seat) -> Option<Mood> {
        let depth = self.descent().map_or(0, |descent| descent.depth as usize);
        Some(content::MOODS[depth.min(content::MOODS.len() - 1)])
    }

    fn warning(&self, _: Seat, command: Command) -> Option<Warning> {
        self.warn(command)
    }

    fn hear(&self, _: Seat, _: &View<'_>, at: Pos, cell: Cell) -> Heard {
        self.hear_cell(at, cell)
    }

    fn advise(&self, _: Seat, dice: &mut Rng) -> Option<Command> {
        self.advice(dice)
    }

    fn adjustments(&self, _: Seat) -> Vec<Adjustment> {
        self.adjustments()
    }

    fn adjust(&mut self, _: Seat, name: &str, value: u32) {
        self.adjust(name, value);
    }
}

#[cfg(test)]
mod laws_tests;
