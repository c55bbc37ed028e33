//! The board in words: the name of every cell and whether it can be walked on.
//!
//! Surroundings are made from the drawn board, cell by cell, so they cannot reveal more than the board shows.

use crate::{Cell, Dir, Grid, Guide, Ink, Pos, Scene, Seat, View};
use alloc::{borrow::Cow, string::String, vec::Vec};

/// The directions in which a cell can be left, one bit each in the order of [`Dir::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways(pub u8);

impl Ways {
    /// Along the axes only.
    pub const STRAIGHT: Self = Self(0b0101_0101);
    /// All eight.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether a step in this direction is possible from this cell.
    #[must_use]
    pub const fn has(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 != 0
    }
}

/// What a thing means to a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Hostile.
    Foe,
    /// Harmless, but in the way.
    Friend,
    /// Entered to take it or to use it there.
    Prize,
    /// In the way; used from the cell beside it.
    Tool,
    /// Leads off this board: entered only on purpose.
    Exit,
}

/// What the ground of a cell means to a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footing {
    /// Its name.
    pub name: &'static str,
    /// Whether it can be walked on.
    pub open: bool,
    /// The directions in which it can be left.
    pub ways: Ways,
}

/// A cell of the board in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Only ground.
    Ground(Footing),
    /// Something stands or lies there.
    Thing {
        /// Its name, without an article.
        name: Cow<'static, str>,
        /// Its kind.
        sort: Sort,
        /// Whether its cell can be entered.
        open: bool,
        /// The directions in which its cell can be left.
        ways: Ways,
    },
}

impl Heard {
    /// Ground to walk on.
    #[must_use]
    pub const fn open(name: &'static str, ways: Ways) -> Self {
        Self::Ground(Footing { name, open: true, ways })
    }

    /// Ground that blocks.
    #[must_use]
    pub const fn closed(name: &'static str) -> Self {
        Self::Ground(Footing { name, open: false, ways: Ways(0) })
    }

    /// A thing; of these only prizes can be walked over.
    #[must_use]
    pub fn thing(name: impl Into<Cow<'static, str>>, sort: Sort, ways: Ways) -> Self {
        Self::Thing { name: name.into(), sort, open: matches!(sort, Sort::Prize), ways }
    }
}

/// Something on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Its name, without an article.
    pub name: Cow<'static, str>,
    /// Its kind.
    pub sort: Sort,
    /// Its position on the board.
    pub at: Pos,
}

/// The board around a player, in words.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The player's position on the board.
    pub hero: Pos,
    /// The player's world coordinates, counted to the east and to the north.
    pub place: (i64, i64),
    /// The ground, cell by cell. Under a thing it is open if its cell can be entered.
    pub ground: Grid<Footing>,
    /// Every thing on the board except the player, in reading order.
    pub things: Vec<Thing>,
}

impl Surroundings {
    /// What a seat sees on the board drawn without a terminal; `None` while the player is not on it.
    #[must_use]
    pub fn of<G: Guide>(game: &G, seat: Seat) -> Option<Self> {
        let view = View { bare: true, ..View::default() };
        let mut scene = Scene::default();
        game.draw(seat, &view, &mut scene);
        let board = scene.ids().find(|&id| scene.area(id).focus.is_some())?;
        let area = scene.area(board);
        let hero = area.focus?;
        let unknown = Footing { name: "nothing", open: false, ways: Ways(0) };
        let mut ground = Grid::new(u32::from(area.cols), u32::from(area.rows), unknown);
        let mut things = Vec::new();
        for (at, cell) in ground.positions().zip(scene.cells(board)) {
            let footing = match game.hear(seat, &view, at, *cell) {
                Heard::Ground(footing) => footing,
                Heard::Thing { ways, .. } if at == hero => Footing { name: "floor", open: true, ways },
                Heard::Thing { name, sort, open, ways } => {
                    things.push(Thing { name, sort, at });
                    Footing { name: "floor", open, ways }
                }
            };
            ground.set(at, footing);
        }
        Some(Self { hero, place: game.place(seat, hero), ground, things })
    }

    /// The thing at a cell.
    #[must_use]
    pub fn thing_at(&self, at: Pos) -> Option<&Thing> {
        self.things.iter().find(|thing| thing.at == at)
    }
}

/// Describes a cell by its ink, named by the first words of its description: the default for games.
pub(crate) fn heard_by_ink(cell: Cell, told: &str, ways: Ways) -> Heard {
    let end = told.find([',', '.', ':', ';']).unwrap_or(told.len());
    let words = told[..end].trim();
    let lower = words.strip_prefix("The ").or_else(|| words.strip_prefix("A ")).unwrap_or(words);
    let name = || if lower.is_empty() { String::from("something") } else { lower.to_lowercase() };
    match cell.ink {
        Ink::Hero => Heard::thing("you", Sort::Friend, ways),
        Ink::Foe => Heard::thing(name(), Sort::Foe, ways),
        Ink::Neutral => Heard::thing(name(), Sort::Friend, ways),
        Ink::Item | Ink::Potion | Ink::Treasure => Heard::thing(name(), Sort::Prize, ways),
        Ink::Stairs => Heard::thing(name(), Sort::Exit, ways),
        Ink::Wall => Heard::closed("wall"),
        Ink::Void => Heard::closed("nothing"),
        Ink::Door => Heard::open("door", ways),
        Ink::Passage => Heard::open("passage", ways),
        _ => Heard::open("floor", ways),
    }
}
