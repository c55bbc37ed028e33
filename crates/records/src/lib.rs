//! What runs are worth: tables of scores, charts, feats, morgues and challenges.
//!
//! It trusts nothing recorded in a run; everything comes from replaying it. It names no game: it counts
//! vitals, events and outcomes, and what is particular to a game is in its lore, in the catalogue.

mod audit;
mod book;
mod cache;
pub mod challenge;
mod chart;
mod facts;
mod feats;
mod ladder;
mod morgue;
mod page;
mod report;

pub use audit::Audit;
pub use book::{Book, Exclusion, LeftOut, Ranking, Record, TableKey, Totals};
pub use chart::{Gather, columns, gather, spark};
pub use facts::{Played, count};
pub use feats::FeatDone;
pub use morgue::{Count, Course, GamePage, Moment, Morgue, Writing, keep_morgue, morgue_paths};
pub use page::{Line, Wanted, Weight, feats_page};
pub use report::{LevelMark, RunReport, Verification};
