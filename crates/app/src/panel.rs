//! The panel beside or above a board: the player's essentials, and the entry under the mouse.

mod rows;
mod sights;

use crate::canvas::Canvas;
use crate::effects::Effects;
use crate::sound::Sound;
use crate::stage::Stage;
use console::Paint;
use kernel::{Panel, Seat, Sight, Sort};
use ratatui_core::layout::Rect;
pub(crate) use rows::bar_of;
use rows::{BriefRow, Row, Writer};
use session::Session;

/// Maximum number of rows of the short panel.
const BRIEF_ROWS: usize = 3;

/// Whether this is an enemy beside the player.
pub(crate) fn is_beside(sight: &Sight) -> bool {
    sight.sort == Sort::Foe && sight.steps == Some(1)
}

/// An entry of the panel: first the things in view, then the carried ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Sight(usize),
    Carried(usize),
}

/// The panel of a game as last drawn.
#[derive(Default)]
pub(crate) struct Side {
    pub(crate) panel: Panel,
    pub(crate) effects: Effects,
    /// The sound of the last command, until it is fetched.
    pub(crate) sound: Option<Sound>,
    /// The selected entry.
    pub(crate) focus: Option<Entry>,
    made_for: Option<(usize, u8, Seat, (u16, u16))>,
    hits: Vec<(Rect, Entry)>,
    /// Number of rows of the short panel in the last frame.
    pub(crate) brief_rows: u16,
    /// Whether the list of what is carried is open above the game.
    pub(crate) listing: bool,
}

impl Side {
    /// Updates the panel if anything was played, and derives its effects.
    pub(crate) fn refresh(&mut self, session: &dyn Session, seat: Seat, stage: &Stage, motion: bool) {
        let (cols, rows) = stage.asked();
        // Other players' commands in a shared game count, too.
        let status = session.status();
        let commands = status.room.map_or(status.commands, |room| room.commands);
        let now = (commands, status.phase, seat, (cols, rows));
        if self.made_for == Some(now) {
            return;
        }
        let mut panel = session.panel(seat, cols, rows);
        sights::arrange(&mut panel.in_view);
        let old = std::mem::replace(&mut self.panel, panel);
        let before = self.made_for.replace(now);
        if before.is_some_and(|before| before.0 < now.0) {
            self.sound = Some(Sound::of(session.said()));
        }
        match before {
            Some((commands, phase, _, _)) if commands == now.0 && phase == now.1 => {}
            Some((commands, phase, before, _)) if commands < now.0 && phase == now.1 && before == seat => {
                self.effects.compare(&old, &self.panel, stage, motion);
            }
            _ => self.effects.clear(),
        }
        let since = before.map(|(commands, ..)| commands);
        if since != Some(now.0) {
            self.effects.follow(session, stage, since.is_some_and(|since| since < now.0), motion);
        }
        if self.focus.is_some_and(|focus| !self.entries().any(|entry| entry == focus)) {
            self.focus = None;
        }
    }

    /// All entries in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> + use<> {
        let sights = (0..self.panel.in_view.len()).map(Entry::Sight);
        sights.chain((0..self.panel.carried.len()).map(Entry::Carried))
    }

    /// Moves the selection; false if there is nothing to select.
    pub(crate) fn choose_next(&mut self, by: i32) -> bool {
        let entries: Vec<Entry> = self.entries().collect();
        let count = entries.len() as i32;
        if count == 0 {
            return false;
        }
        let at = self.focus.and_then(|focus| entries.iter().position(|entry| *entry == focus));
        let next = match at {
            Some(at) => (at as i32 + by).rem_euclid(count),
            None if by < 0 => count - 1,
            None => 0,
        };
        self.focus = Some(entries[next as usize]);
        true
    }

    /// The selected thing in view.
    pub(crate) fn chosen_sight(&self) -> Option<&Sight> {
        match self.focus? {
            Entry::Sight(index) => self.panel.in_view.get(index),
            Entry::Carried(_) => None,
        }
    }

    /// The entry at a position on the screen.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Entry> {
        self.hits.iter().find(|(rect, _)| rect.contains((x, y).into())).map(|(_, entry)| *entry)
    }

    /// Draws everything from top to bottom.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_>, rect: Rect) {
        self.hits.clear();
        if rect.is_empty() {
            return;
        }
        let panel = self.effects.shown(&self.panel);
        let writer = Writer {
            look: canvas.look,
            cols: usize::from(rect.width),
            effects: &self.effects,
            extra: self.effects.extra_sights(),
        };
        let mut rows = writer.head(&panel);
        let carried: Vec<Vec<Row>> = writer.carried(&panel);
        let lines = |groups: &[Vec<Row>]| groups.iter().map(Vec::len).sum::<usize>();
        let room = usize::from(rect.height).saturating_sub(rows.len());
        let wanted_carried = if carried.is_empty() { 0 } else { lines(&carried) + 1 };
        // What is in view matters more, but what is carried never vanishes.
        let least_carried = wanted_carried.min(room / 3);
        let sights = writer.sights(&panel, self.focus, room - least_carried);
        let wanted_sights = lines(&sights) + 1;
        let for_carried = match (sights.is_empty(), carried.is_empty()) {
            (_, true) => 0,
            (true, false) => room,
            (false, false) => wanted_carried.min((room / 3).max(room.saturating_sub(wanted_sights))),
        };
        rows.extend(writer.section("In view", sights, room - for_carried.min(room)));
        rows.extend(writer.section("Carried", carried, for_carried));
        self.paint(canvas, rect, &rows);
    }

    /// The short panel, for screens without room: bars and numbers, then the most dangerous thing in view.
    pub(crate) fn brief(&self, canvas: &Canvas<'_>, cols: u16) -> Vec<BriefRow> {
        let panel = self.effects.shown(&self.panel);
        let writer = Writer {
            look: canvas.look,
            cols: usize::from(cols),
            effects: &self.effects,
            extra: self.effects.extra_sights(),
        };
        let mut rows = vec![writer.brief_numbers(&panel)];
        let index = match self.focus {
            Some(Entry::Sight(index)) => index + writer.extra,
            // An enemy that can strike now matters more than a worse one far away.
            _ if writer.extra == 0 => panel.in_view.iter().position(is_beside).unwrap_or(0),
            _ => 0,
        };
        rows.extend(writer.brief_sight(&panel, index));
        rows.truncate(BRIEF_ROWS);
        rows.into_iter().map(BriefRow).collect()
    }

    /// Draws the rows of the short panel.
    pub(crate) fn draw_brief(&mut self, canvas: &mut Canvas<'_>, rect: Rect, rows: &[BriefRow]) {
        self.hits.clear();
        let rows: Vec<Row> = rows.iter().map(|row| row.0.clone()).collect();
        self.paint(canvas, rect, &rows);
    }

    fn paint(&mut self, canvas: &mut Canvas<'_>, rect: Rect, rows: &[Row]) {
        for (row, y) in rows.iter().zip(rect.top()..rect.bottom()) {
            let line = Rect { y, height: 1, ..rect };
            let chosen = row.entry.is_some() && row.entry == self.focus;
            if chosen {
                canvas.fill(line, Paint::Chosen);
            }
            let mut x = rect.x;
            for (text, brush) in &row.spans {
                x = canvas.span(x, y, rect.right().saturating_sub(x), text, *brush);
            }
            if chosen {
                (line.left()..line.right()).for_each(|x| canvas.tint(x, y, Paint::Chosen));
            }
            if let Some(entry) = row.entry {
                canvas.reading.row(line, chosen);
                self.hits.push((line, entry));
            }
        }
    }
}
