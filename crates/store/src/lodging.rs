//! Whether the data folder can be used, and whether a file is in use. Looking changes nothing.

use crate::disk::regular;
use crate::folder::Folder;
use std::fs::TryLockError;
use std::path::Path;

/// How the data folder stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lodging {
    /// True when it is there.
    pub there: bool,
    /// True when files can be made in it, or it can be made itself.
    pub writable: bool,
    /// Bytes left on its disk, where the system says so.
    pub free: Option<u64>,
}

impl Folder {
    /// Whether the data folder can be used.
    #[must_use]
    pub fn lodging(&self) -> Lodging {
        let there = self.root().symlink_metadata().is_ok();
        // A folder that is not there yet is made in the nearest one that is.
        let nearest = self.root().ancestors().find(|folder| folder.symlink_metadata().is_ok());
        let nearest = nearest.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Lodging { there, writable: nearest.is_dir() && may_write(nearest), free: free_bytes(nearest) }
    }
}

/// True when another process has locked a run. Locks are the system's: they end with the process that holds them.
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
