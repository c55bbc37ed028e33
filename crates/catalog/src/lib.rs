//! The one list that names all games. A new game is one crate and one line here.

mod bench;
mod coach;
mod contest;
mod entry;
mod feats;
mod lore;
mod pursuit;
mod pursuit_coach;
mod pursuit_made;
mod seats;
mod sniff;
mod survey;

pub use bench::{Clock, Figures, measure};
pub use coach::{Advice, Coach, Mark, Puzzles, Review};
pub use contest::{Contest, MADE, Maker, POINTS_MAX, Worth};
pub use entry::{Entry, LevelUse, Replay, Start, Watcher};
pub use lore::{Feat, Lore, Need, Part, Reckoning};
pub use seats::{SeatOption, Vacancy};
pub use survey::{Answers, Surveys};

use session::Run;

/// Every game, in the order of the title screen.
pub static GAMES: &[Entry] = &[
    Entry::of::<game_cave::Cave>(LevelUse::Optional, sniff::cave)
        .played_for(contest::CAVE)
        .with_lore(feats::CAVE),
    Entry::of::<game_chambers::Chambers>(LevelUse::Optional, sniff::chambers)
        .played_for(contest::CHAMBERS)
        .with_lore(feats::CHAMBERS),
    Entry::of::<game_boo::Boo>(LevelUse::Never, |_| false).played_for(contest::BOO).with_lore(feats::BOO),
    pursuit::ENTRY.with_lore(feats::PURSUIT),
    Entry::of::<game_dungeon::Dungeon>(LevelUse::Optional, sniff::dungeon)
        .played_for(contest::DUNGEON)
        .with_lore(feats::DUNGEON),
];

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// A run of any game.
    Run,
    /// A level of this game.
    Level(&'static Entry),
}

/// Tells what a file holds by its first lines; nothing if it looks like none of ours.
#[must_use]
pub fn sort_of(bytes: &[u8]) -> Option<Sort> {
    if Run::looks_like(bytes) {
        return Some(Sort::Run);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    GAMES.iter().find(|entry| (entry.sniff)(&head)).map(Sort::Level)
}
