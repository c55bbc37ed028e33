//! The rows of the panel, laid out for a given width.

use super::Entry;
use super::sights::{mark, steps_text};
use crate::canvas::{DIM, TEXT, TITLE};
use crate::effects::{Change, Effects};
use crate::inventory::letter;
use crate::look::Brush;
use console::capital;
use console::{Paint, wrap};
use kernel::{Bar, Panel, Sight, Sort, Tone};
use unicode_width::UnicodeWidthStr as _;

/// Width of a bar between words.
const SHORT_BAR: usize = 8;
/// Width of the player's bar in the short panel.
const BRIEF_BAR: usize = 14;
/// Width of a bar between words where room is short.
const LEAST_BAR: usize = 5;
/// Columns for a change of health behind the bar.
const CHANGE_COLS: usize = 6;

/// A row of painted words, and the entry it belongs to.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) spans: Vec<(String, Brush)>,
    pub(super) entry: Option<Entry>,
}

impl Row {
    pub(super) fn width(&self) -> usize {
        self.spans.iter().map(|(text, _)| text.width()).sum()
    }

    pub(super) fn push(&mut self, text: impl Into<String>, brush: Brush) {
        self.spans.push((text.into(), brush));
    }
}

/// A row of the short panel.
pub(crate) struct BriefRow(pub(super) Row);

/// Lays out rows for a width.
pub(super) struct Writer<'a> {
    pub(super) look: &'a crate::look::Look,
    pub(super) cols: usize,
    pub(super) effects: &'a Effects,
    /// Number of entries before those of the panel itself: those that have just fallen.
    pub(super) extra: usize,
}

impl Writer<'_> {
    pub(super) fn of(&self, paint: Paint) -> Brush {
        self.look.of(paint)
    }

    /// The player's name and state.
    pub(super) fn head(&self, panel: &Panel) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut words = |text: &str, paint: Paint| {
            for line in wrap(text, self.cols).into_iter().filter(|line| !line.is_empty()) {
                rows.push(Row { spans: vec![(line, self.of(paint))], entry: None });
            }
        };
        words(&panel.title, TITLE);
        words(&capital(&panel.place), DIM);
        words(&panel.goal, DIM);
        let label = panel.bars.iter().map(|bar| bar.name.width()).max().unwrap_or(0);
        let numbers = panel.bars.iter().map(|bar| bar.text.width()).max().unwrap_or(0);
        for (index, bar) in panel.bars.iter().enumerate() {
            let by = told(self.effects.bars.get(index));
            let cols = self.cols.saturating_sub(label + numbers + 2 + 5).max(SHORT_BAR);
            let mut row = Row::default();
            row.push(format!("{:<label$} ", bar.name), self.of(TEXT));
            row.spans.extend(self.bar(bar, cols));
            row.push(format!(" {:>numbers$}", bar.text), self.of(Paint::Tone(bar.tone)));
            row.push(by, self.of(TITLE));
            rows.push(row);
        }
        let numbers = panel.numbers.iter().enumerate().map(|(index, (name, text))| {
            let changed = self.effects.numbers.get(index) == Some(&true);
            vec![
                (format!("{name} "), self.of(DIM)),
                (text.clone(), self.of(if changed { TITLE } else { TEXT })),
            ]
        });
        rows.extend(self.flow(numbers));
        let effects =
            panel.effects.iter().map(|(what, tone)| vec![(what.clone(), self.of(Paint::Tone(*tone)))]);
        rows.extend(self.flow(effects));
        let worn = panel.worn.join(&format!(" {} ", self.look.lines.dot));
        for line in wrap(&worn, self.cols).into_iter().filter(|line| !line.is_empty()) {
            rows.push(Row { spans: vec![(line, self.of(TEXT))], entry: None });
        }
        rows
    }

    /// Lays out pieces one after the other, separated by two blanks, as many per row as fit.
    fn flow(&self, pieces: impl Iterator<Item = Vec<(String, Brush)>>) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for piece in pieces {
            let width: usize = piece.iter().map(|(text, _)| text.width()).sum();
            match rows.last_mut() {
                Some(row) if row.width() + 2 + width <= self.cols => {
                    row.push("  ", self.of(TEXT));
                    row.spans.extend(piece);
                }
                _ => rows.push(Row { spans: piece, entry: None }),
            }
        }
        rows
    }

    pub(super) fn bar(&self, bar: &Bar, cols: usize) -> [(String, Brush); 2] {
        bar_of(self.look, bar, cols)
    }

    pub(super) fn indented(&self, entry: Option<Entry>) -> Row {
        Row { spans: vec![("  ".to_owned(), self.of(TEXT))], entry }
    }

    pub(super) fn carried(&self, panel: &Panel) -> Vec<Vec<Row>> {
        let each = |(index, thing): (usize, &kernel::Carried)| {
            let entry = Some(Entry::Carried(index));
            let count = if thing.count > 1 {
                format!(" {}{}", self.look.lines.times, thing.count)
            } else {
                String::new()
            };
            let worn = if thing.worn { " (in use)" } else { "" };
            let gained = self.effects.gained.get(index) == Some(&true);
            let paint = match gained {
                true if self.effects.pulses() => Paint::Chosen,
                true => TITLE,
                false => TEXT,
            };
            let text = format!("{}{count}{worn}", thing.name);
            let lines = wrap(&text, self.cols.saturating_sub(3));
            let row = |(number, line): (usize, String)| {
                let letter =
                    letter(index).filter(|_| number == 0).map_or("   ".to_owned(), |l| format!("{l}  "));
                Row { spans: vec![(letter, self.of(DIM)), (line, self.of(paint))], entry }
            };
            lines.into_iter().enumerate().map(row).collect()
        };
        panel.carried.iter().enumerate().map(each).collect()
    }

    /// A heading and as many groups as fit below it; the others are counted.
    pub(super) fn section(&self, title: &str, groups: Vec<Vec<Row>>, room: usize) -> Vec<Row> {
        if groups.is_empty() || room < 2 {
            return Vec::new();
        }
        let rule = self.look.lines.horizontal;
        let after = self.cols.saturating_sub(title.width() + 3);
        let mut heading = Row::default();
        heading.push(format!("{rule} "), self.of(Paint::Frame));
        heading.push(title, self.of(DIM));
        heading.push(format!(" {}", rule.to_string().repeat(after)), self.of(Paint::Frame));
        let mut rows = vec![heading];
        let total = groups.len();
        let all: usize = groups.iter().map(Vec::len).sum();
        let fits_all = all < room;
        for (index, group) in groups.into_iter().enumerate() {
            if !fits_all && rows.len() + group.len() + 1 > room {
                let text = format!("and {} more", total - index);
                rows.push(Row { spans: vec![(text, self.of(DIM))], entry: None });
                break;
            }
            rows.extend(group);
        }
        rows
    }

    pub(super) fn brief_numbers(&self, panel: &Panel) -> Row {
        // Rather shorter bars than an effect that is not told. A change of health comes and goes, so there is
        // always room for one: the bars keep their width.
        let words = panel.bars.iter().map(|bar| bar.name.width() + bar.text.width() + 4).sum::<usize>();
        let effects: usize = panel.effects.iter().map(|(what, _)| what.width() + 2).sum();
        let long = BRIEF_BAR + SHORT_BAR * panel.bars.len().saturating_sub(1);
        let is_short = effects > 0 && words + long + effects + CHANGE_COLS > self.cols;
        let widths = if is_short { (SHORT_BAR, LEAST_BAR) } else { (BRIEF_BAR, SHORT_BAR) };
        let mut row = Row::default();
        let mut add = |piece: Vec<(String, Brush)>| {
            let width: usize = piece.iter().map(|(text, _)| text.width()).sum();
            let gap = if row.spans.is_empty() { 0 } else { 2 };
            if row.width() + gap + width <= self.cols {
                row.push(" ".repeat(gap), self.of(TEXT));
                row.spans.extend(piece);
            }
        };
        self.brief_bars(panel, widths).into_iter().for_each(&mut add);
        for (what, tone) in &panel.effects {
            add(vec![(what.clone(), self.of(Paint::Tone(*tone)))]);
        }
        for (name, text) in &panel.numbers {
            add(vec![(format!("{name} "), self.of(DIM)), (text.clone(), self.of(TEXT))]);
        }
        row
    }

    /// The bars of the short panel; the first, health, has a width of its own.
    fn brief_bars(&self, panel: &Panel, (first, others): (usize, usize)) -> Vec<Vec<(String, Brush)>> {
        let each = |(index, bar): (usize, &Bar)| {
            let mut piece = vec![(format!("{} ", bar.name), self.of(TEXT))];
            piece.extend(self.bar(bar, if index == 0 { first } else { others }));
            piece.push((format!(" {}", bar.text), self.of(Paint::Tone(bar.tone))));
            // Oil burns every turn: where room is short, only the change of health is shown.
            if index == 0 {
                piece.push((told(self.effects.bars.get(index)), self.of(TITLE)));
            }
            piece
        };
        panel.bars.iter().enumerate().map(each).collect()
    }

    /// The most dangerous thing in view, or the selected one, in one or two rows.
    pub(super) fn brief_sight(&self, panel: &Panel, index: usize) -> Vec<Row> {
        let Some(sight) = panel.in_view.get(index) else { return vec![Row::default()] };
        let dot = format!(" {} ", self.look.lines.dot);
        let entry = index.checked_sub(self.extra).map(Entry::Sight);
        let mut row = Row { entry, ..Row::default() };
        row.push(self.look.glyphs.of(sight.cell).to_string(), self.look.cell(sight.cell));
        row.push(format!(" {}{}", capital(&sight.name), mark(sight.tone)), self.of(name_paint(sight)));
        if let Some(bar) = &sight.bar {
            row.push(format!(" {}", bar.text), self.of(Paint::Tone(bar.tone)));
        }
        let steps = sight.steps.map_or(String::new(), steps_text);
        let others = panel.in_view.len() - 1;
        let others = if others > 0 { format!("{others} more in view") } else { String::new() };
        let mut rows = vec![row];
        for (text, paint) in [(&sight.forecast, TEXT), (&steps, DIM), (&others, DIM)] {
            if text.is_empty() {
                continue;
            }
            let last = rows.len() - 1;
            if rows[last].width() + dot.width() + text.width() <= self.cols {
                rows[last].push(dot.clone(), self.of(DIM));
                rows[last].push(text.clone(), self.of(paint));
            } else if paint == TEXT {
                // A forecast is never cut: it continues on the next row.
                let mut lines = wrap(text, self.cols.saturating_sub(2)).into_iter();
                rows.extend(lines.by_ref().map(|line| {
                    let mut row = self.indented(entry);
                    row.push(line, self.of(paint));
                    row
                }));
            }
        }
        rows
    }
}

/// A bar of this width: the filled part and the empty part.
pub(crate) fn bar_of(look: &crate::look::Look, bar: &Bar, cols: usize) -> [(String, Brush); 2] {
    let cells = cols as i64;
    let left = match (bar.value.max(0), bar.of.max(1)) {
        (0, _) => 0,
        // Anything left is visible, and only a full bar looks full.
        (value, of) if value < of => (value * cells / of).clamp(1, (cells - 1).max(1)),
        _ => cells,
    };
    let run = |glyph: char, count: i64| std::iter::repeat_n(glyph, count as usize).collect::<String>();
    let lines = look.lines;
    [
        (run(lines.bar, left), look.of(Paint::Tone(bar.tone))),
        (run(lines.gone, cells - left), look.of(Paint::Frame)),
    ]
}

pub(super) fn name_paint(sight: &Sight) -> Paint {
    match sight.sort {
        Sort::Foe => Paint::Tone(if sight.tone == Tone::Plain { Tone::Calm } else { sight.tone }),
        _ => Paint::Tone(sight.tone),
    }
}

/// What changed, behind the numbers.
pub(super) fn told(change: Option<&Change>) -> String {
    change
        .filter(|change| !change.text.is_empty())
        .map_or_else(String::new, |change| format!(" {}", change.text))
}
