//! Stores bytes under names: the data folder, journals, locks, safe names and atomic writes.
//!
//! It knows no game and no run format. Other crates use the trait [`Shelf`], which is implemented here for
//! files.

mod disk;
mod folder;
mod journal;
mod lock;
mod name;
mod shelf;
mod status;
mod sync;
mod time;

pub use disk::{plain, read_file};
pub use folder::{Folder, write_atomically};
pub use journal::Journal;
pub use name::safe_name;
pub use shelf::{Files, Shelf, Volume};
pub use status::{FolderStatus, is_locked};
pub use time::{date_and_time, now_seconds};
