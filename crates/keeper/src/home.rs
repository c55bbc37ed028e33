//! The data folder as the home of games: saves, worlds and lasting options on top of plain files.

use std::ops::Deref;
use std::path::PathBuf;
use store::Folder;

/// The data folder of a player.
#[derive(Clone, Debug)]
pub struct Home(Folder);

impl Home {
    /// The folder of this user. It is not made before something is written.
    ///
    /// # Errors
    /// A sentence, when the system does not say where data belongs.
    pub fn find() -> Result<Self, String> {
        Folder::find().map(Self)
    }

    /// A particular folder.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self(Folder::at(root))
    }
}

impl Deref for Home {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}
