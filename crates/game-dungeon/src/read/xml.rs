//! Parses text into a tree of elements, with guards against hostile text: no entities are expanded, nothing
//! is fetched, and sizes are checked before memory is allocated.

use super::notes::{Notes, Span};
use crate::content::{
    ATTRIBUTES_MAX, DEPTH_MAX, EQUALS_MAX, NAMESPACES_MAX, NODES_MAX, TAGS_MAX, TEXT_BYTES_MAX,
};
use alloc::{format, string::String, vec::Vec};
use kernel::printable;
use roxmltree::{Document, Error, ParsingOptions};

/// The tree of a text; `None`, with a note, if it is rejected.
pub(crate) fn parse<'t>(text: &'t str, notes: &mut Notes) -> Option<Document<'t>> {
    if let Err((at, what, hint)) = guard(text) {
        notes.error(Span { start: at, end: at + 1 }, what, hint);
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, entity_resolver: None };
    match Document::parse_with_options(text, options) {
        Ok(document) => match too_deep(&document) {
            None => Some(document),
            Some(at) => {
                let what = format!("Elements are nested more than {DEPTH_MAX} deep.");
                notes.error(
                    Span { start: at, end: at + 1 },
                    what,
                    "A dungeon needs no more than seven levels.",
                );
                None
            }
        },
        Err(error) => {
            let (what, hint) = explain(&error, text);
            let at = place(text, &error);
            notes.error(Span { start: at, end: at + 1 }, what, hint);
            None
        }
    }
}

type Refusal = (usize, String, &'static str);

/// Checks the counts that determine memory and time: the library allocates for every `<` and `=`, compares
/// each attribute of an element with all others, and copies the namespaces of enclosing elements.
fn guard(text: &str) -> Result<(), Refusal> {
    if text.len() > TEXT_BYTES_MAX {
        let what = format!("The file has {} bytes; at most {TEXT_BYTES_MAX} are read.", text.len());
        return Err((0, what, "Split the dungeon into several files."));
    }
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
        return Err((0, "The file is empty.".into(), "A dungeon begins with <Dungeon ...>."));
    }
    let bytes = text.as_bytes();
    let (mut tags, mut equals, mut attributes, mut namespaces) = (0, 0, 0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => {
                attributes = 0;
                tags += 1;
                if tags > TAGS_MAX {
                    return Err((at, format!("The file has more than {TAGS_MAX} tags."), ""));
                }
            }
            b'=' => {
                equals += 1;
                if equals > EQUALS_MAX {
                    return Err((at, format!("The file has more than {EQUALS_MAX} '=' signs."), ""));
                }
                let next = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                attributes += usize::from(matches!(next, Some(b'"' | b'\'')));
                if attributes > ATTRIBUTES_MAX {
                    return Err((at, format!("An element has more than {ATTRIBUTES_MAX} attributes."), ""));
                }
            }
            b'x' if bytes[at..].starts_with(b"xmlns") => {
                namespaces += 1;
                if namespaces > NAMESPACES_MAX {
                    return Err((
                        at,
                        format!("The file names XML namespaces more than {NAMESPACES_MAX} times."),
                        "",
                    ));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Position of the first element that is nested too deeply. Asking each node for its ancestors would be
/// quadratic for a deep chain, so the walk tracks the depth itself.
fn too_deep(document: &Document<'_>) -> Option<usize> {
    let mut depth = 0;
    let mut node = document.root();
    loop {
        if let Some(child) = node.first_child() {
            depth += 1;
            if depth > DEPTH_MAX {
                return Some(child.range().start);
            }
            node = child;
            continue;
        }
        loop {
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            node = node.parent()?;
            depth -= 1;
        }
    }
}

/// Position of an error: as the library reports it, or a better one.
fn place(text: &str, error: &Error) -> usize {
    match error {
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream | Error::NoRootNode => {
            let end = text.trim_end().len();
            text[..end].char_indices().next_back().map_or(0, |(at, _)| at)
        }
        Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or(0),
        _ => {
            let pos = error.pos();
            let line =
                text.split_inclusive('\n').take(pos.row.saturating_sub(1) as usize).map(str::len).sum();
            let column = pos.col.saturating_sub(1) as usize;
            let rest: &str = text.get(line..).unwrap_or_default();
            line + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
        }
    }
}

const ESCAPE: &str = "Write &lt; for < and &amp; for & inside texts and attributes.";
const CUT_OFF: &str = "The file seems to be cut off.";

/// An explanation of a library error and what to do about it.
fn explain(error: &Error, text: &str) -> (String, &'static str) {
    match error {
        Error::UnexpectedCloseTag(expected, actual, _) => {
            let what = format!("</{}> closes <{}>.", shown(actual), shown(expected));
            (what, "Close each element by its own name, innermost first.")
        }
        Error::UnclosedRootNode => {
            (format!("The file ends, and <{}> is never closed.", innermost(text)), CUT_OFF)
        }
        Error::UnexpectedEndOfStream => {
            (format!("The file ends in the middle of a tag inside <{}>.", innermost(text)), CUT_OFF)
        }
        Error::NoRootNode => ("The file has no element.".into(), "A dungeon begins with <Dungeon ...>."),
        Error::DtdDetected => {
            ("A document type (DTD) is not allowed.".into(), "Remove the <!DOCTYPE ...>; it is not needed.")
        }
        Error::UnknownEntityReference(name, _) => {
            (format!("The entity &{}; is unknown.", shown(name)), ESCAPE)
        }
        Error::MalformedEntityReference(_) => ("An & does not start an entity.".into(), ESCAPE),
        Error::InvalidAttributeValue(_) => ("An attribute contains a <.".into(), ESCAPE),
        Error::DuplicatedAttribute(name, _) => (format!("The attribute {} is given twice.", shown(name)), ""),
        Error::UnknownNamespace(name, _) => {
            (format!("The prefix {}: is not declared.", shown(name)), "Remove the prefix; it is not needed.")
        }
        Error::NodesLimitReached => (format!("The file has more than {NODES_MAX} elements and texts."), ""),
        Error::NonXmlChar(char, _) => {
            (format!("The character {} is not allowed in XML.", char.escape_unicode()), "")
        }
        Error::InvalidComment(_) => ("A comment contains --.".into(), "Two hyphens may only end a comment."),
        Error::UnexpectedDeclaration(_) => {
            ("<?xml ...?> is not at the start of the file.".into(), "Write it once, at the very start.")
        }
        Error::UnknownToken(_) => {
            ("There is text outside the root element.".into(), "Put everything inside one <Dungeon ...>.")
        }
        Error::InvalidName(_) => ("A name is missing or starts with a wrong character.".into(), ESCAPE),
        other => (sentence(other), ""),
    }
}

/// The innermost element still open at the end of a text. Comments are skipped; everything else is taken
/// literally.
fn innermost(text: &str) -> String {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        // A truncated tag neither opens nor closes an element.
        let Some(end) = rest.find('>') else { break };
        let tag = &rest[..end];
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        if tag.starts_with('/') {
            open.pop();
        } else if !tag.starts_with(['?', '!']) && !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end..];
    }
    open.last().map_or_else(|| "?".into(), |name| shown(name))
}

/// The library's message without the position, which the finding has anyway.
fn sentence(error: &Error) -> String {
    let mut what = format!("{error}");
    let place = format!(" at {}", error.pos());
    if let Some(at) = what.find(&place) {
        what.replace_range(at..at + place.len(), "");
    }
    format!("This is not XML: {}.", printable(&what))
}

/// A word of the file, safe to print: shortened, and without control characters.
pub(crate) fn shown(word: &str) -> String {
    kernel::shortened(word, 32)
}
