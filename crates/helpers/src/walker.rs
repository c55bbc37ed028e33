//! Explores, fetches and travels for the player. It uses the charts and sights of the player and returns one
//! command at a time, which the caller submits as an ordinary command.
//!
//! It never plays a command that the game warns of, never walks to and fro, and stops with the true reason.

mod reason;

use crate::danger::{Lookout, in_view};
use crate::travel;
use kernel::{Chart, Cue, Dir, Errand, Ground, Pos, Sort, Warning};
use session::{Outlook, Session};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The view for a chart of the surroundings; games without an edge return their usual window.
pub const NEAR: (u16, u16) = (0, 0);
/// The view for a chart to plan on: larger than any screen.
pub const FAR: (u16, u16) = (1203, 299);
/// The maximum number of visits to a cell without progress.
const VISITS: u8 = 3;
/// The maximum number of steps of exploring in an endless world.
const ENDLESS: usize = 300;
/// The maximum number of commands of a walk to somebody who moves.
const FOLLOWED: usize = 80;
/// The number of steps with warnings that are avoided before the player is asked.
const DETOURS: usize = 8;

/// The purpose of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To explore the unknown and fetch what is worth having.
    Explore,
    /// To a cell, relative to the hero at the beginning; to a neighbour if it cannot be entered.
    Goal(Pos),
    /// To a named place, which may be far away.
    Place(char),
}

/// A command to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step.
    Step(Dir),
    /// A line, spelled as in a run.
    Line(String),
}

/// Why a walk ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The screen shows it: the goal is reached, or something was said.
    Shown,
    /// A sentence.
    Told(String),
    /// Nothing within reach is left to explore.
    Explored {
        /// What blocks the rest, or what is left to do, in a sentence.
        barred: Option<String>,
        /// The name of the nearest exit, its position relative to the hero, and the number of steps.
        exit: Option<(String, Pos, usize)>,
    },
    /// The game warns of the next command.
    Warned(Next, Warning),
}

/// The knowledge before the current command.
struct Before {
    chart: Chart,
    hp: Option<i64>,
    phase: u8,
    played: Next,
}

/// A walker, with what it remembers between walks. Cells are relative to its first position.
#[derive(Default)]
pub struct Walker {
    lookout: Lookout,
    aim: Option<Aim>,
    plan: VecDeque<Dir>,
    hero: Pos,
    /// The hero's position on the board.
    board: Pos,
    /// Whether the board scrolls with the hero.
    scrolls: bool,
    floor: Option<i64>,
    /// The number of the game's commands at the last update.
    commands: usize,
    /// Goals that were reached and errands that were done: each only once.
    done: BTreeSet<(i32, i32, String)>,
    /// Cells of this walk that the game warns of.
    avoided: BTreeSet<(i32, i32)>,
    visits: BTreeMap<(i32, i32), u8>,
    /// The number of commands of this walk.
    walked: usize,
    /// The last two steps.
    steps: [Option<Dir>; 2],
    /// The friend this walk goes to, by name: the goal moves along.
    friend: Option<String>,
    before: Option<Before>,
    /// The enemy that was named as the reason of the last end, relative to the hero, and the number of commands
    /// then.
    barring: Cell<Option<(usize, Pos)>>,
}

impl Walker {
    /// Begins a walk.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin(&mut self, aim: Aim, session: &dyn Session) -> Result<(), End> {
        let chart = self.look(session)?;
        self.avoided.clear();
        self.visits.clear();
        self.plan.clear();
        self.walked = 0;
        self.before = None;
        self.aim = Some(match aim {
            Aim::Goal(by) => Aim::Goal(self.hero + by),
            other => other,
        });
        self.friend = match aim {
            Aim::Goal(by) => friend_at(session, chart.hero + by),
            Aim::Explore | Aim::Place(_) => None,
        };
        let looked = self.lookout.begin(&chart, session);
        match aim {
            // A single step is not checked for danger.
            Aim::Goal(by) if by.king_distance(Pos::default()) <= 1 => Ok(()),
            _ => looked.map_err(End::Told),
        }
    }

    /// The chart of the surroundings. Other commands of the player, or a new floor, invalidate the remembered
    /// cells.
    fn look(&mut self, session: &dyn Session) -> Result<Chart, End> {
        let seat = session.to_move();
        let chart = session.chart(seat, NEAR.0, NEAR.1);
        let chart = chart.ok_or_else(|| End::Told("There is nowhere to walk at this moment.".to_owned()))?;
        let floor = floor_of(session);
        let others = session.commands() != self.commands;
        let leapt = !others && chart.hero.king_distance(self.board) > 1;
        if floor != self.floor || leapt || (others && self.scrolls) {
            self.done.clear();
            self.scrolls = false;
        }
        if others || leapt {
            self.steps = [None; 2];
            self.hero = chart.hero;
        }
        (self.floor, self.commands, self.board) = (floor, session.commands(), chart.hero);
        Ok(chart)
    }

    /// The coordinates of a cell of a chart in the walker's system.
    fn cell(&self, chart: &Chart, at: Pos) -> Pos {
        self.hero + (at - chart.hero)
    }

    /// The chart as used by this walker: done goals are ordinary ground, avoided cells are dangerous.
    fn judged(&self, mut chart: Chart) -> Chart {
        let (done, avoided) = (&self.done, &self.avoided);
        let offset = self.hero - chart.hero;
        for at in chart.ground.positions() {
            let cell = at + offset;
            let ground = match chart.ground.get(at) {
                Some(Ground::Open | Ground::Prize) if avoided.contains(&(cell.x, cell.y)) => Ground::Danger,
                Some(Ground::Prize) if done.contains(&(cell.x, cell.y, String::new())) => Ground::Open,
                _ => continue,
            };
            chart.ground.set(at, ground);
        }
        chart.errands.retain(|errand| {
            let cell = errand.at + offset;
            !done.contains(&(cell.x, cell.y, errand.line.clone()))
        });
        chart
    }

    fn chart(&self, session: &dyn Session, view: (u16, u16)) -> Option<Chart> {
        session.chart(session.to_move(), view.0, view.1).map(|chart| self.judged(chart))
    }

    /// The cells to explore that can be reached safely.
    fn goals(&self, chart: &Chart) -> Vec<Pos> {
        let mut goals = self.wishes(chart);
        goals.retain(|&at| matches!(chart.ground.get(at), Some(Ground::Open | Ground::Prize)));
        goals
    }

    /// The cells to explore.
    fn wishes(&self, chart: &Chart) -> Vec<Pos> {
        let is_goal = |&at: &Pos| {
            let cell = self.cell(chart, at);
            at != chart.hero
                && travel::is_goal_of_exploring(chart, at)
                && !self.done.contains(&(cell.x, cell.y, String::new()))
        };
        let errands = chart.errands.iter().map(|errand| errand.at);
        chart.ground.positions().filter(is_goal).chain(errands).collect()
    }

    /// The next command.
    ///
    /// # Errors
    /// Why the walk ends.
    pub fn next(&mut self, session: &dyn Session) -> Result<Next, End> {
        self.walked += 1;
        self.follow_friend(session)?;
        let Some(aim) = self.aim else { return Err(End::Shown) };
        if aim == Aim::Explore && self.scrolls && self.walked > ENDLESS {
            return Err(End::Told(format!("You have explored {ENDLESS} steps on; there is always more.")));
        }
        for _ in 0..DETOURS {
            let near = self.look(session).map(|chart| self.judged(chart))?;
            let next = match self.errand_here(&near) {
                Some(errand) if self.is_wanted(aim) => {
                    self.note_done(&near, errand.at, &errand.line);
                    if errand.line.is_empty()
                        || session.outlook(session.to_move(), &errand.line) != Outlook::Fine
                    {
                        continue;
                    }
                    Next::Line(errand.line)
                }
                _ => match self.step(aim, &near, session)? {
                    Some(way) => Next::Step(way),
                    None => continue,
                },
            };
            if let (Next::Step(way), None) = (&next, &self.friend) {
                self.check_to_and_fro(*way, &near, session)?;
            }
            let seat = session.to_move();
            let hp = session.vitals(seat).number("hp");
            self.before = Some(Before { chart: near, hp, phase: session.phase(), played: next.clone() });
            return Ok(next);
        }
        Err(End::Told("Every way on has a warning: the next step is yours.".to_owned()))
    }

    /// Moves the goal along with the friend this walk goes to.
    ///
    /// # Errors
    /// The friend stands beside the player, has gone, or cannot be caught up with.
    fn follow_friend(&mut self, session: &dyn Session) -> Result<(), End> {
        let (Some(name), Some(Aim::Goal(goal))) = (self.friend.clone(), self.aim) else { return Ok(()) };
        let chart = self.look(session)?;
        let friends = in_view(session, session.to_move());
        let friends = friends.iter().filter(|sight| sight.sort == Sort::Friend && sight.name == name);
        let nearest =
            friends.map(|sight| self.cell(&chart, sight.at)).min_by_key(|at| at.king_distance(goal));
        let Some(at) = nearest else { return Err(End::Told(format!("The {name} is gone."))) };
        if at.king_distance(self.hero) <= 1 {
            return Err(End::Shown);
        }
        if self.walked > FOLLOWED {
            return Err(End::Told(format!("You cannot catch up with the {name}.")));
        }
        if at != goal {
            self.aim = Some(Aim::Goal(at));
            self.plan.clear();
        }
        Ok(())
    }

    /// Whether what lies where the player stands is a goal of the walk.
    fn is_wanted(&self, aim: Aim) -> bool {
        aim == Aim::Explore || aim == Aim::Goal(self.hero)
    }

    fn errand_here(&self, near: &Chart) -> Option<Errand> {
        near.errands.iter().find(|errand| errand.at == near.hero).cloned()
    }

    fn note_done(&mut self, chart: &Chart, at: Pos, line: &str) {
        let cell = self.cell(chart, at);
        self.done.insert((cell.x, cell.y, line.to_owned()));
        self.visits.clear();
    }

    /// The next step of the plan, which is renewed if it has become invalid; `None` if the game warns of it.
    fn step(&mut self, aim: Aim, near: &Chart, session: &dyn Session) -> Result<Option<Dir>, End> {
        if !self.is_worth_walking(aim, near) {
            self.plan = self.plan(aim, near, session)?;
        }
        let Some(&way) = self.plan.front() else { return Err(End::Shown) };
        let ahead = near.hero.step(way);
        let last = self.plan.len() == 1 && aim != Aim::Explore;
        let free = match near.ground.get(ahead).copied().unwrap_or_default() {
            Ground::Open | Ground::Prize => true,
            Ground::Exit | Ground::Danger => last,
            Ground::Blocked | Ground::Unknown => false,
        };
        if !free {
            return Err(End::Told(self.bar(near, &[ahead], session).unwrap_or_else(|| NO_WAY.to_owned())));
        }
        let Some(line) = step_line(session, way) else {
            return Err(End::Told("You cannot walk at this moment.".to_owned()));
        };
        match session.outlook(session.to_move(), line) {
            Outlook::Warned(warning) if last => Err(End::Warned(Next::Step(way), warning)),
            Outlook::Warned(_) | Outlook::Refused(_) => {
                let cell = self.cell(near, ahead);
                self.avoided.insert((cell.x, cell.y));
                self.plan.clear();
                Ok(None)
            }
            Outlook::Fine | Outlook::Misread => {
                self.plan.pop_front();
                Ok(Some(way))
            }
        }
    }

    /// Whether the plan begins safely and still ends at a goal. An end beyond the chart or at its edge is not
    /// in view yet.
    fn is_worth_walking(&self, aim: Aim, near: &Chart) -> bool {
        let Some(&first) = self.plan.front() else { return false };
        let is_safe = matches!(near.ground.get(near.hero.step(first)), Some(Ground::Open | Ground::Prize));
        match aim {
            Aim::Goal(_) | Aim::Place(_) => is_safe,
            Aim::Explore => {
                let end = self.plan.iter().fold(near.hero, |at, &way| at.step(way));
                let in_view = Dir::ALL.iter().all(|&way| near.ground.contains(end.step(way).step(way)));
                is_safe && (!in_view || self.goals(near).contains(&end))
            }
        }
    }

    fn plan(&self, aim: Aim, near: &Chart, session: &dyn Session) -> Result<VecDeque<Dir>, End> {
        match aim {
            Aim::Explore => {
                let explore =
                    |chart: &Chart| travel::nearest(chart, self.goals(chart)).filter(|plan| !plan.is_empty());
                let plan = explore(near).or_else(|| explore(&self.chart(session, FAR)?));
                plan.map(Into::into).ok_or_else(|| self.explored(near, session))
            }
            Aim::Goal(goal) => {
                let chart = self.chart(session, FAR).ok_or(End::Shown)?;
                let goal = chart.hero + (goal - self.hero);
                let plan = match chart.ground.get(goal) {
                    // A cell chosen by the player is entered even if it is dangerous.
                    Some(Ground::Danger) => travel::path(&chart, goal),
                    _ => travel::beside(&chart, goal),
                };
                let why = || self.bar(&chart, &[goal], session).unwrap_or_else(|| NO_WAY.to_owned());
                let plan: VecDeque<Dir> = plan.ok_or_else(|| End::Told(why()))?.into();
                if plan.is_empty() { Err(End::Shown) } else { Ok(plan) }
            }
            Aim::Place(name) => self.leg(name, session),
        }
    }

    /// The way to a named place as far as it can be planned.
    fn leg(&self, name: char, session: &dyn Session) -> Result<VecDeque<Dir>, End> {
        let told = |why: &str| End::Told(why.to_owned());
        let chart = self.chart(session, FAR).ok_or(End::Shown)?;
        let place = chart.places.iter().find(|(named, _)| *named == name).map(|(_, at)| *at);
        let place = place.ok_or_else(|| told(NO_WAY))?;
        if place == chart.hero {
            return Err(told("You are there."));
        }
        let plan = travel::approach(&chart, place).filter(|plan| !plan.is_empty());
        let known = if chart.ground.contains(place) { NO_WAY } else { "You know no way that leads nearer." };
        plan.map(Into::into)
            .ok_or_else(|| End::Told(self.bar(&chart, &[place], session).unwrap_or_else(|| known.to_owned())))
    }

    /// Checks the result of the command.
    ///
    /// # Errors
    /// Why the walk ends.
    pub fn played(&mut self, session: &dyn Session) -> Result<(), End> {
        let Some(before) = self.before.take() else { return Err(End::Shown) };
        let seat = session.to_move();
        if session.commands() == self.commands {
            // It was refused: its purpose is not tried again.
            if let Next::Step(way) = before.played {
                self.note_done(&before.chart, before.chart.hero.step(way), "");
            }
            return Err(End::Shown);
        }
        let Some(now) = session.chart(seat, NEAR.0, NEAR.1) else { return Err(End::Shown) };
        self.commands = session.commands();
        let moved = self.follow(&before, &now);
        let looked = self.lookout.watch(&now, session, None);
        let floor = floor_of(session);
        if session.outcome().is_some() || session.phase() != before.phase || floor != self.floor {
            return Err(End::Shown);
        }
        looked.map_err(End::Told)?;
        if session.said().iter().any(|said| matches!(said.cue, Cue::Bad | Cue::Beat | Cue::Pause)) {
            return Err(End::Shown);
        }
        if session.vitals(seat).number("hp") < before.hp {
            return Err(End::Told("You stop: that hurt.".to_owned()));
        }
        match (self.aim, before.played) {
            (Some(Aim::Explore), Next::Line(_)) => Ok(()),
            (_, Next::Line(_)) => Err(End::Shown),
            (_, Next::Step(_)) if !moved => Err(End::Shown),
            // Whether the friend is still beside the hero is seen before the next step.
            (Some(Aim::Goal(_)), _) if self.friend.is_some() => Ok(()),
            (Some(Aim::Goal(goal)), _) if goal == self.hero => {
                // What lies there is picked up by the next command.
                let here = |errand: &&Errand| errand.at == now.hero && !errand.line.is_empty();
                let is_fetched = now.errands.iter().any(|errand| here(&errand));
                if is_fetched { Ok(()) } else { Err(End::Shown) }
            }
            (Some(Aim::Goal(_)), _) if self.plan.is_empty() => Err(End::Shown),
            (Some(Aim::Place(name)), _) if now.places.contains(&(name, now.hero)) => Err(End::Shown),
            (Some(Aim::Explore), _) => {
                if self.plan.is_empty() || before.chart.ground.get(now.hero) == Some(&Ground::Prize) {
                    self.note_done(&now, now.hero, "");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Updates the position after a step of the hero or a scroll of the board; returns whether it has changed.
    fn follow(&mut self, before: &Before, now: &Chart) -> bool {
        let Next::Step(way) = before.played else {
            self.board = now.hero;
            return false;
        };
        let was = before.chart.hero;
        self.board = now.hero;
        self.steps = [self.steps[1], Some(way)];
        if now.hero == was.step(way) {
            self.hero = self.hero.step(way);
            return true;
        }
        if now.hero != was {
            // A jump: another floor, or another place on this one.
            self.done.clear();
            self.hero = now.hero;
            self.plan.clear();
            self.steps = [None; 2];
            return true;
        }
        let changed = now.ground != before.chart.ground;
        if changed {
            self.scrolls = true;
            self.hero = self.hero.step(way);
        }
        changed
    }
}

/// The number of the floor, or of the dungeon of a descent.
fn floor_of(session: &dyn Session) -> Option<i64> {
    let vitals = session.vitals(session.to_move());
    vitals.number("floor").or_else(|| vitals.number("depth"))
}

/// The name of the friend at a cell of the board.
fn friend_at(session: &dyn Session, at: Pos) -> Option<String> {
    let mut sights = in_view(session, session.to_move()).into_iter();
    sights.find(|sight| sight.at == at && sight.sort == Sort::Friend).map(|sight| sight.name)
}

/// The line of a step.
pub(crate) fn step_line(session: &dyn Session, way: Dir) -> Option<&'static str> {
    let phase = session.phase();
    let verbs = session.verbs();
    let verb = verbs.into_iter().find(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)?;
    verb.words.first().copied()
}

const NO_WAY: &str = "You know no safe way there.";
