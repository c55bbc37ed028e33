//! The stage of a connection, and whether the host is shutting down: state shared between tasks.

use std::time::Duration;
use tokio::sync::watch;

/// The stage of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Connected.
    Connected,
    /// Signed in with a key.
    SignedIn,
    /// Playing.
    Seated,
    /// The visit is over; nothing is left to do.
    Over,
}

/// Whether the host is shutting down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Closing {
    /// Running.
    Open,
    /// Everybody is asked to leave: games are closed and saved.
    Asked,
    /// Remaining connections are cut.
    Now,
}

/// Returns when a value is reached, or its sender is gone.
pub(crate) async fn reached<T: PartialOrd>(mut value: watch::Receiver<T>, wanted: T) {
    let _ = value.wait_for(|now| *now >= wanted).await;
}

/// Returns when a connection exceeds a time limit: for signing in, for taking a seat, or for closing at the
/// end.
pub(crate) async fn overdue(stage: watch::Receiver<Stage>, sign_in: Duration, seat: Duration) {
    for (wanted, within) in [(Stage::SignedIn, sign_in), (Stage::Seated, seat)] {
        if tokio::time::timeout(within, reached(stage.clone(), wanted)).await.is_err() {
            return;
        }
    }
    reached(stage, Stage::Over).await;
    tokio::time::sleep(seat).await;
}
