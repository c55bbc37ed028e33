//! Draws boards into the caller's bytes, one byte per cell, for programs that read boards and not screens.
//!
//! A canvas is reused: it remembers what it showed last and writes only what has changed.

use crate::{Cell, Ink, Pos, Scene};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;

/// The background of a board. The `Arc` is kept so that the background stays as it is.
#[derive(Clone, Debug)]
enum Under {
    /// A picture.
    Picture(Arc<[Cell]>),
    /// Data of a game that writes the bytes itself.
    Ground(Arc<dyn Any + Send + Sync>),
}

impl Under {
    /// Its address, which identifies it.
    fn address(&self) -> *const () {
        match self {
            Self::Picture(picture) => Arc::as_ptr(picture).cast(),
            Self::Ground(ground) => Arc::as_ptr(ground).cast(),
        }
    }
}

/// The state of a canvas between two paintings.
#[derive(Clone, Debug, Default)]
pub struct Painted {
    /// The background.
    under: Option<Under>,
    /// Columns of the background.
    cols: u16,
    /// Cells painted over the background: the index on the canvas, and the glyph and ink bytes they replaced.
    over: Vec<(u32, u8, u8)>,
    /// Reused by games that draw the whole scene.
    scene: Option<Box<Scene>>,
}

impl Painted {
    /// Forgets what the bytes show: the next painting writes all of them.
    pub fn forget(&mut self) {
        self.under = None;
        self.over.clear();
    }
}

/// A board of bytes.
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
    /// A canvas of this many columns and rows over these bytes, which show what `painted` says.
    ///
    /// # Panics
    /// If the number of bytes is not the number of cells.
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

    /// The cell the view is centred on, if the game sets one.
    #[must_use]
    pub const fn focus(&self) -> Option<Pos> {
        self.focus
    }

    /// Sets the cell the view is centred on.
    pub const fn set_focus(&mut self, at: Pos) {
        self.focus = Some(at);
    }

    /// Draws a picture as the background: all of it if it differs from the last one, otherwise only the cells
    /// that were painted over. A picture of another size is cut or surrounded by blanks.
    pub fn lay(&mut self, cols: u16, picture: &Arc<[Cell]>) {
        if !self.lies(cols, Arc::as_ptr(picture).cast()) {
            self.lay_cells(cols, picture);
            (self.painted.under, self.painted.cols) = (Some(Under::Picture(picture.clone())), cols);
        }
    }

    /// Draws a background of the size of the canvas: `write` gets the glyph bytes, and the ink bytes if they
    /// are wanted, all blank. It is called only if the background differs from the last one.
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

    /// Removes what was painted over the background if it is this one; false if it is another.
    fn lies(&mut self, cols: u16, address: *const ()) -> bool {
        let same = self.painted.under.as_ref().is_some_and(|last| last.address() == address);
        if !same || self.painted.cols != cols {
            return false;
        }
        // In reverse order: a cell may have been painted twice.
        while let Some((index, glyph, ink)) = self.painted.over.pop() {
            self.glyphs[index as usize] = glyph;
            if let Some(inks) = &mut self.inks {
                inks[index as usize] = ink;
            }
        }
        true
    }

    /// Paints every cell, without a background.
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

    /// Paints every cell from rows of glyph bytes; `ink` gives the ink of a byte.
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

    /// Paints all of a scene's board.
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

    /// Paints one cell over the background; cells off the canvas are ignored.
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

    /// The picture's cell at an index of the canvas.
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

/// The character of a cell as one byte; `?` if it does not fit.
#[inline]
#[must_use]
pub fn glyph_byte(cell: Cell) -> u8 {
    let code = cell.code();
    if code > 0xFF { b'?' } else { code as u8 }
}
