//! Settings: every change is seen at once and kept at once.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::keys::Keys;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::Input;
use console::{Paint, Settings, wrap};
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
        let paint = |other| if chosen { Paint::Chosen } else { other };
        let pointer = if chosen { canvas.look.lines.pointer } else { ' ' };
        let specs = Settings::specs();
        let label_cols = 20.min(row.width / 2);
        let value_at = row.x + 4 + label_cols;
        let value_cols = row.right().saturating_sub(value_at + 1);
        if let Some(spec) = specs.get(index) {
            canvas.put(row.x + 1, row.y, pointer, paint(TEXT));
            canvas.text(row.x + 3, row.y, label_cols, spec.title, paint(TEXT));
            let value = spec.values[spec.get(&context.settings)];
            let (left, right) = if canvas.look.is_unicode() { ("◂ ", " ▸") } else { ("< ", " >") };
            let shown = if chosen { format!("{left}{value}{right}") } else { format!("  {value}") };
            canvas.text(value_at, row.y, value_cols, &shown, paint(TITLE));
        } else if let Some(entry) =
            index.checked_sub(specs.len() + 1).and_then(|game| context.games.get(game))
        {
            canvas.put(row.x + 1, row.y, pointer, paint(TEXT));
            canvas.text(
                row.x + 3,
                row.y,
                row.width.saturating_sub(4),
                &format!("Keys of {}", entry.title),
                paint(TEXT),
            );
        }
    }
}

impl Screen for SettingsScreen {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let unicode = canvas.look.is_unicode();
        let (up_down, left_right) = if unicode { ("↑↓", "←→") } else { ("Up/Down", "Left/Right") };
        let on_setting = Settings::specs().get(self.menu.chosen);
        let mut hints = vec![hint(up_down, "choose")];
        hints.push(if on_setting.is_some() { hint(left_right, "change") } else { hint("Enter", "open") });
        hints.push(hint("Esc", "back"));
        let rect = column(canvas.frame("Settings", "", &hints), 78);
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let cols = usize::from(rect.width.saturating_sub(4)).max(1);
        let mut below: Vec<(String, Paint)> = Vec::new();
        let mut add =
            |text: &str, paint| below.extend(wrap(text, cols).into_iter().map(|line| (line, paint)));
        if let Some(trouble) = &self.trouble {
            add(&format!("The settings could not be kept: {trouble}"), Paint::Ink(Ink::Bad));
        }
        match on_setting {
            Some(spec) => add(spec.help, DIM),
            None => add("Every key of this game and of the context, to look at and to change.", DIM),
        }
        for note in &context.notes {
            add(note, Paint::Ink(Ink::Bad));
        }
        add(&format!("Kept in {}", context.settings_path().display()), DIM);
        let count = self.rows().len();
        let below_rows = (below.len() as u16 + 1).min(rect.height / 2);
        let list = Rect { height: rect.height.saturating_sub(below_rows).min(count as u16), ..rect };
        self.menu.draw(canvas, list, count, |canvas, row, index, chosen| {
            Self::draw_row(canvas, row, index, chosen, context);
        });
        for ((line, paint), y) in below.iter().zip(list.bottom() + 1..rect.bottom()) {
            canvas.text(rect.x + 3, y, rect.width.saturating_sub(4), line, *paint);
        }
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
