//! Verbs as data, vitals as text, events as facts, and the digest.

use crate::collect::collect;
use crate::contract::{Fact, FactValue, Sentence, VerbInfo};
use kernel::{Game, Narrate, Vital, Vitals};
use serde::Serialize;
use std::fmt::Write as _;

/// ` hp=100 turn=64`: the vitals of a checkpoint.
#[must_use]
pub fn vitals_text(vitals: &Vitals) -> String {
    let mut text = String::new();
    for (name, value) in &vitals.0 {
        let _ = match value {
            Vital::Number(number) => write!(text, " {name}={number}"),
            Vital::Text(words) => write!(text, " {name}={}", words.replace(char::is_whitespace, "_")),
        };
    }
    text
}

/// An event as plain data; `None` if it has no kind.
pub(crate) fn fact_of(event: &(impl Serialize + Narrate)) -> Option<Fact> {
    let FactValue::Fields(mut fields) = collect(event) else { return None };
    let kind = fields.iter().position(|(name, _)| name == "kind")?;
    let (_, FactValue::Text(kind)) = fields.remove(kind) else { return None };
    kernel::sort_by(&mut fields, |(a, _), (b, _)| a.cmp(b));
    let aside = event.aside().map(str::to_owned);
    Some(Fact { kind, fields, aside })
}

/// The sentence of an event.
pub(crate) fn sentence_of(event: &impl Narrate) -> Sentence {
    let (mut text, mut to_player) = (String::new(), String::new());
    event.tell(&mut text);
    let to_player = event.tell_player(&mut to_player).then_some(to_player);
    Sentence { text, to_player, cue: event.cue(), wound: event.wound() }
}

/// The part of a pulse that a run keeps.
pub(crate) const fn pulse_letters(pulse: u64) -> u32 {
    pulse as u32 & 0xFFF
}

/// The first 64 bits of the state's BLAKE3 hash.
pub(crate) fn digest_of(state: &[u8]) -> u64 {
    let hash = blake3::hash(state);
    let bytes = hash.as_bytes();
    u64::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}

/// The verbs of a game, for help pages without a session.
#[must_use]
pub fn verbs_of<G: Game>() -> Vec<VerbInfo> {
    let grammar = G::grammar();
    grammar.verbs.iter().map(|verb| verb_info(verb, grammar.ways)).collect()
}

/// The size of a serialised state, in bytes.
pub fn state_bytes<G: Game>(game: &G) -> usize {
    postcard::to_allocvec(game).map_or(0, |state| state.len())
}

/// The description of a verb for help pages and key tables.
fn verb_info<C>(verb: &kernel::Verb<C>, ways: &'static [(&'static str, kernel::Dir)]) -> VerbInfo {
    VerbInfo {
        name: verb.name,
        kind: verb.kind,
        words: verb.words,
        keys: verb.keys,
        way: verb.way,
        phases: verb.phases,
        help: verb.help,
        follows: verb.follows(),
        ways: if verb.follows() == kernel::Follows::Direction { ways } else { &[] },
    }
}
