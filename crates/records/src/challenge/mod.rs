//! Challenges: codes that name a game, a daily game for everybody, a pentathlon over all games, and a search
//! for seeds by what their first floors hold.
//!
//! It neither draws nor asks; front-ends do. It reads no clock and no environment; its callers say what day it is.

mod code;
#[cfg(feature = "programs")]
mod condition;
mod date;
mod history;
mod letters;
mod link;
#[cfg(feature = "programs")]
mod search;
mod standings;
mod trial;

pub use code::Code;
#[cfg(feature = "programs")]
pub use condition::{Condition, ConditionError};
pub use date::Date;
pub use history::{Entered, HISTORY, History};
pub use link::{LEVEL_LINK_MAX, LINK_MAX, level_link_of, level_of, link_of, run_of};
#[cfg(feature = "programs")]
pub use search::{Found, Search, Searched, all_fields};
pub use standings::{Standings, TryState, judge};
pub use trial::{Begun, Challenge, Kind, begin, objection};
