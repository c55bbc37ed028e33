//! Scenes, row by row.

use super::*;

#[test]
fn a_cell_is_four_bytes_and_shows_no_control_characters() {
    assert_eq!(size_of::<Cell>(), 4);
    assert_eq!(Cell::new('\u{1b}', Ink::Text).glyph(), '?');
    assert_eq!(Cell::new('ü', Ink::Text).glyph(), 'ü');
    assert_eq!(Cell::new('🐈', Ink::Text).glyph(), '?');
}

#[test]
fn boards_keep_their_width_and_texts_are_trimmed() {
    let mut scene = Scene::default();
    let board = scene.board(4, 2);
    scene.put(board, Pos::new(1, 0), Cell::new('@', Ink::Hero));
    scene.put(board, Pos::new(9, 0), Cell::new('!', Ink::Hero));
    let text = scene.text(10, 1);
    assert_eq!(scene.print(text, Pos::new(0, 0), Ink::Text, "HP: 7"), 5);
    assert_eq!(scene.rows(), [" @  ", "    ", "HP: 7"]);
    scene.area_mut(board).cell_cols = 3;
    assert_eq!(scene.rows()[0], "   @        ");
}

#[test]
fn plain_rows_and_others_are_written_alike() {
    for odd in ['x', 'ü'] {
        let mut scene = Scene::default();
        let board = scene.board(3, 2);
        scene.print(board, Pos::new(1, 0), Ink::Text, "a");
        let text = scene.text(20, 3);
        scene.print(text, Pos::new(0, 0), Ink::Text, "HP: 7  ");
        scene.put(text, Pos::new(2, 2), Cell::new(odd, Ink::Text));
        let mut out = b"before ".to_vec();
        scene.write_text(&mut out);
        assert_eq!(String::from_utf8(out).unwrap(), alloc::format!("before  a \n   \nHP: 7\n\n  {odd}\n"));
        assert_eq!(scene.rows(), [" a ", "   ", "HP: 7", "", &alloc::format!("  {odd}")]);
    }
}

#[test]
fn text_is_cut_at_every_side() {
    let mut scene = Scene::default();
    let text = scene.text(4, 2);
    for (at, words) in
        [((2, 0), "abc"), ((-1, 1), "xyz"), ((9, 1), "far"), ((0, 2), "low"), ((0, -1), "high")]
    {
        let after = scene.print(text, Pos::new(at.0, at.1), Ink::Text, words);
        assert_eq!(after, at.0 + words.len() as i32);
    }
    assert_eq!(scene.write(text, Pos::new(3, 1), Ink::Text, format_args!("ü{}\u{1b}", 7)), 6);
    assert_eq!(scene.rows(), ["  ab", "yz ü"]);
}

#[test]
fn a_picture_comes_back_whatever_was_painted_over_it() {
    let picture: Arc<[Cell]> = (b'a'..=b'f').map(|byte| Cell::new(byte.into(), Ink::Floor)).collect();
    let other: Arc<[Cell]> = (b'u'..=b'z').map(|byte| Cell::new(byte.into(), Ink::Floor)).collect();
    let mut scene = Scene::default();
    let mut show = |picture: &Arc<[Cell]>, after: &dyn Fn(&mut Scene, AreaId)| {
        scene.clear();
        let board = scene.board_over(3, 2, picture);
        let before = scene.rows();
        scene.overlay([(1, Cell::new('@', Ink::Hero))]);
        assert_eq!(scene.rows()[0].as_bytes()[1], b'@');
        after(&mut scene, board);
        before
    };
    let mark = Cell::new('*', Ink::Mark);
    assert_eq!(show(&picture, &|scene, board| scene.put(board, Pos::new(2, 1), mark)), ["abc", "def"]);
    assert_eq!(show(&picture, &|scene, board| scene.cells_mut(board).fill(mark)), ["abc", "def"]);
    assert_eq!(show(&picture, &|_, _| ()), ["abc", "def"]);
    assert_eq!(show(&other, &|_, _| ()), ["uvw", "xyz"]);
    assert_eq!(show(&picture, &|scene, _| scene.clear()), ["abc", "def"]);
    // Another game has drawn on the same scene in between.
    assert_eq!(show(&picture, &|scene, _| _ = (scene.clear(), scene.board(2, 1))), ["abc", "def"]);
    assert_eq!(show(&picture, &|scene, _| _ = scene.text(9, 1)), ["abc", "def"]);
    assert_eq!(show(&picture, &|_, _| ()), ["abc", "def"]);
}
