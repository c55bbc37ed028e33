//! What is in view: its order, and how much of each thing is told. Where the room is short, things of a kind share a row, then far
//! enemies do, so that ways out and things worth having stay in sight.

use super::Entry;
use super::rows::{Row, Writer, name_paint};
use crate::canvas::{DIM, TEXT, TITLE};
use console::capital;
use console::{Paint, wrap};
use kernel::{Panel, Sight, Sort, Tone};
use unicode_width::UnicodeWidthStr as _;

/// Columns of a bar among other words.
const SHORT_BAR: usize = 6;
/// Within so many steps an enemy is near.
const NEAR_STEPS: u16 = 9;

/// How much is told of what is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// Everything.
    Full,
    /// Things of a kind in one row.
    Things,
    /// Far enemies of a kind, too, with what is foretold of the nearest.
    Kinds,
    /// Nothing is foretold but of near enemies.
    Short,
}

fn is_near_foe(sight: &Sight) -> bool {
    sight.sort == Sort::Foe && sight.steps.is_some_and(|steps| steps <= NEAR_STEPS)
}

/// Puts what is in view in the order of the rows: near enemies, the most dangerous first; other enemies by distance; ways out;
/// things by distance.
pub(super) fn arrange(in_view: &mut [Sight]) {
    // The list comes with the most dangerous first, and that order stays among near enemies.
    kernel::sort_by_key(in_view, |sight| {
        let far = sight.steps.unwrap_or(u16::MAX);
        match sight.sort {
            Sort::Foe if is_near_foe(sight) => (0, 0),
            Sort::Foe => (1, far),
            Sort::Exit => (2, far),
            Sort::Friend | Sort::Prize | Sort::Tool => (3, far),
        }
    });
}

impl Writer<'_> {
    /// The rows of what is in view, told as fully as so many rows allow.
    pub(super) fn sights(&self, panel: &Panel, focus: Option<Entry>, room: usize) -> Vec<Vec<Row>> {
        let mut groups = Vec::new();
        for detail in [Detail::Full, Detail::Things, Detail::Kinds, Detail::Short] {
            groups = self.sights_in(panel, focus, detail);
            if groups.iter().map(Vec::len).sum::<usize>() < room {
                break;
            }
        }
        groups
    }

    fn sights_in(&self, panel: &Panel, focus: Option<Entry>, detail: Detail) -> Vec<Vec<Row>> {
        let sights = &panel.in_view;
        let chosen = |index: usize| {
            let entry = index.checked_sub(self.extra).map(Entry::Sight);
            entry.is_some() && entry == focus
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (index, sight) in sights.iter().enumerate() {
            let from = if sight.sort == Sort::Foe { Detail::Kinds } else { Detail::Things };
            let is_alone = detail < from || index < self.extra || is_near_foe(sight);
            let kin = |group: &&mut Vec<usize>| {
                let other = &sights[group[0]];
                !is_near_foe(other)
                    && group[0] >= self.extra
                    && (other.cell, &other.name, other.sort) == (sight.cell, &sight.name, sight.sort)
            };
            match groups.iter_mut().find(kin).filter(|_| !is_alone) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        let rows = |group: &Vec<usize>| {
            // The nearest stands for its kind, or the one that was chosen.
            let index = group.iter().copied().find(|index| chosen(*index)).unwrap_or(group[0]);
            let sight = &sights[index];
            let is_near = index < self.extra || is_near_foe(sight) || chosen(index);
            let last = if sight.sort == Sort::Foe { Detail::Kinds } else { Detail::Things };
            let foretold = detail <= last || is_near;
            if group.len() == 1 && foretold {
                return self.sight(index, sight);
            }
            let mut rows = vec![self.short(index, sight, group.len())];
            if foretold && sight.sort == Sort::Foe {
                rows.extend(self.below(rows[0].entry, wrap(&sight.forecast, self.cols.saturating_sub(2))));
            }
            rows
        };
        groups.iter().map(rows).collect()
    }

    /// Something in view in one row: its name, how many there are, and how far the nearest is.
    fn short(&self, index: usize, sight: &Sight, count: usize) -> Row {
        let mut row = self.first(index, sight);
        let count = if count > 1 { format!(" {}{count}", self.look.lines.times) } else { String::new() };
        let name = format!("{}{}{count}", capital(&sight.name), mark(sight.tone));
        let steps = sight.steps.map_or(String::new(), steps_text);
        row.push(name, self.of(name_paint(sight)));
        let gap = self.cols.saturating_sub(row.width() + steps.width());
        if gap > 0 {
            row.push(" ".repeat(gap), self.of(TEXT));
            row.push(steps, self.of(DIM));
        }
        row
    }

    fn first(&self, index: usize, sight: &Sight) -> Row {
        let entry = index.checked_sub(self.extra).map(Entry::Sight);
        let mut row = Row { entry, ..Row::default() };
        row.push(self.look.glyphs.of(sight.cell).to_string(), self.look.cell(sight.cell));
        row.push(" ", self.of(TEXT));
        row
    }

    /// Something in view: its glyph, name and health, then what the rules foretell.
    fn sight(&self, index: usize, sight: &Sight) -> Vec<Row> {
        let by =
            super::rows::told(index.checked_sub(self.extra).and_then(|index| self.effects.sights.get(index)));
        let name = format!("{}{}", capital(&sight.name), mark(sight.tone));
        let mut tail: Vec<(String, crate::look::Brush)> = Vec::new();
        if let Some(bar) = &sight.bar {
            tail.extend(self.bar(bar, SHORT_BAR));
            tail.push((format!(" {}", bar.text), self.of(Paint::Tone(bar.tone))));
            tail.push((by, self.of(TITLE)));
        }
        let steps = sight.steps.map_or(String::new(), steps_text);
        let dot = format!(" {} ", self.look.lines.dot);
        let cols = self.cols.saturating_sub(2);
        let mut below = wrap(&sight.forecast, cols);
        below.retain(|line| !line.is_empty());
        let width = |spans: &[(String, _)]| spans.iter().map(|(text, _)| text.width()).sum::<usize>();
        // How far it is stands behind the forecast, else behind the name, else in a row of its own.
        let behind = below.last().filter(|last| last.width() + dot.width() + steps.width() <= cols).is_some();
        let beside = 2 + name.width() + dot.width() + steps.width() + 1 + width(&tail) <= self.cols;
        let mut far = Vec::new();
        match below.last_mut() {
            _ if steps.is_empty() => {}
            Some(last) if behind => {
                last.push_str(&dot);
                last.push_str(&steps);
            }
            None if sight.bar.is_none() => tail.push((steps, self.of(DIM))),
            _ if beside => far.push((format!("{dot}{steps}"), self.of(DIM))),
            _ => below.push(steps),
        }
        let mut rows = self.headed(index, sight, &name, far, tail);
        let entry = rows[0].entry;
        rows.extend(self.below(entry, below));
        rows
    }

    /// Lines under a name.
    fn below(&self, entry: Option<Entry>, lines: Vec<String>) -> impl Iterator<Item = Row> {
        lines.into_iter().filter(|line| !line.is_empty()).map(move |line| {
            let mut row = self.indented(entry);
            row.push(line, self.of(DIM));
            row
        })
    }

    /// The name at the left and what belongs to it at the right, in one row where they fit.
    fn headed(
        &self,
        index: usize,
        sight: &Sight,
        name: &str,
        far: Vec<(String, crate::look::Brush)>,
        tail: Vec<(String, crate::look::Brush)>,
    ) -> Vec<Row> {
        let mut first = self.first(index, sight);
        let paint = self.of(name_paint(sight));
        let width = |spans: &[(String, _)]| spans.iter().map(|(text, _)| text.width()).sum::<usize>();
        let used = 2 + name.width() + width(&far) + width(&tail);
        if used < self.cols || tail.is_empty() && used <= self.cols {
            first.push(name, paint);
            first.spans.extend(far);
            first.push(" ".repeat(self.cols - used), self.of(TEXT));
            first.spans.extend(tail);
            return vec![first];
        }
        let mut rows = Vec::new();
        for (number, line) in wrap(name, self.cols.saturating_sub(2)).into_iter().enumerate() {
            let mut row = if number == 0 { first.clone() } else { self.indented(first.entry) };
            row.push(line, paint);
            rows.push(row);
        }
        if width(&tail) > 0 {
            let mut row = self.indented(first.entry);
            row.spans.extend(tail);
            rows.push(row);
        }
        rows
    }
}

/// Danger in a sign, so that it is not told by colour alone.
pub(super) const fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Dangerous => "!",
        Tone::Deadly => "!!",
        _ => "",
    }
}

pub(super) fn steps_text(steps: u16) -> String {
    match steps {
        0 => "here".to_owned(),
        1 => "1 step".to_owned(),
        more => format!("{more} steps"),
    }
}
