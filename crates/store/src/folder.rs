//! The data folder: the platform's default, or `UNDERCROFT_HOME`.

use crate::disk::{Disk, System, folder_of, write_all};
use etcetera::BaseStrategy as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The data folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder of this user. It is created by the first write.
    ///
    /// # Errors
    /// A sentence, if the system has no place for data.
    pub fn find() -> Result<Self, String> {
        if let Some(root) = std::env::var_os("UNDERCROFT_HOME").filter(|root| !root.is_empty()) {
            return Ok(Self::at(root));
        }
        let base = etcetera::choose_base_strategy().map_err(|_| {
            "There is no home folder; set UNDERCROFT_HOME to the folder for saves.".to_owned()
        })?;
        Ok(Self::at(base.data_dir().join("undercroft")))
    }

    /// The folder at a path.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Its path.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a game's runs.
    #[must_use]
    pub fn runs(&self, game: &str) -> PathBuf {
        self.root.join("runs").join(game)
    }

    /// The path of a settings file or list.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A path for a new run of a game, from the player's name for it or the date and time.
    #[must_use]
    pub fn new_run(&self, game: &str, name: Option<&str>) -> PathBuf {
        let stem = match name {
            Some(name) => crate::safe_name(name),
            None => crate::date_and_time(crate::now_seconds()).replace(' ', "-").replace(':', ""),
        };
        self.runs(game).join(stem + ".run")
    }
}

/// Writes a whole file; at any time either the old or the new one exists.
///
/// # Errors
/// If the folder or the file cannot be written; the old file is then unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_on(&System, path, bytes)
}

pub(crate) fn write_atomically_on(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let (file, temp) = disk.create(folder)?;
    if let Ok(old) = fs::metadata(path) {
        let _ = file.set_permissions(old.permissions());
    }
    write_all(disk, &file, bytes)?;
    disk.sync(&file)?;
    disk.rename(&temp, path)?;
    // The name must survive a power cut too; not all systems can sync a folder.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
