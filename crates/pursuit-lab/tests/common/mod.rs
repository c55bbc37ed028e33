//! Shared by the tests of this crate.
#![allow(dead_code)]

use game_pursuit::{Diagonals, Field, Player, Pursuit, Setup, read_field};
use pursuit_lab::{Limits, Solution, solve};
use std::sync::Arc;

/// A field from a valid text.
pub(crate) fn field(text: &str) -> Arc<Field> {
    let (field, findings) = read_field(text, Diagonals::Free);
    Arc::new(field.unwrap_or_else(|| panic!("{findings:?}")))
}

/// A field from rows drawn without blanks between cells.
pub(crate) fn drawn(rows: &[&str]) -> Arc<Field> {
    let spread = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = rows.iter().map(spread).collect();
    field(&format!("{}\n{}\n", rows.len(), rows.join("\n")))
}

/// The solution of a field.
pub(crate) fn solved(field: &Arc<Field>) -> Solution {
    solve(field, &Limits::default(), &|_| true).expect("a small field")
}

/// A game that neither repetition nor the default limit ends.
pub(crate) fn open_ended(field: &Arc<Field>) -> Pursuit {
    let mut setup = Setup::new(Arc::clone(field), Player::Human, Player::Human);
    setup.limit = 100_000;
    setup.begin()
}

/// Number of repetitions: all with `UNDERCROFT_SOAK=full`, otherwise one in twenty.
pub(crate) fn soak(full: u64) -> u64 {
    if std::env::var("UNDERCROFT_SOAK").as_deref() == Ok("full") { full } else { full / 20 }
}
