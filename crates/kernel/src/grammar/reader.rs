//! Reads a stream of words: commands may span lines, and a line may hold several.

use super::{Form, Grammar, Misread, unknown};

/// Reads words one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    pub(super) pending: Option<usize>,
}

impl Reader {
    /// Takes a word, and the word after it on the same line without consuming it. Returns a complete command,
    /// an error, or `None` if the command is incomplete.
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
}
