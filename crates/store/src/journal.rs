//! The journal of a run: an open, locked file that grows by whole lines.
//!
//! Lines are written before the next frame is shown, so a killed program loses nothing it showed. They are
//! synced within two seconds, so a power cut loses no more than that. The journal keeps the whole text in
//! memory: if the file is deleted or its disk fails, the run can be written elsewhere.

use crate::disk::{Disk, System, folder_of, must_be_regular, names, write_all};
use crate::folder::write_atomically_on;
use crate::lock::Lock;
use crate::shelf::Volume;
use crate::sync::Synced;
use std::fs::{self, File};
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum number of attempts to open a file that is replaced between opening and locking.
const OPEN_TRIES: usize = 20;
/// The highest number appended to a name that is taken.
const NUMBER_MAX: u32 = 10_000;

/// An open run file.
#[derive(Debug)]
pub struct Journal {
    disk: &'static dyn Disk,
    file: Arc<File>,
    path: PathBuf,
    /// The content of the file, whole lines only.
    text: Vec<u8>,
    /// Whether the file may contain more than `text`, after a failed write that could not be undone.
    tail: bool,
    /// Whether the file is removed on closing, because nothing was played.
    discard: bool,
    synced: Arc<Synced>,
    _lock: Lock,
}

impl Journal {
    /// Creates a file with these first lines. With `unique`, a name that is taken gets a number. On failure no
    /// file is left behind.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, text: &str, unique: bool) -> io::Result<Self> {
        Self::create_on(&System, path, text, unique)
    }

    pub(crate) fn create_on(
        disk: &'static dyn Disk,
        path: &Path,
        text: &str,
        unique: bool,
    ) -> io::Result<Self> {
        if !unique && fs::metadata(path).is_ok_and(|meta| !meta.is_dir() && meta.len() == 0) {
            return Self::fill(disk, path, text);
        }
        let folder = folder_of(path);
        fs::create_dir_all(folder)?;
        let (file, temp) = disk.create(folder)?;
        write_all(disk, &file, text.as_bytes())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut path = path.to_owned();
        for number in 2..NUMBER_MAX {
            // The file is complete and locked before it gets its name.
            let published =
                Lock::take(disk, &file, &path).and_then(|lock| disk.publish(&temp, &path).map(|()| lock));
            match published {
                Ok(lock) => {
                    let journal = Self::around(disk, file, path, text.as_bytes().to_vec(), lock);
                    journal.synced.written();
                    return Ok(journal);
                }
                Err(error) if unique && is_taken(&error) => {
                    path.set_file_name(format!("{stem}-{number}.run"));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Begins in an existing empty file, which was created for this purpose.
    fn fill(disk: &'static dyn Disk, path: &Path, text: &str) -> io::Result<Self> {
        let file = disk.open(path)?;
        let lock = Lock::take(disk, &file, path)?;
        if file.metadata()?.len() > 0 {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut journal = Self::around(disk, file, path.to_owned(), Vec::new(), lock);
        journal.append(text)?;
        Ok(journal)
    }

    /// Opens and locks a run, then reads it, so that nobody else can append to it.
    ///
    /// # Errors
    /// If another process holds the file, or it cannot be read and written.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::open_on(&System, path)
    }

    pub(crate) fn open_on(disk: &'static dyn Disk, path: &Path) -> io::Result<Self> {
        for _ in 0..OPEN_TRIES {
            let mut file = disk.open(path)?;
            must_be_regular(&file)?;
            let lock = Lock::take(disk, &file, path)?;
            // The file may have been renamed, replaced or deleted between opening and locking.
            if names(path, &file) {
                let text = disk.read(&mut file)?;
                return Ok(Self::around(disk, file, path.to_owned(), text, lock));
            }
        }
        Err(crate::lock::busy())
    }

    fn around(disk: &'static dyn Disk, file: File, path: PathBuf, text: Vec<u8>, lock: Lock) -> Self {
        let file = Arc::new(file);
        let synced = Synced::new(disk, file.clone());
        Self { disk, file, path, text, tail: false, discard: false, synced, _lock: lock }
    }

    /// Writes the whole content again: after a failed sync it is unknown what is on the disk.
    fn write_again(&mut self) -> io::Result<()> {
        (&*self.file).seek(SeekFrom::Start(0))?;
        write_all(self.disk, &self.file, &self.text)?;
        self.disk.sync(&self.file)
    }

    /// Checks that the file still exists and has the expected length.
    fn check(&self) -> io::Result<()> {
        match self.loss()? {
            Some(what) => Err(io::Error::new(io::ErrorKind::NotFound, what)),
            None => Ok(()),
        }
    }

    /// Why the file is lost: it was deleted, or changed by a program that ignores locks.
    fn loss(&self) -> io::Result<Option<&'static str>> {
        let meta = self.file.metadata()?;
        let expected = self.text.len() as u64;
        Ok(if is_deleted(&meta, &self.path) {
            Some("it was deleted")
        } else if meta.is_file() && meta.len() != expected && !(self.tail && meta.len() > expected) {
            Some("another program has changed it")
        } else {
            None
        })
    }
}

impl Volume for Journal {
    fn path(&self) -> &Path {
        &self.path
    }

    fn text(&self) -> &[u8] {
        &self.text
    }

    fn cut(&mut self, good: usize) -> io::Result<()> {
        if good < self.text.len() {
            self.check()?;
            self.disk.set_len(&self.file, good as u64)?;
            self.text.truncate(good);
            self.synced.written();
        }
        Ok(())
    }

    fn append(&mut self, lines: &str) -> io::Result<()> {
        self.check()?;
        if self.synced.take_failed() {
            self.write_again().inspect_err(|_| self.synced.set_failed())?;
        }
        if lines.is_empty() {
            return Ok(());
        }
        (&*self.file).seek(SeekFrom::Start(self.text.len() as u64))?;
        if let Err(error) = write_all(self.disk, &self.file, lines.as_bytes()) {
            self.tail = self.disk.set_len(&self.file, self.text.len() as u64).is_err();
            return Err(error);
        }
        self.text.extend_from_slice(lines.as_bytes());
        self.tail = false;
        self.synced.written();
        Ok(())
    }

    fn replace(self: Box<Self>, text: &str) -> io::Result<()> {
        // The lock is held until the new file has replaced this one.
        write_atomically_on(self.disk, &self.path, text.as_bytes())
    }

    fn is_lost(&self) -> bool {
        matches!(self.loss(), Ok(Some(_)))
    }

    fn copy_to(&self, path: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        let text = String::from_utf8_lossy(&self.text) + lines;
        Ok(Box::new(Self::create_on(self.disk, path, &text, unique)?))
    }

    fn set_discard(&mut self, discard: bool) {
        self.discard = discard;
    }

    fn release(self: Box<Self>) {
        self.synced.forget();
    }

    fn close(&self) -> io::Result<()> {
        self.check()?;
        self.synced.sync()
    }
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::WouldBlock)
}

#[cfg(unix)]
fn is_deleted(meta: &fs::Metadata, _: &Path) -> bool {
    std::os::unix::fs::MetadataExt::nlink(meta) == 0
}

#[cfg(not(unix))]
fn is_deleted(_: &fs::Metadata, path: &Path) -> bool {
    !path.exists()
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.discard && names(&self.path, &self.file) {
            let _ = fs::remove_file(&self.path);
        } else {
            let _ = self.synced.sync();
        }
        // The sync thread may still hold the file; the lock must not be held.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
