//! The command line, built from the catalogue: every game is a command whose help lists its options.

use crate::game_args::{join, players};
use crate::output::{self, Format};
use crate::{Done, Stop};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use kernel::Options;
use session::Entry;
use std::io::Write as _;
use std::path::PathBuf;

/// The whole command line.
pub(crate) fn command() -> Command {
    let mut command = Command::new("undercroft")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Five classic dungeons on one deterministic engine.")
        .long_about(
            "Five classic dungeons on one deterministic engine.\n\n\
             Every game is a run: a small text file that replays exactly. Without a command the title screen opens; \
             without a terminal a game is played line by line.\n\n\
             Runs are saved in the data folder of your system, or in the folder that UNDERCROFT_HOME names.",
        );
    for entry in catalog::GAMES {
        command = command.subcommand(game(entry));
    }
    command
        .subcommand(
            Command::new("continue").about("Go on with the newest game that has not ended").args(how()),
        )
        .subcommand(
            Command::new("open")
                .about("Open a run, a layout, a field or an XML dungeon; the kind of file is detected")
                .arg(file("FILE", "The file to open").required(true))
                .arg(number("at", "TURN", "Continue from this turn of a run, as a branch in a new file"))
                .arg(
                    text("point", "NAME", "Continue from a save point of a run, as a branch in a new file")
                        .conflicts_with("at"),
                )
                .args(players("a program played it, or the file is a field"))
                .args(how()),
        )
        .subcommand(
            Command::new("check")
                .about("Check level files and runs: file:line:column, what and why; status 1 if any is bad")
                .arg(file("FILE", "The files to check").required(true).num_args(1..))
                .arg(
                    text("as", "GAME", "Treat the files as levels of this game"),
                )
                .arg(flag("solve", "For dungeons: can everything be reached, and what is the highest score?"))
                .arg(flag("show", "Draw each finding with the line it is about")),
        )
        .subcommand(
            Command::new("verify")
                .about("Replay runs and check every state and the score; status 1 if one differs")
                .arg(file("RUN", "The runs to verify").required(true).num_args(1..))
                .arg(crate::archive::arg()),
        )
        .subcommand(
            Command::new("replay")
                .about("Watch a run: full screen, as text, as a recording or as a picture")
                .arg(file("RUN", "The run to watch").required(true))
                .arg(number(
                    "at",
                    "TURN",
                    "Start at this turn; --text and --svg show only the frame after it",
                ))
                .arg(flag("text", "Print the frames as text"))
                .arg(crate::archive::arg())
                .args(crate::export::args()),
        )
        .subcommand(
            Command::new("explain")
                .about("List the dice rolls of one turn of a run, with their reasons and odds")
                .arg(file("RUN", "The run").required(true))
                .arg(number("at", "TURN", "The turn; 0 is the start of the game").required(true))
                .arg(flag("json", "One JSON object")),
        )
        .subcommand(
            Command::new("diff")
                .about("Name the first turn at which two runs differ, and how; status 1 if they do")
                .arg(file("RUN_A", "One run").required(true))
                .arg(file(
                    "RUN_B",
                    "The other; without it the run is compared with this program's replay of it",
                ))
                .arg(crate::archive::arg()),
        )
        .subcommands(crate::challenges::commands())
        .subcommand(crate::seeds::command())
        .subcommand(join())
        .subcommand(solve())
        .subcommand(arena())
        .subcommand(saves())
        .subcommands(records())
        .subcommand(
            Command::new("bench")
                .about("Measure how fast the games are on this machine")
                .arg(Arg::new("GAME").help("Only this game"))
                .arg(number("seconds", "N", "How long to measure each game").default_value("1"))
                .arg(flag("json", "One JSON object for each game, and one for the start of the program").conflicts_with("games"))
                .arg(number(
                    "games",
                    "N",
                    "Let the bot play this many games and print a table",
                ))
                .arg(
                    number("from", "SEED", "The seed of the first of these games").default_value("0").requires("games"),
                )
                .arg(
                    set("An option for the games of the bot")
                        .requires("games"),
                ),
        )
        .subcommand(
            Command::new("doctor")
                .about("Show what the terminal can do, where files are, and problems with them; status 1 if there are any")
                .arg(flag("verify", "Also replay every saved run"))
                .arg(flag("json", "One JSON object")),
        )
        .subcommand(
            Command::new("mcp").about("Let an agent play through the Model Context Protocol on standard input and output"),
        )
        .subcommand(
            Command::new("completions")
                .about("Print completions for a shell")
                .arg(Arg::new("SHELL").required(true).value_parser(value_parser!(Shell))),
        )
}

/// Commands about games that were played.
fn records() -> [Command; 3] {
    [
        Command::new("scores")
            .about("The best finished games, verified by replaying them, and your progress")
            .arg(Arg::new("GAME").help("Only this game"))
            .arg(text("options", "OPTIONS", "Only games with these options: classic, or NAME=VALUE,…"))
            .arg(text("seeds", "KIND", "Only this kind of seed: fresh, chosen, daily, pentathlon"))
            .arg(number("places", "N", "Rows of each table").default_value("10"))
            .arg(flag("all", "With --json: also runs that do not count, and why"))
            .arg(flag("anew", "Replay every run, also those verified before"))
            .arg(flag("json", "One JSON object a line")),
        Command::new("feats")
            .about("Feats of all games: which are done, and what the others need")
            .arg(flag("json", "One JSON object a line")),
        Command::new("morgue")
            .about("Print a summary of a run: how it went, turning points, what was met and used")
            .arg(file("RUN", "The run").required(true))
            .arg(flag("json", "One JSON object")),
    ]
}

fn saves() -> Command {
    let name = |id: &'static str, help: &'static str| Arg::new(id).required(true).help(help);
    let which = || name("NAME", "Its name, or its file");
    Command::new("saves")
        .disable_help_subcommand(true)
        .about("List the saved games; rename or delete them")
        .arg(flag("json", "One JSON object a line"))
        .subcommand(
            Command::new("rename")
                .about("Give a run another name")
                .arg(which())
                .arg(name("NEW", "The new name, any text")),
        )
        .subcommand(Command::new("delete").about("Delete a run").arg(which()).arg(flag("yes", "Do not ask")))
}

fn game(entry: &'static Entry) -> Command {
    let mut command = Command::new(entry.id)
        // `undercroft help GAME` is enough, and a file may be called help.
        .disable_help_subcommand(true)
        .about(format!("{}: {}", entry.title, entry.pitch))
        .after_help(options_help(entry))
        .arg(seed().help("Any text; the same seed and commands are the same game"))
        .arg(set("Change an option of the game (see below)"))
        .arg(text(
            kernel::EDITION,
            "NAME",
            "classic, as the document says, or undercroft, where the game has that edition",
        ))
        .args(keeping("Save the run under this name; a run of that name is opened and continued"))
        .arg(flag(
            "practice",
            "A practice game: health, floor, things and dice can be set; it is never ranked",
        ))
        .arg(flag("bot", "Let the game's own bot play").conflicts_with("speak"))
        .arg(flag("tutorial", "Learn the game in three minutes").conflicts_with_all([
            "json", "speak", "bot", "practice", "seed", "set", "edition", "record", "world", "unsaved",
        ]))
        .args(how());
    if entry.level.is_some() {
        command = command.arg(file("FILE", "A level file"));
    }
    if entry.attached.ladder.is_some() {
        command = command.subcommand(ladder());
    }
    (crate::tools::of(entry.id).command)(command)
}

fn ladder() -> Command {
    Command::new("ladder")
        .about("List the rungs of the ladder with the stars you have earned, or play one")
        .arg(Arg::new("RUNG").value_parser(value_parser!(u32)).help("The rung to play"))
        .arg(flag("together", "For two people at one keyboard; such games earn no stars").requires("RUNG"))
        .args(keeping("Save the run under this name"))
        .args(how())
}

pub(crate) fn seed() -> Arg {
    text("seed", "TEXT", "Any text; the same seed gives the same result")
        .allow_hyphen_values(true)
        .value_parser(value_parser!(std::ffi::OsString))
}

fn solve() -> Command {
    Command::new("solve")
        .about("Solve a field of pursuit exactly: who wins, in how many turns, and how")
        .arg(file("FIELD", "The field").required(true))
        .arg(flag("json", "One line of JSON"))
        .arg(flag("map", "Draw what every start square of the hero is worth").conflicts_with("json"))
        .arg(number("memory", "MB", "How much memory it may use"))
}

fn arena() -> Command {
    let players = |side: &'static str, all: &'static str| {
        Arg::new(side).long(side).value_name("A,B,…").default_value(all).help("Strategies, or cmd:PROGRAM")
    };
    Command::new("arena")
        .about("Let strategies of pursuit play each other on many fields")
        .arg(players("hero", "rogue,speedy"))
        .arg(players("monster", "monster"))
        .arg(
            Arg::new("fields")
                .long("fields")
                .value_name("DIR")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("A folder of fields, or one field"),
        )
        .arg(
            Arg::new("starts")
                .long("starts")
                .value_parser(["file", "all"])
                .default_value("file")
                .help("Start on the cells of the file, or on every pair of cells"),
        )
        .arg(number("games", "N", "Games for each pairing, field and start").default_value("1"))
        .arg(number("patience", "MS", "Milliseconds a program has for a move"))
        .arg(number("memory", "MB", "How much memory the solver may use"))
        .arg(text("seed", "TEXT", "The seed of the strategy random").allow_hyphen_values(true))
        .arg(flag("json", "One JSON object a game, then the summary"))
        .arg(flag("csv", "Comma-separated values").conflicts_with("json"))
}

/// Where the run of a game is kept; `named` is the help of `--world`.
pub(crate) fn keeping(named: &'static str) -> [Arg; 3] {
    [
        text("record", "FILE", "Save the run in this new file instead of the data folder")
            .value_parser(value_parser!(PathBuf)),
        Arg::new("world")
            .long("world")
            .visible_alias("name")
            .value_name("NAME")
            .conflicts_with_all(["record", "unsaved"])
            .help(named),
        flag("unsaved", "Do not save the run"),
    ]
}

pub(crate) fn how() -> [Arg; 3] {
    [
        flag("line", "Play line by line on standard input and output").conflicts_with("json"),
        flag("json", "Play by program: one JSON object a line"),
        flag("speak", "Play in sentences, without a board, for screen readers")
            .conflicts_with_all(["json", "line"]),
    ]
}

pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

pub(crate) fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

pub(crate) fn set(help: &'static str) -> Arg {
    text("set", "NAME=VALUE", help).action(ArgAction::Append)
}

pub(crate) fn number(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    text(name, value, help).value_parser(value_parser!(u64))
}

pub(crate) fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf)).help(help)
}

/// A required file argument.
pub(crate) fn path<'a>(args: &'a ArgMatches, name: &str) -> &'a PathBuf {
    args.get_one(name).expect("clap refuses a command line without it")
}

/// The options of a game, one per line, with the defaults the game uses: a table may spell a switch in
/// several ways.
fn options_help(entry: &Entry) -> String {
    let (table, options) = (entry.options, Options::default());
    let mut text =
        String::from("Options of the game, for --set NAME=VALUE (the first value is the default):\n");
    for spec in table {
        let default = options.get(table, spec.name);
        let others = spec.kind.words().iter().copied().filter(|word| *word != default);
        let values = match spec.kind.words() {
            [] => format!("{default} ({})", spec.kind.told()),
            _ => std::iter::once(default.as_str()).chain(others).collect::<Vec<_>>().join("|"),
        };
        text.push_str(&format!("  {} = {values}\n      {}\n", spec.name, spec.help));
    }
    text
}

/// `undercroft completions SHELL`.
pub(crate) fn completions(args: &ArgMatches) -> Done {
    let shell = args.get_one::<Shell>("SHELL").copied().ok_or_else(|| Stop::bad("Which shell?"))?;
    // The generator panics when its writer fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "undercroft", &mut script);
    output::written(output::Raw.write_all(&script))
}

/// The format of standard output: JSON if the command line asks for JSON or a recording.
pub(crate) fn format(matches: &ArgMatches) -> Format {
    let mut level = Some(matches);
    while let Some(args) = level {
        let json = args.try_get_one::<bool>("json").is_ok_and(|flag| flag == Some(&true));
        if json || args.try_get_one::<PathBuf>("cast").is_ok_and(|path| path.is_some()) {
            return Format::Json;
        }
        level = args.subcommand().map(|(_, args)| args);
    }
    Format::Text
}

/// Prints help, the version or an error about the arguments, and returns the exit status. An error repeats
/// what was typed, so it is printed without colours, like any untrusted text.
pub(crate) fn refused(error: &clap::Error) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        note!("{}", text.to_string().trim_end());
    } else if output::has_colours() {
        let _ = output::Raw.write_all(text.ansi().to_string().as_bytes());
    } else {
        let _ = output::Raw.write_all(text.to_string().as_bytes());
    }
    u8::try_from(error.exit_code()).unwrap_or(2)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command().debug_assert();
    }
}
