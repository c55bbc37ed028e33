//! Drawing: whole screens, fog, planned paths and the names of tiles.

use super::pictures::{CORNER, game_of, picture_of};
use super::{Boo, Spot};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::{Game, Ink, Pos, Role, Scene, Seat, View};

fn named(game: &Boo, at: Spot) -> String {
    let mut out = String::new();
    game.look(Seat(0), &View::default(), at.on_screen(), &mut out);
    out
}

/// A tile of a picture, counted from its top left.
fn tile(rows: usize, x: u8, y: u8) -> Spot {
    Spot::new(CORNER.x + x, CORNER.y + rows as u8 - 1 - y)
}

fn inks(game: &Boo, cols: u8, rows: u8) -> Vec<Vec<Ink>> {
    let mut scene = Scene::default();
    game.draw(Seat(0), &View { bare: true, ..View::default() }, &mut scene);
    let board = scene.ids().next().expect("a board");
    let ink = |x, y| scene.cell(board, tile(usize::from(rows), x, y).on_screen()).expect("a cell").ink;
    (0..rows).map(|y| (0..cols).map(|x| ink(x, y)).collect()).collect()
}

#[test]
fn the_numbers_stand_above_the_board_and_the_cat_is_its_focus() {
    let mut game = game_of(&["#####", "#@f>#", "#####"], &[]);
    let mut scene = Scene::default();
    game.draw(Seat(0), &View { rows: 12, cols: 20, ..View::default() }, &mut scene);
    let areas = scene.areas();
    assert_eq!((areas[0].role, areas[0].cols, areas[0].rows), (Role::Text, 60, 1));
    assert_eq!((areas[1].role, areas[1].cols, areas[1].rows), (Role::Board, 60, 40));
    assert_eq!(areas[1].focus, Some(game.cat.on_screen()));
    let rows = scene.rows();
    assert_eq!(rows.len(), 41);
    assert_eq!(rows[0], format!("{:<41}{:>19}", "HP: 100 / Fish: 0", "Turns: 0 / Floor: 1"));
    assert!(rows[1..].iter().all(|row| row.len() == 60));
    (game.hp, game.bag, game.turns, game.floor) = (32, 1, 459, 11);
    scene.clear();
    game.draw(Seat(0), &View::default(), &mut scene);
    assert_eq!(scene.rows()[0], format!("{:<38}{:>22}", "HP: 32 / Fish: 1", "Turns: 459 / Floor: 11"));
    (game.hp, game.turns) = (0, u32::MAX);
    scene.clear();
    game.draw(Seat(0), &View::default(), &mut scene);
    assert_eq!(scene.rows().len(), 41, "the last board of a lost game stays");
}

#[test]
fn tiles_have_the_names_of_the_table() {
    let game = game_of(&["########", "#@.fG>.#", "#.g....#", "########"], &[]);
    let names =
        [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (0, 0)].map(|(x, y)| named(&game, tile(4, x, y)));
    let told = ["you", "floor", "fish", "ghost, 3 steps away", "stairs to floor 2"];
    assert_eq!(names[..5], told);
    assert_eq!(names[5..], ["ghost, 2 steps away, over a fish", "wall"]);
    assert_eq!(named(&game, Spot::new(0, 0)), "nothing");
    let mut out = String::new();
    game.look(Seat(0), &View::default(), Pos::new(-1, 99), &mut out);
    assert_eq!(out, "", "there is nothing to name outside the board");
}

#[test]
fn a_ghost_on_the_cat_is_shown_and_named() {
    let mut game = game_of(&["#####", "#@GG#", "#####"], &[]);
    assert_eq!(inks(&game, 5, 3)[1][1], Ink::Hero);
    game.cat = game.ghosts.all()[0];
    assert_eq!(named(&game, game.cat), "you, with a ghost on your tile");
    assert_eq!(named(&game, game.ghosts.all()[1]), "ghost, 1 step away");
    assert_eq!((picture_of(&game, 5, 3)[1].as_str(), inks(&game, 5, 3)[1][2]), ("#.@G#", Ink::Bad));
    let mut scene = Scene::default();
    game.draw(Seat(0), &View::default(), &mut scene);
    assert_eq!(
        scene.rows()[0],
        format!("{:<41}{:>19}", "HP: 100 / Fish: 0 (haunted)", "Turns: 0 / Floor: 1"),
        "line mode has no colours"
    );
}

#[test]
fn planned_paths_are_the_ways_the_ghosts_take() {
    let mut game = game_of(&["########", "#@.....#", "#.##f#.#", "#.....G#", "########"], &[]);
    game.setup.paths = true;
    assert_eq!(picture_of(&game, 8, 5), ["########", "#@*****#", "#.##f#*#", "#.....G#", "########"]);
    let mut round_the_corner = game_of(&["####", "#@f#", "#.G#", "####"], &[]);
    round_the_corner.setup.paths = true;
    assert_eq!(picture_of(&round_the_corner, 4, 4), ["####", "#@f#", "#.G#", "####"], "fish stay visible");
}

#[test]
fn fog_hides_what_was_never_seen_and_remembers_the_rest() {
    let before = ["#######     ", "#@.f..#  ###", "##########.#", "#....G.....#", "############"];
    let clear = game_of(&before, &[]);
    assert_eq!(picture_of(&clear, 12, 5), before.map(ToString::to_string));
    let mut game = clear.clone();
    game.setup.fog = true;
    game.look_around();
    let shown = picture_of(&game, 12, 5);
    assert_eq!(
        shown,
        ["####### ", "#@.f..# ", "####### ", "        ", "        "].map(|row| format!("{row:<12}"))
    );
    assert_eq!(named(&game, tile(5, 5, 3)), "", "a ghost that is not seen is not named");
    // Move the cat: the fish is remembered; the other hall comes into view, and its ghost with it.
    game.cat = tile(5, 10, 2);
    game.look_around();
    let shown = picture_of(&game, 12, 5);
    assert_eq!(shown[1], "#..f..#  ###");
    assert_eq!(shown[2], "#######  #@#");
    assert_eq!(shown[3], "        ...#");
    let inks = inks(&game, 12, 5);
    assert_eq!((inks[1][3], inks[1][0]), (Ink::Memory, Ink::Memory));
    assert_eq!((inks[2][9], inks[3][10]), (Ink::Wall, Ink::Floor));
    assert_eq!(named(&game, tile(5, 3, 1)), "fish (remembered)");
    assert_eq!(named(&game, tile(5, 0, 1)), "wall (remembered)");
}

#[test]
fn in_fog_a_ghost_shows_only_while_it_is_seen() {
    let mut game = game_of(&["########", "#@...G.#", "######.#", "######.#", "########"], &[]);
    (game.setup.fog, game.setup.paths) = (true, true);
    game.look_around();
    assert_eq!(picture_of(&game, 8, 5)[1], "#@***G.#");
    game.ghosts.set(0, tile(5, 6, 3));
    assert_eq!(picture_of(&game, 8, 5)[1], "#@.....#");
    assert_eq!(named(&game, tile(5, 6, 3)), "");
}
