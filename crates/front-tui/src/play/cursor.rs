//! A cursor on the board: looking at places, and choosing one to walk to.

use super::{Mode, Play};
use crate::context::Context;
use console::{Front, Key, Meaning};
use kernel::{Ground, Pos};

/// How far a capital letter moves the cursor.
const STRIDE: i32 = 8;

impl Play {
    pub(super) fn begin_cursor(&mut self, travel: bool) {
        let at = self.stage.start_of_cursor();
        let (cols, rows) = self.stage.asked();
        let chart = if travel { self.session().chart(self.session().to_move(), cols, rows) } else { None };
        if travel && chart.is_none() {
            self.toast = Some("There is nowhere to travel to in this game.".to_owned());
            return;
        }
        self.places =
            chart.map(|chart| chart.places.iter().map(|(name, _)| *name).collect()).unwrap_or_default();
        match at {
            Some(at) => self.mode = Mode::Cursor { at, travel },
            None => self.toast = Some("There is no board to look at.".to_owned()),
        }
    }

    pub(super) fn cursor_key(&mut self, key: Key, context: &Context) {
        let Mode::Cursor { at, travel } = self.mode else { return };
        if let Key::Char(name) = key
            && travel
            && self.places.contains(&name)
        {
            self.mode = Mode::Game;
            return self.travel_to_place(name, context);
        }
        let phase = self.session().phase();
        let front = match self.table.find(key, phase) {
            Some(Meaning::Front(front)) => Some(front),
            _ => None,
        };
        let large =
            key != key.without_shift() || matches!(key, Key::Char(letter) if letter.is_ascii_uppercase());
        let key = key.without_shift();
        let way = self.table.way(key).or_else(|| match key {
            Key::Char(letter) => self.table.way(Key::Char(letter.to_ascii_lowercase())),
            _ => None,
        });
        let to = match (key, way) {
            (Key::Esc, _) => {
                self.mode = Mode::Game;
                return;
            }
            (Key::Enter | Key::Char('.'), _) => {
                self.mode = Mode::Game;
                return self.travel_to(at, context);
            }
            (Key::Tab, _) => self.next_sight(at, 1),
            (Key::BackTab, _) => self.next_sight(at, -1),
            (Key::Char('>' | '<'), _) => self.next_exit(at),
            (_, Some(way)) => {
                let (dx, dy) = way.delta();
                let stride = if large { STRIDE } else { 1 };
                Pos::new(at.x + dx * stride, at.y + dy * stride)
            }
            _ if front == Some(Front::Travel) && travel => {
                self.mode = Mode::Game;
                return self.travel_to(at, context);
            }
            _ if matches!(front, Some(Front::Look | Front::Leave)) => {
                self.mode = Mode::Game;
                return;
            }
            _ => at,
        };
        self.mode = Mode::Cursor { at: self.stage.on_board(to), travel };
    }

    fn next_sight(&self, at: Pos, by: i32) -> Pos {
        next_of(&self.stage.sights(), at, by)
    }

    fn next_exit(&self, at: Pos) -> Pos {
        let (cols, rows) = self.stage.asked();
        let Some(chart) = self.session().chart(self.session().to_move(), cols, rows) else { return at };
        let exits: Vec<Pos> =
            chart.ground.positions().filter(|&cell| chart.ground.get(cell) == Some(&Ground::Exit)).collect();
        next_of(&exits, at, 1)
    }

    /// What is said about the place under the cursor or the mouse.
    pub(super) fn seen(&self) -> Option<String> {
        let at = match self.mode {
            Mode::Cursor { at, .. } => at,
            _ => self.hover?,
        };
        let (cols, rows) = self.stage.asked();
        let told = self.session().look(self.session().to_move(), cols, rows, at);
        if !told.is_empty() {
            return Some(told);
        }
        matches!(self.mode, Mode::Cursor { .. }).then(|| "nothing you can see".to_owned())
    }
}

fn next_of(places: &[Pos], at: Pos, by: i32) -> Pos {
    let count = places.len() as i32;
    if count == 0 {
        return at;
    }
    let index = match places.iter().position(|&place| place == at) {
        Some(index) => (index as i32 + by).rem_euclid(count),
        None if by < 0 => count - 1,
        None => 0,
    };
    places[index as usize]
}
