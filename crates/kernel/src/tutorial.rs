//! Tutorials and hints. A tutorial is an ordinary game with sentences beside it; each sentence waits for one action.
//!
//! A text names commands in braces, and the front-end replaces them with their current keys:
//!
//! | in the text | stands for |
//! |---|---|
//! | `{eat}` | the verb of that name |
//! | `{wear 2}` | the verb with its argument |
//! | `{attack ~W}` | the verb towards the nearest `W` on the board, after the walk that leads beside it |
//! | `{pick up @)}` | the verb on the nearest `)`, after the walk onto it; there already if none is in sight |
//! | `{go f}` | the walk onto the nearest `f` |
//! | `{into T}` | the walk to the nearest `T` and one step into it |
//! | `{advice}` | what the game's bot would do now |
//! | `{app look}` | a command of the application |

use crate::{Roll, Table, Verdict};
use alloc::vec::Vec;

/// What teaches a game, made from the tables that the rules use.
#[derive(Clone, Copy, Debug)]
pub struct Teaching {
    /// The tutorial.
    pub tutorial: Option<&'static Tutorial>,
    /// Hints for beginners.
    pub hints: &'static [Hint],
    /// The reference tables.
    pub reference: fn() -> Vec<Table>,
    /// The result of a roll in a word of this game ("Vampire"); `None` if the number is enough.
    pub roll_word: fn(&Roll) -> Option<&'static str>,
    /// What makes each edition worth playing, in two or three short sentences, in the order of the option's words.
    pub editions: &'static [&'static str],
}

impl Teaching {
    /// A game that teaches nothing.
    pub const NONE: Self =
        Self { tutorial: None, hints: &[], reference: Vec::new, roll_word: |_| None, editions: &[] };
}

/// A tutorial: a small game that ends in a first success.
#[derive(Debug)]
pub struct Tutorial {
    /// Its seed.
    pub seed: &'static str,
    /// Its options that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// Its own level.
    pub level: Option<&'static str>,
    /// The steps, in order.
    pub steps: &'static [TutorialStep],
    /// Shown at the end: what was achieved, and what to do next.
    pub farewell: &'static str,
}

/// One step of a tutorial.
#[derive(Clone, Copy, Debug)]
pub struct TutorialStep {
    /// The text; commands are in braces.
    pub say: &'static str,
    /// What completes it.
    pub until: Until,
}

/// What completes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The player used the verb of this name.
    Verb(&'static str),
    /// An event of this kind happened.
    Event(&'static str),
    /// A vital is at least this.
    AtLeast(&'static str, i64),
    /// The player used this command of the application.
    Front(&'static str),
    /// The game ended with this verdict.
    Outcome(Verdict),
}

/// A short hint for beginners, shown a few times when it fits and never again once it was followed.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// Its name within the game, under which it is remembered.
    pub name: &'static str,
    /// All of these must hold.
    pub when: &'static [When],
    /// The text; commands are in braces.
    pub say: &'static str,
    /// The verb, or command of the application, that shows it is not needed any more.
    pub learnt_by: Until,
}

/// A condition of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The last command caused an event of this kind.
    Event(&'static str),
    /// A vital is at least this.
    AtLeast(&'static str, i64),
    /// A vital is at most this.
    AtMost(&'static str, i64),
    /// The game is in this phase.
    Phase(u8),
    /// At least this many commands were played.
    Played(usize),
    /// Something of this ink is on the board.
    Shows(crate::Ink),
    /// The verb of this name has an effect in this game.
    Offers(&'static str),
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Plain text.
    Text(&'a str),
    /// The text in braces.
    Order(&'a str),
}

/// Splits a text into its parts. A brace that is never closed is plain text.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('{')
            && let Some(end) = inside.find('}')
        {
            rest = &inside[end + 1..];
            return Some(Piece::Order(&inside[..end]));
        }
        // The first character is always text, so that every round makes progress.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest[first..].find('{').map_or(rest.len(), |at| at + first);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Text(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn texts_come_apart_and_lose_nothing() {
        let all = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(all("Go {go f}!"), [Piece::Text("Go "), Piece::Order("go f"), Piece::Text("!")]);
        assert_eq!(all("{a}{b}"), [Piece::Order("a"), Piece::Order("b")]);
        assert_eq!(all("ü { x"), [Piece::Text("ü "), Piece::Text("{ x")]);
        assert_eq!(all("{}"), [Piece::Order("")]);
        assert_eq!(all(""), []);
    }
}
