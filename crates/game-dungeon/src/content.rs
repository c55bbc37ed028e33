//! All numbers, glyphs, names and help lines of the game, one row per thing.

use crate::plan::{Aim, Kind};
use kernel::{Cell, Hue, Ink, Mood};

/// Maximum size of a level text, in bytes.
pub(crate) const TEXT_BYTES_MAX: usize = 4 << 20;
/// Helpers that walk stop when a creature is at most this many king's moves away.
pub(crate) const THREAT_CELLS: u32 = 2;
/// Maximum number of `<` in a level text; bounds the memory for elements before any is allocated.
pub(crate) const TAGS_MAX: usize = 160_000;
/// Maximum number of nodes (elements, texts, comments) of a level.
pub(crate) const NODES_MAX: u32 = 240_000;
/// Maximum number of `=` in a level text; bounds the memory for attributes.
pub(crate) const EQUALS_MAX: usize = 160_000;
/// Maximum number of attributes of one element.
pub(crate) const ATTRIBUTES_MAX: usize = 64;
/// Maximum number of mentions of XML namespaces; a schema reference needs two.
pub(crate) const NAMESPACES_MAX: usize = 16;
/// Maximum nesting depth of elements; a dungeon needs seven.
pub(crate) const DEPTH_MAX: usize = 16;
/// Maximum number of findings listed per severity.
pub(crate) const FINDINGS_MAX: usize = 100;

/// Maximum width of the display, in columns.
pub(crate) const WIDTH_MAX: i64 = 4_000;
/// Maximum height of an area of the display, in rows.
pub(crate) const HEIGHT_MAX: i64 = 4_000;
/// Maximum number of cells of the whole display.
pub(crate) const CELLS_MAX: i64 = 1_000_000;
/// Maximum number of cells that all rooms, and again all passages, may paint, counting overlaps each time.
pub(crate) const PAINT_MAX: i64 = 4_000_000;
/// Maximum absolute value of a coordinate or side.
pub(crate) const PLACE_MAX: i64 = 1_000_000;
/// Maximum absolute value of hit points, points, moves and strengths.
pub(crate) const COUNT_MAX: i64 = 1_000_000_000;

/// The wall of a room.
pub(crate) const WALL: Cell = Cell::new('X', Ink::Wall);
/// The floor of a room.
pub(crate) const FLOOR: Cell = Cell::new('.', Ink::Floor);
/// A passage between rooms.
pub(crate) const PASSAGE: Cell = Cell::new('#', Ink::Passage);
/// The stairs down in a descent.
pub(crate) const STAIRS: Cell = Cell::new('>', Ink::Stairs);
/// Where a passage runs into a wall.
pub(crate) const JUNCTION: Cell = Cell::new('+', Ink::Door);
const fn lit(floor: u32, wall: u32) -> Mood {
    Mood { floor, wall, light: None, trail: 0 }
}

/// The colours of a dungeon, which is lit everywhere: of a single one, then of each depth of a descent.
pub(crate) const MOODS: [Mood; 6] = [
    lit(0x24_1f2b, 0x5a_4b6e),
    lit(0x28_241e, 0x6b_5a41),
    lit(0x20_281f, 0x4d_6a48),
    lit(0x24_2628, 0x6e_7076),
    lit(0x1d_2530, 0x41_5a7a),
    lit(0x2e_1c1c, 0x7a_3f3f),
];
/// The player's glyph unless the file sets another.
pub(crate) const HERO_GLYPH: char = '@';
/// The letters of the document's three kinds of monsters.
pub(crate) const FOE_LETTERS: [char; 3] = ['T', 'S', 'H'];

/// What a hallucinating player may see in place of a thing: every glyph that can be on a board.
pub(crate) const VISIONS: [Cell; 11] = [
    WALL,
    FLOOR,
    PASSAGE,
    JUNCTION,
    Cell::new(')', Ink::Item).hued(Hue::Teal),
    Cell::new(']', Ink::Item).hued(Hue::Blue),
    Cell::new('?', Ink::Item).hued(Hue::Violet),
    Cell::new('@', Ink::Hero),
    Cell::new('T', Ink::Foe),
    Cell::new('S', Ink::Foe),
    Cell::new('H', Ink::Foe),
];

impl Kind {
    /// Its cell on the floor.
    pub(crate) const fn cell(self) -> Cell {
        match self {
            Self::Sword => VISIONS[4],
            Self::Armor => VISIONS[5],
            Self::Scroll => VISIONS[6],
        }
    }

    /// The name of its element, and of an item without a name.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Sword => "Sword",
            Self::Armor => "Armor",
            Self::Scroll => "Scroll",
        }
    }
}

/// The creature actions of the format, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum DeedName {
    Remove,
    YouWin,
    ChangeDisplayedType,
    UpdateDisplay,
    Teleport,
    Print,
    DropPack,
    EmptyPack,
    EndGame,
}

/// All spellings of creature actions; the last two come from class lists and handouts.
pub(crate) const CREATURE_ACTIONS: [(&str, DeedName); 11] = [
    ("Remove", DeedName::Remove),
    ("YouWin", DeedName::YouWin),
    ("ChangeDisplayedType", DeedName::ChangeDisplayedType),
    ("UpdateDisplay", DeedName::UpdateDisplay),
    ("Teleport", DeedName::Teleport),
    ("Print", DeedName::Print),
    ("DropPack", DeedName::DropPack),
    ("EmptyPack", DeedName::EmptyPack),
    ("EndGame", DeedName::EndGame),
    ("ChangeDisplayType", DeedName::ChangeDisplayedType),
    ("ChangedDisplayType", DeedName::ChangeDisplayedType),
];

/// The item actions of the format, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpellName {
    /// Blesses or curses what is in use; the aim is the default if the file names none.
    Bless(Aim),
    /// Makes everything look like something else for some moves.
    Hallucinate,
}

/// All spellings of item actions. The sign of the number, not the name, decides between blessing and curse.
pub(crate) const ITEM_ACTIONS: [(&str, SpellName); 6] = [
    ("BlessArmor", SpellName::Bless(Aim::Armor)),
    ("Hallucinate", SpellName::Hallucinate),
    ("BlessCurseOwner", SpellName::Bless(Aim::Armor)),
    ("BlessSword", SpellName::Bless(Aim::Sword)),
    ("CurseArmor", SpellName::Bless(Aim::Armor)),
    ("CurseSword", SpellName::Bless(Aim::Sword)),
];

/// The answer to `?`, exactly as the document prints it.
pub(crate) const HELP: &str = "h,l,k,j,i,?,H,c,d,p,R,T,w,E,0-9. H <cmd> for more info";

/// The answers of `H` about each command.
pub(crate) const HELP_ON: [(&[char], &str); 16] = [
    (&['h'], "h: move left one cell, or hit the creature there."),
    (&['l'], "l: move right one cell, or hit the creature there."),
    (&['k'], "k: move up one cell, or hit the creature there."),
    (&['j'], "j: move down one cell, or hit the creature there."),
    (&['i', 'I'], "i: inventory; lists the pack with the numbers other commands use."),
    (&['?'], "?: lists the commands."),
    (&['H'], "H <cmd>: explains one command."),
    (&['c'], "c: change, or take off, the armor being worn; it stays in the pack."),
    (&['d'], "d <number>: drop that item from the pack where you stand."),
    (&['p'], "p: pick up the top item where you stand."),
    (&['r', 'R'], "r <number>: read that scroll from the pack; a scroll can be read once."),
    (
        &['T', 't'],
        "T <number>: take out that sword from the pack and wield it; its strength adds to your hits.",
    ),
    (&['w'], "w <number>: wear that armor from the pack; its strength reduces the damage you take."),
    (&['E'], "E <Y|y>: end the game; after any other key the game goes on."),
    (&['Y', 'y'], "Y: the answer to E that ends the game."),
    (
        &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
        "0-9: the number of an item as i shows it; 0 means 10.",
    ),
];

/// Reasons why a command is refused.
pub(crate) mod refusal {
    pub(crate) const OVER: &str = "The game is over.";
    pub(crate) const GOES_ON: &str = "The game goes on.";
    pub(crate) const WALL: &str = "A wall is in the way.";
    pub(crate) const NO_WAY: &str = "You cannot go in that direction.";
    pub(crate) const NO_SUCH_ITEM: &str = "There is no item with that number in the pack.";
    pub(crate) const NOT_A_SWORD: &str = "That item is not a sword: it cannot be wielded.";
    pub(crate) const NOT_ARMOR: &str = "That item is not armor: it cannot be worn.";
    pub(crate) const NOT_A_SCROLL: &str = "That item is not a scroll: it cannot be read.";
    pub(crate) const WIELDED: &str = "That sword is already in your hand.";
    pub(crate) const WORN: &str = "That armor is already being worn.";
    pub(crate) const NOTHING_WORN: &str = "No armor is being worn.";
    pub(crate) const NOTHING_HERE: &str = "There is nothing here to pick up.";
    pub(crate) const NO_HELP: &str = "There is no such command; ? lists them all.";
}

/// One dungeon of the campaign.
pub(crate) struct CampaignLevel {
    /// The word that selects it.
    pub(crate) name: &'static str,
    /// The dungeon file.
    pub(crate) text: &'static str,
}

/// The campaign, from the easiest to the hardest.
pub(crate) const CAMPAIGN: [CampaignLevel; 7] = [
    CampaignLevel { name: "cellar", text: include_str!("../dungeons/1-cellar.xml") },
    CampaignLevel { name: "crossing", text: include_str!("../dungeons/2-crossing.xml") },
    CampaignLevel { name: "armory", text: include_str!("../dungeons/3-armory.xml") },
    CampaignLevel { name: "mushrooms", text: include_str!("../dungeons/4-mushrooms.xml") },
    CampaignLevel { name: "thieves", text: include_str!("../dungeons/5-thieves.xml") },
    CampaignLevel { name: "library", text: include_str!("../dungeons/6-library.xml") },
    CampaignLevel { name: "throne", text: include_str!("../dungeons/7-throne.xml") },
];

/// The names of [`CAMPAIGN`], for the option that selects one.
pub(crate) const CAMPAIGN_NAMES: [&str; CAMPAIGN.len()] = {
    let mut names = [""; CAMPAIGN.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = CAMPAIGN[i].name;
        i += 1;
    }
    names
};
