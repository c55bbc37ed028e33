//! The ladder of a game: its rungs with their tasks, their difficulty, and the stars earned. Only records
//! earn stars: every run is replayed first.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::play::Play;
use crate::screen::{Go, Screen};
use crate::verified::Verifying;
use console::{Input, Key, Paint};
use kernel::Ink;
use ratatui_core::layout::Rect;
use records::Book;
use session::{Entry, Ladder, Rung};
use std::time::Duration;

/// Number of rungs without a star that are open at a time: a player who is stuck can try the next.
const OPEN_AHEAD: usize = 3;
/// Maximum width of the list, and where its columns begin.
const COLS: u16 = 78;
const STARS_AT: u16 = 8;
const TASK_AT: u16 = 14;
const ABOUT_AT: u16 = 42;
const POINTS_AT: u16 = 61;
/// The key for two people at one keyboard.
const TOGETHER: char = '2';

/// The list of rungs.
pub(crate) struct LadderList {
    entry: &'static Entry,
    ladder: Ladder,
    verifying: Verifying,
    /// The rungs with the stars earned on each.
    rungs: Vec<(Rung, u32)>,
    menu: Menu,
}

impl LadderList {
    pub(crate) fn new(entry: &'static Entry, ladder: Ladder, context: &Context) -> Self {
        let mut list =
            Self { entry, ladder, verifying: Verifying::default(), rungs: Vec::new(), menu: Menu::default() };
        let book = list.verifying.begin(context);
        list.show(book);
        list
    }

    /// Shows the stars in a book and selects the first rung without one.
    fn show(&mut self, book: Option<Book>) {
        let Some(book) = book else { return };
        self.rungs = book.stars(self.entry, &self.ladder);
        let next = self.rungs.iter().position(|(_, stars)| *stars == 0);
        let unfinished = || self.rungs.iter().position(|(_, stars)| *stars < self.ladder.stars_most);
        self.menu = Menu::at(next.or_else(unfinished).unwrap_or(0));
    }

    fn open_rungs(&self) -> Vec<bool> {
        let mut ahead = 0;
        let is_open = |(_, stars): &(Rung, u32)| {
            ahead += usize::from(*stars == 0);
            *stars > 0 || ahead <= OPEN_AHEAD
        };
        self.rungs.iter().map(is_open).collect()
    }

    /// Begins the selected rung with its own players, or for two people.
    fn begin(&self, together: bool, context: &Context) -> Go {
        let Some((rung, _)) = self.rungs.get(self.menu.chosen) else { return Go::Stay };
        let seats = if together { self.ladder.together } else { rung.seats };
        let brief = match Ladder::brief(self.entry, rung, seats) {
            Ok(brief) => brief,
            Err(what) => return Go::notice("No new game", what),
        };
        match context.start(self.entry, &brief, true) {
            Ok(opened) => {
                let told = format!("Rung {}. {}", rung.number, rung.task);
                Go::open(Play::new(opened, context).told(&told))
            }
            Err(problem) => Go::notice("No new game", problem.to_string()),
        }
    }

    fn told(&self) -> String {
        let earned: u32 = self.rungs.iter().map(|(_, stars)| stars).sum();
        let most = self.ladder.stars_most * self.rungs.len() as u32;
        match earned {
            _ if earned == most => format!("All {most} stars are yours."),
            _ => format!(
                "{earned} of {most} stars. {} for perfect play; games with help or with commands taken back earn none.",
                self.ladder.stars_most
            ),
        }
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool, is_open: bool) {
        let (rung, stars) = &self.rungs[index];
        let (full, none) = if canvas.look.is_unicode() { ('★', '☆') } else { ('*', '-') };
        let paint = canvas.pointer(row, chosen);
        let ink = if is_open { paint(TEXT) } else { DIM };
        let text = |canvas: &mut Canvas<'_>, at: u16, text: &str, ink| {
            canvas.text(row.x + at, row.y, row.width.saturating_sub(at + 1), text, ink);
        };
        text(canvas, 3, &format!("{:>2}", rung.number), if is_open { paint(TITLE) } else { DIM });
        for star in 0..self.ladder.stars_most {
            let (glyph, ink) = if star < *stars { (full, paint(Paint::Ink(Ink::Good))) } else { (none, DIM) };
            canvas.put(row.x + STARS_AT + star as u16, row.y, glyph, ink);
        }
        text(canvas, TASK_AT, &rung.task, ink);
        text(canvas, ABOUT_AT, &rung.about, paint(DIM));
        text(canvas, POINTS_AT, &format!("difficulty {:>4}", rung.points), paint(DIM));
    }
}

impl Screen for LadderList {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let up_down = canvas.look.up_down();
        let hints = [
            hint("Enter", "play"),
            hint(TOGETHER.to_string(), "two people"),
            hint(up_down, "choose"),
            hint("Esc", "back"),
        ];
        let rect = column(canvas.frame(self.entry.title, "ladder", &hints), COLS);
        if self.verifying.draw(canvas, rect) {
            return;
        }
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let mut menu = std::mem::take(&mut self.menu);
        let (notes, open) = ([(self.told(), DIM)], self.open_rungs());
        canvas.list_with_notes(
            &mut menu,
            (rect, rect.y),
            open.len(),
            &notes,
            |canvas, row, index, chosen| {
                self.draw_row(canvas, row, index, chosen, open[index]);
            },
        );
        self.menu = menu;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if matches!(input, Input::Tick) {
            let book = self.verifying.go_on(context);
            self.show(book);
            return Go::Stay;
        }
        let over = self.verifying.is_over();
        if over && matches!(input, Input::Key(Key::Char(TOGETHER))) {
            return self.begin(true, context);
        }
        match self.menu.input(input, &self.open_rungs(), false) {
            Act::Picked if over => self.begin(false, context),
            Act::Back => Go::Back,
            _ => Go::Stay,
        }
    }

    fn uncovered(&mut self, context: &mut Context) {
        let book = self.verifying.begin(context);
        self.show(book);
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        self.verifying.pace()
    }
}
