//! Explains a command: its dice rolls, with a coach the worth of the move, and at the end how the run ended.

use super::{SPEEDS, Theatre};
use crate::job;
use crate::screen::{Found, Go};
use kernel::Verdict;

/// Maximum speed, in commands per second, at which every command is explained during playback.
const READABLE: u32 = 10;

impl Theatre {
    /// Switches explanations on or off. A coach studies the game first.
    pub(super) fn switch_explaining(&mut self) -> Go {
        self.explaining = !self.explaining;
        self.explained = None;
        if !self.explaining {
            return Go::Stay;
        }
        match self.entry.attached.coach.and_then(|coach| (coach.study)(&self.run.header)) {
            Some(study) => job::make("The coach thinks", study, |_, _| Go::Found(Found::Coach)),
            None => Go::Stay,
        }
    }

    /// The explanation of the last command, and of the end.
    pub(super) fn remark(&mut self) -> Option<String> {
        let mut told = Vec::new();
        if self.explaining && self.at > 0 && (!self.playing || SPEEDS[self.speed] <= READABLE) {
            if self.explained.as_ref().is_none_or(|(at, _)| *at != self.at) {
                self.explained = Some((self.at, self.explanation()));
            }
            told.extend(self.explained.as_ref().map(|(_, told)| told.clone()));
        }
        if self.at == self.len()
            && let Some(outcome) = self.session.outcome()
        {
            let how = match outcome.verdict {
                Verdict::Won => "The game is won",
                Verdict::Died => "The hero has died",
                Verdict::Caught => "The hero is caught",
                Verdict::Escaped => "The hero escapes",
                Verdict::Quit | Verdict::Ended => "The game is over",
            };
            told.push(format!(
                "{how}: score {}. Space watches it again, b plays on from here.",
                outcome.score
            ));
        }
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn explanation(&self) -> String {
        let step = &self.run.steps[self.at - 1];
        let told = self.rolls.iter().map(|roll| self.entry.tell_roll(*roll));
        let rolls: Vec<String> =
            told.map(|told| format!("{} {} ({})", told.roll.label, told.came_to, told.odds)).collect();
        let dice = match rolls.is_empty() {
            true => "no dice were rolled".to_owned(),
            false => rolls.join(", "),
        };
        let told = match self.worth() {
            Some(worth) => worth,
            None => dice,
        };
        format!("{}: {told}.", step.text)
    }

    /// The coach's opinion of the position before the command, and whether the move was the best.
    fn worth(&self) -> Option<String> {
        let coach = self.entry.attached.coach?;
        let advice = (coach.advise)(self.state_after(self.at - 1)?.as_ref()).ok()?;
        let made = &self.run.steps[self.at - 1].text;
        Some(if advice.best.contains(made) {
            format!("the best there is ({})", advice.worth)
        } else {
            format!("{}; best is {}", advice.worth, advice.best.join(" or "))
        })
    }
}
