//! Starting and opening games in the right front-end.

use crate::files::{finding_line, kind_of};
use crate::tools::{self, Asked};
use crate::{Done, Stop, cli, lesson, output, scores, signals, together};
use clap::ArgMatches;
pub(crate) use keeper::fresh_seed;
use keeper::{Gravity, Home, OpenError, Opened};
use kernel::{Finding, Kind, Options, Rng, Scene, Seat, Seed, Severity};
use session::{Brief, Entry, FileKind, Level, Run, Seating};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// The command line's options that name a player, and the equivalent positional arguments of the document.
const SIDES: [(&str, &str); 4] =
    [("hero", "HERO"), ("hero", "hero"), ("monster", "MONSTER"), ("monster", "monster")];

/// Maximum number of commands a bot plays: some games never end.
const BOT_COMMANDS: u32 = 20_000;
/// Maximum number of commands a bot plays to be watched.
const WATCHED_COMMANDS: u32 = 5_000;

/// The front-end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Screen,
    Line,
    Json,
    Speak,
}

/// The requested front-end; line mode if there is no terminal to draw on.
pub(crate) fn how(args: &ArgMatches) -> How {
    let asked = |flag| args.try_get_one::<bool>(flag).is_ok_and(|flag| flag == Some(&true));
    if asked("json") {
        How::Json
    } else if asked("speak") {
        How::Speak
    } else if asked("line") || !has_terminal() {
        How::Line
    } else {
        How::Screen
    }
}

/// Whether standard input and output are a terminal that can be drawn on.
pub(crate) fn has_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && output::is_terminal() && !dumb
}

/// `undercroft` without arguments.
pub(crate) fn title() -> Done {
    if has_terminal() {
        return screen(app::Start::Title);
    }
    Err(Stop::bad(
        "There is no terminal. Name a game to play line by line, for example: undercroft boo --line",
    ))
}

/// `undercroft GAME …`.
pub(crate) fn game(id: &str, args: &ArgMatches) -> Done {
    let entry = game_named(id)?;
    let tools = tools::of(id);
    if let Some(done) = (tools.run)(args) {
        return done;
    }
    if let (Some(("ladder", args)), Some(ladder)) = (args.subcommand(), &entry.attached.ladder) {
        return crate::ladder::ladder(entry, ladder, args);
    }
    if args.get_flag("tutorial") {
        return lesson::tutorial(entry, how(args) == How::Line);
    }
    let (mut options, seating) = options(entry, args)?;
    if together::address(args).is_some() {
        together::seat_people(entry, args, &mut options)?;
    }
    watch_programs(&seating);
    // A game kept elsewhere leaves the data folder alone. Failing to write the template is no error.
    if !args.get_flag("unsaved") && !args.contains_id("record") {
        let _ = home().map(|home| home.write_settings_template(entry));
    }
    let seed = seed_given(args).unwrap_or_else(fresh_seed);
    let file = args.try_get_one::<PathBuf>("FILE").ok().flatten();
    let level = match file {
        Some(path) => Some(read_level(path)?),
        None => None,
    };
    let asked =
        Asked { entry, args, options: &options, level: level.as_ref(), seed: &seed, seating: &seating };
    if let Some(done) = (tools.play)(&asked)? {
        return done;
    }
    let name = args.get_one::<String>("world");
    let mut about: Vec<_> = name.map(|name| (session::NAME.to_owned(), name.clone())).into_iter().collect();
    about.extend(seed_given(args).is_none().then(session::fresh_seed_kind));
    about.extend(args.get_flag("practice").then(session::practice_remark));
    let brief = Brief { seed, options, level, about, seating };
    let file = args.try_get_one::<PathBuf>("FILE").ok().flatten();
    let opened =
        start(entry, &brief, args)?.map_err(|problem| refuse(&problem, file.map(PathBuf::as_path)))?;
    // An existing world has a seed of its own.
    if seed_given(args).is_none() && opened.session.header().seed == brief.seed {
        note!("seed: {}", brief.seed);
        // A code cannot name a program, so with one it would be the code of a different game.
        let code = records::challenge::Code::of_header(entry, opened.session.header());
        if let Some(code) = code.ok().filter(|code| code.notes.is_empty()) {
            note!("code: {code}");
        }
    }
    tell_findings(&opened, file.map(PathBuf::as_path));
    if let Some(address) = together::address(args) {
        return together::host(opened, address, args);
    }
    let seats = opened.session.about().seats;
    let all_played = seats > 1 && (0..seats).all(|seat| opened.session.has_strategy(Seat(seat)));
    match (how(args), args.get_flag("bot")) {
        (How::Screen, bot) if bot || all_played => watch(opened, bot),
        (_, true) => bot(opened),
        (how, false) => run(opened, how),
    }
}

/// Lets the bot, or the strategies of all seats, play, then opens the game in the application for watching.
fn watch(mut opened: Opened, is_bot: bool) -> Done {
    if is_bot {
        // What a bot achieves is not the player's record.
        opened.session.mark(session::BOT);
        let mut dice = Rng::stream(&Seed::from_text(&opened.session.header().seed), "bot", &[]);
        for _ in 0..WATCHED_COMMANDS {
            if opened.session.outcome().is_some() || opened.session.play_advice(&mut dice).is_none() {
                break;
            }
        }
    } else {
        opened.session.settle();
    }
    opened.keep()?;
    let watched = Run::of(opened.session.as_ref());
    let path = opened.path().map(Path::to_owned);
    opened.close()?;
    scores::keep_morgue(path.as_deref());
    screen(app::Start::Replay(watched, 0))
}

/// Lets the game's bot play to the end and prints every frame.
fn bot(mut opened: Opened) -> Done {
    signals::end_at_once();
    // What a bot achieves is not the player's record.
    opened.session.mark(session::BOT);
    let mut dice = Rng::stream(&Seed::from_text(&opened.session.header().seed), "bot", &[]);
    let mut scene = Scene::default();
    let mut page = Vec::new();
    for _ in 0..BOT_COMMANDS {
        page.clear();
        if !opened.session.about().scene_speaks {
            opened
                .session
                .said()
                .iter()
                .for_each(|said| page.extend_from_slice(format!("{}\n", said.text).as_bytes()));
        }
        opened.session.draw(opened.session.to_move(), 0, 0, None, &mut scene);
        scene.write_text(&mut page);
        opened.keep()?;
        if output::Out.write_all(&page).is_err() {
            break;
        }
        if opened.session.outcome().is_some() || opened.session.play_advice(&mut dice).is_none() {
            break;
        }
    }
    let path = opened.path().map(Path::to_owned);
    opened.close()?;
    scores::keep_morgue(path.as_deref());
    Ok(())
}

/// The data folder, with the catalogue's games.
pub(crate) fn home() -> Result<Home, Stop> {
    Ok(Home::find(catalog::GAMES)?)
}

/// The game with this id.
pub(crate) fn game_named(id: &str) -> Result<&'static Entry, Stop> {
    catalog::find(id).ok_or_else(|| Stop::bad(format!("There is no game '{}'.", id.escape_debug())))
}

/// The game of a run.
pub(crate) fn game_of(run: &Run) -> Result<&'static Entry, Stop> {
    catalog::find(&run.header.game)
        .ok_or_else(|| Stop::bad(format!("There is no game '{}' here.", run.header.game)))
}

/// Starts a game and saves it where the command line says. An existing world is opened instead, with a
/// message.
pub(crate) fn start(
    entry: &Entry,
    brief: &Brief,
    args: &ArgMatches,
) -> Result<Result<Opened, OpenError>, Stop> {
    if args.get_flag("unsaved") {
        return Ok(keeper::start_game(entry, brief, None, false));
    }
    if let Some(path) = args.get_one::<PathBuf>("record") {
        return Ok(keeper::start_game(entry, brief, Some(path), false));
    }
    let home = home()?;
    let path = home.new_run(entry.id, session::remark(&brief.about, session::NAME));
    let started = home.start(entry, brief, &path);
    if let Ok(opened) = &started {
        opened.notes.iter().for_each(|note| note!("{note}"));
    }
    Ok(started)
}

/// `undercroft continue`: resumes the newest game that has not ended.
pub(crate) fn go_on(args: &ArgMatches) -> Done {
    let is_open =
        |save: &keeper::Save| save.state == keeper::State::Open && catalog::find(&save.game).is_some();
    let newest =
        home()?.saves().into_iter().find(is_open).ok_or_else(|| {
            Stop::bad("There is no game to continue. Start one, for example: undercroft boo")
        })?;
    let opened = keeper::open_run(catalog::GAMES, &newest.path, &Seating::OWNER)?;
    for note in &opened.notes {
        note!("{note}");
    }
    run(opened, how(args))
}

/// `undercroft open FILE`.
pub(crate) fn open(args: &ArgMatches) -> Done {
    let path = cli::path(args, "FILE");
    match kind_of(path).map_err(|error| unreadable(path, &error))? {
        Some(FileKind::Run) => {
            let seating = seating_named(path, args)?;
            watch_programs(&seating);
            let opened = match branch_at(path, args, &seating)? {
                Some(opened) => opened,
                None => keeper::open_run(catalog::GAMES, path, &seating)?,
            };
            for note in &opened.notes {
                note!("{note}");
            }
            run(opened, how(args))
        }
        Some(FileKind::Level(entry)) => {
            let about = vec![session::fresh_seed_kind()];
            let (level, mut options, mut seating) = (read_level(path)?, Options::default(), Seating::OWNER);
            players(entry, args, &mut options, &mut seating)?;
            watch_programs(&seating);
            let brief = Brief { seed: fresh_seed(), options, level: Some(level), about, seating };
            let opened = keeper::start_game(entry, &brief, Some(&home()?.new_run(entry.id, None)), true)
                .map_err(|problem| refuse(&problem, Some(path)))?;
            note!("seed: {}", brief.seed);
            tell_findings(&opened, Some(path));
            run(opened, how(args))
        }
        None => Err(Stop::bad(format!(
            "{}:1:1: error: this is neither a run nor a level of a known game",
            path.display()
        ))),
    }
}

/// If programs will play, signals end them from the start.
fn watch_programs(seating: &Seating) {
    if !seating.seats.is_empty() {
        signals::end_at_once();
    }
}

/// Who plays the seats of a run, as far as the command line says.
fn seating_named(path: &Path, args: &ArgMatches) -> Result<Seating, Stop> {
    let mut seating = Seating::OWNER;
    let named: Vec<(&str, &String)> = SIDES
        .into_iter()
        .filter_map(|(side, arg)| Some((side, args.try_get_one::<String>(arg).ok().flatten()?)))
        .collect();
    if named.is_empty() {
        return Ok(seating);
    }
    let (run, _, _) = keeper::read_run(path)?;
    let seats = catalog::find(&run.header.game).map_or(&[][..], |entry| entry.attached.seats);
    for (side, name) in named {
        let option = seats.iter().find(|option| option.name == side);
        let option = option.ok_or_else(|| Stop::bad(format!("The game of this run has no {side}.")))?;
        seating.seats.push((option.seat, name.clone()));
    }
    Ok(seating)
}

/// The branch requested with `--at` or `--point`, if any.
fn branch_at(path: &Path, args: &ArgMatches, seating: &Seating) -> Result<Option<Opened>, Stop> {
    let (turn, point) = (args.get_one::<u64>("at"), args.get_one::<String>("point"));
    if turn.is_none() && point.is_none() {
        return Ok(None);
    }
    let (run, _, _) = keeper::read_run(path)?;
    let at = match (turn, point) {
        (Some(&turn), _) => {
            usize::try_from(turn).ok().filter(|&turn| turn <= run.steps.len()).ok_or_else(|| {
                Stop::bad(format!("{}: the run has only {} turns", path.display(), run.steps.len()))
            })?
        }
        (None, name) => run
            .points
            .iter()
            .rev()
            .find(|point| Some(&point.name) == name)
            .map(|point| point.after)
            .ok_or_else(|| {
                let names: Vec<&str> = run.points.iter().map(|point| point.name.as_str()).collect();
                Stop::bad(format!(
                    "{}: there is no such save point; the run has: {}",
                    path.display(),
                    names.join(", ")
                ))
            })?,
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let beside = path.with_file_name(format!("{stem}-branch.run"));
    let opened = keeper::branch(catalog::GAMES, &run, at, &beside, seating)?;
    if let Some(path) = opened.path() {
        note!("The branch is saved in {}.", path.display());
    }
    Ok(Some(opened))
}

/// Hands a game to its front-end; a kept game is also noted in the log.
pub(crate) fn run(opened: Opened, how: How) -> Done {
    if let (Some(path), Ok(home)) = (opened.path(), home()) {
        let header = opened.session.header();
        let message = format!(
            "{} after {} commands, seed {:?}, {}",
            header.game,
            opened.session.commands(),
            header.seed,
            path.display()
        );
        home.log(Gravity::Info, "play", &message);
    }
    let path = opened.path().map(Path::to_owned);
    if how == How::Screen {
        return screen(app::Start::Game(opened));
    }
    let input = signals::Input::new();
    let done = match how {
        How::Json => front_line::json(opened, input, &mut output::Out),
        How::Speak => front_line::speak(opened, input, &mut output::Out),
        How::Line | How::Screen => front_line::text(opened, input, &mut output::Out),
    };
    if matches!(done, Ok(()) | Err(front_line::Stopped::Output(_))) {
        scores::keep_morgue(path.as_deref());
    }
    told(done)
}

/// Converts the result of line mode.
pub(crate) fn told(done: Result<(), front_line::Stopped>) -> Done {
    match done {
        Ok(()) | Err(front_line::Stopped::Output(_)) => {
            signals::status().map_or(Ok(()), |status| Err(Stop::quiet(status)))
        }
        Err(stopped) => {
            if let Ok(home) = home() {
                home.log(Gravity::Error, "play", &stopped.to_string());
            }
            Err(Stop::bad(stopped.to_string()))
        }
    }
}

/// Opens the full-screen application.
pub(crate) fn screen(start: app::Start) -> Done {
    screen_with(start, &terminal::Waker::default())
}

/// The same for a game in which others act, too: `waker` reports their moves.
pub(crate) fn screen_with(start: app::Start, waker: &terminal::Waker) -> Done {
    signals::end_programs();
    let (exit, farewell) = terminal::run(home()?, start, waker)?;
    if let Some(farewell) = farewell {
        say!("{farewell}");
    }
    if exit.status() == 0 { Ok(()) } else { Err(Stop::quiet(exit.status())) }
}

/// The options of the settings file, overridden by the command line, and the players it names.
pub(crate) fn options(entry: &Entry, args: &ArgMatches) -> Result<(Options, Seating), Stop> {
    let mut seating = Seating::OWNER;
    let (mut options, warnings) = match home() {
        Ok(home) => home.properties(entry),
        Err(_) => Default::default(),
    };
    warnings.iter().for_each(|warning| note!("{warning}"));
    if args.try_get_one::<bool>("dlc").is_ok_and(|dlc| dlc == Some(&true)) {
        for spec in entry.options.iter().filter(|spec| matches!(spec.kind, Kind::Switch)) {
            options.set(entry.options, spec.name, "on")?;
        }
    }
    players(entry, args, &mut options, &mut seating)?;
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    if let Some(edition) = args.try_get_one::<String>(kernel::EDITION).ok().flatten() {
        if !entry.options.iter().any(|spec| spec.name == kernel::EDITION) {
            return Err(Stop::bad(format!(
                "{} has no editions; it is always played as in its document.",
                entry.title
            )));
        }
        pairs.push((kernel::EDITION, edition));
    }
    for pair in args.get_many::<String>("set").into_iter().flatten() {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| Stop::bad(format!("--set takes NAME=VALUE, not '{}'.", pair.escape_debug())))?;
        // A player may be a program, which is not recorded. All other options are set together, because of
        // presets.
        if entry.attached.seats.iter().any(|option| option.name.eq_ignore_ascii_case(name.trim())) {
            entry.set_typed(name, value, &mut options, &mut seating)?;
        } else {
            pairs.push((name, value));
        }
        tell_reading(entry, name, value);
    }
    options.set_all(entry.options, &pairs)?;
    Ok((options, seating))
}

/// Sets the players named with `--hero` and `--monster`.
fn players(
    entry: &Entry,
    args: &ArgMatches,
    options: &mut Options,
    seating: &mut Seating,
) -> Result<(), Stop> {
    for (side, arg) in SIDES {
        if let Some(name) = args.try_get_one::<String>(arg).ok().flatten() {
            entry.set_typed(side, name, options, seating)?;
            tell_reading(entry, side, name);
        }
    }
    Ok(())
}

/// Tells the person how a misspelled value was read.
fn tell_reading(entry: &Entry, name: &str, value: &str) {
    let spec = entry.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name.trim()));
    if let Some(reading) = spec.and_then(|spec| spec.reading(value)) {
        note!("{reading}");
    }
}

/// The seed on the command line, if any.
pub(crate) fn seed_given(args: &ArgMatches) -> Option<String> {
    let text = |name| args.try_get_one::<std::ffi::OsString>(name).ok().flatten();
    text("seed").or_else(|| text("SEED")).map(|seed| seed.to_string_lossy().into_owned())
}

/// Reads a level file; the error lists what is wrong with it.
pub(crate) fn read_level(path: &Path) -> Result<Level, Stop> {
    keeper::read_level(path).map_err(|problem| refuse(&problem, Some(path)))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Stop {
    Stop::bad(format!("{}: {}", path.display(), keeper::plain(error)))
}

/// The errors of a level file, as a message for standard error.
pub(crate) fn refuse_findings(findings: &[Finding], level: Option<&Path>) -> Stop {
    let name = level.map_or_else(|| "level".to_owned(), |path| path.display().to_string());
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    Stop::bad(errors.map(|finding| finding_line(&name, finding)).collect::<Vec<_>>().join("\n"))
}

/// A problem, as a message for standard error.
pub(crate) fn refuse(problem: &OpenError, level: Option<&Path>) -> Stop {
    match problem {
        OpenError::Level(findings) => refuse_findings(findings, level),
        other => Stop::bad(other.to_string()),
    }
}

fn tell_findings(opened: &Opened, level: Option<&Path>) {
    let name = level.map_or_else(|| "level".to_owned(), |path| path.display().to_string());
    for finding in &opened.findings {
        note!("{}", finding_line(&name, finding));
    }
}
