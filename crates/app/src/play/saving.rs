//! Saving during a game: failures are retried, and the player can save elsewhere.

use super::Play;
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::screen::Go;
use keeper::News;
use kernel::Cue;

impl Play {
    /// Saves what was played since the last call; failures are retried later.
    pub(super) fn keep(&mut self) {
        self.problem = self.opened.keep().err().map(|problem| problem.to_string());
        match self.opened.news() {
            Some(news @ News::Failed(_)) => self.offer = Some(news.to_string()),
            Some(news @ (News::Resumed | News::Moved { .. })) => self.tell(news.to_string()),
            None => {}
        }
        if self.problem.is_none() {
            self.offer = None;
        }
    }

    fn tell(&mut self, sentence: String) {
        let turn = self.session().commands();
        self.log.add(&sentence, Cue::Bad, turn, false);
        self.toast = Some(sentence);
    }

    pub(super) fn leave(&mut self) -> Go {
        self.keep();
        let Some(problem) = self.problem.clone() else { return Go::Back };
        self.offer = None;
        let lines = [
            "The last commands of this game are not saved:".to_owned(),
            problem,
            "They are still here. Make room and try again, or save elsewhere.".to_owned(),
        ];
        let choices = [
            ("Stay and try again", Answer::TryAgain),
            ("Leave without them", Answer::Leave),
            ("Save elsewhere", Answer::SaveElsewhere),
        ];
        Go::open(Dialog::ask("Not kept yet", &lines, &choices))
    }

    /// Asks what to do after a failure to save, once for each.
    pub(super) fn offer_elsewhere(&mut self) -> Option<Go> {
        let lines = [self.offer.take()?];
        let choices = [("Play on", Answer::PlayOn), ("Save elsewhere", Answer::SaveElsewhere)];
        Some(Go::open(Dialog::ask("Save elsewhere?", &lines, &choices)))
    }

    /// Continues in another file; in a folder, the file keeps its name.
    pub(super) fn save_to(&mut self, text: &str, context: &Context) {
        let path = context.typed_path(text);
        match self.opened.save_elsewhere(&path) {
            Ok(path) => {
                self.problem = None;
                self.tell(format!("The game is saved in {} and goes on there.", path.display()));
            }
            Err(problem) => self.offer = Some(format!("It could not be saved there: {problem}.")),
        }
    }
}
