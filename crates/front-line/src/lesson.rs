//! The tutor in line mode: after each frame one paragraph says what to type next.

use helpers::{Deed, Tutor};
use kernel::Tutorial;
use session::{Session, VerbInfo};

/// A tutor that names words to type instead of keys.
pub(crate) struct Voice {
    tutor: Tutor,
    /// The last message.
    told: String,
}

impl Voice {
    pub(crate) fn new(lesson: &'static Tutorial) -> Self {
        Self { tutor: Tutor::new(lesson, false), told: String::new() }
    }

    /// The message after a frame; `None` if there is nothing new.
    pub(crate) fn tell(&mut self, session: &dyn Session, played: bool) -> Option<String> {
        if self.tutor.is_done() && !self.told.is_empty() && self.told.starts_with("Tutorial finished") {
            return None;
        }
        if played {
            self.tutor.hear(session);
        }
        let verbs = session.verbs();
        let text = self.tutor.tell(session, |deed| word_of(deed, &verbs));
        let (at, total) = self.tutor.progress();
        self.told = if self.tutor.is_done() {
            format!("Tutorial finished. {text}")
        } else if self.tutor.has_failed(session) {
            "Tutorial: the game ended before the lesson. Start the tutorial again.".to_owned()
        } else {
            format!("Tutorial {at}/{total}: {text}")
        };
        Some(self.told.clone())
    }
}

/// The command as typed: `'a ea'`.
fn word_of(deed: &Deed, verbs: &[VerbInfo]) -> String {
    match deed {
        Deed::Front(word) => format!("'{word}' (full screen)"),
        // Line mode has no travel; the tutor gives the steps instead.
        Deed::Travel(_) => String::new(),
        Deed::Verb { verb, way, word } => {
            let first = |verb: &VerbInfo| verb.words.first().copied().unwrap_or_default();
            let step = way.and_then(|way| verbs.iter().find(|verb| verb.way == Some(way))).map(first);
            let argument = step.or(word.as_deref()).map_or(String::new(), |word| format!(" {word}"));
            format!("'{}{argument}'", first(&verbs[*verb]))
        }
    }
}
