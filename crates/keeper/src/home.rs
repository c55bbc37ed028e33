//! The data folder of a player with its games: saves, worlds and default options on a shelf.

use crate::error::OpenError;
use crate::opened::{Opened, Opening, open_on, parse};
use session::{Damage, Entry, Level, Run, Seating};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Files, Folder, Shelf};

/// The data folder of a player, and the games played there.
#[derive(Clone, Debug)]
pub struct Home {
    folder: Folder,
    games: &'static [Entry],
    shelf: Arc<dyn Shelf>,
}

impl Home {
    /// The folder of this user. It is created by the first write.
    ///
    /// # Errors
    /// A sentence, if the system has no place for data.
    pub fn find(games: &'static [Entry]) -> Result<Self, String> {
        Folder::find().map(|folder| Self { folder, games, shelf: Arc::new(Files) })
    }

    /// The folder at a path.
    pub fn at(root: impl Into<PathBuf>, games: &'static [Entry]) -> Self {
        Self { folder: Folder::at(root), games, shelf: Arc::new(Files) }
    }

    /// The same folder with other games.
    #[must_use]
    pub const fn with_games(mut self, games: &'static [Entry]) -> Self {
        self.games = games;
        self
    }

    /// The same folder on another shelf.
    #[must_use]
    pub fn on(mut self, shelf: Arc<dyn Shelf>) -> Self {
        self.shelf = shelf;
        self
    }

    /// The shelf of its texts.
    #[must_use]
    pub const fn shelf(&self) -> &Arc<dyn Shelf> {
        &self.shelf
    }

    /// A small text under its own name, such as the settings. Empty if there is none.
    #[must_use]
    pub fn note(&self, name: &str) -> String {
        let text = self.shelf.read(&self.file(name)).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Writes such a text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_note(&self, name: &str, text: &str) -> Result<(), OpenError> {
        let path = self.file(name);
        self.shelf.write(&path, text.as_bytes()).map_err(|error| OpenError::File(path, error))
    }

    /// Reads a level, as [`crate::read_level`].
    ///
    /// # Errors
    /// As [`crate::read_level`].
    pub fn read_level(&self, path: &Path) -> Result<Level, OpenError> {
        let bytes = self.shelf.read(path).map_err(|error| OpenError::File(path.to_owned(), error))?;
        crate::level::of_bytes(path, &bytes)
    }

    /// Reads a run, as [`crate::read_run`].
    ///
    /// # Errors
    /// As [`crate::read_run`].
    pub fn read_run(&self, path: &Path) -> Result<(Run, Option<Damage>, u64), OpenError> {
        let bytes = self.shelf.read(path).map_err(|error| OpenError::File(path.to_owned(), error))?;
        parse(path, &bytes)
    }

    /// The games.
    #[must_use]
    pub const fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// Opens a run to continue it, as [`crate::open_run`].
    ///
    /// # Errors
    /// As [`crate::open_run`].
    pub fn open(&self, path: &Path, seating: &Seating) -> Result<Opened, OpenError> {
        open_on(&self.shelf, self.games, path, seating)
    }

    /// Begins to open a run, in slices.
    ///
    /// # Errors
    /// If it cannot be read, locked or begun.
    pub fn opening(&self, path: &Path, seating: &Seating) -> Result<Opening, OpenError> {
        Opening::new(&self.shelf, self.games, path, seating)
    }
}

impl Deref for Home {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}
