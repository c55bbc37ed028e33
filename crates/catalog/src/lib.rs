//! The list of all games. A new game is one crate and one entry here.

mod campaign;
mod contest;
mod feats;
mod level;

/// The games' own tools, for the program. Everything else uses [`GAMES`].
pub use {
    game_boo as boo, game_cave as cave, game_chambers as chambers, game_dungeon as dungeon, pursuit_lab,
};

use session::{Attached, DocumentSettings, Entry};

/// §2.6.4 of the cave's document, which prints the `l` of `lTurnSleepTime` as a capital I.
const CAVE_SETTINGS: DocumentSettings =
    DocumentSettings { file: "cavegame.properties", keys: &[("ITurnSleepTime", "lTurnSleepTime")] };

/// All games, in the order of the title screen.
pub static GAMES: &[Entry] = &[
    Entry {
        contest: contest::CAVE,
        attached: Attached { document_settings: Some(CAVE_SETTINGS), ..Attached::NONE },
        lore: feats::CAVE,
        ..Entry::of::<game_cave::Cave>(Some(level::cave))
    },
    Entry {
        contest: contest::CHAMBERS,
        attached: Attached { examples: || vec![("Figure 1", game_chambers::FIGURE_1)], ..Attached::NONE },
        lore: feats::CHAMBERS,
        ..Entry::of::<game_chambers::Chambers>(Some(level::chambers))
    },
    Entry { contest: contest::BOO, lore: feats::BOO, ..Entry::of::<game_boo::Boo>(None) },
    Entry { lore: feats::PURSUIT, ..pursuit_lab::ENTRY },
    Entry {
        contest: contest::DUNGEON,
        attached: Attached {
            campaign: Some(campaign::DUNGEON),
            examples: || game_dungeon::examples().collect(),
            ..Attached::NONE
        },
        lore: feats::DUNGEON,
        ..Entry::of::<game_dungeon::Dungeon>(Some(level::dungeon))
    },
];

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    session::find(GAMES, id)
}
