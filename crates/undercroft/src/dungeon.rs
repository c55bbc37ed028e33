//! Writing dungeons: a starter, a formatter, a preview that follows the file, and dungeons made from a seed.

use crate::play::{fresh_seed, read_level, refuse_findings};
use crate::{Done, Stop, output};
use catalog::dungeon::{Dungeon, Wishes, bot_game, check, format, generate, preview, solve, starter};
use clap::ArgMatches;
use kernel::{Finding, Game as _, Options, Seed};
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often `watch` looks at its file.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// After so many commands a bot gives up.
const COMMANDS_MAX: u32 = 20_000;

/// Plays the games of these seeds with these options, carefully and by chance, and prints how they ended.
pub(crate) fn balance(seeds: Range<u64>, set: &[String]) -> Done {
    let mut options = Options::default();
    for pair in set {
        let (name, value) = pair.split_once('=').ok_or_else(|| Stop::bad("--set takes NAME=VALUE."))?;
        options.set(Dungeon::ABOUT.options, name, value).map_err(Stop::bad)?;
    }
    say!(
        "{:<10} {:>7} {:>8} {:>10} {:>11} {:>10}",
        "player",
        "games",
        "won",
        "mean depth",
        "mean score",
        "mean moves"
    );
    for (player, careful) in [("careful", true), ("random", false)] {
        let (mut games, mut won, mut depth, mut score, mut moves) = (0u64, 0u64, 0u64, 0i64, 0u64);
        for seed in seeds.clone() {
            let Some(summary) = bot_game(&options, &seed.to_string(), careful, COMMANDS_MAX) else { break };
            games += 1;
            won += u64::from(summary.won);
            depth += u64::from(summary.depth);
            score += summary.score;
            moves += u64::from(summary.moves);
        }
        let mean = |total: f64| total / games.max(1) as f64;
        say!(
            "{player:<10} {games:>7} {:>7.1}% {:>10.2} {:>11.1} {:>10.0}",
            mean(won as f64) * 100.0,
            mean(depth as f64),
            mean(score as f64),
            mean(moves as f64)
        );
    }
    Ok(())
}

/// `undercroft dungeon new|fmt|preview|watch|generate`; nothing when none of them was asked for.
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
        "preview" => show(file(args)?),
        _ => watch(file(args)?),
    })
}

fn file(args: &ArgMatches) -> Option<&PathBuf> {
    args.get_one::<PathBuf>("FILE")
}

/// Writes a text to a file that is not there yet, or to standard output.
fn write_new(path: Option<&PathBuf>, text: &str) -> Done {
    let Some(path) = path else {
        say!("{}", text.trim_end());
        return Ok(());
    };
    let wrong = |error: &std::io::Error| crate::play::unreadable(path, error);
    let mut file = std::fs::File::create_new(path).map_err(|error| wrong(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| wrong(&error))?;
    say!("{} is written. Try: undercroft dungeon {}", path.display(), path.display());
    Ok(())
}

/// Formats a file in place; a file that is no XML is left as it is.
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

/// Shows the board again whenever the file changes; the last board without errors stays while the file has some.
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
                    "The file has errors; this is the last board without errors."
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

/// What `check --solve` prints about a dungeon; true when everything can be reached.
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
