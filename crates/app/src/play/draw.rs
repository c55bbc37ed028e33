//! Paints a game: title, board, panel, messages, and the bottom line while something is asked or said.

use super::{Mode, Play};
use crate::canvas::{Canvas, TEXT, TITLE, hint, inner};
use crate::context::Context;
use crate::duel::Duel;
use crate::show::{self, Wish};
use console::{Paint, wrap};
use kernel::{Ink, Pos, Vital, printable};
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

/// Minimum width of a box with sentences, and the height for which it stays above or below the fighters.
const STORY_COLS: u16 = 24;
const STORY_ROWS: u16 = 6;

impl Play {
    pub(super) fn paint(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        if matches!(self.mode, Mode::Map) {
            return self.paint_map(canvas);
        }
        if let Some(choice) = self.question() {
            self.paint_question(canvas, &choice);
            let area = inner(canvas.area());
            let room = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
            let said = self.remark(canvas.look.is_unicode());
            show::remark(canvas, room, said.as_ref().map(|(text, paint)| (text.as_str(), *paint)));
            return self.paint_bottom(canvas);
        }
        self.refresh_advice();
        let area = canvas.area();
        canvas.fill(area, TEXT);
        canvas.reading.begin(self.session().title(), Rect::ZERO);
        let follow = match &self.mode {
            Mode::Cursor(cursor) => Some(cursor.at),
            Mode::Places(places) => places.at(),
            _ => self.side.chosen_sight().map(|sight| sight.at),
        };
        let telling = match &self.mode {
            Mode::Beats(beats) => Some(beats.to_tell()),
            _ => None,
        };
        let said = self.remark(canvas.look.is_unicode());
        let remark = said.as_ref().map(|(text, paint)| (text.as_str(), *paint));
        let wish = Wish { follow, seat: None, motion: context.has_motion(), telling, remark };
        let rest = self.paint_lesson(canvas, inner(area));
        let parts = (&mut self.stage, &mut self.side, &self.log);
        show::draw(self.opened.session.as_ref(), parts, canvas, rest, wish);
        self.paint_title(canvas);
        self.paint_advice(canvas);
        if let Some(at) = follow {
            self.stage.mark(canvas, at);
        }
        for at in self.lit_cells() {
            self.stage.mark(canvas, at);
        }
        if let Some(story) = self.story() {
            self.paint_story(&story, canvas);
        }
        if let Mode::Places(places) = &self.mode {
            places.draw(canvas, rest, &self.stage);
        }
        canvas.key_bar(&self.mode_hints().unwrap_or_else(|| self.hints(context)));
        self.paint_bottom(canvas);
    }

    /// What should be read first: sentences of a fight, or an open question.
    fn story(&self) -> Option<Vec<String>> {
        match &self.mode {
            Mode::Beats(beats) if !beats.story.is_empty() => Some(beats.story.clone()),
            Mode::Game => self.session().choice(self.session().to_move()).map(|choice| vec![choice.prompt]),
            _ => None,
        }
    }

    /// Draws the game, the player's place and the details of this game; parts that do not fit are left out.
    fn paint_title(&self, canvas: &mut Canvas<'_>) {
        let dot = format!(" {} ", canvas.look.lines.dot);
        let place = self.side.panel.place.as_str();
        let mut right = self.right_of_title();
        let room = usize::from(canvas.area().width.saturating_sub(4));
        let title = self.session().title();
        if !place.is_empty() {
            right.insert(0, place.to_owned());
        }
        while right.len() > 1 && title.width() + right.join(&dot).width() > room {
            // The last part is the turn count; the seed before it is the first that can be left out.
            right.remove(right.len() - 2);
        }
        canvas.top_bar(title, &right.join(&dot));
    }

    fn paint_map(&mut self, canvas: &mut Canvas<'_>) {
        let title = format!("Map of {}", self.session().title());
        let area = canvas.frame(&title, "", &[hint("any key", "back")]);
        if self.stage.set_map(self.opened.session.as_ref(), area) {
            self.stage.draw(self.opened.session.as_ref(), canvas);
        }
    }

    /// Whose move it is, who plays, the seed, whether the game is saved, and the turn.
    fn right_of_title(&self) -> Vec<String> {
        let session = self.session();
        let mut parts = Vec::new();
        let vitals = session.vitals(session.to_move()).0;
        let vital = |wanted: &str| vitals.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
        // Games with two sides say whose move it is.
        if let (Some(Vital::Text(side)), None) = (vital("to_move"), session.outcome()) {
            parts.push(format!("{side} to move"));
        }
        if session::is_practice(session.header()) {
            parts.push("practice".to_owned());
        }
        match self.room_in_title() {
            Some(room) => parts.push(room.to_owned()),
            None if self.opened.path().is_none() => parts.push("not kept".to_owned()),
            None => {}
        }
        if let Some(name) = session::remark(&session.header().about, session::NAME) {
            parts.push(printable(name).into_owned());
        }
        let seed = printable(&session.header().seed);
        parts.push(if seed.is_empty() { "empty seed".to_owned() } else { format!("seed {seed}") });
        parts.push(show::turn(session));
        parts
    }

    fn paint_bottom(&self, canvas: &mut Canvas<'_>) {
        match (&self.mode, &self.problem) {
            (Mode::SaveTo(field), _) => canvas.ask("Save to:", field),
            (_, Some(problem)) => {
                canvas.say(&format!("Not kept: {problem}. Trying again."), "", Paint::Alarm);
            }
            (Mode::Beats(beats), _) if beats.waits => canvas.say("Any key goes on.", "", Paint::BarKey),
            (Mode::Beats(_) | Mode::Walk(_), _) => canvas.say("Any key stops.", "", Paint::Bar),
            (Mode::Places(places), _) => {
                canvas.ask("Travel to (type a name, > exit, Tab map):", places.typed())
            }
            (Mode::Line(field), _) => canvas.ask("Command:", field),
            (Mode::Confirm(_), _) => {
                canvas.say("Do it anyway?  Enter or the same key: yes", "Esc: no", Paint::Alarm);
            }
            (Mode::Run, _) => canvas.say("Run in which direction?", "Esc back", Paint::BarKey),
            (Mode::Point(field), _) => canvas.ask("Name of the save point:", field),
            (Mode::Which(asked), _) => canvas.ask(&asked.question, &asked.field),
            (Mode::Where(asked), _) => {
                let (question, answers) = self.where_question(asked, canvas.look.is_unicode());
                canvas.say(&question, &answers, Paint::BarKey);
            }
            (Mode::Argument { verb }, _) => {
                canvas.reading.typing = true;
                canvas.say(&self.character_question(*verb), "Esc back", Paint::BarKey);
            }
            (Mode::Cursor(cursor), _) => {
                let places = if cursor.places.is_empty() { "" } else { "  1-9 to a waypoint" };
                let exit = if cursor.travel { "  > way out" } else { "" };
                let go = if self.has_chart { "Enter go there  " } else { "" };
                canvas.say(&format!("{go}Tab next{exit}{places}  Esc back"), "", Paint::Bar);
            }
            _ => {}
        }
    }

    /// The line under the messages: a warning, a notice, what is looked at, or a hint.
    fn remark(&self, unicode: bool) -> Option<(String, Paint)> {
        if let Mode::Confirm(confirm) = &self.mode {
            return Some((confirm.what.clone(), Paint::Ink(Ink::Bad)));
        }
        if let Some(toast) = &self.toast {
            return Some((toast.clone(), TITLE));
        }
        if let Some(seen) = self.seen() {
            return Some((format!("You see: {seen}"), TITLE));
        }
        if !matches!(self.mode, Mode::Game) {
            return None;
        }
        Some((self.coach_says().or_else(|| self.advice_for_newcomers(unicode))?, TITLE))
    }

    /// Draws a box with sentences, placed so that it covers no fighter, with the fighters' health at its top.
    fn paint_story(&self, story: &[String], canvas: &mut Canvas<'_>) {
        let whole = inner(canvas.area());
        let panel = show::panel_cols(whole).map_or(0, |cols| cols + 3);
        let area = Rect { width: whole.width - panel, ..whole };
        let widest = 72.min(area.width.saturating_sub(4)).max(1);
        let lines: Vec<String> = story.iter().flat_map(|said| wrap(said, usize::from(widest))).collect();
        let duel = match &self.mode {
            Mode::Beats(beats) => Some(&beats.duel),
            _ => None,
        };
        let bars = duel.map_or(0, Duel::rows);
        let cols =
            lines.iter().map(|line| line.width() as u16).max().unwrap_or(0).max(STORY_COLS).min(widest);
        let size = ((cols + 4).min(area.width), (lines.len() as u16).saturating_add(bars + 2));
        let rect =
            free_place(area, &self.bodies_on_screen(&self.side.effects.fighters(self.stage.hero())), size);
        canvas.outline(rect, "");
        let (cols, room) = (rect.width.saturating_sub(4), rect.height.saturating_sub(2));
        // In a low box the sentences have precedence.
        let bars = if room > bars { bars } else { 0 };
        if let Some(duel) = duel.filter(|_| bars > 0) {
            duel.draw(canvas, (rect.x + 2, rect.y + 1), cols);
        }
        let room = usize::from(room - bars);
        let skip = lines.len().saturating_sub(room);
        for (line, y) in lines.iter().skip(skip).take(room).zip(rect.y + 1 + bars..) {
            canvas.text(rect.x + 2, y, cols, line, TEXT);
        }
    }

    /// The parts of the screen that show these cells.
    fn bodies_on_screen(&self, cells: &[Pos]) -> Vec<Rect> {
        cells.iter().filter_map(|at| self.stage.rect_of(*at)).collect()
    }
}

/// The largest place above, below or beside some parts of the screen, for a box of at most this size.
fn free_place(area: Rect, taken: &[Rect], (cols, rows): (u16, u16)) -> Rect {
    let (mut left, mut top) = (area.right(), area.bottom());
    let (mut right, mut bottom) = (area.x, area.y);
    for rect in taken {
        (left, top) = (left.min(rect.x), top.min(rect.y));
        (right, bottom) = (right.max(rect.right()), bottom.max(rect.bottom()));
    }
    if taken.is_empty() {
        (left, right, top, bottom) = (area.x, area.x, area.bottom(), area.bottom());
    }
    let middle = (left + right) / 2;
    let across = |width: u16| middle.saturating_sub(width / 2).clamp(area.x, area.right() - width);
    let (above, below) = (top.saturating_sub(area.y), area.bottom().saturating_sub(bottom));
    let width = cols.min(area.width);
    let height = rows.min(above.max(below));
    if height >= rows.min(STORY_ROWS) {
        let y = if below >= above { area.bottom() - height } else { area.y };
        return Rect { x: across(width), y, width, height };
    }
    let (before, behind) = (left.saturating_sub(area.x), area.right().saturating_sub(right));
    let width = cols.min(before.max(behind));
    let x = if behind >= before { area.right() - width } else { area.x };
    let height = rows.min(area.height);
    Rect { x, y: area.bottom() - height, width, height }
}
