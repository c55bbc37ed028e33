//! A dungeon as its file describes it: everything that does not change during play.
//!
//! Games of the same dungeon share one plan. It is saved with the state, so that the state alone suffices to
//! continue.

use crate::content;
use alloc::{sync::Arc, vec::Vec};
use kernel::{Cell, Pos};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The kind of ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tile {
    /// Nothing.
    Void,
    /// The wall of a room.
    Wall,
    /// The floor of a room.
    Floor,
    /// A passage.
    Passage,
    /// Where a passage runs through a wall.
    Junction,
}

impl Tile {
    const ALL: [Self; 5] = [Self::Void, Self::Wall, Self::Floor, Self::Passage, Self::Junction];

    /// True if creatures can stand on it.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Passage | Self::Junction)
    }

    /// How it is drawn.
    pub(crate) const fn cell(self) -> Cell {
        match self {
            Self::Void => Cell::BLANK,
            Self::Wall => content::WALL,
            Self::Floor => content::FLOOR,
            Self::Passage => content::PASSAGE,
            Self::Junction => content::JUNCTION,
        }
    }
}

/// The ground of one cell: its real kind and the kind shown, which differ where something is invisible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ground(u8);

impl Ground {
    /// No ground.
    pub(crate) const VOID: Self = Self::new(Tile::Void, Tile::Void);

    /// Ground of one kind that is shown as another.
    pub(crate) const fn new(real: Tile, shown: Tile) -> Self {
        Self(real as u8 | (shown as u8) << 4)
    }

    /// The real kind.
    pub(crate) fn real(self) -> Tile {
        Tile::ALL[usize::from(self.0 & 15) % Tile::ALL.len()]
    }

    /// The kind shown.
    pub(crate) fn shown(self) -> Tile {
        Tile::ALL[usize::from(self.0 >> 4) % Tile::ALL.len()]
    }
}

/// When an action happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Trigger {
    /// The creature was hit and survived.
    Hit,
    /// The creature was killed.
    Death,
    /// The creature made a move.
    Move,
}

/// The effect of a creature's action: the fixed set of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Deed {
    /// Removes the creature from the board.
    Remove,
    /// Gives the player points.
    YouWin {
        /// How many; may be negative.
        points: i32,
    },
    /// Changes the glyph of the creature.
    ChangeDisplayedType {
        /// The new glyph.
        glyph: char,
    },
    /// Refreshes the display.
    UpdateDisplay,
    /// Moves the creature to a random free cell.
    Teleport,
    /// Writes to the console, not to the display.
    Print,
    /// Makes the player drop the first item of the pack.
    DropPack,
    /// Makes the player drop the whole pack.
    EmptyPack,
    /// Ends the game.
    EndGame,
}

/// One action of a creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Act {
    pub(crate) on: Trigger,
    pub(crate) deed: Deed,
    pub(crate) message: Option<Arc<str>>,
}

/// The target of a blessing or curse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Aim {
    /// The armor being worn.
    Armor,
    /// The sword being wielded.
    Sword,
}

/// The effect of reading a scroll: the fixed set of the format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Spell {
    /// Adds to the strength of the item in use.
    Bless {
        /// Which item.
        aim: Aim,
        /// How much; a curse is negative.
        by: i32,
    },
    /// Makes everything look like something else.
    Hallucinate {
        /// Number of moves it lasts.
        moves: u32,
    },
}

/// One action of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Script {
    pub(crate) spell: Spell,
    pub(crate) message: Option<Arc<str>>,
}

/// The three kinds of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Can be wielded.
    Sword,
    /// Can be worn.
    Armor,
    /// Can be read, once.
    Scroll,
}

/// A monster or the player, at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Creature {
    pub(crate) name: Arc<str>,
    pub(crate) at: Pos,
    pub(crate) glyph: char,
    pub(crate) hp: i32,
    /// Maximum damage with bare hands.
    pub(crate) hit_max: u32,
    pub(crate) visible: bool,
    pub(crate) acts: Vec<Act>,
}

/// An item, at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) name: Arc<str>,
    pub(crate) value: i32,
    pub(crate) visible: bool,
    pub(crate) scripts: Vec<Script>,
    /// Where it lies; `None` for an item the player carries from the start.
    pub(crate) at: Option<Pos>,
}

/// The content of the file, without anything derived from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) name: Arc<str>,
    pub(crate) cols: u16,
    pub(crate) top_rows: u16,
    pub(crate) rows: u16,
    pub(crate) bottom_rows: u16,
    /// The game area, row by row.
    pub(crate) ground: Vec<Ground>,
    pub(crate) hero: Creature,
    /// Number of moves after which the player regains a hit point; 0 for never.
    pub(crate) hp_moves: u32,
    pub(crate) foes: Vec<Creature>,
    pub(crate) items: Vec<Item>,
}

/// A dungeon: its facts and what is derived from them.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) facts: Facts,
    /// The cells of the empty board.
    pub(crate) empty: Arc<[Cell]>,
    /// The indices of all cells a creature can stand on, in reading order.
    pub(crate) open: Vec<u32>,
}

impl From<Facts> for Plan {
    fn from(facts: Facts) -> Self {
        let empty = facts.ground.iter().map(|ground| ground.shown().cell()).collect();
        let cells = facts.ground.iter().enumerate();
        let open =
            cells.filter(|(_, ground)| ground.real().is_open()).map(|(index, _)| index as u32).collect();
        Self { facts, empty, open }
    }
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.facts.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Facts::deserialize(from).map(Self::from)
    }
}

impl Facts {
    /// The index of a cell of the game area. Every drawn board asks for it, also on the page, which is built for size.
    #[inline(always)]
    pub(crate) const fn index(&self, at: Pos) -> Option<usize> {
        if at.x >= 0 && at.y >= 0 && at.x < self.cols as i32 && at.y < self.rows as i32 {
            Some(at.y as usize * self.cols as usize + at.x as usize)
        } else {
            None
        }
    }

    /// The cell at an index.
    pub(crate) const fn pos(&self, index: u32) -> Pos {
        Pos::new((index % self.cols as u32) as i32, (index / self.cols as u32) as i32)
    }

    /// The ground of a cell; void outside the area.
    pub(crate) fn ground(&self, at: Pos) -> Ground {
        self.index(at).map_or(Ground::VOID, |index| self.ground[index])
    }

    /// True if a creature can stand there.
    pub(crate) fn is_open(&self, at: Pos) -> bool {
        self.ground(at).real().is_open()
    }
}
