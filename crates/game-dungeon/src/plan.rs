//! A dungeon as its file describes it: everything that never changes while it is played.
//!
//! Games of the same dungeon share one plan. It is kept with a state, so that a state alone can go on.

use crate::content;
use alloc::{sync::Arc, vec::Vec};
use kernel::{Cell, Pos};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What the ground of one cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tile {
    /// Nothing at all.
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

    /// True where creatures can stand.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Passage | Self::Junction)
    }

    /// How it looks.
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

/// The ground of one cell: what it is, and what it is shown as. They differ where something is invisible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ground(u8);

impl Ground {
    /// Nothing.
    pub(crate) const VOID: Self = Self::new(Tile::Void, Tile::Void);

    /// Ground that is one thing and looks like another.
    pub(crate) const fn new(real: Tile, shown: Tile) -> Self {
        Self(real as u8 | (shown as u8) << 4)
    }

    /// What it is.
    pub(crate) fn real(self) -> Tile {
        Tile::ALL[usize::from(self.0 & 15) % Tile::ALL.len()]
    }

    /// What it is shown as.
    pub(crate) fn shown(self) -> Tile {
        Tile::ALL[usize::from(self.0 >> 4) % Tile::ALL.len()]
    }
}

/// When an action happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Trigger {
    /// The creature was hit and lives.
    Hit,
    /// The creature was killed.
    Death,
    /// The creature made a move.
    Move,
}

/// What a creature's action does: the closed set of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Deed {
    /// Takes the creature off the board.
    Remove,
    /// Gives the player points.
    YouWin {
        /// How many; may be negative.
        points: i32,
    },
    /// Changes the glyph of the creature.
    ChangeDisplayedType {
        /// The new one.
        glyph: char,
    },
    /// Refreshes the display.
    UpdateDisplay,
    /// Takes the creature to a random free cell.
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

/// What a blessing or curse works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Aim {
    /// The armor being worn.
    Armor,
    /// The sword being wielded.
    Sword,
}

/// What reading a scroll does: the closed set of the format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Spell {
    /// Adds to the strength of what is in use.
    Bless {
        /// Which thing.
        aim: Aim,
        /// How much; a curse is negative.
        by: i32,
    },
    /// Makes everything look like something else.
    Hallucinate {
        /// For so many moves.
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

/// A monster or the player, as the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Creature {
    pub(crate) name: Arc<str>,
    pub(crate) at: Pos,
    pub(crate) glyph: char,
    pub(crate) hp: i32,
    /// The hardest blow it can deal with bare hands.
    pub(crate) hit_max: u32,
    pub(crate) visible: bool,
    pub(crate) acts: Vec<Act>,
}

/// An item, as the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) name: Arc<str>,
    pub(crate) value: i32,
    pub(crate) visible: bool,
    pub(crate) scripts: Vec<Script>,
    /// Where it lies; `None` for what the player carries from the start.
    pub(crate) at: Option<Pos>,
}

/// What the file says, without anything that follows from it.
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
    /// Moves it takes the player to regain one hit point; 0 for never.
    pub(crate) hp_moves: u32,
    pub(crate) foes: Vec<Creature>,
    pub(crate) items: Vec<Item>,
}

/// A dungeon, with what follows from its facts.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) facts: Facts,
    /// The empty board as it is drawn, ready to be copied.
    pub(crate) empty: Arc<[Cell]>,
    /// Every cell a creature can stand on, in reading order.
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
    /// The index of a cell of the game area.
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

    /// The ground of a cell; nothing outside the area.
    pub(crate) fn ground(&self, at: Pos) -> Ground {
        self.index(at).map_or(Ground::VOID, |index| self.ground[index])
    }

    /// True where a creature can stand.
    pub(crate) fn is_open(&self, at: Pos) -> bool {
        self.ground(at).real().is_open()
    }
}
