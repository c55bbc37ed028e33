//! Travel and auto-explore: plans on what the player knows, walks by ordinary commands, and stops when anything happens.

use super::Play;
use crate::house::House;
use kernel::{Chart, Dir, Ground, Pos, Stroke};
use session::travel;
use std::collections::VecDeque;

/// More steps than any walk needs; a guard against a board that fools the planner.
const LONGEST: usize = 20_000;

/// A walk under way.
pub(super) enum Walk {
    /// Along these steps.
    Path(VecDeque<Dir>),
    /// To whatever is unknown or worth having.
    Explore,
}

impl Play {
    fn chart(&self) -> Option<Chart> {
        let (cols, rows) = self.stage.asked();
        self.session().chart(cols, rows)
    }

    /// The chart of an explorer. A prize that was walked over and still lies there is left for the player to decide on.
    fn chart_to_explore(&self) -> Option<Chart> {
        let mut chart = self.chart()?;
        for &at in &self.left_lying {
            if chart.ground.get(at) == Some(&Ground::Prize) {
                chart.ground.set(at, Ground::Open);
            }
        }
        Some(chart)
    }

    pub(super) fn begin_explore(&mut self, house: &House) {
        match self.chart_to_explore() {
            None => self.toast = Some("There is nothing to explore in this game.".to_owned()),
            Some(chart) if chart.threat => self.toast = Some(DANGER.to_owned()),
            Some(chart) if travel::explore(&chart).is_none() => {
                let exit = travel::nearest_exit(&chart).is_some();
                self.explored = exit;
                let more = if exit { " The same key again walks to the way out." } else { "" };
                self.toast = Some(format!("Nothing within reach is left to explore.{more}"));
            }
            Some(_) => self.begin_walk(Walk::Explore, house),
        }
    }

    pub(super) fn walk_to_exit(&mut self, house: &House) {
        if let Some(exit) = self.chart().as_ref().and_then(travel::nearest_exit) {
            self.travel_to(exit, house);
        }
    }

    pub(super) fn travel_to(&mut self, goal: Pos, house: &House) {
        let Some(chart) = self.chart() else { return };
        match travel::path(&chart, goal) {
            None => self.toast = Some("You know no safe way there.".to_owned()),
            Some(path) if path.is_empty() => {}
            // One step is as safe as the player thinks it is.
            Some(path) if chart.threat && path.len() > 1 => self.toast = Some(DANGER.to_owned()),
            Some(path) => self.begin_walk(Walk::Path(path.into()), house),
        }
    }

    pub(super) fn click(&mut self, x: u16, y: u16, house: &House) {
        if self.walk.take().is_some() {
            return;
        }
        if self.waits_for_key || !self.beats.is_empty() {
            return self.skip_beats();
        }
        let (Some(at), Some(chart)) = (self.stage.cell_at(x, y), self.chart()) else { return };
        self.mode = super::Mode::Game;
        if !self.is_plain_game() {
            return;
        }
        // Beside the hero a click is a step, also at a foe; farther away it is a walk.
        match Dir::from_delta(at.x - chart.hero.x, at.y - chart.hero.y) {
            Some(way) if self.verb_of(way).is_some() => self.step(way, house),
            _ => self.travel_to(at, house),
        }
    }

    fn begin_walk(&mut self, walk: Walk, house: &House) {
        self.walk = Some(walk);
        self.log.begin();
        self.walk_on(house);
    }

    /// The next step; all of them where nothing is animated.
    pub(super) fn walk_on(&mut self, house: &House) {
        let limit = if house.settings.animation.step().is_none() { LONGEST } else { 1 };
        for _ in 0..limit {
            if !self.next_step(house) {
                self.walk = None;
                return;
            }
        }
    }

    /// One step of the walk; false when it is over.
    fn next_step(&mut self, house: &House) -> bool {
        let Some(before) = self.chart_to_explore() else { return false };
        let (way, last) = match &mut self.walk {
            None => return false,
            Some(Walk::Explore) => match travel::explore(&before) {
                Some(way) => (way, false),
                None => {
                    self.toast = Some("Nothing within reach is left to explore.".to_owned());
                    return false;
                }
            },
            Some(Walk::Path(path)) => match path.pop_front() {
                Some(way) => (way, path.is_empty()),
                None => return false,
            },
        };
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
        self.step(way, house);
        self.note_prize(before.hero, ahead);
        if self.session().commands() == commands || self.spoke || self.session().outcome().is_some() {
            return false;
        }
        match self.chart() {
            None => false,
            Some(now) if now.threat => {
                self.toast = Some("You stop: something hostile is in view.".to_owned());
                false
            }
            // A step that neither moved the hero nor scrolled the board leads nowhere.
            Some(now) => !last && (now.hero != before.hero || now.ground != before.ground),
        }
    }

    /// Remembers a prize that was walked over. On a board that scrolls, or after a leap to another place, cells are
    /// no longer what they were.
    fn note_prize(&mut self, before: Pos, ahead: Ground) {
        let Some(now) = self.chart() else { return };
        if now.hero.king_distance(before) != 1 {
            self.left_lying.clear();
        } else if ahead == Ground::Prize {
            self.left_lying.push(now.hero);
        }
    }

    fn verb_of(&self, way: Dir) -> Option<usize> {
        let phase = self.session().phase();
        self.verbs.iter().position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)
    }

    fn step(&mut self, way: Dir, house: &House) {
        match self.verb_of(way) {
            Some(verb) => self.press(Stroke::Verb(verb), Some(verb), house),
            None => self.toast = Some("Nobody walks at this moment.".to_owned()),
        }
    }
}

const DANGER: &str = "Not while something hostile is in view.";
