//! How far a connection has come, and whether the host is closing: what its tasks tell each other.

use std::time::Duration;
use tokio::sync::watch;

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// It is there.
    Connected,
    /// It has proved to have a key.
    SignedIn,
    /// It plays.
    Seated,
    /// It has played; nothing more is to be done for it.
    Over,
}

/// Whether the host is closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Closing {
    /// It is open.
    Open,
    /// Everybody is asked to leave: games are closed and kept.
    Asked,
    /// Whoever is still there is cut off.
    Now,
}

/// Returns when a value is reached, or whoever sets it is gone.
pub(crate) async fn reached<T: PartialOrd>(mut value: watch::Receiver<T>, wanted: T) {
    let _ = value.wait_for(|now| *now >= wanted).await;
}

/// Returns when a connection has taken longer than it may: to sign in, to take its seat, or to go once all is over.
pub(crate) async fn overdue(stage: watch::Receiver<Stage>, sign_in: Duration, seat: Duration) {
    for (wanted, within) in [(Stage::SignedIn, sign_in), (Stage::Seated, seat)] {
        if tokio::time::timeout(within, reached(stage.clone(), wanted)).await.is_err() {
            return;
        }
    }
    reached(stage, Stage::Over).await;
    tokio::time::sleep(seat).await;
}
