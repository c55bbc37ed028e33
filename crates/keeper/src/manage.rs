//! Renaming and deleting runs. Both open the run first, so that nobody is playing it.

use crate::error::OpenError;
use crate::home::Home;
use crate::opened::parse;
use std::path::{Path, PathBuf};

/// A run that was deleted, as it was.
pub struct Deleted {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Home {
    /// Gives a run another name. It is written anew as a whole; a damaged one is left as it is.
    ///
    /// # Errors
    /// When it is damaged, open elsewhere or cannot be written.
    pub fn rename(&self, path: &Path, name: &str) -> Result<(), OpenError> {
        let wrong = |error| OpenError::File(path.to_owned(), error);
        let volume = self.shelf().open(path).map_err(wrong)?;
        let (_, damage, good) = parse(path, volume.text())?;
        if let Some(damage) = damage.filter(|damage| !damage.torn) {
            return Err(OpenError::Damaged(path.to_owned(), damage));
        }
        let text = session::with_name(&String::from_utf8_lossy(&volume.text()[..good as usize]), name);
        volume.replace(&text).map_err(wrong)
    }

    /// Deletes a run and keeps what brings it back.
    ///
    /// # Errors
    /// When it cannot be read, is open elsewhere or cannot be deleted.
    pub fn delete(&self, path: &Path) -> Result<Deleted, OpenError> {
        let deleted = self.shelf().read(path).and_then(|bytes| {
            self.shelf().remove(path)?;
            Ok(Deleted { path: path.to_owned(), bytes })
        });
        deleted.map_err(|error| OpenError::File(path.to_owned(), error))
    }

    /// Writes a deleted run where it was. One that has taken its place is left alone.
    ///
    /// # Errors
    /// When there is such a run, or it cannot be written.
    pub fn bring_back(&self, deleted: &Deleted) -> Result<(), OpenError> {
        let written = match self.shelf().written(&deleted.path) {
            Some(_) => Err(std::io::ErrorKind::AlreadyExists.into()),
            None => self.shelf().write(&deleted.path, &deleted.bytes),
        };
        written.map_err(|error| OpenError::File(deleted.path.clone(), error))
    }
}
