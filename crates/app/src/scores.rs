//! The screen of records and feats. Every run is replayed before it counts; earlier results come from the
//! cache.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::screen::{Go, Screen};
use console::{Input, Key, Paint, wrap};
use ratatui_core::layout::Rect;
use records::{Audit, Line, Wanted, Weight, feats_page};
use std::time::Duration;

/// Maximum width of the page.
const COLS: u16 = 110;
/// Number of places shown per table.
const PLACES: usize = 10;
/// Time spent on the audit before the first frame, and between two frames.
const FIRST_LOOK: Duration = Duration::from_millis(60);
const NEXT_LOOK: Duration = Duration::from_millis(25);

/// The screen of records and feats.
pub(crate) struct Scores {
    /// The audit, while it is not finished.
    audit: Option<Audit>,
    pages: [Vec<Line>; 2],
    /// The pages wrapped for a width, and that width.
    folded: ([Vec<Line>; 2], usize),
    menus: [Menu; 2],
    /// Which page is shown: records or feats.
    shown: usize,
}

impl Scores {
    pub(crate) fn new(context: &Context) -> Self {
        let mut scores = Self {
            audit: Some(Audit::begin(&context.home, context.games, false)),
            pages: [Vec::new(), Vec::new()],
            folded: ([Vec::new(), Vec::new()], 0),
            menus: [Menu::default(), Menu::default()],
            shown: 0,
        };
        scores.look(FIRST_LOOK, context);
        scores
    }

    /// Continues the audit; at its end the pages are made.
    fn look(&mut self, budget: Duration, context: &Context) {
        if !self.audit.as_mut().is_some_and(|audit| audit.step(budget)) {
            return;
        }
        let Some(audit) = self.audit.take() else { return };
        let book = audit.finish(context.now());
        let unicode = context.look.is_unicode();
        let wanted = Wanted { unicode, places: PLACES, ..Wanted::default() };
        self.pages = [
            book.scores_page(context.games, &wanted),
            feats_page(&book.feats(context.games), context.games, unicode),
        ];
        self.folded.1 = 0;
        let first = self.pages[0].iter().position(|line| line.path.is_some()).unwrap_or(0);
        self.menus[0] = Menu::at(first);
    }

    /// Wraps the lines that are too long for the screen.
    fn fold(&mut self, cols: usize) {
        if self.folded.1 == cols {
            return;
        }
        let pages = [0, 1].map(|page| self.pages[page].iter().flat_map(|line| fold(line, cols)).collect());
        self.folded = (pages, cols);
    }

    fn lines(&self) -> &[Line] {
        &self.folded.0[self.shown]
    }

    fn chosen(&self) -> Option<&Line> {
        self.lines().get(self.menus[self.shown].chosen)
    }
}

fn fold(line: &Line, cols: usize) -> Vec<Line> {
    if line.hang == 0 || line.text.chars().count() <= cols {
        return vec![line.clone()];
    }
    let head: String = line.text.chars().take(line.hang).collect();
    let parts = wrap(&line.text[head.len()..], cols.saturating_sub(line.hang).max(12));
    let whole = |(index, part): (usize, &String)| {
        let head = if index == 0 { head.clone() } else { " ".repeat(line.hang) };
        Line { text: head + part, ..line.clone() }
    };
    parts.iter().enumerate().map(whole).collect()
}

impl Screen for Scores {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        self.fold(usize::from(canvas.area().width.min(COLS).saturating_sub(2)));
        let sides = if canvas.look.is_unicode() { "←→" } else { "Left/Right" };
        let (title, other) = [("Scores", "feats"), ("Feats", "scores")][self.shown];
        let mut hints = vec![hint(sides, other), hint("Esc", "back")];
        if self.chosen().is_some_and(|line| line.path.is_some()) {
            hints.insert(0, hint("p", "how it went"));
            hints.insert(0, hint("Enter", "watch"));
        }
        let rect = column(canvas.frame(title, "", &hints), COLS);
        if let Some(audit) = &self.audit {
            let (left, all) = audit.left();
            let text = format!("Verifying runs: {} of {all}", all - left);
            canvas.centre(rect, rect.y + rect.height / 3, &text, DIM);
            return;
        }
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let lines = &self.folded.0[self.shown];
        self.menus[self.shown].draw(canvas, rect, lines.len(), |canvas, row, index, chosen| {
            let line = &lines[index];
            let paint = match (chosen, line.weight) {
                (true, _) => Paint::Chosen,
                (false, Weight::Heading) => TITLE,
                (false, Weight::Table | Weight::Plain) => TEXT,
                (false, Weight::Dim) => DIM,
            };
            canvas.text(row.x + 1, row.y, row.width.saturating_sub(2), &line.text, paint);
            if line.weight == Weight::Heading {
                canvas.reading.heading();
            }
        });
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        match input {
            Input::Tick => {
                self.look(NEXT_LOOK, context);
                return Go::Stay;
            }
            Input::Key(Key::Char('p' | 'P')) => {
                return match self.chosen().and_then(|line| line.path.clone()) {
                    Some(path) => crate::morgue::open(&path, context),
                    None => Go::Stay,
                };
            }
            _ => {}
        }
        let open: Vec<bool> = self.lines().iter().map(|line| !line.text.is_empty()).collect();
        match self.menus[self.shown].input(input, &open, false) {
            Act::Picked => match self.chosen().and_then(|line| line.path.clone()) {
                Some(path) => crate::replay::open_file(&path, context),
                None => Go::Stay,
            },
            Act::Change(_) => {
                self.shown = 1 - self.shown;
                Go::Stay
            }
            Act::Back => Go::Back,
            Act::Nothing | Act::Moved => Go::Stay,
        }
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        self.audit.as_ref().map(|_| Duration::ZERO)
    }
}
