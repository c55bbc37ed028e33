//! The one list that names all games. A new game is one crate and one line here.

mod bench;
mod coach;
mod contest;
mod entry;
mod feats;
mod lore;
mod proof;
mod pursuit;
mod seats;
mod sniff;
mod survey;

pub use bench::{Clock, Figures, measure};
pub use coach::{Advice, Coach, Mark, Puzzles, Review};
pub use contest::{Contest, MADE, Maker, POINTS_MAX, Worth};
pub use entry::{DocumentSettings, Entry, LevelUse, Replay, Start, Watcher};
pub use lore::{Feat, Lore, Need, Part, Reckoning};
pub use proof::{Fault, Proved, game_of, prove};
pub use pursuit::PURSUIT;
pub use seats::{SeatOption, Vacancy, plain_name};
pub use survey::{Answers, Surveys};

use session::{Header, LESSON, Run};

/// §2.6.4 of the cave's document. Its print shows the `l` of `lTurnSleepTime` as a capital I.
const CAVE_SETTINGS: DocumentSettings =
    DocumentSettings { file: "cavegame.properties", keys: &[("ITurnSleepTime", "lTurnSleepTime")] };

/// Every game, in the order of the title screen, without what is attached from above.
pub const PLAIN: [Entry; 5] = [
    Entry::of::<game_cave::Cave>(LevelUse::Optional, sniff::cave)
        .played_for(contest::CAVE)
        .with_settings(CAVE_SETTINGS)
        .with_lore(feats::CAVE),
    Entry::of::<game_chambers::Chambers>(LevelUse::Optional, sniff::chambers)
        .played_for(contest::CHAMBERS)
        .with_lore(feats::CHAMBERS),
    Entry::of::<game_boo::Boo>(LevelUse::Never, |_| false).played_for(contest::BOO).with_lore(feats::BOO),
    PURSUIT,
    Entry::of::<game_dungeon::Dungeon>(LevelUse::Optional, sniff::dungeon)
        .played_for(contest::DUNGEON)
        .with_lore(feats::DUNGEON),
];

/// Where pursuit stands in the list.
pub const PURSUIT_AT: usize = 3;

/// The same as a slice.
pub static GAMES: &[Entry] = &PLAIN;

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    find_in(GAMES, id)
}

/// The game with this id, in a list that may have more attached.
#[must_use]
pub fn find_in<'a>(games: &'a [Entry], id: &str) -> Option<&'a Entry> {
    games.iter().find(|entry| entry.id == id)
}

/// Why a run is no plain game of one player, in the words of `session`: from the marks it records and from its header. None
/// for a plain game. A mark is the run's own word; what the header says holds whatever the run records.
#[must_use]
pub fn marks(header: &Header, recorded: &[String]) -> Vec<&'static str> {
    let mut found = find(&header.game).map_or_else(Vec::new, |entry| (entry.seated)(header));
    found.extend(header.about.iter().any(|(name, _)| name == LESSON).then_some(LESSON));
    session::mark_words(recorded, &found)
}

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// A run of any game.
    Run,
    /// A level of this game.
    Level(&'static Entry),
}

/// So many bytes of a file are enough for [`sort_of`].
pub const HEAD_BYTES: u64 = 4096;

/// Tells what a file holds by its first lines; nothing if it is neither a run nor a level of one of these games.
#[must_use]
pub fn sort_of(games: &'static [Entry], bytes: &[u8]) -> Option<Sort> {
    if Run::looks_like(bytes) {
        return Some(Sort::Run);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES as usize)]);
    games.iter().find(|entry| (entry.sniff)(&head)).map(Sort::Level)
}
