//! Looks up games, recognises files and computes the marks of runs.

use crate::entry::Entry;
use crate::{BRANCH, Header, LESSON, PRACTICE, Run, is_practice, mark_words, remark};

/// The game with this id.
#[must_use]
pub fn find<'a>(games: &'a [Entry], id: &str) -> Option<&'a Entry> {
    games.iter().find(|entry| entry.id == id)
}

/// The marks of a run, as words of [`mark_words`], from the recorded marks and from its header; empty for a
/// plain game of one player. Recorded marks could be forged, what follows from the header cannot.
#[must_use]
pub fn marks(games: &[Entry], header: &Header, recorded: &[String]) -> Vec<&'static str> {
    let mut found = find(games, &header.game).map_or_else(Vec::new, |entry| entry.seated(header));
    found.extend(remark(&header.about, LESSON).map(|_| LESSON));
    // The earlier chapters are not in the run.
    found.extend(header.chapter.is_some().then_some(BRANCH));
    found.extend(is_practice(header).then_some(PRACTICE));
    mark_words(recorded, &found)
}

/// The content of a file.
#[derive(Clone, Copy, Debug)]
pub enum FileKind {
    /// A run of any game.
    Run,
    /// A level of this game.
    Level(&'static Entry),
}

/// The number of bytes that [`file_kind`] needs.
pub const HEAD_BYTES: u64 = 4096;

/// Recognises a file by its first lines; `None` if it is neither a run nor a level of these games.
#[must_use]
pub fn file_kind(games: &'static [Entry], bytes: &[u8]) -> Option<FileKind> {
    if Run::looks_like(bytes) {
        return Some(FileKind::Run);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES as usize)]);
    games.iter().find(|entry| entry.level.is_some_and(|fits| fits(&head))).map(FileKind::Level)
}
