//! The fields of an element: its attributes, its values, and the elements inside it, in any order.

use super::{
    notes::{Notes, Span},
    words::{self, Part, SCALARS, Scalar, Word},
    xml::shown,
};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use roxmltree::{Attribute, Node};

/// The contents of an element.
pub(super) struct Fields<'a, 't> {
    node: Node<'a, 't>,
    scalars: [Option<Node<'a, 't>>; SCALARS.len()],
    /// The elements inside that are not scalars, in the order of the file.
    pub(super) parts: Vec<(Part, Node<'a, 't>)>,
}

impl<'a, 't> Fields<'a, 't> {
    /// Collects the contents of an element and reports what does not belong there.
    pub(super) fn of(node: Node<'a, 't>, part: Part, notes: &mut Notes) -> Self {
        let row = part.row();
        let mut survey = Self { node, scalars: [None; SCALARS.len()], parts: Vec::new() };
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            if !row.attributes.iter().any(|known| known.eq_ignore_ascii_case(attribute.name())) {
                let range = attribute.range_qname();
                notes.warn(Span { start: range.start, end: range.end }, || {
                    let what =
                        format!("{} has no attribute {}: it is ignored.", row.name, shown(attribute.name()));
                    (what, did_you_mean(attribute.name(), row.attributes.iter().copied()))
                });
            }
        }
        for child in node.children() {
            if child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty()) {
                let range = child.range();
                notes.warn(Span { start: range.start, end: range.end }.trimmed(child), || {
                    (format!("Unexpected text inside {}: it is ignored.", row.name), String::new())
                });
            }
            if child.is_element() {
                survey.sort_in(child, part, notes);
            }
        }
        survey
    }

    fn sort_in(&mut self, child: Node<'a, 't>, part: Part, notes: &mut Notes) {
        let row = part.row();
        match words::word(child.tag_name().name()) {
            Some(Word::Scalar(scalar)) if row.scalars.contains(&scalar) => {
                let seen = self.scalars[scalar as usize].replace(child).is_some();
                // The corners of a passage repeat; any other value may occur once.
                if seen && !(part == Part::Passage && scalar != Scalar::Visible) {
                    notes.warn(Span::tag(child), || {
                        (format!("{} is given twice: the last one counts.", scalar.name()), String::new())
                    });
                }
            }
            Some(Word::Part(inner)) if row.parts.contains(&inner) => self.parts.push((inner, child)),
            Some(Word::Part(inner @ (Part::Room | Part::Passage))) if part == Part::Dungeon => {
                notes.warn(Span::tag(child), || {
                    let name = inner.row().name;
                    (format!("{name} is outside of {name}s."), format!("Put it into <{name}s>."))
                });
                self.parts.push((inner, child));
            }
            known => notes.warn(Span::tag(child), || {
                let name = shown(child.tag_name().name());
                let inside = row.scalars.iter().map(|scalar| scalar.name());
                let inside = inside.chain(row.parts.iter().map(|part| part.row().name));
                let hint = match known {
                    Some(Word::Part(inner)) => home_of(inner),
                    _ => did_you_mean(&name, inside),
                };
                (format!("<{name}> is not allowed in {}: it is ignored.", row.name), hint)
            }),
        }
    }

    /// The element of a scalar, if present.
    pub(super) const fn node(&self, scalar: Scalar) -> Option<Node<'a, 't>> {
        self.scalars[scalar as usize]
    }

    /// A required integer.
    pub(super) fn need(
        &self,
        scalar: Scalar,
        bounds: (i64, i64),
        label: &dyn Fn() -> String,
        notes: &mut Notes,
    ) -> Option<i64> {
        if let Some(node) = self.node(scalar) {
            return number(node, scalar, bounds, notes);
        }
        let name = scalar.name();
        notes.error(
            Span::tag(self.node),
            format!("{} has no <{name}>.", label()),
            format!("Add <{name}>..</{name}>."),
        );
        None
    }

    /// An optional integer.
    pub(super) fn maybe(&self, scalar: Scalar, bounds: (i64, i64), notes: &mut Notes) -> Option<i64> {
        self.node(scalar).and_then(|node| number(node, scalar, bounds, notes))
    }

    /// Whether the thing is visible, which is the default.
    pub(super) fn visible(&self, label: &dyn Fn() -> String, notes: &mut Notes) -> bool {
        let Some(node) = self.node(Scalar::Visible) else {
            notes.warn(Span::tag(self.node), || {
                (
                    format!("{} has no <visible>: taken as visible.", label()),
                    "Add <visible>1</visible>.".into(),
                )
            });
            return true;
        };
        let value = number(node, Scalar::Visible, (i64::MIN, i64::MAX), notes).unwrap_or(1);
        if !(0..=1).contains(&value) {
            notes.warn(Span::value(node), || {
                (format!("<visible> is {value}: taken as 1."), "1 is visible, 0 is hidden.".into())
            });
        }
        value != 0
    }

    /// A text, joined into one line and trimmed; `None` when missing or empty.
    pub(super) fn text(&self, scalar: Scalar) -> Option<Arc<str>> {
        let text = value(self.node(scalar)?);
        let text = text.trim();
        (!text.is_empty()).then(|| one_line(text))
    }

    /// A single character; from several the first is taken, with a finding.
    pub(super) fn character(&self, scalar: Scalar, notes: &mut Notes) -> Option<char> {
        let node = self.node(scalar)?;
        let text = value(node);
        let mut chars = text.trim().chars();
        let first = chars.next().filter(|c| !c.is_control())?;
        if chars.next().is_some() {
            notes.warn(Span::value(node), || {
                (format!("<{}> must be one character: taken as {first}.", scalar.name()), String::new())
            });
        }
        Some(first)
    }
}

impl Span {
    /// The same span without the blanks at both ends.
    fn trimmed(self, node: Node<'_, '_>) -> Self {
        let text = node.document().input_text().get(self.start..self.end).unwrap_or_default();
        let start = self.start + (text.len() - text.trim_start().len());
        Self { start, end: start + text.trim().len() }
    }
}

/// The attribute with a name, ignoring case.
pub(super) fn attribute<'a, 't>(node: Node<'a, 't>, name: &str) -> Option<Attribute<'a, 't>> {
    node.attributes()
        .find(|attribute| attribute.name().eq_ignore_ascii_case(name) && attribute.namespace().is_none())
}

/// The `name` of an element, or a default.
pub(super) fn name(node: Node<'_, '_>, otherwise: &str) -> Arc<str> {
    let given = attribute(node, "name").map_or("", |name| name.value().trim());
    if given.is_empty() { Arc::from(otherwise) } else { one_line(given) }
}

/// A text with line breaks and control characters replaced by blanks, since they would garble the display.
fn one_line(text: &str) -> Arc<str> {
    if text.chars().any(char::is_control) {
        let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Arc::from(flat)
    } else {
        Arc::from(text)
    }
}

/// All text directly inside an element, skipping comments.
fn value<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let mut texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
    let first = texts.next().unwrap_or_default();
    match texts.next() {
        None => Cow::Borrowed(first),
        Some(second) => {
            let mut all = first.to_string();
            all.push_str(second);
            all.extend(texts);
            Cow::Owned(all)
        }
    }
}

/// The integer an element holds.
pub(super) fn number(
    node: Node<'_, '_>,
    scalar: Scalar,
    bounds: (i64, i64),
    notes: &mut Notes,
) -> Option<i64> {
    let name = format_args!("<{}>", scalar.name()).to_string();
    whole(&value(node), &name, Span::value(node), bounds, notes)
}

/// Parses an integer, ignoring blanks around it.
pub(super) fn whole(
    text: &str,
    name: &str,
    span: Span,
    bounds: (i64, i64),
    notes: &mut Notes,
) -> Option<i64> {
    let text = text.trim();
    let (low, high) = bounds;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if text.is_empty() {
        notes.error(span, format!("{name} is empty."), "Write a whole number.");
        return None;
    }
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        notes.error(span, format!("{name} is '{}', which is not a whole number.", shown(text)), "");
        return None;
    }
    match text.parse::<i64>() {
        Ok(number) if (low..=high).contains(&number) => Some(number),
        _ => {
            notes.error(span, format!("{name} is {}; it must be from {low} to {high}.", shown(text)), "");
            None
        }
    }
}

fn did_you_mean<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> String {
    kernel::grid::nearest(word, candidates).map_or_else(String::new, |near| format!("Did you mean {near}?"))
}

/// Which element a part belongs in, as a hint.
fn home_of(part: Part) -> String {
    match words::PARTS.iter().find(|row| row.parts.contains(&part)) {
        Some(row) => format!("{} belongs inside <{}>.", part.row().name, row.name),
        None => String::new(),
    }
}
