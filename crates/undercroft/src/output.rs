//! The only module of the program that writes to standard output and standard error.
//!
//! Anything printed may contain text from files, names and programs of others, so both channels replace every
//! character that could control a terminal. A failed write to standard output is remembered and decides the
//! exit status; a failed write to standard error is ignored, because there is nowhere left to report it.

use crate::{Done, Stop};
use kernel::{printable_json, printable_lines};
use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Exit status when output could not be written and nothing worse happened.
const UNWRITTEN: u8 = 2;

/// Prints a line on standard output.
macro_rules! say {
    ($($words:tt)*) => { crate::output::line(format_args!($($words)*)) };
}

/// Prints a line on standard error.
macro_rules! note {
    ($($words:tt)*) => { crate::output::note(format_args!($($words)*)) };
}

/// The content of standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text: unprintable characters are replaced.
    Text,
    /// JSON: they are escaped, so that programs read the original text.
    Json,
}

struct Channel {
    format: Format,
    /// The first bytes of an incomplete UTF-8 character.
    begun: Vec<u8>,
    /// The error of a failed write; nothing more is written after it.
    failed: Option<io::Error>,
}

static STDOUT: Mutex<Channel> = Mutex::new(Channel { format: Format::Text, begun: Vec::new(), failed: None });

fn channel() -> MutexGuard<'static, Channel> {
    STDOUT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Channel {
    /// Writes bytes as they are, unless an earlier write failed.
    fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.failed.is_none() {
            self.failed = io::stdout().write_all(bytes).err();
        }
        self.state()
    }

    /// Writes text without terminal control characters; invalid UTF-8 is replaced.
    fn write_text(&mut self, bytes: &[u8]) -> io::Result<()> {
        let joined: Cow<'_, [u8]> = if self.begun.is_empty() {
            Cow::Borrowed(bytes)
        } else {
            self.begun.extend_from_slice(bytes);
            Cow::Owned(std::mem::take(&mut self.begun))
        };
        let whole = match std::str::from_utf8(&joined) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => joined.len(),
        };
        self.begun = joined[whole..].to_vec();
        let text = String::from_utf8_lossy(&joined[..whole]);
        let shown = match self.format {
            Format::Text => printable_lines(&text),
            Format::Json => printable_json(&text),
        };
        self.write_raw(shown.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed.is_none() {
            self.failed = io::stdout().flush().err();
        }
        self.state()
    }

    fn state(&self) -> io::Result<()> {
        self.failed.as_ref().map_or(Ok(()), |error| Err(error.kind().into()))
    }
}

/// Standard output for text and JSON.
pub(crate) struct Out;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        channel().write_text(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        channel().flush()
    }
}

/// Standard output for what this program alone generates, escapes included: colours, a cleared screen, help,
/// completions.
pub(crate) struct Raw;

impl Write for Raw {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        channel().write_raw(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        channel().flush()
    }
}

/// Sets the format of standard output.
pub(crate) fn set_format(format: Format) {
    channel().format = format;
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard output is a terminal that may be sent colours.
pub(crate) fn has_colours() -> bool {
    let set = |name: &str| std::env::var_os(name);
    is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_some_and(|term| term != "dumb")
}

/// Whether standard output still accepts output; endless commands stop when it does not.
pub(crate) fn is_open() -> bool {
    channel().failed.is_none()
}

/// Prints a line on standard output; a failure is remembered.
pub(crate) fn line(words: Arguments<'_>) {
    let _ = Out.write_all(format!("{words}\n").as_bytes());
}

/// Prints a line on standard error.
pub(crate) fn note(words: Arguments<'_>) {
    let _ = io::stderr().write_all(printable_lines(&format!("{words}\n")).as_bytes());
}

/// Prints a question on standard error, without a newline.
pub(crate) fn ask(question: &str) {
    let _ = io::stderr().write_all(printable_lines(question).as_bytes());
}

/// Whether a line on standard error can be overwritten.
pub(crate) fn has_progress() -> bool {
    io::stderr().is_terminal()
}

/// Overwrites the current line on standard error.
pub(crate) fn progress(line: &str) {
    let _ = io::stderr().write_all(format!("\r\x1b[K{line}").as_bytes());
}

/// Converts the result of writing to [`Out`]. A failed write is reported when the program ends, any other
/// error by the command.
pub(crate) fn written<T>(result: io::Result<T>) -> Done {
    match result {
        Err(error) if is_open() => Err(Stop::bad(format!("The answer cannot be written: {error}."))),
        _ => Ok(()),
    }
}

/// Ends the program with a status. A closed pipe is not an error; any other failed write is.
pub(crate) fn finish(status: u8) -> ExitCode {
    let mut channel = channel();
    let _ = channel.flush();
    match channel.failed.take() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            note!("The output cannot be written: {}.", keeper::plain(&error));
            ExitCode::from(if status == 0 { UNWRITTEN } else { status })
        }
        _ => ExitCode::from(status),
    }
}
