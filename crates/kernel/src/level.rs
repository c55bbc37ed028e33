//! The result of reading a level file: findings with line and column, and the setup if there is one.

use alloc::{format, string::String, vec::Vec};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be played, but something in it is odd.
    Warning,
    /// The file cannot be played.
    Error,
}

impl Severity {
    /// Its name for people and programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A problem found in a level file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether the file can still be played.
    pub severity: Severity,
    /// Line, counted from 1; 0 when the finding is about the whole file.
    pub line: u32,
    /// Column, counted from 1; 0 when the finding is about the whole line.
    pub column: u32,
    /// How many characters it covers; at least 1 where a column is given.
    pub width: u32,
    /// What is wrong, in one sentence.
    pub what: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl Finding {
    /// A finding that makes the file unplayable.
    #[must_use]
    pub fn error(line: u32, column: u32, what: impl Into<String>) -> Self {
        Self { severity: Severity::Error, line, column, width: 1, what: what.into(), hint: String::new() }
    }

    /// A finding that leaves the file playable.
    #[must_use]
    pub fn warning(line: u32, column: u32, what: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(line, column, what) }
    }

    /// The same finding with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same finding about several characters.
    #[must_use]
    pub const fn wide(mut self, width: u32) -> Self {
        self.width = width;
        self
    }
}

/// The result of preparing a game: a setup unless there was an error, and all findings.
#[derive(Clone, Debug)]
pub struct Prepared<S> {
    /// The checked setup; `None` if any finding is an error.
    pub setup: Option<S>,
    /// All findings, in the order of the file.
    pub findings: Vec<Finding>,
}

impl<S> Prepared<S> {
    /// A setup without findings.
    #[must_use]
    pub const fn clean(setup: S) -> Self {
        Self { setup: Some(setup), findings: Vec::new() }
    }

    /// A setup with its findings; the setup is dropped if one of them is an error.
    #[must_use]
    pub fn judged(setup: S, findings: Vec<Finding>) -> Self {
        let bad = findings.iter().any(|finding| finding.severity == Severity::Error);
        Self { setup: (!bad).then_some(setup), findings }
    }

    /// No setup; the findings say why.
    #[must_use]
    pub const fn refused(findings: Vec<Finding>) -> Self {
        Self { setup: None, findings }
    }
}

/// The text of a level file; every reader of level files decodes its bytes here.
///
/// # Errors
/// The first byte that is not UTF-8, with its line and column. Replacing it would play another level than the
/// author wrote.
pub fn level_text(bytes: &[u8]) -> Result<&str, Finding> {
    core::str::from_utf8(bytes).map_err(|error| {
        let (good, rest) = bytes.split_at(error.valid_up_to());
        let before = core::str::from_utf8(good).unwrap_or_default();
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
        let byte = rest.first().copied().unwrap_or_default();
        Finding::error(line, column, format!("The byte 0x{byte:02X} is not valid UTF-8."))
            .hint("Save the file as UTF-8.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_refused_with_its_line_and_column() {
        fn place(bytes: &[u8]) -> Result<&str, (u32, u32)> {
            level_text(bytes).map_err(|finding| (finding.line, finding.column))
        }
        assert_eq!(place("grüße\n".as_bytes()), Ok("grüße\n"));
        assert_eq!(place(b""), Ok(""));
        assert_eq!(place(b"\xFF\xFE1\0"), Err((1, 1)));
        // The column counts characters, not bytes.
        assert_eq!(place(b"one\r\n\xC3\xBC\xC3\xBC caf\xE9\n"), Err((2, 7)));
        assert_eq!(place(b"a\nb\n\xF0\x9F\x98"), Err((3, 1)), "a character cut off at the end");
        assert_eq!(level_text(b"\xE9").unwrap_err().what, "The byte 0xE9 is not valid UTF-8.");
    }
}
