//! Help the player can ask for: taking a command back, a coach, a hint. It marks the run as assisted.

use super::{Closing, Play};
use crate::canvas::{Canvas, TITLE};
use crate::context::{ASSISTED, Branching, Context};
use crate::job;
use crate::screen::{Found, Go};
use console::Paint;
use keeper::Opened;
use kernel::{Cue, Seat};
use session::{Advice, Coach, Review};
use std::mem::take;

impl Play {
    /// Takes back a person's last command and every answer to it. The game continues in a branch; the
    /// original run is kept, unless it also came from taking back and holds nothing that another run does
    /// not.
    pub(super) fn undo(&mut self, context: &Context) -> Go {
        let session = self.session();
        let log = session.log();
        let Some(at) = log.iter().rposition(|(seat, _)| !session.has_strategy(Seat(*seat))) else {
            self.toast = Some("There is nothing to take back.".to_owned());
            return Go::Stay;
        };
        // Closing the old run must not make it the newest, so its checkpoint is written before the branch.
        self.opened.session.checkpoint();
        self.keep();
        if self.problem.is_some() {
            return Go::Stay;
        }
        match self.without(at, context) {
            Ok(work) => {
                job::find("Taking back", work, move |made| Found::TakenBack(Box::new(made), at), None)
            }
            Err(what) => Go::notice("Nothing was taken back", what),
        }
    }

    /// Continues the game from before the command with this number.
    pub(super) fn taken_back(&mut self, opened: Result<Opened, String>, at: usize, context: &Context) -> Go {
        let opened = match opened {
            Ok(opened) => opened,
            Err(what) => return Go::notice("Nothing was taken back", what),
        };
        let (_, line) = self.session().step(at).unwrap_or_default();
        let superfluous = self.undone == Some(self.session().commands());
        self.closing = if superfluous { Closing::Superfluous } else { Closing::Branched };
        let mut play = Self::new(opened, context);
        play.log = take(&mut self.log);
        play.log.begin();
        play.log.add(&format!("You take back: {}.", play.in_words(&line)), Cue::Plain, at, false);
        (play.coach, play.assisted, play.undone) = (self.coach, true, Some(at));
        Go::replace(play)
    }

    /// A command of the run by the name of its verb: "equip 3" instead of "e 3".
    fn in_words(&self, line: &str) -> String {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let verb = self.verbs.iter().find(|verb| verb.words.first() == Some(&word));
        verb.map_or_else(|| line.to_owned(), |verb| format!("{} {rest}", verb.name).trim_end().to_owned())
    }

    /// The game before the command with this number, saved as a new run if this one is saved.
    fn without(&self, at: usize, context: &Context) -> Branching {
        let run = self.run_so_far(context)?;
        let seats = self.seating().seats;
        match self.opened.path() {
            Some(_) => context.take_back(&run, at, seats),
            None => context.branch_unkept(&run, at, seats),
        }
    }

    /// Whether a coach may help here.
    pub(super) fn has_coach(&self) -> bool {
        self.has_teacher() && self.room().is_none()
    }

    /// Whether this game has a coach.
    pub(super) fn has_teacher(&self) -> bool {
        self.entry.is_some_and(|entry| entry.attached.coach.is_some())
    }

    /// The coach of this game; shows a message if it has none.
    fn coach(&mut self) -> Option<Coach> {
        let coach = self.entry.and_then(|entry| entry.attached.coach);
        if coach.is_none() {
            self.toast = Some("This game has no coach.".to_owned());
        }
        coach
    }

    /// Lets the coach study the game, which may take more than a frame, and then answer.
    fn ask(&mut self, found: Found) -> Go {
        let Some(coach) = self.coach() else { return Go::Stay };
        match (coach.study)(self.session().header()) {
            Some(study) => job::find("The coach thinks", study, move |_| found, None),
            None => Go::Found(found),
        }
    }

    /// Takes the coach's answer. Only an answer marks the run as assisted.
    fn heed(&mut self, advice: Result<Advice, String>) -> Option<Advice> {
        match advice {
            Ok(advice) => {
                self.mark_assisted();
                Some(advice)
            }
            Err(reason) => {
                self.toast = Some(reason);
                None
            }
        }
    }

    fn mark_assisted(&mut self) {
        if self.assisted {
            return;
        }
        let known = self.is_assisted();
        self.assisted = true;
        if !known {
            self.opened.session.mark(ASSISTED);
            self.keep();
        }
    }

    /// Whether the run is marked as assisted, now or before it was opened.
    pub(super) fn is_assisted(&self) -> bool {
        let kept =
            || self.opened.journal.as_ref().and_then(|journal| session::Run::parse(journal.text()).run);
        self.assisted || kept().is_some_and(|run| run.marks.iter().any(|mark| mark == ASSISTED))
    }

    pub(super) fn hint(&mut self) -> Go {
        self.ask(Found::Hint)
    }

    pub(super) fn switch_coach(&mut self) -> Go {
        self.advice = None;
        if !std::mem::take(&mut self.coach) {
            return self.ask(Found::Coach);
        }
        self.toast = Some("The coach is silent.".to_owned());
        Go::Stay
    }

    /// The coach is ready to answer the question.
    pub(super) fn coached(&mut self, found: &Found) {
        match found {
            Found::Hint => {
                if let Some(advice) = self.advised() {
                    self.toast = Some(format!("Best: {} ({}).", advice.best.join(", "), advice.worth));
                }
            }
            Found::Coach => {
                self.coach = true;
                self.refresh_advice();
            }
            _ => {}
        }
    }

    /// The coach's advice on the position; fast, because the field has been studied.
    fn advised(&mut self) -> Option<Advice> {
        let advice = self.coach().map(|coach| (coach.advise)(self.session()))?;
        self.heed(advice)
    }

    /// Updates the advice for the position on the screen.
    pub(super) fn refresh_advice(&mut self) {
        let commands = self.session().commands();
        if !self.coach || self.session().outcome().is_some() {
            self.advice = None;
        } else if self.advice.as_ref().is_none_or(|(after, _)| *after != commands) {
            self.advice = self.advised().map(|advice| (commands, advice));
            self.coach = self.advice.is_some();
        }
    }

    /// Paints the worth of each move on its destination; the best are highlighted.
    pub(super) fn paint_advice(&self, canvas: &mut Canvas<'_>) {
        let Some((_, advice)) = &self.advice else { return };
        for mark in &advice.marks {
            let paint = if mark.best { Paint::Chosen } else { TITLE };
            self.stage.label(canvas, mark.at, &mark.text, mark.held, paint);
        }
    }

    /// The coach's sentence for the bottom line.
    pub(super) fn coach_says(&self) -> Option<String> {
        let (_, advice) = self.advice.as_ref()?;
        Some(format!("Coach: {}. Best: {}.", advice.worth, advice.best.join(", ")))
    }

    /// Ends a game: the coach's review, unless the player cancels it, and then a menu.
    pub(super) fn end(&mut self) -> Go {
        let coach = self.entry.and_then(|entry| entry.attached.coach).filter(|_| self.room().is_none());
        match coach.and_then(|coach| (coach.review)(self.session())) {
            Some(work) => {
                let found = |review: Result<Review, String>| Found::Review(review.unwrap_or_default());
                job::find("The coach looks back", work, found, Some(Found::Review(Review::default())))
            }
            None => self.reviewed(Review::default()),
        }
    }

    /// Shows the coach's summary, and adds every move to the messages.
    pub(super) fn reviewed(&mut self, review: Review) -> Go {
        let turn = self.session().commands();
        if self.reviewed.replace(turn) != Some(turn) {
            for line in &review.moves {
                self.log.add(line, Cue::Plain, turn, false);
            }
        }
        let mut lines = review.lines;
        if self.is_assisted() && self.entry.is_some_and(|entry| entry.attached.ladder.is_some()) {
            lines.push("With help or commands taken back it earns no stars.".to_owned());
        }
        Go::open(self.end_menu(lines))
    }
}
