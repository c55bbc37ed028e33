//! Syncs the changed files of all open journals about every two seconds, in one thread.

use crate::disk::Disk;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

const SYNC_EVERY: Duration = Duration::from_millis(1500);

/// A file that is synced regularly.
#[derive(Debug)]
pub(crate) struct Synced {
    disk: &'static dyn Disk,
    file: Arc<File>,
    dirty: AtomicBool,
    failed: AtomicBool,
}

/// The open journals, and whether the thread is running.
static OPEN: Mutex<(Vec<Weak<Synced>>, bool)> = Mutex::new((Vec::new(), false));

impl Synced {
    pub(crate) fn new(disk: &'static dyn Disk, file: Arc<File>) -> Arc<Self> {
        Arc::new(Self { disk, file, dirty: AtomicBool::new(false), failed: AtomicBool::new(false) })
    }

    /// Marks the file as changed. The first time, the file is registered.
    pub(crate) fn written(self: &Arc<Self>) {
        if self.dirty.swap(true, Ordering::AcqRel) {
            return;
        }
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.0.iter().any(|other| std::ptr::eq(other.as_ptr(), Arc::as_ptr(self))) {
            open.0.push(Arc::downgrade(self));
        }
        if !open.1 && cfg!(not(target_family = "wasm")) {
            let thread = std::thread::Builder::new().name("journals".to_owned()).stack_size(64 * 1024);
            open.1 = thread.spawn(sync_from_time_to_time).is_ok();
        }
    }

    /// Syncs now if the file has changed.
    pub(crate) fn sync(&self) -> io::Result<()> {
        if self.dirty.swap(false, Ordering::AcqRel) {
            self.disk.sync(&self.file).inspect_err(|_| self.failed.store(true, Ordering::Release))?;
        }
        Ok(())
    }

    /// Marks the file as unchanged: it need not be synced.
    pub(crate) fn forget(&self) {
        self.dirty.store(false, Ordering::Release);
    }

    /// Whether a sync has failed since the last call. The system may have dropped what was written, so it must
    /// be written again.
    pub(crate) fn take_failed(&self) -> bool {
        self.failed.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn set_failed(&self) {
        self.failed.store(true, Ordering::Release);
    }
}

/// Ends when no journal is open; the next one starts it again.
fn sync_from_time_to_time() {
    loop {
        std::thread::sleep(SYNC_EVERY);
        let files: Vec<Arc<Synced>> = {
            let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
            open.0.retain(|file| file.strong_count() > 0);
            if open.0.is_empty() {
                open.1 = false;
                return;
            }
            open.0.iter().filter_map(Weak::upgrade).collect()
        };
        for file in files {
            // The journal reports a failure when it writes its next line.
            let _ = file.sync();
        }
    }
}
