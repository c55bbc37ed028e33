//! What the player sees: the board, the status line above it, and the names of tiles.

use crate::content::{
    BAIT, CAT, COLS, FISH, FLOOR, GHOST, HAUNTED, OPEN_DOOR, PATH, ROWS, SHUT_DOOR, STAIRS, Thing, VOID, WALL,
};
use crate::ground::{Rows, Spot};
use crate::layout::Layout;
use crate::rules::Boo;
use crate::sight::visible;
use alloc::{format, string::String, vec, vec::Vec};
use core::fmt::Write;
use kernel::grid::paint_bits;
use kernel::{Canvas, Cell, Ink, Pos, Scene, View, glyph_byte};

/// Shown in the status line while a ghost shares the cat's tile.
const HAUNTED_WORD: &str = "(haunted)";

/// Floor, walls and stairs of a floor as cells.
pub(crate) fn picture(layout: &Layout) -> Vec<Cell> {
    let mut cells = vec![VOID.cell; usize::from(COLS) * usize::from(ROWS)];
    for (y, row) in cells.chunks_exact_mut(usize::from(COLS)).rev().enumerate() {
        for (tiles, cell) in [(layout.floor.0[y], FLOOR.cell), (layout.wall.0[y], WALL.cell)] {
            let mut left = tiles;
            while left != 0 {
                row[left.trailing_zeros() as usize] = cell;
                left &= left - 1;
            }
        }
    }
    cells[index(layout.stairs)] = STAIRS.cell;
    cells
}

/// Writes the same picture into blank bytes; `byte` converts a cell.
fn write(layout: &Layout, bytes: &mut [u8], byte: impl Fn(Cell) -> u8) {
    let (floor, wall) = (byte(FLOOR.cell), byte(WALL.cell));
    let tiles = layout.floor.0.iter().zip(&layout.wall.0);
    for (row, (floors, walls)) in bytes.chunks_exact_mut(usize::from(COLS)).rev().zip(tiles) {
        paint_bits(*floors, floor, row);
        paint_bits(*walls, wall, row);
    }
    bytes[index(layout.stairs)] = byte(STAIRS.cell);
}

fn index(spot: Spot) -> usize {
    usize::from(ROWS - 1 - spot.y) * usize::from(COLS) + usize::from(spot.x)
}

/// Draws the status line, then the whole board; a view that is too small follows the focus, which is the cat.
pub(crate) fn draw(game: &Boo, view: &View<'_>, scene: &mut Scene) {
    if !view.bare {
        game.show_numbers(scene);
    }
    let board = scene.board(u16::from(COLS), u16::from(ROWS));
    scene.area_mut(board).focus = Some(game.cat().on_screen());
    let sight = game.in_sight();
    game.show_ground(sight.as_ref(), scene.cells_mut(board));
    game.show_things(sight.as_ref(), &mut |at, cell| scene.put(board, at, cell));
}

/// The board without the status line, for programs. In fog the ground changes with every step, so it is drawn
/// in full.
pub(crate) fn paint(game: &Boo, canvas: &mut Canvas<'_>) {
    if game.setup().fog || canvas.size() != (u16::from(COLS), u16::from(ROWS)) {
        canvas.draw(|scene| draw(game, &View { bare: true, ..View::default() }, scene));
        return;
    }
    canvas.lay_ground(game.layout_kept(), |layout, glyphs, inks| {
        write(layout, glyphs, glyph_byte);
        if let Some(inks) = inks {
            write(layout, inks, |cell| cell.ink as u8);
        }
    });
    canvas.set_focus(game.cat().on_screen());
    game.show_things(None, &mut |at, cell| canvas.put(at, cell));
}

/// Names what is on a tile, topmost first.
pub(crate) fn look(game: &Boo, at: Pos, out: &mut String) {
    let Some(spot) = Spot::at_screen(at).filter(|&spot| game.knows(spot)) else { return };
    let seen_now = game.in_sight().is_none_or(|sight| sight.has(spot));
    let ghost = game.ghosts().all().iter().position(|&ghost| ghost == spot).filter(|_| seen_now);
    let fish = game.fish().has(spot);
    if spot == game.cat() {
        out.push_str(if ghost.is_some() { HAUNTED.name } else { CAT.name });
        return;
    }
    if let Some(ghost) = ghost {
        out.push_str(GHOST.name);
        let _ = match game.steps_to_cat(ghost) {
            Some(1) => write!(out, ", 1 step away"),
            Some(steps) => write!(out, ", {steps} steps away"),
            None => write!(out, ", with no free path to you"),
        };
        if fish {
            let _ = write!(out, ", over a {}", FISH.name);
        }
        return;
    }
    let bait = game.bait() == Some(spot);
    out.push_str(if bait {
        BAIT.name
    } else if fish {
        FISH.name
    } else {
        game.ground(spot).name
    });
    if spot == game.layout().stairs {
        let _ = write!(out, " to floor {}", game.floor() + 1);
    }
    if !seen_now {
        out.push_str(" (remembered)");
    }
}

impl Boo {
    fn show_numbers(&self, scene: &mut Scene) {
        let line = scene.text(u16::from(COLS), 1);
        let left = format!("HP: {} / Fish: {}", self.hp(), self.bag());
        let right = format!("Turns: {} / Floor: {}", self.turns(), self.floor());
        let health = if self.hp() * 10 <= crate::content::HP_MAX * 3 { Ink::Bad } else { Ink::Text };
        scene.print(line, Pos::new(0, 0), health, &left);
        scene.print(line, Pos::new(i32::from(COLS) - right.len() as i32, 0), Ink::Text, &right);
        let room =
            usize::from(COLS) - left.len().min(usize::from(COLS)) >= right.len() + HAUNTED_WORD.len() + 2;
        if self.is_haunted() && room {
            scene.print(line, Pos::new(left.len() as i32 + 1, 0), Ink::Bad, HAUNTED_WORD);
        }
    }

    /// The tiles in sight; `None` without fog, when all of them are.
    pub(crate) fn in_sight(&self) -> Option<Rows> {
        self.setup().fog.then(|| visible(&self.layout().floor, self.cat()))
    }

    /// True when the player knows what a tile holds, fish and stairs included, since those never move by
    /// themselves.
    pub(crate) fn knows(&self, spot: Spot) -> bool {
        !self.setup().fog || self.seen().has(spot)
    }

    fn show_ground(&self, sight: Option<&Rows>, cells: &mut [Cell]) {
        let picture = self.layout().picture();
        let Some(sight) = sight else {
            cells.copy_from_slice(picture);
            return;
        };
        for spot in self.seen().spots() {
            let cell = picture[index(spot)];
            cells[index(spot)] = if sight.has(spot) { cell } else { remembered(cell) };
        }
    }

    fn show_things(&self, sight: Option<&Rows>, put: &mut impl FnMut(Pos, Cell)) {
        let seen_now = |spot| sight.is_none_or(|sight| sight.has(spot));
        if let Some((doors, _)) = self.doors() {
            for door in doors.spots().filter(|&door| self.knows(door)) {
                let cell = self.ground(door).cell;
                let cell = if seen_now(door) { cell } else { remembered(cell) };
                put(door.on_screen(), cell);
            }
        }
        if self.setup().paths {
            for ghost in 0..self.ghosts().all().len() {
                if seen_now(self.ghosts().all()[ghost]) {
                    self.show_path(ghost, put);
                }
            }
        }
        for &fish in self.fish().all().iter().filter(|&&fish| self.knows(fish)) {
            let cell = if seen_now(fish) { FISH.cell } else { remembered(FISH.cell) };
            put(fish.on_screen(), cell);
        }
        if let Some(bait) = self.bait() {
            put(bait.on_screen(), BAIT.cell);
        }
        for &ghost in self.ghosts().all().iter().filter(|&&ghost| seen_now(ghost)) {
            put(ghost.on_screen(), GHOST.cell);
        }
        let cat = if self.is_haunted() { &HAUNTED } else { &CAT };
        put(self.cat().on_screen(), cat.cell);
    }

    /// Marks the path a ghost would take if nothing else moved, using the rule it moves by.
    fn show_path(&self, ghost: usize, put: &mut impl FnMut(Pos, Cell)) {
        let (mut at, goal) = (self.ghosts().all()[ghost], self.quarry(ghost));
        while let Some(to) = self.hunt(ghost, at, goal).and_then(|way| at.step(way)) {
            if self.knows(to) {
                put(to.on_screen(), PATH.cell);
            }
            at = to;
        }
    }

    fn ground(&self, spot: Spot) -> &'static Thing {
        if spot == self.layout().stairs {
            &STAIRS
        } else if let Some((_, shut)) = self.doors().filter(|(doors, _)| doors.has(spot)) {
            if shut.has(spot) { &SHUT_DOOR } else { &OPEN_DOOR }
        } else if self.layout().floor.has(spot) {
            &FLOOR
        } else if self.layout().wall.has(spot) {
            &WALL
        } else {
            &VOID
        }
    }
}

const fn remembered(mut cell: Cell) -> Cell {
    cell.ink = Ink::Memory;
    cell
}
