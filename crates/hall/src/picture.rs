//! Rows of text, complete or as changes.

use kernel::{Scene, Seat};
use session::Session;

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

/// The rows a seat sees.
pub(crate) fn rows_of(session: &dyn Session, seat: u8, cols: u16, rows: u16) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(Seat(seat), cols, rows, None, &mut scene);
    scene.rows()
}
