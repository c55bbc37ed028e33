//! Keys and typed lines to the game, and its replies to the log.

use super::{Mode, Play};
use crate::context::Context;
use crate::screen::Go;
use console::{Front, Key, Meaning};
use kernel::{Cue, Stroke};
use session::{PressReply, Reply, ReplyKind};

impl Play {
    pub(super) fn game_key(&mut self, key: Key, context: &Context) -> Go {
        if key == Key::Esc {
            let seat = self.session().to_move();
            if self.opened().session.cancel(seat) || self.pending.is_some() {
                self.pending = None;
                return Go::Stay;
            }
            return self.leave();
        }
        if self.pending.is_none() && self.skip_step(key) {
            return self.after_beats(context);
        }
        if let Some((verb, _)) = self.pending {
            self.argument(verb, key.without_shift(), context);
            return self.after_beats(context);
        }
        match self.table.find(key, self.session().phase()) {
            Some(Meaning::Front(front)) => self.front(front, context),
            Some(Meaning::Run(way)) => {
                self.begin_run(way, context);
                self.after_beats(context)
            }
            Some(Meaning::Verb(verb)) => {
                self.press(Stroke::Verb(verb), Some(verb), context);
                self.after_beats(context)
            }
            None => {
                let help = self.table.front_key(Front::Help, 0).unwrap_or(Key::F(1));
                let unicode = context.look.is_unicode();
                self.toast = Some(format!(
                    "{} means nothing here; {} shows the keys.",
                    key.shown(unicode),
                    help.shown(unicode)
                ));
                Go::Stay
            }
        }
    }

    /// A key for a verb that waits for its argument: a direction by any key set, or the character itself.
    fn argument(&mut self, verb: usize, key: Key, context: &Context) {
        let stroke = match (self.verbs[verb].follows, key) {
            (kernel::Follows::Direction, _) if self.table.way(key).is_some() => {
                self.table.way(key).map(Stroke::Way)
            }
            (_, Key::Char(letter)) => Some(Stroke::Char(letter)),
            (_, Key::Enter) => Some(Stroke::Enter),
            _ => None,
        };
        match stroke {
            Some(stroke) => self.press(stroke, Some(verb), context),
            None => self.toast = self.pending.as_ref().map(|(_, wants)| wants.clone()),
        }
    }

    pub(super) fn press(&mut self, stroke: Stroke, verb: Option<usize>, context: &Context) {
        match self.opened().session.press(stroke) {
            PressReply::More(wants) => self.pending = verb.map(|verb| (verb, wants)),
            PressReply::Done(reply) => {
                self.pending = None;
                self.hear(reply, context);
            }
        }
    }

    pub(super) fn type_line(&mut self, line: &str, context: &Context) {
        let reply = self.opened().session.play_line(line);
        self.hear(reply, context);
    }

    /// Keeps what was played, then shows what was said, beat by beat if the player likes it so.
    fn hear(&mut self, reply: Reply, context: &Context) {
        self.keep();
        self.spoke = reply.said.iter().any(|said| said.cue != Cue::Routine);
        let turn = self.session().commands();
        if reply.kind != ReplyKind::Played {
            for said in &reply.said {
                self.log.add(said, Cue::Plain, turn, true);
            }
            self.note = reply.said.into_iter().next().map(|said| said.text);
            return;
        }
        self.note = None;
        self.tutor_hears();
        self.adviser_hears(context);
        if self.charted != self.session().phase() {
            self.charted = self.session().phase();
            self.has_chart = self.session().has_chart();
        }
        self.log.begin();
        for aside in self.session().asides() {
            context.home.log(store::Gravity::Info, self.session().id(), &aside);
        }
        let is_over = self.session().outcome().is_some();
        // The box at the end of a game says it all again; an outcome that is gone means the game began anew.
        self.over_shown &= is_over;
        for session::Sentence { text, mut cue } in reply.said {
            if (is_over && cue == Cue::Pause)
                || (cue == Cue::Beat && context.settings.animation.beat().is_none())
            {
                cue = Cue::Plain;
            }
            self.beats.push_back((text, cue));
        }
        self.story.clear();
        self.show_beats(true);
    }

    /// Shows sentences up to the next beat or the next that must be read first. Without `beats` only the latter stop.
    pub(super) fn show_beats(&mut self, beats: bool) {
        let turn = self.session().commands();
        let told_aside = self.beats.iter().any(|(_, cue)| *cue == Cue::Pause);
        while let Some((said, cue)) = self.beats.pop_front() {
            self.log.add(&said, cue, turn, false);
            if told_aside || !self.story.is_empty() {
                self.story.push(said);
            }
            match cue {
                Cue::Pause => {
                    self.waits_for_key = true;
                    return;
                }
                Cue::Beat if beats && !self.beats.is_empty() => return,
                _ => {}
            }
        }
        if !self.waits_for_key {
            self.story.clear();
        }
    }

    /// Shows everything up to the next sentence that must be read.
    pub(super) fn skip_beats(&mut self) {
        self.waits_for_key = false;
        self.story.clear();
        self.show_beats(false);
    }

    pub(super) fn is_plain_game(&self) -> bool {
        matches!(self.mode, Mode::Game) && self.pending.is_none()
    }
}
