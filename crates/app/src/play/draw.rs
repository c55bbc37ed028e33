//! Painting a game: the scene, the messages, and one line that tells what the keys do now.

use super::{Mode, Play};
use crate::canvas::{Canvas, KeyHint, TEXT, hint, inner};
use crate::context::Context;
use crate::log::Log;
use crate::stage::Room;
use console::{Front, Key, Meaning, Paint, wrap};
use kernel::{Dir, Vital};
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

impl Play {
    pub(super) fn paint(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let area = canvas.area();
        if matches!(self.mode, Mode::Map) {
            return self.paint_map(canvas);
        }
        if let Some(choice) = self.question() {
            self.paint_question(canvas, &choice);
            return self.paint_bottom(canvas);
        }
        self.refresh_advice();
        let right = self.right_of_title(canvas.look.lines.dot);
        canvas.frame(self.session().title(), &right, &[]);
        let follow = match &self.mode {
            Mode::Cursor(cursor) => Some(cursor.at),
            Mode::Places(places) => places.at(),
            _ => None,
        };
        let rest = self.paint_lesson(canvas, inner(area));
        let room = self.stage.set(self.opened.session.as_ref(), rest, self.note.as_deref(), follow);
        self.stage.draw(canvas);
        self.paint_advice(canvas);
        if let Some(at) = follow {
            self.stage.mark(canvas, at);
        }
        for at in self.lit_cells() {
            self.stage.mark(canvas, at);
        }
        draw_log(&self.log, canvas, room);
        if let Mode::Beats(beats) = &self.mode
            && !beats.story.is_empty()
        {
            paint_story(&beats.story, canvas);
        }
        if let Mode::Places(places) = &self.mode {
            places.draw(canvas);
        }
        canvas.hints(&self.hints(context));
        self.paint_bottom(canvas);
    }

    fn paint_map(&mut self, canvas: &mut Canvas<'_>) {
        let title = format!("Map of {}", self.session().title());
        let area = canvas.frame(&title, "", &[hint("any key", "back")]);
        self.stage.set_map(self.opened.session.as_ref(), area);
        self.stage.draw(canvas);
    }

    fn right_of_title(&self, dot: char) -> String {
        let session = self.session();
        let dot = format!(" {dot} ");
        let seed = &session.header().seed;
        let mut text = if seed.is_empty() { "empty seed".to_owned() } else { format!("seed {seed}") };
        if let Some((_, name)) = session.header().about.iter().find(|(key, _)| key == "name") {
            text = format!("{name}{dot}{text}");
        }
        // Games with two sides say whose move it is.
        let side = session.vitals(session.to_move()).0.into_iter().find(|(name, _)| *name == "to_move");
        if let (Some((_, Vital::Text(side))), None) = (side, session.outcome()) {
            text = format!("{side} to move{dot}{text}");
        }
        if self.opened.path().is_none() {
            text.push_str(&dot);
            text.push_str("not kept");
        }
        let commands = session.commands();
        text.push_str(&format!("{dot}{commands} command{}", if commands == 1 { "" } else { "s" }));
        text
    }

    fn paint_bottom(&self, canvas: &mut Canvas<'_>) {
        match (&self.mode, &self.trouble) {
            (Mode::SaveTo(field), _) => canvas.ask("Save to:", field),
            (_, Some(trouble)) => {
                canvas.say(&format!("Not kept: {trouble}. Trying again."), "", Paint::Alarm);
            }
            (Mode::Beats(beats), _) if beats.waits => canvas.say("Any key goes on.", "", Paint::BarKey),
            (Mode::Beats(_) | Mode::Walk(_), _) => canvas.say("Any key stops.", "", Paint::Bar),
            (Mode::Places(places), _) => {
                canvas.ask("Travel to (type a name, > exit, Tab map):", places.typed())
            }
            (Mode::Line(field), _) => canvas.ask("Command:", field),
            (Mode::Confirm(confirm), _) => {
                canvas.say(&confirm.what, "Enter or the same key goes ahead", Paint::Alarm);
            }
            (Mode::Run, _) => canvas.say("Run in which direction?", "Esc back", Paint::BarKey),
            (Mode::Point(field), _) => canvas.ask("Name of the save point:", field),
            (Mode::Which(asked), _) => canvas.ask(&asked.question, &asked.field),
            (Mode::Where(asked), _) => {
                let (question, answers) = self.where_question(asked, canvas.look.is_unicode());
                canvas.say(&question, &answers, Paint::BarKey);
            }
            (Mode::Argument { verb }, _) => {
                canvas.say(&self.character_question(*verb), "Esc back", Paint::BarKey);
            }
            _ => self.paint_remark(canvas),
        }
    }

    /// What there is to say while nothing is asked.
    fn paint_remark(&self, canvas: &mut Canvas<'_>) {
        let unicode = canvas.look.is_unicode();
        if let Some(toast) = &self.toast {
            canvas.say(toast, "", Paint::Bar);
        } else if let Some(seen) = self.seen() {
            let right = match &self.mode {
                Mode::Cursor(cursor) if !cursor.places.is_empty() => {
                    "Enter go there  1-9 to a waypoint  Esc back"
                }
                Mode::Cursor(cursor) if cursor.travel => "Enter go there  Tab next  > way out  Esc back",
                Mode::Cursor(_) if self.has_chart => "Enter go there  Tab next  Esc back",
                Mode::Cursor(_) => "Tab next  Esc back",
                _ => "",
            };
            canvas.say(&format!("You see: {seen}"), right, Paint::Bar);
        } else if let Some(says) = self.coach_says().or_else(|| self.advice_for_newcomers(unicode)) {
            canvas.say(&says, "", Paint::Bar);
        }
    }

    /// What the keys do now, the most needed first.
    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        let unicode = context.look.is_unicode();
        let session = self.session();
        let phase = session.phase();
        let now = |index: usize| self.verbs[index].phases & (1 << phase) != 0;
        let front = |front: Front, what: &str| {
            self.table.front_key(front, phase).map(|key| hint(key.shown(unicode), what))
        };
        let mut hints: Vec<KeyHint> = Vec::new();
        hints.extend(front(Front::Help, "help"));
        hints.extend(front(Front::Leave, "leave"));
        let walks = (0..self.verbs.len()).any(|index| now(index) && self.verbs[index].way.is_some());
        if walks {
            hints.push(hint(self.moving_keys(phase, unicode), "move"));
        }
        if walks && self.has_chart {
            hints.extend(front(Front::Explore, "explore"));
            hints.extend(front(Front::Travel, "travel"));
        }
        for (index, verb) in self.verbs.iter().enumerate().filter(|(index, _)| now(*index)) {
            if verb.way.is_none()
                && let Some(key) = self.table.keys_of(Meaning::Verb(index), phase).next()
            {
                hints.push(hint(key.shown(unicode), verb.name));
            }
        }
        if self.stage.has_board() {
            hints.extend(front(Front::Look, "look"));
        }
        if self.has_map {
            hints.extend(front(Front::Map, "map"));
        }
        if self.has_coach() {
            hints.extend(front(Front::Hint, "hint"));
            hints.extend(front(Front::Coach, "coach"));
        }
        hints.extend(front(Front::Messages, "messages"));
        if session.commands() > 0 {
            hints.extend(front(Front::Undo, "undo"));
            hints.extend(front(Front::Rewind, "rewind"));
        }
        if walks && self.has_chart {
            hints.extend(front(Front::Run, "run"));
        }
        if self.can_rest() {
            hints.extend(front(Front::Rest, "rest"));
        }
        if session.commands() > 0 {
            hints.extend(front(Front::Repeat, "repeat"));
        }
        hints
    }

    /// The first keys of the four straight steps, or arrows where they are what moves.
    fn moving_keys(&self, phase: u8, unicode: bool) -> String {
        let first = |way: Dir| {
            let verb = self
                .verbs
                .iter()
                .position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)?;
            self.table.keys_of(Meaning::Verb(verb), phase).next()
        };
        let keys: Vec<Key> = [Dir::N, Dir::W, Dir::S, Dir::E].into_iter().filter_map(first).collect();
        let all_letters = keys.iter().all(|key| matches!(key, Key::Char(_)));
        if keys.len() == 4 && all_letters {
            return keys.iter().map(|key| key.shown(unicode)).collect();
        }
        if unicode { "←↑↓→".to_owned() } else { "arrows".to_owned() }
    }
}

/// The box with sentences that should be read before anything else happens.
fn paint_story(story: &[String], canvas: &mut Canvas<'_>) {
    let area = inner(canvas.area());
    let widest = 64.min(area.width.saturating_sub(4)).max(1);
    let lines: Vec<String> = story.iter().flat_map(|said| wrap(said, usize::from(widest))).collect();
    let cols = lines.iter().map(|line| line.width() as u16).max().unwrap_or(0).max(24).min(widest);
    let inside = canvas.boxed(cols, (lines.len() as u16).min(area.height.saturating_sub(2)), "");
    let skip = lines.len().saturating_sub(usize::from(inside.height));
    for (line, y) in lines.iter().skip(skip).zip(inside.y..inside.bottom()) {
        canvas.text(inside.x, y, inside.width, line, TEXT);
    }
}

/// Draws the messages under or beside a scene.
pub(crate) fn draw_log(log: &Log, canvas: &mut Canvas<'_>, room: Room) {
    let mut rect = room.log;
    if rect.is_empty() {
        return;
    }
    if room.beside {
        canvas.outline(rect, "Messages");
        let (width, height) = (rect.width.saturating_sub(4), rect.height.saturating_sub(2));
        rect = Rect { x: rect.x + 2, y: rect.y + 1, width, height };
    } else {
        rect = Rect { x: rect.x + 1, width: rect.width.saturating_sub(2), ..rect };
    }
    log.draw(canvas, rect);
}
