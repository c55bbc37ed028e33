//! `undercroft man FOLDER`: the manual pages, one for the program and one for each command. Only packages are made with it
//! (`--features man`); the program that is played is smaller without.

use crate::{Done, Stop, cli};
use clap::{Arg, ArgMatches, Command};
use std::path::Path;

/// The command that writes the pages.
pub(crate) fn command() -> Command {
    Command::new("man").hide(true).arg(Arg::new("FOLDER").required(true))
}

/// Writes the pages into a folder.
pub(crate) fn write(args: &ArgMatches) -> Done {
    let folder = args.get_one::<String>("FOLDER").map_or("", String::as_str);
    clap_mangen::generate_to(cli::command(), Path::new(folder))
        .map_err(|error| Stop::bad(format!("{folder}: {error}")))?;
    Ok(())
}
