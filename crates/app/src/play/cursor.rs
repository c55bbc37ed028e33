//! A cursor on the board, for looking and for choosing a travel destination.

use super::{Mode, Play};
use crate::context::Context;
use console::{Front, Key, Meaning};
use kernel::{Ground, Pos, Sort};

/// Distance a capital letter moves the cursor.
const STRIDE: i32 = 8;

/// A cursor on the board.
pub(super) struct Cursor {
    pub(super) at: Pos,
    /// Whether the selected cell is travelled to.
    pub(super) travel: bool,
    /// Named places that can be travelled to.
    pub(super) places: Vec<char>,
}

/// The effect of a key on the cursor.
enum Deed {
    Move(Pos),
    Back,
    /// Walk there.
    Go,
    /// Walk to a named place.
    GoTo(char),
}

impl Play {
    pub(super) fn begin_cursor(&mut self, travel: bool) {
        let at = self.stage.start_of_cursor();
        let (cols, rows) = self.stage.asked();
        let chart = if travel { self.session().chart(self.session().to_move(), cols, rows) } else { None };
        if travel && chart.is_none() {
            self.toast = Some("There is nowhere to travel to in this game.".to_owned());
            return;
        }
        let places =
            chart.map_or_else(Vec::new, |chart| chart.places.iter().map(|(name, _)| *name).collect());
        match at {
            Some(at) => self.mode = Mode::Cursor(Cursor { at, travel, places }),
            None => self.toast = Some("There is no board to look at.".to_owned()),
        }
    }

    pub(super) fn cursor_key(
        &mut self,
        cursor: Cursor,
        key: Key,
        meaning: Option<Meaning>,
        context: &Context,
    ) {
        let (at, travel) = (cursor.at, cursor.travel);
        match self.cursor_deed(&cursor, key, meaning) {
            Deed::Move(to) => {
                self.mode = Mode::Cursor(Cursor { at: self.stage.on_board(to), ..cursor });
                return;
            }
            Deed::Back => {}
            Deed::Go => self.travel_to(at, context),
            Deed::GoTo(name) => self.begin_walk(helpers::walker::Aim::Place(name), context),
        }
        self.used(if travel { Front::Travel } else { Front::Look });
    }

    fn cursor_deed(&self, cursor: &Cursor, key: Key, meaning: Option<Meaning>) -> Deed {
        let at = cursor.at;
        if let Key::Char(name) = key
            && cursor.places.contains(&name)
        {
            return Deed::GoTo(name);
        }
        let large =
            key != key.without_shift() || matches!(key, Key::Char(letter) if letter.is_ascii_uppercase());
        let key = key.without_shift();
        let way = self.table.way(key).or_else(|| match key {
            Key::Char(letter) => self.table.way(Key::Char(letter.to_ascii_lowercase())),
            _ => None,
        });
        match (key, way, meaning) {
            (Key::Esc, ..) => Deed::Back,
            (Key::Enter | Key::Char('.'), ..) => Deed::Go,
            (Key::Tab, ..) => Deed::Move(next_of(&self.stage.sights(), at, 1)),
            (Key::BackTab, ..) => Deed::Move(next_of(&self.stage.sights(), at, -1)),
            (Key::Char('>' | '<'), ..) => Deed::Move(self.next_exit(at)),
            (_, Some(way), _) => {
                let (dx, dy) = way.delta();
                let stride = if large { STRIDE } else { 1 };
                Deed::Move(Pos::new(at.x + dx * stride, at.y + dy * stride))
            }
            (_, _, Some(Meaning::Front(Front::Travel))) if cursor.travel => Deed::Go,
            (_, _, Some(Meaning::Front(Front::Look | Front::Leave))) => Deed::Back,
            _ => Deed::Move(at),
        }
    }

    fn next_exit(&self, at: Pos) -> Pos {
        let (cols, rows) = self.stage.asked();
        let Some(chart) = self.session().chart(self.session().to_move(), cols, rows) else { return at };
        let exits: Vec<Pos> =
            chart.ground.positions().filter(|&cell| chart.ground.get(cell) == Some(&Ground::Exit)).collect();
        next_of(&exits, at, 1)
    }

    /// The description of the cell under the cursor or the mouse.
    pub(super) fn seen(&self) -> Option<String> {
        let at = match &self.mode {
            Mode::Cursor(cursor) => cursor.at,
            _ => self.hover?,
        };
        let (cols, rows) = self.stage.asked();
        let told = self.session().look(self.session().to_move(), cols, rows, at);
        if !told.is_empty() {
            return Some(match self.foretold(at) {
                Some(forecast) if !told.contains("win") && !told.contains("slay") => {
                    format!("{}: {forecast}", told.trim_end_matches('.'))
                }
                _ => told,
            });
        }
        matches!(self.mode, Mode::Cursor(_)).then(|| "nothing you can see".to_owned())
    }
}

impl Play {
    /// The panel's forecast for an enemy at a cell.
    fn foretold(&self, at: Pos) -> Option<&str> {
        let sight = self.side.panel.in_view.iter().find(|sight| sight.at == at && sight.sort == Sort::Foe)?;
        Some(sight.forecast.as_str()).filter(|forecast| !forecast.is_empty())
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
