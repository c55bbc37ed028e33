//! The remarks in the header of a run that other crates rely on. They never affect the game.

/// The remark that holds the player's own name for a run.
pub const NAME: &str = "name";

/// The remark that says how the seed was chosen. Without it the player typed the seed.
pub const SEED_KIND: &str = "seed-kind";

/// The remark that names the challenge a run is a try at, such as `daily boo 2026-11-15`.
pub const CHALLENGE: &str = "challenge";

/// The remark that names the level of a puzzle; its level was made from the seed.
pub const PUZZLE: &str = "puzzle";

/// The remark that holds the name of the program on a seat, by the option that names its player. Information only: nothing
/// is ever started from it.
#[must_use]
pub fn program_remark(option: &str) -> String {
    format!("{option}-program")
}

/// The remark of a game whose seed was drawn for it.
#[must_use]
pub fn fresh_seed_kind() -> (String, String) {
    (SEED_KIND.to_owned(), "fresh".to_owned())
}
