//! Draws the form: its rows, and the explanation of the selected one.

use super::cards::edition_name;
use super::{NewGame, Row, is_typed};
use crate::canvas::{Canvas, DIM, TEXT, TITLE};
use console::sentence;
use console::{Paint, wrap};
use kernel::{Kind, OptionSpec};
use ratatui_core::layout::Rect;

/// Rows of a form besides its list: what it is about, the cards, the notes.
const NOTES_ROWS: u16 = 14;

impl NewGame {
    pub(super) fn help(&self) -> String {
        match self.row() {
            Row::Begin if self.newest.is_none() && self.entry.teaching.tutorial.is_some() => {
                "Begins with everything as it stands below. New to this game? The tutorial takes three minutes.".to_owned()
            }
            Row::Begin => "Begins with everything as it stands below. Without a seed a fresh one is drawn.".to_owned(),
            Row::Continue => self.newest.as_ref().map_or(String::new(), |save| {
                format!("The newest game that has not ended: {} commands, seed {}.", save.commands, save.seed)
            }),
            Row::Tutorial => crate::learn::ABOUT.to_owned(),
            Row::Campaign => "A map of all places in order, and which of them you have won.".to_owned(),
            Row::Ladder => "Puzzles that grow harder by measure, and the stars you have earned.".to_owned(),
            Row::Watch if self.entry.attached.seats.is_empty() => {
                "The game's own bot plays. Pause, step back and forth, let every roll be explained, or play on from anywhere.".to_owned()
            }
            Row::Watch => {
                "Choose a strategy for each side, or the solved line, and watch every move with what it is worth.".to_owned()
            }
            Row::Gap | Row::Group(_) => String::new(),
            Row::Card(0) => "The game as its document describes it. Without a seed a fresh one is drawn.".to_owned(),
            Row::Card(_) => {
                let about = self.editions().map_or("", |(at, _)| self.options[at].help);
                let about = if self.menu.boxes.is_empty() { sentence(about) + " " } else { String::new() };
                format!("{about}It is ranked apart from the classic game. Without a seed a fresh one is drawn.")
            }
            Row::More => "The rules of the game, one by one. Everything has its usual value already.".to_owned(),
            Row::Seed => {
                "Any text. The same seed gives the same game; empty means that a fresh one is drawn and shown.".to_owned()
            }
            Row::Name => "A name for the list of saved games; it may stay empty. A game of that name is played on.".to_owned(),
            Row::Level => "The path of a level file; empty means the game's own.".to_owned(),
            Row::Puzzle => self.entry.attached.puzzles.map_or(String::new(), |puzzles| {
                let rules: Vec<String> =
                    puzzles.rules.iter().map(|(name, value)| format!("{name} is {value}")).collect();
                format!(
                    "A level made from the seed that can be survived, harder from 1 to {}. Unless you choose otherwise {}.",
                    puzzles.last,
                    rules.join(" and ")
                )
            }),
            Row::Practice => {
                "On: you can set health, floor, things, the map and the dice while you play (Esc, then Practice). Such a game is never ranked.".to_owned()
            }
            Row::Option(index) => {
                let spec = &self.options[index];
                let values = match spec.kind {
                    Kind::Switch => String::new(),
                    Kind::Choice(words) | Kind::Preset { words, .. } => format!(" One of {}.", words.join(", ")),
                    Kind::Whole(low, high) => format!(" From {low} to {high}."),
                    Kind::Decimal(..) => " A decimal number.".to_owned(),
                    Kind::Text => " Any text.".to_owned(),
                    Kind::Named(_) => String::new(),
                };
                format!("{}{values} Classic: {}. --set {}", sentence(spec.help), spec.default, spec.name)
            }
        }
    }

    /// What the game is about and the cards of its editions; the rest of the form, a third down where there is room, and the row
    /// in which the list begins.
    pub(super) fn draw_head(&mut self, canvas: &mut Canvas<'_>, rect: Rect) -> (Rect, u16) {
        let spare = rect.height.saturating_sub(self.rows.len() as u16 + NOTES_ROWS);
        let down = (spare / 3).clamp(1, 8).min(rect.height);
        let rect = Rect { y: rect.y + down, height: rect.height - down, ..rect };
        let cols = usize::from(rect.width.saturating_sub(4)).max(1);
        let pitch = if rect.height > 14 { wrap(self.entry.pitch, cols) } else { Vec::new() };
        for (line, y) in pitch.iter().zip(rect.y..) {
            canvas.text(rect.x + 3, y, rect.width.saturating_sub(4), line, DIM);
        }
        let top = rect.y + if pitch.is_empty() { 0 } else { pitch.len() as u16 + 1 };
        self.menu.boxes.clear();
        match self.cards_rows(rect) {
            Some(height) => {
                let cards = Rect { x: rect.x + 1, y: top, width: rect.width.saturating_sub(2), height };
                self.draw_cards(canvas, cards);
                (rect, top + height)
            }
            None => (rect, top),
        }
    }

    pub(super) fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool) {
        let label_cols = 30.min(row.width / 2);
        let label = match self.rows[index] {
            Row::Gap => return,
            Row::Group(name) => {
                canvas.text(row.x + 1, row.y, row.width.saturating_sub(2), name, TITLE);
                return;
            }
            Row::Begin => "Begin",
            Row::Card(card) => edition_name(card),
            Row::More if self.open => "Fewer options",
            Row::More => "More options",
            Row::Continue => "Continue the last one",
            Row::Tutorial => "Tutorial",
            Row::Campaign => "Campaign",
            Row::Ladder => "Ladder",
            Row::Watch if self.entry.attached.seats.is_empty() => "Watch a bot",
            Row::Watch => "Watch two strategies",
            Row::Seed => "Seed",
            Row::Name => "Name",
            Row::Level => "Level file",
            Row::Puzzle => "Puzzle level",
            Row::Practice => "Practice",
            Row::Option(index) => called(&self.options[index]),
        };
        let paint = canvas.pointer(row, chosen);
        let heading = matches!(
            self.rows[index],
            Row::Begin
                | Row::Card(_)
                | Row::Continue
                | Row::Tutorial
                | Row::Campaign
                | Row::Ladder
                | Row::Watch
                | Row::More
        );
        let cols = if heading { row.width } else { label_cols };
        canvas.text(row.x + 3, row.y, cols, label, paint(if heading { TITLE } else { TEXT }));
        let at = row.x + 4 + label_cols;
        let rest = Rect { x: at, width: row.right().saturating_sub(at + 1), ..row };
        let field = match self.rows[index] {
            Row::Seed => &self.seed,
            Row::Name => &self.name,
            Row::Level => &self.level,
            Row::Option(option) => {
                self.draw_option(canvas, rest, option, chosen);
                return;
            }
            Row::Puzzle => {
                let value = if self.puzzle == 0 { "none".to_owned() } else { self.puzzle.to_string() };
                canvas.text(rest.x, rest.y, rest.width, &value, paint(TEXT));
                return;
            }
            Row::Practice => {
                let value = if self.practice { "on" } else { "off" };
                canvas.text(rest.x, rest.y, rest.width, value, paint(TEXT));
                return;
            }
            _ => return,
        };
        field.draw(canvas, rest, chosen);
        if field.is_empty() && !chosen {
            let empty = if self.rows[index] == Row::Seed { "a fresh one" } else { "none" };
            canvas.text(rest.x, rest.y, rest.width, empty, Paint::Field);
        }
    }

    pub(super) fn draw_option(&self, canvas: &mut Canvas<'_>, rest: Rect, option: usize, chosen: bool) {
        let spec = &self.options[option];
        let value = &self.values[option];
        if is_typed(spec.kind) {
            return value.draw(canvas, rest, chosen);
        }
        let changed = self.is_changed(spec);
        let paint = match (chosen, changed) {
            (true, _) => Paint::Chosen,
            (false, true) => TITLE,
            (false, false) => TEXT,
        };
        let mark = if changed { " (changed)" } else { "" };
        canvas.text(rest.x, rest.y, rest.width, &format!("{}{mark}", value.text()), paint);
    }
}

/// What people call an option.
pub(super) const fn called(spec: &OptionSpec) -> &'static str {
    if spec.label.is_empty() { spec.name } else { spec.label }
}
