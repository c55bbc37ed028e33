//! Travel, auto-explore and clicks: `helpers::walker` chooses each command, which is played like any other.

use super::{Mode, Play};
use crate::context::Context;
use crate::screen::Go;
use console::Front;
use helpers::habit::Habit;
use helpers::walker::{Aim, End, Next};
use kernel::{Chart, Dir, Pos, Stroke};
use std::mem::take;

/// Upper bound for the commands of a walk, in case a board fools the planner.
const LONGEST: usize = 20_000;

/// An automatic sequence of commands, until a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// A walk, controlled by the walker.
    Walker,
    /// A habit, with the number of commands so far.
    Habit(Habit, usize),
    /// A fight.
    Fight,
}

impl Play {
    /// The chart of the hero's surroundings.
    pub(super) fn near_chart(&self) -> Option<Chart> {
        let (cols, rows) = helpers::walker::NEAR;
        self.session().chart(self.session().to_move(), cols, rows)
    }

    /// The chart of the visible part of the board.
    pub(super) fn shown(&self) -> Option<Chart> {
        let (cols, rows) = self.stage.asked();
        self.session().chart(self.session().to_move(), cols, rows)
    }

    pub(super) fn begin_explore(&mut self, context: &Context) {
        if self.has_chart {
            self.begin_walk(Aim::Explore, context);
        } else {
            self.toast = Some("There is nothing to explore in this game.".to_owned());
        }
    }

    /// Walks to a cell of the visible board.
    pub(super) fn travel_to(&mut self, goal: Pos, context: &Context) {
        if let Some(shown) = self.shown() {
            self.begin_walk(Aim::Goal(goal - shown.hero), context);
        }
    }

    /// A click: on an answer to what is asked, on an entry of the panel, or on a cell of the board.
    pub(super) fn clicked(&mut self, (x, y): (u16, u16), context: &Context) -> Go {
        match take(&mut self.mode) {
            mode @ Mode::Where(_) => {
                self.mode = mode;
                self.where_click(self.stage.cell_at(x, y), context);
            }
            Mode::Places(places) => self.places_click(places, (x, y), context),
            mode => {
                let is_quiet = matches!(mode, Mode::Game);
                self.mode = mode;
                if let Some(go) = is_quiet.then(|| self.click_entry(x, y, context)).flatten() {
                    return go;
                }
                self.click(x, y, context);
            }
        }
        self.after_beats(context)
    }

    pub(super) fn click(&mut self, x: u16, y: u16, context: &Context) {
        match take(&mut self.mode) {
            Mode::Walk(_) => return,
            Mode::Beats(beats) => return self.skip_beats(beats),
            mode => self.mode = mode,
        }
        let (Some(at), Some(chart)) = (self.stage.cell_at(x, y), self.shown()) else { return };
        if matches!(self.mode, Mode::Argument { .. } | Mode::Which(_) | Mode::Point(_)) {
            return;
        }
        self.mode = Mode::Game;
        // Next to the hero a click is a step, even towards an enemy; farther away it is a walk.
        let by = at - chart.hero;
        match Dir::from_delta(by.x, by.y) {
            Some(way) if self.verb_of(way).is_some() => {
                self.step(way, context);
            }
            _ => self.travel_to(at, context),
        }
    }

    pub(super) fn begin_walk(&mut self, aim: Aim, context: &Context) {
        self.log.begin();
        match self.walker.begin(aim, self.opened.session.as_ref()) {
            Ok(()) => self.walk_on(Walk::Walker, context),
            Err(end) => self.end_walk(end, context),
        }
    }

    /// Plays the next command; all of them with animations off.
    pub(super) fn walk_on(&mut self, mut walk: Walk, context: &Context) {
        let limit = if context.animation().step().is_none() { LONGEST } else { 1 };
        for _ in 0..limit {
            let goes_on = match walk {
                Walk::Walker => self.next_step(context),
                Walk::Habit(habit, done) => self.follow_habit(&mut walk, habit, done, context),
                Walk::Fight => self.next_blow(context),
            };
            if !goes_on || !matches!(self.mode, Mode::Game) {
                return;
            }
        }
        self.mode = Mode::Walk(walk);
    }

    /// Plays one command of the walk; false when it is over.
    fn next_step(&mut self, context: &Context) -> bool {
        let next = match self.walker.next(self.opened.session.as_ref()) {
            Ok(next) => next,
            Err(end) => {
                self.end_walk(end, context);
                return false;
            }
        };
        match next {
            Next::Step(way) => self.step(way, context),
            Next::Line(line) => self.play_unasked(&line, context),
        }
        match self.walker.played(self.opened.session.as_ref()) {
            Ok(()) => true,
            Err(end) => {
                self.end_walk(end, context);
                false
            }
        }
    }

    /// Shows why a walk ended.
    pub(super) fn end_walk(&mut self, end: End, context: &Context) {
        let unicode = context.look.is_unicode();
        self.toast = match end {
            End::Shown => return,
            End::Told(why) => Some(self.with_keys(&why, unicode)),
            // The player asked for the last step, so it is taken, and an active guard asks first.
            End::Warned(Next::Step(way), _) => return self.step(way, context),
            End::Warned(Next::Line(line), _) => return self.type_line(&line, context),
            End::Explored { barred, exit: Some((name, at, steps)) } => {
                let key = self.table.front_key(Front::Explore, self.session().phase());
                let key = key.map_or_else(|| "the same key".to_owned(), |key| key.shown(unicode));
                let plural = if steps == 1 { "" } else { "s" };
                self.mode = Mode::Explored(at);
                let rest = barred.map(|who| who.replace("the only way", "the way to the rest"));
                let rest = rest.map_or_else(
                    || "Nothing is left to explore.".to_owned(),
                    |rest| self.with_keys(&rest, unicode),
                );
                let name = console::capital(&name);
                Some(format!("{rest} {name}: {steps} step{plural}, {key} goes there."))
            }
            End::Explored { barred, exit: None } => Some(barred.map_or_else(
                || "Nothing within reach is left to explore.".to_owned(),
                |barred| self.with_keys(&barred, unicode),
            )),
        };
    }

    /// Walks to the exit that was found.
    pub(super) fn walk_to_exit(&mut self, by: Pos, context: &Context) {
        self.begin_walk(Aim::Goal(by), context);
    }

    pub(super) fn verb_of(&self, way: Dir) -> Option<usize> {
        let phase = self.session().phase();
        self.verbs.iter().position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)
    }

    /// Takes one step.
    pub(super) fn step(&mut self, way: Dir, context: &Context) {
        match self.verb_of(way) {
            Some(verb) => self.press(Stroke::Verb(verb), verb, context),
            None => self.toast = Some("You cannot walk at this moment.".to_owned()),
        }
    }
}
