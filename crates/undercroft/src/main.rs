//! The program: reads the command line, finds the files, and hands over to a front-end. It contains no game
//! logic.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod output;

mod archive;
mod balance;
mod bench;
mod boo_keys;
mod bots;
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
mod game_args;
mod lab;
mod ladder;
mod lesson;
mod lists;
#[cfg(feature = "man")]
mod man;
mod play;
mod progress;
mod replay;
mod scores;
mod seeds;
mod signals;
mod together;
mod tools;

use clap::ArgMatches;
use std::process::ExitCode;

/// Why the program stops, and its exit status.
#[derive(Debug)]
struct Stop {
    status: u8,
    message: String,
}

impl Stop {
    /// Bad arguments or files.
    fn bad(message: impl Into<String>) -> Self {
        Self { status: 2, message: message.into() }
    }

    /// The problem was already printed.
    const fn quiet(status: u8) -> Self {
        Self { status, message: String::new() }
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::bad(message)
    }
}

impl From<keeper::OpenError> for Stop {
    fn from(error: keeper::OpenError) -> Self {
        play::refuse(&error, None)
    }
}

type Done = Result<(), Stop>;

fn main() -> ExitCode {
    catalog::pursuit_lab::keep_programs();
    let command = cli::command();
    #[cfg(feature = "man")]
    let command = command.subcommand(man::command());
    let status = match command.try_get_matches() {
        Ok(matches) => {
            output::set_format(cli::format(&matches));
            match run(&matches) {
                Ok(()) => 0,
                Err(stop) => {
                    if !stop.message.is_empty() {
                        note!("{}", stop.message);
                    }
                    stop.status
                }
            }
        }
        Err(error) => cli::refused(&error),
    };
    output::finish(status)
}

fn run(matches: &ArgMatches) -> Done {
    let Some((name, args)) = matches.subcommand() else { return play::title() };
    match name {
        "continue" => play::go_on(args),
        "open" => play::open(args),
        "join" => together::join(args),
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
        "scores" => scores::scores(args),
        "feats" => scores::feats(args),
        "morgue" => scores::morgue(args),
        "solve" => lab::solve(args),
        "arena" => lab::arena(args),
        "bench" => bench::bench(args),
        "mcp" => mcp(),
        "completions" => cli::completions(args),
        #[cfg(feature = "man")]
        "man" => man::write(args),
        game => play::game(game, args),
    }
}

/// `undercroft mcp`.
fn mcp() -> Done {
    output::set_format(output::Format::Json);
    output::written(front_line::mcp(catalog::GAMES, std::io::stdin().lock(), &mut output::Out).map(|()| true))
}
