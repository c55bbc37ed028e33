//! A question of the game, as a screen: the answers with their meaning, one key each.

use super::{Mode, Play};
use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint, inner};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::Go;
use console::{Input, Meaning, wrap};
use kernel::Choice;
use ratatui_core::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

/// Maximum width of the list of answers.
const LIST_COLS: u16 = 26;
/// Columns before the name of an answer: the pointer and its key.
const ANSWER_COLS: u16 = 6;
/// Columns at least for what the chosen answer means.
const ABOUT_COLS: u16 = 28;
/// Rows above the answers.
const HEAD_ROWS: u16 = 6;

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
        let rect = column(rest, 96);
        let rect = Rect { x: rect.x + 2, width: rect.width.saturating_sub(4), ..rect };
        let rows = choice.answers.len() as u16 + HEAD_ROWS;
        let mut y = rect.y + (rect.height.saturating_sub(rows) / 3).min(12);
        let cols = usize::from(rect.width).max(1);
        let goal = self.panel().goal;
        let goal = if rect.height > rows { wrap(&goal, cols) } else { Vec::new() };
        let head = wrap(&choice.question, cols).into_iter().map(|line| (line, TITLE));
        for (line, paint) in head.chain(goal.into_iter().map(|line| (line, DIM))) {
            canvas.text(rect.x, y, rect.width, &line, paint);
            y += 1;
        }
        let rest = Rect { y: y + 1, height: rect.bottom().saturating_sub(y + 1), ..rect };
        let (list, compares) = self.paint_answers(canvas, choice, rest);
        let about =
            Rect { x: list.right() + 3, width: rest.right().saturating_sub(list.right() + 3), ..rest };
        // Numbers that stand in the list are not said twice.
        self.paint_about(canvas, choice, about, usize::from(compares));
    }

    /// The list of answers, with the numbers of each where there is room to compare them.
    fn paint_answers(&mut self, canvas: &mut Canvas<'_>, choice: &Choice, rest: Rect) -> (Rect, bool) {
        let unicode = canvas.look.is_unicode();
        let keys: Vec<Option<String>> =
            choice.answers.iter().map(|answer| self.key_of_answer(&answer.line, unicode)).collect();
        let names = choice.answers.iter().map(|answer| answer.label.width() as u16).max().unwrap_or(0);
        let first = |answer: &kernel::Answer| answer.about.first().map_or(0, |line| line.width() as u16);
        let numbers = choice.answers.iter().map(first).max().unwrap_or(0);
        let wide = ANSWER_COLS + names + 2 + numbers + 1;
        let compares = rest.width >= wide + ABOUT_COLS;
        let width = if compares { wide } else { LIST_COLS.min(rest.width) };
        let height = rest.height.min(choice.answers.len() as u16);
        let list = Rect { width, height, ..rest };
        self.asked.menu.draw(canvas, list, choice.answers.len(), |canvas, row, index, chosen| {
            let (paint, answer) = (canvas.pointer(row, chosen), &choice.answers[index]);
            canvas.text(row.x + 3, row.y, 2, keys[index].as_deref().unwrap_or(""), paint(TITLE));
            let at = row.x + ANSWER_COLS;
            canvas.text(at, row.y, row.right().saturating_sub(at), &answer.label, paint(TEXT));
            if let Some(line) = answer.about.first().filter(|_| compares) {
                canvas.text(at + names + 2, row.y, numbers, line, paint(DIM));
            }
        });
        (list, compares)
    }

    /// What the chosen answer means, from this line on.
    fn paint_about(&self, canvas: &mut Canvas<'_>, choice: &Choice, rect: Rect, from: usize) {
        let answer = &choice.answers[self.asked.menu.chosen.min(choice.answers.len() - 1)];
        let cols = usize::from(rect.width).max(1);
        let lines = answer.about.iter().enumerate().skip(from).flat_map(|(index, line)| {
            let paint = if index + 1 < answer.about.len() { TEXT } else { DIM };
            wrap(line, cols).into_iter().map(move |line| (line, paint))
        });
        canvas.text(rect.x, rect.y, rect.width, &answer.label, TITLE);
        for ((line, paint), y) in lines.zip(rect.y + 1..rect.bottom()) {
            canvas.text(rect.x, y, rect.width, &line, paint);
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
