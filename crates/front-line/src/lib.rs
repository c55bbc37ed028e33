//! Playing through standard input and output: frames as text, speech, or one JSON object per line.
//!
//! The journal is written before the answer. While more input is already waiting, answers are collected and
//! written together, so that a program that pipes in a thousand commands does not pay for a thousand writes.

mod frame;
mod input;
mod json;
mod lesson;
mod mcp;
mod speak;
mod text;

pub use frame::{Company, Frame};
pub use input::Lines;
pub use json::json;
pub use mcp::mcp;
pub use speak::{Ask, REQUESTS, Request, Voice, speak};
pub use text::{lesson, text};

use keeper::{News, OpenError, Opened};
use session::Session;
use std::io::{self, Read, Write};

/// Answers are written as soon as this much has been collected.
const GATHER_BYTES: usize = 64 * 1024;

/// Why playing stopped before the end of the input.
#[derive(Debug)]
pub enum Stopped {
    /// The end of the run could not be saved.
    Unkept(OpenError),
    /// The output was closed.
    Output(io::Error),
    /// The input could not be read.
    Input(io::Error),
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unkept(problem) => {
                write!(out, "The last commands of the game are not saved: {problem}.")
            }
            Self::Output(error) => write!(out, "The output cannot be written: {error}."),
            Self::Input(error) => write!(out, "The input cannot be read: {error}."),
        }
    }
}

/// A way of answering lines; answers are collected in a buffer.
trait Answers {
    /// Handles a line; false when the player has left.
    fn take(&mut self, line: &str, session: &mut dyn Session) -> bool;
    fn out(&mut self) -> &mut Vec<u8>;
}

/// Answers lines until the input ends or the player leaves; the run is then closed and saved.
fn converse(
    mut opened: Opened,
    answers: &mut impl Answers,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(), Stopped> {
    let mut lines = Lines::new(input);
    let mut more = true;
    while more {
        if !lines.has_more() || answers.out().len() > GATHER_BYTES {
            flush(&mut opened, answers.out(), output)?;
        }
        let Some(line) = lines.next().map_err(Stopped::Input)? else { break };
        more = answers.take(&line, opened.session.as_mut());
    }
    flush(&mut opened, answers.out(), output)?;
    opened.close().map_err(Stopped::Unkept)
}

/// Writes the journal, then the answers.
fn flush(opened: &mut Opened, answers: &mut Vec<u8>, output: &mut impl Write) -> Result<(), Stopped> {
    save(opened);
    output.write_all(answers).and_then(|()| output.flush()).map_err(Stopped::Output)?;
    answers.clear();
    Ok(())
}

/// Saves what was played before it is answered. If that fails, one message says so, the player can play on,
/// and saving is retried with every answer.
fn save(opened: &mut Opened) {
    let _ = opened.keep();
    if let Some(news) = opened.news() {
        let advice = match news {
            News::Failed(_) => " To save games in another place, start with --record FILE.",
            News::Resumed | News::Moved { .. } => "",
        };
        let _ = writeln!(io::stderr(), "{news}{advice}");
    }
}

/// The words that ask for help.
const HELP: [&str; 2] = ["?", "help"];

/// Writes a game's console messages to standard error, so that frames and answers stay clean.
fn tell_asides(session: &dyn session::Session, kind: session::ReplyKind) {
    if kind == session::ReplyKind::Played {
        for aside in session.asides() {
            let _ = writeln!(io::stderr(), "{}", kernel::printable_lines(&aside));
        }
    }
}

/// Handles `save NAME`, which adds a save point, in games without a command of that name.
fn save_point(line: &str, session: &mut dyn session::Session) -> Option<String> {
    let rest = line.trim().strip_prefix("save")?;
    let name = rest.trim();
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let name = if name.is_empty() { format!("turn {}", session.commands()) } else { name.to_owned() };
    session.lines().point(&name);
    Some(format!("Save point '{}'.", name.escape_debug()))
}

fn is_one_of(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| line.trim().eq_ignore_ascii_case(word))
}

/// One sentence that lists the commands of a game.
fn commands_sentence(session: &dyn session::Session) -> String {
    let words: Vec<String> = session
        .verbs()
        .iter()
        .map(|verb| match verb.follows {
            kernel::Follows::Nothing => verb.words[0].to_owned(),
            follows => format!("{} {follows}", verb.words[0]),
        })
        .collect();
    let leaves = session.about().leave.first().map_or(String::new(), |word| format!(", {word} leaves"));
    format!("Commands: {}. save NAME marks a save point{leaves}.", words.join(", "))
}
