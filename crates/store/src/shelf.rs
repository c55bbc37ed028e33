//! What the layers above need to keep texts: a shelf of volumes under names. Today the names are paths and the volumes are
//! files; a database or a browser can take their place.

use crate::disk::read_file;
use crate::folder::write_atomically;
use crate::journal::Journal;
use std::fmt::Debug;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Texts under names. A volume that is open belongs to whoever opened it.
pub trait Shelf: Debug + Send + Sync {
    /// The names directly below a name, in no order.
    fn list(&self, below: &Path) -> Vec<PathBuf>;

    /// Opens a volume and reads it; nobody else can open it until it is dropped.
    ///
    /// # Errors
    /// When somebody else has it open, or it cannot be read and written.
    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>>;

    /// A new volume with these first lines. With `unique`, a name that is taken gets a number. If it fails, nothing is left
    /// behind.
    ///
    /// # Errors
    /// When the name is taken or the text cannot be written.
    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>>;

    /// Reads a text that nobody keeps open: settings, a level, a run to be looked at.
    ///
    /// # Errors
    /// When there is none, it is too large, or it cannot be read.
    fn read(&self, name: &Path) -> io::Result<Vec<u8>>;

    /// Writes such a text, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written; the old text is then untouched.
    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()>;

    /// When a text was last written; nothing if there is none.
    fn written(&self, name: &Path) -> Option<SystemTime>;

    /// The one name of a text that can be reached by several.
    fn full_name(&self, name: &Path) -> PathBuf {
        name.to_owned()
    }

    /// Removes a volume.
    ///
    /// # Errors
    /// When somebody else has it open, or it cannot be removed.
    fn remove(&self, name: &Path) -> io::Result<()>;
}

/// An open text that grows by whole lines.
pub trait Volume: Debug + Send {
    /// Its name on the shelf.
    fn path(&self) -> &Path;

    /// Everything in it.
    fn text(&self) -> &[u8];

    /// Cuts off a last line that was never finished and so never answered.
    ///
    /// # Errors
    /// When it has changed since it was read, or cannot be cut.
    fn cut(&mut self, good: usize) -> io::Result<()>;

    /// Adds whole lines, or none of them.
    ///
    /// # Errors
    /// When they cannot be written; the same lines can be tried again later.
    fn append(&mut self, lines: &str) -> io::Result<()>;

    /// Puts another text in its place, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written; the old text is then untouched.
    fn replace(self: Box<Self>, text: &str) -> io::Result<()>;

    /// True when it was deleted or changed by another program: it must go on under another name.
    fn is_lost(&self) -> bool;

    /// The whole text with these lines under a new name; this one stays as it is.
    ///
    /// # Errors
    /// As [`Shelf::start`].
    fn copy_to(&self, name: &Path, lines: &str, unique: bool) -> io::Result<Box<dyn Volume>>;

    /// Decides whether it is removed when it is dropped.
    fn set_discard(&mut self, discard: bool);

    /// Lets go of it without waiting for the disk: of notes that a power cut may take.
    fn release(self: Box<Self>) {}

    /// Makes sure that everything will survive a power cut.
    ///
    /// # Errors
    /// When the disk refuses or the text is gone.
    fn close(&self) -> io::Result<()>;
}

/// The file system: names are paths.
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
        // Held until it is gone, so that nobody is writing it.
        let _journal = Journal::open(name)?;
        fs::remove_file(name)
    }
}
