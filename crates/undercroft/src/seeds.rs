//! `undercroft seeds`: searches for seeds by what their first floors hold.

use crate::play::options;
use crate::progress::bar;
use crate::{Done, Stop, cli};
use clap::{Arg, ArgMatches, Command};
use records::challenge::{Code, Condition, Found, Search, all_fields};
use session::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Default number of seeds to find.
const ENOUGH: &str = "10";

/// The command's definition.
pub(crate) fn command() -> Command {
    Command::new("seeds")
        .about("Search for seeds by the contents of their first floors")
        .after_help(
            "Example: undercroft seeds chambers --where \"potions.BA >= 3 && stairs.distance < 20\" --count 5\n\
             A condition compares fields with numbers or other fields (< <= > >= == !=) and joins comparisons with && (and) and || (or). \
             floor2.NAME asks about floor 2. Ctrl-C stops the search and shows how to continue it.",
        )
        .arg(Arg::new("GAME").required(true).help("The game"))
        .arg(cli::text("where", "CONDITION", "The condition to search for"))
        .arg(cli::number("count", "N", "Stop after this many seeds").default_value(ENOUGH))
        .arg(cli::flag("fields", "List the fields of the game"))
        .arg(cli::seed().help("Show all fields of this seed instead of searching").conflicts_with("where"))
        .arg(cli::number("floor", "N", "With --seed: the floor to show").default_value("1"))
        .arg(cli::set("An option of the game"))
        .arg(cli::text("prefix", "TEXT", "Text before the number in every seed"))
        .arg(cli::number("from", "N", "Start at this number"))
        .arg(cli::number("tries", "N", "Try at most this many seeds"))
        .arg(cli::number("threads", "N", "Number of threads; all cores by default"))
        .arg(cli::flag("json", "Print one JSON object per line"))
}

/// `undercroft seeds GAME …`.
pub(crate) fn seeds(args: &ArgMatches) -> Done {
    let id = args.get_one::<String>("GAME").map_or("", String::as_str);
    let entry = crate::play::game_named(id)?;
    if args.get_flag("fields") {
        return list_fields(entry);
    }
    if let Some(seed) = crate::play::seed_given(args) {
        return show(entry, &seed, args);
    }
    let Some(text) = args.get_one::<String>("where") else {
        return Err(Stop::bad(format!(
            "Say what to search for with --where CONDITION; undercroft seeds {id} --fields lists the fields."
        )));
    };
    let condition = Condition::read(text, entry.surveys.fields, entry.surveys.floors)
        .map_err(|error| Stop::bad(format!("--where, {error}\n  {text}\n  {:>1$}", "^", error.column)))?;
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

/// Prints every field of one seed.
fn show(entry: &'static Entry, seed: &str, args: &ArgMatches) -> Done {
    let floor = args.get_one::<u64>("floor").copied().unwrap_or(1);
    let floor = u32::try_from(floor).ok().filter(|floor| (1..=entry.surveys.floors).contains(floor));
    let floor = floor
        .ok_or_else(|| Stop::bad(format!("--floor takes a number from 1 to {}.", entry.surveys.floors)))?;
    let values = all_fields(entry, &options(entry, args)?.0, seed, floor)?;
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

/// A search and how its results are printed.
struct Hunt {
    search: Search,
    json: bool,
}

impl Hunt {
    fn new(entry: &'static Entry, condition: Condition, args: &ArgMatches) -> Result<Self, Stop> {
        let number = |name: &str| args.get_one::<u64>(name).copied();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let from = number("from").unwrap_or(0);
        let search = Search {
            entry,
            options: options(entry, args)?.0,
            condition,
            prefix: args.get_one::<String>("prefix").cloned().unwrap_or_default(),
            from,
            until: from.saturating_add(number("tries").unwrap_or(u64::MAX)),
            count: number("count").unwrap_or(1).max(1),
            threads: number("threads").map_or(cores, |n| usize::try_from(n).unwrap_or(1).clamp(1, 256)),
        };
        Ok(Self { search, json: args.get_flag("json") })
    }

    fn run(self) -> Done {
        let (stop, signal) = stop_on_signals();
        let bar = bar("searching", self.search.count);
        let began = Instant::now();
        let searched = self.search.run(
            &stop,
            &mut |found| {
                bar.inc();
                bar.suspend(|| self.tell(found))
            },
            &mut |next| bar.say(format!("{} seeds", next - self.search.from)),
        );
        bar.clear();
        let searched = searched?;
        let tried = searched.next - self.search.from;
        note!(
            "{} of {tried} seeds{}. {:.0} seeds per second on {} thread{}.",
            searched.found,
            match searched.found {
                0 => String::new(),
                found => format!(": about 1 in {:.0}", tried as f64 / found as f64),
            },
            tried as f64 / began.elapsed().as_secs_f64().max(1e-9),
            self.search.threads,
            if self.search.threads == 1 { "" } else { "s" },
        );
        if searched.found < self.search.count {
            note!("Continue with the same command and --from {}.", searched.next);
        }
        match signal.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => Err(Stop::quiet(128u8.saturating_add(signal as u8))),
        }
    }

    /// Prints a match; false if the output is closed.
    fn tell(&self, found: &Found) -> bool {
        let Search { entry, options, condition, .. } = &self.search;
        let made = entry.contest.make.is_some();
        let code = Code::new(entry, options.clone(), made, found.seed.clone());
        let name = |(floor, field): (u32, usize)| {
            let field = entry.surveys.fields[field].name;
            if floor == 1 { field.to_owned() } else { format!("floor{floor}.{field}") }
        };
        let values = condition.asks().into_iter().map(name).zip(&found.values);
        let line = if self.json {
            let map: serde_json::Map<String, serde_json::Value> =
                values.map(|(name, value)| (name, (*value).into())).collect();
            serde_json::json!({"seed": found.seed, "code": code.to_string(), "fields": map}).to_string()
        } else {
            let told: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
            format!("{:<12} {code:<24} {}", found.seed, told.join(" "))
        };
        say!("{line}");
        crate::output::is_open()
    }
}

/// A flag that signals set, and the signal that did. A second signal ends the program at once.
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
