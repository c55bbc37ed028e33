//! Sends keys and typed lines to the game, and its replies to the log.

use super::guard::Then;
use super::{Mode, Play};
use crate::context::Context;
use crate::duel::Duel;
use crate::screen::Go;
use console::{Front, Key, Meaning};
use kernel::{Cue, Stroke};
use session::{PressReply, Reply, ReplyKind, Sentence};
use std::collections::VecDeque;

/// Sentences that are being told one after the other.
#[derive(Default)]
pub(super) struct Beats {
    /// Those not shown yet.
    left: VecDeque<(Sentence, Cue)>,
    /// Sentences the player should have read before anything else happens.
    pub(super) story: Vec<String>,
    /// Health of the fighters, as far as the fight has been told.
    pub(super) duel: Duel,
    /// Whether nothing continues without a key.
    pub(super) waits: bool,
}

impl Beats {
    /// Number of sentences still to be told.
    pub(super) fn to_tell(&self) -> usize {
        self.left.len()
    }

    /// Whether any key only continues the telling.
    pub(super) fn holds_keys(&self) -> bool {
        self.waits || self.left.iter().any(|(_, cue)| *cue == Cue::Pause)
    }
}

impl Play {
    pub(super) fn game_key(&mut self, key: Key, meaning: Option<Meaning>, context: &Context) -> Go {
        if key == Key::Esc {
            let seat = self.session().to_move();
            return if self.opened.session.cancel(seat) { Go::Stay } else { self.pause() };
        }
        if key == Key::Tab && meaning.is_none() && self.skip_step() {
            return self.after_beats(context);
        }
        // Tab attacks an enemy beside the hero; otherwise it goes through the panel.
        let chooses =
            meaning.is_none() || (meaning == Some(Meaning::Front(Front::Fight)) && !self.is_beside_foe());
        if matches!(key, Key::Tab | Key::BackTab)
            && chooses
            && self.choose_entry(if key == Key::Tab { 1 } else { -1 })
        {
            return Go::Stay;
        }
        match meaning {
            Some(Meaning::Front(front)) => self.front(front, context),
            Some(Meaning::Run(way)) => {
                self.begin_run(way, context);
                self.after_beats(context)
            }
            Some(Meaning::Verb(verb)) if self.is_giving_up(verb) => self.ask_to_give_up(verb),
            Some(Meaning::Verb(verb)) => self.begin_verb(verb, context),
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

    /// Handles a key for a verb that waits for a character.
    pub(super) fn argument_key(&mut self, verb: usize, key: Key, context: &Context) {
        match key {
            Key::Char(letter) => {
                self.press(Stroke::Char(letter), verb, context);
            }
            Key::Esc => {
                let seat = self.session().to_move();
                self.opened.session.cancel(seat);
            }
            _ => self.mode = Mode::Argument { verb },
        }
    }

    /// Presses a key of the game; a guard may ask first.
    pub(super) fn press(&mut self, stroke: Stroke, verb: usize, context: &Context) {
        let outlook = self.session().foresee(self.session().to_move(), session::Input::Key(stroke));
        // A verb that ends the game has asked already.
        let is_meta = self.verbs[verb].kind == kernel::VerbKind::Meta;
        match self.warned(outlook, context).filter(|_| !is_meta) {
            Some(what) => self.ask_first(what, Then::Press(stroke, verb)),
            None => self.press_anyway(stroke, verb, context),
        }
    }

    pub(super) fn press_anyway(&mut self, stroke: Stroke, verb: usize, context: &Context) {
        match self.opened.session.press(stroke) {
            PressReply::More(_) => self.mode = Mode::Argument { verb },
            PressReply::Done(reply) => self.hear(reply, context),
        }
    }

    /// Plays a line; a guard may ask first.
    pub(super) fn type_line(&mut self, line: &str, context: &Context) {
        let outlook = self.session().outlook(self.session().to_move(), line);
        match self.warned(outlook, context) {
            Some(what) => self.ask_first(what, Then::Line(line.to_owned())),
            None => self.play_unasked(line, context),
        }
    }

    pub(super) fn play_unasked(&mut self, line: &str, context: &Context) {
        let reply = self.opened.session.play_line(line);
        self.hear(reply, context);
    }

    /// Saves what was played, then shows the sentences, beat by beat with animations on.
    fn hear(&mut self, reply: Reply, context: &Context) {
        self.keep();
        self.hear_others();
        let turn = self.session().commands();
        if reply.kind != ReplyKind::Played {
            for said in &reply.said {
                self.log.add(said.shown(), Cue::Plain, turn, true);
            }
            return;
        }
        self.tutor_hears();
        self.adviser_hears(context);
        if self.charted != self.session().phase() {
            self.charted = self.session().phase();
            self.has_chart = self.session().status().has_chart;
        }
        self.log.begin();
        for aside in self.session().asides() {
            context.home.log(keeper::Gravity::Info, self.session().id(), &aside);
        }
        let is_over = self.session().outcome().is_some();
        // The box at the end of a game repeats everything; if the outcome is gone, the game was restarted.
        self.over_shown &= is_over;
        let mut beats = Beats::default();
        let mut said = self.session().told(&reply.said);
        // A question has a screen of its own; the words for typing an answer are those of line mode.
        if let Some(choice) = self.session().choice(self.session().to_move()) {
            said.retain(|said| said.text != choice.prompt);
        }
        beats.duel.expect(said.iter().filter_map(|said| said.wound));
        for said in said {
            let mut cue = said.cue;
            if (is_over && cue == Cue::Pause)
                || (cue == Cue::Beat && (self.hurried || context.animation().beat().is_none()))
            {
                cue = Cue::Plain;
            }
            beats.left.push_back((said, cue));
        }
        self.show_beats(beats, true);
    }

    /// Shows sentences up to the next beat or the next one that must be read. Without `stops`, only the
    /// latter stop it.
    pub(super) fn show_beats(&mut self, mut beats: Beats, stops: bool) {
        let turn = self.session().commands();
        let told_aside = beats.left.iter().any(|(_, cue)| *cue == Cue::Pause);
        while let Some((said, cue)) = beats.left.pop_front() {
            self.log.add(said.shown(), cue, turn, false);
            if let Some(wound) = said.wound {
                beats.duel.tell(wound);
            }
            if told_aside || !beats.story.is_empty() {
                beats.story.push(said.shown().to_owned());
            }
            beats.waits = cue == Cue::Pause;
            if beats.waits || (cue == Cue::Beat && stops && !beats.left.is_empty()) {
                self.mode = Mode::Beats(beats);
                return;
            }
        }
    }

    /// Shows everything up to the next sentence that must be read.
    pub(super) fn skip_beats(&mut self, mut beats: Beats) {
        beats.story.clear();
        self.show_beats(beats, false);
    }
}
