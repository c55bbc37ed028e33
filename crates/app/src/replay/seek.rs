//! Moving through a run: commands forwards, snapshots to go back to, and goals that are reached in slices, so that
//! a long way does not hold up a frame.

use super::{STRIDE, Theatre};
use session::{Before, Moment, Snapshot};

/// Number of commands played between two frames.
const SLICE: usize = 1000;

/// Where the theatre is going.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// To the state after so many commands.
    Turn(usize),
    /// To the next command with a sentence.
    Sentence,
    /// To the next moment of a kind.
    Moment {
        moment: Moment,
        /// Where to stay if there is none.
        from: usize,
        /// Whether the fight in which the search began still lasts: the next fight is wanted, not the next blow.
        within: bool,
    },
}

impl Theatre {
    /// Sets a goal and plays the first slice of the way; [`Self::go_on`] plays the others.
    pub(super) fn go(&mut self, goal: Goal) {
        self.playing = false;
        if let Goal::Turn(to) = goal
            && to <= self.at
        {
            return self.back(to);
        }
        self.goal = Some(goal);
        self.go_on();
    }

    /// Plays the next slice of the way.
    pub(super) fn go_on(&mut self) {
        for _ in 0..SLICE {
            let Some(goal) = self.goal else { return };
            self.goal = self.step_to(goal);
        }
    }

    /// Plays one command towards a goal; returns the goal unless it is reached or cannot be reached.
    fn step_to(&mut self, goal: Goal) -> Option<Goal> {
        match goal {
            Goal::Turn(to) => (self.forward() && self.at < to).then_some(goal),
            Goal::Sentence => {
                (self.forward() && self.session.told(self.session.said()).is_empty()).then_some(goal)
            }
            Goal::Moment { moment, from, within } => {
                let before = Before::of(self.session.as_ref());
                if !self.forward() {
                    self.back(from);
                    self.toast = Some(format!("There is no {} after this.", moment.word()));
                    return None;
                }
                let is_one = before.leads_to(self.session.as_ref(), moment);
                (!is_one || within).then_some(Goal::Moment { moment, from, within: within && is_one })
            }
        }
    }

    /// Goes to the beginning of the next fight, the next floor or the next death. Stays if there is none.
    pub(super) fn go_to_moment(&mut self, moment: Moment) {
        let from = self.at;
        let within = moment == Moment::Fight && from > 0 && self.is_moment_now(moment);
        self.go(Goal::Moment { moment, from, within });
    }

    /// Whether the last command was such a moment.
    fn is_moment_now(&mut self, moment: Moment) -> bool {
        self.back(self.at - 1);
        let before = Before::of(self.session.as_ref());
        self.forward() && before.leads_to(self.session.as_ref(), moment)
    }

    /// Plays one command; false at the end or at a difference.
    pub(super) fn forward(&mut self) -> bool {
        if self.at.is_multiple_of(STRIDE) && self.kept.last().is_none_or(|(at, _)| *at < self.at) {
            self.kept.push((self.at, Snapshot::of(self.session.as_ref())));
        }
        let Some(step) = self.run.steps.get(self.at) else { return false };
        let differs = |what: String| Some(format!("Differs at turn {}: {what}", self.at + 1));
        session::take_rolls();
        if let Err(what) = self.session.replay_step(step.seat, &step.text) {
            self.problem = differs(what);
            self.playing = false;
            return false;
        }
        if !step.fits(self.session.status().pulse) {
            self.problem = differs("the state differs from the recorded one".to_owned());
        }
        self.rolls = session::take_rolls();
        self.at += 1;
        self.playing &= self.at < self.len();
        self.tell();
        true
    }

    /// Goes back to an earlier state.
    fn back(&mut self, to: usize) {
        if to == self.at {
            return;
        }
        // The last command is played forwards, so that its sentences and rolls are known.
        let before = to.saturating_sub(1);
        let Some(session) = self.state_after(before) else { return };
        (self.session, self.at) = (session, before);
        self.rolls.clear();
        self.log.said.retain(|said| said.turn <= before);
        self.log.begin();
        if to > before {
            self.forward();
        }
    }

    /// The game after so many commands, from the nearest snapshot.
    pub(super) fn state_after(&self, commands: usize) -> Option<Box<dyn session::Session>> {
        let kept = self.kept.iter().rev().find(|(at, _)| *at <= commands).map(|(_, snapshot)| snapshot);
        let replayed = self.entry.replay(&self.run, commands, kept, Some(session::listen), &self.seating);
        Some(replayed.ok()?.session)
    }
}
