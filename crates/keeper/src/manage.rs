//! Renaming and deleting runs. Both open the file first, so that nobody is playing it.

use crate::error::OpenError;
use crate::opened::parse;
use std::path::Path;
use store::{Files, Shelf as _};

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
