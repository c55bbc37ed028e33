//! Where morgues are kept: `morgue/GAME/NAME.txt` and `.json` in the data folder, for runs of the data
//! folder.
//!
//! A run in a file of the player's own gets no such files; `undercroft morgue FILE` prints its page.

use super::{Morgue, Writing};
use keeper::Home;
use session::Entry;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Maximum time spent on a morgue when a game ends; it can be made later at any time.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Writing<'static> {
    /// Begins the morgue of a run file.
    ///
    /// # Errors
    /// One sentence, when the run cannot be read or replayed.
    pub fn of_file(home: &Home, path: &Path) -> Result<Self, String> {
        let (run, _, _) = home.read_run(path).map_err(|problem| problem.to_string())?;
        let entry = session::find(home.games(), &run.header.game)
            .ok_or_else(|| format!("There is no game '{}' here.", run.header.game))?;
        Self::new(Cow::Owned(run), entry, path).map_err(|difference| difference.what)
    }
}

/// The text and JSON files of a run's morgue; `None` for runs outside the data folder.
#[must_use]
pub fn morgue_paths(home: &Home, run: &Path) -> Option<(PathBuf, PathBuf)> {
    let folder = run.parent()?;
    let game = folder.file_name()?.to_string_lossy().into_owned();
    if home.shelf().full_name(folder) != home.shelf().full_name(&home.runs(&game)) {
        return None;
    }
    let stem = run.file_stem()?.to_string_lossy().into_owned();
    let beside = |kind: &str| home.file("morgue").join(&game).join(format!("{stem}.{kind}"));
    Some((beside("txt"), beside("json")))
}

/// Writes the morgue of a run if it has a finished game. The same run always gives the same files.
///
/// # Errors
/// One sentence, when the morgue takes too long, cannot be made or cannot be written. The run itself is not
/// affected.
pub fn keep_morgue(home: &Home, games: &[Entry], run: &Path) -> Result<Option<PathBuf>, String> {
    let Some((text_path, json_path)) = morgue_paths(home, run) else { return Ok(None) };
    let (read, _, _) = home.read_run(run).map_err(|problem| problem.to_string())?;
    let Some(entry) = games.iter().find(|entry| entry.id == read.header.game) else { return Ok(None) };
    let made = Morgue::of(&read, entry, run, Some(Instant::now() + PATIENCE))
        .map_err(|difference| format!("{}: {}", run.display(), difference.what))?;
    let Some(morgue) = made else {
        return Err(format!(
            "{}: the summary of this long game was not written; print it with: undercroft morgue RUN",
            run.display()
        ));
    };
    if !morgue.is_worth_keeping(entry) {
        return Ok(None);
    }
    write(home, &text_path, &morgue.to_text(true))?;
    write(home, &json_path, &(morgue.to_json() + "\n"))?;
    Ok(Some(text_path))
}

fn write(home: &Home, path: &Path, text: &str) -> Result<(), String> {
    if home.shelf().read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    home.shelf().write(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
}
