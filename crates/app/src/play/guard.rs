//! Guards: the player is asked before a command the game warns of. Enter or the same key again confirms; any
//! other key has its usual meaning.

use super::{Mode, Play};
use crate::context::Context;
use console::Key;
use kernel::Stroke;
use session::Outlook;

/// A command that waits for confirmation.
pub(super) struct Confirm {
    pub(super) what: String,
    then: Then,
    /// The key that gave it.
    key: Option<Key>,
}

/// The waiting command.
pub(super) enum Then {
    /// A stroke of the verb with this index.
    Press(Stroke, usize),
    /// A typed line.
    Line(String),
}

impl Play {
    /// Asks before a command.
    pub(super) fn ask_first(&mut self, what: String, then: Then) {
        self.mode = Mode::Confirm(Confirm { what, then, key: self.pressed });
    }

    /// Carries out the command if the key confirms it, and returns whether it did.
    pub(super) fn confirm(&mut self, confirm: Confirm, key: Key, context: &Context) -> bool {
        if key != Key::Enter && Some(key) != confirm.key {
            let seat = self.session().to_move();
            self.opened.session.cancel(seat);
            return false;
        }
        match confirm.then {
            Then::Press(stroke, verb) => self.press_anyway(stroke, verb, context),
            Then::Line(line) => self.play_unasked(&line, context),
        }
        true
    }

    /// The warning of an active guard for a command.
    pub(super) fn warned(&self, outlook: Outlook, context: &Context) -> Option<String> {
        let Outlook::Warned(warning) = outlook else { return None };
        let session = self.session();
        let guard = session.about().guards.iter().find(|guard| guard.name == warning.guard);
        guard
            .is_none_or(|guard| context.settings.is_guarded(session.id(), guard.name, guard.default))
            .then_some(warning.what)
    }
}
