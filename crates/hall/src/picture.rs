//! Rows of text, whole or as what has changed.

use kernel::{Scene, Seat};
use session::Session;

/// What a viewer's screen is to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// All rows.
    Whole(Vec<String>),
    /// Rows that differ from the last picture, by number.
    Rows(Vec<(usize, String)>),
}

impl Picture {
    /// What leads from one picture to another; nothing when they are equal.
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

    /// Puts it on a screen.
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
pub(crate) fn rows_of(session: &dyn Session, seat: u8, cols: u16, rows: u16) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(Seat(seat), cols, rows, None, &mut scene);
    scene.rows()
}
