//! Runs of older rules: finds the archived module of their rules and lets the helper program replay them.
//!
//! Modules are found by the game's id and the version of its rules, in folders the person controls; nothing
//! in a run names a path.

use crate::{Done, Stop};
use clap::{Arg, ArgMatches, value_parser};
use session::{Entry, Header, Run};
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a frame stays in a terminal.
const FRAME: Duration = Duration::from_millis(200);
/// File name of the helper, which lies beside this program.
const HELPER: &str = "undercroft-archive";

/// `--archive DIR`.
pub(crate) fn arg() -> Arg {
    crate::cli::text("archive", "DIR", "Also look for archived rules of older versions in this folder")
        .value_parser(value_parser!(PathBuf))
}

/// The archived rules of a run that this program itself can no longer play.
pub(crate) struct Archived {
    module: PathBuf,
    helper: PathBuf,
    /// "rules 1 of boo".
    pub(crate) name: String,
}

/// The archived rules of a run; `None` if this program plays the run itself, or never could.
///
/// # Errors
/// One sentence: there is no module for these rules, or no helper to run it.
pub(crate) fn of(header: &Header, args: &ArgMatches) -> Option<Result<Archived, String>> {
    let entry = older(header)?;
    let name = format!("rules {} of {}", header.rules, entry.id);
    let found = module(entry, header.rules, args).ok_or_else(|| {
        format!(
            "the run needs {name}, but this program has rules {} and no archive folder contains them",
            entry.rules
        )
    });
    Some(found.and_then(|module| {
        let helper = helper().ok_or_else(|| {
            format!("the run needs {name}; to replay it, {HELPER} must be in the same folder as this program")
        })?;
        Ok(Archived { module, helper, name })
    }))
}

/// The game of a run whose rules are no longer built in.
fn older(header: &Header) -> Option<&'static Entry> {
    let entry = catalog::find(&header.game)?;
    (header.rules < entry.rules && !(entry.plays_rules)(header)).then_some(entry)
}

/// Folders that may hold modules, in order of precedence.
fn folders(args: &ArgMatches) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = args.get_one::<PathBuf>("archive").cloned().into_iter().collect();
    folders.extend(crate::play::home().ok().map(|home| home.root().join("archive")));
    if let Some(beside) = beside() {
        folders.push(beside.join("archive"));
        folders.push(beside.join("../share/undercroft/archive"));
    }
    folders
}

fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    program.parent().map(Path::to_owned)
}

fn helper() -> Option<PathBuf> {
    let helper = beside()?.join(format!("{HELPER}{}", std::env::consts::EXE_SUFFIX));
    helper.is_file().then_some(helper)
}

fn module(entry: &Entry, rules: u32, args: &ArgMatches) -> Option<PathBuf> {
    let begin = format!("{}-rules-{rules}-", entry.id);
    folders(args).into_iter().find_map(|folder| {
        let files = std::fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
        files
            .filter(|path| {
                let name = path.file_name().and_then(|name| name.to_str());
                name.is_some_and(|name| name.starts_with(&begin) && name.ends_with(".wasm"))
            })
            .min()
    })
}

impl Archived {
    /// Verifies a run: whether it holds, and a sentence for the person.
    pub(crate) fn verify(&self, run: &Run, bytes: &[u8]) -> (bool, String) {
        match self.verdict(bytes) {
            Ok(Verdict::Held { turns, score, ended }) => {
                let open = if ended { "" } else { ", not ended" };
                let game = &run.header.game;
                let rules = run.header.rules;
                (
                    true,
                    format!("verified: {game}, {turns} turns, score {score} (rules {rules}, archived{open})"),
                )
            }
            Ok(Verdict::Differs { turn, what }) => (false, format!("differs at turn {turn}: {what}")),
            Err(what) => (false, format!("differs at turn 0: {what}")),
        }
    }

    /// Lets the archived rules verify a run.
    ///
    /// # Errors
    /// One sentence, when the module or the helper cannot be used.
    pub(crate) fn verdict(&self, bytes: &[u8]) -> Result<Verdict, String> {
        let told = self.ask(&["verify"], bytes)?;
        let line = told.lines().next().unwrap_or_default();
        Verdict::read(line).ok_or_else(|| self.unusable("its answer is invalid"))
    }

    /// The vitals after a turn, if the run holds that far.
    pub(crate) fn vitals(&self, bytes: &[u8], turn: usize) -> Option<String> {
        let told = self.ask(&["vitals", &turn.to_string()], bytes).ok()?;
        told.strip_prefix("shown\n").map(|vitals| vitals.trim().to_owned())
    }

    fn unusable(&self, why: &str) -> String {
        let file = self.module.file_name().unwrap_or_default().to_string_lossy();
        format!("the archived {} cannot be used ({file}): {why}", self.name)
    }

    fn start(&self, args: &[&str]) -> Result<std::process::Child, String> {
        Command::new(&self.helper)
            .arg(&self.module)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{HELPER} cannot be started: {error}"))
    }

    /// Everything the helper answers.
    fn ask(&self, args: &[&str], bytes: &[u8]) -> Result<String, String> {
        let mut told = String::new();
        self.read(args, bytes, |out| out.read_to_string(&mut told).map(drop))?;
        Ok(told)
    }

    /// Runs the helper: writes the run to it while `take` reads its answer.
    fn read(
        &self,
        args: &[&str],
        bytes: &[u8],
        take: impl FnOnce(&mut dyn io::BufRead) -> io::Result<()>,
    ) -> Result<(), String> {
        let mut child = self.start(args)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let taken = std::thread::scope(|scope| {
            // A helper that ends early closes its input; its message is read below.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(bytes)));
            stdout.map_or(Ok(()), |stdout| take(&mut BufReader::new(stdout)))
        });
        let left =
            child.wait_with_output().map_err(|error| format!("{HELPER} cannot be waited for: {error}"))?;
        if !left.status.success() && taken.is_ok() {
            let why = String::from_utf8_lossy(&left.stderr);
            return Err(self.unusable(why.lines().next().unwrap_or("it crashed")));
        }
        taken.map_err(|error| format!("the answer of {HELPER} cannot be read: {error}"))
    }

    /// Prints all frames of a run, or the one after a turn; with `paced`, one every [`FRAME`].
    pub(crate) fn show(&self, bytes: &[u8], at: Option<usize>, paced: bool) -> Done {
        let turn = at.unwrap_or(0).to_string();
        let args: &[&str] = if at.is_some() { &["page", &turn] } else { &["pages"] };
        let (mut refused, mut last) = (None, String::new());
        let shown = self.read(args, bytes, |out| {
            let mut line = String::new();
            out.read_line(&mut line)?;
            if line.trim_end() != "shown" {
                refused = Some(line);
                return Ok(());
            }
            line.clear();
            while crate::output::is_open() && out.read_line(&mut line)? > 0 {
                if paced && line.starts_with("> ") {
                    std::thread::sleep(FRAME);
                }
                let _ = crate::output::Out.write_all(line.as_bytes());
                std::mem::swap(&mut last, &mut line);
                line.clear();
            }
            Ok(())
        });
        if !crate::output::is_open() {
            return Ok(());
        }
        shown?;
        match refused.as_deref().map(str::trim_end) {
            Some(line) => match Verdict::read(line) {
                Some(Verdict::Differs { turn, what }) => {
                    Err(Stop { status: 1, message: format!("differs at turn {turn}: {what}") })
                }
                _ => Err(Stop::bad(self.unusable("its answer is invalid"))),
            },
            None if last.starts_with("differs at turn ") => Err(Stop::quiet(1)),
            None => Ok(()),
        }
    }
}

/// The verdict of archived rules on a run.
pub(crate) enum Verdict {
    /// The run is what it says.
    Held { turns: i64, score: i64, ended: bool },
    /// It differs at a turn; at 0 if it cannot even begin.
    Differs { turn: usize, what: String },
}

impl Verdict {
    fn read(line: &str) -> Option<Self> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "held" => {
                let mut words = rest.split(' ');
                let turns = words.next()?.parse().ok()?;
                let score = words.next()?.parse().ok()?;
                Some(Self::Held { turns, score, ended: words.next()? == "ended" })
            }
            "differs" => {
                let (turn, what) = rest.split_once(' ')?;
                Some(Self::Differs { turn: turn.parse().ok()?, what: what.to_owned() })
            }
            "cannot" => Some(Self::Differs { turn: 0, what: rest.to_owned() }),
            _ => None,
        }
    }
}
