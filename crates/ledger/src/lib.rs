//! The database of a host: games of rooms, accounts, runs and their results, in SQLite or PostgreSQL.
//!
//! [`Ledger`] is the interface for hosts; [`Database`] implements it, with the same statements for both
//! databases. It has no clock and no randomness: times, ids and secrets come from the caller. Every write
//! goes through one writer, which commits in groups and answers after the commit. It knows no game and
//! verifies no run.

use std::future::Future;

mod accounts;
mod append;
mod boards;
mod challenges;
mod database;
mod error;
mod games;
mod hold;
mod ids;
mod limits;
mod moderation;
mod runs;
mod schema;
mod shelf;
mod texts;
mod volume;
mod writer;

pub use accounts::{Account, Accounts};
pub use boards::{BoardQuery, BoardRow, Boards};
pub use challenges::{Challenge, Challenges, NewSeal, Seal};
pub use database::{Database, Permit};
pub use error::{LedgerError, Result};
pub use games::{Class, GameRow, Games, NewGame, Privacy, SeatRow, TakenGame};
pub use hold::{Answered, Hold, Lines, Pending};
pub use ids::{AccountId, GameId, Millis, NodeId, RunHash, SealId, Secret};
pub use limits::*;
pub use moderation::{Act, AddressRange, By, Moderation};
pub use runs::{Claim, Runs, Verdict};
pub use shelf::{AccountShelf, ShelfPlan, Shelves};
pub use volume::Lease;
pub use writer::Grouping;

/// Everything a host can do; each part is a separate trait.
pub trait Ledger:
    Games + Accounts + Runs + Boards + Challenges + Moderation + Shelves + Clone + Send + Sync + 'static
{
    /// Waits for a place in the writer's queue, which every write to a [`Hold`] needs.
    ///
    /// # Errors
    /// When the writer has ended.
    fn reserve(&self) -> impl Future<Output = Result<Permit>> + Send;

    /// Returns when everything requested before is committed or refused.
    ///
    /// # Errors
    /// When the writer has ended.
    fn flush(&self) -> impl Future<Output = Result<()>> + Send;

    /// Checks that the database answers.
    ///
    /// # Errors
    /// When it does not.
    fn ping(&self) -> impl Future<Output = Result<()>> + Send;

    /// Number of queued writes, for the metrics.
    fn queued(&self) -> usize;
}
