//! The program: reads the command line, finds the files, and hands over to a front-end. It decides nothing itself.

#![deny(clippy::print_stdout)]

/// Prints a line; when nobody reads any more there is nothing left to do.
macro_rules! say {
    ($($words:tt)*) => {
        if std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($words)*))).is_err() {
            std::process::exit(0);
        }
    };
}

mod balance;
mod bench;
mod boo_keys;
mod cave;
mod challenges;
mod cli;
mod diff;
mod doctor;
mod dungeon;
mod explain;
mod export;
mod figures;
mod files;
mod lab;
mod lesson;
mod lists;
mod play;
mod progress;
mod records;
mod replay;
mod seeds;
mod signals;

use std::process::ExitCode;

/// Why the program stops, and with which status.
#[derive(Debug)]
struct Stop {
    status: u8,
    message: String,
}

impl Stop {
    /// Bad arguments or bad files.
    fn bad(message: impl Into<String>) -> Self {
        Self { status: 2, message: message.into() }
    }

    /// A finding, already told.
    const fn quiet(status: u8) -> Self {
        Self { status, message: String::new() }
    }
}

type Done = Result<(), Stop>;

fn main() -> ExitCode {
    pursuit_lab::keep_programs();
    let matches = cli::command().get_matches();
    let done = match matches.subcommand() {
        None => play::title(),
        Some((name, args)) => match name {
            "open" => play::open(args),
            "check" => files::check(args),
            "verify" => files::verify(args),
            "replay" => replay::replay(args),
            "explain" => explain::explain(args),
            "diff" => diff::diff(args),
            "doctor" => doctor::doctor(args),
            "saves" => lists::saves(args),
            "code" => challenges::code(args),
            "play" => challenges::play(args),
            "daily" => challenges::daily(args),
            "pentathlon" => challenges::pentathlon(args),
            "seeds" => seeds::seeds(args),
            "scores" => records::scores(args),
            "feats" => records::feats(args),
            "morgue" => records::morgue(args),
            "solve" => lab::solve(args),
            "arena" => lab::arena(args),
            "bench" => bench::bench(args),
            "completions" => cli::completions(args),
            game => play::game(game, args),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            if !stop.message.is_empty() {
                eprintln!("{}", stop.message);
            }
            ExitCode::from(stop.status)
        }
    }
}
