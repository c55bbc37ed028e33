//! Compares the automaton on bits with the plain rule, cell by cell.

use super::*;
use alloc::vec::Vec;

/// The rule, literally: count the set cells among the eight neighbours.
pub(crate) fn plain(cols: u32, rows: u32, threshold: u32, get: impl Fn(u32, u32) -> bool) -> Vec<bool> {
    let mut next = Vec::new();
    for y in 0..rows {
        for x in 0..cols {
            let mut set = 0;
            for ny in y.saturating_sub(1)..=(y + 1).min(rows - 1) {
                for nx in x.saturating_sub(1)..=(x + 1).min(cols - 1) {
                    set += u32::from((nx, ny) != (x, y) && get(nx, ny));
                }
            }
            next.push(set >= threshold);
        }
    }
    next
}

/// A generator for these tests.
pub(crate) fn noise(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn rows_follow_the_plain_rule<W: Word + core::fmt::Debug>() {
    let mut state = 2;
    for rows in [1u32, 2, 3, 54, 120] {
        for threshold in 0..=9 {
            let mut board: Vec<W> = (0..rows)
                .map(|_| W::narrowed(u128::from(noise(&mut state)) << 64 | u128::from(noise(&mut state))))
                .collect();
            let get = |board: &[W], x: u32, y: u32| board[y as usize] & W::cell(x) != W::EMPTY;
            for _ in 0..2 {
                let expected = plain(W::CELLS, rows, threshold, |x, y| get(&board, x, y));
                let mut next = board.clone();
                smooth_rows(&board, &mut next, threshold);
                board = next;
                let found: Vec<bool> = (0..rows)
                    .flat_map(|y| (0..W::CELLS).map(move |x| (x, y)))
                    .map(|(x, y)| get(&board, x, y))
                    .collect();
                assert!(found == expected, "{rows} rows, threshold {threshold}");
            }
        }
    }
}

#[test]
fn rows_of_one_word_follow_the_plain_rule() {
    rows_follow_the_plain_rule::<u64>();
    rows_follow_the_plain_rule::<u128>();
}

#[test]
fn words_answer_for_their_cells() {
    assert_eq!(u64::full(0), 0);
    assert_eq!(u64::full(64), !0);
    assert_eq!(u128::full(65).count(), 65);
    assert_eq!((0b1010u64.first(), 0b1010u64.last()), (1, 3));
    assert_eq!((0u64.first(), 0u64.last()), (64, 64));
    assert_eq!(u64::narrowed(u64::cell(7).widened()), 128);
}
