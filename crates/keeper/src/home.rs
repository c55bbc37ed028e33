//! The data folder as the home of games: saves, worlds and lasting options on top of plain files.

use crate::error::OpenError;
use crate::opened::{Opened, Opening, open_run};
use session::{Entry, Seating};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use store::{Files, Folder};

/// The data folder of a player, and the games that are played there.
#[derive(Clone, Debug)]
pub struct Home {
    folder: Folder,
    games: &'static [Entry],
}

impl Home {
    /// The folder of this user. It is not made before something is written.
    ///
    /// # Errors
    /// A sentence, when the system does not say where data belongs.
    pub fn find(games: &'static [Entry]) -> Result<Self, String> {
        Folder::find().map(|folder| Self { folder, games })
    }

    /// A particular folder.
    pub fn at(root: impl Into<PathBuf>, games: &'static [Entry]) -> Self {
        Self { folder: Folder::at(root), games }
    }

    /// The same folder with other games.
    #[must_use]
    pub const fn with_games(mut self, games: &'static [Entry]) -> Self {
        self.games = games;
        self
    }

    /// The games.
    #[must_use]
    pub const fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// Opens a run to play on, as [`open_run`].
    ///
    /// # Errors
    /// As [`open_run`].
    pub fn open(&self, path: &Path, seating: &Seating) -> Result<Opened, OpenError> {
        open_run(self.games, path, seating)
    }

    /// Begins to open a run to play on, in slices.
    ///
    /// # Errors
    /// When it cannot be read, locked or begun.
    pub fn opening(&self, path: &Path, seating: &Seating) -> Result<Opening, OpenError> {
        Opening::new(&Files, self.games, path, seating)
    }
}

impl Deref for Home {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}
