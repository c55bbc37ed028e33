//! Travel by name: a list of destinations, filtered by typing.

use super::{Mode, Play};
use crate::canvas::{Canvas, DIM, TEXT, inner};
use crate::context::Context;
use crate::field::Field;
use console::{Front, Input, Key};
use helpers::walker::Aim;
use helpers::{Destination, destinations};
use kernel::Pos;
use ratatui_core::layout::Rect;

/// Maximum number of rows in the list.
const ROWS: usize = 12;

/// The list of destinations.
#[derive(Default)]
pub(super) struct Places {
    all: Vec<Destination>,
    typed: Field,
    chosen: usize,
}

impl Places {
    fn listed(&self) -> Vec<&Destination> {
        let typed = self.typed.text();
        self.all.iter().filter(|place| place.matches(&typed)).collect()
    }

    /// The selected destination.
    pub(super) fn at(&self) -> Option<Pos> {
        self.listed().get(self.chosen).map(|place| place.at)
    }

    pub(super) const fn typed(&self) -> &Field {
        &self.typed
    }

    pub(super) fn paste(&mut self, input: &Input) {
        self.typed.input(input);
        self.chosen = 0;
    }

    /// Draws the list at the right of the board.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = inner(canvas.area());
        let listed = self.listed();
        let rows = listed.len().clamp(1, ROWS).min(usize::from(area.height.saturating_sub(2)));
        // The list covers the full width of the panel, if there is one.
        let cols = crate::show::panel_cols(area).map_or(34, |cols| cols + 3).min(area.width);
        let rect = Rect { x: area.right() - cols, y: area.y, width: cols, height: rows as u16 + 2 };
        canvas.fill(rect, TEXT);
        canvas.outline(rect, "Travel to");
        if listed.is_empty() {
            canvas.text(rect.x + 2, rect.y + 1, cols - 4, "nothing you know of", DIM);
        }
        let skip = (self.chosen + 1).saturating_sub(rows);
        for (index, place) in listed.iter().enumerate().skip(skip).take(rows) {
            let row =
                Rect { x: rect.x + 1, y: rect.y + 1 + (index - skip) as u16, width: cols - 2, height: 1 };
            let paint = canvas.pointer(row, index == self.chosen);
            let far = place.steps.map_or_else(|| "no safe way".to_owned(), |steps| steps.to_string());
            let room = row.width.saturating_sub(far.len() as u16 + 4);
            canvas.text(row.x + 2, row.y, room, &place.name, paint(TEXT));
            canvas.text(row.right() - far.len() as u16 - 1, row.y, far.len() as u16, &far, paint(DIM));
        }
    }
}

impl Play {
    /// Opens the list of destinations, or a cursor on the board if nothing has a name.
    pub(super) fn begin_travel(&mut self) {
        if !self.has_chart {
            self.toast = Some("There is nowhere to travel to in this game.".to_owned());
            return;
        }
        let (cols, rows) = self.stage.asked();
        let all = destinations(self.session(), cols, rows);
        if all.is_empty() {
            return self.begin_cursor(true);
        }
        self.mode = Mode::Places(Places { all, ..Places::default() });
    }

    pub(super) fn places_key(&mut self, mut places: Places, key: Key, context: &Context) {
        let count = places.listed().len();
        match key {
            Key::Esc => {}
            Key::Enter => {
                let goal = places.listed().get(places.chosen).map(|place| (place.at, place.place));
                match goal {
                    Some((_, Some(name))) => self.begin_walk(Aim::Place(name), context),
                    Some((at, None)) => self.travel_to(at, context),
                    None => self.mode = Mode::Places(places),
                }
                self.used(Front::Travel);
            }
            Key::Tab | Key::Left | Key::Right if places.typed.is_empty() => self.begin_cursor(true),
            Key::Char('>' | '<') if places.typed.is_empty() => {
                match places.all.iter().find(|place| place.exit).map(|place| place.at) {
                    Some(at) => self.travel_to(at, context),
                    None => self.toast = Some("You know no way out yet.".to_owned()),
                }
                self.used(Front::Travel);
            }
            Key::Char(name)
                if places.typed.is_empty() && places.all.iter().any(|place| place.place == Some(name)) =>
            {
                self.begin_walk(Aim::Place(name), context);
                self.used(Front::Travel);
            }
            Key::Up | Key::Down if count > 0 => {
                let by = if key == Key::Up { count - 1 } else { 1 };
                places.chosen = (places.chosen + by) % count;
                self.mode = Mode::Places(places);
            }
            other => {
                places.paste(&Input::Key(other.without_shift()));
                self.mode = Mode::Places(places);
            }
        }
    }
}
