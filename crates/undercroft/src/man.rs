//! `undercroft man FOLDER`: writes the manual pages, one for the program and one for each command. Only for
//! building packages (`--features man`), to keep the program small.

use crate::{Done, Stop, cli};
use clap::{Arg, ArgMatches, Command};
use std::path::Path;

/// The hidden command that writes the pages.
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
