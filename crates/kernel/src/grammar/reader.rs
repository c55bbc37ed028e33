//! Words that flow: commands may span lines, and a line may hold several.

use super::{Form, Grammar, Misread, unknown};

/// Reads words one after the other; used where words flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    pub(super) pending: Option<usize>,
}

impl Reader {
    /// Takes a word and, without consuming it, the word after it on the same line: a complete command, a misreading, or
    /// nothing yet.
    pub fn word<C: Copy + PartialEq + 'static>(
        &mut self,
        grammar: &Grammar<C>,
        word: &str,
        next: Option<&str>,
        phase: u8,
    ) -> Option<Result<C, Misread>> {
        if let Some(verb) = self.pending.take() {
            return Some(grammar.complete_flowing(verb, word, phase));
        }
        let Some(verb) = grammar.verb_before(word, next, phase) else { return Some(Err(unknown(word))) };
        if let Form::Plain(command) = grammar.verbs[verb].form {
            return Some(Ok(command));
        }
        self.pending = Some(verb);
        None
    }

    /// True when a verb still waits for its argument.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }
}
