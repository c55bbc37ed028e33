//! Travel by name: a list of destinations, filtered by typing.

use super::{Mode, Play};
use crate::canvas::{Canvas, DIM, TEXT};
use crate::context::Context;
use crate::field::Field;
use crate::stage::Stage;
use console::capital;
use console::{Front, Input, Key, Paint};
use helpers::walker::Aim;
use helpers::{Destination, destinations};
use kernel::Pos;
use ratatui_core::layout::Rect;
use std::cell::Cell;

/// Maximum number of rows in the list.
const ROWS: usize = 12;
/// Columns of the list where there is no panel.
const COLS: u16 = 38;

/// The list of destinations.
#[derive(Default)]
pub(super) struct Places {
    all: Vec<Destination>,
    typed: Field,
    chosen: usize,
    /// Where the rows were drawn, and which of them was the first.
    drawn: Cell<(Rect, usize)>,
}

/// A row of the list: a place, and how many others of the same name lie further away.
struct Listed<'a> {
    place: &'a Destination,
    count: usize,
}

impl Places {
    /// Ways out that are safe come first. Until something is typed the nearest stands for all of its name.
    fn listed(&self) -> Vec<Listed<'_>> {
        let typed = self.typed.text();
        let mut listed: Vec<Listed<'_>> = Vec::new();
        for place in self.all.iter().filter(|place| place.matches(&typed)) {
            let same = |other: &&mut Listed<'_>| typed.is_empty() && other.place.name == place.name;
            match listed.iter_mut().find(same) {
                Some(row) => row.count += 1,
                None => listed.push(Listed { place, count: 1 }),
            }
        }
        kernel::sort_by_key(&mut listed, |row| !row.place.exit || row.place.steps.is_none());
        listed
    }

    fn chosen(&self) -> Option<&Destination> {
        self.listed().get(self.chosen).map(|row| row.place)
    }

    /// The selected destination.
    pub(super) fn at(&self) -> Option<Pos> {
        self.chosen().map(|place| place.at)
    }

    pub(super) const fn typed(&self) -> &Field {
        &self.typed
    }

    pub(super) fn paste(&mut self, input: &Input) {
        self.typed.input(input);
        self.chosen = 0;
    }

    /// Draws the list over the panel, or over the board away from the hero. `area` is where the game is shown.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, stage: &Stage) {
        let listed = self.listed();
        let panel = crate::show::panel_cols(area);
        // Without a panel health and the nearest enemy stand above the board.
        let top = if panel.is_some() { area.y } else { stage.rect().y.max(area.y) };
        let area = Rect { y: top, height: area.bottom().saturating_sub(top), ..area };
        let rows = listed.len().clamp(1, ROWS).min(usize::from(area.height.saturating_sub(2)));
        let cols = panel.map_or(COLS, |cols| cols + 3).min(area.width);
        let hero = stage.hero().and_then(|at| stage.on_screen(at));
        let at_left =
            panel.is_none() && hero.is_some_and(|(x, _)| x >= area.right().saturating_sub(cols + 1));
        let x = if at_left { area.x } else { area.right() - cols };
        let rect = Rect { x, y: area.y, width: cols, height: rows as u16 + 2 };
        canvas.outline(rect, "Travel to");
        let inside = Rect { x: rect.x + 1, y: rect.y + 1, width: cols - 2, height: rows as u16 };
        canvas.reading.begin("Travel to", inside);
        if listed.is_empty() {
            canvas.text(rect.x + 2, rect.y + 1, cols - 4, "nothing you know of", DIM);
        }
        let skip = (self.chosen + 1).saturating_sub(rows);
        for (index, Listed { place, count }) in listed.iter().enumerate().skip(skip).take(rows) {
            let row = Rect { y: inside.y + (index - skip) as u16, height: 1, ..inside };
            let chosen = index == self.chosen;
            if chosen {
                canvas.fill(row, Paint::Chosen);
            }
            let paint = canvas.pointer(row, chosen);
            if let Some(cell) = stage.cell(place.at).filter(|_| place.place.is_none()) {
                let glyph = canvas.look.glyphs.of(cell);
                let brush = if chosen { canvas.look.of(Paint::Chosen) } else { canvas.look.cell(cell) };
                canvas.dab(row.x + 3, row.y, glyph, brush);
            }
            let times = canvas.look.lines.times;
            let count = if *count > 1 { format!(" {times}{count}") } else { String::new() };
            let far = place.steps.map_or_else(|| "no safe way".to_owned(), far_text);
            let room = row.width.saturating_sub(far.len() as u16 + 6);
            let name = format!("{}{count}", capital(&place.name));
            canvas.text(row.x + 5, row.y, room, &name, paint(TEXT));
            canvas.text(row.right() - far.len() as u16 - 1, row.y, far.len() as u16, &far, paint(DIM));
            canvas.reading.row(row, chosen);
        }
        let more = (skip > 0, skip + rows < listed.len());
        canvas.more_marks(inside, more.0, more.1);
        canvas.reading.list(more);
        self.drawn.set((inside, skip));
    }

    /// The row under the mouse, from the first one of the list.
    fn row_at(&self, x: u16, y: u16) -> Option<usize> {
        let (rect, skip) = self.drawn.get();
        let row = skip + usize::from(y.saturating_sub(rect.y));
        (rect.contains((x, y).into()) && row < self.listed().len()).then_some(row)
    }
}

fn far_text(steps: usize) -> String {
    match steps {
        0 => "beside you".to_owned(),
        1 => "1 step".to_owned(),
        more => format!("{more} steps"),
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

    /// A click while a place is asked for: a row of the list is travelled to, and so is a cell of the board.
    pub(super) fn places_click(&mut self, mut places: Places, (x, y): (u16, u16), context: &Context) {
        match places.row_at(x, y) {
            Some(row) => {
                places.chosen = row;
                self.places_key(places, Key::Enter, context);
            }
            None => self.click(x, y, context),
        }
    }

    pub(super) fn places_key(&mut self, mut places: Places, key: Key, context: &Context) {
        let count = places.listed().len();
        match key {
            Key::Esc => {}
            Key::Enter => {
                let goal = places.chosen().map(|place| (place.at, place.place));
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
