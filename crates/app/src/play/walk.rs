//! Travel and auto-explore: plans on what the player knows, walks by ordinary commands, and stops when anything happens.
//!
//! Each step is judged on a chart of what lies around the hero. Only plans that lead further ask for a large one, because
//! that costs more than a step, and they are kept until they are walked or have lost their aim.

use super::{Mode, Play};
use crate::context::Context;
use helpers::habit::Habit;
use helpers::travel;
use kernel::{Chart, Dir, Ground, Pos, Stroke};
use std::collections::VecDeque;
use std::mem::take;

/// More steps than any walk needs; a guard against a board that fools the planner.
const LONGEST: usize = 20_000;

/// The view that is asked for a chart of all that is near the hero; games without an edge answer with their usual window.
const NEAR: (u16, u16) = (0, 0);
/// The view that is asked for a chart to plan on: larger than any screen.
const FAR: (u16, u16) = (1203, 299);

/// A walk under way.
pub(super) struct Walk {
    pub(super) aim: Aim,
    /// The steps still to be made.
    pub(super) plan: VecDeque<Dir>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The end of the plan.
    Goal,
    /// Whatever is unknown or worth having.
    Explore,
    /// A place the player gave a name.
    Place(char),
    /// None: a habit is followed, so many commands of it already.
    Habit(Habit, usize),
}

impl Play {
    fn chart(&self, (cols, rows): (u16, u16)) -> Option<Chart> {
        self.session().chart(self.session().to_move(), cols, rows)
    }

    /// The chart of what lies around the hero.
    pub(super) fn near_chart(&self) -> Option<Chart> {
        self.chart(NEAR)
    }

    /// The chart of what is on the screen.
    fn shown(&self) -> Option<Chart> {
        self.chart(self.stage.asked())
    }

    /// The chart of an explorer. A prize that was walked over and still lies there is left for the player to decide on.
    fn chart_to_explore(&self, size: (u16, u16)) -> Option<Chart> {
        let mut chart = self.chart(size)?;
        for &at in &self.left_lying {
            if chart.ground.get(at) == Some(&Ground::Prize) {
                chart.ground.set(at, Ground::Open);
            }
        }
        Some(chart)
    }

    pub(super) fn begin_explore(&mut self, context: &Context) {
        match self.chart_to_explore(NEAR) {
            None => self.toast = Some("There is nothing to explore in this game.".to_owned()),
            Some(chart) if chart.threat => self.toast = Some(DANGER.to_owned()),
            Some(chart) => match self.exploration(&chart) {
                Some(plan) => self.begin_walk(Aim::Explore, plan, context),
                None => {
                    let exit = travel::nearest_exit(&chart).is_some();
                    if exit {
                        self.mode = Mode::Explored;
                    }
                    let more = if exit { " The same key again walks to the way out." } else { "" };
                    self.toast = Some(format!("{EXPLORED}{more}"));
                }
            },
        }
    }

    /// A walk to something new: near if there is anything, else as far as plans go.
    fn exploration(&self, near: &Chart) -> Option<VecDeque<Dir>> {
        let plan = travel::exploration(near).or_else(|| travel::exploration(&self.chart_to_explore(FAR)?));
        plan.filter(|plan| !plan.is_empty()).map(Into::into)
    }

    pub(super) fn walk_to_exit(&mut self, context: &Context) {
        if let Some(exit) = self.shown().as_ref().and_then(travel::nearest_exit) {
            self.travel_to(exit, context);
        }
    }

    /// Walks to a cell of the board on the screen.
    pub(super) fn travel_to(&mut self, goal: Pos, context: &Context) {
        let (Some(shown), Some(chart)) = (self.shown(), self.chart(FAR)) else { return };
        // Boards that follow the hero show him at another cell when they are larger.
        let goal = Pos::new(goal.x + chart.hero.x - shown.hero.x, goal.y + chart.hero.y - shown.hero.y);
        match travel::path(&chart, goal) {
            None => self.toast = Some(NO_WAY.to_owned()),
            Some(path) if path.is_empty() => {}
            // One step is as safe as the player thinks it is.
            Some(path) if chart.threat && path.len() > 1 => self.toast = Some(DANGER.to_owned()),
            Some(path) => self.begin_walk(Aim::Goal, path.into(), context),
        }
    }

    /// Walks to a place the player gave a name.
    pub(super) fn travel_to_place(&mut self, name: char, context: &Context) {
        match self.leg(name) {
            Err(why) => self.toast = Some(why.to_owned()),
            Ok(plan) => self.begin_walk(Aim::Place(name), plan, context),
        }
    }

    /// The way to a named place as far as it can be planned from here, or why there is none.
    fn leg(&self, name: char) -> Result<VecDeque<Dir>, &'static str> {
        let chart = self.chart(FAR).ok_or(NO_WAY)?;
        let place = place_of(&chart, name).ok_or(NO_WAY)?;
        if place == chart.hero {
            return Err("You are there.");
        }
        if chart.threat {
            return Err(DANGER);
        }
        let plan = travel::approach(&chart, place);
        let known = if chart.ground.contains(place) { NO_WAY } else { "You know no way that leads nearer." };
        plan.filter(|plan| !plan.is_empty()).map(Into::into).ok_or(known)
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
        // Beside the hero a click is a step, also at a foe; farther away it is a walk.
        match Dir::from_delta(at.x - chart.hero.x, at.y - chart.hero.y) {
            Some(way) if self.verb_of(way).is_some() => {
                self.step(way, context);
            }
            _ => self.travel_to(at, context),
        }
    }

    pub(super) fn begin_walk(&mut self, aim: Aim, plan: VecDeque<Dir>, context: &Context) {
        self.log.begin();
        self.walk_on(Walk { aim, plan }, context);
    }

    /// The next step; all of them where nothing is animated.
    pub(super) fn walk_on(&mut self, mut walk: Walk, context: &Context) {
        let limit = if context.settings.animation.step().is_none() { LONGEST } else { 1 };
        for _ in 0..limit {
            if !self.next_step(&mut walk, context) || !matches!(self.mode, Mode::Game) {
                return;
            }
        }
        self.mode = Mode::Walk(walk);
    }

    /// One step of the walk; false when it is over.
    fn next_step(&mut self, walk: &mut Walk, context: &Context) -> bool {
        if let Aim::Habit(habit, done) = walk.aim {
            return self.follow_habit(walk, habit, done, context);
        }
        let Some(before) = self.chart_to_explore(NEAR) else { return false };
        if let Err(why) = self.plan_on(walk, &before) {
            self.toast = Some(why.to_owned());
            return false;
        }
        let Some(way) = walk.plan.pop_front() else { return false };
        let last = walk.plan.is_empty() && walk.aim != Aim::Explore;
        let ahead = before.ground.get(before.hero.step(way)).copied().unwrap_or_default();
        let is_free = match ahead {
            Ground::Open | Ground::Prize => true,
            Ground::Exit | Ground::Danger => last,
            Ground::Blocked | Ground::Unknown => false,
        };
        if !is_free {
            self.toast = Some("The way is no longer free.".to_owned());
            return false;
        }
        let commands = self.session().commands();
        let spoke = self.step(way, context);
        self.note_prize(before.hero, ahead);
        if self.session().commands() == commands || spoke || self.session().outcome().is_some() {
            return false;
        }
        match self.chart_to_explore(NEAR) {
            None => false,
            Some(now) if now.threat => {
                self.toast = Some("You stop: something hostile is in view.".to_owned());
                false
            }
            Some(now) => {
                // A step that neither moved the hero nor scrolled the board leads nowhere.
                let moved = now.hero != before.hero || now.ground != before.ground;
                let there = match walk.aim {
                    Aim::Goal => last,
                    Aim::Explore | Aim::Habit(..) => false,
                    Aim::Place(name) => place_of(&now, name) == Some(now.hero),
                };
                if walk.aim == Aim::Explore && now.hero != before.hero {
                    // A board that stands still shows all there is to know: the best aim is found anew every step.
                    walk.plan.clear();
                }
                moved && !there
            }
        }
    }

    /// Remembers a prize that was walked over. On a board that scrolls, or after a leap to another place, cells are
    /// no longer what they were.
    fn note_prize(&mut self, before: Pos, ahead: Ground) {
        let Some(now) = self.chart(NEAR) else { return };
        if now.hero.king_distance(before) != 1 {
            self.left_lying.clear();
        } else if ahead == Ground::Prize {
            self.left_lying.push(now.hero);
        }
    }

    /// Makes sure that there is a step to make, or says why there is none.
    fn plan_on(&self, walk: &mut Walk, near: &Chart) -> Result<(), &'static str> {
        match walk.aim {
            Aim::Goal | Aim::Habit(..) => {}
            Aim::Explore if is_worth_walking(near, &walk.plan) => {}
            Aim::Explore => walk.plan = self.exploration(near).ok_or(EXPLORED)?,
            Aim::Place(name) if walk.plan.is_empty() => walk.plan = self.leg(name)?,
            Aim::Place(_) => {}
        }
        Ok(())
    }

    fn verb_of(&self, way: Dir) -> Option<usize> {
        let phase = self.session().phase();
        self.verbs.iter().position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)
    }

    /// One step; true when more was said than that it was made.
    pub(super) fn step(&mut self, way: Dir, context: &Context) -> bool {
        let Some(verb) = self.verb_of(way) else {
            self.toast = Some("Nobody walks at this moment.".to_owned());
            return false;
        };
        self.press(Stroke::Verb(verb), verb, context)
    }
}

/// True while a plan of somebody who explores begins safely and ends where there is still something to find. An end that
/// lies beyond the chart or at its rim is not in view yet.
fn is_worth_walking(near: &Chart, plan: &VecDeque<Dir>) -> bool {
    let Some(&first) = plan.front() else { return false };
    let is_safe = matches!(near.ground.get(near.hero.step(first)), Some(Ground::Open | Ground::Prize));
    let end = plan.iter().fold(near.hero, |at, &way| at.step(way));
    let in_view = Dir::ALL.iter().all(|&way| near.ground.contains(end.step(way).step(way)));
    is_safe && (!in_view || travel::is_goal_of_exploring(near, end))
}

fn place_of(chart: &Chart, name: char) -> Option<Pos> {
    chart.places.iter().find(|(named, _)| *named == name).map(|(_, at)| *at)
}

const DANGER: &str = "Not while something hostile is in view.";
const EXPLORED: &str = "Nothing within reach is left to explore.";
const NO_WAY: &str = "You know no safe way there.";
