//! Helpers for players: travel, exploring, repeated commands, the tutor, speech.
//!
//! Helpers use only what a session shows its player: charts, scenes, verbs and vitals. They do not play; the
//! caller submits ordinary commands.

mod danger;
mod destinations;
pub mod fight;
pub mod habit;
mod hearing;
pub mod travel;
mod tutor;
pub mod walker;

pub use destinations::{Destination, destinations};
pub use hearing::Hearing;
pub use tutor::{Deed, Tutor, deeds, event_kinds, last_verb, tell};
