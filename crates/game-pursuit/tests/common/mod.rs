//! Shared by the tests of the rules: fields from pictures, and checks.
#![allow(dead_code)]

use game_pursuit::Pursuit;

/// A field file from rows drawn without blanks between cells.
pub(crate) fn field(rows: &[&str]) -> String {
    let mut text = format!("{}\n", rows.len());
    for row in rows {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        text.push_str(&cells.join(" "));
        text.push('\n');
    }
    text
}

/// A game on a drawn field.
pub(crate) fn game(options: &[(&str, &str)], rows: &[&str]) -> Pursuit {
    testkit::start(options, Some(&field(rows)), "test")
}

/// The board as rows without blanks between cells, then any lines of text.
pub(crate) fn picture(game: &Pursuit) -> Vec<String> {
    let size = usize::from(game.field().size());
    let squeeze = |(index, row): (usize, String)| {
        if index < size { row.chars().step_by(2).collect() } else { row }
    };
    testkit::rows(game, "").into_iter().enumerate().map(squeeze).collect()
}

/// Plays the commands, monster first, and compares the board and the last message.
#[track_caller]
pub(crate) fn check(before: &[&str], orders: &str, after: &[&str], said: &str) -> Pursuit {
    let mut game = game(&[("monster", "human")], before);
    let mut last = String::new();
    for order in orders.split_whitespace() {
        last = testkit::order(&mut game, order);
    }
    assert_eq!((picture(&game), last.as_str()), (after.iter().map(|&row| row.into()).collect(), said));
    game
}
