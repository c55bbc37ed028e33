//! Questions to a list of games: which one is meant, what a file holds, what a run counts as.

use crate::entry::Entry;
use crate::{BRANCH, Header, LESSON, PRACTICE, Run, is_practice, mark_words, remark};

/// The game with this id.
#[must_use]
pub fn find<'a>(games: &'a [Entry], id: &str) -> Option<&'a Entry> {
    games.iter().find(|entry| entry.id == id)
}

/// Why a run is no plain game of one player, in the words of [`mark_words`]: from the marks it records and from its header.
/// None for a plain game. A mark is the run's own word; what the header says holds whatever the run records.
#[must_use]
pub fn marks(games: &[Entry], header: &Header, recorded: &[String]) -> Vec<&'static str> {
    let mut found = find(games, &header.game).map_or_else(Vec::new, |entry| entry.seated(header));
    found.extend(remark(&header.about, LESSON).map(|_| LESSON));
    // What came before is not in the run.
    found.extend(header.chapter.is_some().then_some(BRANCH));
    found.extend(is_practice(header).then_some(PRACTICE));
    mark_words(recorded, &found)
}

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub enum FileKind {
    /// A run of any game.
    Run,
    /// A level of this game.
    Level(&'static Entry),
}

/// So many bytes of a file are enough for [`file_kind`].
pub const HEAD_BYTES: u64 = 4096;

/// Tells what a file holds by its first lines; nothing if it is neither a run nor a level of one of these games.
#[must_use]
pub fn file_kind(games: &'static [Entry], bytes: &[u8]) -> Option<FileKind> {
    if Run::looks_like(bytes) {
        return Some(FileKind::Run);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES as usize)]);
    games.iter().find(|entry| entry.level.is_some_and(|fits| fits(&head))).map(FileKind::Level)
}
