//! The host: one process that plays rooms with browsers, programs and SSH clients, and stores what they play.
//!
//! It knows nothing about game rules. Rooms come from crate `hall`; everything is stored through one writer,
//! and nothing is shown before it is committed.

mod admin;
mod api;
mod args;
mod assets;
mod bench;
mod boards;
mod budget;
mod clock;
mod game;
mod limits;
mod metrics;
mod mirrors;
mod page;
mod pages;
mod people;
mod play;
#[cfg(test)]
mod promise;
mod random;
mod replays;
mod room;
mod rooms;
mod seeds;
mod serve;
mod uploads;
mod verify;
mod visitors;
mod wire;
mod writer;

use args::{Command, Program};
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = Program::parse();
    let done = match program.command {
        Command::Serve(serving) => serve::run(serving),
        Command::Bench(bench) => bench::run(&bench),
        Command::Admin(admin) => admin::run(admin),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}", kernel::printable(&why));
            ExitCode::from(2)
        }
    }
}
