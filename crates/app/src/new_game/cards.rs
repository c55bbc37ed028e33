//! The cards of the editions: a box for each, side by side, with what makes it worth playing.

use super::{NewGame, Row};
use crate::canvas::{Canvas, DIM, TEXT, TITLE};
use crate::menu::as_arrow;
use console::{Input, Key, Paint, wrap};
use ratatui_core::layout::Rect;

/// Columns and rows of a form below which the editions are rows of the list.
const SMALLEST: (u16, u16) = (66, 19);

/// What people call an edition, by its place among the words of the option.
pub(super) const fn edition_name(card: usize) -> &'static str {
    if card == 0 { "Classic" } else { "Undercroft edition" }
}

impl NewGame {
    /// How high the cards are in a form; nothing where they have no room or nothing to say.
    pub(super) fn cards_rows(&self, rect: Rect) -> Option<u16> {
        let pitches = self.entry.teaching.editions;
        let (_, words) = self.editions()?;
        let fits = rect.width >= SMALLEST.0 && rect.height >= SMALLEST.1 && pitches.len() == words.len();
        let cols = usize::from(card_cols(rect, words.len()).saturating_sub(4)).max(1);
        let lines = pitches.iter().map(|pitch| wrap(pitch, cols).len()).max()?;
        fits.then_some(lines as u16 + 2)
    }

    /// Draws them, and tells the menu where they are.
    pub(super) fn draw_cards(&mut self, canvas: &mut Canvas<'_>, rect: Rect) {
        let pitches = self.entry.teaching.editions;
        let width = card_cols(rect, pitches.len());
        let place = |index: usize| Rect { x: rect.x + index as u16 * (width + 2), width, ..rect };
        self.menu.boxes = (0..pitches.len()).map(place).collect();
        for (card, (pitch, rect)) in pitches.iter().zip(&self.menu.boxes).enumerate() {
            let chosen = self.menu.chosen == card;
            canvas.outline(*rect, "");
            if chosen {
                for (x, y) in edge(*rect) {
                    canvas.tint(x, y, TITLE);
                }
            }
            let pointer = if chosen { canvas.look.lines.pointer } else { ' ' };
            let name = format!("{pointer} {} ", edition_name(card));
            canvas.text(rect.x + 1, rect.y, width - 2, &name, if chosen { Paint::Chosen } else { TITLE });
            let cols = width.saturating_sub(4);
            for (line, y) in wrap(pitch, usize::from(cols).max(1)).iter().zip(rect.y + 1..rect.bottom()) {
                canvas.text(rect.x + 2, y, cols, line, if chosen { TEXT } else { DIM });
            }
            canvas.reading.row(*rect, chosen);
        }
    }

    /// Left and right choose among cards that stand side by side; true if this was such a key.
    pub(super) fn card_key(&mut self, input: &Input) -> bool {
        let (Row::Card(card), Input::Key(key)) = (self.row(), input) else { return false };
        let key = match key {
            Key::Char(letter) => as_arrow(*letter).unwrap_or(*key),
            other => *other,
        };
        let count = self.menu.boxes.len();
        let by = match key {
            _ if count < 2 => return false,
            Key::Left => count - 1,
            Key::Right => 1,
            _ => return false,
        };
        self.menu.chosen = (card + by) % count;
        true
    }
}

fn card_cols(rect: Rect, cards: usize) -> u16 {
    let cards = cards.max(1) as u16;
    rect.width.saturating_sub(2 * (cards - 1)) / cards
}

/// The places along the edge of a rectangle.
fn edge(rect: Rect) -> impl Iterator<Item = (u16, u16)> {
    let inside = move |x: u16, y: u16| {
        x > rect.left() && x + 1 < rect.right() && y > rect.top() && y + 1 < rect.bottom()
    };
    crate::stage::places(rect).filter(move |&(x, y)| !inside(x, y))
}
