//! The storage interface: a shelf of volumes under names. For [`Files`] the names are paths and the volumes
//! files; a database or a browser can implement it as well.

use crate::disk::read_file;
use crate::folder::write_atomically;
use crate::journal::Journal;
use std::fmt::Debug;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Texts under names. An open volume belongs to the process that opened it.
pub trait Shelf: Debug + Send + Sync {
    /// The names directly below a name, in no order.
    fn list(&self, below: &Path) -> Vec<PathBuf>;

    /// Opens a volume and reads it; nobody else can open it until it is dropped.
    ///
    /// # Errors
    /// If it is open elsewhere, or cannot be read and written.
    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>>;

    /// Creates a volume with these first lines. With `unique`, a name that is taken gets a number. On failure
    /// nothing is left behind.
    ///
    /// # Errors
    /// If the name is taken or the text cannot be written.
    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>>;

    /// Reads a text without opening it: settings, a level, a run to look at.
    ///
    /// # Errors
    /// If there is none, it is too large, or it cannot be read.
    fn read(&self, name: &Path) -> io::Result<Vec<u8>>;

    /// Writes such a text completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written; the old text is then unchanged.
    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()>;

    /// The time when a text was last written; `None` if there is none.
    fn written(&self, name: &Path) -> Option<SystemTime>;

    /// The canonical name of a text that has several.
    fn full_name(&self, name: &Path) -> PathBuf {
        name.to_owned()
    }

    /// Removes a volume.
    ///
    /// # Errors
    /// If it is open elsewhere, or cannot be removed.
    fn remove(&self, name: &Path) -> io::Result<()>;
}

/// An open text that grows by whole lines.
pub trait Volume: Debug + Send {
    /// Its name.
    fn path(&self) -> &Path;

    /// Its content.
    fn text(&self) -> &[u8];

    /// Removes an incomplete last line.
    ///
    /// # Errors
    /// If the volume has changed since it was read, or cannot be truncated.
    fn cut(&mut self, good: usize) -> io::Result<()>;

    /// Appends whole lines, or none of them.
    ///
    /// # Errors
    /// If they cannot be written; the same lines can be appended again later.
    fn append(&mut self, lines: &str) -> io::Result<()>;

    /// Replaces the text completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written; the old text is then unchanged.
    fn replace(self: Box<Self>, text: &str) -> io::Result<()>;

    /// Whether another program has deleted or changed it: then the game must continue under another name.
    fn is_lost(&self) -> bool;

    /// Creates a volume with this text and these lines under a new name; this one is unchanged.
    ///
    /// # Errors
    /// As [`Shelf::start`].
    fn copy_to(&self, name: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>>;

    /// Sets whether it is removed when it is dropped.
    fn set_discard(&mut self, discard: bool);

    /// Closes it without a sync, for notes that a power cut may lose.
    fn release(self: Box<Self>) {}

    /// Ensures that everything survives a power cut.
    ///
    /// # Errors
    /// If the sync fails or the text is lost.
    fn close(&self) -> io::Result<()>;
}

/// The file system; names are paths.
#[derive(Clone, Copy, Debug)]
pub struct Files;

impl Shelf for Files {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        fs::read_dir(below).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>> {
        Ok(Box::new(Journal::open(name)?))
    }

    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        Ok(Box::new(Journal::create(name, text, unique)?))
    }

    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        read_file(name)
    }

    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        write_atomically(name, text)
    }

    fn written(&self, name: &Path) -> Option<SystemTime> {
        fs::metadata(name).and_then(|meta| meta.modified()).ok()
    }

    fn full_name(&self, name: &Path) -> PathBuf {
        name.canonicalize().unwrap_or_else(|_| name.to_owned())
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        // Kept open until it is removed, so that nobody is writing it.
        let _journal = Journal::open(name)?;
        fs::remove_file(name)
    }
}
