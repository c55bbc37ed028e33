//! Wide boards against the plain rule, cell by cell.

use super::*;
use crate::automaton::tests::{noise, plain};

#[test]
fn boards_of_every_width_follow_the_plain_rule() {
    let mut state = 1;
    let mut scratch = Scratch::default();
    for (cols, rows) in [
        (1, 1),
        (1, 5),
        (7, 2),
        (50, 50),
        (63, 9),
        (64, 9),
        (65, 9),
        (128, 3),
        (129, 4),
        (191, 5),
        (192, 1),
        (200, 20),
    ] {
        for threshold in 0..=9 {
            let mut board = BitBoard::new(cols, rows);
            board.fill_with(|| noise(&mut state));
            for _ in 0..3 {
                let expected = plain(cols, rows, threshold, |x, y| board.get(x, y));
                board.smooth(threshold, &mut scratch);
                let found: Vec<bool> = (0..rows)
                    .flat_map(|y| (0..cols).map(move |x| (x, y)))
                    .map(|(x, y)| board.get(x, y))
                    .collect();
                assert_eq!(found, expected, "{cols}x{rows}, threshold {threshold}");
            }
        }
    }
}

#[test]
fn cells_set_one_by_one_have_their_neighbours_at_once() {
    let mut scratch = Scratch::default();
    for cols in [1, 2, 63, 64, 65, 130, 192] {
        for x in 0..cols {
            let mut board = BitBoard::new(cols, 3);
            board.set(x, 1, true);
            board.smooth(1, &mut scratch);
            let set = (0..3).flat_map(|y| (0..cols).map(move |x| (x, y))).filter(|&(x, y)| board.get(x, y));
            let around =
                (0..3).flat_map(|y| (x.saturating_sub(1)..=(x + 1).min(cols - 1)).map(move |x| (x, y)));
            assert!(set.eq(around.filter(|&at| at != (x, 1))), "{cols} columns, cell {x}");
        }
    }
}

#[test]
fn a_board_without_cells_stays_so() {
    let mut scratch = Scratch::default();
    for (cols, rows) in [(0, 0), (0, 3), (3, 0)] {
        let mut board = BitBoard::new(cols, rows);
        board.fill_with(|| !0);
        board.smooth(0, &mut scratch);
        board.smooth(5, &mut scratch);
        assert!(!board.get(0, 0));
    }
}

#[test]
fn a_board_answers_only_for_its_own_cells() {
    let mut board = BitBoard::new(70, 2);
    board.set(69, 1, true);
    board.set(70, 1, true);
    board.set(0, 2, true);
    assert!(board.get(69, 1) && !board.get(70, 1) && !board.get(0, 2));
    assert_eq!((board.cols(), board.rows()), (70, 2));
}
