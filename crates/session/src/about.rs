//! The remarks in the header of a run that other crates rely on. They never affect the game.

use crate::{Brief, LESSON, Level};
use kernel::{OptionSpec, Options, Tutorial};

/// The remark that holds the player's own name for a run.
pub const NAME: &str = "name";

/// The remark that says how the seed was chosen. Without it the player typed the seed.
pub const SEED_KIND: &str = "seed-kind";

/// The remark that names the challenge a run is a try at, such as `daily boo 2026-11-15`.
pub const CHALLENGE: &str = "challenge";

/// The remark that names the level of a puzzle; its level was made from the seed.
pub const PUZZLE: &str = "puzzle";

/// One remark of a header or a brief.
#[must_use]
pub fn remark<'a>(about: &'a [(String, String)], key: &str) -> Option<&'a str> {
    about.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}

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

/// What a lesson is played from.
///
/// # Errors
/// When the lesson sets an option that its game does not have.
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
