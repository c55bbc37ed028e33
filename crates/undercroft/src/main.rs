//! The program: reads the command line, finds the files, and hands over to a front-end. It decides nothing itself.

mod bench;
mod boo_keys;
mod cli;
mod explain;
mod files;
mod lists;
mod play;
mod replay;

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
    let matches = cli::command().get_matches();
    let done = match matches.subcommand() {
        None => play::title(),
        Some((name, args)) => match name {
            "open" => play::open(args),
            "check" => files::check(args),
            "verify" => files::verify(args),
            "replay" => replay::replay(args),
            "explain" => explain::explain(args),
            "diff" => explain::diff(args),
            "saves" => lists::saves(args),
            "scores" => lists::scores(args),
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
