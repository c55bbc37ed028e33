//! Remarks in the header of a run that other crates rely on. They never affect the game.

use crate::{Brief, LESSON, Level};
use kernel::{OptionSpec, Options, Tutorial};

/// The player's name for a run.
pub const NAME: &str = "name";

/// How the seed was chosen. Without this remark the player typed it.
pub const SEED_KIND: &str = "seed-kind";

/// The challenge that a run is a try at, such as `daily boo 2026-11-15`.
pub const CHALLENGE: &str = "challenge";

/// The level of a puzzle, whose field was made from the seed.
pub const PUZZLE: &str = "puzzle";

/// The value of a remark.
#[must_use]
pub fn remark<'a>(about: &'a [(String, String)], key: &str) -> Option<&'a str> {
    about.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}

/// The remark with the name of the program on a seat, by the option that names its player. Information only: no
/// program is started from it.
#[must_use]
pub fn program_remark(option: &str) -> String {
    format!("{option}-program")
}

/// The remark of a game with a generated seed.
#[must_use]
pub fn fresh_seed_kind() -> (String, String) {
    (SEED_KIND.to_owned(), "fresh".to_owned())
}

/// The brief of a tutorial.
///
/// # Errors
/// If the tutorial sets an option that its game does not have.
pub fn brief_of(lesson: &Tutorial, specs: &[OptionSpec]) -> Result<Brief, String> {
    let mut options = Options::default();
    for (name, value) in lesson.options {
        options.set(specs, name, value)?;
    }
    let level = lesson.level.map(|text| Level { name: LESSON.to_owned(), text: text.to_owned() });
    let about = [("name", "Tutorial"), (LESSON, "1")];
    let about = about.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    Ok(Brief { seed: lesson.seed.to_owned(), options, level, about, ..Brief::default() })
}
