//! Running, resting and repeating the last command. Each step is an ordinary command; `helpers::habit`
//! decides when to stop, from what the player can see.

use super::walk::Walk;
use super::{Mode, Play};
use crate::context::Context;
use console::{Front, Key};
use helpers::fight::Fight;
use helpers::habit::{self, Habit, Sight, Stop};
use helpers::walker::Next;
use kernel::{Chart, Dir, Pos, Seat, Stroke, Vitals};

/// What the player could see before a command.
struct Seen {
    chart: Chart,
    vitals: Vitals,
}

impl Seen {
    fn sight<'a>(&'a self, said: &'a [session::Sentence]) -> Sight<'a> {
        Sight { chart: &self.chart, said, vitals: &self.vitals }
    }
}

impl Play {
    fn see(&self) -> Option<Seen> {
        Some(Seen { chart: self.near_chart()?, vitals: self.session().vitals(self.session().to_move()) })
    }

    /// Waits for the direction to run in.
    pub(super) fn ask_where_to_run(&mut self) {
        if self.has_chart {
            self.mode = Mode::Run;
        } else {
            self.toast = Some("There is nowhere to run to in this game.".to_owned());
        }
    }

    pub(super) fn run_key(&mut self, key: Key, context: &Context) {
        match self.table.way(key) {
            _ if key == Key::Esc => {}
            Some(way) => self.begin_run(way, context),
            None => self.mode = Mode::Run,
        }
    }

    /// Runs in a direction; takes a single step in games without a chart.
    pub(super) fn begin_run(&mut self, way: Dir, context: &Context) {
        if self.has_chart {
            self.begin_habit(Habit::Run(way), context);
        } else {
            self.step(way, context);
        }
    }

    pub(super) fn begin_rest(&mut self, context: &Context) {
        let waits = habit::waiting_verb(&self.verbs, self.session().phase()).is_some();
        if waits && self.has_chart {
            self.begin_habit(Habit::Rest, context);
        } else {
            let helps = self.session().about().rest;
            let helps = if helps.is_empty() { "You cannot wait at this moment." } else { helps };
            self.toast = Some(helps.to_owned());
        }
    }

    /// Whether the game has a command for waiting and reports what comes into view.
    pub(super) fn can_rest(&self) -> bool {
        self.has_chart && (0..8).any(|phase| habit::waiting_verb(&self.verbs, phase).is_some())
    }

    fn begin_habit(&mut self, habit: Habit, context: &Context) {
        let Some(seen) = self.see() else { return };
        match habit::begin(habit, seen.sight(&[])) {
            Ok(habit) => {
                self.log.begin();
                self.walk_on(Walk::Habit(habit, 0), context);
            }
            Err(stop) => {
                let told = match stop {
                    Stop::Threat => Some("Not while something hostile is in view."),
                    Stop::Wall => Some("You see no safe step there."),
                    other => other.told(),
                };
                self.toast = told.map(str::to_owned);
            }
        }
    }

    /// Plays one command of a habit; false when it is over.
    pub(super) fn follow_habit(
        &mut self,
        walk: &mut Walk,
        habit: Habit,
        done: usize,
        context: &Context,
    ) -> bool {
        let Some(before) = self.see() else { return false };
        let commands = self.session().commands();
        match habit {
            Habit::Run(way) => {
                self.step(way, context);
            }
            Habit::Rest => match habit::waiting_verb(&self.verbs, self.session().phase()) {
                Some(verb) => {
                    self.press(Stroke::Verb(verb), verb, context);
                }
                None => return false,
            },
        }
        if self.session().commands() == commands || self.session().outcome().is_some() {
            return false;
        }
        let Some(now) = self.see() else { return false };
        match habit::go_on(habit, before.sight(&[]), now.sight(self.session().said()), done + 1) {
            Ok(habit) => {
                *walk = Walk::Habit(habit, done + 1);
                true
            }
            Err(stop) => {
                self.toast = stop.told().map(str::to_owned);
                false
            }
        }
    }

    /// Fights the enemy at a cell relative to the hero; by default the one that just blocked the way, else
    /// the most important one.
    pub(super) fn begin_fight(&mut self, chosen: Option<Pos>, context: &Context) {
        let chosen = chosen.or_else(|| self.walker.barring(self.session()));
        let stop = context.settings.fight_stop;
        match Fight::begin(self.opened.session.as_ref(), chosen, stop) {
            Ok(fight) => {
                self.fight = Some(fight);
                self.log.begin();
                self.walk_on(Walk::Fight, context);
            }
            Err(end) => self.end_walk(end, context),
        }
    }

    /// Plays one blow of a fight; false when it is over.
    pub(super) fn next_blow(&mut self, context: &Context) -> bool {
        let Some(mut fight) = self.fight.take() else { return false };
        let next = match fight.next(self.opened.session.as_ref()) {
            Ok(next) => next,
            Err(end) => {
                self.end_walk(end, context);
                return false;
            }
        };
        self.hurried = true;
        match next {
            Next::Step(way) => self.step(way, context),
            Next::Line(line) => self.play_unasked(&line, context),
        }
        self.hurried = false;
        match fight.played(self.opened.session.as_ref()) {
            Ok(()) => {
                self.fight = Some(fight);
                true
            }
            Err(end) => {
                self.end_walk(end, context);
                false
            }
        }
    }

    /// Repeats the last command of a person.
    pub(super) fn repeat(&mut self, context: &Context) {
        let session = self.session();
        let mut log = session.log();
        let last = log.iter().rposition(|(seat, _)| !session.has_strategy(Seat(*seat)));
        match last.map(|at| log.swap_remove(at).1) {
            Some(line) => self.type_line(&line, context),
            None => self.toast = Some("There is no command to repeat yet.".to_owned()),
        }
    }

    /// The help page of this game.
    pub(super) fn help(&self, context: &Context) -> Vec<console::HelpRow> {
        let goal =
            if self.side.panel.goal.is_empty() { self.session().about().goal } else { &self.side.panel.goal };
        let session = self.session();
        let unicode = context.look.is_unicode();
        let mut page = console::help_of_game(
            session.title(),
            goal,
            &self.verbs,
            &self.table,
            &self.not_here(),
            session.phase(),
            unicode,
        );
        if let Some(entry) = self.entry {
            page.extend(console::help_of_tables(&(entry.teaching.reference)()));
            page.extend(console::help_of_options(entry.options));
        }
        page
    }

    /// The application commands that do not apply to this game.
    pub(super) fn not_here(&self) -> Vec<Front> {
        let mut without = Vec::new();
        for (fronts, has) in [
            (&[Front::Travel, Front::Explore, Front::Run, Front::Fight][..], self.has_chart),
            (&[Front::Rest], self.can_rest()),
            (&[Front::Map], self.has_map),
            (&[Front::Coach, Front::Hint], self.has_coach()),
        ] {
            if !has {
                without.extend(fronts);
            }
        }
        without
    }
}
