//! The texts of an account as a shelf, for the application over SSH.
//!
//! A shelf blocks, so call it on threads of `spawn_blocking`. An append is committed before the call returns.

use crate::hold::{Hold, Lines};
use crate::texts::TextId;
use crate::volume::Lease;
use crate::{AccountId, Database, Ledger as _, LedgerError, Millis, NodeId, Result};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::future::Future;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use store::{Shelf, Volume};
use tokio::runtime::Handle;

/// How long an open waits for an earlier close to finish.
const CLOSING_SECONDS_MAX: u64 = 5;
/// An append is split into pieces of this size, all written in one group or none.
const PIECE_BYTES_MAX: usize = crate::LINES_BYTES_MAX;

/// Parameters of a shelf.
#[derive(Clone)]
pub struct ShelfPlan {
    /// The owner of the texts.
    pub account: AccountId,
    /// This process.
    pub node: NodeId,
    /// Duration of a lease without renewal.
    pub lease: Millis,
    /// Maximum size of all texts together, in bytes.
    pub bytes_max: i64,
    /// The clock.
    pub clock: Arc<dyn Fn() -> Millis + Send + Sync>,
}

/// The texts of an account.
#[derive(Clone)]
pub struct AccountShelf {
    database: Database,
    runtime: Handle,
    plan: ShelfPlan,
}

/// Provides the shelves of accounts.
pub trait Shelves {
    /// The shelf of an account; created if there is none.
    fn shelf(&self, plan: ShelfPlan) -> impl Future<Output = Result<AccountShelf>> + Send;
}

impl Shelves for Database {
    async fn shelf(&self, plan: ShelfPlan) -> Result<AccountShelf> {
        self.make_home(&plan.account, plan.bytes_max).await?;
        Ok(AccountShelf { database: self.clone(), runtime: Handle::current(), plan })
    }
}

/// The texts open in this process; the value is true while one is being closed.
#[derive(Debug, Default)]
pub(crate) struct OpenTexts {
    open: Mutex<HashMap<String, bool>>,
    closed: Condvar,
}

impl OpenTexts {
    /// Registers an open text; waits while it is being closed.
    fn enter(&self, volume: &str) -> io::Result<()> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = Duration::from_secs(CLOSING_SECONDS_MAX);
        let closing = |open: &mut HashMap<String, bool>| open.get(volume) == Some(&true);
        let (mut open, _) =
            self.closed.wait_timeout_while(open, wait, closing).unwrap_or_else(PoisonError::into_inner);
        if open.contains_key(volume) {
            return Err(busy());
        }
        open.insert(volume.to_owned(), false);
        Ok(())
    }

    fn closing(&self, volume: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(volume.to_owned(), true);
    }

    fn leave(&self, volume: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(volume);
        self.closed.notify_all();
    }
}

fn busy() -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, "it is open in another process")
}

fn io_error(error: LedgerError) -> io::Error {
    let kind = match &error {
        LedgerError::Missing => return io::ErrorKind::NotFound.into(),
        LedgerError::Taken => return io::ErrorKind::AlreadyExists.into(),
        LedgerError::Held => return busy(),
        LedgerError::Fenced | LedgerError::Closed => {
            return io::Error::new(io::ErrorKind::NotFound, "another program has changed it");
        }
        LedgerError::Full => {
            return io::Error::new(io::ErrorKind::StorageFull, "there is no room left for it");
        }
        LedgerError::Refused(_) | LedgerError::Repeated => io::ErrorKind::InvalidInput,
        LedgerError::Unusable(_) | LedgerError::Failed(_) => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}

impl AccountShelf {
    fn wait<T>(&self, work: impl Future<Output = Result<T>>) -> io::Result<T> {
        self.runtime.block_on(work).map_err(io_error)
    }

    fn lease(&self) -> Lease {
        let now = (self.plan.clock)();
        Lease { node: self.plan.node.clone(), now, until: now.saturating_add(self.plan.lease) }
    }

    /// The text with this name. Names cannot lead out of the shelf.
    fn id(&self, name: &Path) -> io::Result<TextId> {
        let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "that is not a name for a text");
        let mut parts = Vec::new();
        for part in name.components() {
            match part {
                Component::Normal(part) => parts.push(part.to_str().ok_or_else(wrong)?),
                Component::RootDir | Component::CurDir => {}
                Component::ParentDir | Component::Prefix(_) => return Err(wrong()),
            }
        }
        Ok(TextId { account: self.plan.account.clone(), path: parts.join("/") })
    }

    fn page(&self, name: &Path, id: TextId, hold: Hold, text: Vec<u8>) -> Box<dyn Volume> {
        let name = name.to_owned();
        Box::new(Page { shelf: self.clone(), name, id, hold: Some(hold), failed: None, text, discard: false })
    }
}

impl fmt::Debug for AccountShelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccountShelf").field("account", &self.plan.account).finish_non_exhaustive()
    }
}

impl Shelf for AccountShelf {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        let Ok(folder) = self.id(below) else { return Vec::new() };
        let paths = self.wait(self.database.text_paths(&self.plan.account)).unwrap_or_default();
        let first = |path: &String| {
            let rest = path.strip_prefix(&folder.path)?;
            let rest = if folder.path.is_empty() { rest } else { rest.strip_prefix('/')? };
            Some(below.join(rest.split('/').next()?))
        };
        paths.iter().filter_map(first).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>> {
        let id = self.id(name)?;
        let volume = id.volume();
        self.database.open_texts().enter(&volume)?;
        let opened = self.wait(self.database.open_text(&id, self.lease()));
        let (hold, text) = opened.inspect_err(|_| self.database.open_texts().leave(&volume))?;
        Ok(self.page(name, id, hold, text))
    }

    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        let id = self.id(name)?;
        let opened = self.database.open_texts();
        // With `unique` the name is new, so nobody has it open.
        if !unique {
            opened.enter(&id.volume())?;
        }
        let started = self.database.start_text(id.clone(), text.as_bytes().to_vec(), unique, self.lease());
        let started = self.wait(started);
        if !unique && started.is_err() {
            opened.leave(&id.volume());
        }
        let (got, hold) = started?;
        if unique {
            opened.enter(&got.volume())?;
        }
        let name = if got == id {
            name.to_owned()
        } else {
            name.with_file_name(got.path.rsplit('/').next().unwrap_or_default())
        };
        Ok(self.page(&name, got, hold, text.as_bytes().to_vec()))
    }

    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        self.wait(self.database.read_text(&self.id(name)?))
    }

    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        self.wait(self.database.write_text(self.id(name)?, text.to_vec(), self.lease()))
    }

    fn written(&self, name: &Path) -> Option<SystemTime> {
        let written = self.wait(self.database.text_written(&self.id(name).ok()?)).ok().flatten()?;
        SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(u64::try_from(written).ok()?))
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        let id = self.id(name)?;
        let volume = id.volume();
        self.database.open_texts().enter(&volume)?;
        let removed = self.wait(self.database.remove_text(id, self.lease(), None));
        self.database.open_texts().leave(&volume);
        removed
    }
}

/// An open text of an account.
struct Page {
    shelf: AccountShelf,
    name: PathBuf,
    id: TextId,
    /// `None` after a write of unknown outcome.
    hold: Option<Hold>,
    /// The epoch of the lost hold.
    failed: Option<i64>,
    text: Vec<u8>,
    discard: bool,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Page {
    fn epoch(&self) -> i64 {
        self.hold.as_ref().map_or(self.failed.unwrap_or(0), Hold::epoch)
    }

    /// The hold, taken again after a failure: the text is then what it was before the failed write.
    fn take_hold(&mut self) -> io::Result<Hold> {
        if let Some(hold) = self.hold.take() {
            self.failed = Some(hold.epoch());
            return Ok(hold);
        }
        let (shelf, epoch) = (self.shelf.clone(), self.epoch());
        let hold = shelf.wait(shelf.database.reopen_text(&self.id, epoch, &self.text, shelf.lease()))?;
        self.failed = Some(hold.epoch());
        Ok(hold)
    }

    fn rewrite(&mut self, text: Vec<u8>) -> io::Result<()> {
        let hold = self.take_hold()?;
        let shelf = self.shelf.clone();
        let now = shelf.lease().now;
        self.hold = Some(shelf.wait(shelf.database.rewrite_text(&self.id, hold, text.clone(), now))?);
        self.text = text;
        Ok(())
    }
}

impl Volume for Page {
    fn path(&self) -> &Path {
        &self.name
    }

    fn text(&self) -> &[u8] {
        &self.text
    }

    fn cut(&mut self, good: usize) -> io::Result<()> {
        if good < self.text.len() { self.rewrite(self.text[..good].to_vec()) } else { Ok(()) }
    }

    fn append(&mut self, lines: &str) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if lines.len() > PIECE_BYTES_MAX {
            return self.rewrite([&self.text, lines.as_bytes()].concat());
        }
        let mut hold = self.take_hold()?;
        let shelf = self.shelf.clone();
        let permit = shelf.wait(shelf.database.reserve())?;
        let lines = Lines { text: lines.to_owned(), ..Lines::default() };
        let added = lines.text.clone();
        match shelf.runtime.block_on(hold.append_bytes(permit, shelf.lease().now, lines)) {
            Ok(()) => {
                self.hold = Some(hold);
                self.text.extend_from_slice(added.as_bytes());
                Ok(())
            }
            Err(error) => Err(io_error(error)),
        }
    }

    fn replace(mut self: Box<Self>, text: &str) -> io::Result<()> {
        self.rewrite(text.as_bytes().to_vec())
    }

    fn is_lost(&self) -> bool {
        // An unreachable database has lost nothing.
        let epoch = self.shelf.wait(self.shelf.database.text_epoch(&self.id));
        epoch.is_ok_and(|epoch| epoch != Some(self.epoch()))
    }

    fn copy_to(&self, name: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        self.shelf.start(name, &(String::from_utf8_lossy(&self.text) + lines), unique)
    }

    fn set_discard(&mut self, discard: bool) {
        self.discard = discard;
    }

    fn close(&self) -> io::Result<()> {
        // Appends are committed already.
        if self.is_lost() { Err(io_error(LedgerError::Fenced)) } else { Ok(()) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let (database, id, volume) = (self.shelf.database.clone(), self.id.clone(), self.id.volume());
        let (epoch, discard, lease) = (self.epoch(), self.discard, self.shelf.lease());
        database.open_texts().closing(&volume);
        // Runs in the background; only opening the text again waits for it.
        self.shelf.runtime.spawn(async move {
            // A text that is not released becomes free when its lease expires.
            let _ = if discard {
                database.remove_text(id, lease, Some(epoch)).await
            } else {
                database.close_text(volume.as_str().into(), epoch).await
            };
            database.open_texts().leave(&volume);
        });
    }
}
