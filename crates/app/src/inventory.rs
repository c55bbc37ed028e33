//! The inventory: a list with letters, what is known about each thing, and what can be done with it.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, hint};
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::field::Field;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, wrap};
use kernel::Carried;
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

/// The letters of the first things.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The inventory.
pub(crate) struct Inventory {
    title: String,
    /// Each with its place in the whole inventory, which gives it its letter.
    things: Vec<(usize, Carried)>,
    /// Set when a verb asks for a thing: the selected thing's first deed is done.
    asks: Option<Numbers>,
    menu: Menu,
    /// The search text.
    search: Option<Field>,
    /// Whether letters go into the search.
    typing: bool,
}

/// Selecting a thing by its number.
#[derive(Clone, Debug)]
struct Numbers {
    /// Whether a single digit is the whole number, with 0 for 10.
    one_key: bool,
    /// The digits typed so far.
    typed: String,
}

impl Inventory {
    /// Shows everything that is carried.
    pub(crate) fn new(things: Vec<Carried>) -> Self {
        Self {
            title: "Inventory".to_owned(),
            things: things.into_iter().enumerate().collect(),
            asks: None,
            menu: Menu::default(),
            search: None,
            typing: false,
        }
    }

    /// Shows the things for which one of these words can be played; `None` if there are none.
    pub(crate) fn which(
        question: &str,
        mut things: Vec<Carried>,
        words: &[&str],
        one_key: bool,
    ) -> Option<Self> {
        for thing in &mut things {
            let meant = |line: &str| line.split_whitespace().next().is_some_and(|word| words.contains(&word));
            thing.deeds.retain(|deed| meant(&deed.line));
        }
        let asks = Some(Numbers { one_key, typed: String::new() });
        let mut list = Self { title: question.to_owned(), asks, ..Self::new(things) };
        list.things.retain(|(_, thing)| !thing.deeds.is_empty());
        (!list.things.is_empty()).then_some(list)
    }

    /// The visible things: all, or those whose name or note contains the search text.
    fn shown(&self) -> Vec<usize> {
        let wanted = self.search.as_ref().map(|field| field.text().to_lowercase()).unwrap_or_default();
        let holds = |thing: &Carried| {
            thing.name.to_lowercase().contains(&wanted) || thing.note.to_lowercase().contains(&wanted)
        };
        (0..self.things.len()).filter(|&index| holds(&self.things[index].1)).collect()
    }

    fn chosen(&self) -> Option<&Carried> {
        self.shown().get(self.menu.chosen).map(|&index| &self.things[index].1)
    }

    /// Does the usual deed of a thing.
    fn usual(&self) -> Go {
        match self.chosen().map(|thing| thing.deeds.as_slice()) {
            Some([usual, ..]) => Go::Answer(Answer::Line(usual.line.clone())),
            Some([]) => nothing_to_do(),
            None => Go::Stay,
        }
    }

    /// Opens the menu of a thing's deeds.
    fn deeds(&self) -> Go {
        let Some(thing) = self.chosen() else { return Go::Stay };
        if thing.deeds.is_empty() {
            return nothing_to_do();
        }
        let lines: Vec<String> = if thing.note.is_empty() { Vec::new() } else { vec![thing.note.clone()] };
        let deeds = thing.deeds.iter().map(|deed| (deed.label.as_ref(), Answer::Line(deed.line.clone())));
        let mut choices: Vec<(&str, Answer)> = deeds.collect();
        choices.push(("Back", Answer::No));
        Go::open(Dialog::ask(&thing.name, &lines, &choices).esc_is(&Answer::No))
    }

    /// Handles a letter that stands for a thing.
    fn letter(&mut self, letter: char) -> Option<Go> {
        let place = LETTERS.chars().position(|other| other == letter)?;
        self.menu.chosen = self.shown().iter().position(|&shown| self.things[shown].0 == place)?;
        Some(if self.asks.is_some() { self.usual() } else { self.deeds() })
    }

    /// Handles a digit of a thing's number.
    fn digit(&mut self, digit: char) -> Go {
        let Some(numbers) = &mut self.asks else { return Go::Stay };
        if numbers.one_key {
            numbers.typed.clear();
        }
        numbers.typed.push(digit);
        let wanted = if numbers.one_key && digit == '0' { "10" } else { numbers.typed.as_str() };
        let named = |(_, thing): &(usize, Carried)| {
            thing.deeds[0].line.split_whitespace().next_back() == Some(wanted)
        };
        let one_key = numbers.one_key;
        match self.things.iter().position(named) {
            Some(index) => {
                self.search = None;
                self.menu.chosen = index;
                if one_key { self.usual() } else { Go::Stay }
            }
            None => Go::Stay,
        }
    }

    fn search_input(&mut self, input: &Input) -> Go {
        match input {
            Input::Key(Key::Esc) => (self.search, self.typing) = (None, false),
            Input::Key(Key::Enter | Key::Up | Key::Down) => self.typing = false,
            other => {
                if let Some(field) = &mut self.search {
                    field.input(other);
                }
                self.menu.chosen = 0;
            }
        }
        Go::Stay
    }

    fn draw_thing(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool, name_cols: u16) {
        let (place, thing) = &self.things[index];
        let paint = canvas.pointer(row, chosen);
        if let Some(letter) = letter(*place) {
            canvas.text(row.x + 3, row.y, 1, &letter.to_string(), paint(TITLE));
        }
        let mark = if thing.worn { "*" } else { "" };
        canvas.text(row.x + 5, row.y, 1, mark, paint(TITLE));
        let name = named(thing, canvas.look.lines.times);
        let end = canvas.text(row.x + 7, row.y, name_cols, &name, paint(TEXT));
        let at = end.max(row.x + 7 + name_cols) + 2;
        canvas.text(at, row.y, row.right().saturating_sub(at + 1), &thing.note, paint(DIM));
    }
}

fn nothing_to_do() -> Go {
    Go::notice("Nothing to do", "Nothing can be done with it now.".to_owned())
}

/// `potion RH ×2`.
fn named(thing: &Carried, times: char) -> String {
    if thing.count > 1 { format!("{} {times}{}", thing.name, thing.count) } else { thing.name.clone() }
}

/// The letter of a thing, by its place in the inventory.
pub(crate) fn letter(place: usize) -> Option<char> {
    LETTERS.chars().nth(place)
}

/// The letter of the thing that a line such as `use 3` is about.
pub(crate) fn letter_of(things: &[Carried], line: &str) -> Option<char> {
    letter(things.iter().position(|thing| thing.deeds.iter().any(|deed| deed.line == line))?)
}

impl Screen for Inventory {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let usual = self.chosen().and_then(|thing| thing.deeds.first()).map(|deed| deed.label.to_lowercase());
        let mut hints = vec![hint(canvas.look.up_down(), "choose")];
        hints.extend(usual.map(|usual| hint("Enter", usual)));
        if self.asks.is_none() {
            hints.push(hint(if canvas.look.is_unicode() { "→" } else { "Right" }, "more"));
        }
        hints.extend([hint("a-z", "a thing"), hint("/", "search"), hint("Esc", "back")]);
        let shown = self.shown();
        let widest = shown
            .iter()
            .map(|&index| named(&self.things[index].1, canvas.look.lines.times).width() as u16)
            .max();
        let name_cols = widest.unwrap_or(0).clamp(8, 36).min(canvas.area().width / 2);
        let note = match self.chosen() {
            _ if shown.is_empty() => "Nothing that you carry is called so.".to_owned(),
            Some(thing) => {
                let deeds: Vec<&str> = thing.deeds.iter().map(|deed| deed.label.as_ref()).collect();
                let worn = if thing.worn { "In use. " } else { "" };
                let note = if thing.note.is_empty() { String::new() } else { format!("{}. ", thing.note) };
                format!("{worn}{note}{}", deeds.join(", "))
            }
            None => String::new(),
        };
        // As wide as the longest row, as high as the rows and the note below them.
        let notes = self.things.iter().map(|(_, thing)| thing.note.width() as u16).max().unwrap_or(0);
        let cols = (name_cols + notes + 11).clamp(44, 92).min(canvas.area().width.saturating_sub(6));
        let below = wrap(&note, usize::from(cols.saturating_sub(4)).max(1)).len() as u16 + 1;
        let rows = (shown.len().max(1) as u16).saturating_add(below);
        let rect = canvas.boxed(cols, rows, &self.title);
        let mut menu = std::mem::take(&mut self.menu);
        canvas.list_with_notes(
            &mut menu,
            (rect, rect.y),
            shown.len(),
            &[(note, DIM)],
            |canvas, row, at, chosen| {
                self.draw_thing(canvas, row, shown[at], chosen, name_cols);
            },
        );
        canvas.hints(&hints);
        self.menu = menu;
        if let (Some(field), true) = (&self.search, self.typing) {
            canvas.ask("Search:", field);
        }
    }

    fn input(&mut self, input: &Input, _: &mut Context) -> Go {
        if self.typing {
            return self.search_input(input);
        }
        match input {
            Input::Key(Key::Char('/')) => {
                (self.search, self.typing) = (Some(Field::default()), true);
                return Go::Stay;
            }
            Input::Key(Key::Char('?') | Key::F(1)) => return help(),
            Input::Key(Key::Esc) if self.search.is_some() => {
                self.search = None;
                return Go::Stay;
            }
            Input::Key(Key::Char(digit @ '0'..='9')) => return self.digit(*digit),
            Input::Key(end @ (Key::Home | Key::End)) => {
                let last = self.shown().len().saturating_sub(1);
                self.menu.chosen = if *end == Key::Home { 0 } else { last };
                return Go::Stay;
            }
            Input::Clear | Input::Key(Key::Backspace) => {
                self.asks.iter_mut().for_each(|numbers| numbers.typed.clear());
                return Go::Stay;
            }
            Input::Key(Key::Char(letter)) if letter.is_ascii_alphabetic() => {
                return self.letter(*letter).unwrap_or(Go::Stay);
            }
            _ => {}
        }
        match self.menu.input(input, &vec![true; self.shown().len()], true) {
            Act::Picked => self.usual(),
            Act::Back => Go::Back,
            _ if input == &Input::Key(Key::Right) && self.asks.is_none() => self.deeds(),
            Act::Nothing | Act::Moved | Act::Change(_) => Go::Stay,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn answer(&mut self, answer: Answer, _: &mut Context) -> Go {
        match answer {
            Answer::Line(_) => Go::Answer(answer),
            _ => Go::Stay,
        }
    }
}

fn help() -> Go {
    crate::help::of_mode(
        "Inventory",
        &[
            ("Up Down", "Choose a thing; PgUp, PgDn, Home and End go far."),
            ("Enter", "Do the usual thing with it."),
            ("Right", "Choose what to do with it."),
            ("a-z A-Z", "The thing with this letter, and what can be done with it."),
            ("/", "Search; Esc shows everything again."),
            ("Esc", "Back to the game."),
        ],
    )
}
