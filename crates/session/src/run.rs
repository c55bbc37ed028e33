//! The text of runs: writing, reading and damage. See docs/run-format.md.
//!
//! ```text
//! undercroft run 1 SEAL           every line ends in its seal
//! game boo 1 SEAL                 id and rules version
//! seed "7" SEAL                   any text, quoted as in JSON
//! set rooms "plus" SEAL           only options that differ from their defaults
//! level "field.txt" 2 SEAL        name and number of lines of the level text that follow
//! | 4 SEAL
//! | @ . . A SEAL
//! begin SEAL
//! d PPSEAL                        a command, two letters of the state's pulse, the seal
//! = 64 DIGEST hp=100 turn=64 SEAL a checkpoint
//! end died 9 SEAL                 how it ended
//! ```

mod parts;

pub(crate) use parts::UNKNOWN_PULSE;
pub use parts::{Checkpoint, Damage, Ending, Point, Step};

use crate::chapter::Chapter;
use crate::contract::Session;
use crate::seal;
use kernel::{Json, JsonValue, Options, json_text};
use std::fmt::Write as _;

const FIRST: &str = "undercroft run 1";
/// Letters of the pulse that is kept with each command.
const PULSE_LETTERS: u32 = 2;
/// The maximum number of lines of a level.
const LEVEL_LINES_MAX: usize = 4_000_000;

/// The text of a level file and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The file name, for people.
    pub name: String,
    /// The text itself.
    pub text: String,
}

/// What a game starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Id of the game.
    pub game: String,
    /// Version of its rules.
    pub rules: u32,
    /// The seed, any text.
    pub seed: String,
    /// Options that differ from their defaults, by name.
    pub options: Vec<(String, String)>,
    /// The level, if the game plays one.
    pub level: Option<Level>,
    /// Remarks that do not affect the game: the name of a world, the run this one branched from.
    pub about: Vec<(String, String)>,
    /// Its position in a longer game, if it is not the first chapter.
    pub chapter: Option<Chapter>,
}

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What the game started from.
    pub header: Header,
    /// The commands.
    pub steps: Vec<Step>,
    /// The checkpoints.
    pub checkpoints: Vec<Checkpoint>,
    /// The endings; more than one if a game can be restarted.
    pub endings: Vec<Ending>,
    /// Marks such as `assisted`.
    pub marks: Vec<String>,
    /// The save points.
    pub points: Vec<Point>,
    /// The chain of seals after the last line.
    pub(crate) chain: u32,
    /// The number of lines read.
    pub(crate) lines: u32,
}

/// The result of reading a run.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The run up to the damage; `None` if the header is damaged.
    pub run: Option<Run>,
    /// The damage, if any.
    pub damage: Option<Damage>,
    /// The number of undamaged bytes.
    pub good_bytes: usize,
}

/// Sealed lines of a run that were not written yet.
#[derive(Clone, Debug)]
pub struct Lines {
    chain: u32,
    text: String,
}

impl Lines {
    /// Lines that continue a chain of seals.
    pub(crate) const fn new(chain: u32) -> Self {
        Self { chain, text: String::new() }
    }

    /// Moves them to the end of `out`.
    pub fn take(&mut self, out: &mut String) {
        out.push_str(&self.text);
        self.text.clear();
    }

    /// Marks the run, for instance as `assisted`.
    pub fn mark(&mut self, mark: &str) {
        self.line(&format!("mark {mark}"));
    }

    /// Adds a save point.
    pub fn point(&mut self, name: &str) {
        self.line(&format!("point {}", json_text(name)));
    }

    pub(crate) fn line(&mut self, text: &str) {
        let from = self.text.len();
        self.text.push_str(text);
        self.chain = seal::chain(self.chain, &self.text.as_bytes()[from..]);
        self.text.push(' ');
        self.close();
    }

    /// Adds a command with its pulse. Pulse and seal are written as one word.
    pub(crate) fn step(&mut self, seat: u8, spelled: &str, pulse: u64) {
        let from = self.text.len();
        if seat != 0 {
            let _ = write!(self.text, "{seat}:");
        }
        self.text.push_str(spelled);
        self.text.push(' ');
        seal::write(pulse as u32, PULSE_LETTERS, &mut self.text);
        self.chain = seal::chain(self.chain, &self.text.as_bytes()[from..]);
        self.close();
    }

    /// Adds a command line that ends in its pulse already.
    fn sealed_with_pulse(&mut self, body: &str) {
        self.text.push_str(body);
        self.chain = seal::chain(self.chain, body.as_bytes());
        self.close();
    }

    fn close(&mut self) {
        seal::write(self.chain, 4, &mut self.text);
        self.text.push('\n');
    }

    pub(crate) fn header(&mut self, header: &Header) {
        self.line(FIRST);
        self.line(&format!("game {} {}", header.game, header.rules));
        self.line(&format!("seed {}", json_text(&header.seed)));
        for (name, value) in &header.options {
            self.line(&format!("set {name} {}", json_text(value)));
        }
        for (name, value) in &header.about {
            self.line(&format!("about {name} {}", json_text(value)));
        }
        if let Some(level) = &header.level {
            let lines: Vec<&str> = level.text.split('\n').collect();
            self.line(&format!("level {} {}", json_text(&level.name), lines.len()));
            for line in lines {
                self.line(&format!("| {}", quoted_if_odd(line)));
            }
        }
        if let Some(chapter) = &header.chapter {
            chapter.lines().for_each(|line| self.line(&line));
        }
        self.line("begin");
    }
}

/// A level line; lines with control characters are quoted, so that the file stays plain text.
fn quoted_if_odd(line: &str) -> String {
    if line.chars().any(char::is_control) || line.starts_with('"') {
        json_text(line)
    } else {
        line.to_owned()
    }
}

impl Header {
    /// The options of the game.
    ///
    /// # Errors
    /// A sentence, if an option is not one of the game's.
    pub fn to_options(&self, table: &[kernel::OptionSpec]) -> Result<Options, String> {
        let mut options = Options::default();
        for (name, value) in &self.options {
            options.set(table, name, value)?;
        }
        Ok(options)
    }
}

/// A text in quotes, without them.
fn unquoted(text: &str) -> Option<String> {
    match Json::read(text).ok()?.value {
        JsonValue::Text(text) => Some(text),
        _ => None,
    }
}

impl Run {
    /// Parses a run. Everything before any damage is returned.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Parsed {
        let mut reading = Reading::default();
        let mut from = 0;
        while from < bytes.len() {
            let line = reading.run.lines + 1;
            let Some(length) = bytes[from..].iter().position(|&byte| byte == b'\n') else {
                let what = "the last line was cut off while it was written".to_owned();
                return reading.stop(Some(Damage { line, what, torn: true }), from);
            };
            if let Err(what) = reading.line(&bytes[from..from + length]) {
                return reading.stop(Some(Damage { line, what, torn: false }), from);
            }
            reading.run.lines = line;
            from += length + 1;
        }
        let damage = (!reading.begun).then(|| Damage {
            line: reading.run.lines + 1,
            what: "the file ends before the game begins".to_owned(),
            torn: false,
        });
        reading.stop(damage, from)
    }

    /// The whole run as text, with new seals.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = Lines::new(seal::START);
        lines.header(&self.header);
        self.marks.iter().for_each(|mark| lines.mark(mark));
        for step in &self.steps {
            lines.step(step.seat, &step.text, u64::from(step.pulse));
        }
        lines.text
    }

    /// The run of a game without a file. Its pulses are unknown.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let step = |(seat, text)| Step { seat, text, pulse: UNKNOWN_PULSE, line: 0 };
        let steps = session.log().into_iter().map(step).collect();
        Self { header: session.header().clone(), steps, ..Self::default() }
    }

    /// The first `at` commands of the run, marked as a branch.
    #[must_use]
    pub fn branch(&self, at: usize) -> Self {
        let mut marks = self.marks.clone();
        marks.push(format!("branched after {at}"));
        let steps = self.steps.iter().take(at).cloned().collect();
        Self { header: self.header.clone(), steps, marks, ..Self::default() }
    }

    /// Whether a file looks like a run.
    #[must_use]
    pub fn looks_like(bytes: &[u8]) -> bool {
        bytes.starts_with(b"undercroft run ")
    }
}

/// The text of a valid run with another name in its header and new seals. Nothing else changes.
#[must_use]
pub fn with_name(text: &str, name: &str) -> String {
    let mut lines = Lines::new(seal::START);
    let quoted = json_text(name);
    let mut in_header = true;
    for line in text.lines() {
        let body = &line[..line.len().saturating_sub(4)];
        let (body, spaced) = body.strip_suffix(' ').map_or((body, false), |body| (body, true));
        if in_header && body.starts_with("about name ") {
            continue;
        }
        if in_header && (body == "begin" || body.starts_with("level ") || body.starts_with("chapter ")) {
            lines.line(&format!("about name {quoted}"));
            in_header = false;
        }
        if spaced {
            lines.line(body);
        } else {
            lines.sealed_with_pulse(body);
        }
    }
    lines.text
}

/// The state of the reader between two lines.
#[derive(Default)]
struct Reading {
    run: Run,
    begun: bool,
    level_lines: usize,
    level_first: bool,
}

impl Reading {
    fn stop(self, damage: Option<Damage>, good_bytes: usize) -> Parsed {
        Parsed { run: self.begun.then_some(self.run), damage, good_bytes }
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), String> {
        let sealed = "its seal does not fit: the line was changed or damaged";
        if self.run.lines == 0 {
            self.run.chain = seal::START;
            if !Run::looks_like(bytes) {
                return Err("this is not a run of Undercroft".to_owned());
            }
        }
        if bytes.len() < 5 {
            return Err("it is too short to be a sealed line".to_owned());
        }
        let (text, letters) = bytes.split_at(bytes.len() - 4);
        let found = seal::read(letters).ok_or(sealed)?;
        // Commands carry their pulse in the word of the seal; all other lines have a blank before it.
        let spaced = text.ends_with(b" ");
        let body = if spaced { &text[..text.len() - 1] } else { text };
        let chain = seal::chain(self.run.chain, body);
        if chain != found {
            return Err(sealed.to_owned());
        }
        let body = std::str::from_utf8(body).map_err(|_| "it is not text".to_owned())?;
        self.take(body, spaced)?;
        self.run.chain = chain;
        Ok(())
    }

    fn take(&mut self, body: &str, spaced: bool) -> Result<(), String> {
        if !self.begun {
            return self.header(body);
        }
        let line = self.run.lines + 1;
        let after = self.run.steps.len();
        if !spaced {
            let (command, pulse) = body.rsplit_once(' ').ok_or("a command without its pulse")?;
            let pulse = seal::read(pulse.as_bytes()).ok_or("a command without its pulse")?;
            self.run.steps.push(Step::of(command, pulse, line)?);
        } else if let Some(rest) = body.strip_prefix("= ") {
            let mut words = rest.splitn(3, ' ');
            let count: usize =
                words.next().and_then(|w| w.parse().ok()).ok_or("a checkpoint without a number")?;
            let digest = words.next().and_then(|w| u64::from_str_radix(w, 16).ok());
            let digest = digest.ok_or("a checkpoint without a digest")?;
            if count != after {
                return Err(format!("a checkpoint for {count} commands after {after}"));
            }
            let vitals = words.next().unwrap_or("").to_owned();
            self.run.checkpoints.push(Checkpoint { after, digest, vitals, line });
        } else if let Some(rest) = body.strip_prefix("end ") {
            let (result, score) = rest.split_once(' ').ok_or("an end without a score")?;
            let score = score.parse().map_err(|_| "an end without a score")?;
            self.run.endings.push(Ending { after, result: result.to_owned(), score, line });
        } else if let Some(rest) = body.strip_prefix("point ") {
            let name = unquoted(rest).ok_or("a point without its name")?;
            self.run.points.push(Point { after, name });
        } else if let Some(rest) = body.strip_prefix("mark ") {
            self.run.marks.push(rest.to_owned());
        } else {
            return Err("a line of a kind that runs do not have".to_owned());
        }
        Ok(())
    }

    fn header(&mut self, body: &str) -> Result<(), String> {
        let unquote = |text: &str| unquoted(text).ok_or_else(|| "a text without its quotes".to_owned());
        let header = &mut self.run.header;
        if self.level_lines > 0 {
            let text = body
                .strip_prefix("| ")
                .or((body == "|").then_some(""))
                .ok_or("a level that ends too early")?;
            let text = if text.starts_with('"') { unquote(text)? } else { text.to_owned() };
            let level =
                header.level.get_or_insert_with(|| Level { name: String::new(), text: String::new() });
            if !self.level_first {
                level.text.push('\n');
            }
            level.text.push_str(&text);
            self.level_first = false;
            self.level_lines -= 1;
            return Ok(());
        }
        let (word, rest) = body.split_once(' ').unwrap_or((body, ""));
        match word {
            "undercroft" if self.run.lines == 0 => {
                if body != FIRST {
                    return Err(format!("it is written as '{body}', which this version does not read"));
                }
            }
            "game" => {
                let (id, rules) = rest.split_once(' ').ok_or("a game without its rules version")?;
                header.game = id.to_owned();
                header.rules = rules.parse().map_err(|_| "a game without its rules version")?;
            }
            "seed" => header.seed = unquote(rest)?,
            "set" | "about" => {
                let (name, value) = rest.split_once(' ').ok_or("a name without a value")?;
                let pair = (name.to_owned(), unquote(value)?);
                if word == "set" { header.options.push(pair) } else { header.about.push(pair) }
            }
            "level" => {
                let (name, lines) = rest.rsplit_once(' ').ok_or("a level without its length")?;
                self.level_lines = lines
                    .parse()
                    .ok()
                    .filter(|&n| n <= LEVEL_LINES_MAX)
                    .ok_or("a level without its length")?;
                self.level_first = true;
                header.level = Some(Level { name: unquote(name)?, text: String::new() });
            }
            "chapter" => {
                header.chapter =
                    Some(Chapter::read(rest).ok_or("a chapter that does not say where it begins")?);
            }
            "state" => {
                let chapter = header.chapter.as_mut().ok_or("a state without its chapter")?;
                chapter.read_state(rest).ok_or("a state that is no number")?;
            }
            "begin" if !header.game.is_empty() => self.begun = true,
            _ => return Err("a line of a kind that headers do not have".to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
