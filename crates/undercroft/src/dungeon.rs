//! Tools for dungeon authors: a starter, a formatter, a preview that follows the file, and dungeons made from
//! a seed.

use crate::bots::{self, Aggregate, COMMANDS_MAX, Columns, Played};
use crate::play::{fresh_seed, read_level, refuse_findings};
use crate::{Done, cli, output};
use catalog::dungeon::{Dungeon, Wishes, bot_game, check, format, generate, preview, solve, starter};
use clap::ArgMatches;
use kernel::{Finding, Game as _, Seed};
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often `watch` checks its file.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Plays the games of these seeds with both bots and prints how they ended.
pub(crate) fn balance(seeds: Range<u64>, set: &[String]) -> Done {
    let options = bots::options(Dungeon::ABOUT.options, set)?;
    let columns: Columns<'_> = &[
        ("mean depth", 10, Aggregate::Mean(2)),
        ("mean score", 11, Aggregate::Mean(1)),
        ("mean moves", 10, Aggregate::Mean(0)),
    ];
    let player = |careful| -> Played<'_> {
        let options = &options;
        Box::new(move |seed| {
            let summary = bot_game(options, &seed.to_string(), careful, COMMANDS_MAX)?;
            Some((summary.won, vec![summary.depth.into(), summary.score, summary.moves.into()]))
        })
    };
    bots::table(("player", 10), columns, &[("careful", player(true)), ("random", player(false))], &seeds)
}

/// `undercroft dungeon new|fmt|preview|watch|generate`; `None` for none of them.
pub(crate) fn tools(args: &ArgMatches) -> Option<Done> {
    let (name, args) = args.subcommand()?;
    Some(match name {
        "new" => write_new(args.get_one::<PathBuf>("FILE"), starter()),
        "generate" => {
            let number = |name: &str, usual: u32| {
                args.get_one::<u64>(name).map_or(usual, |&n| u32::try_from(n).unwrap_or(u32::MAX))
            };
            let usual = Wishes::default();
            let wishes = Wishes {
                rooms: number("rooms", usual.rooms),
                monsters: number("monsters", usual.monsters),
                items: number("items", usual.items),
            };
            let seed =
                args.get_one::<std::ffi::OsString>("seed").map(|seed| seed.to_string_lossy().into_owned());
            let text = generate(&Seed::from_text(&seed.unwrap_or_else(fresh_seed)), &wishes);
            write_new(args.get_one::<PathBuf>("FILE"), &text)
        }
        "fmt" => args.get_many::<PathBuf>("FILE").into_iter().flatten().try_for_each(|path| reformat(path)),
        "preview" => show(cli::path(args, "FILE")),
        _ => watch(cli::path(args, "FILE")),
    })
}

/// Writes a text to a new file, or to standard output.
fn write_new(path: Option<&PathBuf>, text: &str) -> Done {
    let Some(path) = path else {
        say!("{}", text.trim_end());
        return Ok(());
    };
    let wrong = |error: &std::io::Error| crate::play::unreadable(path, error);
    let mut file = std::fs::File::create_new(path).map_err(|error| wrong(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| wrong(&error))?;
    say!("Wrote {}. Try: undercroft dungeon {}", path.display(), path.display());
    Ok(())
}

/// Formats a file in place; a file that is not XML is left unchanged.
fn reformat(path: &Path) -> Done {
    let level = read_level(path)?;
    let text = format(&level.text).map_err(|findings| refuse_findings(&findings, Some(path)))?;
    if text != level.text {
        keeper::write_atomically(path, text.as_bytes())
            .map_err(|error| crate::play::unreadable(path, &error))?;
    }
    Ok(())
}

fn show(path: &Path) -> Done {
    let rows = preview(&read_level(path)?.text).map_err(|findings| refuse_findings(&findings, Some(path)))?;
    rows.iter().for_each(|row| say!("{row}"));
    Ok(())
}

/// Shows the board again whenever the file changes. While it has errors, the last good board stays.
fn watch(path: &Path) -> Done {
    let clear = output::is_terminal();
    let mut seen = None;
    let mut good: Vec<String> = Vec::new();
    loop {
        let changed = std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
        if seen != Some(changed) {
            seen = Some(changed);
            let text = read_level(path).map(|level| level.text);
            let (rows, findings) = match &text {
                Ok(text) => match preview(text) {
                    Ok(rows) => (Some(rows), check(text).findings),
                    Err(findings) => (None, findings),
                },
                Err(stop) => (None, vec![Finding::error(1, 1, stop.message.clone())]),
            };
            let whole = rows.is_some();
            good = rows.unwrap_or(good);
            if clear {
                let _ = output::Raw.write_all(b"\x1b[2J\x1b[H");
            }
            good.iter().for_each(|row| say!("{row}"));
            say!(
                "{}",
                if whole {
                    "The file has no errors."
                } else {
                    "The file has errors; this is the last valid board."
                }
            );
            let name = path.display().to_string();
            findings.iter().for_each(|finding| say!("{}", crate::files::finding_line(&name, finding)));
            if !output::is_open() {
                return Ok(());
            }
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// The report of `check --solve` for a dungeon, and whether everything can be reached.
pub(crate) fn solvability(text: &str) -> Option<(bool, String)> {
    let setup = check(text).setup?;
    let report = solve(&setup);
    let best = report.best_score.map_or("without end".to_owned(), |score| score.to_string());
    let mut told = format!(
        "{} of {} items and {} of {} monsters can be reached; the highest score is {best}; {}",
        report.items_reached,
        report.items,
        report.monsters_beaten,
        report.monsters,
        if report.winnable { "the game can be won" } else { "no monster's death wins the game" }
    );
    for missed in &report.missed {
        told += &format!("\n  line {}: {}", missed.line, missed.what);
    }
    Some((report.is_complete(), told))
}
