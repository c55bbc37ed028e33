//! Settings: every change is seen at once and kept at once.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::keys::Keys;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Paint, Settings};
use kernel::Ink;
use ratatui_core::layout::Rect;

/// Settings.
pub(crate) struct SettingsScreen {
    menu: Menu,
    /// Settings, a gap, then the keys of each game.
    games: usize,
    trouble: Option<String>,
}

impl SettingsScreen {
    pub(crate) fn new(context: &Context) -> Self {
        Self { menu: Menu::default(), games: context.games.len(), trouble: None }
    }

    fn rows(&self) -> Vec<bool> {
        let settings = Settings::specs().len();
        (0..settings + 1 + self.games).map(|row| row != settings).collect()
    }

    fn change(&mut self, by: i32, context: &mut Context) {
        let Some(spec) = Settings::specs().get(self.menu.chosen) else { return };
        let count = spec.values.len() as i32;
        let next = (spec.get(&context.settings) as i32 + by).rem_euclid(count);
        spec.set(&mut context.settings, next as usize);
        context.relook();
        self.trouble = context.keep_settings().err();
    }

    fn draw_row(canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool, context: &Context) {
        let specs = Settings::specs();
        if index == specs.len() {
            return;
        }
        let paint = canvas.pointer(row, chosen);
        let label_cols = 20.min(row.width / 2);
        let value_at = row.x + 4 + label_cols;
        let value_cols = row.right().saturating_sub(value_at + 1);
        if let Some(spec) = specs.get(index) {
            canvas.text(row.x + 3, row.y, label_cols, spec.title, paint(TEXT));
            let value = spec.values[spec.get(&context.settings)];
            let (left, right) = if canvas.look.is_unicode() { ("◂ ", " ▸") } else { ("< ", " >") };
            let shown = if chosen { format!("{left}{value}{right}") } else { format!("  {value}") };
            canvas.text(value_at, row.y, value_cols, &shown, paint(TITLE));
        } else if let Some(entry) =
            index.checked_sub(specs.len() + 1).and_then(|game| context.games.get(game))
        {
            let keys = format!("Keys of {}", entry.title);
            canvas.text(row.x + 3, row.y, row.width.saturating_sub(4), &keys, paint(TEXT));
        }
    }
}

impl Screen for SettingsScreen {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let on_setting = Settings::specs().get(self.menu.chosen);
        let mut hints = vec![hint(canvas.look.up_down(), "choose")];
        hints.push(if on_setting.is_some() {
            hint(canvas.look.left_right(), "change")
        } else {
            hint("Enter", "open")
        });
        hints.push(hint("Esc", "back"));
        let rect = column(canvas.frame("Settings", "", &hints), 78);
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let mut notes: Vec<(String, Paint)> = Vec::new();
        if let Some(trouble) = &self.trouble {
            notes.push((format!("The settings could not be kept: {trouble}"), Paint::Ink(Ink::Bad)));
        }
        let keys = "Every key of this game and of the context, to look at and to change.";
        notes.push((on_setting.map_or(keys, |spec| spec.help).to_owned(), DIM));
        notes.extend(context.notes.iter().map(|note| (note.clone(), Paint::Ink(Ink::Bad))));
        notes.push((format!("Kept in {}", context.settings_path().display()), DIM));
        let count = self.rows().len();
        canvas.list_with_notes(
            &mut self.menu,
            (rect, rect.y),
            count,
            &notes,
            |canvas, row, index, chosen| {
                Self::draw_row(canvas, row, index, chosen, context);
            },
        );
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        let rows = self.rows();
        match self.menu.input(input, &rows, false) {
            Act::Picked => {
                let game = self.menu.chosen.checked_sub(Settings::specs().len() + 1);
                if let Some(entry) = game.and_then(|game| context.games.get(game)) {
                    return Go::open(Keys::new(entry, context));
                }
                self.change(1, context);
            }
            Act::Change(by) => self.change(by, context),
            Act::Back => return Go::Back,
            Act::Nothing | Act::Moved => {}
        }
        Go::Stay
    }
}
