//! Codes, daily games and the pentathlon on the command line.

use crate::play::{How, game_named, home, how, options, run, seed_given, start};
use crate::{Done, Stop, cli};
use clap::{Arg, ArgMatches, Command};
use keeper::Home;
use records::challenge::{Challenge, Code, Date, History, Kind, Standings, TryState, begin};
use session::Entry;
use std::path::Path;

/// Environment variable that sets the date of the commands of this module, for tests and demonstrations.
const TODAY: &str = "UNDERCROFT_TODAY";

/// The commands of this module.
pub(crate) fn commands() -> [Command; 4] {
    let what = Arg::new("WHAT").required(true).help("A game, or a run file");
    let code = Command::new("code")
        .about("Print the short code for a game with its options and seed")
        .arg(what)
        .arg(cli::seed().help("The seed; a fresh one by default"))
        .arg(cli::set("An option of the game"))
        .arg(cli::flag("made", "Use a level generated from the seed, in games that have them"));
    let play = Command::new("play")
        .about("Play the game of a code")
        .arg(
            Arg::new("CODE")
                .required(true)
                .num_args(1..)
                .help("The code; upper or lower case, with or without dashes"),
        )
        .args(cli::keeping("Save the run under this name"))
        .args(cli::how());
    [code, play, contest(Kind::Daily), contest(Kind::Pentathlon)]
}

fn contest(kind: Kind) -> Command {
    let (about, game) = match kind {
        Kind::Daily => {
            ("Daily games: one scored try per game and day", "Play this game; without it, list all")
        }
        Kind::Pentathlon => (
            "Play all games of one day for one total score",
            "Play this game; by default the next unfinished one",
        ),
    };
    Command::new(kind.word())
        .about(about)
        .after_help(format!(
            "The first try of a day counts; it can be left and continued. Days are in UTC; \
             {} sets another date for tests. Points per game (0 to 1000):\n{}",
            TODAY,
            points_help()
        ))
        .arg(Arg::new("GAME").help(game))
        .arg(cli::text("date", "YYYY-MM-DD", "Play the game of another day, not scored"))
        .arg(cli::flag("again", "Start another try, not scored"))
        .arg(cli::flag("list", "Only show the standings").conflicts_with("GAME"))
        .arg(cli::flag("history", "List all scored tries").conflicts_with_all(["GAME", "date", "list"]))
        .args(cli::how())
}

fn points_help() -> String {
    catalog::GAMES.iter().map(|entry| format!("  {:<9} {}\n", entry.id, entry.contest.told)).collect()
}

/// `undercroft code GAME|RUN`.
pub(crate) fn code(args: &ArgMatches) -> Done {
    let what = args.get_one::<String>("WHAT").map_or("", String::as_str);
    let made = args.get_flag("made");
    let Some(entry) = catalog::find(what) else { return code_of_run(Path::new(what)) };
    if made && entry.contest.make.is_none() {
        return Err(Stop::bad(format!("{} has no levels generated from a seed.", entry.title)));
    }
    let seed = seed_given(args).unwrap_or_else(keeper::fresh_seed);
    let (mut options, seating) = options(entry, args)?;
    for option in entry.attached.seats.iter().filter(|option| seating.named(option.seat).is_some()) {
        options.set(entry.options, option.name, session::PROGRAM)?;
    }
    tell(Code::new(entry, options, made, seed));
    Ok(())
}

fn code_of_run(path: &Path) -> Done {
    if !path.exists() {
        return Err(Stop::bad(format!("'{}' is neither a game nor a run file.", path.display())));
    }
    let (run, _, _) = keeper::read_run(path)?;
    let entry = catalog::find(&run.header.game).ok_or_else(|| {
        Stop::bad(format!("{}: there is no game '{}' here", path.display(), run.header.game))
    })?;
    let code = Code::of_header(entry, &run.header)
        .map_err(|what| Stop::bad(format!("{}: {what}", path.display())))?;
    // The level must be the one the seed makes, whatever the header claims.
    if code.to_brief()?.level != run.header.level {
        return Err(Stop::bad(format!("{}: its level was not generated from its seed.", path.display())));
    }
    tell(code);
    Ok(())
}

/// Prints a code, with its notes on standard error.
fn tell(code: Code) {
    code.notes.iter().for_each(|note| note!("{note}"));
    say!("{code}");
}

/// `undercroft play CODE`.
pub(crate) fn play(args: &ArgMatches) -> Done {
    let words: Vec<&str> =
        args.get_many::<String>("CODE").into_iter().flatten().map(String::as_str).collect();
    let code = Code::read(catalog::GAMES, &words.join(" "))?;
    let mut brief = code.to_brief()?;
    let name = args.get_one::<String>("world");
    brief.about.extend(name.map(|name| ("name".to_owned(), name.clone())));
    let mut opened = start(code.entry, &brief, args)??;
    code.notes.iter().for_each(|note| note!("{note}"));
    opened.notes.extend(code.notes);
    run(opened, how(args))
}

/// `undercroft daily [GAME]`.
pub(crate) fn daily(args: &ArgMatches) -> Done {
    let day = Day::of(args, Kind::Daily)?;
    match args.get_one::<String>("GAME") {
        Some(id) => day.play(game_named(id)?, args),
        None => day.list(args),
    }
}

/// `undercroft pentathlon [GAME]`.
pub(crate) fn pentathlon(args: &ArgMatches) -> Done {
    let day = Day::of(args, Kind::Pentathlon)?;
    if args.get_flag("list") || args.get_flag("history") {
        return day.list(args);
    }
    match args.get_one::<String>("GAME") {
        Some(id) => day.play(game_named(id)?, args),
        None => match day.table()?.next() {
            Some(next) => day.play(next.entry, args),
            None => day.list(args),
        },
    }
}

fn today() -> Result<Date, String> {
    match std::env::var(TODAY) {
        Ok(text) if !text.is_empty() => Date::asked(&text).map_err(|what| format!("{TODAY}: {what}")),
        _ => Ok(Date::of_seconds(keeper::now_seconds())),
    }
}

/// A challenge, the requested day and today.
struct Day {
    home: Home,
    kind: Kind,
    date: Date,
    today: Date,
}

impl Day {
    fn of(args: &ArgMatches, kind: Kind) -> Result<Self, Stop> {
        let today = today()?;
        let date = match args.get_one::<String>("date") {
            Some(text) => Date::asked(text)?,
            None => today,
        };
        Ok(Self { home: home()?, kind, date, today })
    }

    fn table(&self) -> Result<Standings, Stop> {
        Ok(Standings::of(&self.home, self.kind, self.date)?)
    }

    fn play(&self, entry: &'static Entry, args: &ArgMatches) -> Done {
        let challenge = Challenge { kind: self.kind, entry, date: self.date, games: catalog::GAMES };
        let begun = begin(&self.home, &challenge, self.today, args.get_flag("again"))?;
        begun.notes.iter().for_each(|note| note!("{note}"));
        let (how, scored) = (how(args), begun.scored);
        let done = run(begun.opened, how);
        if scored && how != How::Json {
            self.tell(&challenge);
        }
        done
    }

    /// Prints the standing of the try, and the total if there is one.
    fn tell(&self, challenge: &Challenge) {
        let Ok(table) = self.table() else { return };
        if let Some((_, standing)) = table.rows.iter().find(|(row, _)| row.entry.id == challenge.entry.id) {
            note!("The try of the {} {standing}.", challenge.name());
        }
        if self.kind == Kind::Pentathlon {
            let next = table.next().map_or(String::new(), |next| format!("; next: {}", next.entry.title));
            note!("Total: {} of {}{next}.", table.total(), self.kind.points_max(catalog::GAMES));
        }
    }

    fn list(&self, args: &ArgMatches) -> Done {
        if args.get_flag("history") {
            return self.history(args.get_flag("json"));
        }
        let table = self.table()?;
        table.notes.iter().for_each(|note| note!("{note}"));
        if args.get_flag("json") {
            for (challenge, standing) in &table.rows {
                say!("{}", json(challenge, standing));
            }
            return Ok(());
        }
        say!("{} {}", if self.kind == Kind::Daily { "Daily games of" } else { "Pentathlon of" }, self.date);
        for (challenge, standing) in &table.rows {
            say!("  {:<9} {:<34} {}", challenge.entry.id, short(standing), challenge.code());
        }
        if self.kind == Kind::Pentathlon {
            say!("  {:<9} {} of {} points", "total", table.total(), self.kind.points_max(catalog::GAMES));
        }
        Ok(())
    }

    fn history(&self, json_lines: bool) -> Done {
        let history = History::read(&self.home)?;
        history.notes.iter().for_each(|note| note!("{note}"));
        let mut tries = history.standings(&self.home);
        tries.retain(|(entered, _)| entered.kind == self.kind);
        if tries.is_empty() && !json_lines {
            say!("No scored try of a {} yet.", self.kind.word());
        }
        for day in tries.chunk_by(|(a, _), (b, _)| a.date == b.date) {
            for (entered, standing) in day {
                let Some(entry) = catalog::find(&entered.game) else { continue };
                let challenge =
                    Challenge { kind: entered.kind, entry, date: entered.date, games: catalog::GAMES };
                if json_lines {
                    say!("{}", json(&challenge, standing));
                } else {
                    say!("{}  {:<9} {}", entered.date, entered.game, short(standing));
                }
            }
            if self.kind == Kind::Pentathlon && !json_lines {
                let total: u32 = day.iter().map(|(_, standing)| standing.points()).sum();
                say!(
                    "{}  {:<9} {total} of {} points",
                    day[0].0.date,
                    "total",
                    self.kind.points_max(catalog::GAMES)
                );
            }
        }
        Ok(())
    }
}

fn short(standing: &TryState) -> String {
    match standing {
        TryState::Waiting => "not begun".to_owned(),
        TryState::Open { score, points } => format!("open, score {score}, {points} points"),
        TryState::Ended { result, score, points } => format!("{result}, score {score}, {points} points"),
        TryState::Void(why) => format!("not counted: {why}"),
    }
}

fn json(challenge: &Challenge, standing: &TryState) -> String {
    let (state, score) = match standing {
        TryState::Waiting => ("waiting", None),
        TryState::Open { score, .. } => ("open", Some(*score)),
        TryState::Ended { result, score, .. } => (result.as_str(), Some(*score)),
        TryState::Void(_) => ("void", None),
    };
    serde_json::json!({
        "challenge": challenge.kind.word(), "date": challenge.date.to_string(), "game": challenge.entry.id,
        "seed": challenge.seed(), "code": challenge.code().to_string(), "state": state, "score": score,
        "points": standing.points(),
    })
    .to_string()
}
