//! Games and their files: starting, opening and branching runs, the list of saves, worlds, default options.
//!
//! It combines games with the store and knows no screens. It re-exports what front-ends need of the store.

mod chapters;
mod error;
mod health;
mod home;
mod lengths;
mod lesson;
mod level;
mod log;
mod manage;
mod opened;
mod properties;
mod saves;
mod seed;
mod world;

pub use chapters::{chapter_before, next_chapter};
pub use error::{News, OpenError};
pub use health::Problem;
pub use home::Home;
pub use lengths::open_shared;
pub use level::read_level;
pub use log::Gravity;
pub use manage::Deleted;
pub use opened::{Opened, Opening, Rejoining, branch, open_on, open_run, read_run, start_game, start_on};
pub use saves::{Save, State, families};
pub use seed::fresh_seed;
pub use store::{
    Files, FolderStatus, Journal, Shelf, Volume, date_and_time, now_seconds, plain, read_file, safe_name,
    write_atomically,
};
