//! A box with a few sentences and a choice. The default comes first, and no movement key ever confirms.

use crate::canvas::{Canvas, DIM, TEXT, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

const COLS: u16 = 60;

/// What a person answers; the screen that asks chooses which of these it offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Back to the screen that asked, as it was.
    No,
    /// What the title of the question says.
    Yes,
    /// To go on, and to hear what else there is to say.
    PlayOn,
    /// To save once more.
    TryAgain,
    /// To leave; what could not be saved is lost.
    Leave,
    /// To save in another place.
    SaveElsewhere,
    /// To play without a file.
    Unkept,
    /// Another game with another seed.
    Again,
    /// Another game with the same seed.
    SameSeed,
    /// To take back the last command.
    TakeBack,
    /// To go back to any turn.
    Rewind,
    /// The page about the game.
    HowItWent,
    /// The form for a new game.
    NewGame,
    /// The list of tutorials.
    Tutorials,
    /// The title screen.
    Title,
    /// The help page.
    Help,
    /// The settings.
    Settings,
    /// What can be set in a practice game.
    Practice,
    /// To mark this place in the game with a name.
    SavePoint,
    /// To leave the game as it stands.
    SaveAndLeave,
    /// To choose a verb of the game that ends it or begins another; it is asked for first.
    GiveUp(usize),
    /// To play this line, spelled as in a run.
    Line(String),
    /// A value of the option that was asked for.
    Value(String),
    /// Who takes a seat.
    Player(&'static str),
}

/// One thing that can be answered.
struct Choice {
    /// The key that chooses it at once.
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
    /// The choice that Esc makes.
    esc: usize,
    /// True when only the first choice may be made before every line has been shown.
    read_first: bool,
    /// True when every line was shown.
    shown: bool,
}

impl Dialog {
    /// A question and what can be answered. Esc is the first choice.
    pub(crate) fn ask(title: &str, lines: &[String], choices: &[(&str, Answer)]) -> Self {
        let choices = choices.iter().map(|(label, answer)| (None, *label, answer.clone()));
        Self::of(title, lines, choices)
    }

    /// A menu whose choices have a key each. Esc makes the choice with the answer [`Answer::No`].
    pub(crate) fn menu(title: &str, lines: &[String], choices: &[(char, &str, Answer)]) -> Self {
        let choices = choices.iter().map(|(key, label, answer)| (Some(*key), *label, answer.clone()));
        Self::of(title, lines, choices).esc_is(&Answer::No)
    }

    /// The same with another choice for Esc.
    pub(crate) fn esc_is(mut self, answer: &Answer) -> Self {
        self.esc = self.choices.iter().position(|choice| choice.answer == *answer).unwrap_or(0);
        self
    }

    /// The same with the pointer on a choice, which is also that of Esc.
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
        }
    }

    /// Something to read.
    pub(crate) fn notice(title: &str, lines: &[String]) -> Self {
        Self::ask(title, lines, &[])
    }

    /// The same, but on a screen too small for all its lines only the first choice can be made.
    pub(crate) const fn read_first(mut self) -> Self {
        self.read_first = true;
        self
    }

    /// The same with another choice chosen at first.
    pub(crate) fn chosen(mut self, choice: usize) -> Self {
        self.menu = Menu::at(choice);
        self
    }

    /// The choice that a key makes at once.
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
        // Where room is short, choices stay and sentences give way.
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
        if input == &Input::Key(Key::Char(' ')) {
            return Go::Stay;
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

    fn is_overlay(&self) -> bool {
        true
    }
}
