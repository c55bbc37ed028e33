//! The data folder: the platform's usual place, or wherever `UNDERCROFT_HOME` points.

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
    /// The folder of this user. It is not made before something is written.
    ///
    /// # Errors
    /// A sentence, when the system does not say where data belongs.
    pub fn find() -> Result<Self, String> {
        if let Some(root) = std::env::var_os("UNDERCROFT_HOME").filter(|root| !root.is_empty()) {
            return Ok(Self::at(root));
        }
        let base = etcetera::choose_base_strategy().map_err(|_| {
            "There is no home folder; set UNDERCROFT_HOME to the folder for saves.".to_owned()
        })?;
        Ok(Self::at(base.data_dir().join("undercroft")))
    }

    /// A particular folder.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where the runs of a game are kept.
    #[must_use]
    pub fn runs(&self, game: &str) -> PathBuf {
        self.root.join("runs").join(game)
    }

    /// The file of a setting or list.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A new name for a run of a game: the date and time, or the player's own name for it.
    #[must_use]
    pub fn new_run(&self, game: &str, name: Option<&str>) -> PathBuf {
        let stem = match name {
            Some(name) => crate::safe_name(name),
            None => crate::date_and_time(crate::now_seconds()).replace(' ', "-").replace(':', ""),
        };
        self.runs(game).join(stem + ".run")
    }
}

/// Writes a whole file so that at any instant either the old or the new one is there.
///
/// # Errors
/// When the folder or the file cannot be written; the old file is then untouched.
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
    // The name itself must survive a power cut too; systems that cannot sync a folder do without.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
