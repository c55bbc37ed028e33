//! The full-screen application: title, new game, play, replay, saves, scores, settings, help.
//!
//! [`App`] is the whole application without a terminal: inputs in, cells out. Crate `terminal` runs it in a
//! terminal.

mod app;
mod campaign;
mod canvas;
mod challenges;
mod context;
mod demo;
mod dialog;
mod duel;
mod effects;
mod field;
mod film;
mod help;
mod hints;
mod host;
mod inventory;
mod job;
mod keys;
mod ladder;
mod learn;
mod light;
mod lobby;
mod log;
mod look;
mod menu;
mod messages;
mod morgue;
mod new_game;
mod panel;
mod play;
mod practice;
mod reading;
mod replay;
mod saves;
mod scores;
mod screen;
mod scroll;
mod settings;
mod show;
mod sound;
mod stage;
mod title;
mod traces;
mod vacancy;
mod verified;
mod walls;
mod welcome;

pub use app::App;
// Types that doors need to run the application.
pub use console::{Depth, GlyphSet, Input, Key, KeyStream, NOTCH, Report, Theme};
pub use context::{Context, Environment, Task};
pub use film::Film;
pub use host::{Host, RoomInfo, WebCode, Wish};
pub use kernel::{Ink, Json, JsonValue, Policy, json_text, printable};
pub use reading::{Board, Entry, Reading};
pub use sound::Sound;

/// The first screen.
pub enum Start {
    /// The title screen.
    Title,
    /// A game that was started or opened.
    Game(keeper::Opened),
    /// The replay of a run, after this many commands.
    Replay(session::Run, usize),
}
