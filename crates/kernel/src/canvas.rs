//! Draws boards into the caller's bytes, one byte per cell, for programs that read boards and not screens.
//!
//! A canvas is reused: it remembers what it showed last and writes only what has changed.

use crate::{Cell, Ink, Pos, Scene};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::{any::Any, mem::replace};

/// The background of a board. The `Arc` is kept so that the background stays as it is.
#[derive(Clone, Debug)]
enum Under {
    /// A picture.
    Picture(Arc<[Cell]>),
    /// Data of a game that writes the bytes itself.
    Ground(Arc<dyn Any + Send + Sync>),
    /// What a game painted, by the number that identifies it.
    Numbered(u64),
}

impl Under {
    /// The address that identifies it, if one does.
    fn address(&self) -> Option<*const ()> {
        match self {
            Self::Picture(picture) => Some(Arc::as_ptr(picture).cast()),
            Self::Ground(ground) => Some(Arc::as_ptr(ground).cast()),
            Self::Numbered(_) => None,
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
    /// The cells that were painted over it, in order.
    over: Vec<Over>,
    /// For games that draw in full.
    scene: Option<Box<Scene>>,
}

/// A cell that was painted over the picture or ground.
#[derive(Clone, Copy, Debug)]
struct Over {
    /// Its index on the canvas.
    index: u32,
    /// The glyph and ink bytes it covers, saved so that the picture itself need not be read again.
    hidden: (u8, u8),
    /// The glyph and ink bytes it shows.
    shown: (u8, u8),
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
    /// Number of cells at the start of `painted.over` that were painted again this time, unchanged.
    again: usize,
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
        Self { glyphs, inks, cols, rows, painted, again: 0, focus: None }
    }

    /// Ends the painting: restores the cells that were painted over last time but not this time. Returns the focus, if the
    /// game set one.
    pub fn finish(mut self) -> Option<Pos> {
        self.uncover();
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

    /// True when this lies under the board already.
    fn lies(&self, cols: u16, address: *const ()) -> bool {
        let last = self.painted.under.as_ref().and_then(Under::address);
        self.painted.cols == cols && last == Some(address)
    }

    /// Restores the cells painted over last time, except for those painted again so far.
    fn uncover(&mut self) {
        // In reverse order, as a cell may have been painted twice.
        while self.painted.over.len() > self.again {
            let Some(Over { index, hidden, .. }) = self.painted.over.pop() else { return };
            self.glyphs[index as usize] = hidden.0;
            if let Some(inks) = &mut self.inks {
                inks[index as usize] = hidden.1;
            }
        }
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
            self.write(index, bytes(self.under(cols, cells, index)));
        }
    }

    /// Paints a background that a number identifies within a game: `paint` is called on the bare canvas, and only if the
    /// number differs from the last one.
    pub fn lay_numbered(&mut self, number: u64, paint: impl FnOnce(&mut Self)) {
        if matches!(self.painted.under, Some(Under::Numbered(last)) if last == number) {
            return;
        }
        self.painted.forget();
        paint(self);
        (self.painted.under, self.painted.cols) = (Some(Under::Numbered(number)), self.cols);
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
            self.overlay([(at.y as usize * usize::from(self.cols) + at.x as usize, cell)]);
        }
    }

    /// Paints cells over the picture, by their index in row order. Cells at the start that are the same as last time are not
    /// written again, so paint first what rarely changes.
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[inline]
    pub fn overlay(&mut self, cells: impl IntoIterator<Item = (usize, Cell)>) {
        if self.painted.under.is_none() {
            return cells.into_iter().for_each(|(index, cell)| self.write(index, bytes(cell)));
        }
        for (index, cell) in cells {
            let shown = bytes(cell);
            if let Some(last) = self.painted.over.get(self.again) {
                if last.index == index as u32 && last.shown == shown {
                    self.again += 1;
                    continue;
                }
                self.uncover();
            }
            let glyph = replace(&mut self.glyphs[index], shown.0);
            let ink = self.inks.as_mut().map_or(0, |inks| replace(&mut inks[index], shown.1));
            self.painted.over.push(Over { index: index as u32, hidden: (glyph, ink), shown });
            self.again += 1;
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
    fn write(&mut self, index: usize, (glyph, ink): (u8, u8)) {
        self.glyphs[index] = glyph;
        if let Some(inks) = &mut self.inks {
            inks[index] = ink;
        }
    }
}

/// The glyph and ink bytes of a cell.
#[inline]
fn bytes(cell: Cell) -> (u8, u8) {
    (glyph_byte(cell), cell.ink as u8)
}

/// The character of a cell as one byte; those that do not fit show as `?`.
#[inline]
#[must_use]
pub fn glyph_byte(cell: Cell) -> u8 {
    let code = cell.code();
    if code > 0xFF { b'?' } else { code as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};
    use alloc::vec;

    #[test]
    fn cells_painted_over_a_picture_by_difference_show_the_same_as_on_a_new_canvas() {
        let mut dice = Rng::stream(&Seed::from_text("canvas"), "overlay", &[]);
        let picture: Arc<[Cell]> = ".#~".chars().cycle().take(35).map(|c| Cell::new(c, Ink::Floor)).collect();
        let (mut glyphs, mut inks, mut painted) = (vec![0; 35], vec![0; 35], Painted::default());
        let mut over: Vec<(usize, Cell)> = Vec::new();
        for _ in 0..2000 {
            // Things disappear, appear and change; two may be on one cell.
            while !over.is_empty() && dice.chance(1, 2, "less") {
                over.remove(dice.below(over.len() as u32, "which") as usize);
            }
            while over.len() < 9 && dice.chance(2, 3, "more") {
                let glyph = *dice.pick(&['@', 'G', 'P'], "glyph");
                let at = dice.below(over.len() as u32 + 1, "place") as usize;
                over.insert(at, (dice.below(35, "cell") as usize, Cell::new(glyph, Ink::Foe)));
            }
            let paint = |glyphs: &mut [u8], inks: &mut [u8], painted: &mut Painted| {
                let mut canvas = Canvas::new((7, 5), glyphs, Some(inks), painted);
                canvas.lay(7, &picture);
                let (first, rest) = over.split_at(over.len() / 2);
                canvas.overlay(first.iter().copied());
                for &(index, cell) in rest {
                    canvas.put(Pos::new(index as i32 % 7, index as i32 / 7), cell);
                }
                canvas.finish();
            };
            paint(&mut glyphs, &mut inks, &mut painted);
            let (mut fresh_glyphs, mut fresh_inks) = (vec![0; 35], vec![0; 35]);
            paint(&mut fresh_glyphs, &mut fresh_inks, &mut Painted::default());
            assert_eq!((&glyphs, &inks), (&fresh_glyphs, &fresh_inks));
        }
    }

    #[test]
    fn a_numbered_background_is_painted_when_its_number_changes() {
        let (mut glyphs, mut painted, mut painting) = (vec![0; 4], Painted::default(), 0);
        let rows = [&b"ab"[..], &b"cd"[..]];
        for (step, (number, hero)) in [(1, 0), (1, 2), (1, 2), (2, 2), (1, 3), (1, 3)].into_iter().enumerate()
        {
            if step == 5 {
                painted.forget();
            }
            let mut canvas = Canvas::new((2, 2), &mut glyphs, None, &mut painted);
            canvas.lay_numbered(number, |canvas| {
                painting += 1;
                canvas.lay_rows(rows.into_iter(), |_| Ink::Floor);
            });
            canvas.put(Pos::new(hero % 2, hero / 2), Cell::new('@', Ink::Hero));
            canvas.finish();
            let mut expected = *b"abcd";
            expected[hero as usize] = b'@';
            assert_eq!(glyphs, expected);
        }
        assert_eq!(painting, 4, "twice for other numbers, and after what was shown is forgotten");
    }
}
