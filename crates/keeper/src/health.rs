//! Finds problems of the files in a data folder. Read-only.

use crate::home::Home;
use session::{Damage, Entry, Run};
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{Shelf, is_locked, plain};

/// With less free space than this a game may not be saved to its end.
const ROOM_LEAST: u64 = 16 * 1024 * 1024;
/// The maximum age of a temporary file that is being written.
const WRITTEN_WITHIN: Duration = Duration::from_secs(60);
/// The maximum depth of the search for leftover temporary files.
const DEPTH: usize = 4;

/// A problem of a file, or a note about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, if there is one.
    pub line: Option<u32>,
    /// The problem.
    pub what: String,
    /// What to do about it.
    pub advice: String,
    /// Whether it is a problem; otherwise it is a note.
    pub wrong: bool,
}

impl Problem {
    /// A problem.
    pub fn wrong(path: &Path, line: Option<u32>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into(), advice: advice.into(), wrong: true }
    }

    fn note(path: &Path, line: Option<u32>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { wrong: false, ..Self::wrong(path, line, what, advice) }
    }
}

impl Home {
    /// All problems and notes of the data folder. With `play`, every run is replayed.
    #[must_use]
    pub fn problems(&self, play: bool) -> Vec<Problem> {
        let mut found = Vec::new();
        self.folder(&mut found);
        leftovers(&**self.shelf(), self.root(), DEPTH, &mut found);
        self.options_files(&mut found);
        for folder in sorted(&**self.shelf(), &self.root().join("runs")) {
            for file in sorted(&**self.shelf(), &folder) {
                match file.extension().and_then(|extension| extension.to_str()) {
                    Some("run") => self.run(&file, play, &mut found),
                    Some("snap") => found.push(Problem::wrong(
                        &file,
                        None,
                        "a snapshot of version 0.1; nothing reads it any more",
                        "Delete it: a run is opened by playing it again.",
                    )),
                    _ => {}
                }
            }
        }
        found
    }

    fn folder(&self, found: &mut Vec<Problem>) {
        let root = self.root();
        let status = self.status();
        let elsewhere = "Set UNDERCROFT_HOME to a folder that can be written.";
        if status.there && !root.is_dir() {
            found.push(Problem::wrong(
                root,
                None,
                "the data folder is not a folder; nothing can be saved",
                elsewhere,
            ));
        } else if !status.writable {
            let what = if status.there { "cannot be written" } else { "cannot be made" };
            found.push(Problem::wrong(
                root,
                None,
                format!("the data folder {what}; nothing can be saved"),
                elsewhere,
            ));
        }
        if let Some(free) = status.free.filter(|free| *free < ROOM_LEAST) {
            let what = format!("only {} KB are left on the disk", free / 1024);
            found.push(Problem::wrong(root, None, what, "Make room: games cannot be saved without it."));
        }
    }

    /// `GAME.properties`, line by line.
    fn options_files(&self, found: &mut Vec<Problem>) {
        for path in sorted(&**self.shelf(), self.root()) {
            if path.extension().is_none_or(|extension| extension != "properties") {
                continue;
            }
            let Some(entry) = self.settings_of(&path) else {
                let game = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let what = format!("there is no game '{}' whose options it could set", game.escape_debug());
                found.push(Problem::wrong(
                    &path,
                    None,
                    what,
                    "Name it after a game, for instance boo.properties.",
                ));
                continue;
            };
            for warning in self.settings_warnings(&path, entry) {
                let (line, what) = line_and_what(&path, &warning);
                let advice =
                    format!("See undercroft {} --help for its options, and change the line.", entry.id);
                found.push(Problem::wrong(&path, line, what, advice));
            }
        }
    }

    fn run(&self, path: &Path, play: bool, found: &mut Vec<Problem>) {
        let bytes = match self.shelf().read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let advice = "Look at its permissions; only regular files belong here.";
                found.push(Problem::wrong(
                    path,
                    None,
                    format!("it cannot be read: {}", plain(&error)),
                    advice,
                ));
                return;
            }
        };
        let parsed = Run::parse(&bytes);
        if let Some(damage) = &parsed.damage {
            found.push(damaged(path, damage, parsed.run.as_ref(), bytes.is_empty()));
        }
        if is_locked(path) {
            let advice = "Nothing to do; it is free again when that program ends, however it ends.";
            found.push(Problem::note(path, None, "it is open in another process now", advice));
        }
        if let Some(run) = &parsed.run
            && let Some(problem) = unplayable(self.games(), path, run, play)
        {
            found.push(problem);
        }
    }
}

/// Splits `FILE:LINE: what`.
fn line_and_what(path: &Path, warning: &str) -> (Option<u32>, String) {
    let rest = warning.strip_prefix(&format!("{}:", path.display()));
    match rest.and_then(|rest| rest.split_once(": ")) {
        Some((line, what)) => (line.parse().ok(), what.to_owned()),
        None => (None, warning.to_owned()),
    }
}

/// The content of a folder, sorted by name.
fn sorted(shelf: &dyn Shelf, folder: &Path) -> Vec<PathBuf> {
    let mut paths = shelf.list(folder);
    kernel::sort(&mut paths);
    paths
}

/// Temporary files of interrupted writes.
fn leftovers(shelf: &dyn Shelf, folder: &Path, depth: usize, found: &mut Vec<Problem>) {
    for path in sorted(shelf, folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Ok(meta) = path.symlink_metadata() else { continue };
        if meta.is_dir() && depth > 0 {
            leftovers(shelf, &path, depth - 1, found);
        }
        let age = meta.modified().ok().and_then(|time| time.elapsed().ok());
        if meta.is_file() && name.starts_with(".tmp") && age.is_some_and(|age| age > WRITTEN_WITHIN) {
            let what = "this is left of a write that was interrupted";
            found.push(Problem::wrong(
                &path,
                None,
                what,
                "Delete it: the file it was meant for is whole without it.",
            ));
        }
    }
}

fn damaged(path: &Path, damage: &Damage, run: Option<&Run>, empty: bool) -> Problem {
    let line = Some(damage.line);
    match run {
        Some(_) if damage.torn => {
            let advice = "Nothing to do: when it is opened, that line is left out.";
            Problem::note(path, line, &*damage.what, advice)
        }
        Some(run) => {
            let commands = run.steps.len();
            let advice = format!(
                "undercroft open {} goes on in a copy with the {commands} commands before it; this file stays as it is.",
                path.display()
            );
            Problem::wrong(path, line, format!("damaged: {}", damage.what), advice)
        }
        None if empty => Problem::wrong(path, None, "it is empty", "Delete it: nothing was played."),
        None => {
            let advice = "The game cannot be found in it: restore it from a copy, or delete it.";
            Problem::wrong(path, line, format!("damaged: {}", damage.what), advice)
        }
    }
}

/// Why this program cannot play an undamaged run.
fn unplayable(games: &'static [Entry], path: &Path, run: &Run, play: bool) -> Option<Problem> {
    let header = &run.header;
    let newer = "Open it with the version of this program that made it.";
    let wrong = |line: u32, what: String, advice: &str| Some(Problem::wrong(path, Some(line), what, advice));
    let entry = match session::game_of(games, run) {
        Ok(entry) => entry,
        Err(fault) => return wrong(fault.line, fault.what, newer),
    };
    if !(entry.plays_rules)(header) {
        let what = format!(
            "it was played by rules {} of {}, this program plays rules {}",
            header.rules, entry.id, entry.rules
        );
        return wrong(2, what, newer);
    }
    if let Err(what) = header.to_options(entry.options) {
        return wrong(2, what, newer);
    }
    let fault = play.then(|| session::prove_chapter(games, run, &session::Seating::OWNER).err())??;
    wrong(fault.line, fault.to_string(), &format!("undercroft diff {} says more.", path.display()))
}
