//! Renaming and deleting runs. Both open the file first, so that nobody is playing it.

use crate::error::OpenError;
use crate::opened::parse;
use std::path::{Path, PathBuf};
use store::{Files, Shelf as _, read_file, write_atomically};

/// Gives a run another name. The file is written anew as a whole; a damaged one is left as it is.
///
/// # Errors
/// When it is damaged, open elsewhere or cannot be written.
pub fn rename(path: &Path, name: &str) -> Result<(), OpenError> {
    let wrong = |error| OpenError::File(path.to_owned(), error);
    let volume = Files.open(path).map_err(wrong)?;
    let (_, damage, good) = parse(path, volume.text())?;
    if let Some(damage) = damage.filter(|damage| !damage.torn) {
        return Err(OpenError::Damaged(path.to_owned(), damage));
    }
    let text = session::with_name(&String::from_utf8_lossy(&volume.text()[..good as usize]), name);
    volume.replace(&text).map_err(wrong)
}

/// Deletes a run.
///
/// # Errors
/// When it is open elsewhere or cannot be deleted.
pub fn delete(path: &Path) -> Result<(), OpenError> {
    Files.remove(path).map_err(|error| OpenError::File(path.to_owned(), error))
}

/// A run that was deleted, as it was.
pub struct Deleted {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Deleted {
    /// Deletes a run and keeps what brings it back.
    ///
    /// # Errors
    /// When it cannot be read, is open elsewhere or cannot be deleted.
    pub fn delete(path: &Path) -> Result<Self, OpenError> {
        let bytes = read_file(path).map_err(|error| OpenError::File(path.to_owned(), error))?;
        delete(path)?;
        Ok(Self { path: path.to_owned(), bytes })
    }

    /// Writes the run where it was. A file that has taken its place is left alone.
    ///
    /// # Errors
    /// When there is such a file, or it cannot be written.
    pub fn bring_back(&self) -> Result<(), OpenError> {
        let written = match self.path.exists() {
            true => Err(std::io::ErrorKind::AlreadyExists.into()),
            false => write_atomically(&self.path, &self.bytes),
        };
        written.map_err(|error| OpenError::File(self.path.clone(), error))
    }
}
