//! Passes on to the ledger what all rooms want stored, in order, and delivers messages only after the commit.
//!
//! One task puts everything into the queue of the ledger's writer, which commits in groups; a second one
//! waits for the commits in the same order and delivers the messages they release. Both serve all rooms.

use crate::clock;
use crate::metrics::Metrics;
use crate::room::{End, Room, Sender, Told};
use ledger::{Database, Games as _, Hold, Ledger as _, LedgerError, Lines, Pending};
use std::sync::{Arc, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What a room wants stored, and the messages to deliver after that.
pub(crate) struct Job {
    pub(crate) room: Arc<Room>,
    pub(crate) lines: Option<Lines>,
    pub(crate) letters: Vec<(Sender, Told)>,
    /// Set on the last job, with its reason.
    pub(crate) end: Option<End>,
}

/// A job being committed.
struct Sent {
    room: Arc<Room>,
    pending: Option<Result<Pending, LedgerError>>,
    letters: Vec<(Sender, Told)>,
    since: Instant,
}

/// The sending side of the queue.
#[derive(Clone)]
pub(crate) struct Writer(UnboundedSender<Job>);

impl Writer {
    /// Creates the queue.
    pub(crate) fn new() -> (Self, UnboundedReceiver<Job>) {
        let (sender, receiver) = unbounded_channel();
        (Self(sender), receiver)
    }

    /// Queues a job. A room has no more jobs here than viewers and seats have messages in progress.
    pub(crate) fn submit(&self, job: Job) {
        // The writer ends after everything else.
        let _ = self.0.send(job);
    }
}

/// Keeps until the last way to the writer is gone. `over` is given the games that have ended.
pub(crate) async fn write(
    mut jobs: UnboundedReceiver<Job>,
    ledger: Database,
    metrics: &'static Metrics,
    over: UnboundedSender<(Arc<Room>, Hold)>,
) {
    let (sent, receiver) = unbounded_channel();
    let delivering = tokio::spawn(deliver(receiver, metrics));
    while let Some(Job { room, lines, letters, end }) = jobs.recv().await {
        let pending = match lines {
            Some(lines) => Some(append(&ledger, &room, lines).await),
            None => None,
        };
        let since = Instant::now();
        let _ = sent.send(Sent { room: Arc::clone(&room), pending, letters, since });
        if let Some(end) = end {
            tokio::spawn(finish(ledger.clone(), room, end, over.clone()));
        }
    }
    drop(sent);
    let _ = delivering.await;
}

async fn append(ledger: &Database, room: &Room, lines: Lines) -> Result<Pending, LedgerError> {
    let permit = ledger.reserve().await?;
    let mut hold = room.hold.lock().unwrap_or_else(PoisonError::into_inner);
    hold.as_mut().ok_or(LedgerError::Fenced)?.append(permit, clock::now(), lines)
}

async fn deliver(mut sent: UnboundedReceiver<Sent>, metrics: &'static Metrics) {
    while let Some(Sent { room, pending, letters, since }) = sent.recv().await {
        let kept = match pending {
            Some(Ok(pending)) => pending.await,
            Some(Err(why)) => Err(why),
            None => Ok(()),
        };
        metrics.commits.took(since.elapsed());
        let done = kept.is_ok();
        if let Err(why) = kept {
            metrics.commit_failures.add(1);
            // The log names the reason.
            crate::rooms::told(why);
        }
        room.kept(letters, done);
    }
}

/// Gives a game back, or hands it to whoever closes it for ever. What was appended before is written before.
async fn finish(ledger: Database, room: Arc<Room>, end: End, over: UnboundedSender<(Arc<Room>, Hold)>) {
    let Some(hold) = room.hold.lock().unwrap_or_else(PoisonError::into_inner).take() else {
        return room.set_gone();
    };
    match end {
        End::Rest => {
            let _ = ledger.give_back(hold).await;
            room.set_gone();
        }
        // It is gone when it was closed.
        End::Over => drop(over.send((room, hold))),
    }
}
