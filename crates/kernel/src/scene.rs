//! What a player sees, as plain data: areas of cells that any front-end can print, colour or hand to a bot.

use crate::Pos;
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt;

/// What kind of thing a cell shows; themes give it a colour. The glyph alone must be enough to tell things apart.
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
    /// A foe that does nothing yet, or a friend.
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

/// A colour that tells things of the same ink apart; themes give it a shade. It never says what the glyph does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Hue {
    /// That of the ink.
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
    /// Pale and unsteady: it shimmers where things may move, and tints the ground near it.
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

/// One cell of a scene, packed into four bytes without a gap so that a whole board is filled and copied in a blink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    glyph: u16,
    /// What kind of thing it is.
    pub ink: Ink,
    /// Which of its kind it is, by colour.
    pub hue: Hue,
}

impl Cell {
    /// An empty cell.
    pub const BLANK: Self = Self { glyph: b' ' as u16, ink: Ink::Void, hue: Hue::Own };

    /// A cell; characters beyond the basic plane and control characters show as `?`.
    #[must_use]
    pub const fn new(glyph: char, ink: Ink) -> Self {
        let code = glyph as u32;
        let glyph = if code < 32 || code > 0xFFFD || code == 127 { b'?' as u16 } else { code as u16 };
        Self { glyph, ink, hue: Hue::Own }
    }

    /// The same in a colour of its own.
    #[must_use]
    pub const fn hued(self, hue: Hue) -> Self {
        Self { hue, ..self }
    }

    /// The number of the character it shows.
    pub(crate) const fn code(self) -> u16 {
        self.glyph
    }

    /// The character it shows.
    #[must_use]
    pub const fn glyph(self) -> char {
        match char::from_u32(self.glyph as u32) {
            Some(glyph) => glyph,
            None => '?',
        }
    }
}

/// What an area is for; front-ends decide by it what scrolls and what stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The map. It may be larger than the screen; its focus is kept in view.
    Board,
    /// Rows of text that stay on screen.
    Text,
}

/// How much room there is, and what was said. It can never change the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// Columns to draw on; 0 means no terminal: the game's own full size.
    pub cols: u16,
    /// Rows to draw on; 0 means no terminal.
    pub rows: u16,
    /// The sentences of the last command joined by blanks, or the reason why it was refused.
    pub said: &'a str,
    /// How many times in a row the last command had been given before: a list too long for its place shows the next
    /// page each time it is asked for.
    pub again: u32,
    /// True when only boards are wanted and text rows need not be made.
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

/// The number of an area within its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaId(usize);

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub struct Area {
    /// What it is for.
    pub role: Role,
    /// Width in cells.
    pub cols: u16,
    /// Height in cells.
    pub rows: u16,
    /// Screen columns a cell takes: its glyph, then blanks.
    pub cell_cols: u16,
    /// True when blanks at the end of a row are not printed.
    pub trim: bool,
    /// The cell to keep in view.
    pub focus: Option<Pos>,
    start: usize,
}

/// Everything one player sees at one moment, from top to bottom. Reused from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    areas: Vec<Area>,
    /// Cells of this frame up to `used`, then whatever earlier frames left behind.
    cells: Vec<Cell>,
    used: usize,
    /// What the first cells were laid out from, if they still show it.
    under: Option<Under>,
}

/// A picture that lies under a board from frame to frame, and the cells that were painted over it.
#[derive(Clone, Debug)]
struct Under {
    picture: Arc<[Cell]>,
    over: Vec<u32>,
}

impl Scene {
    /// Forgets the last frame and keeps its memory.
    pub fn clear(&mut self) {
        self.areas.clear();
        self.used = 0;
    }

    /// Opens a map below what is there, one column a cell, rows printed in full.
    pub fn board(&mut self, cols: u16, rows: u16) -> AreaId {
        self.open(Role::Board, cols, rows, false, true)
    }

    /// Opens a map whose cells are whatever they were: for games that paint every one of them anyway.
    pub fn board_to_paint(&mut self, cols: u16, rows: u16) -> AreaId {
        self.open(Role::Board, cols, rows, false, false)
    }

    /// Opens the topmost map with a picture on it. Where the last frame had the very same picture, only what was painted over
    /// it is laid out again; the scene holds on to the picture, so it cannot have changed since. Paint with
    /// [`Scene::overlay`].
    ///
    /// # Panics
    /// If another area was opened before, or the picture is of another size.
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

    /// Paints some cells of a map that has a picture, by their numbers row by row.
    pub fn overlay(&mut self, cells: impl IntoIterator<Item = (usize, Cell)>) {
        let Some(under) = &mut self.under else { return };
        under.over.extend(cells.into_iter().map(|(index, cell)| {
            self.cells[index] = cell;
            index as u32
        }));
    }

    /// Opens rows of text below what is there; blanks at their ends are not printed.
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
        self.first_board().map_or_else(Extent::default, |board| {
            let Area { cols, rows, .. } = self.areas[board.0];
            Extent { cols, rows }
        })
    }

    /// All areas from top to bottom.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The areas with their numbers.
    pub fn ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len()).map(AreaId)
    }

    /// One area.
    #[must_use]
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.0]
    }

    /// One area, to change its focus, its trim or the width of its cells.
    pub fn area_mut(&mut self, id: AreaId) -> &mut Area {
        &mut self.areas[id.0]
    }

    /// The cells of an area, row by row.
    #[must_use]
    pub fn cells(&self, id: AreaId) -> &[Cell] {
        let area = &self.areas[id.0];
        &self.cells[area.start..area.start + usize::from(area.cols) * usize::from(area.rows)]
    }

    /// Called before cells from `start` on are painted by somebody who does not say which.
    fn forget_picture(&mut self, start: usize) {
        if self.under.as_ref().is_some_and(|under| start < under.picture.len()) {
            self.under = None;
        }
    }

    /// The cells of an area, row by row, to be painted.
    pub fn cells_mut(&mut self, id: AreaId) -> &mut [Cell] {
        self.forget_picture(self.areas[id.0].start);
        let area = &self.areas[id.0];
        &mut self.cells[area.start..area.start + usize::from(area.cols) * usize::from(area.rows)]
    }

    /// Paints one cell; cells outside the area are left alone.
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

    /// Writes text from a cell to the right; what does not fit is cut. Returns the column after it.
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

    /// Writes formatted text as [`Scene::print`] does, piece by piece and without a text in between.
    pub fn write(&mut self, id: AreaId, at: Pos, ink: Ink, text: fmt::Arguments<'_>) -> i32 {
        let mut pen = Pen { scene: self, id, at, ink };
        // A pen never fails.
        let _ = fmt::Write::write_fmt(&mut pen, text);
        pen.at.x
    }

    /// The cell at a place of an area.
    #[must_use]
    pub fn cell(&self, id: AreaId, at: Pos) -> Option<Cell> {
        let area = &self.areas[id.0];
        let inside = at.x >= 0 && at.y >= 0 && at.x < i32::from(area.cols) && at.y < i32::from(area.rows);
        inside.then(|| self.cells[area.start + at.y as usize * usize::from(area.cols) + at.x as usize])
    }

    /// One row of an area as text, appended to `out`.
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

    /// All rows of an area whose cells are plain letters, as nearly all are; false, and nothing written, where they are not.
    fn write_plain_rows(&self, id: AreaId, out: &mut Vec<u8>) -> bool {
        let area = &self.areas[id.0];
        let (cells, begin) = (self.cells(id), out.len());
        let text = begin + cells.len() + usize::from(area.rows);
        // All letters in one go behind the place of the rows, then the rows from there: a loop over thousands of cells
        // without a branch takes many at once, loops over single rows spend their time on what is left over.
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

    /// The whole scene as rows of text, exactly as line mode prints them.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let mut text = Vec::new();
        self.write_text(&mut text);
        String::from_utf8_lossy(&text).split_terminator('\n').map(String::from).collect()
    }

    /// The whole scene as text, every row ended by a newline, appended to `out`.
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

/// Drops the blanks at the end of a row.
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
