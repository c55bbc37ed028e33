//! Chapters on a shelf: the current chapter has the name of the game; closed ones are in a folder beside it.

use session::{Chapter, Run};
use std::io;
use std::path::{Path, PathBuf};
use store::{Shelf, Volume};

/// The folder of closed chapters, beside the run.
const FOLDER: &str = "chapters";

/// Moves a closed chapter to its folder and continues with a new one under its name. At any time the closed
/// chapter exists completely under one of the two names.
///
/// # Errors
/// If one of the two cannot be written.
pub fn next_chapter(
    shelf: &'static dyn Shelf,
    journal: Box<dyn Volume>,
    text: &str,
) -> io::Result<Box<dyn Volume>> {
    let path = journal.path().to_owned();
    let chapter = Run::parse(text.as_bytes()).run.and_then(|run| run.header.chapter);
    let closed = chapter.map_or(1, |chapter| chapter.number.saturating_sub(1));
    journal.copy_to(&closed_name(&path, closed), "", true)?.close()?;
    journal.replace(text)?;
    shelf.open(&path)
}

fn closed_name(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(FOLDER).join(format!("{stem}-{number}.run"))
}

/// The path of the chapter before one, if it is in its folder and is the one this chapter follows.
#[must_use]
pub fn chapter_before(shelf: &dyn Shelf, path: &Path, chapter: &Chapter) -> Option<PathBuf> {
    let closed = path.with_file_name(FOLDER);
    let places = if path.parent().is_some_and(|folder| folder.ends_with(FOLDER)) {
        shelf.list(path.parent()?)
    } else {
        shelf.list(&closed)
    };
    places.into_iter().find(|place| shelf.read(place).is_ok_and(|text| chapter.follows(&text)))
}
