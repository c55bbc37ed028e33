//! The findings of the reader, collected by byte position and converted to lines and columns at the end.

use crate::content::FINDINGS_MAX;
use alloc::{format, string::String, vec::Vec};
use kernel::{Finding, Severity};
use roxmltree::Node;

/// A range of the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// The opening tag of an element up to the end of its name.
    pub(crate) fn tag(node: Node<'_, '_>) -> Self {
        let range = node.range();
        let name = node.tag_name().name().len() + 1;
        Self { start: range.start, end: (range.start + name).min(range.end) }
    }

    /// The value of an element without the blanks around it; its tag if there is none.
    pub(crate) fn value(node: Node<'_, '_>) -> Self {
        let child = node.first_child().filter(Node::is_text);
        let Some(range) = child.map(|text| text.range()) else { return Self::tag(node) };
        let text = node.document().input_text().get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start().len());
        let kept = text.trim().len();
        if kept == 0 { Self::tag(node) } else { Self { start, end: start + kept } }
    }
}

struct Note {
    severity: Severity,
    span: Span,
    what: String,
    hint: String,
}

/// The findings so far.
#[derive(Default)]
pub(crate) struct Notes {
    notes: Vec<Note>,
    errors: usize,
    warnings: usize,
}

impl Notes {
    /// A problem that makes the file unplayable.
    pub(crate) fn error(&mut self, span: Span, what: impl Into<String>, hint: impl Into<String>) {
        self.errors += 1;
        if self.errors <= FINDINGS_MAX {
            self.notes.push(Note { severity: Severity::Error, span, what: what.into(), hint: hint.into() });
        }
    }

    /// A warning. The text is built only if it will be listed, as a large file can have many.
    pub(crate) fn warn(&mut self, span: Span, tell: impl FnOnce() -> (String, String)) {
        self.warnings += 1;
        if self.warnings <= FINDINGS_MAX {
            let (what, hint) = tell();
            self.notes.push(Note { severity: Severity::Warning, span, what, hint });
        }
    }

    /// True when the file is unplayable.
    pub(crate) const fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The findings in the order of the file. A single pass over the text finds all lines and columns.
    pub(crate) fn findings(mut self, text: &str) -> Vec<Finding> {
        kernel::sort_by_key(&mut self.notes, |note| note.span.start);
        let mut found = Vec::with_capacity(self.notes.len());
        let (mut line, mut line_start, mut seen) = (1, 0, 0);
        let (mut column_at, mut column) = (0, 1u32);
        for note in self.notes {
            let start = note.span.start.min(text.len());
            for (offset, byte) in text.as_bytes()[seen..start].iter().enumerate() {
                if *byte == b'\n' {
                    line += 1;
                    line_start = seen + offset + 1;
                }
            }
            seen = start;
            if column_at < line_start {
                (column_at, column) = (line_start, 1);
            }
            column += chars(text, column_at, start);
            column_at = start;
            let end = note.span.end.min(text.len());
            let shown = text.get(start..end).unwrap_or_default();
            let width = shown.lines().next().map_or(0, |first| first.chars().count()).max(1) as u32;
            found.push(Finding {
                severity: note.severity,
                line,
                column,
                width,
                what: note.what,
                hint: note.hint,
            });
        }
        for (count, word) in [(self.errors, "errors"), (self.warnings, "warnings")] {
            if count > FINDINGS_MAX {
                let more = format!("There are {} more {word}.", count - FINDINGS_MAX);
                found.push(Finding::warning(line, 0, more));
            }
        }
        found
    }
}

/// Number of characters that start in a byte range of the text.
fn chars(text: &str, from: usize, to: usize) -> u32 {
    let bytes = &text.as_bytes()[from.min(to)..to];
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

/// The positions of all line breaks, to look up the line of a position.
pub(crate) struct Lines(Vec<u32>);

impl Lines {
    /// The lines of a text.
    pub(crate) fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(breaks.map(|(at, _)| at as u32).collect())
    }

    /// The line of a byte position, counted from 1.
    pub(crate) fn at(&self, place: usize) -> u32 {
        self.0.partition_point(|&line_break| (line_break as usize) < place) as u32 + 1
    }
}
