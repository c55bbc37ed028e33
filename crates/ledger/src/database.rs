//! The ledger in a database: connections, the writer, and the shared handle.

use crate::shelf::OpenTexts;
use crate::writer::{self, BoxFuture, Grouping, Item};
use crate::{Ledger, LedgerError, Result, schema};
use sqlx::{AnyConnection, AnyPool};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// Number of reading connections.
const READERS: u32 = 4;

/// An open database; cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    readers: AnyPool,
    queue: mpsc::Sender<Item>,
    writer: std::sync::Mutex<Option<JoinHandle<()>>>,
    open_texts: OpenTexts,
}

/// A reserved place in the writer's queue. It is reserved before a command is played, so that the command can
/// then be queued at once and in order.
#[derive(Debug)]
pub struct Permit(pub(crate) mpsc::OwnedPermit<Item>);

impl Database {
    /// Opens `sqlite:FILE` or `postgres://…`, creates or migrates its tables, and starts its writer on the
    /// current tokio runtime.
    ///
    /// # Errors
    /// One sentence, when the database is damaged, belongs to another program or cannot be reached.
    pub async fn open(url: &str, grouping: Grouping) -> Result<Self> {
        let place = schema::Place::read(url)?;
        let (pool, readers) = schema::open(&place, READERS).await?;
        let (queue, receiver) = mpsc::channel(grouping.queued_max.max(1));
        let writer = tokio::spawn(writer::run(pool, place.begin(), grouping, receiver));
        let writer = std::sync::Mutex::new(Some(writer));
        Ok(Self { inner: Arc::new(Inner { readers, queue, writer, open_texts: OpenTexts::default() }) })
    }

    /// Writes everything queued and closes the database. Other handles cannot be used any more.
    ///
    /// # Errors
    /// When the writer has already ended.
    pub async fn close(self) -> Result<()> {
        let writer = self.inner.writer.lock().ok().and_then(|mut writer| writer.take());
        let done = match self.reserve().await {
            Ok(permit) => {
                permit.0.send(Item::Stop);
                Ok(())
            }
            Err(why) => Err(why),
        };
        // The writer ends when everything queued is written and its connection is closed.
        if let Some(writer) = writer {
            let _ = writer.await;
        }
        self.inner.readers.close().await;
        done
    }

    /// The accounts' texts that are open in this process.
    pub(crate) fn open_texts(&self) -> &OpenTexts {
        &self.inner.open_texts
    }

    /// The connections for reading.
    pub(crate) fn readers(&self) -> &AnyPool {
        &self.inner.readers
    }

    /// Runs a write in the next group; returns after its commit.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        act: impl for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T>> + Send + 'static,
    ) -> Result<T> {
        let (item, receiver) = writer::job(act);
        self.reserve().await?.0.send(item);
        receiver.await.unwrap_or_else(|_| Err(writer::gone()))
    }
}

impl Ledger for Database {
    async fn reserve(&self) -> Result<Permit> {
        let permit = self.inner.queue.clone().reserve_owned().await;
        permit.map(Permit).map_err(|_| writer::gone())
    }

    async fn flush(&self) -> Result<()> {
        let (answer, receiver) = oneshot::channel();
        self.reserve().await?.0.send(Item::Flush(answer));
        receiver.await.map_err(|_| writer::gone())
    }

    async fn ping(&self) -> Result<()> {
        sqlx::query("SELECT 1").execute(&self.inner.readers).await?;
        Ok(())
    }

    fn queued(&self) -> usize {
        self.inner.queue.max_capacity() - self.inner.queue.capacity()
    }
}

/// Runs one statement; returns the number of rows changed.
macro_rules! run {
    ($connection:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        sqlx::query($sql)$(.bind($value))*.execute(&mut *$connection).await.map(|done| done.rows_affected())
    };
}
pub(crate) use run;

/// Reads at most one row.
macro_rules! one {
    ($connection:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        sqlx::query($sql)$(.bind($value))*.fetch_optional($connection).await
    };
}
pub(crate) use one;

/// Reads rows.
macro_rules! many {
    ($connection:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        sqlx::query($sql)$(.bind($value))*.fetch_all($connection).await
    };
}
pub(crate) use many;

/// Checks that exactly one row was changed.
pub(crate) fn must_be_one(changed: u64, otherwise: LedgerError) -> Result<()> {
    if changed == 1 { Ok(()) } else { Err(otherwise) }
}
