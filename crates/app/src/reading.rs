//! What a frame says in words, for those who do not see it: title, text, entries and keys of the screen on top.
//!
//! Screens say nothing twice: places are noted while a frame is painted and read from its cells afterwards.

use console::Key;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What stands in its row.
    pub text: String,
    /// True for the one that Enter picks.
    pub chosen: bool,
    /// Column and row: a click there picks it.
    pub at: (u16, u16),
}

/// What a frame says in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What the screen is called.
    pub title: String,
    /// What a box says, line by line; empty for other screens.
    pub lines: Vec<String>,
    /// The entries of its list that are in view.
    pub entries: Vec<Entry>,
    /// The keys that mean something now, and what they do.
    pub keys: Vec<(Key, String)>,
    inside: Rect,
    rows: Vec<(Rect, bool)>,
}

impl Reading {
    /// Something new covers what was painted before.
    pub(crate) fn begin(&mut self, title: &str, inside: Rect) {
        *self = Self { title: title.to_owned(), inside, ..Self::default() };
    }

    /// A row of a list.
    pub(crate) fn row(&mut self, rect: Rect, chosen: bool) {
        self.rows.push((rect, chosen));
    }

    /// The keys on the line at the bottom; those that name no single key are left out.
    pub(crate) fn keys<'a>(&mut self, hints: impl Iterator<Item = &'a (String, String)>) {
        self.keys = hints.filter_map(|(key, what)| Some((Key::of_shown(key)?, what.clone()))).collect();
    }

    /// Reads the words from the painted cells.
    pub(crate) fn read(&mut self, buffer: &Buffer) {
        let is_row = |y: u16| self.rows.iter().any(|(row, _)| row.y == y);
        self.lines = (self.inside.top()..self.inside.bottom())
            .filter(|y| !is_row(*y))
            .map(|y| words(buffer, Rect { y, height: 1, ..self.inside }))
            .filter(|line| !line.is_empty())
            .collect();
        self.entries = (self.rows.iter())
            .map(|(rect, chosen)| Entry {
                text: words(buffer, *rect),
                chosen: *chosen,
                at: (rect.x + rect.width / 2, rect.y),
            })
            .filter(|entry| !entry.text.is_empty())
            .collect();
    }
}

/// The words in a row, without lines, pointers and the gaps between columns.
fn words(buffer: &Buffer, row: Rect) -> String {
    let mut text = String::new();
    for x in row.left()..row.right() {
        let symbol = buffer.cell((x, row.y)).map_or(" ", |cell| cell.symbol());
        let is_line = symbol.chars().all(|c| ('\u{2500}'..='\u{25FF}').contains(&c));
        text.push_str(if is_line { " " } else { symbol });
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
