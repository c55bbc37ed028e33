//! A run as a sequence of pages, drawn as the application draws its games: for recordings and pictures.

use crate::canvas::{Canvas, TEXT};
use crate::log::Log;
use crate::look::Look;
use crate::panel::Side;
use crate::reading::Reading;
use crate::show::{self, Wish, log_rows};
use crate::stage::Stage;
use console::{Colour, Depth, GlyphSet, Page, Paint, Rgb, Style, Theme};
use kernel::{Cue, Ink, Scene};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use session::{Run, Session};

/// Limits of a film's default size, which the game decides.
const COLS: (u16, u16) = (64, 100);
const ROWS: (u16, u16) = (16, 42);

/// A run replayed page by page.
pub struct Film {
    run: Run,
    session: Box<dyn Session>,
    at: usize,
    theme: Theme,
    look: Look,
    stage: Stage,
    side: Side,
    log: Log,
}

impl Film {
    /// A run at its beginning.
    ///
    /// # Errors
    /// A sentence, when this program cannot play it.
    pub fn new(
        games: &'static [session::Entry],
        run: Run,
        theme: Theme,
        glyphs: GlyphSet,
    ) -> Result<Self, String> {
        let id = &run.header.game;
        let entry = session::find(games, id).ok_or_else(|| format!("There is no game '{id}' here."))?;
        let replayed = entry
            .replay(&run, 0, None, None, &session::Seating::OWNER)
            .map_err(|difference| difference.what)?;
        let look = Look::new(theme, Depth::True, glyphs);
        let (stage, side, log) = (Stage::default(), Side::default(), Log::default());
        let mut film = Self { run, session: replayed.session, at: 0, theme, look, stage, side, log };
        film.tell();
        Ok(film)
    }

    /// Number of commands played.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Number of commands in the run.
    #[must_use]
    pub fn len(&self) -> usize {
        self.run.steps.len()
    }

    /// Whether the run has no commands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.run.steps.is_empty()
    }

    /// The game and its seed, for titles.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}, seed {:?}", self.session.title(), self.run.header.seed)
    }

    /// Plays one more command; false when none are left.
    ///
    /// # Errors
    /// Where this program reaches another state than the recorded one.
    pub fn forward(&mut self) -> Result<bool, String> {
        let Some(step) = self.run.steps.get(self.at) else { return Ok(false) };
        let turn = self.at + 1;
        self.session.follow(step).map_err(|what| format!("differs at turn {turn}: {what}"))?;
        self.at = turn;
        self.tell();
        Ok(true)
    }

    fn tell(&mut self) {
        self.log.begin();
        for said in self.session.told(self.session.said()) {
            self.log.add(said.shown(), Cue::Plain, self.at, false);
        }
    }

    /// The size at which the whole game is visible, within limits.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        let mut scene = Scene::default();
        self.session.draw(self.session.to_move(), 0, 0, None, &mut scene);
        let board = scene.first_board().map(|board| scene.area(board));
        let (cols, rows) =
            board.map_or((0, 0), |board| (board.cols.saturating_mul(board.cell_cols), board.rows));
        // Above and below the board: a title, two rows of essentials and the messages.
        let rows = rows.saturating_add(3).saturating_add(log_rows(rows));
        (cols.clamp(COLS.0, COLS.1), rows.clamp(ROWS.0, ROWS.1))
    }

    /// Draws the current page: a bar with name, seed and turn, the scene, and the sentences.
    pub fn page(&mut self, cols: u16, rows: u16) -> Page {
        let area = Rect { x: 0, y: 0, width: cols, height: rows };
        let mut buffer = Buffer::empty(area);
        let mut canvas = Canvas { buffer: &mut buffer, look: &self.look, reading: &mut Reading::default() };
        canvas.fill(area, TEXT);
        let dot = self.look.lines.dot;
        let right = format!("seed {} {dot} {}/{}", self.run.header.seed, self.at, self.run.steps.len());
        canvas.top_bar(self.session.title(), &right);
        let below = Rect { y: 1.min(rows), height: rows.saturating_sub(1), ..area };
        let parts = (&mut self.stage, &mut self.side, &self.log);
        show::draw(self.session.as_ref(), parts, &mut canvas, below, Wish::default());
        page_of(&buffer, self.theme)
    }
}

/// The page as plain data.
fn page_of(buffer: &Buffer, theme: Theme) -> Page {
    let area = buffer.area;
    let blank = theme.style(Paint::Ink(Ink::Text), Depth::True);
    let mut page = Page::blank(area.width, area.height, blank);
    for y in 0..area.height {
        let mut covered = false;
        for x in 0..area.width {
            let Some(cell) = buffer.cell((x, y)) else { continue };
            // The cell after a wide character belongs to it.
            if std::mem::take(&mut covered) {
                continue;
            }
            page.put(x, y, cell.symbol(), style_of(cell.fg, cell.bg, cell.modifier));
            covered = page.row(y).get(usize::from(x) + 1).is_some_and(|next| next.text.is_empty());
        }
    }
    page
}

fn style_of(fg: Color, bg: Color, modifier: Modifier) -> Style {
    Style {
        fg: colour(fg),
        bg: colour(bg),
        bold: modifier.contains(Modifier::BOLD),
        dim: modifier.contains(Modifier::DIM),
        underline: modifier.contains(Modifier::UNDERLINED),
        reverse: modifier.contains(Modifier::REVERSED),
    }
}

/// Brushes have no other colours than these.
const fn colour(colour: Color) -> Option<Colour> {
    match colour {
        Color::Rgb(r, g, b) => Some(Colour::Rgb(Rgb(r, g, b))),
        Color::Indexed(number) => Some(Colour::Number(number)),
        _ => None,
    }
}
