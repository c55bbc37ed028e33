//! The status of the data folder, and whether a file is in use. Read-only.

use crate::disk::regular;
use crate::folder::Folder;
use std::fs::TryLockError;
use std::path::Path;

/// The status of the data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderStatus {
    /// Whether it exists.
    pub there: bool,
    /// Whether files can be created in it, or it can be created.
    pub writable: bool,
    /// Free bytes on its disk, if the system reports them.
    pub free: Option<u64>,
}

impl Folder {
    /// The status of the data folder.
    #[must_use]
    pub fn status(&self) -> FolderStatus {
        let there = self.root().symlink_metadata().is_ok();
        // A missing folder is created in the nearest existing one.
        let nearest = self.root().ancestors().find(|folder| folder.symlink_metadata().is_ok());
        let nearest = nearest.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        FolderStatus { there, writable: nearest.is_dir() && may_write(nearest), free: free_bytes(nearest) }
    }
}

/// Whether another process has locked a run. Locks are the system's: they end with the process that holds them.
#[must_use]
pub fn is_locked(path: &Path) -> bool {
    regular(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_write(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|meta| !meta.permissions().readonly())
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    rustix::fs::statvfs(folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
