//! The map of a campaign: its places in order, which are won and which are open. Only records count: every
//! run is replayed first.

use crate::canvas::{Canvas, DIM, TEXT, TITLE, column, hint};
use crate::context::Context;
use crate::menu::{Act, Menu};
use crate::play::Play;
use crate::screen::{Go, Screen};
use crate::verified::Verifying;
use console::{Input, Paint};
use kernel::{Ink, Options};
use ratatui_core::layout::Rect;
use records::Book;
use session::{Brief, Campaign, Entry};
use std::time::Duration;

/// Maximum width of the map.
const COLS: u16 = 78;

/// The map of a campaign. Even rows are places, odd ones the paths between them.
pub(crate) struct CampaignMap {
    entry: &'static Entry,
    campaign: Campaign,
    verifying: Verifying,
    /// Whether each place is won.
    won: Vec<bool>,
    menu: Menu,
}

impl CampaignMap {
    pub(crate) fn new(entry: &'static Entry, campaign: Campaign, context: &Context) -> Self {
        let won = vec![false; campaign.places.len()];
        let verifying = Verifying::default();
        let mut map = Self { entry, campaign, verifying, won, menu: Menu::default() };
        let book = map.verifying.begin(context);
        map.show(book, context);
        map
    }

    /// Shows the progress in a book.
    fn show(&mut self, book: Option<Book>, context: &Context) {
        let Some(book) = book else { return };
        let feats = book.feats(context.games);
        let story =
            feats.iter().find(|feat| feat.game == Some(self.entry.id) && feat.name == self.campaign.feat);
        let is_won = |name: &str| story.is_some_and(|feat| !feat.missing.iter().any(|part| part == name));
        self.won = self.campaign.places.iter().map(|place| is_won(place.name)).collect();
        let next = (0..self.won.len()).find(|&place| self.is_open(place) && !self.won[place]);
        self.menu = Menu::at(2 * next.unwrap_or(self.won.len().saturating_sub(1)));
    }

    fn is_open(&self, place: usize) -> bool {
        place == 0 || self.won[place] || self.won[place - 1]
    }

    /// One row per place and per path.
    fn rows(&self) -> Vec<bool> {
        let count = (2 * self.won.len()).saturating_sub(1);
        (0..count).map(|row| row % 2 == 0 && self.is_open(row / 2)).collect()
    }

    fn begin(&self, context: &Context) -> Go {
        let Some(place) = self.campaign.places.get(self.menu.chosen / 2) else { return Go::Stay };
        let mut options = Options::default();
        if let Err(what) = options.set(self.entry.options, self.campaign.option, place.name) {
            return Go::notice("No new game", what);
        }
        let about = vec![session::fresh_seed_kind()];
        let brief = Brief { seed: context.fresh_seed(), options, about, ..Brief::default() };
        match context.start(self.entry, &brief, true) {
            Ok(opened) => Go::open(Play::new(opened, context)),
            Err(problem) => Go::notice("No new game", problem.to_string()),
        }
    }

    fn told(&self) -> String {
        let won = self.won.iter().filter(|&&won| won).count();
        let all = self.won.len();
        match won {
            _ if won == all => format!("All {all} places are won. Each can be played again."),
            _ => format!(
                "{won} of {all} places won. A win opens the next place; games with commands taken back do not count."
            ),
        }
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, index: usize, chosen: bool) {
        let places = self.campaign.places;
        let (place, unicode) = (index / 2, canvas.look.is_unicode());
        let paint = canvas.pointer(row, chosen);
        if index % 2 == 1 {
            let (from, to) = (places[place].col, places[place + 1].col);
            let dot = if unicode { '·' } else { '.' };
            // The path between two places, a dot in every other column.
            for col in (from.min(to) + 2..from.max(to)).step_by(2) {
                canvas.put(row.x + 3 + col, row.y, dot, DIM);
            }
            return;
        }
        let (mark, note, ink) = match (self.won[place], self.is_open(place)) {
            (true, _) => (if unicode { '◆' } else { '*' }, "won", Paint::Ink(Ink::Good)),
            (false, true) => (if unicode { '◇' } else { 'o' }, "open", TITLE),
            (false, false) => (if unicode { '○' } else { '-' }, "closed", DIM),
        };
        let x = row.x + 3 + places[place].col;
        canvas.put(x, row.y, mark, paint(ink));
        let name = if self.is_open(place) { paint(TEXT) } else { DIM };
        let end = canvas.text(x + 2, row.y, row.right().saturating_sub(x + 3), places[place].title, name);
        canvas.text(end + 2, row.y, row.right().saturating_sub(end + 3), note, paint(DIM));
    }
}

impl Screen for CampaignMap {
    fn draw(&mut self, canvas: &mut Canvas<'_>, _: &Context) {
        let up_down = canvas.look.up_down();
        let hints = [hint("Enter", "begin"), hint(up_down, "choose"), hint("Esc", "back")];
        let rect = column(canvas.frame(self.entry.title, "campaign", &hints), COLS);
        if self.verifying.draw(canvas, rect) {
            return;
        }
        let rect = Rect { y: rect.y + 1, height: rect.height.saturating_sub(1), ..rect };
        let mut menu = std::mem::take(&mut self.menu);
        let notes = [(self.told(), DIM)];
        let count = self.rows().len();
        canvas.list_with_notes(&mut menu, (rect, rect.y), count, &notes, |canvas, row, index, chosen| {
            self.draw_row(canvas, row, index, chosen);
        });
        self.menu = menu;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Go {
        if matches!(input, Input::Tick) {
            let book = self.verifying.go_on(context);
            self.show(book, context);
            return Go::Stay;
        }
        match self.menu.input(input, &self.rows(), false) {
            Act::Picked if self.verifying.is_over() => self.begin(context),
            Act::Back => Go::Back,
            _ => Go::Stay,
        }
    }

    fn uncovered(&mut self, context: &mut Context) {
        let book = self.verifying.begin(context);
        self.show(book, context);
    }

    fn pace(&self, _: &Context) -> Option<Duration> {
        self.verifying.pace()
    }
}
