//! Renaming and deleting runs. Both lock the file first, so that nobody is playing it.

use crate::disk::{Disk, System};
use crate::home::write_atomically_on;
use crate::journal::Journal;
use crate::opened::parse;
use crate::trouble::OpenError;
use std::fs;
use std::path::Path;

/// Gives a run another name. The file is written anew as a whole; a damaged one is left as it is.
///
/// # Errors
/// When it is damaged, open elsewhere or cannot be written.
pub fn rename(path: &Path, name: &str) -> Result<(), OpenError> {
    rename_on(&System, path, name)
}

pub(crate) fn rename_on(disk: &'static dyn Disk, path: &Path, name: &str) -> Result<(), OpenError> {
    let wrong = |error| OpenError::File(path.to_owned(), error);
    // Held until the new file is in its place.
    let journal = Journal::open_on(disk, path).map_err(wrong)?;
    let (_, damage, good) = parse(path, journal.text())?;
    if let Some(damage) = damage.filter(|damage| !damage.torn) {
        return Err(OpenError::Damaged(path.to_owned(), damage));
    }
    let text = String::from_utf8_lossy(&journal.text()[..good as usize]);
    write_atomically_on(disk, path, session::with_name(&text, name).as_bytes()).map_err(wrong)
}

/// Deletes a run.
///
/// # Errors
/// When it is open elsewhere or cannot be deleted.
pub fn delete(path: &Path) -> Result<(), OpenError> {
    let wrong = |error| OpenError::File(path.to_owned(), error);
    let journal = Journal::open(path).map_err(wrong)?;
    fs::remove_file(path).map_err(wrong)?;
    drop(journal);
    Ok(())
}
