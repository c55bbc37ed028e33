//! Where runs live on disk: the data folder, journals, locks, safe names and atomic writes.
//!
//! It opens and writes files for the front-ends and knows nothing of screens.

mod disk;
mod health;
mod home;
mod journal;
mod ledger;
mod lesson;
mod level;
mod lock;
mod log;
mod manage;
mod name;
mod opened;
mod properties;
mod saves;
mod sync;
mod time;
mod trouble;
mod world;

pub use disk::read_file;
pub use health::{Lodging, Problem};
pub use home::{Home, write_atomically};
pub use journal::Journal;
pub use lesson::start_lesson;
pub use level::read_level;
pub use log::Gravity;
pub use manage::{delete, rename};
pub use name::safe_name;
pub use opened::{Opened, branch, open_run, open_with, read_run, start_game};
pub use saves::{Save, State};
pub use time::{date_and_time, now_seconds};
pub use trouble::{News, OpenError};
pub use world::name_of;
