//! Reference tables about the things of a game, for pages and help screens.

use alloc::{string::String, vec::Vec};

/// One table of a game's reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in pages.
    pub name: &'static str,
    /// Its title, a few words.
    pub title: &'static str,
    /// The headings of its columns.
    pub head: Vec<&'static str>,
    /// Its rows, each as long as the heading.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(name: &'static str, title: &'static str, head: &[&'static str]) -> Self {
        Self { name, title, head: head.to_vec(), rows: Vec::new() }
    }

    /// The same with another row.
    ///
    /// # Panics
    /// If the row is not as long as the heading.
    #[must_use]
    pub fn row<const N: usize>(mut self, cells: [String; N]) -> Self {
        assert_eq!(
            N,
            self.head.len(),
            "a row of the table {} has another length than its heading",
            self.name
        );
        self.rows.push(cells.into());
        self
    }

    /// The same with a row for each item.
    #[must_use]
    pub fn rows<T, const N: usize>(
        self,
        things: impl IntoIterator<Item = T>,
        cells: impl Fn(T) -> [String; N],
    ) -> Self {
        things.into_iter().fold(self, |table, thing| table.row(cells(thing)))
    }
}
