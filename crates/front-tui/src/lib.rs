//! The full-screen application: title, new game, play, replay, saves, scores, settings, help.
//!
//! [`App`] is the whole application without a terminal: inputs in, cells out. [`run`] gives it the terminal it was started
//! in and gives the terminal back in any case.

mod app;
mod bench;
mod canvas;
mod challenges;
mod context;
mod demo;
mod dialog;
mod field;
mod film;
mod help;
mod hints;
mod input;
mod keys;
mod learn;
mod log;
mod look;
mod menu;
mod messages;
mod morgue;
mod new_game;
mod play;
mod replay;
mod run;
mod saves;
mod scores;
mod screen;
mod scroll;
mod settings;
mod sheet;
mod sources;
mod stage;
mod terminal;
mod title;
mod translate;
mod vacancy;

pub use app::App;
pub use bench::{Frames, measure};
pub use context::{Context, fresh_seed};
pub use film::Film;
pub use input::Input;
pub use run::{Exit, run};
pub use terminal::terminal_size;

/// Where the application begins.
pub enum Start {
    /// At the front door.
    Title,
    /// In a game that was started or opened.
    Game(keeper::Opened),
    /// Watching a run, after so many commands.
    Replay(session::Run, usize),
}
