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
             Every game is saved as a run, a small text file that replays exactly. Without a command, the title screen opens; \
             without a terminal, a game is played line by line.\n\n\
             Runs are saved in the data folder of your system, or in the folder named by UNDERCROFT_HOME.",
        );
    for entry in catalog::GAMES {
        command = command.subcommand(game(entry));
    }
    command
        .subcommand(Command::new("continue").about("Continue the most recent unfinished game").args(how()))
        .subcommand(
            Command::new("open")
                .about("Open a run or a level file (layout, field, XML dungeon)")
                .arg(file("FILE", "The file to open").required(true))
                .arg(number("at", "TURN", "Continue from this turn of a run, as a branch in a new file"))
                .arg(
                    text("point", "NAME", "Continue from a save point of a run, as a branch in a new file")
                        .conflicts_with("at"),
                )
                .args(players("if a program played it, or if the file is a field"))
                .args(how()),
        )
        .subcommand(
            Command::new("check")
                .about("Check level files and runs for errors; status 1 if there are any")
                .arg(file("FILE", "The files to check").required(true).num_args(1..))
                .arg(text("as", "GAME", "Treat the files as levels of this game"))
                .arg(flag(
                    "solve",
                    "For dungeons: also report what can be reached and the highest possible score",
                ))
                .arg(flag("show", "Show the source line of each finding")),
        )
        .subcommand(
            Command::new("verify")
                .about("Replay runs and check every state and the score; status 1 if one differs")
                .arg(file("RUN", "The runs to verify").required(true).num_args(1..))
                .arg(crate::archive::arg()),
        )
        .subcommand(
            Command::new("replay")
                .about("Watch a run on the full screen or as text, or export it as a recording or picture")
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
                .arg(flag("json", "Print one JSON object")),
        )
        .subcommand(
            Command::new("diff")
                .about("Show the first turn at which two runs differ, and how; status 1 if they do")
                .arg(file("RUN_A", "The first run").required(true))
                .arg(file(
                    "RUN_B",
                    "The second run; without it, the first is compared with this program's replay of it",
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
                .arg(Arg::new("GAME").help("The game; all by default"))
                .arg(number("seconds", "N", "Seconds to measure each game").default_value("1"))
                .arg(
                    flag("json", "Print one JSON object per game, and one for the start of the program")
                        .conflicts_with("games"),
                )
                .arg(number("games", "N", "Let the bot play this many games and print a table"))
                .arg(
                    number("from", "SEED", "The seed of the first game").default_value("0").requires("games"),
                )
                .arg(set("An option of the game").requires("games")),
        )
        .subcommand(
            Command::new("doctor")
                .about(
                    "Show terminal features, file locations and problems; status 1 if there are any problems",
                )
                .arg(flag("verify", "Also replay every saved run"))
                .arg(flag("json", "Print one JSON object")),
        )
        .subcommand(
            Command::new("mcp")
                .about("Let an agent play through the Model Context Protocol on standard input and output"),
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
            .about("Show the best games, verified by replaying them, and your progress")
            .arg(Arg::new("GAME").help("The game; all by default"))
            .arg(text("options", "OPTIONS", "Only games with these options: classic, or NAME=VALUE,…"))
            .arg(text("seeds", "KIND", "Only this kind of seed: fresh, chosen, daily, pentathlon"))
            .arg(number("places", "N", "Rows per table").default_value("10"))
            .arg(flag("all", "With --json: also runs that do not count, and why"))
            .arg(flag("anew", "Replay every run, including those verified before"))
            .arg(flag("json", "Print one JSON object per line")),
        Command::new("feats")
            .about("Show the feats of all games: which are done, and what the others need")
            .arg(flag("json", "Print one JSON object per line")),
        Command::new("morgue")
            .about("Print a summary of a run: how it went, turning points, what was met and used")
            .arg(file("RUN", "The run").required(true))
            .arg(flag("json", "Print one JSON object")),
    ]
}

fn saves() -> Command {
    let name = |id: &'static str, help: &'static str| Arg::new(id).required(true).help(help);
    let which = || name("NAME", "The run's name or file");
    Command::new("saves")
        .disable_help_subcommand(true)
        .about("List the saved games; rename or delete them")
        .arg(flag("json", "Print one JSON object per line"))
        .subcommand(
            Command::new("rename")
                .about("Give a run another name")
                .arg(which())
                .arg(name("NEW", "The new name, any text")),
        )
        .subcommand(
            Command::new("delete")
                .about("Delete a run")
                .arg(which())
                .arg(flag("yes", "Do not ask for confirmation")),
        )
}

fn game(entry: &'static Entry) -> Command {
    let mut command = Command::new(entry.id)
        // `undercroft help GAME` is enough, and a file may be called help.
        .disable_help_subcommand(true)
        .about(format!("{}: {}", entry.title, entry.pitch))
        .after_help(options_help(entry))
        .arg(seed().help("The seed, any text; the same seed and commands give the same game"))
        .arg(set("Set an option of the game (see below)"))
        .arg(text(kernel::EDITION, "NAME", "The edition: classic, as in the game's document, or undercroft"))
        .args(keeping("Save the run under this name; an existing run of that name is continued"))
        .arg(flag(
            "practice",
            "Start a practice game: health, floor, things and dice can be set; never ranked",
        ))
        .arg(flag("bot", "Let the built-in bot play").conflicts_with("speak"))
        .arg(flag("tutorial", "Play the tutorial (three minutes)").conflicts_with_all([
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
    text("seed", "TEXT", "The seed, any text; the same seed gives the same result")
        .allow_hyphen_values(true)
        .value_parser(value_parser!(std::ffi::OsString))
}

fn solve() -> Command {
    Command::new("solve")
        .about("Solve a pursuit field exactly: who wins, in how many turns, and with which moves")
        .arg(file("FIELD", "The field").required(true))
        .arg(flag("json", "Print one line of JSON"))
        .arg(flag("map", "Draw the result for every start cell of the hero").conflicts_with("json"))
        .arg(number("memory", "MB", "Memory limit in megabytes"))
}

fn arena() -> Command {
    let players = |side: &'static str, all: &'static str| {
        Arg::new(side).long(side).value_name("A,B,…").default_value(all).help("Strategies, or cmd:PROGRAM")
    };
    Command::new("arena")
        .about("Let pursuit strategies play against each other on many fields")
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
        .arg(number("games", "N", "Games per pairing, field and start").default_value("1"))
        .arg(number("patience", "MS", "Time limit for a program's move, in milliseconds"))
        .arg(number("memory", "MB", "Memory limit of the solver in megabytes"))
        .arg(text("seed", "TEXT", "The seed of the random strategy").allow_hyphen_values(true))
        .arg(flag("json", "Print one JSON object per game, then a summary"))
        .arg(flag("csv", "Print comma-separated values").conflicts_with("json"))
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
        flag("json", "Play by program, with one JSON object per line"),
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
    fn the_command_line_is_valid() {
        super::command().debug_assert();
    }
}
