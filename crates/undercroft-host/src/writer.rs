//! The one writer: it commits what all rooms want kept in groups, and only then lets it be shown.

use crate::room::{Room, Sender, Told};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The most jobs of one commit.
const GROUP_MAX: usize = 1024;

/// What a room wants kept, and what is to be shown once it is.
pub(crate) struct Job {
    pub(crate) room: Arc<Room>,
    pub(crate) keep: String,
    pub(crate) letters: Vec<(Sender, Told)>,
}

/// The way to the writer.
#[derive(Clone)]
pub(crate) struct Writer(UnboundedSender<Job>);

impl Writer {
    /// The way, and where it leads.
    pub(crate) fn new() -> (Self, UnboundedReceiver<Job>) {
        let (sender, receiver) = unbounded_channel();
        (Self(sender), receiver)
    }

    /// Queues a job. A room has no more jobs here than viewers and seats have commands under way.
    pub(crate) fn submit(&self, job: Job) {
        // The writer ends after everything else.
        let _ = self.0.send(job);
    }
}

/// What is kept, for as long as the process lives.
#[derive(Default)]
pub(crate) struct Memory(Mutex<HashMap<String, String>>);

impl Memory {
    /// The run of a game so far.
    pub(crate) fn run(&self, id: &str) -> Option<String> {
        self.0.lock().ok()?.get(id).cloned()
    }
}

/// Commits until the last way to the writer is gone.
pub(crate) async fn write(mut jobs: UnboundedReceiver<Job>, memory: Arc<Memory>) {
    let mut group = Vec::new();
    while jobs.recv_many(&mut group, GROUP_MAX).await > 0 {
        if let Ok(mut kept) = memory.0.lock() {
            for job in group.iter().filter(|job| !job.keep.is_empty()) {
                kept.entry(job.room.facts.id.clone()).or_default().push_str(&job.keep);
            }
        }
        for job in group.drain(..) {
            job.room.kept(job.letters, true);
        }
    }
}
