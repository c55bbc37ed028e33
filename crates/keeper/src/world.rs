//! Worlds: runs with a name. Starting a world that exists opens it.

use crate::error::OpenError;
use crate::home::Home;
use crate::opened::{Opened, start_on};
use crate::saves::Save;
use session::{Brief, Entry, NAME, remark};
use std::io::ErrorKind;
use std::path::Path;

impl Home {
    /// Starts a game in the data folder, in the file `path` if possible. A world that exists is opened instead,
    /// with a note.
    ///
    /// # Errors
    /// If the level is refused, the file cannot be created, or the world is open in another process.
    pub fn start(&self, entry: &Entry, brief: &Brief, path: &Path) -> Result<Opened, OpenError> {
        let Some(name) = remark(&brief.about, NAME) else {
            return start_on(self.shelf(), entry, brief, Some(path), true);
        };
        if let Some(save) = self.world(entry.id, name) {
            return self.open(&save.path, &brief.seating).map(|opened| played_on(opened, entry, brief, name));
        }
        match start_on(self.shelf(), entry, brief, Some(path), false) {
            Err(OpenError::File(_, error)) if error.kind() == ErrorKind::AlreadyExists => {
                match self.world(entry.id, name) {
                    // Another program has started it meanwhile.
                    Some(save) => self
                        .open(&save.path, &brief.seating)
                        .map(|opened| played_on(opened, entry, brief, name)),
                    // The file belongs to a world of another name.
                    None => start_on(self.shelf(), entry, brief, Some(path), true),
                }
            }
            started => started,
        }
    }

    /// The newest run of a game with this name.
    #[must_use]
    pub fn world(&self, game: &str, name: &str) -> Option<Save> {
        self.all_runs().find(|save| save.game == game && save.is_named && save.name == name)
    }
}

/// Adds notes that a world exists, and where its options differ from the requested ones.
fn played_on(mut opened: Opened, entry: &Entry, brief: &Brief, name: &str) -> Opened {
    let table = entry.options;
    let own = opened.session.header().to_options(table).unwrap_or_default();
    let mut notes = vec![format!("'{}' exists already and is continued.", name.escape_debug())];
    for spec in table {
        let (then, now) = (own.get(table, spec.name), brief.options.get(table, spec.name));
        if then != now {
            notes.push(format!(
                "It was made with {} = {then} and keeps it; asked for now is {now}.",
                spec.name
            ));
        }
    }
    notes.append(&mut opened.notes);
    opened.notes = notes;
    opened
}
