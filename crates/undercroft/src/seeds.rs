//! `undercroft seeds`: looking for seeds by what their first floors hold.

use crate::play::options;
use crate::progress::bar;
use crate::{Done, Stop, cli};
use catalog::Entry;
use challenge::{Code, Condition, Found, Progress, Rarity, Search, all_fields};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often the file of a search is written.
const KEEP_EVERY: Duration = Duration::from_secs(2);
/// So many seeds are enough if nobody says otherwise.
const ENOUGH: &str = "10";

/// The command.
pub(crate) fn command() -> Command {
    Command::new("seeds")
        .about("Search for seeds by what the first floors hold")
        .after_help(
            "Example: undercroft seeds chambers --where \"potions.BA >= 3 && stairs.distance < 20\" --count 5\n\
             A condition compares fields and numbers (+ - *, < <= > >= == !=) and joins comparisons (&& || ! or and, or, not). \
             floor2.NAME asks about floor 2. Ctrl-C stops; what to type to continue is told.",
        )
        .arg(Arg::new("GAME").required(true).help("The game"))
        .arg(Arg::new("where").long("where").value_name("CONDITION").help("What the seeds should be like"))
        .arg(cli::number("count", "N", "So many are enough").default_value(ENOUGH))
        .arg(cli::flag("fields", "List the fields of the game"))
        .arg(cli::seed().help("Show all fields of this seed instead of searching").conflicts_with("where"))
        .arg(cli::number("floor", "N", "With --seed: of this floor").default_value("1"))
        .arg(
            Arg::new("set").long("set").value_name("NAME=VALUE").action(ArgAction::Append).help("An option of the game"),
        )
        .arg(Arg::new("prefix").long("prefix").value_name("TEXT").help("What stands before the number in every seed"))
        .arg(cli::number("from", "N", "Begin with this number"))
        .arg(cli::number("tries", "N", "Ask at most so many seeds"))
        .arg(cli::number("threads", "N", "Use so many threads; all cores if not said"))
        .arg(
            Arg::new("resume")
                .long("resume")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .conflicts_with("from")
                .help("Keep in this file how far the search came, and continue from there"),
        )
        .arg(cli::flag("json", "One JSON object a line"))
}

/// `undercroft seeds GAME …`.
pub(crate) fn seeds(args: &ArgMatches) -> Done {
    let id = args.get_one::<String>("GAME").map_or("", String::as_str);
    let entry =
        catalog::find(id).ok_or_else(|| Stop::bad(format!("There is no game '{}'.", id.escape_debug())))?;
    if args.get_flag("fields") {
        return list_fields(entry);
    }
    if let Some(seed) = crate::play::seed_given(args) {
        return show(entry, &seed, args);
    }
    let Some(text) = args.get_one::<String>("where") else {
        return Err(Stop::bad(format!(
            "What should the seeds be like? Say --where CONDITION; undercroft seeds {id} --fields lists what can be asked."
        )));
    };
    let condition = Condition::read(text, entry.surveys.fields, entry.surveys.floors)
        .map_err(|misfit| Stop::bad(format!("--where, {misfit}\n  {text}\n  {:>1$}", "^", misfit.column)))?;
    Hunt::new(entry, condition, args)?.run()
}

fn list_fields(entry: &Entry) -> Done {
    for field in entry.surveys.fields {
        say!("{:<24} {}", field.name, field.help);
    }
    if entry.surveys.floors > 1 {
        say!("floorN.NAME asks about floor N, from 1 to {}.", entry.surveys.floors);
    }
    Ok(())
}

/// Every field of one seed.
fn show(entry: &'static Entry, seed: &str, args: &ArgMatches) -> Done {
    let floor = args.get_one::<u64>("floor").copied().unwrap_or(1);
    let floor = u32::try_from(floor).ok().filter(|floor| (1..=entry.surveys.floors).contains(floor));
    let floor = floor
        .ok_or_else(|| Stop::bad(format!("--floor takes a number from 1 to {}.", entry.surveys.floors)))?;
    let values = all_fields(entry, &options(entry, args)?.0, seed, floor).map_err(Stop::bad)?;
    if args.get_flag("json") {
        let fields = entry.surveys.fields.iter().zip(&values);
        let map: serde_json::Map<String, serde_json::Value> =
            fields.map(|(field, value)| (field.name.to_owned(), (*value).into())).collect();
        say!("{}", serde_json::Value::Object(map));
        return Ok(());
    }
    for (field, value) in entry.surveys.fields.iter().zip(&values) {
        say!("{:<24} {value:>6}  {}", field.name, field.help);
    }
    Ok(())
}

/// A search and how it is told.
struct Hunt {
    search: Search,
    progress: Progress,
    resume: Option<PathBuf>,
    json: bool,
    /// The whole count that was asked for, those found earlier included.
    wanted: u64,
}

impl Hunt {
    fn new(entry: &'static Entry, condition: Condition, args: &ArgMatches) -> Result<Self, Stop> {
        let number = |name: &str| args.get_one::<u64>(name).copied();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let wanted = number("count").unwrap_or(1).max(1);
        let from = number("from").unwrap_or(0);
        let mut search = Search {
            entry,
            options: options(entry, args)?.0,
            condition,
            prefix: args.get_one::<String>("prefix").cloned().unwrap_or_default(),
            from,
            until: u64::MAX,
            count: wanted,
            threads: number("threads").map_or(cores, |n| usize::try_from(n).unwrap_or(1).clamp(1, 256)),
        };
        let resume = args.get_one::<PathBuf>("resume").cloned();
        let mut progress = Progress { first: from, next: from, found: Vec::new() };
        if let Some(path) = &resume
            && let Some(known) = Progress::read(path, &search).map_err(Stop::bad)?
        {
            progress = known;
            search.from = progress.next;
            search.count = wanted.saturating_sub(progress.found.len() as u64);
        }
        search.until = search.from.saturating_add(number("tries").unwrap_or(u64::MAX));
        Ok(Self { search, progress, resume, json: args.get_flag("json"), wanted })
    }

    fn run(mut self) -> Done {
        if self.search.count == 0 {
            eprintln!("All {} are found already; a larger --count continues the search.", self.wanted);
            return Ok(());
        }
        let (stop, signal) = stop_on_signals();
        let bar = bar("searching", 0);
        let began = Instant::now();
        let mut kept = Instant::now();
        let mut trouble = None;
        let progress = std::cell::RefCell::new(std::mem::take(&mut self.progress));
        let (search, resume) = (&self.search, self.resume.as_deref());
        let mut keep = |progress: &Progress| {
            if let Some(Err(what)) = resume.map(|path| progress.write(path, search)) {
                trouble.get_or_insert(what);
                stop.store(true, Ordering::Relaxed);
            }
        };
        keep(&progress.borrow());
        let searched = search.run(
            &stop,
            &mut |found| {
                progress.borrow_mut().found.push(found.number);
                bar.suspend(|| self.tell(found))
            },
            &mut |next| {
                progress.borrow_mut().next = next;
                let progress = progress.borrow();
                tell_progress(&bar, &progress, self.wanted, began, next - search.from);
                if kept.elapsed() > KEEP_EVERY {
                    kept = Instant::now();
                    keep(&progress);
                }
            },
        );
        bar.finish_and_clear();
        keep(&progress.borrow());
        let searched = searched.map_err(Stop::bad)?;
        if let Some(what) = trouble {
            return Err(Stop::bad(what));
        }
        self.summary(&progress.borrow(), searched.next - search.from, began.elapsed());
        if searched.found < search.count {
            eprintln!("{}", self.how_to_continue(searched.next));
        }
        match signal.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => Err(Stop::quiet(128u8.saturating_add(signal as u8))),
        }
    }

    /// One found seed; false when nobody reads any more.
    fn tell(&self, found: &Found) -> bool {
        let Search { entry, options, condition, .. } = &self.search;
        let made = entry.contest.make.is_some();
        let code = Code::new(entry, options.clone(), made, found.seed.clone());
        let name = |(floor, field): (u32, usize)| {
            let field = entry.surveys.fields[field].name;
            if floor == 1 { field.to_owned() } else { format!("floor{floor}.{field}") }
        };
        let values = condition.asks().map(name).zip(&found.values);
        let line = if self.json {
            let map: serde_json::Map<String, serde_json::Value> =
                values.map(|(name, value)| (name, (*value).into())).collect();
            serde_json::json!({"seed": found.seed, "code": code.to_string(), "fields": map}).to_string()
        } else {
            let told: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
            format!("{:<12} {code:<24} {}", found.seed, told.join(" "))
        };
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
    }

    fn summary(&self, progress: &Progress, tried_now: u64, time: Duration) {
        let rarity = Rarity { found: progress.found.len() as u64, tried: progress.next - progress.first };
        eprintln!(
            "{} of {} seeds: {rarity}. {:.0} seeds a second on {} thread{}.",
            rarity.found,
            rarity.tried,
            tried_now as f64 / time.as_secs_f64().max(1e-9),
            self.search.threads,
            if self.search.threads == 1 { "" } else { "s" },
        );
    }

    fn how_to_continue(&self, next: u64) -> String {
        match &self.resume {
            Some(path) => {
                format!("Continue with the same command: {} knows how far it came.", path.display())
            }
            None => format!("Continue with the same command and --from {next}."),
        }
    }
}

/// How far, how many, and how long it may still take if things go on like this.
fn tell_progress(bar: &indicatif::ProgressBar, progress: &Progress, wanted: u64, began: Instant, tried: u64) {
    if bar.is_hidden() {
        return;
    }
    let found = progress.found.len() as u64;
    bar.set_length(wanted);
    bar.set_position(found);
    let rarity = Rarity { found, tried: progress.next - progress.first };
    let rate = tried as f64 / began.elapsed().as_secs_f64().max(1e-9);
    bar.set_message(format!("{} seeds, {rate:.0} a second, {rarity}", rarity.tried));
}

/// A flag that signals raise, and the signal that did. The second one ends the program at once.
fn stop_on_signals() -> (Arc<AtomicBool>, Arc<AtomicUsize>) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let (stop, which) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    for signal in [SIGINT, SIGTERM] {
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(&which), signal as usize);
    }
    (stop, which)
}
