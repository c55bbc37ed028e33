//! What runs are worth: tables of scores, charts, feats, the page about a finished game, and challenges.
//!
//! It believes nothing a run says about itself before the run was played again. It names no game: everything it counts are
//! vitals, events and outcomes, and what is particular to a game stands in its lore in the catalogue.

mod book;
mod cache;
pub mod challenge;
mod chart;
mod facts;
mod feats;
mod ladder;
mod morgue;
mod page;
mod sheet;
mod survey;

pub use book::{Book, LeftOut, Record, Shelf, Table, Totals, Why};
pub use chart::{Gather, columns, gather, spark};
pub use facts::{Played, count};
pub use feats::FeatDone;
pub use morgue::{Count, Course, Moment, Morgue, Page, Writing, keep_morgue, morgue_paths};
pub use page::{Line, Wanted, Weight, feats_page};
pub use sheet::{LevelMark, Sheet, Standing};
pub use survey::Survey;
