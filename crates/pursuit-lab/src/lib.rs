//! The parts of pursuit that need threads, processes and files, besides the pure rules. [`ENTRY`] is the game
//! with all of them attached.
//!
//! Front-ends call everything here with plain data and get plain data back, or output to a given writer;
//! progress is reported to a callback.

mod arena;
mod bench;
mod coach;
mod entrant;
#[cfg(not(target_family = "wasm"))]
mod kill;
mod ladder;
mod made;
mod play;
#[cfg(not(target_family = "wasm"))]
mod program;
#[cfg(target_family = "wasm")]
#[path = "no_program.rs"]
mod program;
mod puzzle;
mod report;
mod seated;
mod solve;
#[cfg(not(target_family = "wasm"))]
mod supervisor;
mod table;
mod teach;

/// The rules, re-exported, since this crate's interface uses their types.
pub use game_pursuit as rules;

pub use arena::{Arena, ArenaGame, Fields, Pairing, Starts, players, read_fields};
pub use bench::bench;
pub use coach::{Grade, accuracy, grades};
pub use entrant::{Entrant, program_name};
#[cfg(not(target_family = "wasm"))]
pub use kill::stop_all_programs;
pub use ladder::{Measure, measure, task};
pub use play::{
    Ending, Match, Mover, PATIENCE, Played, last_line, play_out, quiet, solution_for_play, transcript,
};
pub use program::Program;
pub use puzzle::{Drawing, NewField, NoField, Wanted, Wish, ladder, new_field, turns_range};
pub use report::{Verdict, map_text, solve_json, solve_text, start_map};
pub use seated::ENTRY;
pub(crate) use solve::positions_of;
pub use solve::{Limits, OnProgress, Progress, Solution, Solving, Unsolved, Value, solve};
#[cfg(not(target_family = "wasm"))]
pub use supervisor::keep_programs;
pub use table::{arena_csv, arena_json, arena_table};
