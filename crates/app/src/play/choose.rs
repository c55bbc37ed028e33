//! A question of the game, as a screen: the answers with their meaning, one key each.

use super::{Mode, Play};
use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint, inner};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::Go;
use console::{Input, Meaning, wrap};
use kernel::Choice;
use ratatui_core::layout::Rect;

/// Maximum width of the list of answers.
const LIST_COLS: u16 = 26;

/// The question and the selected answer.
#[derive(Default)]
pub(super) struct Asked {
    question: String,
    menu: Menu,
}

impl Play {
    /// The question on the screen, if the game asks one and nothing else is going on.
    pub(super) fn question(&mut self) -> Option<Choice> {
        if !matches!(self.mode, Mode::Game) || self.session().outcome().is_some() {
            return None;
        }
        let choice =
            self.session().choice(self.session().to_move()).filter(|choice| !choice.answers.is_empty());
        let question = choice.as_ref().map_or("", |choice| choice.question.as_str());
        if self.asked.question != question {
            self.asked = Asked { question: question.to_owned(), menu: Menu::default() };
        }
        choice
    }

    /// The game's key for an answer, if there is one.
    fn key_of_answer(&self, line: &str, unicode: bool) -> Option<String> {
        let phase = self.session().phase();
        let meant = |verb: &&session::VerbInfo| verb.phases & (1 << phase) != 0 && verb.words.contains(&line);
        let verb = self.verbs.iter().position(|verb| meant(&verb))?;
        self.table.keys_of(Meaning::Verb(verb), phase).next().map(|key| key.shown(unicode))
    }

    pub(super) fn paint_question(&mut self, canvas: &mut Canvas<'_>, choice: &Choice) {
        let hints = [
            hint(canvas.look.up_down(), "choose"),
            hint("Enter", "take it"),
            hint("Esc", "menu"),
            hint("?", "help"),
        ];
        let title = self.session().title();
        canvas.frame(title, &format!("seed {}", self.session().header().seed), &hints);
        let rest = self.paint_lesson(canvas, inner(canvas.area()));
        let rect = column(rest, 92);
        let rect = Rect { x: rect.x + 2, width: rect.width.saturating_sub(4), ..rect };
        let question = wrap(&choice.question, usize::from(rect.width).max(1));
        let mut y = rect.y + u16::from(rect.height > 12);
        for line in &question {
            canvas.text(rect.x, y, rect.width, line, TITLE);
            y += 1;
        }
        y += 1;
        let unicode = canvas.look.is_unicode();
        let keys: Vec<Option<String>> =
            choice.answers.iter().map(|answer| self.key_of_answer(&answer.line, unicode)).collect();
        let list = Rect {
            y,
            width: LIST_COLS.min(rect.width),
            height: rect.bottom().saturating_sub(y).min(choice.answers.len() as u16),
            ..rect
        };
        self.asked.menu.draw(canvas, list, choice.answers.len(), |canvas, row, index, chosen| {
            let paint = canvas.pointer(row, chosen);
            canvas.text(row.x + 3, row.y, 2, keys[index].as_deref().unwrap_or(""), paint(TITLE));
            let at = row.x + 6;
            canvas.text(at, row.y, row.right().saturating_sub(at), &choice.answers[index].label, paint(TEXT));
        });
        let about = Rect {
            x: list.right() + 3,
            y,
            width: rect.right().saturating_sub(list.right() + 3),
            height: rect.bottom().saturating_sub(y),
        };
        let answer = &choice.answers[self.asked.menu.chosen.min(choice.answers.len() - 1)];
        let cols = usize::from(about.width).max(1);
        let lines = answer.about.iter().enumerate().flat_map(|(index, line)| {
            wrap(line, cols).into_iter().map(move |line| (line, if index == 0 { TEXT } else { DIM }))
        });
        canvas.text(about.x, about.y, about.width, &answer.label, TITLE);
        for ((line, paint), y) in lines.zip(about.y + 1..about.bottom()) {
            canvas.text(about.x, y, about.width, &line, paint);
        }
    }

    /// Handles an input while a question is on the screen; `None` if it is meant for the game or the
    /// application.
    pub(super) fn question_input(&mut self, choice: &Choice, input: &Input, context: &Context) -> Option<Go> {
        if let Input::Key(key @ console::Key::Char(_)) = input
            && self.table.find(*key, self.session().phase()).is_some()
        {
            return None;
        }
        match self.asked.menu.input(input, &vec![true; choice.answers.len()], false) {
            Act::Picked => {
                let line = choice.answers[self.asked.menu.chosen.min(choice.answers.len() - 1)].line.clone();
                self.toast = None;
                self.type_line(&line, context);
                Some(self.after_beats(context))
            }
            Act::Moved => Some(Go::Stay),
            Act::Nothing | Act::Change(_) | Act::Back => None,
        }
    }
}
