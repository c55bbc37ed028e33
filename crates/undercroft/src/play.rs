//! Starting and opening games in the right front-end.

use crate::files::finding_line;
use crate::{Done, Stop, boo_keys, cave, dungeon, lab, lesson, records, signals};
use catalog::{Entry, Sort};
use clap::ArgMatches;
pub(crate) use front_tui::fresh_seed;
use kernel::{Finding, Kind, Options, Policy, Rng, Scene, Seed, Severity};
use session::{Brief, Level, Seating};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use store::{Gravity, Home, Opened, Save, Trouble};

/// A level file larger than this is none.
const LEVEL_BYTES_MAX: u64 = Policy::OWNER.level_bytes as u64;

/// The options of the command line that name a player.
const SIDES: [&str; 2] = ["hero", "monster"];

/// The most commands a bot plays: some games never end.
const BOT_COMMANDS: u32 = 20_000;
/// How long each frame of a bot's game stands on a terminal.
const BOT_PAUSE: std::time::Duration = std::time::Duration::from_millis(60);

/// How a game is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Screen,
    Line,
    Json,
    Speak,
}

/// The front-end asked for, or line mode where there is no terminal to draw on.
pub(crate) fn how(args: &ArgMatches) -> How {
    if args.get_flag("json") {
        How::Json
    } else if args.get_flag("speak") {
        How::Speak
    } else if args.get_flag("line") || !has_terminal() {
        How::Line
    } else {
        How::Screen
    }
}

/// True when both ends are a terminal that can be drawn on.
pub(crate) fn has_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// `undercroft` alone.
pub(crate) fn title() -> Done {
    if has_terminal() {
        return screen(front_tui::Start::Title);
    }
    Err(Stop::bad(
        "There is no terminal to draw on. Say which game to play, for instance: undercroft boo --line",
    ))
}

/// `undercroft GAME …`.
pub(crate) fn game(id: &str, args: &ArgMatches) -> Done {
    let entry = catalog::find(id).ok_or_else(|| Stop::bad(format!("There is no game '{id}'.")))?;
    if let Some(done) = tools(id, args) {
        return done;
    }
    if args.get_flag("tutorial") {
        return lesson::tutorial(entry, how(args) == How::Line);
    }
    let (options, seating) = options(entry, args)?;
    watch_programs(&seating);
    if id == "boo"
        && let Some(keys) = args.get_one::<String>("keys")
    {
        return boo_keys::play(entry, keys, seed_given(args), &options);
    }
    let seed = seed_given(args).unwrap_or_else(fresh_seed);
    let file = args.try_get_one::<PathBuf>("FILE").ok().flatten();
    let level = match file {
        Some(path) => Some(read_level(path)?),
        None => None,
    };
    if id == "pursuit"
        && how(args) != How::Json
        && let Some(game) = lab::without_persons(&options, level.as_ref(), &seating)?
    {
        return lab::watch(&game, &seed, args.get_flag("quiet"));
    }
    let name = args.get_one::<String>("world");
    if let Some(name) = name
        && let Some(save) = home()?.named(id, name)
    {
        return open_world(entry, &save, &options, &seating, how(args));
    }
    let mut about: Vec<_> = name.map(|name| (session::NAME.to_owned(), name.clone())).into_iter().collect();
    about.extend(seed_given(args).is_none().then(session::fresh_seed_kind));
    let brief = Brief { seed, options, level, about, seating };
    let file = args.try_get_one::<PathBuf>("FILE").ok().flatten();
    let opened =
        start(entry, &brief, args)?.map_err(|trouble| refuse(&trouble, file.map(PathBuf::as_path)))?;
    if seed_given(args).is_none() {
        eprintln!("seed: {}", brief.seed);
        // A code cannot name a program: where one plays it would be the code of another game.
        let code = challenge::Code::of_header(entry, opened.session.header());
        if let Some(code) = code.ok().filter(|code| code.notes.is_empty()) {
            eprintln!("code: {code}");
        }
    }
    tell_findings(&opened, file.map(PathBuf::as_path));
    if args.get_flag("bot") {
        return bot(opened);
    }
    run(opened, how(args))
}

/// What a game's command can do beside playing.
fn tools(id: &str, args: &ArgMatches) -> Option<Done> {
    match id {
        "cave" => cave::tools(args),
        "dungeon" => dungeon::tools(args),
        "pursuit" => args.subcommand_matches("new").map(lab::new_field),
        _ => None,
    }
}

/// Lets the game's own bot play to the end, frame by frame.
fn bot(mut opened: Opened) -> Done {
    signals::end_at_once();
    // What a bot achieves is no record of the player's.
    opened.session.mark("bot");
    let mut dice = Rng::stream(&Seed::from_text(&opened.session.header().seed), "bot", &[]);
    let mut out = io::stdout().lock();
    let mut scene = Scene::default();
    let mut page = Vec::new();
    let clear = io::stdout().is_terminal();
    for _ in 0..BOT_COMMANDS {
        page.clear();
        if clear {
            page.extend_from_slice(b"\x1b[2J\x1b[H");
        }
        if !opened.session.scene_speaks() {
            opened
                .session
                .said()
                .iter()
                .for_each(|said| page.extend_from_slice(format!("{said}\n").as_bytes()));
        }
        opened.session.draw(0, 0, None, &mut scene);
        scene.write_text(&mut page);
        opened.keep().map_err(|trouble| Stop::bad(trouble.to_string()))?;
        if io::Write::write_all(&mut out, &page).is_err() {
            break;
        }
        if clear {
            std::thread::sleep(BOT_PAUSE);
        }
        if opened.session.outcome().is_some() || opened.session.play_advice(&mut dice).is_none() {
            break;
        }
    }
    let path = opened.path().map(Path::to_owned);
    opened.close().map_err(|trouble| Stop::bad(trouble.to_string()))?;
    records::keep_morgue(path.as_deref());
    Ok(())
}

pub(crate) fn home() -> Result<Home, Stop> {
    Home::find().map_err(Stop::bad)
}

pub(crate) fn start(
    entry: &Entry,
    brief: &Brief,
    args: &ArgMatches,
) -> Result<Result<Opened, Trouble>, Stop> {
    if args.get_flag("unsaved") {
        return Ok(store::start_game(entry, brief, None, false));
    }
    if let Some(path) = args.get_one::<PathBuf>("record") {
        return Ok(store::start_game(entry, brief, Some(path), false));
    }
    let name = args.get_one::<String>("world").map(String::as_str);
    Ok(store::start_game(entry, brief, Some(&home()?.new_run(entry.id, name)), true))
}

/// Opens a named run that exists already; says so, and says where its options differ from those asked for now.
fn open_world(entry: &Entry, save: &Save, options: &Options, seating: &Seating, how: How) -> Done {
    let opened = store::open_run(&save.path, seating).map_err(|trouble| refuse(&trouble, None))?;
    eprintln!("'{}' exists already and is played on.", save.name.escape_debug());
    let own = opened.session.header().to_options((entry.options)()).unwrap_or_default();
    for spec in (entry.options)() {
        let (then, now) = (own.get((entry.options)(), spec.name), options.get((entry.options)(), spec.name));
        if then != now {
            eprintln!("It was made with {} = {then} and keeps it; asked for now is {now}.", spec.name);
        }
    }
    for note in &opened.notes {
        eprintln!("{note}");
    }
    run(opened, how)
}

/// `undercroft open FILE`.
pub(crate) fn open(args: &ArgMatches) -> Done {
    let path = args.get_one::<PathBuf>("FILE").ok_or_else(|| Stop::bad("Which file?"))?;
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    match catalog::sort_of(&bytes) {
        Some(Sort::Run) => {
            let seating = seating_named(&bytes, args)?;
            watch_programs(&seating);
            let opened = match branch_at(path, args, &seating)? {
                Some(opened) => opened,
                None => store::open_run(path, &seating).map_err(|trouble| refuse(&trouble, None))?,
            };
            for note in &opened.notes {
                eprintln!("{note}");
            }
            run(opened, how(args))
        }
        Some(Sort::Level(entry)) => {
            let about = vec![session::fresh_seed_kind()];
            let (level, mut options, mut seating) = (read_level(path)?, Options::default(), Seating::OWNER);
            players(entry, args, &mut options, &mut seating)?;
            watch_programs(&seating);
            let brief = Brief { seed: fresh_seed(), options, level: Some(level), about, seating };
            let opened = store::start_game(entry, &brief, Some(&home()?.new_run(entry.id, None)), true)
                .map_err(|trouble| refuse(&trouble, Some(path)))?;
            eprintln!("seed: {}", brief.seed);
            tell_findings(&opened, Some(path));
            run(opened, how(args))
        }
        None => Err(Stop::bad(format!(
            "{}:1:1: error: this is neither a run nor a level of any game here",
            path.display()
        ))),
    }
}

/// Where programs will play, a signal ends them from the start.
fn watch_programs(seating: &Seating) {
    if !seating.seats.is_empty() {
        signals::end_at_once();
    }
}

/// Who plays the seats of a run, as far as the command line says.
fn seating_named(bytes: &[u8], args: &ArgMatches) -> Result<Seating, Stop> {
    let mut seating = Seating::OWNER;
    let named: Vec<(&str, &String)> =
        SIDES.into_iter().filter_map(|side| Some((side, args.get_one::<String>(side)?))).collect();
    if named.is_empty() {
        return Ok(seating);
    }
    let run = session::Run::parse(bytes).run;
    let seats = run.and_then(|run| catalog::find(&run.header.game)).map_or(&[][..], |entry| entry.seats);
    for (side, name) in named {
        let option = seats.iter().find(|option| option.name == side);
        let option = option.ok_or_else(|| Stop::bad(format!("The game of this run has no {side}.")))?;
        seating.seats.push((option.seat, name.clone()));
    }
    Ok(seating)
}

/// The branch asked for with `--at` or `--point`, if any.
fn branch_at(path: &Path, args: &ArgMatches, seating: &Seating) -> Result<Option<Opened>, Stop> {
    let (turn, point) = (args.get_one::<u64>("at"), args.get_one::<String>("point"));
    if turn.is_none() && point.is_none() {
        return Ok(None);
    }
    let (run, _, _) = store::read_run(path).map_err(|trouble| refuse(&trouble, None))?;
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
                    "{}: there is no such save point; there are: {}",
                    path.display(),
                    names.join(", ")
                ))
            })?,
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let beside = path.with_file_name(format!("{stem}-branch.run"));
    let opened = store::branch(&run, at, &beside, seating).map_err(|trouble| refuse(&trouble, None))?;
    if let Some(path) = opened.path() {
        eprintln!("The branch is kept in {}.", path.display());
    }
    Ok(Some(opened))
}

/// Hands a game to its front-end; a game that is kept is also noted in the log.
pub(crate) fn run(opened: Opened, how: How) -> Done {
    if let (Some(path), Ok(home)) = (opened.path(), Home::find()) {
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
        return screen(front_tui::Start::Game(opened));
    }
    let (input, mut stdout) = (signals::Input::new(), io::stdout().lock());
    let done = match how {
        How::Json => front_line::json(opened, input, &mut stdout),
        How::Speak => front_line::speak(opened, input, &mut stdout),
        How::Line | How::Screen => front_line::text(opened, input, &mut stdout),
    };
    if matches!(done, Ok(()) | Err(front_line::Stopped::Output(_))) {
        records::keep_morgue(path.as_deref());
    }
    told(done)
}

/// How a game in line mode stopped.
pub(crate) fn told(done: Result<(), front_line::Stopped>) -> Done {
    match done {
        Ok(()) | Err(front_line::Stopped::Output(_)) => {
            signals::status().map_or(Ok(()), |status| Err(Stop::quiet(status)))
        }
        Err(stopped) => {
            if let Ok(home) = Home::find() {
                home.log(Gravity::Error, "play", &stopped.to_string());
            }
            Err(Stop::bad(stopped.to_string()))
        }
    }
}

/// Opens the full-screen application.
pub(crate) fn screen(start: front_tui::Start) -> Done {
    signals::end_programs();
    match front_tui::run(home()?, start) {
        Ok(exit) if exit.status() == 0 => Ok(()),
        Ok(exit) => Err(Stop::quiet(exit.status())),
        Err(what) => Err(Stop::bad(what)),
    }
}

/// The options set for good in the data folder, then those of the command line; and the players it names.
pub(crate) fn options(entry: &Entry, args: &ArgMatches) -> Result<(Options, Seating), Stop> {
    let mut seating = Seating::OWNER;
    let (mut options, warnings) = match Home::find() {
        Ok(home) => home.properties(entry.id, (entry.options)()),
        Err(_) => Default::default(),
    };
    warnings.iter().for_each(|warning| eprintln!("{warning}"));
    if args.try_get_one::<bool>("dlc").is_ok_and(|dlc| dlc == Some(&true)) {
        for spec in (entry.options)().iter().filter(|spec| matches!(spec.kind, Kind::Switch)) {
            options.set((entry.options)(), spec.name, "on").map_err(Stop::bad)?;
        }
    }
    players(entry, args, &mut options, &mut seating)?;
    for pair in args.get_many::<String>("set").into_iter().flatten() {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| Stop::bad(format!("--set takes NAME=VALUE, not '{}'.", pair.escape_debug())))?;
        entry.set_typed(name, value, &mut options, &mut seating).map_err(Stop::bad)?;
    }
    Ok((options, seating))
}

/// The players named with `--hero` and `--monster`.
fn players(
    entry: &Entry,
    args: &ArgMatches,
    options: &mut Options,
    seating: &mut Seating,
) -> Result<(), Stop> {
    for side in SIDES {
        if let Some(name) = args.try_get_one::<String>(side).ok().flatten() {
            entry.set_typed(side, name, options, seating).map_err(Stop::bad)?;
        }
    }
    Ok(())
}

/// The seed on the command line, if there is one.
pub(crate) fn seed_given(args: &ArgMatches) -> Option<String> {
    let text = |name| args.try_get_one::<std::ffi::OsString>(name).ok().flatten();
    text("seed").or_else(|| text("SEED")).map(|seed| seed.to_string_lossy().into_owned())
}

/// Reads a level file; bytes that are not text are replaced, the reader of the level will name them.
pub(crate) fn read_level(path: &Path) -> Result<Level, Stop> {
    let length = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?.len();
    if length > LEVEL_BYTES_MAX {
        return Err(Stop::bad(format!("{}:1:1: error: the file is too large for a level", path.display())));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Level { name, text: String::from_utf8_lossy(&bytes).into_owned() })
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Stop {
    let text = error.to_string();
    let plain = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
    Stop::bad(format!("{}: {plain}", path.display()))
}

/// The errors of a level file as the message on standard error.
pub(crate) fn refuse_findings(findings: &[Finding], level: Option<&Path>) -> Stop {
    let name = level.map_or_else(|| "level".to_owned(), |path| path.display().to_string());
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    Stop::bad(errors.map(|finding| finding_line(&name, finding)).collect::<Vec<_>>().join("\n"))
}

/// A trouble as the message on standard error.
pub(crate) fn refuse(trouble: &Trouble, level: Option<&Path>) -> Stop {
    match trouble {
        Trouble::Level(findings) => refuse_findings(findings, level),
        other => Stop::bad(other.to_string()),
    }
}

fn tell_findings(opened: &Opened, level: Option<&Path>) {
    let name = level.map_or_else(|| "level".to_owned(), |path| path.display().to_string());
    for finding in &opened.findings {
        eprintln!("{}", finding_line(&name, finding));
    }
}
