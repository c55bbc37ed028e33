//! Bytes under names: the data folder, journals, locks, safe names and atomic writes.
//!
//! It knows no game and no run format. [`Shelf`] is what the layers above need of it: a folder of files today.

mod disk;
mod folder;
mod journal;
mod lock;
mod lodging;
mod name;
mod shelf;
mod sync;
mod time;

pub use disk::{plain, read_file};
pub use folder::{Folder, write_atomically};
pub use journal::Journal;
pub use lodging::{Lodging, is_locked};
pub use name::safe_name;
pub use shelf::{Files, Shelf, Volume};
pub use time::{date_and_time, now_seconds};
