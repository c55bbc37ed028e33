//! The database of a host: games of rooms, accounts, runs and what they are worth, in SQLite or PostgreSQL.
//!
//! [`Ledger`] is all a host can ask for; [`Database`] keeps it, by the same statements in both databases. It has no clock
//! and no randomness: times, ids and secrets come from the caller. Every write goes through one writer, which commits in
//! groups: whoever has the answer knows that it is on the disk. It knows no game and verifies no run.

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

/// Everything a host can ask for: each part is a trait of its own.
pub trait Ledger:
    Games + Accounts + Runs + Boards + Challenges + Moderation + Shelves + Clone + Send + Sync + 'static
{
    /// Waits for a place in the writer's queue, as every write to a [`Hold`] needs one.
    ///
    /// # Errors
    /// When the writer has ended.
    fn reserve(&self) -> impl Future<Output = Result<Permit>> + Send;

    /// A place in the writer's queue, if there is one at this moment.
    fn try_reserve(&self) -> Option<Permit>;

    /// Returns when everything that was asked for before is committed or refused.
    ///
    /// # Errors
    /// When the writer has ended.
    fn flush(&self) -> impl Future<Output = Result<()>> + Send;

    /// Looks whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    fn ping(&self) -> impl Future<Output = Result<()>> + Send;

    /// Writes waiting in the queue, for the metrics.
    fn queued(&self) -> usize;
}
