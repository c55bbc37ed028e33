//! The texts of a session: sentences of events, and replies to inputs that were not understood.

use super::Live;
use crate::contract::{Reply, ReplyKind, Sentence};
use kernel::{Guide, Misread, Narrate, Seat};

impl<G: Guide> Live<G> {
    /// Makes the sentences of the last events: those that a seat perceives, or all.
    pub(crate) fn narrate(&mut self, seat: Option<Seat>) {
        self.said.clear();
        self.joined.clear();
        if let Some(told) = self.adjusted.take() {
            self.joined.push_str(&told);
            self.said.push(told.into());
        }
        let told = |event: &&G::Event| seat.is_none_or(|seat| event.perceived_by(seat));
        for event in self.events.iter().filter(told) {
            let end = self.joined.len();
            if end > 0 {
                self.joined.push(' ');
            }
            let begin = self.joined.len();
            event.tell(&mut self.joined);
            if self.joined.len() > begin {
                let text = self.joined[begin..].to_owned();
                self.said.push(Sentence { text, to_player: None, cue: event.cue(), wound: event.wound() });
            } else {
                self.joined.truncate(end);
            }
        }
    }

    pub(crate) fn set_said(&mut self, said: &[Sentence]) {
        self.said = said.to_vec();
        self.joined = said.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ");
    }

    pub(crate) fn clear_events(&mut self) {
        self.events.clear();
    }

    pub(super) fn misread(&self, misread: Misread) -> Reply {
        if self.game.outcome().is_some() {
            return Reply::one(ReplyKind::Over, "The game is over.");
        }
        Reply::one(
            ReplyKind::Misread,
            match G::ABOUT.misread {
                Some(said) => format!("{said} {}", misread.0),
                None => misread.0,
            },
        )
    }
}

/// The reason of a refusal, also in the words of the application.
pub(super) fn refusal_of<G: Guide>(reason: String) -> Sentence {
    Sentence { to_player: G::refused_player(&reason), ..reason.into() }
}
