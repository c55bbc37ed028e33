//! Hints in a game that is new to its player, with the current keys.

use super::Play;
use crate::context::Context;
use helpers::{event_kinds, last_verb};
use kernel::{Until, Vitals, When};

impl Play {
    /// Updates the hints after a command: what was done need not be hinted at any more, and another hint may
    /// fit.
    pub(super) fn adviser_hears(&mut self, context: &Context) {
        if !context.gives_hints() {
            return;
        }
        let (verb, kinds) = (last_verb(self.session()), event_kinds(self.session()));
        self.adviser.learn(|until| match until {
            Until::Verb(name) => verb == Some(name),
            Until::Event(kind) => kinds.iter().any(|other| other == kind),
            _ => false,
        });
        self.advise(context);
    }

    /// Lets the adviser choose a hint. A lesson has its tutor, and a finished game needs none.
    pub(super) fn advise(&mut self, context: &Context) {
        let session = self.opened.session.as_ref();
        if !context.gives_hints() || self.tutor.is_some() || session.outcome().is_some() {
            return;
        }
        let (commands, vitals, phase) =
            (session.commands(), session.vitals(session.to_move()), session.phase());
        let number = |vitals: &Vitals, name: &str| vitals.number(name).unwrap_or(0);
        let (stage, verbs) = (&self.stage, &self.verbs);
        self.adviser.choose(commands, |when| match when {
            When::Event(kind) => event_kinds(session).iter().any(|other| other == kind),
            When::AtLeast(name, least) => number(&vitals, name) >= least,
            When::AtMost(name, most) => number(&vitals, name) <= most,
            When::Phase(wanted) => phase == wanted,
            When::Played(least) => commands >= least,
            When::Shows(ink) => stage.shows(ink),
            When::Offers(name) => {
                verbs.iter().any(|verb| verb.name == name && verb.phases & (1 << phase) != 0)
            }
        });
    }

    /// The visible hint, with the current keys.
    pub(super) fn advice_for_newcomers(&self, unicode: bool) -> Option<String> {
        Some(format!("Hint: {}", self.with_keys(self.adviser.says()?, unicode)))
    }

    /// Replaces commands in braces by their current keys.
    pub(super) fn with_keys(&self, text: &str, unicode: bool) -> String {
        let session = self.session();
        let speller = self.speller(unicode);
        helpers::tell(text, session, |deed| speller.keys_of(deed))
    }
}
