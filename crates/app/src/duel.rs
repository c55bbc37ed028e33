//! Health bars of the fighters, above the sentences of a fight that is told blow by blow.
//!
//! A bar changes with each blow. With animations off, the whole fight is told at once and the bars show its
//! end.

use crate::canvas::{Canvas, TEXT, TITLE};
use crate::panel::bar_of;
use console::Paint;
use kernel::{Bar, Wound};
use unicode_width::UnicodeWidthStr as _;

/// Minimum and maximum width of a bar.
const BAR_COLS: (usize, usize) = (4, 20);

/// A participant in a fight.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    name: &'static str,
    own: bool,
    /// Health at the beginning and now, in hundredths.
    from: u32,
    left: u32,
}

impl Fighter {
    /// Whole points, rounded up, so that the living have at least one.
    fn points(&self) -> String {
        self.left.div_ceil(100).to_string()
    }

    fn lost(&self) -> String {
        let lost = self.from.div_ceil(100) - self.left.div_ceil(100);
        if lost == 0 { String::new() } else { format!("-{lost}") }
    }
}

/// The state of a fight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Duel {
    fighters: Vec<Fighter>,
}

impl Duel {
    /// Takes in all blows of a fight before the first is told: the fighters and their initial health.
    pub(crate) fn expect(&mut self, wounds: impl Iterator<Item = Wound>) {
        for wound in wounds {
            if !self.fighters.iter().any(|fighter| fighter.own == wound.own) {
                let from = wound.left + wound.damage;
                self.fighters.push(Fighter { name: wound.name, own: wound.own, from, left: from });
            }
        }
        kernel::sort_by_key(&mut self.fighters, |fighter| !fighter.own);
    }

    /// Applies a blow that is told.
    pub(crate) fn tell(&mut self, wound: Wound) {
        if let Some(fighter) = self.fighters.iter_mut().find(|fighter| fighter.own == wound.own) {
            fighter.left = wound.left;
        }
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> u16 {
        self.fighters.len() as u16
    }

    /// Draws a row per fighter, starting at this place, in this many columns.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, (left, top): (u16, u16), cols: u16) {
        let widest = |of: fn(&Fighter) -> usize| self.fighters.iter().map(of).max().unwrap_or(0);
        let name = widest(|fighter| fighter.name.width());
        let points = widest(|fighter| fighter.from.div_ceil(100).to_string().len());
        let bar_cols = usize::from(cols).saturating_sub(name + 2 * points + 4).min(BAR_COLS.1);
        for (fighter, y) in self.fighters.iter().zip(top..) {
            let (value, of) = (fighter.left.into(), fighter.from.into());
            let bar = Bar::health(value, of);
            let tone = canvas.look.of(Paint::Tone(bar.tone));
            let mut spans = vec![(format!("{:<name$} ", fighter.name), canvas.look.of(TEXT))];
            if bar_cols >= BAR_COLS.0 {
                spans.extend(bar_of(canvas.look, &bar, bar_cols));
            }
            spans.push((format!(" {:>points$}", fighter.points()), tone));
            spans.push((format!(" {}", fighter.lost()), canvas.look.of(TITLE)));
            let mut x = left;
            for (text, brush) in &spans {
                x = canvas.span(x, y, (left + cols).saturating_sub(x), text, *brush);
            }
        }
    }
}
