//! Tools for authors of dungeons: a starter file, a preview, and a formatter that keeps comments.

use crate::{
    read::{Notes, xml},
    setup::check,
};
use alloc::{string::String, vec::Vec};
use kernel::{Finding, Game, Scene, Seat, Seed, View};
use roxmltree::Node;

/// A small dungeon with a comment on everything in it, as a template.
#[must_use]
pub const fn starter() -> &'static str {
    include_str!("../dungeons/starter.xml")
}

/// Templates for new dungeons, by name: the starter, then the campaign.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let campaign = crate::content::CAMPAIGN.iter().map(|level| (level.name, level.text));
    core::iter::once(("starter", starter())).chain(campaign)
}

/// The board of a dungeon at the start of the game, row by row.
///
/// # Errors
/// The findings that make the text unplayable.
pub fn preview(text: &str) -> Result<Vec<String>, Vec<Finding>> {
    let prepared = check(text);
    let setup = prepared.setup.ok_or(prepared.findings)?;
    let game = crate::Dungeon::start(&setup, &Seed::from_text(""));
    let mut scene = Scene::default();
    game.draw(Seat(0), &View { bare: true, ..View::default() }, &mut scene);
    Ok(scene.rows())
}

/// Formats a text: one element per line, four blanks per level, double quotes. Comments are kept, and runs of
/// empty lines become one. The dungeon stays the same.
///
/// # Errors
/// The findings that make the text invalid XML.
pub fn format(text: &str) -> Result<String, Vec<Finding>> {
    let mut notes = Notes::default();
    let Some(document) = xml::parse(text, &mut notes) else { return Err(notes.findings(text)) };
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_children(document.root(), 0, &mut out);
    Ok(out)
}

/// Writes the children of a node. The reader limits the depth, so the recursion is bounded.
fn write_children(parent: Node<'_, '_>, depth: usize, out: &mut String) {
    let (mut breaks, mut first, mut after_element) = (0, true, false);
    let mut end = parent.first_child().map_or(0, |child| child.range().start);
    for child in parent.children() {
        if child.is_text() && child.text().is_some_and(|text| text.trim().is_empty()) {
            breaks += child.text().unwrap_or_default().matches('\n').count();
            continue;
        }
        // Outside the root element the parser makes no nodes for blanks, so line breaks are counted in the
        // text itself.
        if parent.is_root() {
            let between = parent.document().input_text().get(end..child.range().start).unwrap_or_default();
            breaks = between.matches('\n').count();
            end = child.range().end;
        }
        if child.is_comment() && breaks == 0 && after_element {
            // A comment after an element stays on its line.
            out.truncate(out.trim_end_matches('\n').len());
            out.push(' ');
        } else {
            if breaks > 1 && !first {
                out.push('\n');
            }
            indent(depth, out);
        }
        write_node(child, depth, out);
        out.push('\n');
        (breaks, first, after_element) = (0, false, child.is_element());
    }
}

fn write_node(node: Node<'_, '_>, depth: usize, out: &mut String) {
    let source = node.document().input_text().get(node.range()).unwrap_or_default();
    if node.is_comment() || node.is_pi() {
        out.push_str(source);
        return;
    }
    if node.is_text() {
        escape(node.text().unwrap_or_default().trim(), out);
        return;
    }
    let name = write_tag(source, out);
    let is_plain = node.children().all(|child| child.is_text());
    let text: String = node.children().filter_map(|child| child.text()).collect();
    match (is_plain, text.trim()) {
        (true, "") => out.push_str("/>"),
        (true, text) => {
            out.push('>');
            escape(text, out);
            close(name, out);
        }
        (false, _) => {
            out.push_str(">\n");
            write_children(node, depth + 1, out);
            indent(depth, out);
            close(name, out);
        }
    }
}

/// Writes the opening tag without its end, with the attributes unchanged but evenly spaced; returns the
/// element's name.
fn write_tag<'s>(source: &'s str, out: &mut String) -> &'s str {
    let rest = source.strip_prefix('<').unwrap_or(source);
    let name_end = rest.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(rest.len());
    let (name, mut rest) = rest.split_at(name_end);
    out.push('<');
    out.push_str(name);
    while let Some((key, after)) = rest.trim_start().split_once('=') {
        let quoted = after.trim_start();
        if key.contains(['>', '/']) || !quoted.starts_with(['"', '\'']) {
            break;
        }
        let (quote, value) = quoted.split_at(1);
        let Some((value, after)) = value.split_once(quote) else { break };
        let quote = if value.contains('"') { "'" } else { "\"" };
        for piece in [" ", key.trim_end(), "=", quote, value, quote] {
            out.push_str(piece);
        }
        rest = after;
    }
    name
}

fn close(name: &str, out: &mut String) {
    for piece in ["</", name, ">"] {
        out.push_str(piece);
    }
}

fn indent(depth: usize, out: &mut String) {
    for _ in 0..depth {
        out.push_str("    ");
    }
}

/// Writes text with XML escapes.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}
