//! Help for a person at the board: walking and exploring, repeated commands, the tutor, what can be heard.
//!
//! Helpers see only what a session shows its player: charts, scenes, verbs and vitals. They play nothing themselves; whoever
//! asks them submits ordinary commands.

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
