//! The only place of the program that writes to standard output and standard error.
//!
//! Whatever is printed may hold text from files, names and programs of others, so both channels replace every character that
//! could steer a terminal. A failed write to standard output is remembered and decides the status at the end; a failed write
//! to standard error is ignored, because there is nowhere left to report it.

use crate::{Done, Stop};
use kernel::{printable_json, printable_lines};
use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The status when the answer could not be written and nothing worse was found.
const UNWRITTEN: u8 = 2;

/// Prints a line on standard output.
macro_rules! say {
    ($($words:tt)*) => { crate::output::line(format_args!($($words)*)) };
}

/// Prints a line on standard error.
macro_rules! note {
    ($($words:tt)*) => { crate::output::note(format_args!($($words)*)) };
}

/// What standard output carries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text: characters that are not printable are replaced.
    Text,
    /// JSON: they are escaped, so that programs read what was there.
    Json,
}

struct Channel {
    format: Format,
    /// The first bytes of a character whose rest has not come yet.
    begun: Vec<u8>,
    /// Why nothing more is written.
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

    /// Writes text without anything that steers a terminal; bytes that are not UTF-8 are replaced.
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

/// Standard output for what is made here alone, escapes included: colours, a cleared screen, help, completions.
pub(crate) struct Raw;

impl Write for Raw {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        channel().write_raw(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        channel().flush()
    }
}

/// Says what standard output carries from now on.
pub(crate) fn set_format(format: Format) {
    channel().format = format;
}

/// True when standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// True when standard output is a terminal that may be sent colours.
pub(crate) fn has_colours() -> bool {
    let set = |name: &str| std::env::var_os(name);
    is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_some_and(|term| term != "dumb")
}

/// False when nothing more can be written to standard output: a command without an end stops then.
pub(crate) fn is_open() -> bool {
    channel().failed.is_none()
}

/// Prints a line on standard output; a failure is remembered for the end.
pub(crate) fn line(words: Arguments<'_>) {
    let _ = Out.write_all(format!("{words}\n").as_bytes());
}

/// Prints a line on standard error.
pub(crate) fn note(words: Arguments<'_>) {
    let _ = io::stderr().write_all(printable_lines(&format!("{words}\n")).as_bytes());
}

/// Prints a question on standard error, without an end of line.
pub(crate) fn ask(question: &str) {
    let _ = io::stderr().write_all(printable_lines(question).as_bytes());
}

/// True where a line on standard error can be written over.
pub(crate) fn has_progress() -> bool {
    io::stderr().is_terminal()
}

/// Writes a line over the one that stands there, on standard error.
pub(crate) fn progress(line: &str) {
    let _ = io::stderr().write_all(format!("\r\x1b[K{line}").as_bytes());
}

/// The result of a writer of [`Out`]. A failed write is reported at the end of the program; any other error by the command.
pub(crate) fn written<T>(result: io::Result<T>) -> Done {
    match result {
        Err(error) if is_open() => Err(Stop::bad(format!("The answer cannot be written: {error}."))),
        _ => Ok(()),
    }
}

/// Ends the program with a status. A closed pipe is not an error; every other failed write is.
pub(crate) fn finish(status: u8) -> ExitCode {
    let mut channel = channel();
    let _ = channel.flush();
    match channel.failed.take() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let told = error.to_string();
            let plain = told.split(" (os error").next().unwrap_or(&told);
            note!("The output cannot be written: {}.", plain.to_lowercase());
            ExitCode::from(if status == 0 { UNWRITTEN } else { status })
        }
        _ => ExitCode::from(status),
    }
}
