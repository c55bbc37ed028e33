//! A board in bytes that belong to somebody else, one for each cell, for programs that read boards and not screens.
//!
//! A canvas is painted again and again. It remembers what it showed last, so that only what has changed is written.

use crate::{Cell, Ink, Pos, Scene};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;

/// What lies under a board. Holding on to it makes sure that it does not change.
#[derive(Clone, Debug)]
enum Under {
    /// A picture.
    Picture(Arc<[Cell]>),
    /// What belongs to somebody who writes the bytes without a picture.
    Ground(Arc<dyn Any + Send + Sync>),
}

impl Under {
    /// Where it is kept: its name.
    fn address(&self) -> *const () {
        match self {
            Self::Picture(picture) => Arc::as_ptr(picture).cast(),
            Self::Ground(ground) => Arc::as_ptr(ground).cast(),
        }
    }
}

/// What a canvas shows, kept from one painting to the next.
#[derive(Clone, Debug, Default)]
pub struct Painted {
    /// What lies under the board.
    under: Option<Under>,
    /// Columns of that.
    cols: u16,
    /// The cells that were painted over it, by their numbers on the canvas, and the bytes that were there before: the picture
    /// itself need not be looked at again.
    over: Vec<(u32, u8, u8)>,
    /// For games that draw in full.
    scene: Option<Box<Scene>>,
}

impl Painted {
    /// Nothing is known of the bytes any more: the next painting writes all of them.
    pub fn forget(&mut self) {
        self.under = None;
        self.over.clear();
    }
}

/// A board of bytes to paint on.
#[derive(Debug)]
pub struct Canvas<'a> {
    glyphs: &'a mut [u8],
    inks: Option<&'a mut [u8]>,
    cols: u16,
    rows: u16,
    painted: &'a mut Painted,
    focus: Option<Pos>,
}

impl<'a> Canvas<'a> {
    /// A canvas of so many columns and rows over these bytes, which show what `painted` says.
    ///
    /// # Panics
    /// If the bytes are not as many as the cells.
    #[must_use]
    pub fn new(
        (cols, rows): (u16, u16),
        glyphs: &'a mut [u8],
        inks: Option<&'a mut [u8]>,
        painted: &'a mut Painted,
    ) -> Self {
        let cells = usize::from(cols) * usize::from(rows);
        assert!(glyphs.len() == cells && inks.as_ref().is_none_or(|inks| inks.len() == cells));
        Self { glyphs, inks, cols, rows, painted, focus: None }
    }

    /// The cell in the middle of attention, if the game names one.
    #[must_use]
    pub const fn focus(&self) -> Option<Pos> {
        self.focus
    }

    /// Names the cell in the middle of attention.
    pub const fn set_focus(&mut self, at: Pos) {
        self.focus = Some(at);
    }

    /// Lays a picture under everything: in full if it is another one than last time, else only where something was painted
    /// over it. A picture of another size is cut, or surrounded by blanks.
    pub fn lay(&mut self, cols: u16, picture: &Arc<[Cell]>) {
        if !self.lies(cols, Arc::as_ptr(picture).cast()) {
            self.lay_cells(cols, picture);
            (self.painted.under, self.painted.cols) = (Some(Under::Picture(picture.clone())), cols);
        }
    }

    /// Lays ground under everything, of as many columns and rows as the canvas has: `write` gets the bytes of the glyphs and
    /// those of the inks if they are wanted, all blank. It is only called if the ground is another one than last time.
    pub fn lay_ground<T: Any + Send + Sync>(
        &mut self,
        ground: &Arc<T>,
        write: impl FnOnce(&T, &mut [u8], Option<&mut [u8]>),
    ) {
        if self.lies(self.cols, Arc::as_ptr(ground).cast()) {
            return;
        }
        self.painted.forget();
        self.glyphs.fill(glyph_byte(Cell::BLANK));
        if let Some(inks) = &mut self.inks {
            inks.fill(Cell::BLANK.ink as u8);
        }
        write(ground, self.glyphs, self.inks.as_deref_mut());
        (self.painted.under, self.painted.cols) = (Some(Under::Ground(ground.clone())), self.cols);
    }

    /// Takes away what was painted over the ground if it is this one; false if it is another.
    fn lies(&mut self, cols: u16, address: *const ()) -> bool {
        let same = self.painted.under.as_ref().is_some_and(|last| last.address() == address);
        if !same || self.painted.cols != cols {
            return false;
        }
        // The last first: a cell may have been painted twice.
        while let Some((index, glyph, ink)) = self.painted.over.pop() {
            self.glyphs[index as usize] = glyph;
            if let Some(inks) = &mut self.inks {
                inks[index as usize] = ink;
            }
        }
        true
    }

    /// Paints every cell, and remembers no picture.
    pub fn lay_cells(&mut self, cols: u16, cells: &[Cell]) {
        self.painted.forget();
        if self.covers(cols, cells.len()) {
            for (byte, cell) in self.glyphs.iter_mut().zip(cells) {
                *byte = glyph_byte(*cell);
            }
            if let Some(inks) = &mut self.inks {
                for (byte, cell) in inks.iter_mut().zip(cells) {
                    *byte = cell.ink as u8;
                }
            }
            return;
        }
        for index in 0..self.glyphs.len() {
            self.write(index, self.under(cols, cells, index));
        }
    }

    /// Paints every cell from rows of plain bytes; `ink` says what kind of thing a byte is.
    pub fn lay_rows<'r>(&mut self, rows: impl Iterator<Item = &'r [u8]> + Clone, ink: impl Fn(u8) -> Ink) {
        self.painted.forget();
        let cols = usize::from(self.cols);
        for (to, from) in self.glyphs.chunks_exact_mut(cols).zip(rows.clone()) {
            to.copy_from_slice(&from[..cols]);
        }
        if let Some(inks) = &mut self.inks {
            for (to, from) in inks.chunks_exact_mut(cols).zip(rows) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = ink(*from) as u8);
            }
        }
    }

    /// Paints the board of a scene in full.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Scene)) {
        let mut scene = self.painted.scene.take().unwrap_or_default();
        scene.clear();
        draw(&mut scene);
        if let Some(board) = scene.first_board() {
            self.focus = scene.area(board).focus;
            self.lay_cells(scene.area(board).cols, scene.cells(board));
        }
        self.painted.scene = Some(scene);
    }

    /// Paints one cell over the picture; cells off the canvas are left alone.
    #[inline]
    pub fn put(&mut self, at: Pos, cell: Cell) {
        if (0..i32::from(self.cols)).contains(&at.x) && (0..i32::from(self.rows)).contains(&at.y) {
            let index = at.y as usize * usize::from(self.cols) + at.x as usize;
            if self.painted.under.is_some() {
                let ink = self.inks.as_ref().map_or(0, |inks| inks[index]);
                self.painted.over.push((index as u32, self.glyphs[index], ink));
            }
            self.write(index, cell);
        }
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (u16, u16) {
        (self.cols, self.rows)
    }

    fn covers(&self, cols: u16, cells: usize) -> bool {
        cols == self.cols && cells == self.glyphs.len()
    }

    /// The cell of a picture that lies under a cell of the canvas.
    fn under(&self, cols: u16, picture: &[Cell], index: usize) -> Cell {
        let (x, y) = (index % usize::from(self.cols), index / usize::from(self.cols));
        let inside = x < usize::from(cols);
        let found = inside.then(|| picture.get(y * usize::from(cols) + x)).flatten();
        found.copied().unwrap_or(Cell::BLANK)
    }

    #[inline]
    fn write(&mut self, index: usize, cell: Cell) {
        self.glyphs[index] = glyph_byte(cell);
        if let Some(inks) = &mut self.inks {
            inks[index] = cell.ink as u8;
        }
    }
}

/// The character of a cell as one byte; those that do not fit show as `?`.
#[inline]
#[must_use]
pub fn glyph_byte(cell: Cell) -> u8 {
    let code = cell.code();
    if code > 0xFF { b'?' } else { code as u8 }
}
