//! Checks beyond the tests: large numbers of random games, and workloads whose instructions are counted.
//!
//! `cargo xtask soak` and `cargo xtask gates` run this program and parse its output.

mod game;
mod soak;
mod work;

use std::process::ExitCode;

const USAGE: &str = "proof soak GAMES FILE    plays so many random games; FILE keeps what is done, to go on later\n\
                     proof works              names the pieces of work\n\
                     proof work NAME TIMES    does one of them so many times";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["soak", games, file] => match games.replace('_', "").parse() {
            Ok(games) => soak::soak(games, file.as_ref()),
            Err(_) => Err(format!("'{games}' is no number of games.")),
        },
        ["works"] => {
            work::names().iter().for_each(|name| println!("{name}"));
            Ok(())
        }
        ["work", name, times] => match times.parse() {
            Ok(times) => work::work(name, times),
            Err(_) => Err(format!("'{times}' is no number of times.")),
        },
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}
