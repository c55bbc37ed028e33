//! Errors about runs, and messages about saving.

use kernel::Finding;
use session::{Damage, Fault};
use std::io;
use std::path::PathBuf;
use store::plain;

/// Why a game cannot be started or opened.
#[derive(Debug)]
pub enum OpenError {
    /// The level was refused.
    Level(Vec<Finding>),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// The run is damaged in its header.
    Damaged(PathBuf, Damage),
    /// This program cannot play the run.
    Unplayable(PathBuf, Fault),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Level(findings) => {
                write!(
                    out,
                    "{}",
                    findings.first().map_or("the level is refused", |finding| finding.what.as_str())
                )
            }
            Self::File(path, error) => write!(out, "{}: {}", path.display(), plain(error)),
            Self::Damaged(path, damage) => write!(out, "{}:{}: {}", path.display(), damage.line, damage.what),
            Self::Unplayable(path, fault) => write!(out, "{}: {fault}", path.display()),
        }
    }
}

/// A change in the saving of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Saving fails, for this reason.
    Failed(String),
    /// Saving works again; nothing is missing.
    Resumed,
    /// The file was deleted or changed by another program, and the whole run was written to a new one.
    Moved {
        /// What happened to the file.
        why: String,
        /// The new file, possibly with the old name.
        to: PathBuf,
    },
}

impl std::fmt::Display for News {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Failed(what) => write!(
                out,
                "The game is not being saved: {what}. You can play on; saving is tried again with every command."
            ),
            Self::Resumed => write!(out, "The game is saved again; nothing is missing."),
            Self::Moved { why, to } => {
                write!(out, "{why}. The whole game was saved again in {} and goes on there.", to.display())
            }
        }
    }
}
