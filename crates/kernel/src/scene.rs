//! Frames as plain data: areas of cells that any front-end can print, colour or pass to a bot.

use crate::Pos;
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt;

/// The kind of thing a cell shows; themes give it a colour. The glyph alone must be enough to tell things
/// apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Ink {
    #[default]
    Void,
    Text,
    Dim,
    Title,
    Good,
    Bad,
    Wall,
    Floor,
    Door,
    Passage,
    Stairs,
    Hero,
    Foe,
    /// An inactive foe, or a friend.
    Neutral,
    Item,
    Potion,
    Treasure,
    /// A mark laid over the board: a planned path, a hint, a watched cell.
    Mark,
    /// Something seen before and remembered.
    Memory,
}

impl Ink {
    /// Every ink, in order.
    pub const ALL: [Self; 19] = [
        Self::Void,
        Self::Text,
        Self::Dim,
        Self::Title,
        Self::Good,
        Self::Bad,
        Self::Wall,
        Self::Floor,
        Self::Door,
        Self::Passage,
        Self::Stairs,
        Self::Hero,
        Self::Foe,
        Self::Neutral,
        Self::Item,
        Self::Potion,
        Self::Treasure,
        Self::Mark,
        Self::Memory,
    ];
}

/// A colour that distinguishes things of the same ink; themes give it a shade. It carries no information that
/// the glyph does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Hue {
    /// The colour of the ink.
    #[default]
    Own,
    Red,
    Orange,
    Gold,
    Green,
    Teal,
    Blue,
    Violet,
    Pink,
    White,
    Brown,
    Grey,
    /// Pale; it shimmers where animation is on, and tints the ground nearby.
    Ghost,
}

impl Hue {
    /// Every hue, in order.
    pub const ALL: [Self; 13] = [
        Self::Own,
        Self::Red,
        Self::Orange,
        Self::Gold,
        Self::Green,
        Self::Teal,
        Self::Blue,
        Self::Violet,
        Self::Pink,
        Self::White,
        Self::Brown,
        Self::Grey,
        Self::Ghost,
    ];
}

/// One cell of a scene, packed into four bytes without padding so that boards are filled and copied quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    glyph: u16,
    /// The kind of thing.
    pub ink: Ink,
    /// The colour, among things of its kind.
    pub hue: Hue,
}

impl Cell {
    /// An empty cell.
    pub const BLANK: Self = Self { glyph: b' ' as u16, ink: Ink::Void, hue: Hue::Own };

    /// A cell; characters beyond the basic plane and control characters are shown as `?`.
    #[must_use]
    pub const fn new(glyph: char, ink: Ink) -> Self {
        let code = glyph as u32;
        let glyph = if code < 32 || code > 0xFFFD || code == 127 { b'?' as u16 } else { code as u16 };
        Self { glyph, ink, hue: Hue::Own }
    }

    /// The same cell with a hue.
    #[must_use]
    pub const fn hued(self, hue: Hue) -> Self {
        Self { hue, ..self }
    }

    /// The code of its character.
    pub(crate) const fn code(self) -> u16 {
        self.glyph
    }

    /// Its character.
    #[must_use]
    pub const fn glyph(self) -> char {
        match char::from_u32(self.glyph as u32) {
            Some(glyph) => glyph,
            None => '?',
        }
    }
}

/// The role of an area: front-ends decide by it what scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The board. It may be larger than the screen; its focus is kept in view.
    Board,
    /// Rows of text that stay on screen.
    Text,
}

/// The available room, and the last sentences. A view never affects the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// Columns to draw on; 0 without a terminal: the game's own full size.
    pub cols: u16,
    /// Rows to draw on; 0 without a terminal.
    pub rows: u16,
    /// The sentences of the last command joined by blanks, or the reason of a refusal.
    pub said: &'a str,
    /// How many times in a row the last command was repeated: a list that is too long shows its next page each
    /// time.
    pub again: u32,
    /// Whether only boards are needed, without rows of text.
    pub bare: bool,
}

/// The size of a board in cells; zero where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Columns.
    pub cols: u16,
    /// Rows.
    pub rows: u16,
}

/// The index of an area in its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaId(usize);

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its role.
    pub role: Role,
    /// Width in cells.
    pub cols: u16,
    /// Height in cells.
    pub rows: u16,
    /// Screen columns per cell: the glyph, then blanks.
    pub cell_cols: u16,
    /// Whether trailing blanks of a row are not printed.
    pub trim: bool,
    /// The cell to keep in view.
    pub focus: Option<Pos>,
    start: usize,
}

/// Everything a seat sees at one moment, from top to bottom. Reused from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    areas: Vec<Area>,
    /// The cells of this frame up to `used`, then those of earlier frames.
    cells: Vec<Cell>,
    used: usize,
    /// The background of the first cells, if they still show it.
    under: Option<Under>,
}

/// The background picture of a board, kept from frame to frame, and the cells that were painted over it.
#[derive(Clone, Debug)]
struct Under {
    picture: Arc<[Cell]>,
    over: Vec<u32>,
}

impl Scene {
    /// Removes all areas and keeps the memory.
    pub fn clear(&mut self) {
        self.areas.clear();
        self.used = 0;
    }

    /// Adds a blank board below the existing areas: one column per cell, rows printed in full.
    pub fn board(&mut self, cols: u16, rows: u16) -> AreaId {
        self.open(Role::Board, cols, rows, false, true)
    }

    /// Adds a board whose cells are undefined, for games that paint all of them.
    pub fn board_to_paint(&mut self, cols: u16, rows: u16) -> AreaId {
        self.open(Role::Board, cols, rows, false, false)
    }

    /// Adds a board with a background picture as the first area. If the last frame had the same picture, only
    /// the cells painted over it are restored; the scene keeps the `Arc`, so the picture is unchanged. Paint
    /// with [`Scene::overlay`].
    ///
    /// # Panics
    /// If there is an area already, or the picture is of another size.
    pub fn board_over(&mut self, cols: u16, rows: u16, picture: &Arc<[Cell]>) -> AreaId {
        assert!(self.used == 0, "a picture lies under the first area");
        assert!(picture.len() == usize::from(cols) * usize::from(rows), "a picture covers its board");
        let under = self.under.take().filter(|under| Arc::ptr_eq(&under.picture, picture));
        let board = self.open(Role::Board, cols, rows, false, false);
        self.under = Some(match under {
            Some(mut under) => {
                let cells = &mut self.cells[..picture.len()];
                for &index in &under.over {
                    cells[index as usize] = picture[index as usize];
                }
                under.over.clear();
                under
            }
            None => {
                self.cells[..picture.len()].copy_from_slice(picture);
                Under { picture: picture.clone(), over: Vec::new() }
            }
        });
        board
    }

    /// Paints cells of a board that has a background picture, by their indices.
    pub fn overlay(&mut self, cells: impl IntoIterator<Item = (usize, Cell)>) {
        let Some(under) = &mut self.under else { return };
        under.over.extend(cells.into_iter().map(|(index, cell)| {
            self.cells[index] = cell;
            index as u32
        }));
    }

    /// Adds blank rows of text below the existing areas; their trailing blanks are not printed.
    pub fn text(&mut self, cols: u16, rows: u16) -> AreaId {
        self.open(Role::Text, cols, rows, true, true)
    }

    fn open(&mut self, role: Role, cols: u16, rows: u16, trim: bool, blank: bool) -> AreaId {
        let start = self.used;
        self.used += usize::from(cols) * usize::from(rows);
        self.forget_picture(start);
        if blank {
            let there = self.used.min(self.cells.len());
            self.cells[start.min(there)..there].fill(Cell::BLANK);
        }
        if self.cells.len() < self.used {
            self.cells.resize(self.used, Cell::BLANK);
        }
        self.areas.push(Area { role, cols, rows, cell_cols: 1, trim, focus: None, start });
        AreaId(self.areas.len() - 1)
    }

    /// The board, if the scene has one.
    #[must_use]
    pub fn first_board(&self) -> Option<AreaId> {
        self.areas.iter().position(|area| area.role == Role::Board).map(AreaId)
    }

    /// The size of the board.
    #[must_use]
    pub fn extent(&self) -> Extent {
        let board = self.first_board().map(|board| &self.areas[board.0]);
        board.map_or_else(Extent::default, |&Area { cols, rows, .. }| Extent { cols, rows })
    }

    /// The areas from top to bottom.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The ids of the areas from top to bottom.
    pub fn ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len()).map(AreaId)
    }

    /// One area.
    #[must_use]
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.0]
    }

    /// One area, to change its focus, trim or cell width.
    pub fn area_mut(&mut self, id: AreaId) -> &mut Area {
        &mut self.areas[id.0]
    }

    /// The cells of an area, row by row.
    #[must_use]
    pub fn cells(&self, id: AreaId) -> &[Cell] {
        let area = &self.areas[id.0];
        &self.cells[area.start..area.start + usize::from(area.cols) * usize::from(area.rows)]
    }

    /// Drops the background before cells from `start` on are changed in unknown places.
    fn forget_picture(&mut self, start: usize) {
        if self.under.as_ref().is_some_and(|under| start < under.picture.len()) {
            self.under = None;
        }
    }

    /// The cells of an area, row by row.
    pub fn cells_mut(&mut self, id: AreaId) -> &mut [Cell] {
        self.forget_picture(self.areas[id.0].start);
        let area = &self.areas[id.0];
        &mut self.cells[area.start..area.start + usize::from(area.cols) * usize::from(area.rows)]
    }

    /// Paints one cell; cells outside the area are ignored.
    pub fn put(&mut self, id: AreaId, at: Pos, cell: Cell) {
        let area = &self.areas[id.0];
        if at.x >= 0 && at.y >= 0 && at.x < i32::from(area.cols) && at.y < i32::from(area.rows) {
            let index = area.start + at.y as usize * usize::from(area.cols) + at.x as usize;
            self.cells[index] = cell;
            if let Some(under) = self.under.as_mut().filter(|under| index < under.picture.len()) {
                under.over.push(index as u32);
            }
        }
    }

    /// Writes text to the right of a cell; what does not fit is cut. Returns the column after it.
    pub fn print(&mut self, id: AreaId, at: Pos, ink: Ink, text: &str) -> i32 {
        let Area { cols, rows, start, .. } = self.areas[id.0];
        let plain = text.is_ascii() && self.under.as_ref().is_none_or(|under| start >= under.picture.len());
        if let (Ok(x), true, true) = (u16::try_from(at.x), (0..i32::from(rows)).contains(&at.y), plain) {
            let row = start + at.y as usize * usize::from(cols);
            let cells = &mut self.cells[row + usize::from(x.min(cols))..row + usize::from(cols)];
            for (cell, byte) in cells.iter_mut().zip(text.bytes()) {
                *cell = Cell::new(byte.into(), ink);
            }
            return at.x.saturating_add_unsigned(text.len() as u32);
        }
        let mut x = at.x;
        for glyph in text.chars() {
            self.put(id, Pos::new(x, at.y), Cell::new(glyph, ink));
            x += 1;
        }
        x
    }

    /// Writes formatted text as [`Scene::print`] does, without allocating.
    pub fn write(&mut self, id: AreaId, at: Pos, ink: Ink, text: fmt::Arguments<'_>) -> i32 {
        let mut pen = Pen { scene: self, id, at, ink };
        // A pen never fails.
        let _ = fmt::Write::write_fmt(&mut pen, text);
        pen.at.x
    }

    /// One cell of an area.
    #[must_use]
    pub fn cell(&self, id: AreaId, at: Pos) -> Option<Cell> {
        let area = &self.areas[id.0];
        let inside = at.x >= 0 && at.y >= 0 && at.x < i32::from(area.cols) && at.y < i32::from(area.rows);
        inside.then(|| self.cells[area.start + at.y as usize * usize::from(area.cols) + at.x as usize])
    }

    /// Appends one row of an area as text.
    pub fn row(&self, id: AreaId, row: u16, out: &mut String) {
        let mut bytes = Vec::new();
        self.write_row(id, row, &mut bytes);
        out.push_str(&String::from_utf8_lossy(&bytes));
    }

    fn write_row(&self, id: AreaId, row: u16, out: &mut Vec<u8>) {
        let area = &self.areas[id.0];
        let from = area.start + usize::from(row) * usize::from(area.cols);
        let begin = out.len();
        for cell in &self.cells[from..from + usize::from(area.cols)] {
            let mut buffer = [0; 4];
            out.extend_from_slice(cell.glyph().encode_utf8(&mut buffer).as_bytes());
            out.extend((1..area.cell_cols).map(|_| b' '));
        }
        if area.trim {
            trim(begin, out);
        }
    }

    /// Writes all rows of an area if its cells are ASCII, as nearly all are; otherwise returns false and writes
    /// nothing.
    fn write_plain_rows(&self, id: AreaId, out: &mut Vec<u8>) -> bool {
        let area = &self.areas[id.0];
        let (cells, begin) = (self.cells(id), out.len());
        let text = begin + cells.len() + usize::from(area.rows);
        // Copy all glyphs behind the place of the rows first, then move the rows: one loop over thousands of
        // cells without a branch is vectorised, loops over single rows are not.
        out.resize(text + cells.len(), b' ');
        let mut all = 0;
        for (byte, cell) in out[text..].iter_mut().zip(cells) {
            *byte = cell.glyph as u8;
            all |= cell.glyph;
        }
        if area.cell_cols != 1 || all >= 128 {
            out.truncate(begin);
            return false;
        }
        let cols = usize::from(area.cols);
        let mut end = begin;
        for row in 0..usize::from(area.rows) {
            let from = text + row * cols;
            let blanks = |row: &[u8]| row.iter().rev().take_while(|&&byte| byte == b' ').count();
            let kept = cols - if area.trim { blanks(&out[from..from + cols]) } else { 0 };
            out.copy_within(from..from + kept, end);
            end += kept;
            out[end] = b'\n';
            end += 1;
        }
        out.truncate(end);
        true
    }

    /// The whole scene as rows of text, as line mode prints them.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let mut text = Vec::new();
        self.write_text(&mut text);
        String::from_utf8_lossy(&text).split_terminator('\n').map(String::from).collect()
    }

    /// Appends the whole scene as text, every row ended by a newline.
    pub fn write_text(&self, out: &mut Vec<u8>) {
        for id in self.ids() {
            if !self.write_plain_rows(id, out) {
                for row in 0..self.area(id).rows {
                    self.write_row(id, row, out);
                    out.push(b'\n');
                }
            }
        }
    }
}

/// Removes trailing blanks.
fn trim(begin: usize, out: &mut Vec<u8>) {
    while out.len() > begin && out.last() == Some(&b' ') {
        out.pop();
    }
}

struct Pen<'a> {
    scene: &'a mut Scene,
    id: AreaId,
    at: Pos,
    ink: Ink,
}

impl fmt::Write for Pen<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.at.x = self.scene.print(self.id, self.at, self.ink, text);
        Ok(())
    }
}

#[cfg(test)]
#[path = "scene_tests.rs"]
mod tests;
