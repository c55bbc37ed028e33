//! Reads commands from keys: a verb's key, then its argument.

use super::{Form, Grammar, Misread, ONE_KEY_MAX};
use crate::Dir;
use alloc::{format, string::String};

/// A key, after the front-end's key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The key of the verb with this index.
    Verb(usize),
    /// A direction key that is not a verb.
    Way(Dir),
    /// Any other character.
    Char(char),
    /// Enter: completes a number.
    Enter,
}

/// A verb whose argument is still missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Index of the verb.
    pub verb: usize,
    /// Digits typed so far.
    pub number: Option<u32>,
}

/// The result of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed<C> {
    /// A complete command.
    Done(C),
    /// More input is needed; the text says which.
    More(String),
    /// Not understood; the pending verb is dropped.
    Misread(Misread),
}

impl<C: Copy + PartialEq + 'static> Grammar<C> {
    /// Takes one key. `pending` holds the verb whose argument is missing.
    pub fn press(&self, pending: &mut Option<Pending>, stroke: Stroke) -> Pressed<C> {
        let Some(Pending { verb, number }) = pending.take() else {
            let Stroke::Verb(verb) = stroke else {
                return Pressed::Misread(match stroke {
                    Stroke::Char(key) => {
                        Misread(format!("The key {} means nothing here.", key.escape_debug()))
                    }
                    _ => Misread("That key means nothing here.".into()),
                });
            };
            if let Form::Plain(command) = self.verbs[verb].form {
                return Pressed::Done(command);
            }
            if let Form::Words { .. } = self.verbs[verb].form {
                return Pressed::Misread(Misread(self.wants(verb)));
            }
            *pending = Some(Pending { verb, number: None });
            return Pressed::More(self.wants(verb));
        };
        self.argument(verb, number, stroke, pending)
    }

    fn argument(
        &self,
        verb: usize,
        number: Option<u32>,
        stroke: Stroke,
        pending: &mut Option<Pending>,
    ) -> Pressed<C> {
        let typed = match stroke {
            Stroke::Char(key) => Some(key),
            Stroke::Verb(other) => self.verbs[other].keys.first().copied(),
            _ => None,
        };
        let refuse = || Pressed::Misread(Misread(self.wants(verb)));
        match &self.verbs[verb].form {
            Form::Plain(command) => Pressed::Done(*command),
            Form::Toward { build, .. } => {
                let way = match stroke {
                    Stroke::Way(dir) => Some(dir),
                    Stroke::Verb(other) => self.verbs[other].way,
                    _ => None,
                };
                way.map_or_else(refuse, |dir| Pressed::Done(build(dir)))
            }
            Form::Letter { build, .. } => typed.map_or_else(refuse, |key| Pressed::Done(build(key))),
            Form::Words { .. } => refuse(),
            Form::Number { first, last, one_key, build, .. } => {
                let digit = typed.and_then(|key| key.to_digit(10));
                let done = |number: u32| {
                    if (*first..=*last).contains(&number) { Pressed::Done(build(number)) } else { refuse() }
                };
                match (digit, number) {
                    (Some(0), None) if *one_key => done(ONE_KEY_MAX),
                    (Some(digit), _) if *one_key => done(digit),
                    (Some(digit), so_far) => {
                        let value = so_far.unwrap_or(0).saturating_mul(10).saturating_add(digit);
                        if value > *last {
                            return refuse();
                        }
                        *pending = Some(Pending { verb, number: Some(value) });
                        Pressed::More(format!("{} {value}", self.verbs[verb].words[0]))
                    }
                    (None, Some(value)) if stroke == Stroke::Enter => done(value),
                    _ => refuse(),
                }
            }
        }
    }
}
