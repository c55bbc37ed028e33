//! Arguments of single games, besides those that every game has.

use crate::cli::{file, flag, how, number, seed, text};
use clap::{Arg, Command, value_parser};

pub(crate) fn chambers(command: Command) -> Command {
    command
        .arg(flag("dlc", "Turn on all options"))
        .arg(Arg::new("SEED").value_parser(value_parser!(std::ffi::OsString)).help("The seed"))
}

pub(crate) fn boo(command: Command) -> Command {
    command.arg(text("keys", "KEYS", "Play an input string such as N123SDDWW:Q or LDD and print the result"))
}

/// Arguments that let others join a game.
fn hosting() -> [Arg; 3] {
    [
        Arg::new("host")
            .long("host")
            .value_name("ADDR:PORT")
            .num_args(0..=1)
            .default_missing_value(lan::DEFAULT_ADDRESS)
            .conflicts_with_all(["bot", "speak", "unsaved", "tutorial"])
            .help("Let others join over the network (only on this machine if no address is given)"),
        key_word().requires("host"),
        text("player", "NAME", "Your name in the game; by default your account name").requires("host"),
    ]
}

fn key_word() -> Arg {
    text("key", "WORD", "A key that everybody who joins must give")
}

/// `undercroft join ADDR:PORT`.
pub(crate) fn join() -> Command {
    Command::new("join")
        .about("Join a game hosted on the network (see docs/together.md)")
        .arg(Arg::new("ADDRESS").value_name("ADDR:PORT").required(true).help("The address of the host"))
        .arg(Arg::new("player").long("name").value_name("NAME").help("Your name in the game"))
        .arg(key_word())
        .args(how().into_iter().take(2))
}

pub(crate) fn cave(command: Command) -> Command {
    let folder = || file("DIR", "The folder").required(true);
    command
        .args(hosting())
        .args_conflicts_with_subcommands(true)
        .subcommand(
            Command::new("export")
                .about("Write a world as world.json, player.json and region files into an empty folder")
                .arg(Arg::new("WORLD").required(true).help("The name of the world, or its run file"))
                .arg(folder())
                .arg(text(
                    "seat",
                    "NAME",
                    "In a shared cave, the player whose hero is written; by default the founder",
                )),
        )
        .subcommand(
            Command::new("import").about("Create a world from such a folder").arg(folder()).arg(text(
                "world",
                "NAME",
                "The name of the world; by default that in world.json",
            )),
        )
}

pub(crate) fn pursuit(command: Command) -> Command {
    // The document's own command line: FIELD HEROSTRATEGY MONSTERSTRATEGY.
    let named = |id: &'static str, option: &'static str| {
        Arg::new(id).conflicts_with(option).help(format!("The same as --{option}"))
    };
    command
        .args_conflicts_with_subcommands(true)
        .args(hosting())
        .arg(named("HERO", "hero"))
        .arg(named("MONSTER", "monster"))
        .args(players("by default you play the hero against the built-in strategy monster"))
        .arg(flag("quiet", "Between two strategies: print only the result and the moves"))
        .subcommand(
            Command::new("new")
                .about("Generate a field and check the requested result with the solver")
                .arg(number("size", "N", "Number of columns and of rows").default_value("10"))
                .arg(seed())
                .arg(number("potions", "K", "Number of potions"))
                .arg(
                    Arg::new("result")
                        .long("result")
                        .value_parser(["caught", "escape"])
                        .help("Who wins if both sides play perfectly"),
                )
                .arg(text("turns", "MIN..MAX", "The turn on which the hero is caught")),
        )
}

/// The arguments for who plays in a pursuit; `when` completes their help.
pub(crate) fn players(when: &'static str) -> [Arg; 2] {
    ["hero", "monster"].map(|side| {
        let help = format!("Who plays the {side} in a pursuit: a strategy or cmd:PROGRAM ({when})");
        Arg::new(side).long(side).value_name("PLAYER").help(help)
    })
}

pub(crate) fn dungeon(command: Command) -> Command {
    let out = || file("FILE", "The file to write; standard output by default");
    command
        .args_conflicts_with_subcommands(true)
        .subcommand(Command::new("new").about("Write a commented dungeon to start from").arg(out()))
        .subcommand(
            Command::new("generate")
                .about("Write a random dungeon that can be won")
                .arg(seed())
                .arg(number("rooms", "N", "Number of rooms"))
                .arg(number("monsters", "N", "Number of monsters besides the final one"))
                .arg(number("items", "N", "Number of items"))
                .arg(out()),
        )
        .subcommand(
            Command::new("fmt")
                .about("Format dungeon files")
                .arg(file("FILE", "The files").required(true).num_args(1..)),
        )
        .subcommand(
            Command::new("preview")
                .about("Print the board of a dungeon")
                .arg(file("FILE", "The file").required(true)),
        )
        .subcommand(
            Command::new("watch")
                .about("Show the board and its findings, updated whenever the file changes")
                .arg(file("FILE", "The file").required(true)),
        )
}
