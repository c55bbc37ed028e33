//! A box with a few sentences and a choice. The default comes first, and movement keys never confirm.

use crate::canvas::{Canvas, DIM, TEXT, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use ratatui_core::layout::Rect;
use std::time::Duration;
use unicode_width::UnicodeWidthStr as _;

const COLS: u16 = 60;
/// A key that was not pressed for this long is not held down any more.
const RELEASED: Duration = Duration::from_millis(600);

/// An answer; the screen that asks decides which are offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Back to the screen that asked, unchanged.
    No,
    /// Do what the title asks.
    Yes,
    /// Play on and read the remaining sentences.
    PlayOn,
    /// Try to save again.
    TryAgain,
    /// Leave, and lose what could not be saved.
    Leave,
    /// Save in another place.
    SaveElsewhere,
    /// Play without a file.
    Unkept,
    /// The next rung or place.
    Onward,
    /// Another game with another seed.
    Again,
    /// Another game with the same seed.
    SameSeed,
    /// Take back the last command.
    TakeBack,
    /// Go back to any turn.
    Rewind,
    /// Show the morgue.
    HowItWent,
    /// Open the form for a new game.
    NewGame,
    /// Open the list of tutorials.
    Tutorials,
    /// Go to the title screen.
    Title,
    /// Open the help page.
    Help,
    /// Open the settings.
    Settings,
    /// Open the values of a practice game.
    Practice,
    /// Add a save point.
    SavePoint,
    /// Save the game and leave it.
    SaveAndLeave,
    /// Use a verb that ends the game or begins another; it asks first.
    GiveUp(usize),
    /// Play this line, spelled as in a run.
    Line(String),
    /// Set the option that was asked for to this value.
    Value(String),
    /// Let this player take the seat.
    Player(&'static str),
}

/// A possible answer.
struct Choice {
    /// The key that selects it at once.
    key: Option<char>,
    label: String,
    answer: Answer,
}

/// A box with a few sentences and a choice.
pub(crate) struct Dialog {
    title: String,
    lines: Vec<String>,
    choices: Vec<Choice>,
    menu: Menu,
    /// The choice for Esc.
    esc: usize,
    /// Whether only the first choice may be made before every line was shown.
    read_first: bool,
    /// Whether every line was shown.
    shown: bool,
    /// The key that led here: still held down, or pressed too often, it chooses nothing.
    held: Option<Key>,
}

impl Dialog {
    /// A question with its answers. Esc selects the first one.
    pub(crate) fn ask(title: &str, lines: &[String], choices: &[(&str, Answer)]) -> Self {
        let choices = choices.iter().map(|(label, answer)| (None, *label, answer.clone()));
        Self::of(title, lines, choices)
    }

    /// A menu with a key per choice. Esc selects [`Answer::No`].
    pub(crate) fn menu(title: &str, lines: &[String], choices: &[(char, &str, Answer)]) -> Self {
        let choices = choices.iter().map(|(key, label, answer)| (Some(*key), *label, answer.clone()));
        Self::of(title, lines, choices).esc_is(&Answer::No)
    }

    /// Sets another choice for Esc.
    pub(crate) fn esc_is(mut self, answer: &Answer) -> Self {
        self.esc = self.choices.iter().position(|choice| choice.answer == *answer).unwrap_or(0);
        self
    }

    /// Selects a choice initially, and for Esc.
    pub(crate) fn standing_at(self, answer: &Answer) -> Self {
        let mut dialog = self.esc_is(answer);
        dialog.menu.chosen = dialog.esc;
        dialog
    }

    fn of<'a>(
        title: &str,
        lines: &[String],
        choices: impl Iterator<Item = (Option<char>, &'a str, Answer)>,
    ) -> Self {
        let choice = |(key, label, answer): (_, &str, _)| Choice { key, label: label.to_owned(), answer };
        Self {
            title: title.to_owned(),
            lines: lines.to_vec(),
            choices: choices.map(choice).collect(),
            menu: Menu::default(),
            esc: 0,
            read_first: false,
            shown: false,
            held: None,
        }
    }

    /// A message without a choice.
    pub(crate) fn notice(title: &str, lines: &[String]) -> Self {
        Self::ask(title, lines, &[])
    }

    /// Allows only the first choice while the screen is too small for all lines.
    pub(crate) const fn read_first(mut self) -> Self {
        self.read_first = true;
        self
    }

    /// Ignores the key that led here until it has not been pressed for a moment, or another key is.
    pub(crate) const fn not_yet(mut self, key: Option<Key>) -> Self {
        self.held = key;
        self
    }

    /// Selects another choice initially.
    pub(crate) fn chosen(mut self, choice: usize) -> Self {
        self.menu = Menu::at(choice);
        self
    }

    /// The choice with this key.
    fn keyed(&self, input: &Input) -> Option<usize> {
        let Input::Key(Key::Char(letter)) = input else { return None };
        let place = |wanted: char| self.choices.iter().position(|choice| choice.key == Some(wanted));
        place(*letter).or_else(|| place(letter.to_ascii_lowercase()))
    }

    fn make(&self, choice: usize) -> Go {
        if choice > 0 && self.read_first && !self.shown {
            return Go::Stay;
        }
        Go::Answer(self.choices[choice].answer.clone())
    }
}

impl Screen for Dialog {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let area = canvas.area();
        let widest = COLS.min(area.width.saturating_sub(6)).max(1);
        let lines: Vec<String> = self.lines.iter().flat_map(|line| wrap(line, usize::from(widest))).collect();
        let keys = if self.choices.iter().any(|choice| choice.key.is_some()) { 3 } else { 0 };
        let labels = self.choices.iter().map(|choice| choice.label.width() as u16 + keys + 4);
        let words = lines.iter().map(String::as_str).map(|line| line.width() as u16);
        let title = self.title.width() as u16 + 2;
        let cols = words.chain(labels).chain([title]).max().unwrap_or(0).max(20).min(widest);
        let choices = self.choices.len() as u16;
        let gap = u16::from(choices > 0 && !lines.is_empty());
        let inside = canvas.boxed(cols, (lines.len() as u16).saturating_add(gap + choices), &self.title);
        // If room is short, sentences are cut, never choices.
        let room = inside.height.saturating_sub(choices + gap);
        self.shown = usize::from(room) >= lines.len();
        for (index, line) in lines.iter().take(usize::from(room)).enumerate() {
            canvas.text(inside.x, inside.y + index as u16, inside.width, line, TEXT);
        }
        let below = (lines.len() as u16).min(room) + gap;
        let rect = Rect { y: inside.y + below, height: inside.height.saturating_sub(below), ..inside };
        let choices = &self.choices;
        self.menu.draw(canvas, rect, choices.len(), |canvas, row, index, chosen| {
            let paint = canvas.pointer(row, chosen);
            let choice = &choices[index];
            if let Some(key) = choice.key {
                canvas.text(row.x + 3, row.y, 1, &key.to_string(), paint(DIM));
            }
            let at = row.x + 3 + keys;
            canvas.text(at, row.y, row.right().saturating_sub(at), &choice.label, paint(TEXT));
        });
        if self.choices.is_empty() {
            canvas.hints(&[hint("any key", "goes on")]);
        } else {
            canvas.hints(&[
                hint(canvas.look.up_down(), "choose"),
                hint("Enter", "do it"),
                hint("Esc", self.choices[self.esc].label.to_lowercase()),
            ]);
        }
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Go {
        if self.choices.is_empty() {
            return match input {
                Input::Key(_) | Input::Click(..) => Go::Back,
                _ => Go::Stay,
            };
        }
        match input {
            Input::Tick => self.held = None,
            Input::Key(key) if self.held == Some(*key) => return Go::Stay,
            Input::Key(Key::Char(' ')) => return Go::Stay,
            Input::Key(_) => self.held = None,
            _ => {}
        }
        if let Some(choice) = self.keyed(input) {
            return self.make(choice);
        }
        match self.menu.input(input, &vec![true; self.choices.len()], false) {
            Act::Picked => self.make(self.menu.chosen),
            Act::Back => Go::Answer(self.choices[self.esc].answer.clone()),
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        self.held.map(|_| RELEASED)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
