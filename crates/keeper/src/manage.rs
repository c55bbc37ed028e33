//! Renames and deletes runs. Both open the run first, so that it is not being played.

use crate::error::OpenError;
use crate::home::Home;
use crate::opened::parse;
use std::path::{Path, PathBuf};

/// A deleted run.
pub struct Deleted {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Home {
    /// Renames a run by rewriting it.
    ///
    /// # Errors
    /// If it is damaged, open elsewhere or cannot be written.
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

    /// Deletes a run; the result can restore it.
    ///
    /// # Errors
    /// If it cannot be read, is open elsewhere or cannot be deleted.
    pub fn delete(&self, path: &Path) -> Result<Deleted, OpenError> {
        let deleted = self.shelf().read(path).and_then(|bytes| {
            self.shelf().remove(path)?;
            Ok(Deleted { path: path.to_owned(), bytes })
        });
        deleted.map_err(|error| OpenError::File(path.to_owned(), error))
    }

    /// Restores a deleted run under its old name.
    ///
    /// # Errors
    /// If the name is taken, or it cannot be written.
    pub fn bring_back(&self, deleted: &Deleted) -> Result<(), OpenError> {
        let written = match self.shelf().written(&deleted.path) {
            Some(_) => Err(std::io::ErrorKind::AlreadyExists.into()),
            None => self.shelf().write(&deleted.path, &deleted.bytes),
        };
        written.map_err(|error| OpenError::File(deleted.path.clone(), error))
    }
}
