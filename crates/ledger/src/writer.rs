//! The writer with group commit: writes of many rooms become one transaction, and everybody is answered after
//! its commit.
//!
//! A refused write is undone alone; if the commit fails, the whole group fails. The queue is bounded: a write
//! first waits for a place in it.

use crate::append::{self, Append};
use crate::{LedgerError, Result};
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Transaction};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use std::vec::IntoIter;
use tokio::sync::{mpsc, oneshot};

pub(crate) type BoxFuture<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// How writes are grouped.
#[derive(Clone, Copy, Debug)]
pub struct Grouping {
    /// How long the first write of a group waits for others.
    pub wait: Duration,
    /// Maximum length of the queue; further writes wait.
    pub queued_max: usize,
}

impl Default for Grouping {
    fn default() -> Self {
        Self { wait: Duration::from_millis(5), queued_max: 4096 }
    }
}

/// Maximum number of writes per transaction.
const GROUP_MAX: usize = 1024;
/// Time limit of a transaction; a database that hangs is given up.
const GROUP_SECONDS_MAX: u64 = 30;

/// A queued item.
pub(crate) enum Item {
    Append(Append),
    Job(Job),
    /// Answered when everything before it is done.
    Flush(oneshot::Sender<()>),
    /// The last item.
    Stop,
}

/// Any other write: runs in the transaction, and returns whether to keep its effects and whom to answer after
/// the commit. Instead of a connection it may be given the reason why there is none.
pub(crate) type Job =
    Box<dyn for<'c> FnOnce(Result<&'c mut AnyConnection>) -> BoxFuture<'c, (bool, Tell)> + Send>;
/// Answers a caller with the result of the commit.
type Tell = Box<dyn FnOnce(Result<()>) + Send>;

/// Makes a job from its action; also returns the receiver of its answer.
pub(crate) fn job<T: Send + 'static>(
    act: impl for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T>> + Send + 'static,
) -> (Item, oneshot::Receiver<Result<T>>) {
    let (answer, receiver) = oneshot::channel();
    let job: Job = Box::new(move |connection| {
        Box::pin(async move {
            let result = match connection {
                Ok(connection) => act(connection).await,
                Err(why) => Err(why),
            };
            let stays = result.is_ok();
            let tell: Tell = Box::new(move |commit: Result<()>| {
                let _ = answer.send(match result {
                    Ok(done) => commit.map(|()| done),
                    Err(why) => Err(why),
                });
            });
            (stays, tell)
        })
    });
    (Item::Job(job), receiver)
}

/// The error of a write whose writer is gone.
pub(crate) fn gone() -> LedgerError {
    LedgerError::Failed("no answer came".to_owned())
}

/// Writes until stopped or abandoned, then closes its connection.
pub(crate) async fn run(
    pool: AnyPool,
    begin: &'static str,
    grouping: Grouping,
    mut queue: mpsc::Receiver<Item>,
) {
    let (mut group, mut stops) = (Vec::new(), false);
    while !stops && let Some(first) = queue.recv().await {
        group.push(first);
        if !grouping.wait.is_zero() {
            tokio::time::sleep(grouping.wait).await;
        }
        while group.len() < GROUP_MAX {
            let Ok(item) = queue.try_recv() else { break };
            group.push(item);
        }
        stops = group.iter().any(|item| matches!(item, Item::Stop));
        let work = write(&pool, begin, std::mem::take(&mut group));
        // On a timeout, callers see that their answer channel was dropped.
        let _ = tokio::time::timeout(Duration::from_secs(GROUP_SECONDS_MAX), work).await;
    }
    pool.close().await;
}

/// Writes a group: begin, statements, commit, answers.
async fn write(pool: &AnyPool, begin: &'static str, group: Vec<Item>) {
    let (mut appends, mut jobs, mut flushes) = (Vec::new(), Vec::new(), Vec::new());
    for item in group {
        match item {
            Item::Append(append) => appends.push(append),
            Item::Job(job) => jobs.push(job),
            Item::Flush(answer) => flushes.push(answer),
            Item::Stop => {}
        }
    }
    let mut answers = vec![Ok(()); appends.len()];
    let mut tells = Vec::new();
    let mut jobs = jobs.into_iter();
    let commit = carry_out(pool, begin, &appends, &mut answers, &mut jobs, &mut tells).await;
    if let Err(why) = &commit {
        // Those whose turn did not come are told the same reason.
        for job in jobs {
            tells.push(job(Err(why.clone())).await.1);
        }
    }
    for (append, answer) in appends.into_iter().zip(answers) {
        let _ = append.done.send(answer.and_then(|()| commit.clone()));
    }
    for tell in tells {
        tell(commit.clone());
    }
    for flush in flushes {
        let _ = flush.send(());
    }
}

async fn carry_out(
    pool: &AnyPool,
    begin: &'static str,
    appends: &[Append],
    answers: &mut [Result<()>],
    jobs: &mut IntoIter<Job>,
    tells: &mut Vec<Tell>,
) -> Result<()> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    let done = on_connection(&mut connection, begin, appends, answers, jobs, tells).await;
    if done.is_err() {
        // A full disk makes SQLite undo the transaction by itself, and the library does not notice. Nothing more is
        // written on this connection; the next group gets a new one.
        connection.close_on_drop();
    }
    done
}

async fn on_connection(
    connection: &mut AnyConnection,
    begin: &'static str,
    appends: &[Append],
    answers: &mut [Result<()>],
    jobs: &mut IntoIter<Job>,
    tells: &mut Vec<Tell>,
) -> Result<()> {
    let mut open = connection.begin_with(begin).await.map_err(failed)?;
    let all: Vec<&Append> = appends.iter().collect();
    if !all.is_empty() && !matches!(append::all(&mut open, &all).await, Ok(true)) {
        // One of the writes is impossible: try each alone, so that the others are kept.
        open.rollback().await.map_err(failed)?;
        open = connection.begin_with(begin).await.map_err(failed)?;
        for (append, answer) in all.iter().zip(answers.iter_mut()) {
            *answer = alone(&mut open, append).await?;
        }
    }
    while jobs.len() > 0 {
        savepoint(&mut open, "SAVEPOINT one").await?;
        let Some(job) = jobs.next() else { break };
        let (stays, tell) = job(Ok(&mut open)).await;
        tells.push(tell);
        if !stays {
            savepoint(&mut open, "ROLLBACK TO SAVEPOINT one").await?;
        }
        savepoint(&mut open, "RELEASE SAVEPOINT one").await?;
    }
    open.commit().await.map_err(failed)
}

/// A single write; the outer error is the database's.
async fn alone(open: &mut Transaction<'_, Any>, append: &Append) -> Result<Result<()>> {
    savepoint(open, "SAVEPOINT one").await?;
    let done = append::all(open, &[append]).await;
    let answer = if matches!(done, Ok(true)) {
        Ok(())
    } else {
        savepoint(open, "ROLLBACK TO SAVEPOINT one").await?;
        Err(match done {
            Err(why @ LedgerError::Failed(_)) => why,
            _ => append::reason(open, append).await?,
        })
    };
    savepoint(open, "RELEASE SAVEPOINT one").await?;
    Ok(answer)
}

async fn savepoint(open: &mut Transaction<'_, Any>, sql: &'static str) -> Result<()> {
    sqlx::query(sql).execute(&mut **open).await.map(drop).map_err(failed)
}

/// An error of the whole group, not of a single write.
fn failed(error: sqlx::Error) -> LedgerError {
    LedgerError::Failed(error.to_string())
}
