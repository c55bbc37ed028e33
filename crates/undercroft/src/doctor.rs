//! `undercroft doctor`: reports what the terminal can do, where files are, and what is wrong with them. It
//! changes nothing.

use crate::{Done, Stop};
use clap::ArgMatches;
use console::{Depth, Front, GlyphSet, KeyTable, Settings, slug};
use keeper::{Home, Problem};
use serde_json::json;
use std::io::{IsTerminal as _, stdin};
use std::path::Path;

/// Smallest terminal that does not need scrolling.
const LEAST: (u16, u16) = (40, 12);

/// Name and value of a fact.
type Fact = (&'static str, String);

/// `undercroft doctor`.
pub(crate) fn doctor(args: &ArgMatches) -> Done {
    let home = crate::play::home()?;
    let path = home.file("settings.txt");
    let text = match keeper::read_file(&path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(_) => None,
    };
    let (settings, notes) = Settings::read(text.as_deref().unwrap_or_default());
    let (terminal, mut found) = terminal(&settings);
    found.extend(settings_file(&path, text.as_deref(), &settings, notes));
    found.extend(home.problems(args.get_flag("verify")));
    found.extend(challenges(&home));
    let files = files(&home);
    let well = !found.iter().any(|problem| problem.wrong);
    if args.get_flag("json") {
        say!("{}", as_json(&terminal, &files, &found, well));
    } else {
        print(&terminal, &files, &found, well);
    }
    if well { Ok(()) } else { Err(Stop::quiet(1)) }
}

fn print(terminal: &[Fact], files: &[Fact], found: &[Problem], well: bool) {
    for (title, facts) in [("Terminal", terminal), ("Files", files)] {
        say!("{title}");
        for (name, what) in facts {
            say!("  {name:<16} {what}");
        }
    }
    for (title, wrong) in [("Problems", true), ("Notes", false)] {
        let some: Vec<&Problem> = found.iter().filter(|problem| problem.wrong == wrong).collect();
        if !some.is_empty() {
            say!("{title}");
        }
        for problem in some {
            say!("  {}: {}", place(problem), problem.what);
            say!("      {}", problem.advice);
        }
    }
    if well {
        say!("No problems found.");
    }
}

/// `FILE:LINE`.
fn place(problem: &Problem) -> String {
    let path = problem.path.display();
    problem.line.map_or_else(|| path.to_string(), |line| format!("{path}:{line}"))
}

fn as_json(terminal: &[Fact], files: &[Fact], found: &[Problem], well: bool) -> String {
    let facts = |facts: &[Fact]| -> serde_json::Map<String, serde_json::Value> {
        facts.iter().map(|(name, what)| (name.replace(' ', "_"), what.clone().into())).collect()
    };
    let findings: Vec<serde_json::Value> = found
        .iter()
        .map(|problem| {
            json!({"path": problem.path.to_string_lossy(), "line": problem.line, "what": problem.what, "advice": problem.advice, "wrong": problem.wrong})
        })
        .collect();
    json!({"well": well, "terminal": facts(terminal), "files": facts(files), "findings": findings})
        .to_string()
}

/// The terminal's abilities, with the reasons, and its problems.
fn terminal(settings: &Settings) -> (Vec<Fact>, Vec<Problem>) {
    let env = |name: &str| std::env::var(name).ok();
    let mut found = Vec::new();
    let tty = |is: bool| if is { "a terminal" } else { "not a terminal" }.to_owned();
    let screen = crate::play::has_terminal();
    let size = terminal::terminal_size();
    if let Some(size) = size.filter(|size| screen && (size.0 < LEAST.0 || size.1 < LEAST.1)) {
        let what = format!("the terminal has only {}x{} characters", size.0, size.1);
        let advice =
            format!("Make the window larger: below {}x{} screens have to be scrolled.", LEAST.0, LEAST.1);
        found.push(Problem::wrong(Path::new("terminal"), None, what, advice));
    }
    let from_file = "settings.txt sets it".to_owned();
    let (depth, depth_why) =
        settings.colours.map_or_else(|| Depth::detect_why(env), |depth| (depth, from_file.clone()));
    let (glyphs, glyphs_why) =
        settings.glyphs.map_or_else(|| GlyphSet::detect_why(env), |glyphs| (glyphs, from_file.clone()));
    let colours = match depth {
        Depth::True => "true colour",
        Depth::Many => "256",
        Depth::Sixteen => "16",
        Depth::None => "none",
    };
    let characters = if glyphs.is_unicode() { "lines and blocks" } else { "plain ASCII" };
    let mouse = match (settings.mouse, env("TERM").as_deref()) {
        (false, _) => "off, because settings.txt sets it".to_owned(),
        (true, Some("linux")) => "on, but the Linux console does not report it".to_owned(),
        (true, _) => "on, if the terminal reports it".to_owned(),
    };
    let way = if screen {
        "full screen"
    } else {
        "line by line: full screen needs a terminal for input and output, and TERM must not be dumb"
    };
    let theme = Settings::specs()
        .iter()
        .find(|spec| spec.name == "theme")
        .map_or("", |spec| spec.values[spec.get(settings)]);
    let facts = vec![
        ("input", tty(stdin().is_terminal())),
        ("output", tty(crate::output::is_terminal())),
        ("games are played", way.to_owned()),
        ("size", size.map_or("unknown".to_owned(), |(cols, rows)| format!("{cols}x{rows}"))),
        ("colours", format!("{colours}, because {depth_why}")),
        ("characters", format!("{characters}, because {glyphs_why}")),
        ("theme", theme.to_owned()),
        ("mouse", mouse),
    ];
    (facts, found)
}

/// The locations of files.
fn files(home: &Home) -> Vec<Fact> {
    let status = home.status();
    let mut folder = home.root().display().to_string();
    folder += match (status.there, status.writable) {
        (true, true) => " (writable",
        (true, false) => " (not writable",
        (false, true) => " (does not exist yet; it is created when something is saved",
        (false, false) => " (does not exist and cannot be created",
    };
    if let Some(free) = status.free {
        folder += &format!(", {} MB free", free / (1024 * 1024));
    }
    folder.push(')');
    let from = match std::env::var_os("UNDERCROFT_HOME").filter(|root| !root.is_empty()) {
        Some(_) => "UNDERCROFT_HOME is set to it",
        None => "it is the default on this system",
    };
    let seen = |name: &str| {
        let path = home.file(name);
        format!("{}{}", path.display(), if path.exists() { "" } else { " (none yet)" })
    };
    let counts: Vec<String> = catalog::GAMES
        .iter()
        .map(|entry| (entry.id, home.saves().iter().filter(|save| save.game == entry.id).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(id, count)| format!("{count} of {id}"))
        .collect();
    let runs =
        if counts.is_empty() { seen("runs") } else { format!("{}: {}", seen("runs"), counts.join(", ")) };
    vec![
        ("data folder", folder),
        ("because", from.to_owned()),
        ("settings", seen("settings.txt")),
        ("runs", runs),
        ("challenges", seen(records::challenge::HISTORY)),
        ("log", seen("logs/undercroft.log")),
    ]
}

/// Problems with the history of challenges.
fn challenges(home: &Home) -> Vec<Problem> {
    match records::challenge::History::read(home) {
        Ok(history) => {
            let bad = |&line: &usize| {
                let advice = "It is ignored; correct or delete it.";
                Problem::wrong(
                    history.path(),
                    u32::try_from(line).ok(),
                    "this line is not a try of a daily game",
                    advice,
                )
            };
            history.bad_lines.iter().map(bad).collect()
        }
        // A data folder that is not a folder is reported already.
        Err(_) if !home.root().is_dir() => Vec::new(),
        Err(_) => {
            let path = home.file(records::challenge::HISTORY);
            vec![Problem::wrong(&path, None, "it cannot be read", "Make the file readable.")]
        }
    }
}

/// Problems with the settings file, line by line.
fn settings_file(path: &Path, text: Option<&str>, settings: &Settings, notes: Vec<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    let Some(text) = text else {
        if path.symlink_metadata().is_ok() {
            let advice = "Check its permissions; until then the default settings are used.";
            found.push(Problem::wrong(path, None, "the settings cannot be read", advice));
        }
        return found;
    };
    let advice =
        "Change the line or delete it; all other lines are used. docs/full-screen.md lists the settings.";
    for note in notes {
        let rest = note.strip_prefix("settings.txt:").and_then(|rest| rest.split_once(": "));
        let (line, what) = rest.map_or((None, note.as_str()), |(line, what)| (line.parse().ok(), what));
        found.push(Problem::wrong(path, line, what, advice));
    }
    found.extend(keys_for_nothing(path, text));
    let known: Vec<Option<u32>> = found.iter().map(|problem| problem.line).collect();
    for (note, games) in key_notes(settings) {
        let line = line_about(text, &note);
        if line.is_none() || !known.contains(&line) {
            let what = if games.len() == catalog::GAMES.len() {
                note
            } else {
                format!("in {}: {note}", games.join(", "))
            };
            let advice = "Choose other keys on the settings screen, or change the line.";
            found.push(Problem::wrong(path, line, what, advice));
        }
    }
    found.sort_by_key(|problem| problem.line);
    found
}

/// Key conflicts, each with the games that have it.
fn key_notes(settings: &Settings) -> Vec<(String, Vec<&'static str>)> {
    let mut notes: Vec<(String, Vec<&'static str>)> = Vec::new();
    for entry in catalog::GAMES {
        for note in KeyTable::build(entry.id, &(entry.verbs)(), settings).notes() {
            match notes.iter_mut().find(|(other, _)| other == note) {
                Some((_, games)) => games.push(entry.id),
                None => notes.push((note.clone(), vec![entry.id])),
            }
        }
    }
    notes
}

/// Lines that bind keys for games or commands that do not exist.
fn keys_for_nothing(path: &Path, text: &str) -> Vec<Problem> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let (alone, _) = Settings::read(line);
        for choice in &alone.keys {
            let of_app = Front::ALL.iter().any(|front| front.word() == choice.name);
            let in_game =
                |entry: &session::Entry| (entry.verbs)().iter().any(|verb| slug(verb.name) == choice.name);
            let what = match &choice.game {
                Some(game) => match catalog::find(game) {
                    None => format!("there is no game '{}'", game.escape_debug()),
                    Some(entry) if of_app || in_game(entry) => continue,
                    Some(entry) => format!("{} has no command '{}'", entry.id, choice.name.escape_debug()),
                },
                None if of_app || catalog::GAMES.iter().any(in_game) => continue,
                None => format!("no game has a command '{}'", choice.name.escape_debug()),
            };
            let advice = "Change the line or delete it; the help page of a game names its commands.";
            found.push(Problem::wrong(path, Some(number), what, advice));
        }
    }
    found
}

/// The line that binds the command of a note: the later of two, which lost.
fn line_about(text: &str, note: &str) -> Option<u32> {
    let speaks = |line: &str| {
        Settings::read(line).0.keys.iter().any(|choice| note.contains(&format!("'{}'", choice.name)))
    };
    text.lines().zip(1..).filter(|(line, _)| speaks(line)).last().map(|(_, number)| number)
}
