//! Draws a position: the board as the courses' engine prints it, and the speeds once a potion was drunk.

use crate::content::{HERO, POTION, monster_cell};
use crate::field::{Ground, NOWHERE};
use crate::{Pursuit, Side};
use alloc::{format, string::String};
use kernel::{Canvas, Ink, Pos, Scene, Seat, View};

pub(crate) fn draw(game: &Pursuit, seat: Seat, view: &View<'_>, scene: &mut Scene) {
    let field = game.field();
    let board = scene.board_to_paint(field.size(), field.size());
    let cells = scene.cells_mut(board);
    cells.copy_from_slice(field.board());
    // Every cell of a field is on its board.
    let index = |at: Pos| at.y as usize * usize::from(field.size()) + at.x as usize;
    for &potion in game.potions() {
        cells[index(field.pos(potion))] = POTION;
    }
    let (hero, monster) = (field.pos(game.at(Side::Hero)), field.pos(game.at(Side::Monster)));
    cells[index(hero)] = HERO;
    let glyph = if hero == monster { '*' } else { field.letter() };
    cells[index(monster)] = monster_cell(glyph);
    let area = scene.area_mut(board);
    area.cell_cols = 2;
    area.focus = Some(if seat == Side::Monster.seat() { monster } else { hero });
    if let Some(text) = speeds(game, view) {
        let area = scene.text(text.len() as u16, 1);
        scene.print(area, Pos::new(0, 0), Ink::Text, &text);
    }
}

/// The board without the line below it, for programs.
pub(crate) fn paint(game: &Pursuit, seat: Seat, canvas: &mut Canvas<'_>) {
    let field = game.field();
    canvas.lay(field.size(), field.board());
    for &potion in game.potions() {
        canvas.put(field.pos(potion), POTION);
    }
    let (hero, monster) = (field.pos(game.at(Side::Hero)), field.pos(game.at(Side::Monster)));
    canvas.put(hero, HERO);
    canvas.put(monster, monster_cell(if hero == monster { '*' } else { field.letter() }));
    canvas.set_focus(if seat == Side::Monster.seat() { monster } else { hero });
}

/// The line below the board, once a potion was drunk.
fn speeds(game: &Pursuit, view: &View<'_>) -> Option<String> {
    if view.bare || Side::ALL.iter().all(|&side| game.drunk(side) == 0) {
        return None;
    }
    let moves = |side| u32::from(game.drunk(side)) + 1;
    Some(format!("moves per turn: hero {}, monster {}", moves(Side::Hero), moves(Side::Monster)))
}

pub(crate) fn look(game: &Pursuit, at: Pos, out: &mut String) {
    let field = game.field();
    let cell = field.cell_at(at);
    if cell == NOWHERE {
        let size = i32::from(field.size());
        if (0..size).contains(&at.x) && (0..size).contains(&at.y) {
            out.push_str("a wall");
        }
        return;
    }
    let (hero, monster) = (cell == game.at(Side::Hero), cell == game.at(Side::Monster));
    match (hero, monster) {
        (true, true) => out.push_str("the hero, caught by the monster"),
        (true, false) => out.push_str("the hero"),
        (false, true) => out.push_str(&format!("the monster {}", field.letter())),
        (false, false) if game.potions().binary_search(&cell).is_ok() => out.push_str("a potion of speed"),
        (false, false) => out.push_str(match field.ground(cell) {
            Ground::Room => "a room",
            _ => "a hallway",
        }),
    }
}
