//! The host: one process that plays rooms with browsers, programs and SSH clients, and keeps what they play.
//!
//! It decides nothing about games. Rooms are those of crate `hall`; what is kept goes through one writer, and nothing is
//! shown before it is committed.

mod api;
mod args;
mod assets;
mod game;
mod limits;
mod metrics;
mod page;
mod pages;
mod play;
mod random;
mod room;
mod rooms;
mod serve;
mod wire;
mod writer;

use args::{Command, Program};
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = Program::parse();
    let done = match program.command {
        Command::Serve(serving) => serve::run(serving),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}", kernel::printable(&why));
            ExitCode::from(2)
        }
    }
}
