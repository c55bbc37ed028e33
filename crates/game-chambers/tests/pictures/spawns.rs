//! Section 2.4 of the document, counted on the drawn boards of many games.

use crate::common::*;
use crate::document::FOES;

/// Number of games; the first floors have 40,000 enemies and 20,000 piles.
const GAMES: u32 = 2_000;

fn boards(options: &[(&str, &str)], games: u32) -> impl Iterator<Item = (Played, String)> {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    (0..games).map(move |number| {
        let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (&**name, &**value)).collect();
        let played = Played::new(&options, None, &format!("spawn {number}"), "s");
        let board = played.rows()[..25].join("\n");
        (played, board)
    })
}

/// The values of all piles, found by looking at each `G`.
fn piles(played: &Played, board: &str) -> Vec<u32> {
    let mut worth = Vec::new();
    for (y, row) in board.lines().enumerate() {
        for (x, _) in row.match_indices('G') {
            let told = played.look(y, x);
            let number = told.strip_prefix("Gold, worth ").expect("gold is told with its worth");
            worth.push(number.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap());
        }
    }
    worth
}

/// The tolerance is five standard deviations of the binomial distribution: a fair die fails once in a million
/// times, a share that is off by a sixth of itself never passes.
#[test]
fn twenty_enemies_are_spawned_with_the_odds_of_the_document_and_a_dragon_for_each_hoard() {
    let mut seen = [0u32; FOES.len()];
    for (played, board) in boards(&[], GAMES) {
        let count = |letter: char| board.matches(letter).count() as u32;
        let hoards = piles(&played, &board).iter().filter(|&&worth| worth == 6).count() as u32;
        assert_eq!(count('D'), hoards, "\n{board}");
        let others: u32 = FOES.iter().filter(|foe| foe.letter != 'D').map(|foe| count(foe.letter)).sum();
        assert_eq!(others, 20, "\n{board}");
        for (seen, foe) in seen.iter_mut().zip(&FOES) {
            *seen += count(foe.letter);
        }
    }
    for (seen, foe) in seen.into_iter().zip(&FOES).filter(|(_, foe)| foe.letter != 'D') {
        assert_share(seen, 20 * GAMES, foe.eighteenths, 18);
    }
}

#[test]
fn ten_piles_are_spawned_five_normal_two_small_and_one_hoard_in_eight() {
    let mut seen = std::collections::BTreeMap::new();
    for (played, board) in boards(&[], GAMES) {
        let worth = piles(&played, &board);
        assert_eq!((worth.len(), board.matches('P').count()), (10, 10), "\n{board}");
        worth.into_iter().for_each(|worth| *seen.entry(worth).or_insert(0) += 1);
    }
    assert_eq!(seen.keys().copied().collect::<Vec<u32>>(), [1, 2, 6]);
    for (worth, eighths) in [(2, 5), (1, 2), (6, 1)] {
        assert_share(seen[&worth], 10 * GAMES, eighths, 8);
    }
}

#[test]
fn difficulty_changes_how_often_gold_and_enemies_are_spawned() {
    for (name, gold, foes) in [("easy", 12, 15), ("normal", 10, 20), ("hard", 8, 25)] {
        for (_, board) in boards(&[("difficulty", name)], 50) {
            let others = board.matches(|letter| "HWEOML".contains(letter)).count();
            assert_eq!((board.matches('G').count(), others), (gold, foes), "{name}\n{board}");
            assert_eq!(board.matches('P').count(), 10, "{name}: potions stay as they are");
        }
    }
    // The document's game is the default.
    let boards_of =
        |options: &[(&str, &str)]| boards(options, 20).map(|(_, board)| board).collect::<Vec<_>>();
    assert_eq!(boards_of(&[]), boards_of(&[("difficulty", "normal")]));
}
