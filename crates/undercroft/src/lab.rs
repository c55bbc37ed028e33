//! The pursuit laboratory on the command line: matches, the solver, the arena, new fields.

use crate::play::{How, fresh_seed, how, read_level, refuse_findings, unreadable};
use crate::progress::bar;
use crate::tools::Asked;
use crate::{Done, Stop, cli, output, signals};
use catalog::pursuit_lab::rules::{Diagonals, Field, Player, Pursuit, Setup, Side, read_field};
use catalog::pursuit_lab::{self, Arena, Limits, Match, Progress, Starts, Wanted, Wish};
use clap::ArgMatches;
use kernel::{Game as _, Options, Seed};
use session::{Level, Seating};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A match without people: the setup, and the programs in it.
struct Duel {
    setup: Setup,
    programs: [Option<String>; 2],
}

/// Plays a game without people as a match; `None` if a person plays, or if the protocol is asked for.
pub(crate) fn match_of(asked: &Asked<'_>) -> Result<Option<Done>, Stop> {
    // On a terminal, a match is watched in the application.
    let quiet = asked.args.get_flag("quiet");
    if how(asked.args) == How::Json || (how(asked.args) == How::Screen && !quiet) {
        return Ok(None);
    }
    let duel = without_persons(asked.options, asked.level, asked.seating)?;
    Ok(duel.map(|duel| watch(&duel, asked.seed, quiet)))
}

/// The match, if no person plays. Only programs named on the command line are started, never one that only a
/// file names.
fn without_persons(
    options: &Options,
    level: Option<&Level>,
    seating: &Seating,
) -> Result<Option<Duel>, Stop> {
    let mut options = options.clone();
    let programs =
        Side::ALL.map(|side| seating.named(side.seat()).and_then(Player::command).map(str::to_owned));
    for (side, _) in Side::ALL.iter().zip(&programs).filter(|(_, program)| program.is_some()) {
        options.set(Pursuit::ABOUT.options, side.word(), session::PROGRAM)?;
    }
    let level = level.map(|level| level.text.as_str());
    let Some(setup) = Pursuit::prepare(&options, level, &seating.policy).setup else { return Ok(None) };
    let plays = |player: &Player, program: &Option<String>| match player {
        Player::Human => false,
        Player::Program(_) => program.as_ref().is_some_and(|command| !command.is_empty()),
        _ => true,
    };
    let all = plays(&setup.hero, &programs[0]) && plays(&setup.monster, &programs[1]);
    Ok(all.then_some(Duel { setup, programs }))
}

/// Plays a match: prints two lines with `quiet`, else the whole transcript.
fn watch(duel: &Duel, seed: &str, quiet: bool) -> Done {
    signals::end_at_once();
    let seed = Seed::from_text(seed);
    let setup = &duel.setup.on(&seed);
    let settings = Match { seed, programs: duel.programs.clone(), ..Match::default() };
    let mut out = io::BufWriter::new(output::Out);
    let played = match quiet {
        true => pursuit_lab::quiet(setup, &settings, &mut out),
        false => pursuit_lab::transcript(setup, &settings, &mut out),
    };
    let flushed = out.flush();
    match (played, flushed) {
        (Ok(played), _) if !played.ending.is_clean() => Err(Stop::quiet(1)),
        _ => Ok(()),
    }
}

fn field(path: &Path) -> Result<Arc<Field>, Stop> {
    let level = read_level(path)?;
    let (field, findings) = read_field(&level.text, Diagonals::Free);
    field.map(Arc::new).ok_or_else(|| refuse_findings(&findings, Some(path)))
}

fn limits(args: &ArgMatches) -> Limits {
    let megabytes = args.get_one::<u64>("memory").copied();
    Limits {
        bytes: megabytes.map_or(Limits::default().bytes, |n| n.saturating_mul(1 << 20)),
        ..Limits::default()
    }
}

/// `undercroft solve FIELD`.
pub(crate) fn solve(args: &ArgMatches) -> Done {
    let path = cli::path(args, "FIELD");
    let (field, limits) = (field(path)?, limits(args));
    let bar = bar("solving", 0);
    let told = |progress: Progress| {
        bar.set(progress.done, progress.total);
        true
    };
    let mut out = output::Out;
    let solved = if args.get_flag("json") {
        pursuit_lab::solve_json(&field, &limits, &told, &mut out)
    } else if args.get_flag("map") {
        // The map consists of numbers and our own marks, nothing from the file, so its colours may pass
        // unfiltered.
        pursuit_lab::map_text(&field, &limits, &told, output::has_colours(), &mut output::Raw)
    } else {
        pursuit_lab::solve_text(&field, &limits, &told, &mut out)
    };
    bar.clear();
    output::written(solved)
}

/// `undercroft arena …`.
pub(crate) fn arena(args: &ArgMatches) -> Done {
    signals::end_at_once();
    let word = |name: &str| args.get_one::<String>(name).map_or("", String::as_str);
    let path = cli::path(args, "fields");
    let fields = pursuit_lab::read_fields(path, Diagonals::Free).map_err(|error| unreadable(path, &error))?;
    for (name, findings) in &fields.bad {
        note!("{}", refuse_findings(findings, Some(Path::new(name))).message);
    }
    if fields.good.is_empty() {
        return Err(Stop::bad(format!("{}: there are no fields to play on", path.display())));
    }
    let (heroes, mut hints) = pursuit_lab::players(word("hero"), Side::Hero)?;
    let (monsters, more) = pursuit_lab::players(word("monster"), Side::Monster)?;
    hints.extend(more);
    hints.iter().for_each(|hint| note!("{hint}"));
    let patience =
        args.get_one::<u64>("patience").map_or(pursuit_lab::PATIENCE, |&ms| Duration::from_millis(ms.max(1)));
    let seed = args.get_one::<String>("seed").cloned().unwrap_or_else(fresh_seed);
    let arena = Arena {
        fields: fields.good,
        heroes,
        monsters,
        starts: if word("starts") == "all" { Starts::All } else { Starts::File },
        games: args
            .get_one::<u64>("games")
            .map_or(1, |&games| u32::try_from(games).unwrap_or(u32::MAX).max(1)),
        limit: None,
        seed: seed.clone(),
        settings: Match { patience, limits: limits(args), seed: Seed::from_text(&seed), ..Match::default() },
        threads: 0,
    };
    let bar = bar("playing", 0);
    let told = |done: u64, total: u64| {
        bar.set(done, total);
        true
    };
    let mut out = io::BufWriter::new(output::Out);
    let played = if args.get_flag("json") {
        pursuit_lab::arena_json(&arena, &told, &mut out)
    } else if args.get_flag("csv") {
        pursuit_lab::arena_csv(&arena, &told, &mut out)
    } else {
        pursuit_lab::arena_table(&arena, &told, &mut out)
    };
    bar.clear();
    output::written(played.and_then(|_| out.flush()))
}

/// `undercroft pursuit new …`.
pub(crate) fn new_field(args: &ArgMatches) -> Done {
    let number = |name: &str| args.get_one::<u64>(name).map(|&n| u16::try_from(n).unwrap_or(u16::MAX));
    let turns = match args.get_one::<String>("turns") {
        Some(text) => Some(pursuit_lab::turns_range(text)?),
        None => None,
    };
    let result = match args.get_one::<String>("result").map(String::as_str) {
        Some("caught") => Some(Wanted::Caught),
        Some("escape") => Some(Wanted::Escape),
        _ => None,
    };
    let wish =
        Wish { size: number("size").unwrap_or(10), potions: number("potions").unwrap_or(0), result, turns };
    let seed = args.get_one::<std::ffi::OsString>("seed").map(|seed| seed.to_string_lossy().into_owned());
    let seed = seed.unwrap_or_else(|| {
        let seed = fresh_seed();
        note!("seed: {seed}");
        seed
    });
    let bar = bar("sketching", 0);
    let told = |tried: u32, most: u32| {
        bar.set(tried.into(), most.into());
        true
    };
    let found = pursuit_lab::new_field(&wish, &Seed::from_text(&seed), &Limits::default(), &told);
    bar.clear();
    let field = found.map_err(|why| Stop { status: 1, message: why.to_string() })?;
    // Trailing rows of blanks are walls and belong to the field.
    say!("{}", field.text.strip_suffix('\n').unwrap_or(&field.text));
    Ok(())
}
