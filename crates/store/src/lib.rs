//! Where runs live on disk: the data folder, journals, locks, safe names and atomic writes.
//!
//! It opens and writes files for the front-ends and knows nothing of screens.

mod health;
mod home;
mod journal;
mod lesson;
mod level;
mod log;
mod name;
mod opened;
mod properties;
mod saves;
mod time;

pub use health::{Ailment, Lodging};
pub use home::{Home, write_atomically};
pub use journal::Journal;
pub use lesson::start_lesson;
pub use level::read_level;
pub use log::Gravity;
pub use name::safe_name;
pub use opened::{Opened, Trouble, branch, delete, open_run, read_run, rename, start_game};
pub use saves::{Save, State};
pub use time::{date_and_time, now_seconds};
