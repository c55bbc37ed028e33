//! The settings screen: every change takes effect and is saved at once.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::keys::Keys;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{GROUPS, Input, Paint, Settings, Spec};
use kernel::{Guard, Ink};
use ratatui_core::layout::Rect;
use session::Entry;

/// Width of a setting's name.
const LABEL_COLS: u16 = 20;
/// Width of a switch at the end of a row.
const SWITCH_COLS: u16 = 9;
/// The labels of a switch.
const ON_OFF: [&str; 2] = ["on", "off"];

/// A row of the screen.
#[derive(Clone, Copy)]
enum Row {
    Gap,
    Heading(&'static str),
    /// The guards of a game.
    Guards(&'static Entry),
    Setting(&'static Spec),
    Guard(&'static Entry, &'static Guard),
    Keys(&'static Entry),
}

/// The settings screen.
pub(crate) struct SettingsScreen {
    menu: Menu,
    rows: Vec<Row>,
    problem: Option<String>,
}

impl SettingsScreen {
    pub(crate) fn new(context: &Context) -> Self {
        let mut rows = Vec::new();
        for (index, group) in GROUPS.into_iter().enumerate() {
            if index + 1 == GROUPS.len() {
                // Guards follow the help settings; the keys come last.
                for entry in context.games.iter().filter(|entry| !entry.guards.is_empty()) {
                    rows.extend([Row::Gap, Row::Guards(entry)]);
                    rows.extend(entry.guards.iter().map(|guard| Row::Guard(entry, guard)));
                }
            }
            if !rows.is_empty() {
                rows.push(Row::Gap);
            }
            rows.push(Row::Heading(group));
            rows.extend(Settings::specs().iter().filter(|spec| spec.group == group).map(Row::Setting));
        }
        rows.extend(context.games.iter().map(Row::Keys));
        let mut screen = Self { menu: Menu::default(), rows, problem: None };
        screen.menu.chosen = screen.open_rows().iter().position(|open| *open).unwrap_or(0);
        screen
    }

    /// Which rows can be selected.
    fn open_rows(&self) -> Vec<bool> {
        self.rows.iter().map(|row| !matches!(row, Row::Gap | Row::Heading(_) | Row::Guards(_))).collect()
    }

    fn row(&self) -> Row {
        self.rows.get(self.menu.chosen).copied().unwrap_or(Row::Gap)
    }

    fn change(&mut self, by: i32, context: &mut Context) {
        match self.row() {
            Row::Setting(spec) => {
                let count = spec.values.len() as i32;
                let next = (spec.get(&context.settings) as i32 + by).rem_euclid(count);
                spec.set(&mut context.settings, next as usize);
            }
            Row::Guard(entry, guard) => {
                let on = is_on(entry, guard, context);
                context.settings.set_guard(entry.id, guard.name, !on);
            }
            _ => return,
        }
        self.keep(context);
    }

    fn keep(&mut self, context: &mut Context) {
        context.relook();
        self.problem = context.keep_settings().err();
    }

    /// Opens the list of values or the keys of a game, or toggles a switch.
    fn pick(&mut self, context: &mut Context) -> Go {
        match self.row() {
            Row::Keys(entry) => return Go::open(Keys::new(entry, context)),
            Row::Setting(spec) if spec.values.len() > 2 => {
                let value = |word: &str| Answer::Value(word.to_owned());
                let answers: Vec<(&str, Answer)> =
                    spec.values.iter().map(|word| (*word, value(word))).collect();
                let now = value(spec.values[spec.get(&context.settings)]);
                return Go::open(
                    Dialog::ask(spec.title, &[spec.help.to_owned()], &answers).standing_at(&now),
                );
            }
            _ => self.change(1, context),
        }
        Go::Stay
    }

    /// The explanation of the selected row.
    fn help(&self) -> String {
        match self.row() {
            Row::Setting(spec) => spec.help.to_owned(),
            Row::Guard(entry, guard) => {
                format!("{} asks before {}. Enter or the same key again goes ahead.", entry.title, guard.help)
            }
            Row::Keys(entry) => format!("Every key of {}, to look at and to change.", entry.title),
            Row::Gap | Row::Heading(_) | Row::Guards(_) => String::new(),
        }
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool, context: &Context) {
        let cols = row.width.saturating_sub(4);
        let (label, label_cols, value) = match self.rows[index] {
            Row::Gap => return,
            Row::Heading(group) => return draw_heading(canvas, row, group),
            Row::Guards(entry) => return draw_heading(canvas, row, &format!("{} asks before", entry.title)),
            Row::Setting(spec) => (
                spec.title.to_owned(),
                LABEL_COLS.min(row.width / 2),
                spec.values[spec.get(&context.settings)],
            ),
            Row::Guard(entry, guard) => {
                let word = ON_OFF[usize::from(!is_on(entry, guard, context))];
                (guard.help.to_owned(), cols.saturating_sub(SWITCH_COLS), word)
            }
            Row::Keys(entry) => (format!("Keys of {}", entry.title), cols, ""),
        };
        let paint = canvas.pointer(row, chosen);
        canvas.text(row.x + 3, row.y, label_cols, &label, paint(TEXT));
        if !value.is_empty() {
            let at = row.x + 4 + label_cols;
            let (left, right) = if canvas.look.is_unicode() { ("◂ ", " ▸") } else { ("< ", " >") };
            let shown = if chosen { format!("{left}{value}{right}") } else { format!("  {value}") };
            canvas.text(at, row.y, row.right().saturating_sub(at + 1), &shown, paint(TITLE));
        }
    }
}

fn draw_heading(canvas: &mut Canvas<'_>, row: Rect, text: &str) {
    canvas.text(row.x + 1, row.y, row.width.saturating_sub(2), text, TITLE);
    canvas.reading.heading();
}

fn is_on(entry: &Entry, guard: &Guard, context: &Context) -> bool {
    context.settings.is_guarded(entry.id, guard.name, guard.default)
}

impl Screen for SettingsScreen {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let mut hints = vec![hint(canvas.look.up_down(), "choose")];
        match self.row() {
            Row::Keys(_) => hints.push(hint("Enter", "open")),
            Row::Setting(spec) if spec.values.len() > 2 => {
                hints.extend([hint(canvas.look.left_right(), "change"), hint("Enter", "list")]);
            }
            _ => hints.push(hint("Enter", "change")),
        }
        hints.push(hint("Esc", "back"));
        let rect = column(canvas.frame("Settings", "", &hints), 78);
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let mut notes: Vec<(String, Paint)> = Vec::new();
        if let Some(problem) = &self.problem {
            notes.push((format!("The settings could not be kept: {problem}"), Paint::Ink(Ink::Bad)));
        }
        notes.push((self.help(), DIM));
        notes.extend(context.notes.iter().map(|note| (note.clone(), Paint::Ink(Ink::Bad))));
        notes.push((format!("Kept in {}", context.settings_path().display()), DIM));
        let mut menu = std::mem::take(&mut self.menu);
        let count = self.rows.len();
        canvas.list_with_notes(&mut menu, (rect, rect.y), count, &notes, |canvas, row, index, chosen| {
            self.draw_row(canvas, row, index, chosen, context);
        });
        self.menu = menu;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        let rows = self.open_rows();
        match self.menu.input(input, &rows, false) {
            Act::Picked => return self.pick(context),
            Act::Change(by) => self.change(by, context),
            Act::Back => return Go::Back,
            Act::Nothing | Act::Moved => {}
        }
        Go::Stay
    }

    fn answer(&mut self, answer: Answer, context: &mut Context) -> Go {
        if let (Answer::Value(word), Row::Setting(spec)) = (answer, self.row())
            && let Some(value) = spec.values.iter().position(|other| *other == word)
        {
            spec.set(&mut context.settings, value);
            self.keep(context);
        }
        Go::Stay
    }
}
