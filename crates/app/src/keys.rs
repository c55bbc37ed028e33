//! The keys of one game: shown, changed, reset.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Front, Input, Key, KeyTable, Meaning, Paint, slug};
use kernel::Ink;
use ratatui_core::layout::Rect;
use session::{Entry, VerbInfo};

/// The screen for the keys of one game.
pub(crate) struct Keys {
    entry: &'static Entry,
    verbs: Vec<VerbInfo>,
    table: KeyTable,
    menu: Menu,
    /// Set while the next key pressed is bound; true if it is added to the others.
    catching: Option<bool>,
    /// A pressed key that has another meaning, and whether it is added: Enter or the same key confirms it.
    conflict: Option<(Key, bool)>,
    problem: Option<String>,
}

impl Keys {
    pub(crate) fn new(entry: &'static Entry, context: &Context) -> Self {
        let verbs = verbs_of_plain_game(entry);
        let table = KeyTable::build(entry.id, &verbs, &context.settings);
        Self { entry, verbs, table, menu: Menu::default(), catching: None, conflict: None, problem: None }
    }

    /// Verbs, a gap, application commands.
    fn rows(&self) -> Vec<bool> {
        (0..self.verbs.len() + 1 + Front::ALL.len()).map(|row| row != self.verbs.len()).collect()
    }

    fn meaning(&self, row: usize) -> Option<Meaning> {
        if row < self.verbs.len() {
            return Some(Meaning::Verb(row));
        }
        Front::ALL.get(row.checked_sub(self.verbs.len() + 1)?).map(|front| Meaning::Front(*front))
    }

    fn name(&self, meaning: Meaning) -> String {
        match meaning {
            Meaning::Verb(verb) => slug(self.verbs[verb].name),
            Meaning::Front(front) => front.word().to_owned(),
            Meaning::Run(way) => format!("run-{}", way.long()),
        }
    }

    fn keys(&self, meaning: Meaning) -> Vec<Key> {
        let phase = match meaning {
            Meaning::Verb(verb) => self.verbs[verb].phases.trailing_zeros().min(7) as u8,
            Meaning::Front(_) | Meaning::Run(_) => 0,
        };
        self.table.keys_of(meaning, phase).collect()
    }

    fn bind(&mut self, key: Key, add: bool, context: &mut Context) {
        let Some(meaning) = self.meaning(self.menu.chosen) else { return };
        let mut keys = if add { self.keys(meaning) } else { Vec::new() };
        keys.retain(|other| *other != key);
        keys.push(key);
        context.settings.choose_keys(Some(self.entry.id), &self.name(meaning), keys);
        self.refresh(context);
    }

    /// What else a key means in the phases of the selected row.
    fn other_meaning(&self, key: Key) -> Option<String> {
        let meaning = self.meaning(self.menu.chosen)?;
        let phases = match meaning {
            Meaning::Verb(verb) => self.verbs[verb].phases,
            Meaning::Front(_) | Meaning::Run(_) => u8::MAX,
        };
        let clash = |bind: &&console::Bind| {
            bind.key == key && bind.phases & phases != 0 && self.name(bind.meaning) != self.name(meaning)
        };
        self.table.binds().iter().find(clash).map(|bind| self.name(bind.meaning))
    }

    /// Binds a pressed key to the selected row, at once if it is free.
    fn caught(&mut self, key: Key, add: bool, context: &mut Context) {
        match self.other_meaning(key) {
            Some(_) => self.conflict = Some((key, add)),
            None => self.bind(key, add, context),
        }
    }

    fn give_back(&mut self, context: &mut Context) {
        let Some(meaning) = self.meaning(self.menu.chosen) else { return };
        context.settings.forget_keys(Some(self.entry.id), &self.name(meaning));
        self.refresh(context);
    }

    fn refresh(&mut self, context: &Context) {
        self.table = KeyTable::build(self.entry.id, &self.verbs, &context.settings);
        self.problem = context.keep_settings().err();
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool, context: &Context) {
        let Some(meaning) = self.meaning(index) else { return };
        let paint = canvas.pointer(row, chosen);
        let name = match meaning {
            Meaning::Verb(verb) => self.verbs[verb].name,
            Meaning::Front(front) => front.word(),
            Meaning::Run(_) => "run",
        };
        let label_cols = 22.min(row.width / 2);
        canvas.text(row.x + 3, row.y, label_cols, name, paint(TEXT));
        let mut keys: Vec<String> =
            self.keys(meaning).iter().map(|key| key.shown(canvas.look.is_unicode())).collect();
        let mine =
            context.settings.keys.iter().any(|choice| {
                choice.game.as_deref() == Some(self.entry.id) && choice.name == self.name(meaning)
            });
        let idle = matches!(meaning, Meaning::Verb(verb) if self.verbs[verb].phases == 0);
        if let (true, Meaning::Verb(verb)) = (idle, meaning) {
            keys = self.verbs[verb].keys.iter().map(char::to_string).collect();
        }
        let mut shown = if keys.is_empty() { "none".to_owned() } else { keys.join("  ") };
        if mine {
            shown.push_str("  (changed)");
        }
        if idle {
            shown.push_str("  (with an option)");
        }
        let at = row.x + 4 + label_cols;
        canvas.text(at, row.y, row.right().saturating_sub(at + 1), &shown, paint(TITLE));
    }
}

/// The verbs of a game with default options.
fn verbs_of_plain_game(entry: &Entry) -> Vec<VerbInfo> {
    match (entry.start)(&session::Brief::default()) {
        Ok((session, _)) => session.verbs(),
        Err(_) => (entry.verbs)(),
    }
}

impl Screen for Keys {
    fn draw(&mut self, canvas: &mut Canvas<'_>, context: &Context) {
        let hints = [
            hint("Enter", "new key"),
            hint("+", "one more"),
            hint("Delete", "back to default"),
            hint("Esc", "back"),
        ];
        let rect = column(canvas.frame(&format!("Keys of {}", self.entry.title), "", &hints), 78);
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let mut notes: Vec<(String, Paint)> = Vec::new();
        if let Some(problem) = &self.problem {
            notes.push((format!("The settings could not be kept: {problem}"), Paint::Ink(Ink::Bad)));
        }
        notes.extend(self.table.notes().iter().map(|note| (note.clone(), Paint::Ink(Ink::Bad))));
        match self.meaning(self.menu.chosen) {
            Some(Meaning::Verb(verb)) => notes.push((self.verbs[verb].help.to_owned(), DIM)),
            Some(Meaning::Front(front)) => notes.push((front.help().to_owned(), DIM)),
            Some(Meaning::Run(_)) | None => {}
        }
        let count = self.rows().len();
        let mut menu = std::mem::take(&mut self.menu);
        canvas.list_with_notes(&mut menu, (rect, rect.y), count, &notes, |canvas, row, index, chosen| {
            self.draw_row(canvas, row, index, chosen, context);
        });
        self.menu = menu;
        if let (Some(_), Some(meaning)) = (self.catching, self.meaning(self.menu.chosen)) {
            let text = format!("Press the key for '{}'.", self.name(meaning));
            canvas.say(&text, "Esc keeps it as it is", Paint::BarKey);
        }
        if let (Some((key, _)), Some(meaning)) = (self.conflict, self.meaning(self.menu.chosen)) {
            let key_name = key.shown(canvas.look.is_unicode());
            let other = self.other_meaning(key).unwrap_or_default();
            let text = format!("{key_name} is the key of '{other}'. Take it for '{}'?", self.name(meaning));
            canvas.say(&text, &format!("Enter or {key_name} takes it  Esc back"), Paint::BarKey);
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if let (Some(add), Input::Key(key)) = (self.catching, input) {
            self.catching = None;
            if !key.is_reserved() {
                self.caught(*key, add, context);
            }
            return Go::Stay;
        }
        if let (Some((wanted, add)), Input::Key(key)) = (self.conflict, input) {
            self.conflict = None;
            if *key == Key::Enter || *key == wanted {
                self.bind(wanted, add, context);
            }
            return Go::Stay;
        }
        match input {
            Input::Key(Key::Char('+')) => self.catching = Some(true),
            Input::Key(Key::Delete | Key::Backspace) => self.give_back(context),
            _ => {
                let rows = self.rows();
                match self.menu.input(input, &rows, false) {
                    Act::Picked => self.catching = Some(false),
                    Act::Back => return Go::Back,
                    Act::Nothing | Act::Moved | Act::Change(_) => {}
                }
            }
        }
        Go::Stay
    }
}
