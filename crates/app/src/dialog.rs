//! A box with a few sentences and a choice. The safe choice comes first, and no movement key ever confirms.

use crate::canvas::{Canvas, TEXT, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

const COLS: u16 = 60;

/// What a person answers; the screen that asks chooses which of these it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Back to the screen that asked, as it was.
    No,
    /// What the title of the question says.
    Yes,
    /// To go on, and to hear what else there is to say.
    PlayOn,
    /// To save once more.
    TryAgain,
    /// To leave without what could not be saved.
    Leave,
    /// To save in another place.
    SaveElsewhere,
    /// To play without a file.
    Unkept,
    /// Another game with another seed.
    Again,
    /// Another game with the same seed.
    SameSeed,
    /// To see the run again.
    Watch,
    /// The page about the game.
    HowItWent,
    /// The form for a new game.
    NewGame,
    /// The list of tutorials.
    Tutorials,
    /// The title screen.
    Title,
    /// Who takes a seat.
    Player(&'static str),
}

/// A box with a few sentences and a choice.
pub(crate) struct Dialog {
    title: String,
    lines: Vec<String>,
    choices: Vec<(&'static str, Answer)>,
    menu: Menu,
    /// True when only the first choice may be made before every line has been shown.
    read_first: bool,
    /// True when every line was shown.
    shown: bool,
}

impl Dialog {
    /// A question and what can be answered. Esc is the first choice.
    pub(crate) fn ask(title: &str, lines: &[String], choices: &[(&'static str, Answer)]) -> Self {
        Self {
            title: title.to_owned(),
            lines: lines.to_vec(),
            choices: choices.to_vec(),
            menu: Menu::default(),
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
}

impl Screen for Dialog {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let area = canvas.area();
        let widest = COLS.min(area.width.saturating_sub(6)).max(1);
        let lines: Vec<String> = self.lines.iter().flat_map(|line| wrap(line, usize::from(widest))).collect();
        let choices = self.choices.iter().map(|(choice, _)| *choice);
        let words = lines.iter().map(String::as_str).chain(choices).chain([self.title.as_str()]);
        let words = words.map(|line| line.width() as u16 + 4);
        let cols = words.max().unwrap_or(0).max(28).min(widest);
        let choices = self.choices.len() as u16;
        let gap = u16::from(choices > 0);
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
            canvas.text(row.x + 3, row.y, row.width.saturating_sub(4), choices[index].0, paint(TEXT));
        });
        if self.choices.is_empty() {
            canvas.hints(&[hint("any key", "goes on")]);
        } else {
            canvas.hints(&[
                hint(canvas.look.up_down(), "choose"),
                hint("Enter", "do it"),
                hint("Esc", self.choices[0].0.to_lowercase()),
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
        match self.menu.input(input, &vec![true; self.choices.len()], false) {
            Act::Picked if self.menu.chosen > 0 && self.read_first && !self.shown => Go::Stay,
            Act::Picked => Go::Answer(self.choices[self.menu.chosen].1),
            Act::Back => Go::Answer(self.choices[0].1),
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
