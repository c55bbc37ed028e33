//! Exports replays: a recording for asciicast players (`--cast`), or a picture of one turn (`--svg`).

use crate::play::unreadable;
use crate::{Done, Stop};
use app::Film;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, value_parser};
use console::{GlyphSet, Painter, Settings, Spec, Theme, cast_event, cast_header, moving_svg, svg};
use session::Run;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Default speed in commands per second, as on the replay screen.
const SPEED: u64 = 5;
/// Maximum frame rate.
const FRAMES: u64 = 50;
/// How long the last frame stays.
const LAST_MS: u64 = 2_000;
/// Number of frames replayed before a picture: they decide which part of a large board is in view.
const FRAMES_BEFORE: usize = 100;
/// Maximum number of turns in a moving picture.
const TURNS_MAX: u64 = 200;
/// Limits for the size of the screen.
const COLS: (u16, u16) = (20, 400);
const ROWS: (u16, u16) = (6, 200);

/// The export arguments of `undercroft replay`.
pub(crate) fn args() -> [Arg; 7] {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("FILE")
            .num_args(0..=1)
            .default_missing_value("-")
            .value_parser(value_parser!(PathBuf))
            .help(help)
    };
    let word = |name: &'static str, help: &'static str| {
        let values = spec(name).values.iter().filter(|word| **word != "auto").copied();
        Arg::new(name)
            .long(name)
            .value_name("NAME")
            .value_parser(PossibleValuesParser::new(values))
            .requires("export")
            .help(help)
    };
    [
        file("cast", "Write a recording (asciicast v2) to FILE, or to standard output")
            .groups(["export", "timed"])
            .conflicts_with_all(["text", "svg"]),
        file("svg", "Write an SVG picture of the turn given by --at, or of the last one")
            .group("export")
            .conflicts_with("text"),
        word("theme", "Theme of a recording or picture; by default that of your settings"),
        word("glyphs", "Glyphs of a recording or picture"),
        crate::cli::text("size", "COLSxROWS", "Size of a recording or picture; by default that of the game")
            .value_parser(size)
            .requires("export"),
        Arg::new("turns")
            .long("turns")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=TURNS_MAX))
            .requires("svg")
            .group("timed")
            .help("Animate this many turns up to that one"),
        Arg::new("speed")
            .long("speed")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..=1000))
            .requires("timed")
            .help(format!("Commands per second in a recording or animated picture ({SPEED} by default)")),
    ]
}

fn spec(name: &str) -> &'static Spec {
    Settings::specs().iter().find(|spec| spec.name == name).expect("a setting of this name")
}

/// Reads `80x24`.
fn size(text: &str) -> Result<(u16, u16), String> {
    let (cols, rows) = text.split_once(['x', 'X', '×']).ok_or("write it as COLSxROWS, for example 80x24")?;
    let within = |text: &str, (least, most): (u16, u16), what: &str| {
        let number = text.trim().parse::<u16>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{what} must be from {least} to {most}"))
    };
    Ok((within(cols, COLS, "columns")?, within(rows, ROWS, "rows")?))
}

/// Exports as asked; `None` if neither a recording nor a picture was asked for.
pub(crate) fn export(run: &Run, at: Option<usize>, args: &ArgMatches) -> Option<Done> {
    let (cast_to, svg_to) = (args.get_one::<PathBuf>("cast"), args.get_one::<PathBuf>("svg"));
    let path = cast_to.or(svg_to)?;
    let at = at.unwrap_or(if cast_to.is_some() { 0 } else { run.steps.len() });
    if at > run.steps.len() {
        return Some(Err(Stop::bad(format!("The run has only {} turns.", run.steps.len()))));
    }
    Some(film(run, args).and_then(|(film, size)| match cast_to {
        Some(_) => cast(film, size, at, args, path),
        None => picture(film, size, at, args, path),
    }))
}

fn film(run: &Run, args: &ArgMatches) -> Result<(Film, (u16, u16)), Stop> {
    let mut settings = own_settings();
    for name in ["theme", "glyphs"] {
        if let Some(word) = args.get_one::<String>(name) {
            let index = spec(name).values.iter().position(|value| value == word).unwrap_or(0);
            spec(name).set(&mut settings, index);
        }
    }
    let glyphs = settings.glyphs.unwrap_or(GlyphSet::Unicode);
    let film = Film::new(catalog::GAMES, run.clone(), settings.theme.unwrap_or(Theme::Dark), glyphs)?;
    let size = args.get_one::<(u16, u16)>("size").copied().unwrap_or_else(|| film.size());
    Ok((film, size))
}

/// The player's settings, or the defaults.
fn own_settings() -> Settings {
    let text = crate::play::home().map(|home| home.note("settings.txt"));
    Settings::read(&text.unwrap_or_default()).0
}

/// Records the frames from a turn on. A run that differs is recorded up to the difference.
fn cast(mut film: Film, (cols, rows): (u16, u16), at: usize, args: &ArgMatches, path: &Path) -> Done {
    let speed = args.get_one::<u64>("speed").copied().unwrap_or(SPEED);
    let stride = (speed / FRAMES).max(1) as usize;
    while film.at() < at {
        film.forward().map_err(|message| Stop { status: 1, message })?;
    }
    let mut out = Out::to(path)?;
    out.write(&cast_header(cols, rows, &film.title()))?;
    let mut painter = Painter::default();
    let mut now = 0;
    let differs = loop {
        if (film.at() - at).is_multiple_of(stride) || film.at() == film.len() {
            let written = painter.paint(&film.page(cols, rows));
            if !written.is_empty() {
                out.write(&cast_event(now, &written))?;
            }
        }
        match film.forward() {
            Ok(true) => now = (film.at() - at) as u64 * 1000 / speed,
            Ok(false) => break None,
            Err(what) => break Some(what),
        }
    };
    // A player that loops gives the last frame its time, too.
    out.write(&cast_event(now + LAST_MS, ""))?;
    out.close()?;
    match differs {
        None => Ok(()),
        Some(what) => Err(Stop { status: 1, message: format!("{what}; recorded up to that turn") }),
    }
}

/// A picture of one turn, or a moving one of the turns up to it.
fn picture(mut film: Film, (cols, rows): (u16, u16), at: usize, args: &ArgMatches, path: &Path) -> Done {
    let turns = args.get_one::<u64>("turns").map_or(0, |turns| *turns as usize);
    let first = at.saturating_sub(turns);
    let mut pages = Vec::new();
    loop {
        // Which part of a large board is in view depends on earlier frames, as on the screen.
        if film.at() + FRAMES_BEFORE >= first {
            let page = film.page(cols, rows);
            if film.at() >= first {
                pages.push(page);
            }
        }
        if film.at() == at {
            break;
        }
        film.forward().map_err(|message| Stop { status: 1, message })?;
    }
    let title = format!("{}, turn {at}", film.title());
    let drawn = match &pages[..] {
        [page] => svg(page, &title),
        pages => {
            let speed = args.get_one::<u64>("speed").copied().unwrap_or(SPEED);
            moving_svg(pages, &title, (1000 / speed).max(20) as usize)
        }
    };
    let mut out = Out::to(path)?;
    out.write(&drawn)?;
    out.close()
}

/// A new file, or standard output.
struct Out<'a> {
    path: &'a Path,
    file: BufWriter<Box<dyn Write>>,
}

impl<'a> Out<'a> {
    fn to(path: &'a Path) -> Result<Self, Stop> {
        let file: Box<dyn Write> = if path.as_os_str() == "-" {
            Box::new(crate::output::Out)
        } else {
            Box::new(File::create_new(path).map_err(|error| unreadable(path, &error))?)
        };
        Ok(Self { path, file: BufWriter::new(file) })
    }

    fn write(&mut self, text: &str) -> Done {
        let done = self.file.write_all(text.as_bytes());
        self.settled(done)
    }

    /// A failed write to standard output is reported when the program ends; a failed write to a file is an
    /// error.
    fn settled(&self, done: std::io::Result<()>) -> Done {
        match done {
            Err(_) if self.path.as_os_str() == "-" => Err(Stop::quiet(0)),
            done => done.map_err(|error| unreadable(self.path, &error)),
        }
    }

    fn close(mut self) -> Done {
        let done = self.file.flush();
        self.settled(done)?;
        if self.path.as_os_str() != "-" {
            note!("Wrote {}.", self.path.display());
        }
        Ok(())
    }
}
