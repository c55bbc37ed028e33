//! First minutes: a lesson is an ordinary game with a few sentences beside it, and each sentence waits for one thing.
//!
//! Everything here is plain data that a game keeps in its own `lesson.rs`. What a sentence names in braces is an order,
//! and the front-end replaces it with the keys that give this command now:
//!
//! | in the text | stands for |
//! |---|---|
//! | `{eat}` | the verb of that name |
//! | `{wear 2}` | the verb with what follows it |
//! | `{attack ~W}` | the verb towards the nearest `W` on the board, after the walk that leads beside it |
//! | `{pick up @)}` | the verb on the nearest `)`, after the walk onto it; there already if none is in sight |
//! | `{go f}` | the walk onto the nearest `f` |
//! | `{into T}` | the walk to the nearest `T` and one step into it |
//! | `{advice}` | what the game's own player of demonstrations would do now |
//! | `{app look}` | a command of the program around the game |

use crate::{Roll, Table, Verdict};
use alloc::vec::Vec;

/// What teaches a game; made from the tables the rules themselves read.
#[derive(Clone, Copy, Debug)]
pub struct Teaching {
    /// Its tutorial, if it has one.
    pub tutorial: Option<&'static Tutorial>,
    /// Advice for somebody who is new to it.
    pub hints: &'static [Hint],
    /// What there is to know about its things.
    pub reference: fn() -> Vec<Table>,
    /// What a roll came to in a word of this game ("Vampire"); nothing where the number says it.
    pub roll_word: fn(&Roll) -> Option<&'static str>,
}

impl Teaching {
    /// A game that teaches nothing.
    pub const NONE: Self = Self { tutorial: None, hints: &[], reference: Vec::new, roll_word: |_| None };
}

/// A tutorial: a small game that ends in a first success.
#[derive(Debug)]
pub struct Tutorial {
    /// The seed it is played with.
    pub seed: &'static str,
    /// Its options, where they are not the usual ones.
    pub options: &'static [(&'static str, &'static str)],
    /// Its own level, if it has one.
    pub level: Option<&'static str>,
    /// What is to be done, in order.
    pub steps: &'static [TutorialStep],
    /// Told at the end: what was achieved, and what to do next.
    pub farewell: &'static str,
}

/// One thing to do.
#[derive(Clone, Copy, Debug)]
pub struct TutorialStep {
    /// What the player reads; orders stand in braces.
    pub say: &'static str,
    /// What completes it.
    pub until: Until,
}

/// What completes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The player gave an order with the verb of this name.
    Verb(&'static str),
    /// An event of this kind happened.
    Event(&'static str),
    /// A number about the player is at least so high.
    AtLeast(&'static str, i64),
    /// The player used this command of the program around the game.
    Front(&'static str),
    /// The game has ended in this way.
    Outcome(Verdict),
}

/// A short advice for somebody who is new, shown a few times when it fits and never again once it was heeded.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// Its name within the game, under which it is remembered.
    pub name: &'static str,
    /// All of this must hold.
    pub when: &'static [When],
    /// What the player reads; orders stand in braces.
    pub say: &'static str,
    /// The verb, or the command of the application, after which it is never needed again.
    pub learnt_by: Until,
}

/// What must hold for an advice to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The last command led to an event of this kind.
    Event(&'static str),
    /// A number about the player is at least so high.
    AtLeast(&'static str, i64),
    /// A number about the player is at most so high.
    AtMost(&'static str, i64),
    /// The game is in this phase.
    Phase(u8),
    /// So many commands have been played.
    Played(usize),
    /// Something of this kind is on the board.
    Shows(crate::Ink),
    /// The verb of this name has a use in this game.
    Offers(&'static str),
}

/// A part of what a player reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words as they are.
    Text(&'a str),
    /// What stood in braces.
    Order(&'a str),
}

/// Takes a text of a lesson apart. A brace that is never closed is text.
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
        // The first character is text in any case, so that every round moves on.
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
