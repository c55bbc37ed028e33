//! Rows of text, complete or as changes.

use kernel::{Cell, Ink, Scene, Seat};
use session::Session;
use std::iter::{once, repeat_n};

/// An update of a viewer's screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// All rows.
    Whole(Vec<String>),
    /// Rows that differ from the last picture, by number.
    Rows(Vec<(usize, String)>),
}

impl Picture {
    /// The update from one picture to another; `None` if they are equal.
    pub(crate) fn between(shown: &[String], now: &[String]) -> Option<Self> {
        if shown == now {
            return None;
        }
        let differ = || (0..).zip(shown.iter().zip(now)).filter(|(_, (old, new))| old != new);
        if shown.len() != now.len() || 2 * differ().count() > now.len() {
            return Some(Self::Whole(now.to_vec()));
        }
        Some(Self::Rows(differ().map(|(row, (_, new))| (row, new.clone())).collect()))
    }

    /// Applies the update to a screen.
    pub fn show_on(self, screen: &mut Vec<String>) {
        match self {
            Self::Whole(rows) => *screen = rows,
            Self::Rows(rows) => {
                for (row, text) in rows {
                    if let Some(old) = screen.get_mut(row) {
                        *old = text;
                    }
                }
            }
        }
    }
}

/// What a seat sees.
#[derive(Default)]
pub(crate) struct Drawn {
    /// The rows of text.
    pub(crate) rows: Vec<String>,
    /// Their inks ([`inks_of`]); empty if nobody asked for them.
    pub(crate) inks: Vec<String>,
}

impl Drawn {
    /// What a seat sees on a screen of this size; 0 for no screen.
    pub(crate) fn of(session: &dyn Session, seat: u8, (cols, rows): (u16, u16), inked: bool) -> Self {
        let mut scene = Scene::default();
        session.draw(Seat(seat), cols, rows, None, &mut scene);
        let inks = if inked { inks_of(&scene) } else { Vec::new() };
        Self { rows: scene.rows(), inks }
    }
}

/// The ink of each character of every row of a scene, as a letter; `a` is the first of [`Ink::ALL`], and the void at the end of a
/// row is left out.
#[must_use]
pub fn inks_of(scene: &Scene) -> Vec<String> {
    let mut all = Vec::new();
    for id in scene.ids() {
        let area = scene.area(id);
        for row in scene.cells(id).chunks(usize::from(area.cols).max(1)) {
            let blanks = usize::from(area.cell_cols).saturating_sub(1);
            let cell = |cell: &Cell| once(cell.ink).chain(repeat_n(Ink::Void, blanks));
            let mut inks: String =
                row.iter().flat_map(cell).map(|ink| char::from(b'a' + ink as u8)).collect();
            inks.truncate(inks.trim_end_matches('a').len());
            all.push(inks);
        }
    }
    all
}
