//! A playing field: its walkable cells, the steps between them, and their distances.
//!
//! A field is immutable. Games share one in an `Arc`; only the drawing is saved, two bits per cell, and the
//! tables are rebuilt when it is loaded.

use crate::content::{MEASURED_CELLS, SIZE_MAX};
use alloc::{string::String, sync::Arc, vec, vec::Vec};
use kernel::{Cell, Dir, Ink, Pos};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// Id of a walkable cell; cells are numbered in reading order.
pub type CellId = u16;

/// No cell: a wall, or off the field.
pub const NOWHERE: CellId = CellId::MAX;

/// The distance to a cell that cannot be reached.
pub const UNREACHED: u16 = u16::MAX;

/// The kind of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Cannot be entered.
    #[default]
    Wall,
    /// At most four neighbours.
    Hallway,
    /// At most eight neighbours.
    Room,
}

/// Which diagonal steps between two room cells are legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Diagonals {
    /// All of them, whatever is on either side, as in the courses' template.
    #[default]
    Free,
    /// Only where a third room cell touches both, so that rooms that meet at a corner stay separate.
    Joined,
}

/// The drawing of a field, without tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Number of columns, and of rows.
    pub size: u16,
    /// All cells in reading order.
    pub ground: Vec<Ground>,
    /// Where the hero starts.
    pub hero: Pos,
    /// Where the monster starts.
    pub monster: Pos,
    /// The monster's letter, `A` to `Z`.
    pub letter: u8,
    /// Where the potions are.
    pub potions: Vec<Pos>,
}

impl Plan {
    /// The kind of a cell; everything off the field is wall.
    #[must_use]
    pub fn at(&self, at: Pos) -> Ground {
        let size = i32::from(self.size);
        if at.x < 0 || at.y < 0 || at.x >= size || at.y >= size {
            return Ground::Wall;
        }
        self.ground[(at.y * size + at.x) as usize]
    }
}

/// A playing field with its tables.
#[derive(Clone, Debug)]
pub struct Field {
    plan: Plan,
    diagonals: Diagonals,
    cells: Vec<Pos>,
    ids: Vec<CellId>,
    steps: Vec<[CellId; 8]>,
    exits: Vec<u8>,
    hero: CellId,
    monster: CellId,
    potions: Vec<CellId>,
    distances: Vec<u16>,
    board: Arc<[Cell]>,
}

impl Field {
    /// Builds the tables for a drawing.
    ///
    /// # Errors
    /// A sentence if the drawing breaks the rules of a field. That cannot happen after a reader has checked
    /// the text.
    pub fn new(plan: Plan, diagonals: Diagonals) -> Result<Self, &'static str> {
        let size = u32::from(plan.size);
        if size == 0 || size > u32::from(SIZE_MAX) || plan.ground.len() != (size * size) as usize {
            return Err("the drawing does not have the size it names");
        }
        if !plan.letter.is_ascii_uppercase() || plan.hero == plan.monster {
            return Err("hero and monster need a letter and two cells");
        }
        let mut field = Self {
            diagonals,
            cells: Vec::new(),
            ids: vec![NOWHERE; plan.ground.len()],
            steps: Vec::new(),
            exits: Vec::new(),
            hero: NOWHERE,
            monster: NOWHERE,
            potions: Vec::new(),
            distances: Vec::new(),
            board: Arc::default(),
            plan,
        };
        field.number_cells();
        field.hero = field.room_at(field.plan.hero)?;
        field.monster = field.room_at(field.plan.monster)?;
        field.potions = field.plan.potions.iter().map(|&at| field.room_at(at)).collect::<Result<_, _>>()?;
        kernel::sort(&mut field.potions);
        let taken = |cell| field.potions.binary_search(&cell).is_ok();
        if field.potions.windows(2).any(|pair| pair[0] == pair[1])
            || taken(field.hero)
            || taken(field.monster)
        {
            return Err("a potion needs a cell of its own");
        }
        field.join_cells();
        if field.count() <= MEASURED_CELLS {
            field.measure_all();
        }
        field.paint();
        Ok(field)
    }

    fn number_cells(&mut self) {
        let size = i32::from(self.plan.size);
        for (index, ground) in self.plan.ground.iter().enumerate() {
            if *ground != Ground::Wall {
                self.ids[index] = self.cells.len() as CellId;
                self.cells.push(Pos::new(index as i32 % size, index as i32 / size));
            }
        }
    }

    fn room_at(&self, at: Pos) -> Result<CellId, &'static str> {
        match self.plan.at(at) {
            Ground::Room => Ok(self.cell_at(at)),
            _ => Err("hero, monster and potions stand in rooms"),
        }
    }

    fn join_cells(&mut self) {
        for &at in &self.cells {
            let steps =
                Dir::ALL.map(|dir| if self.joins(at, dir) { self.cell_at(at.step(dir)) } else { NOWHERE });
            self.exits.push(steps.iter().filter(|&&to| to != NOWHERE).count() as u8);
            self.steps.push(steps);
        }
    }

    /// Rule 2.1: along the axes to anything but a wall; diagonally only from room cell to room cell.
    fn joins(&self, at: Pos, dir: Dir) -> bool {
        let to = at.step(dir);
        if !dir.is_diagonal() {
            return self.plan.at(to) != Ground::Wall;
        }
        let is_room = |at: Pos| self.plan.at(at) == Ground::Room;
        is_room(at)
            && is_room(to)
            && (self.diagonals == Diagonals::Free
                || is_room(Pos::new(at.x, to.y))
                || is_room(Pos::new(to.x, at.y)))
    }

    fn measure_all(&mut self) {
        let count = self.cells.len();
        let mut distances = vec![UNREACHED; count * count];
        let mut queue = Vec::with_capacity(count);
        for (from, row) in distances.chunks_exact_mut(count.max(1)).enumerate() {
            self.spread(from as CellId, row, &mut queue);
        }
        self.distances = distances;
    }

    /// Breadth-first search from one cell; `row` must be filled with [`UNREACHED`].
    fn spread(&self, from: CellId, row: &mut [u16], queue: &mut Vec<CellId>) {
        queue.clear();
        queue.push(from);
        row[usize::from(from)] = 0;
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let next = row[usize::from(at)] + 1;
            for &to in &self.steps[usize::from(at)] {
                if to != NOWHERE && row[usize::from(to)] == UNREACHED {
                    row[usize::from(to)] = next;
                    queue.push(to);
                }
            }
        }
    }

    fn paint(&mut self) {
        let cell = |ground: &Ground| match ground {
            Ground::Wall => Cell::BLANK,
            Ground::Hallway => Cell::new('+', Ink::Passage),
            Ground::Room => Cell::new('.', Ink::Floor),
        };
        self.board = self.plan.ground.iter().map(cell).collect();
    }

    /// Number of columns, and of rows.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.plan.size
    }

    /// The drawing it was built from.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Which diagonal steps are legal.
    #[must_use]
    pub const fn diagonals(&self) -> Diagonals {
        self.diagonals
    }

    /// Number of walkable cells.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The position of a cell.
    #[must_use]
    pub fn pos(&self, cell: CellId) -> Pos {
        self.cells[usize::from(cell)]
    }

    /// The cell at a position, or [`NOWHERE`].
    #[must_use]
    pub fn cell_at(&self, at: Pos) -> CellId {
        let size = i32::from(self.plan.size);
        if at.x < 0 || at.y < 0 || at.x >= size || at.y >= size {
            return NOWHERE;
        }
        self.ids[(at.y * size + at.x) as usize]
    }

    /// The kind of a walkable cell.
    #[must_use]
    pub fn ground(&self, cell: CellId) -> Ground {
        self.plan.at(self.pos(cell))
    }

    /// The cell each of the eight directions leads to, clockwise from north; [`NOWHERE`] if the step is
    /// illegal.
    #[must_use]
    pub fn steps(&self, cell: CellId) -> &[CellId; 8] {
        &self.steps[usize::from(cell)]
    }

    /// Number of legal steps from a cell, without staying.
    #[must_use]
    pub fn exits(&self, cell: CellId) -> u8 {
        self.exits[usize::from(cell)]
    }

    /// Where the hero starts.
    #[must_use]
    pub const fn hero(&self) -> CellId {
        self.hero
    }

    /// Where the monster starts.
    #[must_use]
    pub const fn monster(&self) -> CellId {
        self.monster
    }

    /// The monster's letter.
    #[must_use]
    pub fn letter(&self) -> char {
        char::from(self.plan.letter)
    }

    /// Where the potions are at the start, in reading order.
    #[must_use]
    pub fn potions(&self) -> &[CellId] {
        &self.potions
    }

    /// True for a room cell without potion, where hero and monster may start.
    #[must_use]
    pub fn is_start(&self, cell: CellId) -> bool {
        self.ground(cell) == Ground::Room && self.potions.binary_search(&cell).is_err()
    }

    /// The board without hero, monster and potions.
    #[must_use]
    pub(crate) const fn board(&self) -> &Arc<[Cell]> {
        &self.board
    }

    /// Distances in steps from a cell to every other. `room` is a buffer, used only on fields too large for a
    /// full table.
    #[must_use]
    pub fn distances<'a>(&'a self, from: CellId, room: &'a mut Vec<u16>) -> &'a [u16] {
        let count = self.cells.len();
        if self.distances.is_empty() {
            room.clear();
            room.resize(count, UNREACHED);
            self.spread(from, room, &mut Vec::with_capacity(count));
            return room;
        }
        &self.distances[usize::from(from) * count..][..count]
    }

    /// The field as a file, with hero and monster on the given cells.
    #[must_use]
    pub fn text(&self, hero: CellId, monster: CellId) -> String {
        let mut out = alloc::format!("{}\n", self.plan.size);
        for row in self.rows(hero, monster) {
            out.push_str(&row);
            out.push('\n');
        }
        out
    }

    /// The rows of the file: cell `x` is character `2x`, with blanks in between.
    #[must_use]
    pub fn rows(&self, hero: CellId, monster: CellId) -> Vec<String> {
        let size = usize::from(self.plan.size);
        let glyph = |index: usize| match (self.plan.ground[index], self.ids[index]) {
            (_, cell) if cell == hero => '@',
            (_, cell) if cell == monster => self.letter(),
            (_, cell) if self.potions.binary_search(&cell).is_ok() => 's',
            (Ground::Room, _) => '.',
            (Ground::Hallway, _) => '+',
            (Ground::Wall, _) => ' ',
        };
        let row = |y: usize| {
            let mut text = String::with_capacity(2 * size);
            for x in 0..size {
                if x > 0 {
                    text.push(' ');
                }
                text.push(glyph(y * size + x));
            }
            text
        };
        (0..size).map(row).collect()
    }
}

/// The serialized form of a field.
#[derive(Serialize, Deserialize)]
struct Kept {
    size: u16,
    letter: u8,
    diagonals: Diagonals,
    hero: Pos,
    monster: Pos,
    potions: Vec<Pos>,
    ground: Vec<u8>,
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut ground = vec![0u8; self.plan.ground.len().div_ceil(4)];
        for (index, kind) in self.plan.ground.iter().enumerate() {
            ground[index / 4] |= (*kind as u8) << (index % 4 * 2);
        }
        let plan = &self.plan;
        Kept {
            size: plan.size,
            letter: plan.letter,
            diagonals: self.diagonals,
            hero: plan.hero,
            monster: plan.monster,
            potions: plan.potions.clone(),
            ground,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let kept = Kept::deserialize(deserializer)?;
        if kept.size > SIZE_MAX {
            return Err(D::Error::custom("the field is too large"));
        }
        let count = usize::from(kept.size) * usize::from(kept.size);
        if kept.ground.len() != count.div_ceil(4) {
            return Err(D::Error::custom("the drawing does not have the size it names"));
        }
        let kind = |index: usize| match kept.ground[index / 4] >> (index % 4 * 2) & 3 {
            0 => Ok(Ground::Wall),
            1 => Ok(Ground::Hallway),
            2 => Ok(Ground::Room),
            _ => Err(D::Error::custom("a cell is none of wall, hallway and room")),
        };
        let plan = Plan {
            size: kept.size,
            ground: (0..count).map(kind).collect::<Result<_, _>>()?,
            hero: kept.hero,
            monster: kept.monster,
            letter: kept.letter,
            potions: kept.potions,
        };
        Self::new(plan, kept.diagonals).map_err(D::Error::custom)
    }
}
